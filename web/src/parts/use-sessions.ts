/** The list of conversations: page after page as it is scrolled, and by title over all of them, however old. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { SessionList, SessionOut } from "../generated/http";
import { type Refusal, request } from "../http";

const PAGE = 200;
const TYPED_MS = 250;

export interface Sessions {
  sessions: SessionOut[];
  /** There are older ones that were not read yet. */
  more: boolean;
  readMore(): void;
  /** What is written in the field of the finder; what the service finds by it is among `sessions`. */
  seek(title: string): void;
  reload(): void;
  change(to: (now: SessionOut[]) => SessionOut[]): void;
}

const read = async (cursor: string, title = "") => {
  const query = new URLSearchParams({ limit: String(PAGE), ...(cursor && { before: cursor }), ...(title && { title }) });
  return (await request<SessionList>("GET", `/api/sessions?${query.toString()}`)).sessions;
};

export function useSessions(failed: (error: Refusal | null) => void): Sessions {
  const [newest, setNewest] = useState<SessionOut[]>([]);
  const [older, setOlder] = useState<SessionOut[]>([]);
  const [found, setFound] = useState<SessionOut[]>([]);
  const [more, setMore] = useState(false);
  const [sought, seek] = useState("");
  const reading = useRef(false);
  const paged = useRef(false);

  const reload = useCallback(() => {
    read("").then(
      (page) => {
        setNewest(page);
        if (!paged.current) setMore(page.length === PAGE);
        failed(null);
      },
      (error: Refusal) => error.code !== "offline" && failed(error),
    );
  }, [failed]);
  const last = (older.at(-1) ?? newest.at(-1))?.session_id ?? "";
  const readMore = useCallback(() => {
    if (reading.current || last === "") return;
    reading.current = true;
    read(last)
      .then((page) => {
        paged.current = true;
        setOlder((before) => merged(before, page));
        setMore(page.length === PAGE);
      }, (error: Refusal) => error.code !== "offline" && failed(error))
      .finally(() => (reading.current = false));
  }, [last, failed]);
  useEffect(() => {
    const title = sought.trim();
    if (title === "") return setFound([]);
    let wanted = true;
    const timer = setTimeout(() => void read("", title).then((page) => wanted && setFound(page), () => undefined), TYPED_MS);
    return () => ((wanted = false), clearTimeout(timer));
  }, [sought]);
  // Empty ones are conversations that were made and never begun.
  const sessions = useMemo(() => merged(merged(newest, older), found).filter((one) => one.last_seq > 0 || one.title !== ""), [newest, older, found]);
  const change = useCallback((to: (now: SessionOut[]) => SessionOut[]) => [setNewest, setOlder, setFound].forEach((set) => set(to)), []);
  return { sessions, more, readMore, seek, reload, change };
}

/** What stands in both is taken from the first, which is newer knowledge; last used first. */
function merged(first: SessionOut[], second: SessionOut[]): SessionOut[] {
  const known = new Set(first.map((one) => one.session_id));
  const rest = second.filter((one) => !known.has(one.session_id));
  return rest.length === 0 ? first : [...first, ...rest].toSorted((one, other) => Date.parse(other.updated_at) - Date.parse(one.updated_at));
}
