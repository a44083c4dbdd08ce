// @vitest-environment happy-dom
/** How a question was understood, over its answer. */
import { act } from "react";
import { expect, test, vi } from "vitest";
import { MeantLine, meantBy } from "../src/parts/meant";
import type { Turn } from "../src/session/state";
import { WordsContext, wordsOf } from "../src/words";
import { inARoom, room, root } from "./room";

inARoom();

const period = { slot: "period", label: "기간", values: ["2026년 1월"] };
const request = { question: "월세는?", standalone: "마포구 월세 알려줘", conditions: [period], other_readings: ["월세는?"] };
const turnOf = (answer: object | null, plan: object | null = null) => ({ question: "월세는?", answer, plan }) as unknown as Turn;
const answered = turnOf({ standalone_question: "마포구 월세 알려줘", requests: [request] });

type Ask = Parameters<typeof MeantLine>[0]["ask"];
const shown = (turn: Turn, ask: Ask) => act(() => root.render(<WordsContext value={wordsOf("ko")}><MeantLine turn={turn} ask={ask} /></WordsContext>));
const press = (selector: string) => act(() => room.querySelector<HTMLElement>(selector)!.click());

test("a condition that was taken over is taken off with one press, and the same question asked again", () => {
  const ask = vi.fn();
  shown(answered, ask);
  press(".taken-one button");
  expect(ask).toHaveBeenCalledWith("월세는?", { without: ["period"] }, true);
});

test("another meaning is shown on demand and asked as a question of its own", () => {
  const ask = vi.fn();
  shown(answered, ask);
  expect(room.querySelector(".readings")).toBeNull();
  press(".meant p .link");
  press(".readings .pick");
  expect(ask).toHaveBeenCalledWith("월세는?", { alone: true }, false);
});

test("an older answer shows what was understood and offers nothing", () => {
  shown(answered, undefined);
  expect(room.textContent).toContain("마포구 월세 알려줘");
  expect(room.querySelector("button")).toBeNull();
});

test("before the answer the plan tells, and of several questions their conditions stand once", () => {
  const plan = { standalone_question: "마포구 월세 알려줘", conditions: [period], other_readings: [] };
  expect(meantBy(turnOf(null, plan))).toMatchObject({ understood: "마포구 월세 알려줘", conditions: [period] });
  expect(meantBy(turnOf({ standalone_question: "1 2", requests: [request, request] }))).toEqual({ understood: "", conditions: [period], otherwise: [] });
});

test("a question that says it all has no line", () => {
  shown(turnOf({ standalone_question: null, requests: [{ ...request, standalone: "월세는?", conditions: [] }] }), vi.fn());
  expect(room.innerHTML).toBe("");
});
