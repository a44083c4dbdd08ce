/** The open conversation as React sees it, and what hangs on it: the ledger, and what the live region says. */
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { LedgerOut, PackOut, RatingList } from "../generated/http";
import { type Refusal, request } from "../http";
import { Conversation, type View } from "../session/conversation";
import { emptySession, type Turn } from "../session/state";
import { useWords } from "../words";
import { secondsOf } from "../format";
import { questionOf } from "./asking";
import { originOf } from "./origin";
import { QUIET_MS } from "./strips";

const NOTHING: View = {
  session: emptySession, status: "open", refusedWith: 0, lostAt: null, clockOffset: 0, unsent: [], answering: {}, mine: [], busyUntil: null,
  error: null, pack: "", loaded: true,
};
const silent = () => () => undefined;
const nothing = () => NOTHING;

export function useConversation(sessionId: string | null): [Conversation | null, View] {
  const [conversation, setConversation] = useState<Conversation | null>(null);
  useEffect(() => {
    if (sessionId === null) return setConversation(null);
    const opened = new Conversation(sessionId);
    setConversation(opened);
    return () => opened.end();
  }, [sessionId]);
  const here = conversation?.sessionId === sessionId ? conversation : null;
  const view = useSyncExternalStore(here?.subscribe ?? silent, here?.current ?? nothing);
  return [here, view];
}

export interface LedgerState {
  ledger: LedgerOut | null;
  /** It could not be read: the service's ledger is broken, or the service was not reached. */
  broken: "" | "broken" | "unreached";
}

/** Read again whenever something was found or answered. */
export function useLedger(sessionId: string | null, turns: Turn[]): LedgerState & { again(): void } {
  const [state, setState] = useState<LedgerState & { of: string | null }>({ ledger: null, broken: "", of: null });
  const [times, setTimes] = useState(0);
  const again = useCallback(() => setTimes((before) => before + 1), []);
  const answered = turns.filter((turn) => turn.endedAt !== null).length;
  useEffect(() => {
    if (sessionId === null) return;
    let wanted = true;
    request<LedgerOut>("GET", `/api/sessions/${encodeURIComponent(sessionId)}/evidence`).then(
      (ledger) => wanted && setState({ ledger, broken: "", of: sessionId }),
      (error: Refusal) => wanted && setState((before) => ({ ledger: before.of === sessionId ? before.ledger : null, broken: error.code === "offline" ? "unreached" : "broken", of: sessionId })),
    );
    return () => void (wanted = false);
  }, [sessionId, answered, times]);
  return { ...(state.of === sessionId ? state : { ledger: null, broken: "" as const }), again };
}

export type Rating = -1 | 0 | 1;

/** The person's own thumbs, as they were when the conversation was opened. */
export function useRatings(sessionId: string | null): Record<string, Rating> {
  const [stored, setStored] = useState<{ of: string | null; ratings: Record<string, Rating> }>({ of: null, ratings: {} });
  useEffect(() => {
    if (sessionId === null) return;
    let wanted = true;
    request<RatingList>("GET", `/api/sessions/${encodeURIComponent(sessionId)}/ratings`).then((found) => wanted && setStored({ of: sessionId, ratings: found.ratings }), () => undefined);
    return () => void (wanted = false);
  }, [sessionId]);
  return stored.of === sessionId ? stored.ratings : NO_RATINGS;
}

const NO_RATINGS: Record<string, Rating> = {};

/** Start, question, finish and connection are said once; tokens never. */
export function useSpoken(view: View, pack: PackOut | undefined): [string, (text: string) => void] {
  const words = useWords();
  const [spoken, say] = useSaying();
  const before = useRef({ key: "" });
  const turn = view.session.turns.at(-1);
  const key = turn === undefined || !view.loaded ? "" : `${turn.runId} ${turn.status} ${turn.prompt?.id ?? ""}`;
  useEffect(() => {
    const known = before.current.key;
    before.current.key = key;
    // What had happened before this page was opened is read, not announced, unless it waits for an answer.
    if (turn === undefined || key === "" || key === known || (known === "" && turn.status !== "waiting" && turn.status !== "running")) return;
    if (turn.status === "waiting" && turn.prompt) {
      const { expiresAt, frame } = turn.prompt;
      const left = expiresAt === null ? null : Math.max(0, Math.round((expiresAt - Date.now() - view.clockOffset) / 1_000));
      const question = questionOf(frame, pack, words);
      if (frame.type === "form_required") say(words.announceForm(question));
      else say(frame.type === "clarification_required" ? words.announcePick(question, left) : words.announceAsk(question, left));
    } else if (turn.status === "running" && turn.steps.length === 0) say(words.announceStart);
    else if (turn.status === "done") {
      const origin = originOf(turn, { words, now: Date.now() + view.clockOffset, holdings: [], pack });
      say(words.announceDone(origin ? `${origin.name}, ${words.seconds(secondsOf(turn.answer?.timings_ms.total ?? 0))}` : ""));
    } else if (turn.status === "cancelled") say(words.announceStopped);
  }, [key]);
  const prompt = turn?.prompt;
  useEffect(() => {
    if (!prompt?.expiresAt) return;
    const ms = prompt.expiresAt - Date.now() - view.clockOffset - 10_000;
    if (ms <= 0) return;
    const timer = setTimeout(() => say(words.announceTen), ms);
    return () => clearTimeout(timer);
  }, [prompt?.id, prompt?.expiresAt]);
  return [spoken, say];
}

/** Said again, the same words are another text: a live region speaks what changed. */
function useSaying(): [string, (text: string) => void] {
  const [spoken, setSpoken] = useState("");
  return [spoken, useCallback((text: string) => setSpoken((before) => (before === text ? `${text}\u00a0` : text)), [])];
}

/** What the strips over the composer show is said once each: no network, no line, a service that is busy, and that it is over. */
export function useLineSpoken(view: View, online: boolean, say: (text: string) => void): void {
  const words = useWords();
  const announced = useRef(false);
  const waiting = view.unsent.filter((one) => !one.sent).length;
  const lost = online && view.lostAt !== null && view.status !== "open";
  const well = online && view.status === "open";
  useEffect(() => {
    if (online) return;
    announced.current = true;
    say(words.offline(waiting));
  }, [online, waiting]);
  useEffect(() => {
    if (!lost || announced.current) return;
    const timer = setTimeout(() => ((announced.current = true), say(words.reconnecting)), QUIET_MS);
    return () => clearTimeout(timer);
  }, [lost]);
  useEffect(() => {
    if (well && announced.current) say(words.announceBack);
    if (well) announced.current = false;
  }, [well]);
  useEffect(() => {
    if (view.busyUntil !== null) say(words.busy(Math.max(1, Math.ceil((view.busyUntil - Date.now()) / 1_000))));
  }, [view.busyUntil]);
}

/** The end is followed while the person is at the end, and left alone once they scrolled away. */
export function useFollow(conversation: boolean, change: unknown): [React.RefObject<HTMLDivElement | null>, boolean, () => void, (base: string) => void] {
  const scroller = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  const [atEnd, setAtEnd] = useState(true);
  useEffect(() => {
    const room = scroller.current;
    if (room === null) return;
    following.current = true;
    setAtEnd(true);
    // The first page is read from its top.
    if (!conversation) return void room.scrollTo({ top: 0 });
    let before = room.scrollTop;
    const moved = () => {
      const left = room.scrollHeight - room.scrollTop - room.clientHeight;
      // What grows below moves the end away without anybody scrolling: only going up lets go of it.
      if (left <= 1 || (room.scrollTop > before && left < 60)) following.current = true;
      else if (room.scrollTop < before - 1) following.current = false;
      before = room.scrollTop;
      setAtEnd(following.current);
    };
    const grown = new ResizeObserver(() => following.current && room.scrollTo({ top: room.scrollHeight }));
    room.addEventListener("scroll", moved, { passive: true });
    if (room.firstElementChild) grown.observe(room.firstElementChild);
    grown.observe(room);
    return () => (room.removeEventListener("scroll", moved), grown.disconnect());
  }, [conversation, change]);
  const toEnd = useCallback(() => {
    following.current = true;
    setAtEnd(true);
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, []);
  /** What became of an earlier question is brought into view; the end is let go of. */
  const toExchange = useCallback((base: string) => {
    following.current = false;
    setAtEnd(false);
    scroller.current?.querySelector(`[data-base="${CSS.escape(base)}"]`)?.scrollIntoView({ block: "start" });
  }, []);
  return [scroller, atEnd, toEnd, toExchange];
}
