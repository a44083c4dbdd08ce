/** Searching again on purpose: the protocol's `reuse_override`, which never reuses. A question sent once more could. */
import { isOf } from "./origin";
import type { HoldingOut } from "../generated/http";
import type { Exchange } from "../session/versions";
import type { Turn } from "../session/state";
import type { Acts } from "./turn";

/** What the ledger offers for its records: nothing for one whose question is not on this page. */
export function searchOf(exchanges: Exchange[], acts: Pick<Acts, "say">): (record: HoldingOut) => (() => void) | undefined {
  return (record) => {
    const answer = answerOf(record, exchanges);
    return answer === undefined ? undefined : () => acts.say({ type: "reuse_override", message_id: answer, action: "search_again" });
  };
}

/**
 * The answer to repeat: the newest version of the question that last stood on this record. An answer that was overridden once
 * is not run again (protocol.md), so an older version would do nothing.
 */
function answerOf(record: HoldingOut, exchanges: Exchange[]): string | undefined {
  const stoodOn = (turn: Turn) => turn.runId === record.run_id || Object.values(turn.answer?.reuse.data_types ?? {}).some((one) => isOf(record, one.evidence_id));
  const exchange = exchanges.findLast((one) => one.versions.some(stoodOn));
  return exchange?.versions.findLast((turn) => turn.answer !== null)?.answer?.answer_id;
}
