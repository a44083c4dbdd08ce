import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Line, type LineStatus } from "../src/session/line";

/** The browser's side of a line, closed by the test with a code of its choice. */
class Socket {
  static readonly OPEN = 1;
  static made: Socket[] = [];
  readyState = Socket.OPEN;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    Socket.made.push(this);
  }
  send(): void {}
  close(): void {}
}

beforeEach(() => {
  vi.useFakeTimers();
  Socket.made = [];
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function closedWith(code: number): { told: [LineStatus, number][]; connections: number } {
  const told: [LineStatus, number][] = [];
  const line = new Line("s", { lastSeq: () => 0, frame: () => undefined, status: (status, why) => told.push([status, why]) });
  Socket.made[0]!.onclose!({ code });
  vi.advanceTimersByTime(60_000);
  line.end();
  return { told, connections: Socket.made.length };
}

test.each([4401, 4403, 4404, 1008])("a line closed with %i is refused and does not come back", (code) => {
  const { told, connections } = closedWith(code);
  expect(told.at(-1)).toEqual(["refused", code]);
  expect(connections).toBe(1);
});

test.each([1006, 1012, 1013])("a line closed with %i comes back", (code) => {
  expect(closedWith(code).connections).toBeGreaterThan(1);
});
