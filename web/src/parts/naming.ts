/** What a cited row is called on a page of another language than the row's own words. */
import type { PackOut } from "../generated/http";
import type { CitationOut } from "../generated/protocol";
import type { Language, Words } from "../words";
import { draftedWords } from "./drafted-words";
import { UPLOAD } from "./uploaded";

const HANGUL = /[가-힣]/;

/** The language a text is in, for whoever has it read out: that of most of its letters. */
export function languageOf(text: string): Language {
  return (text.match(/[가-힣]/g)?.length ?? 0) >= (text.match(/[A-Za-z]/g)?.length ?? 0) / 3 ? "ko" : "en";
}

/**
 * A row's fields are raw values, and so may its title be; what it is about is also said first in its quote, and that in the language of
 * the answer: "Daegu Dalseo-gu · sale · flats · 60~85㎡ · February 2026, Transactions 85, …".
 */
function aboutOf(citation: CitationOut, language: Language): string[] | null {
  if (language === "ko" || Object.keys(citation.fields).length === 0) return null;
  const about = citation.quote.split(",")[0]!;
  return HANGUL.test(about) || !about.includes(" · ") ? null : about.split(" · ");
}

export function nameOf(citation: CitationOut, language: Language): string {
  return HANGUL.test(citation.title) ? (aboutOf(citation, language)?.join(" · ") ?? citation.title) : citation.title;
}

/** The region of a row, where the answer names it in the page's language; null: as the table writes it. */
export function placeOf(citation: CitationOut, language: Language): string | null {
  return typeof citation.fields.region === "string" ? (aboutOf(citation, language)?.[0] ?? null) : null;
}

export function sourceName(citation: CitationOut, pack: PackOut | undefined, words: Words): string {
  return pack?.sources.find((source) => source.name === citation.source)?.label[words.language] ?? (citation.source === UPLOAD ? draftedWords(words.language).files : citation.source);
}
