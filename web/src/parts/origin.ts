/** Where an answer is from, in the words of the line above it. Pure: turn and ledger in, line out. */
import type { HoldingOut, PackOut } from "../generated/http";
import type { Reuse, TypeReuse } from "../generated/protocol";
import type { Step, Turn } from "../session/state";
import { isOverride } from "../session/versions";
import { age, monthOf, secondsOf, whenFound } from "../format";
import type { Words } from "../words";
import { draftedWords } from "./drafted-words";
import { UPLOAD } from "./uploaded";

export interface Origin {
  glyph: "reuse" | "partial" | "search" | "none";
  tinted: boolean;
  /** The bold part; pressing it opens the ledger at `evidenceId`. */
  name: string;
  rest: string;
  /** One a kind of data, where some were used again: each with its age, or found anew. */
  kinds: readonly Kind[];
  evidenceId: string | null;
  canSearchAgain: boolean;
  canUndo: boolean;
  took: string;
}

export interface Kind {
  type: string;
  name: string;
  rest: string;
  /** null: it was searched. */
  evidenceId: string | null;
}

export interface Around {
  words: Words;
  now: number;
  holdings: HoldingOut[];
  pack: PackOut | undefined;
}

export function originOf(turn: Turn, around: Around): Origin | null {
  const answer = turn.answer;
  if (answer === null) return null;
  const took = around.words.seconds(secondsOf(answer.timings_ms.total));
  const reused = reusedTypes(answer.reuse);
  const undo = answer.reuse.undo_available;
  const plain = { tinted: false, kinds: [], evidenceId: null, canSearchAgain: false, canUndo: undo, took } as const;
  if (reused.length > 0) return reusedLine(turn, reused, around, { undo, took });
  if (Object.keys(answer.reuse.data_types).length === 0) {
    return { ...plain, glyph: "none", name: around.words.answered, rest: took };
  }
  const rest = [refusedReason(turn, around.words) || searched(turn, around.words), asOf(turn, around.words), took].filter(Boolean).join(" · ");
  return { ...plain, glyph: "search", name: chosen(turn) ? around.words.asked : around.words.searchedLine, rest };
}

/** Until when the data goes that was found: the oldest of several kinds, which holds for all of them. */
function asOf(turn: Turn, words: Words): string {
  const oldest = Object.values(turn.answer!.data_as_of ?? {}).toSorted()[0];
  return oldest === undefined ? "" : words.asOf(monthOf(oldest, words.language));
}

function chosen(turn: Turn): boolean {
  return (isOverride(turn) && turn.answer?.reuse.decision === "search") || turn.resolved?.value === "search_new" && turn.resolved.by === "person";
}

function reusedTypes(reuse: Reuse): [string, TypeReuse][] {
  return Object.entries(reuse.data_types).filter(([, one]) => one.decision === "reused");
}

function reusedLine(turn: Turn, reused: [string, TypeReuse][], around: Around, of: { undo: boolean; took: string }): Origin {
  const { words, now } = around;
  const reuse = turn.answer!.reuse;
  const partial = reuse.decision === "partial";
  const oldest = Math.min(...reused.map(([, one]) => Date.parse(one.fetched_at ?? "") || now));
  const items = partial ? held(reused, around) : (turn.steps.find((step) => step.step === "" && (step.counts.reused ?? 0) > 0)?.counts.items ?? held(reused, around));
  const labels = reused.map(([type]) => labelOf(type, around)).join("·");
  const others = Object.keys(reuse.data_types).filter((type) => reuse.data_types[type]!.decision !== "reused");
  const state = reused.some(([, one]) => one.source_changed) ? words.sourceChanged : words.unchanged;
  const asOf = reused.map(([, one]) => one.as_of ?? null).filter((date) => date !== null).toSorted()[0];
  const details = [...(asOf === undefined ? [] : [words.asOf(monthOf(asOf, words.language))]), age(oldest, now, words.language), state];
  if (partial && others.length > 0) details.push(words.alsoSearched(words.also(others.map((type) => labelOf(type, around)).join("·"))));
  if (turn.resolved?.by === "person" && turn.resolved.value === "use_previous") details.push(words.asChosen);
  if (reused.some(([, one]) => one.unasked)) details.push(words.unasked);
  const unit = items > 0 ? words.reusedType(labels, items) : words.reusedTypeOnly(labels);
  return {
    glyph: partial ? "partial" : "reuse",
    tinted: true,
    name: partial || items === 0 ? unit : words.reusedUnit(whenFound(oldest, now, words.language), items),
    rest: details.join(", "),
    kinds: kindsOf(turn, around),
    evidenceId: reused[0]![1].evidence_id,
    canSearchAgain: true,
    canUndo: of.undo,
    took: of.took,
  };
}

function kindsOf(turn: Turn, around: Around): Kind[] {
  const { words, now } = around;
  const chosen = turn.resolved?.by === "person" && turn.resolved.value === "use_previous" ? words.asChosen : "";
  const reused = ([, one]: [string, TypeReuse]) => Number(one.decision === "reused");
  return Object.entries(turn.answer!.reuse.data_types).toSorted((one, other) => reused(other) - reused(one)).map(([type, one]) => {
    const label = labelOf(type, around);
    if (one.decision === "failed") return { type, name: `${label}: ${words.failedStep}`, rest: "", evidenceId: null };
    if (one.decision !== "reused") return { type, name: words.alsoSearched(words.also(label)), rest: "", evidenceId: null };
    const items = held([[type, one]], around);
    const details = [one.as_of ? words.asOf(monthOf(one.as_of, words.language)) : "", age(Date.parse(one.fetched_at ?? "") || now, now, words.language), one.source_changed ? words.sourceChanged : words.unchanged, chosen, one.unasked ? words.unasked : ""];
    return { type, name: items > 0 ? words.reusedType(label, items) : words.reusedTypeOnly(label), rest: details.filter(Boolean).join(", "), evidenceId: one.evidence_id };
  });
}

function held(reused: [string, TypeReuse][], around: Around): number {
  return sum(reused.map(([, one]) => around.holdings.find((record) => isOf(record, one.evidence_id))?.items ?? 0));
}

/** The record, or an older one of the same items that stands under it. */
export function isOf(record: HoldingOut, evidenceId: string | null): boolean {
  return evidenceId !== null && (record.evidence_id === evidenceId || (record.also ?? []).includes(evidenceId));
}

export function labelOf(type: string, around: Pick<Around, "pack" | "words">): string {
  return around.pack?.data_types.find((one) => one.name === type)?.label[around.words.language] ?? (type === UPLOAD ? draftedWords(around.words.language).files : type);
}

/** Why what was in hand was not used; empty when there was nothing in hand. */
export function refusedReason(turn: Turn, words: Words): string {
  const issues = Object.values(turn.reuse?.judge2 ?? {}).flatMap((judge) => judge.issues);
  if (issues.includes("rights_changed")) return words.amended;
  if (issues.includes("source_changed")) return words.changed;
  if (issues.includes("slot_conflict:region")) return words.differs.region;
  if (issues.some((issue) => issue.startsWith("slot_conflict:"))) return words.differs.other;
  if (issues.includes("stale")) return words.tooOld;
  return "";
}

function searched(turn: Turn, words: Words): string {
  const sources = turn.steps.filter((step) => step.step.startsWith("search:") && (step.counts.found ?? 0) > 0);
  const items = sum(sources.map((step) => step.counts.found ?? 0));
  return items > 0 ? words.fromSources(sources.length, items) : "";
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** What a source is called; the label that came with the step is in the question's language. */
export function sourceOf(step: Step, around: Pick<Around, "pack" | "words">): string {
  const source = around.pack?.sources.find((one) => `search:${one.name}` === step.step);
  const own = source?.label[around.words.language];
  return own ?? step.label.replace(/\s+(검색 중|\d[\d,]*건 찾음|검색 실패|생략 \(.*\))$/, "").replace(/^searching\s+/i, "").replace(/(:\s*\d[\d,]* found| failed| skipped \(.*\))$/i, "");
}

/** What is being done right now, for the line that stands where the answer will be. */
export function working(turn: Turn, words: Words, now: number, pack: PackOut | undefined): { what: string; more: string[] } {
  const elapsed = now - turn.startedAt;
  const running = turn.steps.filter((step) => step.step !== "" && step.status === "running");
  const counting = turn.steps.filter((step) => step.total !== null && step.total > 1);
  // Of several questions what is counted is the questions: the steps of each count for themselves.
  const questions = counting.filter((step) => /^subtask:\d+$/.test(step.step));
  const counted = questions.length > 0 ? questions.toSorted((one, other) => (one.done ?? 0) - (other.done ?? 0)).at(-1) : counting.at(-1);
  const more: string[] = [];
  if (running.length > 0 && elapsed > 5_000 && counted?.done) more.push(words.doneOf(counted.done, counted.total!));
  if (elapsed > 15_000) more.push(words.long);
  more.push(words.seconds(secondsOf(elapsed)));
  const source = running.find((step) => step.step.startsWith("search:"));
  const thinking = source === undefined ? running.findLast((step) => saidIn(step, words)) : undefined;
  return { what: phase(turn, words, source === undefined ? thinking?.label : words.searching(sourceOf(source, { pack, words }))), more };
}

/** A step of writing the answer whose label this page can show: it is in the question's language. A question of several is no step. */
export function saidIn(step: Step, words: Words): boolean {
  return step.team === "answer" && step.step !== "" && !/^subtask:\d+$/.test(step.step) && words.language === (/[가-힣]/.test(step.label) ? "ko" : "en");
}

function phase(turn: Turn, words: Words, label: string | undefined): string {
  if (turn.answer !== null) return words.checking;
  if (turn.retries.length > 0) return words.rewriting;
  if (turn.draft !== "") return words.writing;
  if (label) return label;
  const team = turn.steps.find((step) => step.step === "");
  if (team !== undefined) return team.status === "running" ? (turn.reuse ? words.searchingAny : words.judging) : words.writing;
  return turn.plan === null ? words.reading : turn.plan.required_data_types.length > 0 ? words.judging : words.writing;
}
