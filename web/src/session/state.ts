/** What the page knows of one conversation. Plain values only: it is rebuilt from frames and nothing else. */
import type {
  AnswerFrame,
  ClarificationRequiredFrame,
  DataReuseDecisionFrame,
  ErrorCode,
  FormRequiredFrame,
  PlanReadyFrame,
  ServerMessage,
  UserConfirmationRequiredFrame,
} from "../generated/protocol";

export type Frame = ServerMessage;
export type PromptFrame = UserConfirmationRequiredFrame | ClarificationRequiredFrame | FormRequiredFrame;

/** One line of work: a team, or one step of a team. Times are milliseconds. */
export interface Step {
  key: string;
  team: string;
  /** Empty for the team's own line. */
  step: string;
  label: string;
  status: "running" | "done" | "failed" | "skipped";
  counts: Record<string, number>;
  elapsedMs: number;
  /** Server time the line began, milliseconds since 1970. */
  beganAt: number;
  done: number | null;
  total: number | null;
}

export interface OpenPrompt {
  id: string;
  frame: PromptFrame;
  /** Server time, milliseconds since 1970; null: no limit. */
  expiresAt: number | null;
  /** Milliseconds the clock began with; what the ring is drawn against. */
  limitMs: number | null;
  extended: boolean;
}

export interface Resolved {
  id: string;
  value: string;
  by: "person" | "timeout" | "cancel" | "superseded";
  frame: PromptFrame | null;
}

/** Why a draft was thrown away: a code, and the service's own sentence where the page has no word for it. */
export interface Retry {
  code: string;
  figures: string;
  reason: string;
}

export type TurnStatus = "running" | "waiting" | "done" | "failed" | "cancelled";

export interface Turn {
  runId: string;
  messageId: string;
  question: string;
  attempt: number;
  status: TurnStatus;
  /** Server times, milliseconds since 1970. */
  startedAt: number;
  endedAt: number | null;
  plan: PlanReadyFrame | null;
  reuse: DataReuseDecisionFrame | null;
  steps: Step[];
  /** The answer as far as it was written. */
  draft: string;
  retries: Retry[];
  prompt: OpenPrompt | null;
  resolved: Resolved | null;
  answer: AnswerFrame | null;
  failure: { code: ErrorCode | ""; message: string; retryable: boolean } | null;
}

/** A question that was taken and waits for its run to begin. */
export interface Queued {
  runId: string;
  messageId: string;
  question: string;
  /** From 1, as it was when the question was taken. */
  position: number;
  /** Milliseconds until it should begin, counted from `at`; null: not known. */
  estimateMs: number | null;
  /** Server time, milliseconds since 1970. */
  at: number;
}

export interface SessionState {
  /** The newest durable event that was taken in; all before it were too. */
  lastSeq: number;
  turns: Turn[];
  /** In the order they were taken. */
  queued: Queued[];
  /** Durable events that came before one that is still missing. */
  early: Record<number, Frame>;
  /** Some events are no longer kept: the transcript has to be read over HTTP. */
  mustRefetch: boolean;
}

export const emptySession: SessionState = { lastSeq: 0, turns: [], queued: [], early: {}, mustRefetch: false };
