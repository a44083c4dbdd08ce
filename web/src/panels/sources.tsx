/** The cited sources of one answer, and one of them in its document with the passage marked. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ChunkOut, DocumentOut, EvidenceOut, PackOut } from "../generated/http";
import type { CitationOut } from "../generated/protocol";
import { age, dotted, won } from "../format";
import { type Refusal, request } from "../http";
import { UPLOAD } from "../parts/uploaded";
import { useNow } from "../parts/clock";
import { Icon } from "../parts/icons";
import { Markdown, Phrases } from "../parts/markdown";
import { nameOf, sourceName } from "../parts/naming";
import { NO_EDGE } from "../figure/rows";
import { useWords, type Words } from "../words";
import { keptWords } from "../words/kept";
import { Panel } from "./panel";

interface Props {
  citations: CitationOut[];
  /** Copies the answer with its citations and these sources. */
  copy(): void;
  marked: CitationOut | null;
  inDocument: boolean;
  pack: PackOut | undefined;
  /** The conversation, whose own files are read there. */
  sessionId?: string | null;
  show(citation: CitationOut | null, inDocument: boolean): void;
  close(): void;
}

export function SourcesPanel({ citations, copy, marked, inDocument, pack, sessionId = null, show, close }: Props) {
  const words = useWords();
  const at = marked === null ? -1 : citations.findIndex((one) => one.marker === marked.marker);
  const step = (by: number) => show(citations[(at + by + citations.length) % citations.length]!, true);
  if (marked !== null && inDocument) {
    const tools = (
      <>
        <button type="button" className="square" aria-label={words.cited} onClick={() => show(marked, false)}><Icon name="left" /></button>
        <button type="button" className="square" aria-label={words.previous} onClick={() => step(-1)}><Icon name="up" /></button>
        <button type="button" className="square" aria-label={words.next} onClick={() => step(1)}><Icon name="down" /></button>
      </>
    );
    // A panel of its own: the source that was pressed is gone, and the focus must not be lost with it.
    return <Panel key="document" title={sourceName(marked, pack, words)} close={close} tools={tools}><Original key={marked.marker} citation={marked} pack={pack} sessionId={sessionId} /></Panel>;
  }
  return (
    <Panel key="list" title={words.cited} close={close} tools={<button type="button" className="button small" onClick={copy}><Icon name="copy" small />{keptWords(words.language).copySourced}</button>}>
      <ul>{citations.map((one) => <li key={one.marker}><Source citation={one} marked={one.marker === marked?.marker} pack={pack} open={() => show(one, true)} /></li>)}</ul>
    </Panel>
  );
}

function Source({ citation, marked, pack, open }: { citation: CitationOut; marked: boolean; pack: PackOut | undefined; open(): void }) {
  const words = useWords();
  const now = useNow(60_000);
  const self = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (marked) self.current?.scrollIntoView({ block: "nearest" });
  }, [marked]);
  const facts = [sourceName(citation, pack, words), words.fetchedAt(age(Date.parse(citation.fetched_at), now, words.language)), citation.web ? words.fromWeb(citation.as_of ?? "") : "", citation.example ? words.example : ""];
  return (
    <button type="button" ref={self} className={marked ? "source marked" : "source"} aria-current={marked || undefined} onClick={open}>
      <span className="top"><span className="cite">{citation.marker}</span><span className="grow">{nameOf(citation, words.language)}</span></span>
      <span className="quote">{citation.quote}</span>
      <span className="meta">{dotted(facts.filter(Boolean).join(" · "))}</span>
    </button>
  );
}

function Original({ citation, pack, sessionId }: { citation: CitationOut; pack: PackOut | undefined; sessionId: string | null }) {
  const words = useWords();
  const now = useNow(60_000);
  const isRow = Object.keys(citation.fields).length > 0;
  return (
    <>
      <div className="chips">
        <span className="chip search">{words.citation(citation.marker, words.fetchedAt(age(Date.parse(citation.fetched_at), now, words.language)))}</span>
        {citation.web && <span className="chip ask"><Icon name="info" small />{words.fromWeb(citation.as_of ?? "")}</span>}
        {citation.example && <span className="chip ask"><Icon name="info" small />{words.example}</span>}
      </div>
      {isRow ? <RowOf citation={citation} pack={pack} /> : citation.source === UPLOAD ? <OfFile citation={citation} sessionId={sessionId} /> : <Passages citation={citation} />}
      {/^https?:\/\//.test(citation.uri) && <p><a className="link" href={citation.uri} target="_blank" rel="noopener noreferrer">{words.original}</a></p>}
    </>
  );
}

/** Columns under the names the pack gives them, values with their unit, both in the page's language. */
export function rowsOf(citation: CitationOut, pack: PackOut | undefined, words: Words): [string, string][] {
  const columns = pack?.sources.find((source) => source.name === citation.source)?.columns ?? [];
  return Object.entries(citation.fields).flatMap(([name, value]) => {
    if (value === null || name === "example" || value === NO_EDGE) return [];
    const column = columns.find((one) => one.name === name);
    const figure = column ? null : figureOf(name, columns);
    const label = column?.label[words.language] ?? (figure ? words.figureOf(figure.of.label[words.language] ?? figure.of.name, figure.by) : (words.rowFields[name] ?? name));
    const choice = column?.choices[String(value)]?.[words.language];
    return [[label, choice ?? valueOf(name, value, column?.unit ?? figure?.of.unit ?? null, words)] as [string, string]];
  });
}

type Column = PackOut["sources"][number]["columns"][number];

/** A figure over many rows is called by its column and what was worked out of it: `price_won_median`. A count has no unit of its column. */
function figureOf(name: string, columns: Column[]): { of: Column; by: string } | null {
  const [, base, by] = /^(.+)_(mean|median|min|max|count)$/.exec(name) ?? [];
  const of = columns.find((one) => one.name === base);
  return of === undefined || by === undefined ? null : { of: by === "count" ? { ...of, unit: "count" } : of, by };
}

function valueOf(name: string, value: string | number | boolean, unit: string | null, words: Words): string {
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (typeof value === "string") return value;
  if (unit === "won" || name.endsWith("_won")) return won(value, words.language);
  if (unit === "year") return String(value);
  return `${value.toLocaleString(words.language, { maximumFractionDigits: 4 })}${words.units[unit ?? ""] ?? ""}`;
}

/** A row of a table: as it was when it was cited. */
function RowOf({ citation, pack }: { citation: CitationOut; pack: PackOut | undefined }) {
  const words = useWords();
  const rows = rowsOf(citation, pack, words);
  return (
    <div className="document">
      <h3>{nameOf(citation, words.language)}</h3>
      <p className="hit"><Phrases text={citation.quote} /></p>
      <table className="row-table">
        <thead className="unseen"><tr><th scope="col">{words.field}</th><th scope="col">{words.value}</th></tr></thead>
        <tbody>{rows.map(([name, value]) => <tr key={name}><th scope="row">{name}</th><td>{value}</td></tr>)}</tbody>
      </table>
    </div>
  );
}

/** A passage of a file attached to the conversation: as the ledger holds it. */
function OfFile({ citation, sessionId }: { citation: CitationOut; sessionId: string | null }) {
  const words = useWords();
  const [found, setFound] = useState<EvidenceOut | null>(null);
  useEffect(() => {
    if (sessionId === null || !citation.evidence_id) return;
    request<EvidenceOut>("GET", `/api/sessions/${encodeURIComponent(sessionId)}/evidence/${encodeURIComponent(citation.evidence_id)}`).then(setFound, () => undefined);
  }, [sessionId, citation.evidence_id]);
  const text = found?.items.find((one) => one.item_id === citation.chunk_id)?.text ?? citation.quote;
  return (
    <div className="document">
      <h3>{nameOf(citation, words.language)}</h3>
      <p className="hit">{text.includes(citation.quote) ? marked(text, citation.quote) : text}</p>
    </div>
  );
}

const TABLE = /^[ \t]*\|.*\|[ \t]*\n[ \t]*\|[-:| \t]+\|[ \t]*$/m;

function Passages({ citation }: { citation: CitationOut }) {
  const words = useWords();
  const [found, setFound] = useState<DocumentOut | null>(null);
  const [missing, setMissing] = useState<"" | "gone" | "unread">("");
  const [times, setTimes] = useState(0);
  const hit = useRef<(HTMLParagraphElement & HTMLDivElement) | null>(null);
  useEffect(() => {
    request<ChunkOut>("GET", `/api/chunks/${pathOf(citation.chunk_id)}`)
      .then((chunk) => request<DocumentOut>("GET", `/api/documents/${pathOf(chunk.document_id)}?around=${encodeURIComponent(citation.chunk_id)}`))
      .then((document) => (setFound(document), setMissing("")), (error: Refusal) => setMissing(error.status === 404 ? "gone" : "unread"));
  }, [citation.chunk_id, times]);
  useEffect(() => void hit.current?.scrollIntoView({ block: "center" }), [found]);
  const unread = <><span role="alert">{words.documentUnread}</span> <button type="button" className="link" onClick={() => setTimes(times + 1)}>{words.retry}</button></>;
  if (missing !== "") return <div className="document"><p className="dim">{missing === "gone" ? words.missingPassage : unread}</p><h3>{citation.title}</h3><p className="hit">{citation.quote}</p></div>;
  if (found === null) return null;
  const lost = !found.passages.some((passage) => passage.chunk_id === citation.chunk_id && passage.text.includes(citation.quote));
  return (
    <div className="document">
      {lost && <><p className="dim">{words.missingPassage}</p><p className="hit">{citation.quote}</p></>}
      {found.passages.map((passage) => (
        <section key={passage.chunk_id}>
          <h3>{passage.title}{passage.place && <small className="dim"> {words.place(passage.place)}</small>}</h3>
          {passage.text.split(/\n{2,}/).map((text, at) => {
            const here = passage.chunk_id === citation.chunk_id && text.includes(citation.quote);
            const place = { ref: here ? hit : undefined, className: here ? "hit" : undefined };
            // A table written in bars and dashes is read as one; everything else stands letter for letter.
            if (TABLE.test(text)) return <div key={at} {...place}><Markdown text={text} cite={(marker) => `[${marker}]`} /></div>;
            return <p key={at} {...place}>{here ? marked(text, citation.quote) : text}</p>;
          })}
        </section>
      ))}
    </div>
  );
}

/** An id as a path: the passages of a document are told apart by a `#`, which would end the address. */
function pathOf(id: string): string {
  return id.split("/").map(encodeURIComponent).join("/");
}

function marked(text: string, quote: string): ReactNode {
  const at = text.indexOf(quote);
  return <>{text.slice(0, at)}<mark>{quote}</mark>{text.slice(at + quote.length)}</>;
}
