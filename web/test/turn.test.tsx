// @vitest-environment happy-dom
/** How a question that failed stands there: what happened, what is kept, one way on. */
import { act } from "react";
import { expect, test, vi } from "vitest";
import type { HoldingOut } from "../src/generated/http";
import { type Acts, type Surroundings, TurnView } from "../src/parts/turn";
import { reduce } from "../src/session/reducer";
import { emptySession, type Frame, type Turn } from "../src/session/state";
import { exchangesOf } from "../src/session/versions";
import { type Language, WordsContext, wordsOf } from "../src/words";
import { failuresEn, failuresKo } from "../src/words/failures";
import { at } from "./frames";
import { inARoom, room, root } from "./room";

inARoom();

let seq = 0;
const frame = (run: string, body: object): Frame => ({ session_id: "s1", run_id: run, seq: (seq += 1), ts: at(seq * 100), ...body }) as Frame;
const started = (run: string, message: string) => frame(run, { type: "run_started", message_id: message, question: "달서구 시세", attempt: 1 });
const failed = (run: string, code: string, message = "The service's own sentence.") => frame(run, { type: "run_failed", code, message, retryable: true });
const delta = (run: string, text: string) => ({ type: "answer_delta", session_id: "s1", ts: at(0), run_id: run, offset: 0, text }) as Frame;

/** The one question of these frames; what a press asked for is written down. */
function shown(frames: () => Frame[], language: Language = "ko", around: Partial<Surroundings> = {}, more: Partial<Acts> = {}): [string, string | undefined][] {
  seq = 0;
  const turns: Turn[] = frames().reduce(reduce, emptySession).turns;
  const asked: [string, string | undefined][] = [];
  const acts = { ask: (content: string, base?: string) => asked.push([content, base]), ...more } as unknown as Acts;
  const surroundings: Surroundings = { holdings: [], pack: undefined, clockOffset: 0, answering: {}, mine: [], ratings: {}, offline: false, cardElsewhere: false, idle: true, ...around };
  act(() => root.render(<WordsContext value={wordsOf(language)}><TurnView exchange={exchangesOf(turns)[0]!} number={1} around={surroundings} acts={acts} /></WordsContext>));
  return asked;
}
const strip = () => room.querySelector<HTMLElement>(".strip.bad");
const pressed = (text: string) => act(() => [...room.querySelectorAll("button")].find((one) => one.textContent === text)!.click());

test.each(["internal", "database_unreachable", "turn_timeout", "run_gave_up"] as const)("a run that ended with %s says so in both languages, as an alert", (code) => {
  shown(() => [started("r", "m"), failed("r", code)]);
  expect(strip()!.getAttribute("role")).toBe("alert");
  expect(strip()!.querySelector("span")!.textContent).toBe(failuresKo[code]);
  shown(() => [started("r", "m"), failed("r", code)], "en");
  expect(strip()!.querySelector("span")!.textContent).toBe(failuresEn[code]);
});

test("a failure this page has no words for is told in the service's", () => {
  shown(() => [started("r", "m"), failed("r", "of_a_later_version", "Something new went wrong.")]);
  expect(strip()!.textContent).toContain("Something new went wrong.");
});

test("what was found before is counted, that of other questions is not", () => {
  const holdings = [{ run_id: "r", items: 10 }, { run_id: "r", items: 2 }, { run_id: "other", items: 5 }] as HoldingOut[];
  shown(() => [started("r", "m"), failed("r", "internal")], "ko", { holdings });
  expect(strip()!.textContent).toContain("찾은 자료 12건은 남아 있습니다.");
  shown(() => [started("r", "m"), failed("r", "internal")], "en", { holdings: holdings.slice(2) });
  expect(strip()!.textContent).not.toContain("kept");
});

test("what was written before it failed stays to be read", () => {
  shown(() => [started("r", "m"), delta("r", "달서구 중위가는"), failed("r", "internal")]);
  expect(room.querySelector(".answer")!.textContent).toContain("달서구 중위가는");
  expect(room.querySelector(".tools-row")).toBeNull();
});

test("one press asks the same question again, as its next version", () => {
  const asked = shown(() => [started("r", "m"), failed("r", "internal")]);
  pressed("다시 답하기");
  expect(asked).toEqual([["달서구 시세", "m"]]);
});

test("an older version, and one while something else runs, cannot be tried again", () => {
  shown(() => [started("r", "m"), failed("r", "internal")], "ko", { idle: false });
  expect(strip()!.querySelector("button")).toBeNull();
  shown(() => [started("r", "m"), failed("r", "internal"), started("r2", "m.2"), failed("r2", "turn_timeout")]);
  expect(strip()!.querySelector("button")).not.toBeNull();
  act(() => room.querySelector<HTMLButtonElement>("[aria-label='이전 답 보기']")!.click());
  expect(strip()!.textContent).toBe(failuresKo.internal);
});

test("a question at work tells by the clock: how far it is after 5 s, that it takes long and a way to stop after 15 s, all in one line", () => {
  vi.useFakeTimers();
  try {
    vi.setSystemTime(Date.parse(at(100)));
    const said: unknown[] = [];
    const running = (run: string) => frame(run, { type: "team_progress", team: "search", step: "search:trades", label: "실거래 검색 중", status: "running", counts: {}, elapsed_ms: 0, done: 1, total: 2 });
    shown(() => [started("r", "m"), running("r")], "ko", {}, { say: (message) => void said.push(message) });
    const line = room.querySelector(".origin")!;
    const passes = (ms: number) => (act(() => vi.advanceTimersByTime(ms)), line.querySelector("span")!.textContent);
    const stop = () => line.querySelector<HTMLButtonElement>(".button");
    expect(passes(2_100)).toBe("실거래 검색 중 · 2.1초");
    expect(passes(2_900)).toBe("실거래 검색 중 · 5.0초");
    expect(passes(100)).toBe("실거래 검색 중 · 두 곳 가운데 한 곳 끝남 · 5.1초");
    expect(passes(9_900)).toBe("실거래 검색 중 · 두 곳 가운데 한 곳 끝남 · 15초");
    expect(stop()).toBeNull();
    expect(passes(100)).toBe("실거래 검색 중 · 두 곳 가운데 한 곳 끝남 · 평소보다 오래 걸립니다 · 15초");
    expect(room.querySelector(".origin")).toBe(line);
    act(() => stop()!.click());
    expect(said).toEqual([{ type: "cancel", run_id: "r" }]);
  } finally {
    vi.useRealTimers();
  }
});

test("while an answer is written its markers stand as chips already, so that nothing moves when it is done", () => {
  shown(() => [started("r", "m"), delta("r", "중위가는 셋입니다. [1] 그리고")]);
  expect(room.querySelector(".answer .cite.coming")!.textContent).toBe("1");
  expect(room.querySelector(".answer")!.textContent).not.toContain("[1]");
});

test("an answer is read out in its own language, whatever the page's is", () => {
  shown(() => [started("r", "m"), delta("r", "달서구의 중위가는 Dalseo 셋입니다.")], "en");
  expect([room.querySelector(".answer")!.getAttribute("lang"), room.querySelector(".asked p")!.getAttribute("lang")]).toEqual(["ko", "ko"]);
  shown(() => [started("r", "m"), delta("r", "In Dalseo-gu (달서구) the median is three.")]);
  expect(room.querySelector(".answer")!.getAttribute("lang")).toBe("en");
});

test("a text that cannot be drawn stands there as it was written, and the page goes on", () => {
  const quiet = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const deep = `${">".repeat(30_000)} tief`;
  shown(() => [started("r", "m"), delta("r", deep)]);
  expect(room.querySelector(".answer .raw")!.textContent).toBe(deep);
  expect(room.querySelector(".asked p")).not.toBeNull();
  quiet.mockRestore();
});
