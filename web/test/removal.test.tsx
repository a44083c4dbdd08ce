// @vitest-environment happy-dom
/** Deleting a conversation: hidden at once, gone after ten seconds or with the page, back by one press. */
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SessionOut } from "../src/generated/http";
import { UNDO_MS, useRemoval } from "../src/parts/use-removal";

let root: Root;
let now: ReturnType<typeof useRemoval>;
let undo: () => void;
let told: string[];
let asked: [string, RequestInit][];
let answer: () => Promise<Response>;

function Room() {
  now = useRemoval({
    hidden: (n, back) => (told.push(`hidden ${n}`), (undo = back)),
    leave: (id) => void told.push(`left ${id}`), open: (id) => void told.push(`opened ${id}`), done: () => void told.push("done"), failed: () => void told.push("failed"),
  });
  return null;
}

const opened = () => act(() => (root = createRoot(document.createElement("div"))).render(<Room />));
const remove = (id: string, open = false) => act(() => now.remove({ session_id: id } as SessionOut, open));
const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.useFakeTimers();
  localStorage.clear();
  [told, asked] = [[], []];
  answer = async () => new Response(null, { status: 204 });
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => (asked.push([path, init]), answer()));
  opened();
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("hidden at once, deleted when the time is over, and hidden still", async () => {
  remove("s1");
  expect([[...now.hidden], told, asked]).toEqual([["s1"], ["hidden 1"], []]);
  await passes(UNDO_MS - 100);
  expect(asked).toEqual([]);
  await passes(200);
  expect(asked.map(([path, { method, keepalive }]) => [path, method, keepalive])).toEqual([["/api/sessions/s1", "DELETE", true]]);
  expect([[...now.hidden], told.at(-1), localStorage.length]).toEqual([["s1"], "done", 0]);
});

test("undone, all that was deleted within the time is back, and the open one is opened", async () => {
  remove("s1", true);
  await passes(3_000);
  remove("s2");
  expect(told).toEqual(["left s1", "hidden 1", "hidden 2"]);
  act(() => undo());
  expect([[...now.hidden], told.slice(-2)]).toEqual([[], ["done", "opened s1"]]);
  await passes(2 * UNDO_MS);
  expect(asked).toEqual([]);
});

test("leaving the page deletes at once; a reload does not bring it back", async () => {
  remove("s1");
  answer = () => new Promise(() => undefined);
  dispatchEvent(new Event("pagehide"));
  expect(asked.map(([path]) => path)).toEqual(["/api/sessions/s1"]);
  act(() => root.unmount());
  answer = async () => new Response('{"code":"unknown_session"}', { status: 404 });
  opened();
  expect([...now.hidden]).toEqual(["s1"]);
  await passes(0);
  expect([asked.length, [...now.hidden], localStorage.length]).toEqual([2, ["s1"], 0]);
});

test("without a network it stays hidden and is tried again; a refusal brings it back and is told", async () => {
  answer = () => Promise.reject(new TypeError("offline"));
  remove("s1");
  await passes(UNDO_MS + 10);
  expect([[...now.hidden], asked.length]).toEqual([["s1"], 1]);
  answer = async () => new Response('{"code":"internal"}', { status: 500 });
  await passes(UNDO_MS + 10);
  expect([[...now.hidden], told.includes("failed"), localStorage.length]).toEqual([[], true, 0]);
});
