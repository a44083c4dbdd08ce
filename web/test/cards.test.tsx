// @vitest-environment happy-dom
/** Every kind of question the protocol knows, as a person meets it on the page. */
import fc from "fast-check";
import { act } from "react";
import { expect, test } from "vitest";
import type { PackOut } from "../src/generated/http";
import type { ClientMessage } from "../src/generated/protocol";
import { FormCard } from "../src/parts/form";
import { fieldsOf, valuesOf, wrongWith } from "../src/parts/fields";
import { Prompt, type Acts, type Surroundings } from "../src/parts/turn";
import { reduce } from "../src/session/reducer";
import { emptySession, type Frame, type PromptFrame, type Turn } from "../src/session/state";
import { type Language, WordsContext, wordsOf } from "../src/words";
import { ko } from "../src/words/ko";
import { at, clarificationFrame, confirmationFrame, formFrame } from "./frames";
import { inARoom, room, root } from "./room";

const pack = {
  name: "p", sources: [], intents: {}, languages: ["ko", "en"], title: {}, examples: [], version: "1", default: true, time_zone: "Asia/Seoul",
  data_types: [{ name: "market", label: { ko: "시세", en: "Market prices" }, warn_after_s: 259_200, stale_after_s: 604_800 }],
} as unknown as PackOut;

inARoom();

function turnOf(frame: PromptFrame): Turn {
  const started = { type: "run_started", session_id: "s1", run_id: "r", seq: 1, ts: at(0), message_id: "m", question: "질문", attempt: 1 } as Frame;
  return [started, { ...frame, run_id: "r", seq: 2 } as Frame].reduce(reduce, emptySession).turns[0]!;
}

/** The prompt of a frame on the page; what the page says to the service is written down. */
function shown(frame: PromptFrame, language: Language = "ko", around: Partial<Surroundings> = {}): { said: ClientMessage[]; composer: number } {
  const told = { said: [] as ClientMessage[], composer: 0 };
  const acts = {
    say: (message: ClientMessage) => told.said.push(message),
    decide: (_id: string, _value: string, message: ClientMessage) => told.said.push(message),
    openSettings: () => undefined,
  } as unknown as Acts;
  const surroundings: Surroundings = {
    holdings: [], pack, clockOffset: at0() - Date.now(), answering: {}, mine: [], ratings: {}, offline: false, cardElsewhere: false, idle: false, ...around,
  };
  act(() => root.render(
    <WordsContext value={wordsOf(language)}>
      <Prompt turn={turnOf(frame)} around={surroundings} acts={acts} openComposer={() => (told.composer += 1)} />
    </WordsContext>,
  ));
  return told;
}

const at0 = () => Date.parse(at(0));
const buttons = () => [...room.querySelectorAll<HTMLButtonElement>("button")];
const button = (text: string) => buttons().find((one) => one.textContent?.includes(text) || one.getAttribute("aria-label") === text)!;
const press = (element: HTMLElement, key: string) => act(() => void element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })));
const write = (field: HTMLInputElement | HTMLSelectElement, value: string) =>
  act(() => {
    const kind = field instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(kind.prototype, "value")!.set!.call(field, value);
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
  });
const hangul = /[가-힣]/;

const held = (issues: string[], age_s = 10) => [{ data_type: "market", items: 10, age_s, query: "Dalseo-gu?", issues, as_of: "2026-02-01" }];

test("a confirmation is worded by the page, in the page's language, whatever language the question was in", () => {
  shown(confirmationFrame("p", { in_hand: held(["few_results"]) }), "en");
  expect(room.querySelector("h3")!.textContent).toBe("Use the market prices found earlier?");
  expect(room.textContent).toContain("Only 10 results were found.");
  expect(room.textContent).not.toMatch(hangul);
  shown(confirmationFrame("p", { in_hand: held([]) }), "ko");
  expect(room.querySelector("h3")!.textContent).toBe("앞서 찾은 시세로 답할까요?");
  expect(room.querySelector("dl")!.textContent).toContain("자료 기준2026년 2월");
  expect(room.textContent, "nobody knows that a table has anything newer").not.toContain("최신");
  expect(room.textContent).toContain("충분한지 확실하지 않습니다");
  expect(room.textContent).not.toContain("%");
});

test("data of another day is named by its day, and why it may have changed by the pack's own limit", () => {
  shown(confirmationFrame("p", { in_hand: held(["old"], 4 * 86_400) }));
  expect(room.querySelector("h3")!.textContent).toBe("목요일에 찾은 시세로 답할까요?");
  expect(room.textContent).toContain("시세는 3일이 지나면 달라졌을 수 있습니다.");
});

test("a confirmation of before its facts were sent as values shows the service's own sentences", () => {
  const frame = confirmationFrame("p", {});
  delete (frame.context as { in_hand?: unknown }).in_hand;
  shown(frame);
  expect(room.textContent).toContain(frame.message);
  expect(room.textContent).toContain(frame.context.uncertainty_reason);
});

test("the countdown never shows more than there is, however far the clocks are apart", () => {
  shown(confirmationFrame("p", { in_hand: held([]) }), "ko", { clockOffset: at0() - Date.now() - 5_000 });
  expect(room.querySelector(".clock")!.textContent).toContain("30초 뒤");
});

test("a clarification shows six pills and the rest in a list that can be searched; picking answers", () => {
  const told = shown(clarificationFrame("c", 113));
  expect(room.querySelector("h3")!.textContent).toBe("어느 것을 말씀하시나요?");
  expect(room.querySelectorAll(".pick:not(.all)").length).toBe(6);
  act(() => button("전체 113가지").click());
  expect(room.querySelectorAll(".pick:not(.all)").length).toBe(20);
  act(() => button("93가지 더 보기").click());
  expect(room.querySelectorAll(".pick:not(.all)").length).toBe(40);
  write(room.querySelector("input")!, "항목 77");
  expect([...room.querySelectorAll(".pick")].map((one) => one.textContent)).toEqual(["항목 77배관 › 강관"]);
  write(room.querySelector("input")!, "없는 것");
  expect(room.textContent).toContain("'없는 것'에 맞는 것이 없습니다");
  write(room.querySelector("input")!, "항목 77");
  act(() => room.querySelector<HTMLButtonElement>(".pick")!.click());
  expect(told.said).toEqual([{ type: "clarification_response", clarification_id: "c", option_id: "o77", text: null }]);
});

test("a clarification is walked by arrow keys, waits when told to, and gives the composer back on a phone", () => {
  const told = shown(clarificationFrame("c", 3));
  const pills = [...room.querySelectorAll<HTMLButtonElement>(".pick")];
  pills[0]!.focus();
  press(pills[0]!, "ArrowRight");
  expect(document.activeElement).toBe(pills[1]);
  press(pills[1]!, "ArrowLeft");
  press(pills[0]!, "ArrowUp");
  expect(document.activeElement).toBe(pills[2]);
  act(() => button("계속 기다리기").click());
  expect(told.said).toEqual([{ type: "prompt_extend", id: "c" }]);
  act(() => button("입력창 열기").click());
  expect(told.composer).toBe(1);
});

test("a clarification without options, limit or section still asks, and can be answered by typing", () => {
  shown({ ...clarificationFrame("c", 0), expires_at: null, expires_in_ms: null });
  expect(room.textContent).toContain("직접 적어도 됩니다.");
  expect(room.textContent).toContain("골라 주실 때까지 기다립니다");
  expect(room.querySelectorAll(".pick").length).toBe(0);
});

test("what the service condensed is picked by number or from the whole list", () => {
  const whole = clarificationFrame("c", 9).options;
  const told = shown({ ...clarificationFrame("c", 6), more: whole });
  act(() => void document.dispatchEvent(new KeyboardEvent("keydown", { key: "2", bubbles: true })));
  expect(told.said).toEqual([{ type: "clarification_response", clarification_id: "c", option_id: "o1", text: null }]);
  act(() => void document.dispatchEvent(new KeyboardEvent("keydown", { key: "7", bubbles: true })));
  expect(room.querySelectorAll(".pick:not(.all)").length).toBe(9);
  act(() => button("항목 8").click());
  expect(told.said.at(-1)).toEqual({ type: "clarification_response", clarification_id: "c", option_id: "o8", text: null });
});

test("the service's own way to the whole list is the page's, and the list stays open in another card of the question", () => {
  const whole = clarificationFrame("w", 9).options;
  const few = [...clarificationFrame("w", 4).options, { ...whole[0]!, id: "whole", label: "전체 목록 (9)" }];
  shown({ ...clarificationFrame("w", 4), options: few, more: whole });
  expect([...room.querySelectorAll(".pick")].map((one) => one.textContent?.includes("전체"))).toEqual([false, false, false, false, true]);
  act(() => button("전체 9가지").click());
  expect(room.querySelectorAll(".pick").length).toBe(9);
  shown(clarificationFrame("other", 3));
  expect(room.querySelectorAll(".pick").length).toBe(3);
});

test("a form shows what is known, keeps what was written over a reload, and says what the service refused", () => {
  shown(formFrame("kept"));
  expect(room.querySelector("dl")!.textContent).toBe("지역대구 달서구");
  const field = (name: string) => room.querySelector<HTMLInputElement>(`[name='${name}']`)!;
  write(field("deposit"), "3억");
  shown(formFrame("other"));
  expect(field("deposit").value).toBe("");
  shown(formFrame("kept"), "ko", { refused: { deposit: "보증금: 숫자로 적어 주세요(예: 100)." } });
  expect(field("deposit").value).toBe("3억");
  expect(room.textContent).toContain("보증금: 숫자로 적어 주세요");
  write(field("deposit"), "3000");
  expect(room.textContent).not.toContain("보증금: 숫자로 적어 주세요");
});

test("a field that counts under another's value alone is asked for then, and then must be filled", () => {
  const rent = { type: "number", title: "월세", "x-when": { deal: ["monthly"] } };
  const deal = { oneOf: [{ const: "jeonse", title: "전세" }, { const: "monthly", title: "월세" }], title: "거래" };
  const told = shown({ ...formFrame("w"), schema: { type: "object", required: ["deal"], properties: { deal, rent } } });
  expect(room.querySelector("[name='rent']")).toBeNull();
  write(room.querySelector<HTMLSelectElement>("[name='deal']")!, "monthly");
  act(() => button("보내기").click());
  expect(told.said).toEqual([]);
  write(room.querySelector<HTMLInputElement>("[name='rent']")!, "50만원");
  act(() => button("보내기").click());
  expect(told.said).toEqual([{ type: "form_response", form_id: "w", values: { deal: "monthly", rent: "50만원" } }]);
});

test("an answer on its way cannot be given twice", () => {
  shown(clarificationFrame("c", 3), "ko", { answering: { c: "o1" }, offline: true });
  expect([...room.querySelectorAll<HTMLButtonElement>(".pick")].every((one) => one.disabled)).toBe(true);
  expect(room.textContent).toContain("연결되면 보냅니다");
  shown(formFrame("f"), "ko", { answering: { f: "form" } });
  expect(button("보내기").disabled).toBe(true);
});

test("a form asks every field in the right way and says what is wrong where it is", () => {
  const told = shown(formFrame("f"));
  const field = (name: string) => room.querySelector<HTMLInputElement>(`[name='${name}']`)!;
  expect([field("start").type, field("deal").tagName, field("furnished").tagName, field("note").tagName]).toEqual(["date", "SELECT", "SELECT", "TEXTAREA"]);
  expect(room.textContent).toContain("만원");
  act(() => button("보내기").click());
  expect(told.said).toEqual([]);
  expect(document.activeElement).toBe(field("deposit"));
  expect(field("deposit").getAttribute("aria-invalid")).toBe("true");
  expect(room.querySelector(`#${CSS.escape(field("deposit").getAttribute("aria-describedby")!.split(" ").at(-1)!)}`)!.textContent).toBe("이 칸을 채워 주세요");
  write(field("deposit"), "많이");
  expect(room.textContent).toContain("숫자로 적어 주세요");
  write(field("deposit"), "-5");
  expect(room.textContent).toContain("0만원 이상이어야 합니다");
  write(field("deposit"), "30,000");
  write(field("start"), "2026-03-02");
  write(room.querySelector("select[name='deal']")!, "jeonse");
  write(room.querySelector("select[name='furnished']")!, "false");
  act(() => button("보내기").click());
  expect(told.said).toEqual([{ type: "form_response", form_id: "f", values: { deposit: 30_000, start: "2026-03-02", deal: "jeonse", furnished: false } }]);
});

test("a form put off ends its run", () => {
  const told = shown(formFrame("f"), "en");
  act(() => button("Later").click());
  expect(told.said).toEqual([{ type: "cancel", run_id: "r" }]);
});

test("whatever a schema holds, the form stands and sends nothing that was not written", () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.record({ properties: fc.jsonValue(), required: fc.jsonValue() }), fc.record({ properties: fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("toString", "__proto__", "constructor")), fc.jsonValue()) })), (schema) => {
      const frame = { ...formFrame("f"), schema: schema as Record<string, unknown> };
      act(() => root.render(<WordsContext value={ko}><FormCard prompt={{ id: "f", frame, expiresAt: null, limitMs: null, extended: false }} clockOffset={0} sending={false} send={() => undefined} later={() => undefined} extend={() => undefined} /></WordsContext>));
      expect(room.querySelector("form")).not.toBeNull();
      expect(valuesOf(fieldsOf(schema), {})).toEqual({});
    }),
    { numRuns: 150 },
  );
});

test("checks of a field: whole numbers, ranges, lengths, patterns; a broken pattern checks nothing", () => {
  const wrong = (raw: object, value: string) => wrongWith(fieldsOf({ properties: { x: raw } })[0]!, value, ko);
  expect(wrong({ type: "integer" }, "1.5")).toBe(ko.notWhole);
  expect(wrong({ type: "number", maximum: 3 }, "4")).toBe(ko.atMost("3"));
  expect(wrong({ type: "string", minLength: 3 }, "ab")).toBe(ko.tooShort(3));
  expect(wrong({ type: "string", maxLength: 3 }, "abcd")).toBe(ko.tooLongField(3));
  expect(wrong({ type: "string", pattern: "^a+$" }, "b")).toBe(ko.wrongForm);
  expect(wrong({ type: "string", pattern: "(" }, "b")).toBe("");
  expect(wrong({ type: "string" }, "")).toBe("");
});
