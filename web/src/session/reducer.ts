/**
 * Frames in, state out. Pure: the same frames give the same state however often the line was cut, whatever came twice.
 *
 * Durable events are taken in the order of `seq`; one that comes early waits for those before it, one that was seen is
 * passed over. Drafts are addressed by offset, so a piece that comes again changes nothing.
 */
import type {
  AnswerDelta,
  AnswerFrame,
  PromptExtendedFrame,
  PromptResolvedFrame,
  RunRestartedFrame,
  RunStartedFrame,
  SessionReady,
  TeamCompletedFrame,
  TeamProgressFrame,
  TeamStartedFrame,
} from "../generated/protocol";
import type { Frame, OpenPrompt, PromptFrame, SessionState, Step, Turn } from "./state";

export function reduce(state: SessionState, frame: Frame): SessionState {
  if (frame.type === "session_ready") return ready(state, frame);
  if (frame.type === "answer_delta") return drafted(state, frame);
  if (frame.type === "gap") return drain({ ...state, mustRefetch: true, lastSeq: Math.max(state.lastSeq, frame.to) });
  if (!("seq" in frame) || frame.seq === 0) return state;
  if (frame.seq <= state.lastSeq) return state;
  if (frame.seq > state.lastSeq + 1) return { ...state, early: { ...state.early, [frame.seq]: frame } };
  return drain(durable({ ...state, lastSeq: frame.seq }, frame));
}

function drain(state: SessionState): SessionState {
  let now = state;
  while (true) {
    const kept = Object.entries(now.early).filter(([seq]) => Number(seq) > now.lastSeq);
    if (kept.length < Object.keys(now.early).length) now = { ...now, early: Object.fromEntries(kept) };
    const next = now.early[now.lastSeq + 1];
    if (next === undefined) return now;
    now = durable({ ...now, lastSeq: now.lastSeq + 1 }, next);
  }
}

function durable(state: SessionState, frame: Frame): SessionState {
  switch (frame.type) {
    case "run_queued": {
      const { run_id: runId, message_id: messageId, question, position, estimate_ms: estimateMs, ts } = frame;
      return { ...state, queued: [...state.queued, { runId, messageId, question, position, estimateMs, at: timeOf(ts) }] };
    }
    case "run_started":
    case "run_restarted":
      return begun(state, frame);
    case "plan_ready":
      return onTurn(state, frame.run_id, (turn) => ({ ...turn, plan: frame }));
    case "data_reuse_decision":
      return onTurn(state, frame.run_id, (turn) => ({ ...turn, reuse: frame }));
    case "team_started":
    case "team_progress":
    case "team_completed":
      return onTurn(state, frame.run_id, (turn) => ({ ...turn, steps: stepped(turn.steps, frame) }));
    case "user_confirmation_required":
    case "clarification_required":
    case "form_required":
      return onTurn(state, frame.run_id, (turn) => asked(turn, frame));
    case "prompt_extended":
      return onTurn(state, frame.run_id, (turn) => extended(turn, frame));
    case "prompt_resolved":
      return onTurn(state, frame.run_id, (turn) => resolved(turn, frame));
    case "answer_retry":
      return onTurn(state, frame.run_id, (turn) => ({ ...turn, draft: "", retries: [...turn.retries, { code: frame.code ?? "", figures: frame.figures ?? "", reason: frame.reason }] }));
    case "answer":
    case "clarify":
    case "form":
      return onTurn(state, frame.run_id, (turn) => answered(turn, frame));
    case "run_completed":
      return onTurn(state, frame.run_id, (turn) => ended(turn, "done", frame.ts));
    case "run_failed": {
      const { code, message, retryable } = frame;
      const failure = { code, message, retryable };
      return onTurn(state, frame.run_id, (turn) => ({ ...ended(turn, "failed", frame.ts), failure }));
    }
    case "run_cancelled":
      return onTurn(state, frame.run_id, (turn) => ended(turn, "cancelled", frame.ts));
    default:
      return state;
  }
}

function onTurn(state: SessionState, runId: string, change: (turn: Turn) => Turn): SessionState {
  const at = state.turns.findIndex((turn) => turn.runId === runId);
  if (at >= 0) return { ...state, turns: state.turns.with(at, change(state.turns[at]!)) };
  const waited = state.queued.find((one) => one.runId === runId);
  const fresh = waited === undefined ? newTurn(runId) : { ...newTurn(runId), messageId: waited.messageId, question: waited.question, startedAt: waited.at };
  return { ...state, turns: [...state.turns, change(fresh)], queued: state.queued.filter((one) => one !== waited) };
}

function newTurn(runId: string): Turn {
  return {
    runId, messageId: "", question: "", attempt: 1, status: "running", startedAt: 0, endedAt: null, plan: null,
    reuse: null, steps: [], draft: "", retries: [], prompt: null, resolved: null, answer: null, failure: null,
  };
}

/** The run's first frame begins it anew: what an earlier attempt had shown no longer counts. */
function begun(state: SessionState, frame: RunStartedFrame | RunRestartedFrame): SessionState {
  const { run_id: runId, message_id: messageId, question, attempt, ts } = frame;
  return onTurn(state, runId, () => ({ ...newTurn(runId), messageId, question, attempt, startedAt: timeOf(ts) }));
}

function stepped(steps: Step[], frame: TeamStartedFrame | TeamProgressFrame | TeamCompletedFrame): Step[] {
  const step = frame.type === "team_progress" ? frame.step : "";
  const key = `${frame.team}/${step}`;
  const at = steps.findIndex((line) => line.key === key);
  const before = steps[at];
  const now: Step = {
    key,
    team: frame.team,
    step,
    label: frame.type === "team_progress" ? frame.label : "",
    status: frame.type === "team_started" ? "running" : frame.status,
    counts: frame.type === "team_started" ? {} : frame.counts,
    elapsedMs: frame.type === "team_started" ? 0 : frame.elapsed_ms,
    beganAt: before?.beganAt ?? timeOf(frame.ts) - (frame.type === "team_started" ? 0 : frame.elapsed_ms),
    done: frame.type === "team_progress" ? frame.done : null,
    total: frame.type === "team_progress" ? frame.total : null,
  };
  return before === undefined ? [...steps, now] : steps.with(at, now);
}

function asked(turn: Turn, frame: PromptFrame): Turn {
  return { ...turn, status: "waiting", prompt: promptOf(frame), resolved: null };
}

function promptOf(frame: PromptFrame): OpenPrompt {
  return {
    id: idOf(frame),
    frame,
    expiresAt: frame.expires_at ? timeOf(frame.expires_at) : null,
    limitMs: frame.expires_in_ms ?? null,
    extended: false,
  };
}

export function idOf(frame: PromptFrame): string {
  if (frame.type === "form_required") return frame.form_id;
  return frame.type === "clarification_required" ? frame.clarification_id : frame.confirmation_id;
}

function extended(turn: Turn, frame: PromptExtendedFrame): Turn {
  if (turn.prompt?.id !== frame.id) return turn;
  const expiresAt = frame.expires_at ? timeOf(frame.expires_at) : null;
  return { ...turn, prompt: { ...turn.prompt, expiresAt, limitMs: frame.expires_in_ms, extended: true } };
}

function resolved(turn: Turn, frame: PromptResolvedFrame): Turn {
  const asking = turn.prompt?.id === frame.id ? turn.prompt.frame : null;
  const { id, value, by } = frame;
  return { ...turn, status: "running", prompt: null, resolved: { id, value, by, frame: asking } };
}

function answered(turn: Turn, frame: AnswerFrame): Turn {
  return { ...turn, messageId: frame.message_id, answer: frame, draft: "", prompt: null, status: "running" };
}

function ended(turn: Turn, status: "done" | "failed" | "cancelled", ts: string): Turn {
  return { ...turn, status, prompt: null, endedAt: timeOf(ts) };
}

/** Offsets count UTF-16 code units, as JavaScript's strings do. What is there already is not written again. */
function drafted(state: SessionState, frame: AnswerDelta): SessionState {
  const turn = state.turns.find((one) => one.runId === frame.run_id);
  if (turn === undefined || turn.answer !== null || turn.endedAt !== null) return state;
  if (frame.offset > turn.draft.length || turn.draft.startsWith(frame.text, frame.offset)) return state;
  const draft = turn.draft.slice(0, frame.offset) + frame.text;
  return onTurn(state, frame.run_id, (one) => ({ ...one, draft }));
}

/** The open question comes with the greeting too: its event may be among those no longer kept. */
function ready(state: SessionState, frame: SessionReady): SessionState {
  const prompt = frame.pending_prompt as PromptFrame | null;
  if (prompt === null || !state.mustRefetch) return state;
  const known = state.turns.find((turn) => turn.runId === prompt.run_id);
  if (known?.prompt?.id === idOf(prompt)) return state;
  return onTurn(state, prompt.run_id, (turn) => asked(turn, prompt));
}

function timeOf(ts: string): number {
  return ts === "" ? 0 : Date.parse(ts);
}
