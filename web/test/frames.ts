/** Whole conversations as the service would send them, drawn at random. */
import fc from "fast-check";
import type { AnswerFrame, ClarificationRequiredFrame, FormRequiredFrame, UserConfirmationRequiredFrame } from "../src/generated/protocol";
import type { Frame } from "../src/session/state";

const SESSION = "s1";
export const at = (ms: number) => new Date(Date.UTC(2026, 1, 23, 1, 0, 0) + ms).toISOString();

type Part =
  | { kind: "step"; name: string; found: number }
  | { kind: "write"; text: string }
  | { kind: "retry" }
  | { kind: "restart" }
  | { kind: "ask"; what: "confirmation" | "clarification" | "form"; by: "person" | "timeout" | "superseded" | "cancel"; extend: boolean };

export interface Script {
  parts: Part[];
  end: "answer" | "failed" | "cancelled" | "open";
}

const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ kind: fc.constant("step" as const), name: fc.constantFrom("trades", "law", "loans"), found: fc.nat(90) }),
  fc.record({ kind: fc.constant("write" as const), text: fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }) }),
  fc.constant({ kind: "retry" as const }),
  fc.constant({ kind: "restart" as const }),
  fc.record({
    kind: fc.constant("ask" as const), what: fc.constantFrom("confirmation" as const, "clarification" as const, "form" as const),
    by: fc.constantFrom("person" as const, "timeout" as const, "superseded" as const, "cancel" as const), extend: fc.boolean(),
  }),
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
        const asked = { confirmation: () => confirmationFrame(id, {}), clarification: () => clarificationFrame(id, 3), form: () => formFrame(id) }[one.what]();
        const { seq: _seq, run_id: _run, ts: _ts, session_id: _session, ...frame } = asked;
        durable(frame, run);
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

const numbered = { session_id: SESSION, run_id: "r", seq: 0, ts: at(0) };

export function confirmationFrame(id: string, context: Partial<UserConfirmationRequiredFrame["context"]>): UserConfirmationRequiredFrame {
  return {
    ...numbered, type: "user_confirmation_required", confirmation_id: id, message: "쓸까요?", expires_at: at(30_000), expires_in_ms: 30_000,
    options: [{ value: "use_previous", label: "이전 자료", description: "" }, { value: "search_new", label: "새로", description: "" }],
    context: { previous_data_summary: "10건", data_age: 60, uncertainty_reason: "오래됨", measured_saving_s: 1.5, in_hand: [], ...context },
  };
}

export function clarificationFrame(id: string, options: number): ClarificationRequiredFrame {
  return {
    ...numbered, type: "clarification_required", clarification_id: id, message: "어느 것을 말씀하시나요?", reason: "many", original_query: "품",
    options: Array.from({ length: options }, (_, n) => ({ id: `o${n}`, label: `항목 ${n}`, query: `항목 ${n} 품`, entity_id: `e-${n}`, source_section: "배관 > 강관" })),
    more: [], expires_at: at(120_000), expires_in_ms: 120_000,
  };
}

export function formFrame(id: string): FormRequiredFrame {
  return {
    ...numbered, type: "form_required", form_id: id, message: "계약서에 더 필요한 것이 있습니다.",
    expires_at: at(1_800_000), expires_in_ms: 1_800_000, query: "계약서 써줘",
    known: [{ name: "region", label: "지역", value: "대구 달서구" }],
    schema: {
      type: "object", required: ["deposit", "start", "deal"],
      properties: {
        deposit: { type: "integer", title: "보증금", minimum: 0, unit: "만원" },
        start: { type: "string", format: "date", title: "시작하는 날", description: "이사하는 날" },
        deal: { title: "거래", oneOf: [{ const: "jeonse", title: "전세" }, { const: "monthly", title: "월세" }] },
        furnished: { type: "boolean", title: "가구" },
        note: { type: "string", title: "특약", maxLength: 500 },
      },
    },
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
