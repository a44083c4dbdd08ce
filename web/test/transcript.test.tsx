// @vitest-environment happy-dom
/** A long conversation: its end is drawn first, the rest soon, and what was drawn stays. */
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Transcript } from "../src/parts/transcript";
import type { Acts, Surroundings } from "../src/parts/turn";
import type { AnswerFrame, CitationOut } from "../src/generated/protocol";
import type { View } from "../src/session/conversation";
import { reduce } from "../src/session/reducer";
import { emptySession } from "../src/session/state";
import { exchangesOf } from "../src/session/versions";
import { framesOf } from "./frames";
import { inARoom, room, root } from "./room";

inARoom();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const around: Surroundings = { holdings: [], pack: undefined, clockOffset: 0, answering: {}, mine: [], ratings: {}, offline: false, cardElsewhere: false, idle: true };
const view = { session: emptySession, unsent: [], status: "open", busyUntil: null } as unknown as View;

function drawn(turns: number): number[] {
  const state = framesOf(Array.from({ length: turns }, () => ({ parts: [], end: "failed" as const }))).reduce(reduce, emptySession);
  act(() => root.render(<Transcript view={view} exchanges={exchangesOf(state.turns)} around={around} acts={{} as Acts} />));
  return numbers();
}
const numbers = () => [...room.querySelectorAll("article h2")].map((head) => Number(head.textContent!.replace(/\D/g, "")));
const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

test("of forty questions the last are drawn at once, under their own numbers, and all of them soon", () => {
  expect(drawn(40)).toEqual(upTo(29, 40));
  act(() => vi.advanceTimersToNextTimer());
  expect(numbers()).toEqual(upTo(17, 40));
  act(() => vi.runOnlyPendingTimers());
  act(() => vi.runOnlyPendingTimers());
  expect(numbers()).toEqual(upTo(1, 40));
});

test("another question takes nothing away that was drawn, whether all were or not yet", () => {
  drawn(40);
  act(() => vi.advanceTimersToNextTimer());
  expect(drawn(41)).toEqual(upTo(17, 41));
  act(() => vi.runOnlyPendingTimers());
  act(() => vi.runOnlyPendingTimers());
  expect(drawn(42)).toEqual(upTo(1, 42));
});

test("a short conversation is drawn whole", () => {
  expect(drawn(12)).toEqual(upTo(1, 12));
});

test.each([
  [8_400, "접수했습니다 · 대기 12번째 · 약 8초 뒤 시작"],
  [null, "접수했습니다 · 대기 12번째"],
])("a question that waits shows its place, whoever asked it (%s ms)", (estimateMs, told) => {
  const queued = { runId: "r", messageId: "m", question: "달서구 시세", position: 12, estimateMs, at: 0 };
  const asking = (unsent: View["unsent"]) => {
    const waiting = { ...view, session: { ...emptySession, queued: [queued] }, unsent } as View;
    act(() => root.render(<Transcript view={waiting} exchanges={[]} around={around} acts={{} as Acts} />));
    return [...room.querySelectorAll("article")].map((one) => one.textContent);
  };
  expect(asking([{ messageId: "m", content: "달서구 시세", sent: true }])).toEqual([`달서구 시세${told}`]);
  expect(asking([]), "another window's").toEqual([`달서구 시세${told}`]);
});

test("that no model wrote the answers is said once, with the way to a model for whoever may see it", () => {
  const cited = { marker: 1, title: "5. Expenses", quote: "q", chunk_id: "c#1", evidence_id: "e", source: "handbook", uri: "", fields: {}, fetched_at: "2026-02-23T01:00:00Z", example: false } as unknown as CitationOut;
  const { turns } = framesOf(Array.from({ length: 3 }, () => ({ parts: [], end: "answer" as const }))).reduce(reduce, emptySession);
  const byRules = turns.map((turn, at) => ({ ...turn, answer: { ...turn.answer, engine: at === 0 ? "model" : "rules", citations: [cited], reuse: { data_types: {} }, marks: [], timings_ms: { total: 10, plan: 1, search: 1, answer: 1 }, notices: [], memories_used: [], suggestions: [], verification: {} } as unknown as AnswerFrame }));
  const openModels = vi.fn();
  const saying = (acts: Partial<Acts>) => {
    act(() => root.render(<Transcript view={view} exchanges={exchangesOf(byRules)} around={around} acts={acts as Acts} />));
    return [...room.querySelectorAll("article")].map((one) => one.textContent!.includes("모델 없이"));
  };
  expect(saying({ openModels: null })).toEqual([false, true, false]);
  expect([...room.querySelectorAll("button.link")].map((one) => one.textContent)).not.toContain("모델을 더하는 법");
  saying({ openModels });
  act(() => [...room.querySelectorAll<HTMLButtonElement>("button.link")].find((one) => one.textContent === "모델을 더하는 법")!.click());
  expect(openModels).toHaveBeenCalledOnce();
});
