/** What this conversation knows: from when, still usable or not, and what would make it stale. */
import { useEffect, useRef, useState } from "react";
import type { EvidenceOut, HoldingOut, LedgerOut, PackOut } from "../generated/http";
import { age, clock, day, dayNumber, dotted, fullTime, span } from "../format";
import { request } from "../http";
import { Glyph, type GlyphName } from "../parts/icons";
import { labelOf } from "../parts/origin";
import { useWords, type Words } from "../words";
import { Panel } from "./panel";

interface Props {
  ledger: LedgerOut | null;
  broken: "" | "broken" | "unreached";
  readAgain(): void;
  pack: PackOut | undefined;
  sessionId: string;
  marked: string | null;
  /** Evidence id -> numbers of the questions that used it. */
  used: Map<string, number[]>;
  /** What searches for a record again; undefined while something runs, or where its question is not at hand. */
  searchNow: ((record: HoldingOut) => (() => void) | undefined) | undefined;
  close(): void;
}

export function LedgerPanel(props: Props) {
  const words = useWords();
  const records = props.ledger?.records ?? [];
  const types = [...new Set(records.map((record) => record.data_type))];
  const usable = records.filter((record) => record.usable !== "search").length;
  return (
    <Panel title={words.ledger} close={props.close}>
      {props.broken && <p className="sum" role="alert">{props.broken === "broken" ? words.ledgerBroken : words.ledgerUnread} <button type="button" className="link" onClick={props.readAgain}>{words.retry}</button></p>}
      {!props.broken && records.length === 0 && <p className="sum">{words.ledgerEmpty} <span className="dim">{words.ledgerEmptyMore}</span></p>}
      {records.length > 0 && <p className="sum">{words.ledgerSum(records.length, usable)}</p>}
      {types.map((type) => (
        <section key={type}>
          <h3 className="kind"><b>{labelOf(type, { pack: props.pack, words })}</b><span>{ruleOf(type, props.pack, words)}</span></h3>
          {records.filter((record) => record.data_type === type).map((record) => (
            <Record key={record.evidence_id} record={record} now={Date.parse(props.ledger!.now)} {...props} />
          ))}
        </section>
      ))}
    </Panel>
  );
}

function ruleOf(type: string, pack: PackOut | undefined, words: Words): string {
  const rule = pack?.data_types.find((one) => one.name === type);
  if (!rule || (rule.warn_after_s === null && rule.stale_after_s === null)) return words.noAgeRule;
  const duration = (seconds: number | null) => (seconds === null ? null : span(seconds, words.language));
  return words.ageRule(duration(rule.warn_after_s), duration(rule.stale_after_s));
}

const STATUS: Record<HoldingOut["usable"], { glyph: GlyphName; kind: string; word: "ready" | "askFirst" | "searchNext" }> = {
  ready: { glyph: "reuse", kind: "chip reuse", word: "ready" },
  ask: { glyph: "ask", kind: "chip ask", word: "askFirst" },
  search: { glyph: "search", kind: "chip", word: "searchNext" },
};

function Record(props: Props & { record: HoldingOut; now: number }) {
  const words = useWords();
  const { record, now } = props;
  const self = useRef<HTMLElement>(null);
  const ids = [record.evidence_id, ...record.also];
  const marked = ids.includes(props.marked ?? "");
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (marked) self.current?.scrollIntoView({ block: "nearest" });
  }, [marked]);
  const search = props.searchNow?.(record);
  const status = STATUS[record.usable];
  const found = Date.parse(record.fetched_at);
  const questions = [...new Set(ids.flatMap((one) => props.used.get(one) ?? []))].toSorted((one, other) => one - other);
  const facts = [words.items(record.items), words.fetchedAt(age(found, now, words.language)), questions.length > 0 ? words.usedIn(questions.join(", ")) : ""];
  const asked = words.foundFor(record.query);
  return (
    <article className={marked ? "record marked" : "record"} ref={self}>
      <div className="top">
        <h3>{record.name[words.language] ?? Object.values(record.name)[0] ?? record.query}</h3>
        <span className={status.kind}><Glyph name={status.glyph} />{words[status.word]}</span>
      </div>
      <p className="meta dim">{asked}</p>
      <p className="meta" title={fullTime(found, words.language)}>{dotted(facts.filter(Boolean).join(" · "))}</p>
      {record.stale_at && <Freshness record={record} now={now} pack={props.pack} />}
      <p className="until">{untilOf(record, now, words)}</p>
      <div className="acts">
        <button type="button" className="link" aria-expanded={open} onClick={() => setOpen(!open)}>{open ? words.hideItems : words.showItems(record.items)}</button>
        {search && <button type="button" className="link" onClick={search}>{words.searchNow}</button>}
      </div>
      {open && <Items sessionId={props.sessionId} record={record} />}
    </article>
  );
}

function untilOf(record: HoldingOut, now: number, words: Words): string {
  if (record.usable === "search") return words.overdue;
  if (record.source_changed) return words.changedSince;
  if (record.stale_at === null) return words.untilChange;
  const at = Date.parse(record.stale_at);
  return words.untilSame(`${dayNumber(at) === dayNumber(now) ? "" : `${day(at, words.language)} `}${clock(at, words.language)}`);
}

/** Green to the warning, amber to the end, the ring is now. */
function Freshness({ record, now, pack }: { record: HoldingOut; now: number; pack: PackOut | undefined }) {
  const words = useWords();
  const [from, end] = [Date.parse(record.fetched_at), Date.parse(record.stale_at!)];
  const warn = record.warn_at === null ? 1 : (Date.parse(record.warn_at) - from) / (end - from);
  const at = Math.min(1, Math.max(0, (now - from) / (end - from)));
  const rule = pack?.data_types.find((one) => one.name === record.data_type);
  // A word of its own only where it stands clear of the others.
  const clear = at > 0.13 && at < 0.87 && (warn >= 1 || Math.abs(at - warn) > 0.13);
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
  const style = { "--warn": percent(warn), "--now": percent(at) } as React.CSSProperties;
  return (
    <div className="fresh" aria-hidden="true">
      <div className={at >= 1 ? "freshness over" : "freshness"} style={style}><i /></div>
      <div className="labels">
        <span className="first">{words.found}</span>
        {clear && <span className="now" style={{ left: percent(at) }}>{words.now}</span>}
        {warn < 1 && <span style={{ left: percent(warn) }}>{span(rule?.warn_after_s ?? 0, words.language)}</span>}
        <span className="last">{span(rule?.stale_after_s ?? 0, words.language)}</span>
      </div>
    </div>
  );
}

const SHOWN = 30;

function Items({ sessionId, record }: { sessionId: string; record: HoldingOut }) {
  const words = useWords();
  const [found, setFound] = useState<EvidenceOut | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const path = `/api/sessions/${encodeURIComponent(sessionId)}/evidence/${encodeURIComponent(record.evidence_id)}`;
    request<EvidenceOut>("GET", path).then(setFound, () => setFailed(true));
  }, [sessionId, record.evidence_id]);
  if (failed) return <p className="until" role="alert">{words.ledgerUnread}</p>;
  if (found === null) return null;
  return (
    <>
      <ul className="items">
        {found.items.slice(0, SHOWN).map((item) => <li key={item.item_id}><b>{item.title}</b>{item.text.slice(0, 220)}</li>)}
      </ul>
      {found.items.length > SHOWN && <p className="until">{words.moreItems(found.items.length - SHOWN)}</p>}
    </>
  );
}
