/** Whole conversations as the service would send them, drawn at random. */
import fc from "fast-check";
import type { AnswerFrame } from "../src/generated/protocol";
import type { Frame } from "../src/session/state";

const SESSION = "s1";
export const at = (ms: number) => new Date(Date.UTC(2026, 1, 23, 1, 0, 0) + ms).toISOString();

type Part =
  | { kind: "step"; name: string; found: number }
  | { kind: "write"; text: string }
  | { kind: "retry" }
  | { kind: "restart" }
  | { kind: "ask"; by: "person" | "timeout" | "superseded"; extend: boolean };

export interface Script {
  parts: Part[];
  end: "answer" | "failed" | "cancelled" | "open";
}

const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ kind: fc.constant("step" as const), name: fc.constantFrom("trades", "law", "loans"), found: fc.nat(90) }),
  fc.record({ kind: fc.constant("write" as const), text: fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }) }),
  fc.constant({ kind: "retry" as const }),
  fc.constant({ kind: "restart" as const }),
  fc.record({ kind: fc.constant("ask" as const), by: fc.constantFrom("person" as const, "timeout" as const, "superseded" as const), extend: fc.boolean() }),
);
export const scripts = fc.array(
  fc.record({ parts: fc.array(part, { maxLength: 8 }), end: fc.constantFrom("answer" as const, "failed" as const, "cancelled" as const, "open" as const) }),
  { minLength: 1, maxLength: 4 },
);

/** Every frame of the conversation, deltas in their places. */
export function framesOf(conversation: Script[]): Frame[] {
  const frames: Frame[] = [];
  let seq = 0;
  const durable = (frame: object, run: string) => {
    seq += 1;
    frames.push({ session_id: SESSION, run_id: run, seq, ts: at(seq * 100), ...frame } as Frame);
  };
  conversation.forEach((script, turn) => {
    const run = `run-${turn}`;
    const open = turn < conversation.length - 1 && script.end === "open" ? "cancelled" : script.end;
    let [written, attempt] = [0, 1];
    durable({ type: "run_started", message_id: `m${turn}`, question: `질문 ${turn}`, attempt }, run);
    script.parts.forEach((one, index) => {
      if (one.kind === "step") {
        const step = { team: "search", step: `search:${one.name}`, label: `${one.name} 검색 중`, done: null, total: null };
        durable({ type: "team_progress", ...step, status: "running", counts: {}, elapsed_ms: 0 }, run);
        durable({ type: "team_progress", ...step, status: "done", counts: { found: one.found }, elapsed_ms: 50 }, run);
      } else if (one.kind === "write") {
        frames.push({ type: "answer_delta", session_id: SESSION, ts: at(seq * 100), run_id: run, offset: written, text: one.text });
        written += one.text.length;
      } else if (one.kind === "retry") {
        written = 0;
        durable({ type: "answer_retry", reason: "numbers" }, run);
      } else if (one.kind === "restart") {
        [written, attempt] = [0, attempt + 1];
        durable({ type: "run_restarted", message_id: `m${turn}`, question: `질문 ${turn}`, attempt }, run);
      } else {
        const id = `p-${turn}-${index}`;
        durable({ ...confirmation(id), run_id: run }, run);
        if (one.extend) durable({ type: "prompt_extended", id, expires_at: at(90_000), expires_in_ms: 60_000 }, run);
        durable({ type: "prompt_resolved", id, value: "search_new", by: one.by }, run);
      }
    });
    if (open === "answer") {
      durable(answer(`m${turn}`), run);
      durable({ type: "run_completed", timings_ms: { total: 10, plan: 1, search: 1, answer: 1 }, usage: {} }, run);
    } else if (open === "failed") durable({ type: "run_failed", code: "model_failed", message: "모델", retryable: true }, run);
    else if (open === "cancelled") durable({ type: "run_cancelled", message: "멈춤" }, run);
  });
  return frames;
}

function confirmation(id: string): object {
  return {
    type: "user_confirmation_required", confirmation_id: id, message: "쓸까요?", options: [], expires_at: at(30_000), expires_in_ms: 30_000,
    context: { previous_data_summary: "10건", data_age: 60, uncertainty_reason: "오래됨", measured_saving_s: 1.5 },
  };
}

export function answer(messageId: string): Partial<AnswerFrame> {
  return { type: "answer", message_id: messageId, answer_id: `a-${messageId}`, content: "답 [1]", citations: [], notices: [] };
}

export function ready(lastSeq: number): Frame {
  return {
    type: "session_ready", session_id: SESSION, ts: at(0), last_seq: lastSeq, active_run: null, pending_prompt: null, partial: null,
    pack: "real_estate", variant: "hybrid_confirm", server_now: at(0),
  };
}

/** What the service sends to whoever comes back having seen `lastSeq`, when `frames` is what happened so far. */
export function replay(frames: Frame[], lastSeq: number): Frame[] {
  const durable = frames.filter((frame) => "seq" in frame && frame.seq > lastSeq);
  let draft: { run: string; text: string } | null = null;
  for (const frame of frames) {
    if (frame.type === "answer_delta") {
      const before: string = draft?.run === frame.run_id ? draft.text : "";
      draft = { run: frame.run_id, text: before.slice(0, frame.offset) + frame.text };
    } else if (["answer_retry", "answer", "run_restarted", "run_started", "run_failed", "run_cancelled"].includes(frame.type)) draft = null;
  }
  const partial: Frame[] = draft === null ? [] : [{ type: "answer_delta", session_id: SESSION, ts: at(0), run_id: draft.run, offset: 0, text: draft.text }];
  return [ready(frames.length), ...durable, ...partial];
}
