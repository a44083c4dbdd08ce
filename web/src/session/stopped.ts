/** What was written before a stop, kept in this browser over a reload: the last few runs of a conversation. */
import { keep, kept } from "./kept";
import type { SessionState } from "./state";

const RUNS = 12;
const LONGEST = 20_000;

type Drafts = Record<string, string>;
const keyOf = (sessionId: string) => `stopped.${sessionId}`;

/** Run id -> its draft. */
export function keptDrafts(sessionId: string): Drafts {
  const found: unknown = kept<unknown>(keyOf(sessionId), {});
  if (typeof found !== "object" || found === null) return {};
  return Object.fromEntries(Object.entries(found).filter((one): one is [string, string] => typeof one[1] === "string"));
}

export function keepDraft(sessionId: string, runId: string, draft: string): Drafts {
  const { [runId]: _before, ...others } = keptDrafts(sessionId);
  const newest = [...Object.entries(others), [runId, draft.slice(0, LONGEST)] as const].slice(-RUNS);
  const drafts = Object.fromEntries(newest);
  keep(keyOf(sessionId), drafts);
  return drafts;
}

export function forgetDrafts(sessionId: string): void {
  keep(keyOf(sessionId), null);
}

/** Runs that ended without an answer show what they had written. */
export function withDrafts(session: SessionState, drafts: Drafts): SessionState {
  const missing = session.turns.some((turn) => lacks(turn) && drafts[turn.runId]);
  if (!missing) return session;
  return { ...session, turns: session.turns.map((turn) => (lacks(turn) && drafts[turn.runId] ? { ...turn, draft: drafts[turn.runId]! } : turn)) };
}

function lacks(turn: SessionState["turns"][number]): boolean {
  return (turn.status === "cancelled" || turn.status === "failed") && turn.draft === "" && turn.answer === null;
}
