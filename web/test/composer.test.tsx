// @vitest-environment happy-dom
/** The question field: what sends, what does not, which field of knowledge is asked. */
import { act, createRef } from "react";
import { beforeEach, expect, test } from "vitest";
import type { PackOut } from "../src/generated/http";
import { Composer } from "../src/parts/composer";
import { WordsContext, wordsOf } from "../src/words";
import { inARoom, room, root } from "./room";

inARoom();
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const pack = (name: string, title: string) => ({ name, title: { ko: title, en: name } }) as unknown as PackOut;

function composed(given: { packs?: PackOut[]; running?: boolean; draftKey?: string } = {}) {
  const told = { sent: [] as string[], stopped: 0, packs: [] as string[] };
  act(() => root.render(
    <WordsContext value={wordsOf("ko")}>
      <Composer draftKey={given.draftKey ?? "s1"} packs={given.packs ?? [pack("homes", "부동산")]} pack="homes" running={given.running ?? false} placeholder="" field={createRef()} tell={() => undefined}
        choosePack={(name) => told.packs.push(name)} send={(content) => told.sent.push(content)} stop={() => (told.stopped += 1)} />
    </WordsContext>,
  ));
  return told;
}

const field = () => room.querySelector("textarea")!;
const write = (text: string) =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")!.set!.call(field(), text);
    field().dispatchEvent(new Event("input", { bubbles: true }));
  });
const enter = (more: KeyboardEventInit = {}) => act(() => void field().dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...more })));

test("Enter sends what is written and empties the field; an empty one sends nothing", () => {
  const told = composed();
  enter();
  write("  시세 알려줘 ");
  enter();
  enter();
  expect([told.sent, field().value]).toEqual([["시세 알려줘"], ""]);
});

test("a syllable that is being composed is not sent, nor a line that is broken", () => {
  const told = composed();
  write("달서");
  enter({ isComposing: true });
  enter({ keyCode: 229 });
  enter({ shiftKey: true });
  expect([told.sent, field().value]).toEqual([[], "달서"]);
});

test("a draft stays with its conversation", () => {
  composed({ draftKey: "s1" });
  write("첫째에게");
  composed({ draftKey: "s2" });
  expect(field().value).toBe("");
  composed({ draftKey: "s1" });
  expect(field().value).toBe("첫째에게");
});

test("while something runs the button stops it, unless the next question is written", () => {
  const told = composed({ running: true });
  act(() => room.querySelector<HTMLButtonElement>(".send")!.click());
  expect(told.stopped).toBe(1);
  write("다음 질문");
  expect(room.querySelector(".send")!.getAttribute("aria-label")).toBe("보내기");
});

test("with several packs the field is chosen by name; with one it is only told", () => {
  const told = composed({ packs: [pack("homes", "부동산"), pack("water", "정수 처리")] });
  const choice = room.querySelector("select")!;
  expect([choice.value, [...choice.options].map((one) => one.text)]).toEqual(["homes", ["부동산", "정수 처리"]]);
  act(() => {
    choice.value = "water";
    choice.dispatchEvent(new Event("change", { bubbles: true }));
  });
  expect(told.packs).toEqual(["water"]);
  composed();
  expect([room.querySelector("select"), room.querySelector(".pack")!.textContent]).toEqual([null, "부동산"]);
});

test("a text that is too long is not sent and says so", () => {
  const { sent } = composed();
  write("가".repeat(8_001));
  enter();
  expect(sent).toEqual([]);
  const told = room.querySelector("[role=alert]")!;
  expect([told.textContent, told.classList.contains("unseen")]).toEqual(["8,000자까지 보낼 수 있습니다. 줄이거나 나누어 주세요. (지금 8,001자)", false]);
});
