/** A conversation opened at what was said there, or to be printed: as soon as it is drawn. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { Exchange } from "../session/versions";

const SHOWN_MS = 4_000;
/** All of a conversation is drawn soon; what is not there by then is not there. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 50;

/** Gives what seeks a run (`""`: none), and what prints a conversation once it is here. */
export function useSought(sessionId: string | null, loaded: boolean, exchanges: Exchange[], toExchange: (base: string) => void): [(runId: string) => void, (sessionId: string) => void] {
  const [sought, setSought] = useState(() => decodeURIComponent(location.hash.slice(1)));
  const [printed, setPrinted] = useState<string | null>(null);
  const known = useRef(exchanges);
  known.current = exchanges;
  useEffect(() => {
    const moved = () => setSought(decodeURIComponent(location.hash.slice(1)));
    addEventListener("popstate", moved);
    return () => removeEventListener("popstate", moved);
  }, []);
  useEffect(() => {
    if (!loaded || sought === "") return;
    const until = Date.now() + PATIENCE_MS;
    const timer = setInterval(() => {
      const base = known.current.find((one) => one.versions.some((turn) => turn.runId === sought))?.base;
      const drawn = base === undefined ? null : document.querySelector(`[data-base="${CSS.escape(base)}"]`);
      if (drawn === null && Date.now() < until) return;
      clearInterval(timer);
      if (drawn === null) return setSought("");
      toExchange(base!);
      drawn.classList.add("sought");
      setTimeout(() => drawn.classList.remove("sought"), SHOWN_MS);
      setSought("");
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [loaded, sought, toExchange]);
  useEffect(() => {
    if (printed === null || printed !== sessionId || !loaded) return;
    const until = Date.now() + PATIENCE_MS;
    const timer = setInterval(() => {
      if (document.querySelectorAll(".thread > .turn").length < known.current.length && Date.now() < until) return;
      clearInterval(timer);
      setPrinted(null);
      print();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [printed, sessionId, loaded]);
  return [useCallback((runId: string) => setSought(runId), []), useCallback((id: string) => setPrinted(id), [])];
}
