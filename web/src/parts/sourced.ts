/** One answer as text that stands alone: with its citations, and its sources below. */
import type { CitationOut } from "../generated/protocol";
import type { PackOut } from "../generated/http";
import type { Words } from "../words";
import { keptWords } from "../words/kept";
import { nameOf, sourceName } from "./naming";

export function sourced(content: string, citations: CitationOut[], pack: PackOut | undefined, words: Words): string {
  if (citations.length === 0) return content;
  const lines = citations.map((one) => {
    const address = /^https?:/.test(one.uri) ? ` <${one.uri}>` : "";
    return `[${one.marker}] ${nameOf(one, words.language)} (${sourceName(one, pack, words)}, ${words.fetchedAt(one.fetched_at.slice(0, 10))}): ${one.quote.replace(/\s+/g, " ")}${address}`;
  });
  return `${content}\n\n${keptWords(words.language).sourcesHead}\n${lines.join("\n")}`;
}
