/** What is looked for, found in what was said: every message of one's own conversations. */
import { useEffect, useState } from "react";
import type { FoundList, FoundOut } from "../generated/http";
import { request } from "../http";

const TYPED_MS = 300;
/** One letter stands in nearly every message. */
const SHORTEST = 2;

export interface Hits {
  found: FoundOut[];
  failed: boolean;
}

const NONE: Hits = { found: [], failed: false };

export function useHits(sought: string): Hits {
  const [hits, setHits] = useState<Hits>(NONE);
  const wanted = sought.trim();
  useEffect(() => {
    if (wanted.length < SHORTEST) return setHits(NONE);
    let here = true;
    const query = new URLSearchParams({ q: wanted.slice(0, 200) });
    const timer = setTimeout(() => {
      request<FoundList>("GET", `/api/search/sessions?${query.toString()}`).then(
        ({ found }) => here && setHits({ found, failed: false }),
        () => here && setHits({ found: [], failed: true }),
      );
    }, TYPED_MS);
    return () => ((here = false), clearTimeout(timer));
  }, [wanted]);
  return hits;
}

/** Marks of Markdown and of citations: an answer is kept with them, and found without being drawn. */
const MARKS = /\*\*|`|^#+ |(?<=\n)#+ |\s?\[\d+\]/g;

/** The snippet in pieces, every second one a hit; an answer's without its marks. */
export function piecesOf(hit: Pick<FoundOut, "snippet" | "marks" | "role">): string[] {
  const cuts = [0, ...hit.marks.flatMap((mark) => [mark.start, mark.end]), hit.snippet.length];
  const pieces = cuts.slice(0, -1).map((from, at) => hit.snippet.slice(from, cuts[at + 1]));
  return hit.role === "user" ? pieces : pieces.map((piece) => piece.replace(MARKS, ""));
}
