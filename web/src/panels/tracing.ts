/** What the panel draws, read out of a record. Pure. Older and newer records may lack or add what is not asked for here. */
import type { AnswerRecordOut, ContextOut } from "../generated/http";

/** Something that took time, on the axis of its turn. Milliseconds. */
export interface Spent {
  key: string;
  /** A name of `words.spans`, or the source of a search. */
  name: string;
  /** Of a draft: which one, from 1. */
  number?: number;
  part: boolean;
  tint: "" | "search" | "write";
  from: number;
  took: number;
}

/** One step of a search: how many passages were left after it. */
export interface Sieve {
  name: string;
  left: number;
  /** As many as before it. */
  same: boolean;
  ms: number;
  /** timeout, failed, off, softened, overlap, empty; mostly nothing. */
  note: string;
}

/** One search of one source (`RetrievalTrace`). Shares per mille. */
export interface Search {
  source: string;
  sieves: Sieve[];
  /** Of the widest step, at least 1: what the funnel is drawn against. */
  most: number;
  wanted: number;
  threshold: number;
  guard: boolean;
  fallbacks: string[];
  again: boolean;
  ms: number;
}

export interface Passage {
  context: ContextOut;
  /** Calibrated, 0..1000; null: a row, or found in an earlier turn. */
  confidence: number | null;
  cited: boolean;
}

const ORDER = ["choice", "draft", "quote"];

/** The turn's parts one after the other; those of the search and of the answer under them. */
export function spansOf(found: AnswerRecordOut): Spent[] {
  const { timings_ms: turn, times_ms: own } = found.record;
  const [plan, search, answer] = [turn.plan ?? 0, turn.search ?? 0, turn.answer ?? found.answer_ms];
  const total = Math.max(turn.total ?? 0, plan + search + answer);
  const writing = total - answer;
  const spans: Spent[] = [
    { key: "plan", name: "plan", part: false, tint: "", from: 0, took: plan },
    { key: "search", name: "search", part: false, tint: "search", from: plan, took: search },
    ...searchesOf(found).map((one): Spent => ({ key: `source-${one.source}`, name: one.source, part: true, tint: "search", from: plan, took: Math.min(one.ms, search) })),
    { key: "answer", name: "answer", part: false, tint: "write", from: writing, took: answer },
  ];
  let at = writing;
  for (const [key, took] of Object.entries(own).filter(([key]) => key !== "total").toSorted(byOrder)) {
    const [name, number] = key.split("_");
    const last = Math.min(took, Math.max(0, total - at));
    spans.push({ key, name: name!, ...(number ? { number: Number(number) } : {}), part: true, tint: "write", from: at, took: last });
    at += last;
  }
  return spans.filter((one) => one.took > 0);
}

function byOrder([one]: [string, number], [other]: [string, number]): number {
  const rank = (key: string) => (ORDER.indexOf(key.split("_")[0]!) + ORDER.length + 1) % (ORDER.length + 1);
  return rank(one) - rank(other) || one.localeCompare(other, "en", { numeric: true });
}

/** What no step of the turn took: storing, sending, waiting for a person. Milliseconds. */
export function restOf(found: AnswerRecordOut): number {
  const { total = 0, plan = 0, search = 0, answer = 0 } = found.record.timings_ms;
  return Math.max(0, total - plan - search - answer);
}

/** The document searches of the turn. A record of another form is passed over. */
export function searchesOf(found: AnswerRecordOut): Search[] {
  return found.record.retrieval.flatMap((kept) => {
    if (typeof kept.source !== "string" || !Array.isArray(kept.stages)) return [];
    const sieves = kept.stages.map(sieveOf).filter((one) => one.name !== "analysis");
    return [{
      source: kept.source,
      sieves,
      most: Math.max(1, ...sieves.map((one) => one.left)),
      wanted: numberOf(kept.wanted),
      threshold: numberOf(kept.threshold),
      guard: kept.guard_passed === true,
      fallbacks: Array.isArray(kept.fallbacks) ? kept.fallbacks.map(String) : [],
      again: kept.cache_hit === true,
      ms: numberOf(kept.elapsed_ms),
    }];
  });
}

function sieveOf(stage: Record<string, unknown>): Sieve {
  const left = numberOf(stage.count_out);
  return { name: String(stage.name), left, same: left === numberOf(stage.count_in), ms: numberOf(stage.ms), note: String(stage.note ?? "") };
}

/** The contexts the answer was written from, each with the confidence its search gave it. */
export function passagesOf(found: AnswerRecordOut, cited: number[]): Passage[] {
  const sure = new Map<string, number>();
  for (const kept of found.record.retrieval) {
    for (const one of Array.isArray(kept.contexts) ? (kept.contexts as Record<string, unknown>[]) : []) sure.set(String(one.item_id), numberOf(one.confidence));
  }
  return found.record.contexts.map((context) => ({ context, confidence: context.row ? null : (sure.get(context.item_id) ?? null), cited: cited.includes(context.marker) }));
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
