// @vitest-environment happy-dom
/** How an answer came about, as a person finds it behind one press. */
import { act } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { AnswerRecordOut, PackOut } from "../src/generated/http";
import TracePanel from "../src/panels/trace";
import { passagesOf, restOf, searchesOf, spansOf } from "../src/panels/tracing";
import type { Turn } from "../src/session/state";
import { type Language, WordsContext, wordsOf } from "../src/words";
import { inARoom, room, root } from "./room";

const verdict = {
  question_overlap: 846, key_words: 833, context_overlap: null, numeric_preservation: 500, figures: 2, unsupported_figures: ["7%"],
  unsupported_sentences: [], refuses: false, wrong_language: false, violations: 0, claims: 1, bound_figures: 0, computed: [], mended_markers: [], reason: null,
};
const stage = (name: string, count_in: number, count_out: number, note = "") => ({ name, count_in, count_out, ms: 7.4, note });
const found: AnswerRecordOut = {
  run_id: "r", session_id: "s", created_at: "2026-02-23T01:00:00Z", pack: "p", question: "보증금은?", engine: "model", failure: null, answer_ms: 400,
  record: {
    path: "model", question_type: "numeric", type_confidence: 300, configuration: "3161a467c73a", model: "scripted",
    contexts: [
      { marker: 1, item_id: "law/7", title: "제7조", score: 1500, characters: 600, row: false },
      { marker: 2, item_id: "law/3", title: "제3조", score: 700, characters: 300, row: false },
      { marker: 3, item_id: "row", title: "달서구", score: 0, characters: 100, row: true },
    ],
    drafts: [
      { prompt: "answer", round: 0, contexts: [1, 2, 3], outcome: "numbers", text: "…", verdict },
      { prompt: "answer_strict", round: 1, contexts: [1, 2, 3], outcome: "of a later version", text: "", verdict: null },
      { prompt: "answer_strict", round: 1, contexts: [1, 2, 3], outcome: "accepted", text: "…", verdict: { ...verdict, unsupported_figures: [] } },
    ],
    retry_count: 2, answer_grade: "accept", workflow_status: "completed",
    times_ms: { total: 399, draft_10: 20, quote: 5, choice: 10, draft_2: 100, draft_1: 200 },
    retrieval: [
      {
        source: "law_guide", wanted: 9, threshold: 120, guard_passed: true, fallbacks: ["low_conf_retry"], cache_hit: false, elapsed_ms: 55.7,
        stages: [stage("analysis", 1, 1), stage("dense", 0, 0, "off"), stage("lexical", 0, 50), stage("merge", 50, 50), stage("guard", 50, 8)],
        contexts: [{ item_id: "law/7", confidence: 1000 }],
      },
      { source: "statutes", wanted: 9, threshold: 120, guard_passed: false, fallbacks: [], cache_hit: false, elapsed_ms: 3, stages: [stage("lexical", 0, 0, "empty")], contexts: [] },
      { of: "another form" },
    ],
    guard_overlap: 1000, top_confidences: [1000], fallbacks: ["low_conf_retry", "of a later version"], fallback: null, recovery_round: 1, numeric_preservation: 1,
    verdict: null, unsupported_sentences: [], items: 3, failure: null, unanswered_parts: [], confidence: 927, question: "보증금은?", timings_ms: { plan: 100, search: 200, answer: 400, total: 800 },
    usage: { model_calls: 3, prompt_tokens: 2908, completion_tokens: 76 },
  },
};
const turn = { runId: "r", answer: { citations: [{ marker: 1 }] } } as unknown as Turn;
const pack = { sources: [{ name: "law_guide", label: { ko: "임대차 법률 안내", en: "Tenancy law" } }] } as unknown as PackOut;
const quiet = { ...found, record: { ...found.record, path: "early", contexts: [], drafts: [], retrieval: [], fallbacks: [], times_ms: {}, timings_ms: {}, usage: {}, configuration: "", model: null } };

describe("what a record says", () => {
  test("parts of a turn stand one after the other, drafts in the order they were written", () => {
    expect(spansOf(found).map((one) => [one.name, one.number ?? 0, one.from, one.took])).toEqual([
      ["plan", 0, 0, 100], ["search", 0, 100, 200], ["law_guide", 0, 100, 55.7], ["statutes", 0, 100, 3], ["answer", 0, 400, 400],
      ["choice", 0, 400, 10], ["draft", 1, 410, 200], ["draft", 2, 610, 100], ["draft", 10, 710, 20], ["quote", 0, 730, 5],
    ]);
    expect(restOf(found)).toBe(100);
    expect(spansOf(quiet).map((one) => one.name)).toEqual(["answer"]);
  });
  test("no bar runs past the end of the turn, whatever was measured", () => {
    const longer = { ...found, record: { ...found.record, times_ms: { draft_1: 9_000, draft_2: 50 } } };
    expect(Math.max(...spansOf(longer).map((one) => one.from + one.took))).toBe(800);
  });
  test("a search of another form is passed over, a step that took nothing away is told apart", () => {
    expect(searchesOf(found).map((one) => [one.source, one.most, one.guard])).toEqual([["law_guide", 50, true], ["statutes", 1, false]]);
    expect(searchesOf(found)[0]!.sieves.map((one) => [one.name, one.left, one.same])).toEqual([["dense", 0, true], ["lexical", 50, false], ["merge", 50, true], ["guard", 8, false]]);
  });
  test("a passage has the confidence its own search gave it; rows and what was found earlier have none", () => {
    expect(passagesOf(found, [1]).map((one) => [one.confidence, one.cited])).toEqual([[1000, true], [null, false], [null, false]]);
  });
});

let answers: (() => Response | Promise<Response>)[];
inARoom();
beforeEach(() => {
  vi.stubGlobal("fetch", (path: string) => {
    expect(path).toBe("/api/answers/r");
    return Promise.resolve().then(() => answers.shift()!());
  });
});

const json = (body: unknown, status = 200) => () => new Response(JSON.stringify(body), { status });
async function shown(language: Language = "ko"): Promise<void> {
  await act(async () => root.render(<WordsContext value={wordsOf(language)}><TracePanel turn={turn} pack={pack} close={() => undefined} /></WordsContext>));
}
const texts = (selector: string) => [...room.querySelectorAll(selector)].map((one) => one.textContent);

describe("the panel", () => {
  test("draws times, funnel, scores and checks", async () => {
    answers = [json(found)];
    await shown();
    expect(texts(".trace > section > h3 b")).toEqual(["걸린 시간", "찾은 구절을 거른 순서", "답에 쓴 자료", "쓴 글과 확인", "그 밖에"]);
    expect(texts(".trace > .chips li")).toEqual(["확신이 낮아 기준을 낮추어 다시 찾음", "of a later version"]);
    expect(texts(".funnel h4").map((one) => one!.split("9건")[0])).toEqual(["임대차 법률 안내", "statutes맞는 구절이 없었습니다."]);
    expect(texts(".funnel tbody tr")).toEqual(["뜻이 가까운 것쓰지 않음", "낱말이 맞는 것507밀리초", "둘을 합침507밀리초", "질문과 맞는지 확인87밀리초"]);
    expect([...room.querySelectorAll<HTMLElement>(".sieve i")].map((one) => one.style.width)).toEqual(["100%", "100%", "16%"]);
    expect(texts(".passages .number")).toEqual(["확신 100%", "앞서 찾음"]);
    expect(texts(".drafts .chip")).toEqual(["숫자가 맞지 않음", "쓰지 않음", "보냄"]);
    expect(room.textContent).toContain("출처에 없는 숫자: 7%");
    expect(room.textContent).toContain("언어가 달라 재지 않음");
    expect(texts(".facts dd")).toEqual(["보증금은?", "숫자", "93%", "scripted", "3번", "2,984", "3161a467c73a"]);
  });
  test("is in English on an English page", async () => {
    answers = [json({ ...found, record: { ...found.record, contexts: [], question: "Deposit?" } })];
    await shown("en");
    expect(room.textContent).toContain("Searched again with a lower bar");
    expect(room.textContent).not.toMatch(/[가-힣]/);
  });
  test("an answer that needed nothing has nothing to narrow down or to check", async () => {
    answers = [json(quiet)];
    await shown();
    expect(texts(".trace > section > h3 b")).toEqual(["걸린 시간", "그 밖에"]);
    expect(room.textContent).toContain("자료가 필요 없는 말이라");
  });
  test("waits without words to the eye, and says when there is no record", async () => {
    let tell: (answer: Response) => void = () => undefined;
    answers = [() => new Promise<Response>((resolve) => (tell = resolve))];
    await shown();
    expect(texts(".unseen")).toEqual(["기록을 불러오고 있습니다."]);
    expect(room.querySelector(".waiting-lines")).not.toBeNull();
    await act(async () => tell(json({ code: "unknown_run", detail: "There is no such run." }, 404)()));
    expect(room.textContent).toContain("이 답의 기록이 없습니다.");
    expect(room.querySelector("[role=alert]")).toBeNull();
  });
  test("what cannot be loaded can be asked for again", async () => {
    answers = [json({ code: "internal" }, 500), () => Promise.reject(new TypeError("down")), json(found)];
    await shown();
    expect(texts("[role=alert] span")).toEqual(["이 답의 기록을 불러오지 못했습니다."]);
    await act(async () => room.querySelector<HTMLButtonElement>("[role=alert] button")!.click());
    expect(room.querySelector("[role=alert]")!.textContent).toContain("오프라인");
    await act(async () => room.querySelector<HTMLButtonElement>("[role=alert] button")!.click());
    expect(room.querySelector(".trace")).not.toBeNull();
  });
});
