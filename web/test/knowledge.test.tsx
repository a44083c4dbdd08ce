// The knowledge page: what a run's record says of a question, and what came of an upload.
import { describe, expect, it } from "vitest";
import type { IngestOut, PackOut, TraceOut } from "../src/generated/http";
import { reasonIn } from "../src/knowledge/reasons";
import { outcomeOf } from "../src/knowledge/uploads";
import { linesOf } from "../src/knowledge/why-lines";
import { knowledgeWords } from "../src/knowledge/words";
import { wordsOf } from "../src/words";

const pack = {
  name: "real_estate", data_types: [{ name: "market", label: { ko: "시세", en: "Market prices" } }], intents: { market_inquiry: { ko: "시세 문의", en: "Market prices" } }, sources: [{ name: "district_prices", label: { ko: "월별 시세", en: "Monthly prices" } }],
  kinds: { region: { label: { ko: "지역", en: "Region" }, choices: {} }, deal: { label: { ko: "거래", en: "Deal" }, choices: { sale: { ko: "매매", en: "sale" } } } },
} as unknown as PackOut;

function traced(...events: object[]): TraceOut {
  return { run_id: "r", question: "시세는?", events, decision: { inputs: { ledger: [{ evidence_id: "e1", data_type: "market", query: "달서구 시세", item_count: 4, slots: { region: ["대구 달서구"], deal: ["sale"], floor: [3] } }, { evidence_id: "other", data_type: "legal", query: "x", item_count: 1, slots: {} }] } } } as unknown as TraceOut;
}

const PLAN = { type: "plan_ready", route: "rag_required", intent: "market_inquiry", confidence: 0.9, engine: "rules", why: "말에 시세가 있음", standalone_question: null, required_data_types: ["market"], active_teams: ["search"], absent_teams: ["document"] };
const REUSE = { type: "data_reuse_decision", decision: "search", variant: "hybrid_confirm", judge1: { is_sufficient: false, confidence: 0.25, by: "rules", reasoning: "가진 것이 없음" }, judge2: { market: { verdict: "insufficient", confidence: 0, issues: ["missing"] } }, reasons: ["새로 찾음"] };
const ANSWER = { type: "answer", content: "중위가는 2억입니다. [1]\n둘째 줄", requests: [{ reading: "alone", standalone: "달서구 시세는?", entities: [{ id: "1", type: "region", name: "대구 달서구" }], answered: true, reason: "" }], citations: [{ marker: 1, source: "district_prices", title: "대구 달서구" }], reuse: { data_types: { market: { evidence_id: "e1" } } } };

describe("what a run's record says of a question", () => {
  const told = (language: "ko" | "en") => linesOf(traced(PLAN, REUSE, ANSWER, { type: "team_progress", status: "done", label: "월별 시세", elapsed_ms: 12 }), { words: wordsOf(language), own: knowledgeWords(language), pack });
  it("stands in the page's language, in the order of the turn", () => {
    const lines = told("ko");
    expect(lines.find((one) => one.name === "의도")?.value).toBe("시세 문의 · 0.90 · 규칙");
    expect(lines.find((one) => one.name === "맡은 팀")?.value).toBe("검색, 문서 (쉬는 팀)");
    expect(lines.map((one) => one.part).join(" ")).toMatch(/^(understood )+(judged )+(searched )+(answered ?)+$/);
    expect(told("en").find((one) => one.name === "Judge 1")?.value).toContain("Not enough 0.25 · rules");
  });
  it("names the filters of the evidence that was used, and no other", () => {
    const lines = told("ko");
    expect(lines.find((one) => one.name.startsWith("거른 조건"))?.value).toBe("지역 = 대구 달서구; 거래 = 매매; floor = 3");
    expect(lines.filter((one) => one.name.startsWith("거른 조건"))).toHaveLength(1);
  });
  it("calls kinds, sources and variants by their words, each language by its own", () => {
    const value = (language: "ko" | "en", name: string) => told(language).find((one) => one.name.startsWith(name))?.value;
    expect([value("ko", "알아들은 이름"), value("en", "Names")]).toEqual(["대구 달서구 (지역)", "대구 달서구 (Region)"]);
    expect([value("ko", "인용"), value("en", "Cited")]).toEqual(["월별 시세 · 대구 달서구", "Monthly prices · 대구 달서구"]);
    expect([value("ko", "결정"), value("en", "Decision")]).toEqual(["새로 찾음 · 판정 둘과 확인", "Searched · two judges + you"]);
  });
  it("tells a run that failed in the page's language, without an answer", () => {
    const lines = linesOf(traced({ type: "run_failed", code: "turn_timeout", message: "It took too long." }), { words: wordsOf("en"), own: knowledgeWords("en"), pack });
    expect(lines).toEqual([{ part: "answered", name: "Failed", value: "The answer took too long and was stopped; ask again, or ask for less at once." }]);
  });
});

it("one of a thing is told as one in English", () => {
  const own = knowledgeWords("en");
  const told = (n: string) => [own.documentsOf, own.passagesOf, own.rowsOf, own.columnsOf, own.nodesOf, own.relationsOf].map((of) => of(n));
  expect(told("1")).toEqual(["1 document", "1 passage", "1 row", "1 column", "1 thing", "1 relation"]);
  expect(told("1,200")[1]).toBe("1,200 passages");
});

describe("what came of an upload", () => {
  const report = (counts: Record<string, number>, ...remarks: string[]): IngestOut => ({ sources: { a: counts }, remarks });
  const counts = knowledgeWords("en").counts;
  it("is done where something was added or changed, and says what was left out", () => {
    expect(outcomeOf(report({ added: 2, changed: 1, unchanged: 0 }, "b.md: empty"), counts)).toEqual(["done", "2 added · 1 changed · b.md: empty"]);
  });
  it("is nothing new where all was there already", () => {
    expect(outcomeOf(report({ added: 0, changed: 0, unchanged: 3 }), counts)[0]).toBe("nothing");
  });
  it("is a failure where nothing was taken, with its reason", () => {
    expect(outcomeOf({ sources: {}, remarks: ["a.pdf: damaged"] }, counts)).toEqual(["failed", "a.pdf: damaged"]);
  });
});

describe("why a file was left out", () => {
  it("is said in the page's language, with the file's name before it", () => {
    expect(reasonIn("ko", "a.pdf: a damaged PDF; save it again from its program")).toBe("a.pdf: 파일이 망가졌거나 끊겼습니다. 쓰던 프로그램에서 다시 저장해 주세요.");
    expect(reasonIn("ko", "b.pdf: page 3, 7: no text there")).toBe("b.pdf: 3, 7쪽에는 글자가 없습니다.");
    expect(reasonIn("en", "a.pdf: a damaged PDF")).toBe("a.pdf: a damaged PDF");
  });
  it("stays as it was said where it is not known", () => {
    expect(reasonIn("ko", "c.md: something else")).toBe("c.md: something else");
  });
});
