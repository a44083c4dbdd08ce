/** The passages a question would be answered from, best first. */
import { type FormEvent, useId, useState } from "react";
import type { FoundPassages, PackOut } from "../generated/http";
import { useAsked } from "../parts/asked";
import { useWords } from "../words";
import { Failed } from "./failed";
import { knowledgeWords } from "./words";

interface Props {
  pack: PackOut;
  sought: string;
  seek(words: string): void;
  open(documentId: string, chunkId: string): void;
}

export function Finder({ pack, sought, seek, open }: Props) {
  const words = useWords();
  const own = knowledgeWords(words.language);
  const id = useId();
  const [draft, setDraft] = useState(sought);
  const asked = useAsked<FoundPassages>(sought === "" ? null : `/api/knowledge/${encodeURIComponent(pack.name)}/search?q=${encodeURIComponent(sought)}`, 0);
  const passages = sought === "" || asked.loading ? null : (asked.data?.passages ?? null);
  const send = (event: FormEvent) => (event.preventDefault(), seek(draft.trim().slice(0, 200)));
  return (
    <>
      <p className="know-lead">{own.searchLead}</p>
      <form className="know-ask one" onSubmit={send}>
        <label htmlFor={id}>{own.search}</label>
        <input className="field" id={id} type="search" value={draft} maxLength={200} onChange={(event) => setDraft(event.target.value)} />
        <button type="submit" className="button strong">{own.go}</button>
      </form>
      <Failed asked={asked} />
      <p className="know-lead" role="status">{asked.loading ? own.loading : passages === null ? "" : passages.length === 0 ? own.nothing : own.foundOf(passages.length)}</p>
      <ol className="know-found">
        {passages?.map((one) => (
          <li key={one.chunk_id}>
            <h3>{one.title.split(" > ").join(" › ")}</h3>
            <p className="quote">{one.text}</p>
            <p className="know-foot">
              <span>{pack.sources.find((source) => source.name === one.source)?.label[words.language] ?? one.source}{one.place && ` · ${words.place(one.place)}`}</span>
              <button type="button" className="link" data-document={one.document_id} onClick={() => open(one.document_id, one.chunk_id)}>{own.inDocument}</button>
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}
