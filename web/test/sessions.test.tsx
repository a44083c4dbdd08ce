// @vitest-environment happy-dom
/** The list of conversations beyond its first page, and found however old. */
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SessionOut } from "../src/generated/http";
import { type Sessions, useSessions } from "../src/parts/use-sessions";

const ALL = Array.from({ length: 450 }, (_, n) => ({
  session_id: `s${n}`, title: n === 444 ? "오래된 전세" : `대화 ${n}`, last_seq: n === 3 ? 0 : 5, updated_at: new Date(Date.UTC(2026, 1, 1) - n * 60_000).toISOString(),
}) as SessionOut);
ALL[3]!.title = "";

let root: Root;
let now: Sessions;
let asked: string[];
let lost = false;
const failed = () => undefined;
function Room() {
  now = useSessions(failed);
  return null;
}
const settle = () => act(() => vi.advanceTimersByTimeAsync(300));

beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.useFakeTimers();
  asked = [];
  lost = false;
  vi.stubGlobal("fetch", async (path: string) => {
    const query = new URL(path, "http://here").searchParams;
    asked.push(query.toString());
    if (lost) throw new TypeError("no network");
    const matching = ALL.filter((one) => one.title.includes(query.get("title") ?? ""));
    const from = matching.findIndex((one) => one.session_id === query.get("before")) + 1;
    return new Response(JSON.stringify({ sessions: matching.slice(from, from + Number(query.get("limit"))) }));
  });
  act(() => (root = createRoot(document.createElement("div"))).render(<Room />));
  act(() => now.reload());
  await settle();
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("older pages are read one after the other to the end, and stay when the newest is read again", async () => {
  expect([now.sessions.length, now.more]).toEqual([199, true]);
  for (const [count, more] of [[399, true], [449, false]] as const) {
    // Twice in one moment is one page.
    act(() => (now.readMore(), now.readMore()));
    await settle();
    expect([now.sessions.length, now.more]).toEqual([count, more]);
  }
  act(() => now.reload());
  await settle();
  expect([now.sessions.length, now.more, now.sessions.at(-1)!.session_id]).toEqual([449, false, "s449"]);
  expect(asked).toEqual(["limit=200", "limit=200&before=s199", "limit=200&before=s399", "limit=200"]);
});

test("what is looked for is found by the service, not only among what was read", async () => {
  const titles = () => now.sessions.map((one) => one.title);
  act(() => now.seek("오"));
  act(() => now.seek(" 오래된 "));
  await settle();
  expect([titles().includes("오래된 전세"), asked.length]).toEqual([true, 2]);
  act(() => now.seek(""));
  await settle();
  expect(titles().includes("오래된 전세")).toBe(false);
});

test("a search that fails is told as such, never as nothing found, and is tried again: by a press, and when the network is back", async () => {
  lost = true;
  act(() => now.seek("오래된"));
  expect(now.finding).toBe("looking");
  await settle();
  expect(now.finding).toBe("failed");
  act(() => now.seekAgain());
  expect(now.finding).toBe("looking");
  await settle();
  expect(now.finding).toBe("failed");
  lost = false;
  act(() => void dispatchEvent(new Event("online")));
  await settle();
  expect([now.finding, now.sessions.some((one) => one.title === "오래된 전세")]).toEqual(["found", true]);
  act(() => now.seek(""));
  expect(now.finding).toBe("found");
});

test("an empty list is empty only once it was read", async () => {
  expect(now.known).toBe(true);
  act(() => root.unmount());
  act(() => (root = createRoot(document.createElement("div"))).render(<Room />));
  expect([now.known, now.sessions.length]).toEqual([false, 0]);
});
