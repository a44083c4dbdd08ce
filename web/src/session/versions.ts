/**
 * Which turns are versions of one question: edited, asked again, or answered from other data.
 *
 * A message id is `base` or `base.2`, `base.3` …: the lineage rides in the id the client chooses, so it is the same on
 * every device. Runs of `reuse_override` have ids of the server's; they follow the newest turn with the same question.
 */
import type { Turn } from "./state";

export interface Exchange {
  base: string;
  /** Oldest first; at least one. */
  versions: Turn[];
}

const OVERRIDE = /^again-/;

export function newMessageId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function baseOf(messageId: string): string {
  return messageId.replace(/\.\d+$/, "");
}

/** The id of another version of the same question. */
export function nextVersion(base: string, exchanges: Exchange[]): string {
  const taken = exchanges.find((exchange) => exchange.base === base)?.versions ?? [];
  const numbers = taken.map((turn) => Number(/\.(\d+)$/.exec(turn.messageId)?.[1] ?? 1));
  return `${base}.${Math.max(1, ...numbers) + 1}`;
}

export function exchangesOf(turns: Turn[]): Exchange[] {
  const exchanges = new Map<string, Exchange>();
  for (const turn of turns) {
    const base = baseOf(turn.messageId);
    const same = OVERRIDE.test(turn.messageId)
      ? [...exchanges.values()].findLast((one) => one.versions.some((version) => version.question === turn.question))
      : exchanges.get(base);
    if (same === undefined) exchanges.set(base, { base, versions: [turn] });
    else same.versions.push(turn);
  }
  return [...exchanges.values()];
}

/** The same exchanges; those in which nothing changed are the objects they were, so that they need not be drawn again. */
export function unchanged(before: Exchange[], now: Exchange[]): Exchange[] {
  const known = new Map(before.map((one) => [one.base, one]));
  return now.map((one) => {
    const old = known.get(one.base);
    return old?.versions.length === one.versions.length && old.versions.every((turn, at) => turn === one.versions[at]) ? old : one;
  });
}

export function isOverride(turn: Turn): boolean {
  return OVERRIDE.test(turn.messageId);
}
