/** A list of conversations: page after page as it is scrolled, and by title over all of them, however old. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { SessionList, SessionOut } from "../generated/http";
import { type Refusal, request } from "../http";

const PAGE = 200;
const TYPED_MS = 250;

/** What became of what is looked for: still on its way, answered, or the service did not answer. */
export type Finding = "looking" | "found" | "failed";

export interface Sessions {
  sessions: SessionOut[];
  /** The list was read once: an empty one is empty. */
  known: boolean;
  /** There are older ones that were not read yet. */
  more: boolean;
  readMore(): void;
  /** What is written in the field of the finder; what the service finds by it is among `sessions`. */
  seek(title: string): void;
  finding: Finding;
  /** Looks for the same once more. */
  seekAgain(): void;
  reload(): void;
  change(to: (now: SessionOut[]) => SessionOut[]): void;
}

type Which = "no" | "yes" | "any";
const read = async (cursor: string, archived: Which, title = "") => {
  const query = new URLSearchParams({ limit: String(PAGE), ...(archived !== "no" && { archived }), ...(cursor && { before: cursor }), ...(title && { title }) });
  return (await request<SessionList>("GET", `/api/sessions?${query.toString()}`)).sessions;
};

/** `archived`: those that were put away. What is looked for is found among both. */
export function useSessions(failed: (error: Refusal | null) => void, archived: Which = "no"): Sessions {
  const [newest, setNewest] = useState<SessionOut[]>([]);
  const [older, setOlder] = useState<SessionOut[]>([]);
  const [found, setFound] = useState<SessionOut[]>([]);
  const [more, setMore] = useState(false);
  const [known, setKnown] = useState(false);
  const [sought, setSought] = useState("");
  const [finding, setFinding] = useState<Finding>("found");
  const [times, setTimes] = useState(0);
  const reading = useRef(false);
  const paged = useRef(false);

  const reload = useCallback(() => {
    read("", archived).then(
      (page) => {
        setNewest(page);
        setKnown(true);
        if (!paged.current) setMore(page.length === PAGE);
        failed(null);
      },
      (error: Refusal) => error.code !== "offline" && failed(error),
    );
  }, [failed, archived]);
  const last = merged(newest, older).at(-1)?.session_id ?? "";
  const readMore = useCallback(() => {
    if (reading.current || last === "") return;
    reading.current = true;
    read(last, archived)
      .then((page) => {
        paged.current = true;
        setOlder((before) => merged(before, page));
        setMore(page.length === PAGE);
      }, (error: Refusal) => error.code !== "offline" && failed(error))
      .finally(() => (reading.current = false));
  }, [last, failed, archived]);
  const wanted = sought.trim();
  useEffect(() => {
    if (wanted === "") return void (setFound([]), setFinding("found"));
    let here = true;
    setFinding("looking");
    const show = (page: SessionOut[] | null) => here && (page ? (setFound(page), setFinding("found")) : setFinding("failed"));
    const timer = setTimeout(() => void read("", "any", wanted).then(show, () => show(null)), TYPED_MS);
    return () => ((here = false), clearTimeout(timer));
  }, [wanted, times]);
  // What could not be asked without a network is asked when there is one.
  useEffect(() => {
    if (finding !== "failed") return;
    const back = () => setTimes((before) => before + 1);
    addEventListener("online", back);
    return () => removeEventListener("online", back);
  }, [finding]);
  // Empty ones are conversations that were made and never begun.
  const sessions = useMemo(() => merged(merged(newest, older), found).filter((one) => one.last_seq > 0 || one.title !== ""), [newest, older, found]);
  const change = useCallback((to: (now: SessionOut[]) => SessionOut[]) => [setNewest, setOlder, setFound].forEach((set) => set(to)), []);
  const seekAgain = useCallback(() => setTimes((before) => before + 1), []);
  return { sessions, known, more, readMore, seek: setSought, finding, seekAgain, reload, change };
}

/** What stands in both is taken from the first, which is newer knowledge; in the service's order: pinned, then last used first. */
function merged(first: SessionOut[], second: SessionOut[]): SessionOut[] {
  const known = new Set(first.map((one) => one.session_id));
  const rest = second.filter((one) => !known.has(one.session_id));
  return rest.length === 0 ? first : [...first, ...rest].toSorted(inOrder);
}

export function inOrder(one: SessionOut, other: SessionOut): number {
  return Number(other.pinned) - Number(one.pinned) || Date.parse(other.updated_at) - Date.parse(one.updated_at);
}
