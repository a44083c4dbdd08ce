/** What paper needs and a screen does not: a number in the text leads nowhere there, so the sources stand under their answer. */
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { PackOut } from "../generated/http";
import type { CitationOut } from "../generated/protocol";
import { useWords } from "../words";
import { keptWords } from "../words/kept";
import { languageOf, nameOf, sourceName } from "./naming";

/** Whether the page is being printed. Drawn within the event: what stands there after it is what is printed. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    addEventListener("beforeprint", before);
    addEventListener("afterprint", after);
    return () => {
      removeEventListener("beforeprint", before);
      removeEventListener("afterprint", after);
    };
  }, []);
  return printing;
}

export function PaperSources({ citations, pack }: { citations: CitationOut[]; pack: PackOut | undefined }) {
  const words = useWords();
  if (!usePrinting() || citations.length === 0) return null;
  return (
    <section className="shared-sources">
      <h3>{keptWords(words.language).sourcesHead}</h3>
      <ol>
        {citations.map((one) => (
          <li key={one.marker} value={one.marker}>
            <b>{nameOf(one, words.language)}</b> <span className="dim">{`${sourceName(one, pack, words)} · ${words.fetchedAt(one.fetched_at.slice(0, 10))}`}</span>
            <p lang={languageOf(one.quote)}>{one.quote}</p>
            {/^https?:/.test(one.uri) && <p>{one.uri}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
