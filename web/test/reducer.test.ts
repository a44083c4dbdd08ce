import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reduce } from "../src/session/reducer";
import { emptySession, type Frame, type SessionState } from "../src/session/state";
import { withTranscript } from "../src/session/transcript";
import { answer, at, framesOf, ready, replay, type Script, scripts } from "./frames";

const taken = (frames: Frame[], from: SessionState = emptySession) => frames.reduce(reduce, from);
/** What was written before a stop stays on the page that saw it; the service keeps no draft of a run that ended. */
const kept = (state: SessionState) => ({ ...state, turns: state.turns.map((turn) => (turn.endedAt === null ? turn : { ...turn, draft: "" })) });
const durableOf = (frames: Frame[]) => frames.filter((frame) => "seq" in frame);

describe("whatever happens to the line, the state is that of a client that never lost it", () => {
  test("cut anywhere, any number of times", () => {
    fc.assert(
      fc.property(scripts, fc.array(fc.nat(), { maxLength: 5 }), (conversation, places) => {
        const frames = framesOf(conversation);
        const cuts = [...new Set(places.map((place) => place % (frames.length + 1)))].toSorted((a, b) => a - b);
        let state = emptySession;
        let seen = 0;
        for (const cut of cuts) {
          state = taken(frames.slice(seen, cut), state);
          state = taken(replay(frames.slice(0, cut), state.lastSeq), state);
          seen = cut;
        }
        expect(kept(taken(frames.slice(seen), state))).toEqual(kept(taken(frames)));
      }),
      { numRuns: 400 },
    );
  });

  test("frames lost before the cut are made good by the replay", () => {
    fc.assert(
      fc.property(scripts, fc.nat(), fc.nat(), (conversation, first, second) => {
        const frames = framesOf(conversation);
        const [heard, cut] = [first % (frames.length + 1), second % (frames.length + 1)].toSorted((a, b) => a - b) as [number, number];
        const state = taken(frames.slice(0, heard));
        const back = taken(replay(frames.slice(0, cut), state.lastSeq), state);
        expect(kept(taken(frames.slice(cut), back))).toEqual(kept(taken(frames)));
      }),
      { numRuns: 300 },
    );
  });

  test("durable events in any order, each any number of times", () => {
    const shuffled = scripts.chain((conversation) => {
      const frames = durableOf(framesOf(conversation));
      const again = fc.array(fc.constantFrom(...frames), { maxLength: 10 });
      return again.chain((twice) => fc.tuple(fc.constant(frames), fc.shuffledSubarray([...frames, ...twice], { minLength: frames.length + twice.length })));
    });
    fc.assert(
      fc.property(shuffled, ([frames, mixed]) => {
        expect(taken(mixed)).toEqual(taken(frames));
      }),
      { numRuns: 400 },
    );
  });

  test("a frame sent twice in a row changes nothing", () => {
    fc.assert(
      fc.property(scripts, (conversation) => {
        const frames = framesOf(conversation);
        expect(taken(frames.flatMap((frame) => [frame, frame]))).toEqual(taken(frames));
      }),
    );
  });
});

describe("a question that waits", () => {
  const frame = (seq: number, loaded: object) => ({ session_id: "s1", run_id: "r", seq, ts: at(seq), ...loaded }) as unknown as Frame;
  const queued = frame(1, { type: "run_queued", message_id: "m", question: "질문", position: 12, estimate_ms: 8_000 });

  test("keeps its place until its run begins, whatever comes twice", () => {
    const waiting = taken([queued, queued]);
    expect(waiting.queued).toMatchObject([{ messageId: "m", question: "질문", position: 12, estimateMs: 8_000 }]);
    expect(waiting.turns).toEqual([]);
    const begun = reduce(waiting, frame(2, { type: "run_started", message_id: "m", question: "질문", attempt: 1 }));
    expect(begun.queued).toEqual([]);
    expect(begun.turns).toMatchObject([{ messageId: "m", status: "running" }]);
  });

  test("stopped before it began, it stands as a turn with its question", () => {
    const stopped = taken([queued, frame(2, { type: "run_cancelled", message: "" })]);
    expect(stopped.queued).toEqual([]);
    expect(stopped.turns).toMatchObject([{ messageId: "m", question: "질문", status: "cancelled", startedAt: Date.parse(at(1)) }]);
  });
});

/** What was loaded of the past over HTTP: questions, and the answers of those that got one. */
const transcriptOf = (conversation: Script[], ended: number) =>
  conversation.slice(0, ended).flatMap((script, turn) => {
    const user = { message_id: `m${turn}`, run_id: `run-${turn}`, role: "user" as const, content: `질문 ${turn}`, answer: null, created_at: at(turn) };
    const loaded = answer(`m${turn}`) as Record<string, unknown>;
    return script.end === "answer" ? [user, { ...user, message_id: `a-m${turn}`, role: "assistant" as const, content: "답 [1]", answer: loaded }] : [user];
  });
const writings = fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 12 });

describe("drafts, whatever the line does to their pieces", () => {
  const started = { type: "run_started", session_id: "s1", run_id: "r", seq: 1, ts: at(100), message_id: "m", question: "질문", attempt: 1 } as Frame;
  const piecesOf = (texts: string[]): Frame[] =>
    texts.map((text, n) => ({ type: "answer_delta", session_id: "s1", ts: at(0), run_id: "r", offset: texts.slice(0, n).join("").length, text }));
  const draftOf = (state: SessionState) => state.turns[0]!.draft;

  test("in any order, any number of times: what stands is a beginning of what was written, and the replay makes it whole", () => {
    const mixed = writings.chain((texts) => fc.tuple(fc.constant(texts), fc.array(fc.constantFrom(...piecesOf(texts)), { maxLength: 3 * texts.length })));
    fc.assert(
      fc.property(mixed, ([texts, heard]) => {
        const whole = texts.join("");
        let state = reduce(emptySession, started);
        for (const piece of heard) {
          state = reduce(state, piece);
          expect(whole.startsWith(draftOf(state))).toBe(true);
        }
        expect(draftOf(taken(replay([started, ...piecesOf(texts)], state.lastSeq), state))).toBe(whole);
      }),
      { numRuns: 400 },
    );
  });

  test("shuffled among the events of whole conversations, some lost, some twice, they change no answer and no end", () => {
    const shuffled = scripts.chain((conversation) => {
      const frames = framesOf(conversation);
      const deltas = frames.filter((frame) => frame.type === "answer_delta");
      const some = deltas.length > 0 ? fc.array(fc.constantFrom(...deltas), { maxLength: 2 * deltas.length }) : fc.constant([] as Frame[]);
      return some.chain((heard) => {
        const all = [...durableOf(frames), ...heard];
        return fc.tuple(fc.constant(frames), fc.shuffledSubarray(all, { minLength: all.length }));
      });
    });
    // A piece of a draft that was thrown away bears no mark of it: had it come late, it would stand until the answer comes.
    const outcome = (state: SessionState) => state.turns.map((turn) => ({ ...turn, draft: "" }));
    fc.assert(
      fc.property(shuffled, ([frames, mixed]) => {
        const state = taken(mixed);
        expect(outcome(state)).toEqual(outcome(taken(frames)));
        expect(outcome(taken(replay(frames, state.lastSeq), state))).toEqual(outcome(taken(frames)));
      }),
      { numRuns: 400 },
    );
  });
});

describe("events that are no longer kept", () => {
  test("a gap, the transcript and the replay of the rest, in either order and twice, tell what a whole line would", () => {
    const drawn = scripts.chain((conversation) => fc.tuple(fc.constant(conversation), fc.nat(conversation.length - 1), fc.boolean()));
    const seen = (state: SessionState) => state.turns.map((turn) => [turn.runId, turn.question, turn.answer?.content ?? null]);
    fc.assert(
      fc.property(drawn, ([conversation, ended, transcriptFirst]) => {
        const frames = framesOf(conversation);
        const cut = frames.findIndex((frame) => "run_id" in frame && frame.run_id === `run-${ended}`);
        const pruned = Math.max(0, ...frames.slice(0, cut).map((frame) => ("seq" in frame ? frame.seq : 0)));
        const gap = { type: "gap", session_id: "s1", ts: at(0), from: 1, to: pruned } as Frame;
        const rest = replay(frames, pruned).filter((frame) => frame.type !== "session_ready");
        const greeted = taken([ready(frames.length), ...(pruned > 0 ? [gap] : [])]);
        expect(greeted.mustRefetch).toBe(pruned > 0);
        const loaded = (state: SessionState) => withTranscript(state, transcriptOf(conversation, ended));
        const state = transcriptFirst ? taken(rest, loaded(greeted)) : loaded(taken(rest, greeted));
        expect(seen(state)).toEqual(seen(taken(frames)));
        expect(seen(loaded(taken(rest, state)))).toEqual(seen(state));
        expect(state.mustRefetch).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});

describe("what a turn shows", () => {
  const started = { type: "run_started", session_id: "s1", run_id: "r", seq: 1, ts: at(100), message_id: "m", question: "질문", attempt: 1 } as Frame;
  const delta = (offset: number, text: string): Frame => ({ type: "answer_delta", session_id: "s1", ts: at(0), run_id: "r", offset, text });

  test("a draft is thrown away by a retry and by the answer", () => {
    const written = taken([started, delta(0, "둘 "), delta(2, "셋")]);
    expect(written.turns[0]!.draft).toBe("둘 셋");
    const again = reduce(written, { type: "answer_retry", session_id: "s1", run_id: "r", seq: 2, ts: at(200), reason: "x", code: "", figures: "" });
    expect(again.turns[0]!.draft).toBe("");
    const loaded = reduce(again, { session_id: "s1", run_id: "r", seq: 3, ts: at(300), ...answer("m") } as Frame);
    expect(loaded.turns[0]!.draft).toBe("");
    expect(reduce(loaded, delta(0, "spät"))).toBe(loaded);
  });

  test("a piece behind a hole waits for the replay, offsets count UTF-16 units", () => {
    expect(taken([started, delta(5, "x")]).turns[0]!.draft).toBe("");
    expect(taken([started, delta(0, "𠮷"), delta(2, "家")]).turns[0]!.draft).toBe("𠮷家");
    expect(taken([started, delta(0, "abc"), delta(1, "XY")]).turns[0]!.draft).toBe("aXY");
  });

  test("a gap asks for the transcript, and what it tells takes its place among the turns", () => {
    const gone = taken([ready(9), { type: "gap", session_id: "s1", ts: at(0), from: 1, to: 8 }]);
    expect([gone.mustRefetch, gone.lastSeq]).toEqual([true, 8]);
    const lines = [
      { message_id: "m", run_id: "r", role: "user" as const, content: "질문", answer: null, created_at: at(0) },
      { message_id: "a", run_id: "r", role: "assistant" as const, content: "답", answer: answer("m") as Record<string, unknown>, created_at: at(50) },
    ];
    const loaded = withTranscript(gone, lines);
    expect(loaded.turns.map((turn) => [turn.question, turn.status, turn.answer?.content])).toEqual([["질문", "done", "답 [1]"]]);
    const next = { ...started, run_id: "r2", seq: 9, message_id: "m2" } as Frame;
    expect(reduce(loaded, next).turns.map((turn) => turn.runId)).toEqual(["r", "r2"]);
  });

  test("an open question greets whoever comes after its event was pruned", () => {
    const pending = { type: "user_confirmation_required", session_id: "s1", run_id: "r", seq: 7, ts: at(0), confirmation_id: "p", expires_at: null, expires_in_ms: null };
    const state = taken([{ type: "gap", session_id: "s1", ts: at(0), from: 1, to: 8 }, { ...ready(8), pending_prompt: pending } as Frame]);
    expect(state.turns.map((turn) => [turn.status, turn.prompt?.id])).toEqual([["waiting", "p"]]);
  });
});
