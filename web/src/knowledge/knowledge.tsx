/** The page of what this service knows: sources, documents, passages, and why a question goes where it goes. Loaded when it is opened. */
import { useCallback, useEffect, useState } from "react";
import type { KnowledgeOut, PackOut } from "../generated/http";
import { request } from "../http";
import { useAddress } from "../pages";
import { useAsked } from "../parts/asked";
import { Icon } from "../parts/icons";
import { useWords } from "../words";
import { Failed } from "./failed";
import { Finder } from "./finder";
import { Reports } from "./reports";
import { Passages, Shelf } from "./shelf";
import { Rows, Sources } from "./sources";
import { Why } from "./why";
import { knowledgeWords } from "./words";
import "./knowledge.css";

const NAMES = ["pack", "tab", "source", "doc", "at", "q"] as const;
const TABS = ["sources", "documents", "search", "why", "reports"] as const;
const READING_MS = 3_000;

export default function Knowledge({ packs, openList, announce }: { packs: PackOut[]; openList(): void; announce(text: string): void }) {
  const words = useWords();
  const own = knowledgeWords(words.language);
  const [chosen, choose] = useAddress(NAMES);
  const pack = packs.find((one) => one.name === chosen.pack) ?? packs[0];
  useEffect(() => void (document.title = `${words.knowledge} · Suffice`), [words]);
  return (
    <main className="main">
      <header className="topbar">
        <button type="button" className="square only-phone" aria-label={words.openList} onClick={openList}><Icon name="menu" /></button>
        <h1 className="grow">{words.knowledge}</h1>
        {pack && (
          <label className="know-pack"><span>{own.pack}</span>
            <select className="field" value={pack.name} onChange={(event) => choose({ pack: event.target.value, source: "", doc: "", at: "", q: "" }, true)}>
              {packs.map((one) => <option key={one.name} value={one.name}>{one.title[words.language] ?? one.name}</option>)}
            </select>
          </label>
        )}
      </header>
      <div className="scroller thin-scroll" id="figures" tabIndex={0} role="region" aria-label={own.sections}>
        {pack && <Inside key={pack.name} pack={pack} chosen={chosen} choose={choose} announce={announce} />}
      </div>
    </main>
  );
}

type Chosen = Record<(typeof NAMES)[number], string>;

function Inside({ pack, chosen, choose, announce }: { pack: PackOut; chosen: Chosen; choose(part: Partial<Chosen>, step?: boolean): void; announce(text: string): void }) {
  const words = useWords();
  const own = knowledgeWords(words.language);
  const [round, setRound] = useState(0);
  const known = useAsked<KnowledgeOut>(`/api/knowledge/${encodeURIComponent(pack.name)}`, round);
  const again = useCallback(() => setRound((one) => one + 1), []);
  const reading = known.data?.reading === true;
  useEffect(() => {
    if (!reading) return;
    const timer = setInterval(again, READING_MS);
    return () => clearInterval(timer);
  }, [reading, again]);
  const tab = TABS.find((one) => one === chosen.tab) ?? "sources";
  const behind = known.data?.index === "behind";
  // A search there has brought the index up to date meanwhile.
  useEffect(() => {
    if (behind) again();
  }, [tab]);
  const refresh = () => void request("POST", `/api/knowledge/${encodeURIComponent(pack.name)}/reindex`).then(() => (announce(own.reindexed), again()), () => announce(words.notDone));
  const open = (doc: string, at = "") => choose({ doc, at }, true);
  /** What was opened gets the focus back when the document closes. */
  const back = () => {
    const opened = chosen.doc;
    choose({ doc: "", at: "" });
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-document="${CSS.escape(opened)}"]`)?.focus());
  };
  return (
    <div className="know">
      <div className="know-head">
        <div className="grow"><h2>{own.title(pack.title[words.language] ?? pack.name)}</h2><p>{own.lead}</p></div>
        {reading && <span className="chip search" role="status">{own.reading}</span>}
        {known.data !== null && <span className={known.data.index === "away" ? "chip ask" : "chip"}>{own.index[known.data.index]}</span>}
        {known.data?.may_change && <button type="button" className="button small plain" onClick={refresh}><Icon name="again" small />{own.reindex}</button>}
      </div>
      <nav className="know-tabs thin-scroll" aria-label={own.sections}>
        {TABS.map((one) => <button key={one} type="button" aria-current={one === tab ? "page" : undefined} onClick={() => choose({ tab: one === "sources" ? "" : one, source: "", doc: "", at: "" }, true)}>{own.tabs[one]}</button>)}
      </nav>
      <Failed asked={known} />
      {known.data === null && known.error === null && <p className="know-lead" role="status">{own.loading}</p>}
      {known.data !== null && (
        chosen.doc !== "" ? <Passages key={chosen.doc} documentId={chosen.doc} around={chosen.at} back={back} />
        : tab === "documents" ? <Shelf known={known.data} pack={pack} source={chosen.source} chooseSource={(source) => choose({ source })} open={open} changed={again} announce={announce} />
        : tab === "search" ? <Finder pack={pack} sought={chosen.q} seek={(q) => choose({ q })} open={open} />
        : tab === "why" ? <Why pack={pack} />
        : tab === "reports" ? <Reports known={known.data} pack={pack} />
        : <First known={known.data} pack={pack} source={chosen.source} choose={choose} />
      )}
    </div>
  );
}

function First({ known, pack, source, choose }: { known: KnowledgeOut; pack: PackOut; source: string; choose(part: Partial<Chosen>, step?: boolean): void }) {
  const table = known.sources.find((one) => one.name === source && one.kind === "table");
  return (
    <>
      <Sources known={known} openDocuments={(name) => choose({ tab: "documents", source: name }, true)} openRows={(name) => choose({ source: name }, true)} openReports={() => choose({ tab: "reports" }, true)} />
      {table && <Rows key={table.name} pack={pack} source={table} />}
    </>
  );
}
