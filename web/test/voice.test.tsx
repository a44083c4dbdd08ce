// @vitest-environment happy-dom
/** Reading aloud and dictating: through the browser's functions, told where they fail, not there where it has none. */
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { plainOf } from "../src/parts/plain";
import { Dictate, ReadAloud } from "../src/parts/voice";
import { WordsContext, wordsOf } from "../src/words";

const here = globalThis as unknown as Record<string, unknown>;
(here as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

async function shown(element: React.ReactNode): Promise<HTMLElement> {
  const room = document.body.appendChild(document.createElement("div"));
  await act(async () => createRoot(room).render(<WordsContext value={wordsOf("ko")}>{element}</WordsContext>));
  return room;
}

afterEach(() => {
  for (const name of ["webkitSpeechRecognition", "speechSynthesis", "SpeechSynthesisUtterance"]) delete here[name];
  document.body.replaceChildren();
});

test("an answer is read without its citations, links and tables' rules", () => {
  const text = "**중위가**는 3억입니다. [1]\n\n| 구분 | 값 |\n| --- | ---: |\n| 60㎡ 이하 | 1억 [2] |\n\n[안내](https://a.example)";
  expect(plainOf(text)).toBe("중위가는 3억입니다.\n구분, 값.\n60㎡ 이하, 1억.\n안내");
});

test("reading begins, stops at the second press, and a failure is told", async () => {
  const spoken: { text: string; lang: string; onend(): void; onerror(event: { error: string }): void }[] = [];
  here.SpeechSynthesisUtterance = class { lang = ""; constructor(readonly text: string) {} };
  here.speechSynthesis = { speak: (one: (typeof spoken)[number]) => spoken.push(one), cancel: vi.fn() };
  const said: string[] = [];
  const room = await shown(<ReadAloud text="대구입니다. [1]" say={(text) => said.push(text)} />);
  const button = room.querySelector("button")!;
  await act(async () => button.click());
  expect([spoken[0]!.text, spoken[0]!.lang, button.getAttribute("aria-pressed")]).toEqual(["대구입니다.", "ko-KR", "true"]);
  await act(async () => button.click());
  expect([spoken.length, button.getAttribute("aria-pressed")]).toEqual([1, "false"]);
  await act(async () => button.click());
  await act(async () => spoken[1]!.onerror({ error: "synthesis-failed" }));
  expect(said).toEqual([wordsOf("ko").readFailed]);
});

test("what is said comes as text and is not sent; a refused microphone is told", async () => {
  const made: { lang: string; onresult(event: unknown): void; onerror(event: { error: string }): void; onend(): void }[] = [];
  here.webkitSpeechRecognition = class { lang = ""; start() { made.push(this as never); } stop() {} abort() {} };
  const heard: string[] = [];
  const said: string[] = [];
  const room = await shown(<Dictate heard={(text) => heard.push(text)} say={(text) => said.push(text)} />);
  await act(async () => room.querySelector("button")!.click());
  expect(room.querySelector("button")!.getAttribute("aria-pressed")).toBe("true");
  await act(async () => (made[0]!.onresult({ results: [[{ transcript: "달서구 시세" }]] }), made[0]!.onend()));
  expect([heard, made[0]!.lang, room.querySelector("button")!.getAttribute("aria-pressed")]).toEqual([["달서구 시세"], "ko-KR", "false"]);
  await act(async () => room.querySelector("button")!.click());
  await act(async () => made[1]!.onerror({ error: "not-allowed" }));
  expect(said).toEqual([wordsOf("ko").voiceRefused]);
});

test("a browser without these functions shows neither", async () => {
  const room = await shown(<><Dictate heard={() => undefined} say={() => undefined} /><ReadAloud text="a" say={() => undefined} /></>);
  expect(room.querySelectorAll("button").length).toBe(0);
});
