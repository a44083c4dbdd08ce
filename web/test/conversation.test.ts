/** One conversation over a line that a test holds: what is sent when, and what stays in this browser. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { MessageOut } from "../src/generated/http";
import { Conversation } from "../src/session/conversation";
import type { Frame } from "../src/session/state";
import { PAGE, wholeTranscript } from "../src/session/transcript";
import { at, clarificationFrame, confirmationFrame, framesOf, ready, replay } from "./frames";

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
const windows = new EventTarget();
beforeEach(() => {
  store.clear();
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("addEventListener", windows.addEventListener.bind(windows));
  vi.stubGlobal("removeEventListener", windows.removeEventListener.bind(windows));
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
  expect(Socket.last.sent.at(-1)).toEqual({ type: "user_message", message_id: "m3", content: "그다음 질문", use_memories: true, alone: false, without: [] });
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

/** What a browser tells its other windows after one of them wrote. */
const heard = (key: string) => windows.dispatchEvent(Object.assign(new Event("storage"), { key: `suffice.${key}` }));
const asked = (id: string) => ({ type: "user_message", message_id: id, content: id, use_memories: true, alone: false, without: [] });

test("two windows offline: neither overwrites what the other typed, and each question begins once", () => {
  const first = new Conversation("s1");
  const one = Socket.last;
  const second = new Conversation("s1");
  const other = Socket.last;
  first.ask("a", "a");
  heard("unsent.s1");
  second.ask("b", "b");
  heard("unsent.s1");
  for (const conversation of [first, second]) expect(conversation.current().unsent.map((waiting) => waiting.messageId)).toEqual(["a", "b"]);
  one.say(ready(0));
  other.say(ready(0));
  // Both bring it: a message id that was seen is not run twice (protocol.md).
  expect([one.sent, other.sent]).toEqual([[asked("a")], [asked("a")]]);
  const frames = [of(1, { type: "run_started", message_id: "a", question: "a", attempt: 1 }), of(2, { type: "run_cancelled", message: "" })];
  one.say(...frames);
  heard("unsent.s1");
  other.say(...frames);
  expect([one.sent.at(-1), other.sent.at(-1)]).toEqual([asked("b"), asked("b")]);
  one.say(of(3, { type: "run_started", message_id: "b", question: "b", attempt: 1 }));
  expect([first.current().unsent, [...store.keys()]]).toEqual([[], []]);
  first.end();
  second.end();
});

test("a question whose run had begun before this window came back is not asked again", () => {
  const conversation = new Conversation("s1");
  conversation.ask("품이 얼마야", "m");
  Socket.last.say(ready(2), started, of(2, { type: "run_cancelled", message: "" }));
  expect([Socket.last.sent, conversation.current().unsent, store.size]).toEqual([[], [], 0]);
  conversation.end();
});

const open = { ...confirmationFrame("c", {}), seq: 2 } as unknown as Frame;
const choice = { type: "confirmation_response" as const, confirmation_id: "c", value: "use_previous" };

test("a choice made while the line is lost is kept over a reload and sent once, when its question is open", () => {
  const before = new Conversation("s1");
  Socket.last.say(ready(2), started, open);
  Socket.last.onclose!({ code: 1006 });
  const sent = Socket.last.sent.length;
  Socket.last.readyState = 3;
  before.decide("c", "use_previous", choice);
  expect(Socket.last.sent.length).toBe(sent);
  before.end();
  const after = new Conversation("s1");
  expect([after.current().answering, after.current().mine]).toEqual([{ c: "use_previous" }, ["c"]]);
  Socket.last.say(ready(2), started);
  expect(Socket.last.sent).toEqual([]);
  Socket.last.say(open);
  expect(Socket.last.sent).toEqual([choice]);
  Socket.last.say(of(3, { type: "prompt_resolved", id: "c", value: "use_previous", by: "person" }));
  expect([Socket.last.sent.length, after.current().answering, store.size]).toEqual([1, {}, 0]);
  after.end();
});

test("a choice for a question that was decided meanwhile goes nowhere", () => {
  store.set("suffice.chosen.s1", JSON.stringify([{ id: "c", value: "use_previous", message: choice }]));
  const conversation = new Conversation("s1");
  Socket.last.say(ready(3), started, open, of(3, { type: "prompt_resolved", id: "c", value: "search_new", by: "timeout" }));
  expect([Socket.last.sent, conversation.current().answering, store.size]).toEqual([[], {}, 0]);
  conversation.end();
});

const long = framesOf(Array.from({ length: 100 }, () => ({ parts: [], end: "answer" as const })));

test("a long conversation that is read anew is shown when it is here, not frame by frame; what comes after it at once", () => {
  const conversation = new Conversation("s1");
  let shown = 0;
  conversation.subscribe(() => (shown += 1));
  Socket.last.say(...replay(long, 0));
  expect(shown).toBeLessThan(10);
  expect([conversation.current().session.turns.length, conversation.current().loaded]).toEqual([100, true]);
  const before = shown;
  Socket.last.say(of(long.length + 1, { type: "run_started", run_id: "live", message_id: "live", question: "이어서", attempt: 1 }));
  expect([shown > before, conversation.current().session.turns.length]).toEqual([true, 101]);
  conversation.end();
});

test("a conversation that comes slowly, or breaks off, shows what came of it", () => {
  vi.useFakeTimers();
  try {
    const slow = new Conversation("s1");
    Socket.last.say(...replay(long, 0).slice(0, 31));
    expect(slow.current().session.turns.length).toBe(0);
    vi.advanceTimersByTime(4_000);
    expect(slow.current().session.turns.length).toBe(10);
    slow.end();
    const broken = new Conversation("s1");
    Socket.last.say(...replay(long, 0).slice(0, 31));
    Socket.last.onclose!({ code: 1006 });
    expect([broken.current().status, broken.current().session.turns.length]).toEqual(["lost", 10]);
    broken.end();
    // What was to be shown of a conversation that was left is not.
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
