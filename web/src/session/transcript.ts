/** The transcript read over HTTP, where events are no longer kept: earlier answers become turns without their steps. */
import type { MessageOut } from "../generated/http";
import type { AnswerFrame } from "../generated/protocol";
import type { SessionState, Turn } from "./state";

/** What the service gives at once. */
export const PAGE = 500;

/** Page after page, until one is not full. */
export async function wholeTranscript(page: (after: string | null) => Promise<{ messages: MessageOut[] }>): Promise<MessageOut[]> {
  const all: MessageOut[] = [];
  while (true) {
    const { messages } = await page(all.at(-1)?.message_id ?? null);
    all.push(...messages);
    if (messages.length < PAGE) return all;
  }
}

export function withTranscript(state: SessionState, messages: MessageOut[]): SessionState {
  const known = new Map(state.turns.filter((turn) => turn.messageId !== "").map((turn) => [turn.runId, turn]));
  const asked = messages.filter((message) => message.role === "user");
  const answers = new Map(messages.filter((message) => message.role === "assistant").map((one) => [one.run_id, one]));
  const turns = asked.map((message) => known.get(message.run_id) ?? turnOf(message, answers.get(message.run_id)));
  const listed = new Set(turns.map((turn) => turn.runId));
  const rest = state.turns.filter((turn) => turn.messageId !== "" && !listed.has(turn.runId));
  return { ...state, turns: [...turns, ...rest], mustRefetch: false };
}

function turnOf(message: MessageOut, answer: MessageOut | undefined): Turn {
  const at = Date.parse(message.created_at);
  return {
    runId: message.run_id, messageId: message.message_id, question: message.content, attempt: 1,
    status: answer ? "done" : "cancelled", startedAt: at, endedAt: answer ? Date.parse(answer.created_at) : at,
    plan: null, reuse: null, steps: [], draft: "", retries: [], prompt: null, resolved: null,
    answer: (answer?.answer as unknown as AnswerFrame | undefined) ?? null, failure: null,
  };
}
