/** The line above an answer, while it is made and after. */
import { expect, test } from "vitest";
import type { HoldingOut, PackOut } from "../src/generated/http";
import { originOf, working } from "../src/parts/origin";
import { linesOf } from "../src/parts/steps";
import { reduce } from "../src/session/reducer";
import { emptySession, type Frame, type Turn } from "../src/session/state";
import { en } from "../src/words/en";
import { ko } from "../src/words/ko";
import { answer, at } from "./frames";

const pack = {
  sources: [{ name: "trades", label: { ko: "개별 실거래", en: "Single transactions" }, columns: [] }, { name: "prices", label: { ko: "월간 시세", en: "Monthly prices" }, columns: [] }],
  data_types: [{ name: "market", label: { ko: "시세", en: "Market prices" } }, { name: "legal", label: { ko: "법령", en: "Law" } }],
  intents: { market_inquiry: { ko: "시세 조회", en: "Market prices" } },
} as unknown as PackOut;

let seq = 0;
const frame = (ms: number, of: object) => ({ session_id: "s", run_id: "r", seq: (seq += 1), ts: at(ms), ...of }) as unknown as Frame;
const turnOf = (...frames: (() => Frame)[]): Turn => {
  seq = 0;
  return frames.map((make) => make()).reduce(reduce, emptySession).turns[0]!;
};
const started = () => frame(0, { type: "run_started", message_id: "m", question: "q", attempt: 1 });
const planned = () => frame(100, { type: "plan_ready", intent: "market_inquiry", required_data_types: ["market"], why: "의도: 시세 조회", standalone_question: null, engine: "model" });
const step = (name: string, more: object) => () =>
  frame(300, { type: "team_progress", team: "search", step: `search:${name}`, label: "개별 실거래 검색 중", status: "running", counts: {}, elapsed_ms: 0, done: null, total: null, ...more });

test("who waits is told what is done: the source, after five seconds how far, after fifteen that it is long", () => {
  const turn = turnOf(started, planned, step("trades", { done: 1, total: 2 }));
  const told = (ms: number, words = ko) => working(turn, words, turn.startedAt + ms, pack);
  expect(told(2_100)).toEqual({ what: "개별 실거래 검색 중", more: ["2.1초"] });
  expect(told(6_400).more).toEqual(["두 곳 가운데 한 곳 끝남", "6.4초"]);
  expect(told(16_000).more).toEqual(["두 곳 가운데 한 곳 끝남", "평소보다 오래 걸립니다", "16초"]);
  expect(told(16_000, en)).toEqual({ what: "Searching Single transactions", more: ["1 of 2 done", "taking longer than usual", "16 s"] });
});

const thinks = (name: string, label: string, more: object = {}) => step("", { team: "answer", step: name, label, ...more });

test("of several questions each one's step is told, and the questions are counted", () => {
  const turn = turnOf(
    started, planned, thinks("subtask:1", "1) A?: being answered", { done: 0, total: 2 }), thinks("subtask:2", "2) B?: being answered", { done: 0, total: 2 }),
    thinks("subtask:1:classify_question", "1) reading the question", { done: 0, total: 3 }), thinks("subtask:2:classify_question", "2) reading the question", { done: 0, total: 3 }),
    thinks("subtask:2:classify_question", "2) reading the question", { status: "done", done: 1, total: 3, elapsed_ms: 400 }), thinks("subtask:2:answer_simple", "2) writing the answer", { done: 1, total: 3 }),
    thinks("subtask:1", "1) A?: answered", { status: "done", done: 1, total: 2 }),
  );
  expect(working(turn, en, turn.startedAt + 6_000, pack)).toEqual({ what: "2) writing the answer", more: [en.doneOf(1, 2), "6.0 s"] });
  expect(working(turn, ko, turn.startedAt, pack).what).toBe(ko.judging);
  const told = { ...turn, answer: turnOf(started, answered(reuse("search", {}))).answer };
  const lines = linesOf(told, en, pack).filter((one) => one.name.includes(")"));
  expect(lines.map((one) => [one.name, one.took])).toEqual([["2) reading the question", 400]]);
});

test("before a source is asked the phase is told", () => {
  expect(working(turnOf(started), en, 0, pack).what).toBe("Reading your question");
  expect(working(turnOf(started, planned), en, 0, pack).what).toBe("Checking what we already have");
  const retried = turnOf(started, planned, () => frame(400, { type: "answer_retry", reason: "x" }));
  expect(working(retried, en, 0, pack).what).toBe("Rewriting for accuracy");
});

const reuse = (decision: string, data_types: object) => ({ decision, variant: "v", data_types, judge1: null, judge2: {}, person: null, badge: null, undo_available: false });
const answered = (of: object) => () => frame(2_000, { ...answer("m"), timings_ms: { total: 700, plan: 1, search: 1, answer: 1 }, verification: { numeric_preservation: 1, recovery_round: 0 }, engine: "model", reuse: of });
const kept = { decision: "reused", evidence_id: "e", fetched_at: at(0), age_s: 180, source_changed: false };

test("a partial reuse tells each kind apart, in both languages", () => {
  const turn = turnOf(started, planned, answered(reuse("partial", { legal: kept, market: { decision: "searched" } })));
  const told = (words: typeof ko) => originOf(turn, { words, now: Date.parse(at(180_000)), holdings: [], pack })!;
  expect([told(ko).glyph, told(ko).name, told(ko).rest]).toEqual(["partial", "법령 재사용", "3분 전, 원본 변경 없음, 시세는 새로 찾음"]);
  expect([told(en).name, told(en).rest]).toEqual(["Reused law", "3 min ago, source unchanged, market prices searched"]);
});

test("the timeline names sources and intents in the page's language, failures and what was skipped too", () => {
  const turn = turnOf(
    started, planned,
    () => frame(200, { type: "team_started", team: "search" }),
    step("trades", { status: "failed", elapsed_ms: 90 }), step("prices", { status: "done", counts: { found: 10 }, elapsed_ms: 120 }),
    () => frame(400, { type: "team_completed", team: "search", status: "done", counts: {}, elapsed_ms: 200 }),
    answered(reuse("search", { market: { decision: "searched" } })),
  );
  const told = (words: typeof ko) => linesOf(turn, words, pack).map((line) => `${line.name}: ${line.detail}`);
  expect(told(en)).toEqual(["Question: Market prices", "Search: 2 places at once", "Single transactions: could not be fetched", "Monthly prices: 10 items", "Writing: ", "Checks: all figures match their sources"]);
  expect(told(ko)[2]).toBe("개별 실거래: 가져오지 못함");
});

test("where some kinds were used again there is a line a kind: its age, found anew, or not to be had", () => {
  const of = reuse("partial", { legal: kept, market: { decision: "searched" }, loans: { decision: "failed" } });
  const turn = turnOf(started, planned, answered(of));
  const holdings = [{ evidence_id: "e", items: 2 }] as unknown as HoldingOut[];
  const told = (words: typeof ko) => originOf(turn, { words, now: Date.parse(at(180_000)), holdings, pack })!.kinds.map((kind) => [kind.name, kind.rest, kind.evidenceId]);
  expect(told(ko)).toEqual([["법령 2건 재사용", "3분 전, 원본 변경 없음", "e"], ["시세는 새로 찾음", "", null], ["loans: 가져오지 못함", "", null]]);
  expect(told(en)[1]).toEqual(["market prices searched", "", null]);
});

test("what was used again in doubt without asking says why, alone and beside another kind, in both languages", () => {
  const unasked = { ...kept, unasked: true };
  const told = (of: object, words: typeof ko) => originOf(turnOf(started, planned, answered(of)), { words, now: Date.parse(at(180_000)), holdings: [], pack })!;
  const alone = reuse("reuse", { market: unasked });
  expect(told(alone, ko).rest).toBe("3분 전, 원본 변경 없음, 조건과 자료가 맞고 다시 찾아도 금방이라 묻지 않음");
  expect(told(alone, en).rest).toBe("3 min ago, source unchanged, not asked because conditions and data match and a new search is quick");
  const both = reuse("reuse", { market: unasked, legal: kept });
  expect(told(both, en).kinds.map((kind) => kind.rest.includes("not asked"))).toEqual([true, false]);
  expect(told(reuse("reuse", { market: kept }), ko).rest).not.toContain("묻지 않음");
});

test("the timeline tells the two judges apart, the way taken, and why a draft was thrown away, in the page's language", () => {
  const judge1 = { by: "model", is_sufficient: true, confidence: 0.86, data_source: "checkpoint", missing_data_types: ["legal"], reasoning: "같은 지역의 방금 자료" };
  const judge2 = { market: { verdict: "sufficient", confidence: 0.9, issues: [] }, legal: { verdict: "insufficient", confidence: 0.56, issues: ["missing"] } };
  const turn = turnOf(
    started, () => ({ ...planned(), route: "rag_required" }) as Frame,
    () => frame(200, { type: "data_reuse_decision", decision: "partial", data_types: {}, judge1, judge2, reasons: [] }),
    () => frame(400, { type: "answer_retry", reason: "초안의 수치(5억)가 자료에 없어 다시 씁니다.", code: "numbers", figures: "5억" }),
    () => frame(500, { type: "answer_retry", reason: "옛 까닭" }),
  );
  const told = (words: typeof ko) => linesOf(turn, words, pack).map((line) => `${line.part ? "- " : ""}${line.name}: ${line.detail}`);
  expect(told(ko)).toEqual([
    "질문 이해: 시세 조회 · 자료로 답함", "자료 판단: 일부만 다시 찾음", "- 판정 1 (모델): 충분 · 확신 86% · 없는 자료: 법령 · 같은 지역의 방금 자료",
    "- 판정 2 · 시세: 충분 · 확신 90%", "- 판정 2 · 법령: 부족 · 확신 56% · 아직 찾은 자료가 없습니다.", "다시 씀: 초안의 수치(5억)가 자료에 없음", "다시 씀: 옛 까닭",
  ]);
  expect(told(en).slice(2, 6)).toEqual([
    "- Judge 1 (model): sufficient · 86% sure · missing: Law", "- Judge 2 · Market prices: sufficient · 90% sure", expect.stringMatching(/^- Judge 2 · Law: not sufficient · 56% sure · .+/),
    expect.stringMatching(/^[^:]+: the draft held figures that are not in the data \(5억\)$/),
  ]);
});
