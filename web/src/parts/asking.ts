/** What a question to the person says, in the page's language: the frame carries the facts, the page the words. */
import type { PackOut } from "../generated/http";
import type { InHandOut, UserConfirmationRequiredFrame } from "../generated/protocol";
import type { PromptFrame } from "../session/state";
import { day, dayNumber, weekday } from "../format";
import type { Words } from "../words";
import { labelOf } from "./origin";

export interface Asked {
  question: string;
  inHand: string[];
  why: string[];
  /** The oldest of what is in hand, by the dates the data itself speaks of: YYYY-MM-DD. */
  asOf: string | null;
}

const DAY_S = 86_400;

/** Frames of before the facts were sent as values carry sentences alone: those are shown as they are. */
export function askedOf(frame: UserConfirmationRequiredFrame, pack: PackOut | undefined, words: Words): Asked {
  const { in_hand: held, previous_data_summary: summary, uncertainty_reason: reason } = frame.context;
  if (!held?.length) return { question: frame.message, inHand: [summary], why: [reason], asOf: null };
  const what = held.map((one) => labelOf(one.data_type, { pack, words })).join("·");
  const lines = held.map((one) => words.heldLine(labelOf(one.data_type, { pack, words }), one.items, one.query));
  return { question: words.askUse(foundWhen(frame, held, words), what), inHand: lines, why: doubtsOf(held, pack, words), asOf: held.map((one) => one.as_of ?? null).filter((date) => date !== null).toSorted()[0] ?? null };
}

/** The question a prompt asks, whatever its kind. */
export function questionOf(frame: PromptFrame, pack: PackOut | undefined, words: Words): string {
  return frame.type === "user_confirmation_required" ? askedOf(frame, pack, words).question : frame.message;
}

function foundWhen(frame: UserConfirmationRequiredFrame, held: InHandOut[], words: Words): string {
  const ages = held.map((one) => one.age_s).filter((age) => age !== null);
  if (ages.length === 0) return words.foundEarlier;
  const asked = Date.parse(frame.ts);
  const found = asked - Math.max(...ages) * 1_000;
  const days = dayNumber(asked) - dayNumber(found);
  if (days <= 0) return words.foundEarlier;
  return words.foundOn(days < 7 ? weekday(found, words.language) : day(found, words.language));
}

function doubtsOf(held: InHandOut[], pack: PackOut | undefined, words: Words): string[] {
  const reasons = held.flatMap((one) => {
    const warn = pack?.data_types.find((type) => type.name === one.data_type)?.warn_after_s ?? null;
    return one.issues.flatMap((issue) => doubt(issue, labelOf(one.data_type, { pack, words }), one.items, warn, words));
  });
  return reasons.length > 0 ? [...new Set(reasons)] : [words.unsure];
}

function doubt(issue: string, label: string, items: number, warnAfterS: number | null, words: Words): string[] {
  const kind = issue.split(":")[0]!;
  if (kind === "old" && warnAfterS !== null) return [words.mayHaveChanged(label, Math.round(warnAfterS / DAY_S))];
  if (kind === "few_results") return [words.onlyFew(items)];
  const sentence = words.issues[kind];
  return sentence === undefined ? [] : [sentence];
}

/** Why what is in hand was not enough, in one line; empty when no word is known. */
export function issuesOf(issues: string[], words: Words): string {
  return [...new Set(issues.map((issue) => words.issues[issue.split(":")[0]!]).filter(Boolean))].join(" ");
}
