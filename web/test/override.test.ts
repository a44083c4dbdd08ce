/** "Search now" in the ledger forces a search, over the answer that last stood on the record. */
import { expect, test } from "vitest";
import type { HoldingOut } from "../src/generated/http";
import type { ClientMessage } from "../src/generated/protocol";
import { searchOf } from "../src/parts/override";
import type { Exchange } from "../src/session/versions";
import type { Turn } from "../src/session/state";

const turn = (runId: string, evidence: string | null) =>
  ({ runId, answer: { answer_id: `a-${runId}`, reuse: { data_types: evidence === null ? {} : { market: { evidence_id: evidence } } } } }) as unknown as Turn;
const record = (run: string, evidence: string) => ({ run_id: run, evidence_id: evidence }) as HoldingOut;
const sent = (exchanges: Exchange[], one: HoldingOut): ClientMessage | undefined => {
  let message: ClientMessage | undefined;
  searchOf(exchanges, { say: (said) => (message = said) })(one)?.();
  return message;
};

const exchanges: Exchange[] = [
  { base: "m1", versions: [turn("r1", "e1")] },
  { base: "m2", versions: [turn("r2", "e1"), turn("r3", "e9")] },
  { base: "m4", versions: [turn("r4", null)] },
];

test("the newest version of the question that last used the record is searched again, whatever it reused", () => {
  expect(sent(exchanges, record("r1", "e1"))).toEqual({ type: "reuse_override", message_id: "a-r3", action: "search_again" });
  expect(sent(exchanges, record("r4", "e4"))).toEqual({ type: "reuse_override", message_id: "a-r4", action: "search_again" });
});

test("a record whose question is not at hand offers nothing", () => {
  expect(searchOf(exchanges, { say: () => undefined })(record("r8", "e8"))).toBe(undefined);
});
