// @vitest-environment happy-dom
/** What may be asked next: named, in its own language, asked by one press, and only under the last answer. And what paper adds. */
import { act } from "react";
import { expect, test } from "vitest";
import type { AnswerFrame, CitationOut } from "../src/generated/protocol";
import { PaperSources } from "../src/parts/paper";
import { Suggestions } from "../src/parts/suggestions";
import { type Acts, type Surroundings, TurnView } from "../src/parts/turn";
import { reduce } from "../src/session/reducer";
import { emptySession } from "../src/session/state";
import { exchangesOf } from "../src/session/versions";
import { type Language, WordsContext, wordsOf } from "../src/words";
import { framesOf } from "./frames";
import { inARoom, room, root } from "./room";

inARoom();

const NEXT = ["대구 달서구 아파트 2026년 1월 시세 알려줘", "Mean: Daegu Dalseo-gu, flats"];
const CITED = { marker: 3, title: "5. Expenses", quote: "A night in London: £165.", chunk_id: "c#1", evidence_id: "e", source: "handbook", uri: "https://rules.example/5", fields: {}, fetched_at: "2026-02-23T01:00:00Z", example: false } as unknown as CitationOut;
const asks = () => [...room.querySelectorAll<HTMLButtonElement>(".asks button")];

test.each([["ko", "이어서 물어볼 것"], ["en", "Ask next"]] as [Language, string][])("in %s the list has its name, and each question its own language", (language, name) => {
  const asked: string[] = [];
  act(() => root.render(<WordsContext value={wordsOf(language)}><Suggestions questions={NEXT} ask={(one) => asked.push(one)} /></WordsContext>));
  expect(room.querySelector(".asks")!.getAttribute("aria-label")).toBe(name);
  expect(asks().map((one) => [one.textContent, one.lang])).toEqual([[NEXT[0], "ko"], [NEXT[1], "en"]]);
  act(() => asks()[1]!.click());
  expect(asked).toEqual([NEXT[1]]);
});

test("where nothing is offered there is no list", () => {
  act(() => root.render(<Suggestions questions={[]} ask={() => undefined} />));
  expect(room.innerHTML).toBe("");
});

function shown(last: boolean, around: Partial<Surroundings> = {}): string[] {
  const { turns } = framesOf([{ parts: [], end: "answer" }]).reduce(reduce, emptySession);
  const answer = { ...turns[0]!.answer, engine: "rules", citations: [CITED], reuse: { data_types: {} }, marks: [], timings_ms: { total: 10, plan: 1, search: 1, answer: 1 }, notices: [], memories_used: [], suggestions: NEXT, verification: {} } as unknown as AnswerFrame;
  const asked: string[] = [];
  const surroundings: Surroundings = { holdings: [], pack: undefined, clockOffset: 0, answering: {}, mine: [], ratings: {}, offline: false, cardElsewhere: false, idle: true, ...around };
  const acts = { ask: (content: string) => asked.push(content) } as unknown as Acts;
  act(() => root.render(<WordsContext value={wordsOf("ko")}><TurnView exchange={exchangesOf([{ ...turns[0]!, answer }])[0]!} number={1} last={last} around={surroundings} acts={acts} /></WordsContext>));
  return asked;
}

test("the last answer offers them, an earlier one or a conversation at work does not", () => {
  const asked = shown(true);
  act(() => asks()[0]!.click());
  expect(asked).toEqual([NEXT[0]]);
  shown(false);
  expect(asks()).toEqual([]);
  shown(true, { idle: false });
  expect(asks()).toEqual([]);
});

test("on paper an answer's sources stand under it, on the screen they do not", () => {
  act(() => root.render(<WordsContext value={wordsOf("en")}><PaperSources citations={[CITED]} pack={undefined} /></WordsContext>));
  expect(room.textContent).toBe("");
  // As a browser does it: what stands there when the event returns is what is printed.
  act(() => void dispatchEvent(new Event("beforeprint")));
  expect(room.querySelector("li")!.value).toBe(3);
  expect(room.textContent).toContain("A night in London: £165.https://rules.example/5");
  act(() => void dispatchEvent(new Event("afterprint")));
  expect(room.textContent).toBe("");
});
