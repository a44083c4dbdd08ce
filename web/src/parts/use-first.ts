/**
 * Questions of a conversation that does not exist yet. They stand in this browser until the service has made it: offline, over a
 * reload, and once. Whoever sends claims them first, so that of two windows one does; the message ids go along, so that the service
 * runs none of them twice.
 */
import { useCallback, useEffect, useRef, useState } from "react";
import type { SessionOut } from "../generated/http";
import { type Refusal, request } from "../http";
import { type Waiting, waitingKey } from "../session/conversation";
import { Shelf, WINDOW } from "../session/shelf";
import { newMessageId } from "../session/versions";

interface First extends Waiting {
  pack: string;
  /** The window it was written in. */
  by: string;
  /** Somebody is sending it, until then; milliseconds since 1970. */
  claimedUntil: number;
}

export interface FirstQuestions {
  waiting: First[];
  /** Since when the service cannot be reached, milliseconds since 1970; null: as far as is known it can. */
  lostAt: number | null;
  ask(content: string, pack: string): void;
  discard(id: string): void;
}

interface Listener {
  /** The conversation was made, and the questions wait in it. */
  begun(sessionId: string): void;
  /** The service does not take it: `content` goes back to whoever wrote it. */
  refused(error: Refusal, content: string): void;
}

const CLAIM_MS = 20_000;
/** A window that is gone sends nothing: after so long another one does it. */
const OTHERS_MS = 5_000;
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000];
const LATER = new Set([429, 502, 503, 504]);

/** `here`: the page of no conversation is open; only there something is sent, for the conversation is opened then. */
export function useFirst(here: boolean, online: boolean, listens: Listener): FirstQuestions {
  const shelf = useRef<Shelf<First>>(null);
  const [waiting, setWaiting] = useState<First[]>([]);
  const [lostAt, setLostAt] = useState<number | null>(null);
  const failures = useRef(0);
  const listener = useRef(listens);
  listener.current = listens;
  useEffect(() => {
    const opened = new Shelf<First>(waitingKey(""), () => setWaiting(opened.items));
    shelf.current = opened;
    setWaiting(opened.items);
    return () => opened.end();
  }, []);

  const send = useCallback(async () => {
    const mine = takenBy(shelf.current!);
    if (mine.length === 0) return;
    try {
      const made = await request<SessionOut>("POST", "/api/sessions", { pack: mine[0]!.pack || null });
      const there = new Shelf<Waiting>(waitingKey(made.session_id));
      for (const { id, content, at } of mine) there.put({ id, content, at });
      there.end();
      failures.current = 0;
      setLostAt(null);
      shelf.current!.drop(...mine.map((one) => one.id));
      listener.current.begun(made.session_id);
    } catch (error) {
      const refusal = error as Refusal;
      if (refusal.code === "offline" || LATER.has(refusal.status)) {
        failures.current += 1;
        setLostAt((since) => since ?? Date.now());
        for (const one of mine) shelf.current!.put({ ...one, claimedUntil: 0 });
      } else {
        shelf.current!.drop(...mine.map((one) => one.id));
        listener.current.refused(refusal, mine.map((one) => one.content).join("\n"));
      }
    }
  }, []);
  useEffect(() => {
    if (!here || !online || waiting.length === 0) return;
    const own = waiting.some((one) => one.by === WINDOW);
    const pause = own ? (failures.current === 0 ? 0 : PAUSES_MS[Math.min(failures.current, PAUSES_MS.length) - 1]!) : OTHERS_MS;
    const claimed = Math.max(0, Math.min(...waiting.map((one) => one.claimedUntil)) - Date.now());
    const timer = setTimeout(() => void send(), Math.max(pause, claimed));
    return () => clearTimeout(timer);
  }, [here, online, waiting, send]);

  return {
    waiting, lostAt,
    ask: useCallback((content, pack) => shelf.current?.put({ id: newMessageId(), content, at: Date.now(), pack, by: WINDOW, claimedUntil: 0 }), []),
    discard: useCallback((id) => shelf.current?.drop(id), []),
  };
}

/** What this window may send now: its own, else what a window that is gone left; all of one window, marked as being sent. */
function takenBy(shelf: Shelf<First>): First[] {
  const free = shelf.items.filter((one) => one.claimedUntil <= Date.now());
  const by = free.some((one) => one.by === WINDOW) ? WINDOW : free[0]?.by;
  const mine = free.filter((one) => one.by === by).map((one) => ({ ...one, claimedUntil: Date.now() + CLAIM_MS }));
  for (const one of mine) shelf.put(one);
  return mine;
}
