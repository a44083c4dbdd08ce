/** What a pack's sources hold: how much, of which days, and since when. */
import { useEffect, useState } from "react";
import type { KnowledgeOut, KnownSource, PackOut, TableRowsOut } from "../generated/http";
import { age, dotted, fullTime, won } from "../format";
import { useAsked } from "../parts/asked";
import { useNow } from "../parts/clock";
import { Icon } from "../parts/icons";
import { request } from "../http";
import { useWords } from "../words";
import { Failed } from "./failed";
import { knowledgeWords } from "./words";

interface Props {
  known: KnowledgeOut;
  openDocuments(source: string): void;
  openRows(source: string): void;
  openReports(): void;
}

export function Sources({ known, openDocuments, openRows, openReports }: Props) {
  const words = useWords();
  const own = knowledgeWords(words.language);
  const leftOut = known.reports.flatMap((one) => one.left_out);
  return (
    <>
      <ul className="know-cards">
        {known.sources.map((source) => (
          <li key={source.name}>
            <Card source={source} open={source.kind === "documents" ? () => openDocuments(source.name) : source.kind === "table" ? () => openRows(source.name) : undefined} />
          </li>
        ))}
      </ul>
      {leftOut.length > 0 && <p className="strip"><Icon name="info" /><span>{own.leftOut(leftOut.length)}</span><button type="button" className="link" onClick={openReports}>{own.seeReports}</button></p>}
    </>
  );
}

function Card({ source, open }: { source: KnownSource; open: (() => void) | undefined }) {
  const words = useWords();
  const own = knowledgeWords(words.language);
  const now = useNow(60_000);
  const count = (n: number) => n.toLocaleString(words.language);
  const holds = source.kind === "documents" || source.kind === "table" || source.kind === "graph";
  const empty = holds && source.documents + source.parts === 0;
  const big = empty ? own.empty : source.kind === "documents" ? own.documentsOf(count(source.documents)) : source.kind === "graph" ? own.nodesOf(count(source.documents)) : source.kind === "table" ? own.rowsOf(count(source.parts)) : own.live;
  const more = [
    empty ? "" : source.kind === "documents" ? own.passagesOf(count(source.parts)) : source.kind === "graph" ? own.relationsOf(count(source.parts)) : source.columns.length > 0 ? own.columnsOf(String(source.columns.length)) : "",
    source.data_from && source.data_until ? own.dataRange(source.data_from, source.data_until) : "",
    source.address ?? "",
  ];
  const changed = source.changed_at === null ? null : Date.parse(source.changed_at);
  return (
    <section className="know-card">
      <header><h3>{source.label[words.language] ?? source.name}</h3><span className="chip">{own.kinds[source.kind] ?? source.kind}</span></header>
      <p className={empty ? "big none" : "big"}>{big}</p>
      <p>{dotted(more.filter(Boolean).join(" · ")) || "\u00a0"}</p>
      {changed !== null && <p title={fullTime(changed, words.language)}>{own.changed(age(changed, now, words.language))}</p>}
      {source.example && <p className="know-example"><Icon name="info" small />{own.example}</p>}
      {source.columns.length > 0 && (
        <details><summary>{own.columns}</summary><p>{source.columns.map((one) => one.label[words.language] ?? one.name).join(" · ")}</p></details>
      )}
      {open && !empty && <button type="button" className="button small" onClick={open}>{source.kind === "documents" ? own.openDocuments : own.openRows}<span className="unseen"> · {source.label[words.language] ?? source.name}</span></button>}
    </section>
  );
}

/** A table's rows, a page at a time. */
export function Rows({ pack, source }: { pack: PackOut; source: KnownSource }) {
  const words = useWords();
  const own = knowledgeWords(words.language);
  const path = `/api/knowledge/${encodeURIComponent(pack.name)}/rows?source=${encodeURIComponent(source.name)}`;
  const first = useAsked<TableRowsOut>(path, 0);
  const [more, setMore] = useState<TableRowsOut[]>([]);
  const [failed, setFailed] = useState(false);
  useEffect(() => setMore([]), [path]);
  if (first.error) return <Failed asked={first} />;
  if (first.data === null) return <p className="know-lead" role="status">{own.loading}</p>;
  const pages = [first.data, ...more];
  const next = pages.at(-1)!.next;
  const read = () => void request<TableRowsOut>("GET", `${path}&after=${encodeURIComponent(next!)}`).then((page) => (setFailed(false), setMore([...more, page])), () => setFailed(true));
  const title = own.rowTable(source.label[words.language] ?? source.name);
  return (
    <>
      <h3 className="know-title">{title}</h3>
      <div className="know-table thin-scroll" tabIndex={0} role="region" aria-label={title}>
        <table>
          <thead><tr>{source.columns.map((one) => <th scope="col" key={one.name}>{one.label[words.language] ?? one.name}</th>)}</tr></thead>
          <tbody>{pages.flatMap((page) => page.rows).map((row) => <tr key={row.row_id}>{source.columns.map((one) => <td key={one.name} className={typeof row.cells[one.name] === "number" ? "n" : undefined}>{cellOf(row.cells[one.name] ?? null, one)}</td>)}</tr>)}</tbody>
        </table>
      </div>
      {failed && <p className="strip bad" role="alert"><span>{words.failedLoad}</span></p>}
      {next && <button type="button" className="button small" onClick={read}>{own.more}</button>}
    </>
  );

  function cellOf(value: string | number | boolean | null, column: KnownSource["columns"][number]) {
    if (value === null) return "–";
    if (typeof value === "boolean") return value ? words.yes : words.no;
    if (typeof value === "string") return column.choices[value]?.[words.language] ?? value;
    if (column.unit === "won") return won(value, words.language);
    return column.unit === "year" ? String(value) : `${value.toLocaleString(words.language, { maximumFractionDigits: 4 })}${own.units[column.unit ?? ""] ?? ""}`;
  }
}
