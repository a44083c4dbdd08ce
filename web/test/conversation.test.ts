/** One conversation over a line that a test holds: what is sent when, and what stays in this browser. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { MessageOut } from "../src/generated/http";
import { Conversation } from "../src/session/conversation";
import type { Frame } from "../src/session/state";
import { PAGE, wholeTranscript } from "../src/session/transcript";
import { at, clarificationFrame, ready } from "./frames";

class Socket {
  static readonly OPEN = 1;
  static last: Socket;
  readyState = Socket.OPEN;
  sent: Record<string, unknown>[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    Socket.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {}
  say(...frames: Frame[]): void {
    for (const frame of frames) this.onmessage!({ data: JSON.stringify(frame) });
  }
}

const store = new Map<string, string>();
beforeEach(() => {
  store.clear();
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => void store.set(key, value), removeItem: (key: string) => void store.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const of = (seq: number, frame: object) => ({ session_id: "s1", run_id: "r", seq, ts: at(seq), ...frame }) as unknown as Frame;
const started = of(1, { type: "run_started", message_id: "m", question: "품이 얼마야", attempt: 1 });

test("what is typed while a pick is asked for is the answer; nothing waits behind it", () => {
  const conversation = new Conversation("s1");
  Socket.last.say(ready(0), started, { ...clarificationFrame("c", 3), seq: 2 });
  conversation.ask("SCH 40으로", "m2");
  expect(Socket.last.sent).toEqual([{ type: "clarification_response", clarification_id: "c", option_id: null, text: "SCH 40으로" }]);
  expect(conversation.current().unsent).toEqual([]);
  conversation.ask("그다음 질문", "m3");
  expect(Socket.last.sent.length).toBe(1);
  Socket.last.say(of(3, { type: "prompt_resolved", id: "c", value: "SCH 40으로", by: "person" }), of(4, { type: "run_cancelled", message: "" }));
  expect(Socket.last.sent.at(-1)).toEqual({ type: "user_message", message_id: "m3", content: "그다음 질문" });
  conversation.end();
});

test("what a stopped run had written is there after a reload, in this browser alone", () => {
  const delta: Frame = { type: "answer_delta", session_id: "s1", ts: at(0), run_id: "r", offset: 0, text: "여기까지 썼" };
  const stopped = of(2, { type: "run_cancelled", message: "" });
  const first = new Conversation("s1");
  Socket.last.say(ready(0), started, delta, stopped);
  expect(first.current().session.turns[0]!.draft).toBe("여기까지 썼");
  first.end();
  const second = new Conversation("s1");
  Socket.last.say(ready(2), started, stopped);
  expect(second.current().session.turns[0]).toMatchObject({ status: "cancelled", draft: "여기까지 썼" });
  second.end();
  store.clear();
  const elsewhere = new Conversation("s1");
  Socket.last.say(ready(2), started, stopped);
  expect(elsewhere.current().session.turns[0]!.draft).toBe("");
  elsewhere.end();
});

test("a transcript is read to its end, page by page", async () => {
  const all = Array.from({ length: 2 * PAGE + 3 }, (_, n) => ({ message_id: `m${n}` }) as MessageOut);
  const asked: (string | null)[] = [];
  const page = async (after: string | null) => {
    asked.push(after);
    const from = after === null ? 0 : all.findIndex((one) => one.message_id === after) + 1;
    return { messages: all.slice(from, from + PAGE) };
  };
  expect(await wholeTranscript(page)).toEqual(all);
  expect(asked).toEqual([null, `m${PAGE - 1}`, `m${2 * PAGE - 1}`]);
});
