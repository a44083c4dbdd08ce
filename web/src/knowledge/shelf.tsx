/** A pack's documents: found by title, opened with their passages, taken in and removed by whoever may. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { DocumentOut, KnowledgeOut, PackOut, ShelfOut, ShelvedDocument } from "../generated/http";
import { age, dotted } from "../format";
import { Refusal, request } from "../http";
import { useAsked } from "../parts/asked";
import { useNow } from "../parts/clock";
import { Icon } from "../parts/icons";
import { Markdown } from "../parts/markdown";
import { useWords } from "../words";
import { failureIn } from "../words/failures";
import { Failed } from "./failed";
import { Uploads } from "./uploads";
import { knowledgeWords } from "./words";

interface Props {
  known: KnowledgeOut;
  pack: PackOut;
  source: string;
  chooseSource(source: string): void;
  open(documentId: string): void;
  changed(): void;
  announce(text: string): void;
}

export function Shelf({ known, pack, source, chooseSource, open, changed, announce }: Props) {
  const words = useWords();
  const own = knowledgeWords(words.language);
  const [sought, setSought] = useState("");
  const [wanted, setWanted] = useState("");
  const [round, setRound] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(sought.trim()), 250);
    return () => clearTimeout(timer);
  }, [sought]);
  const query = new URLSearchParams({ ...(source && { source }), ...(wanted && { q: wanted }) }).toString();
  const path = `/api/knowledge/${encodeURIComponent(pack.name)}/documents${query && `?${query}`}`;
  const first = useAsked<ShelfOut>(path, round);
  const [more, setMore] = useState<ShelfOut[]>([]);
  const [failure, setFailure] = useState("");
  useEffect(() => (setMore([]), setFailure("")), [path, round]);
  const again = useCallback(() => (setRound((one) => one + 1), changed()), [changed]);
  const shelves = known.sources.filter((one) => one.kind === "documents");
  const pages = first.data === null ? [] : [first.data, ...more];
  const next = pages.at(-1)?.next ?? null;
  const read = () => void request<ShelfOut>("GET", `${path}${query ? "&" : "?"}after=${encodeURIComponent(next!)}`).then((page) => setMore((all) => [...all, page]), () => setFailure(words.failedLoad));
  const remove = (one: ShelvedDocument) =>
    request("DELETE", `/api/knowledge/${encodeURIComponent(pack.name)}/documents/${one.document_id.split("/").map(encodeURIComponent).join("/")}`)
      .then(() => (announce(own.removed(one.title)), again()), (error: unknown) => setFailure(error instanceof Refusal ? failureIn(words.language, error) : words.notDone));
  const list = useRef<HTMLUListElement>(null);
  return (
    <>
      {known.may_change && known.sources.some((one) => one.importers.length > 0) && <Uploads known={known} took={again} announce={announce} />}
      <div className="know-find">
        <label className="finder-field"><span className="unseen">{own.find}</span><Icon name="find" /><input type="search" className="field" value={sought} placeholder={own.find} onChange={(event) => setSought(event.target.value)} /></label>
        {shelves.length > 1 && (
          <label><span className="unseen">{own.source}</span>
            <select className="field" value={source} onChange={(event) => chooseSource(event.target.value)}>
              <option value="">{own.allSources}</option>
              {shelves.map((one) => <option key={one.name} value={one.name}>{one.label[words.language] ?? one.name}</option>)}
            </select>
          </label>
        )}
        <span className="dim" role="status">{first.data !== null && own.total(first.data.total.toLocaleString(words.language))}</span>
      </div>
      <Failed asked={first} />
      {failure && <p className="strip bad" role="alert"><span>{failure}</span></p>}
      {first.data?.total === 0 && <p className="know-lead">{wanted || source ? own.noMatch : own.noDocuments}</p>}
      <ul className="know-files" ref={list}>
        {pages.flatMap((page) => page.documents).map((one) => <Row key={one.document_id} document={one} pack={pack} open={() => open(one.document_id)} remove={() => remove(one)} />)}
      </ul>
      {next && <button type="button" className="button small" onClick={read}>{own.more}</button>}
    </>
  );
}

function Row({ document, pack, open, remove }: { document: ShelvedDocument; pack: PackOut; open(): void; remove(): Promise<unknown> }) {
  const words = useWords();
  const own = knowledgeWords(words.language);
  const now = useNow(60_000);
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const source = pack.sources.find((one) => one.name === document.source)?.label[words.language] ?? document.source;
  const facts = [source, own.passagesOf(document.passages.toLocaleString(words.language)), document.as_of ? own.dataRange(document.as_of, document.as_of) : "", own.origins[document.origin] ?? "", document.origin === "pack" ? "" : age(Date.parse(document.changed_at), now, words.language)];
  return (
    <li>
      <button type="button" className="grow know-open" data-document={document.document_id} onClick={open}><b>{document.title}</b><small>{dotted(facts.filter(Boolean).join(" · "))}</small></button>
      {document.example && <span className="chip ask">{words.example}</span>}
      {document.removable && !asked && <button type="button" className="square" aria-label={own.remove(document.title)} title={own.removeShort} onClick={() => setAsked(true)}><Icon name="bin" /></button>}
      {asked && (
        <div className="know-sure" role="group" aria-label={own.remove(document.title)}>
          <p>{own.removeSure}</p>
          <button type="button" className="button small danger" autoFocus disabled={busy} onClick={() => (setBusy(true), void remove().finally(() => (setBusy(false), setAsked(false))))}>{own.removeShort}</button>
          <button type="button" className="button small" disabled={busy} onClick={() => setAsked(false)}>{own.cancel}</button>
        </div>
      )}
    </li>
  );
}

const TABLE = /^[ \t]*\|.*\|[ \t]*\n[ \t]*\|[-:| \t]+\|[ \t]*$/m;

/** One document as its passages: what is found and cited one by one. */
export function Passages({ documentId, around, back }: { documentId: string; around: string; back(): void }) {
  const words = useWords();
  const own = knowledgeWords(words.language);
  const path = documentId.split("/").map(encodeURIComponent).join("/");
  const asked = useAsked<DocumentOut>(`/api/documents/${path}${around ? `?around=${encodeURIComponent(around)}` : ""}`, 0);
  const head = useRef<HTMLHeadingElement>(null);
  const found = asked.data;
  useEffect(() => {
    const here = around === "" ? null : document.getElementById("passage-here");
    if (here) here.scrollIntoView({ block: "center" });
    head.current?.focus({ preventScroll: here !== null });
  }, [found === null, around]);
  return (
    <div className="know-document">
      <button type="button" className="button small plain" onClick={back}><Icon name="left" small />{own.back}</button>
      <Failed asked={asked} />
      {found === null ? asked.error === null && <p className="know-lead" role="status">{own.loading}</p> : (
        <>
          <h3 className="know-title" tabIndex={-1} ref={head}>{found.passages[0]?.title.split(" > ")[0]}</h3>
          <p className="know-lead">{dotted([own.passagesOf(String(found.passage_count)), found.as_of ? own.dataRange(found.as_of, found.as_of) : "", found.example ? words.example : ""].filter(Boolean).join(" · "))} {/^https?:\/\//.test(found.uri) && <a className="link" href={found.uri} target="_blank" rel="noopener noreferrer">{words.original}</a>}</p>
          {found.passages.length < found.passage_count && <p className="strip"><span>{own.partOnly(String(found.passages.length), String(found.passage_count))}</span></p>}
          <ol className="know-passages">
            {found.passages.map((one, at) => (
              <li key={one.chunk_id} id={one.chunk_id === around ? "passage-here" : undefined} className={one.chunk_id === around ? "here" : undefined}>
                <h4><span>{own.passage(at + 1)}</span> {one.title.split(" > ").slice(1).join(" › ")}{one.place && <small> {words.place(one.place)}</small>}</h4>
                {one.text.split(/\n{2,}/).map((text, line) => (TABLE.test(text) ? <div key={line}><Markdown text={text} cite={(marker) => `[${marker}]`} /></div> : <p key={line}>{text}</p>))}
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
