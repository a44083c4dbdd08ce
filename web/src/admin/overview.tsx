/** How the service is: figures, state, what it holds, how much room that takes, and which limits hold. */
import type { AdminOverview } from "../generated/http";
import type { Asked } from "../dashboard/data";
import { count } from "../dashboard/numbers";
import { Panel } from "../dashboard/parts";
import { age } from "../format";
import { Glyph } from "../parts/icons";
import type { Language } from "../words";
import { Settings } from "./settings";
import { useAdmin } from "./words";

export function Overview({ asked, announce }: { asked: Asked<AdminOverview>; announce(sentence: string): void }) {
  const { words, language } = useAdmin();
  const found = asked.data!;
  const { totals, room } = found;
  const n = (value: number) => count(value, language);
  const now = Date.parse(found.now);
  return (
    <>
      <div className="board-head"><div className="grow"><h2>{words.overviewTitle}</h2></div></div>
      {found.everybody && <p className="strip demo-band"><span>{words.everybody}</span></p>}
      <div className="panels">
        <section className="kpis" aria-label={words.tabs.overview}>
          <Figure name={words.people} value={n(totals.people)} below={words.pages(n(totals.sign_ins))} />
          <Figure name={words.conversations} value={n(totals.sessions)} below={words.week(n(totals.sessions_week))} />
          <Figure name={words.keys} value={n(totals.keys)} below={"\u00a0"} />
          <Figure name={words.tokensToday} value={n(totals.tokens_today)} below={words.tokensMonth(n(totals.tokens_month), totals.cost_month > 0 ? totals.cost_month.toFixed(2) : "")} />
        </section>
        <Panel title={words.state} span="half" asked={asked} empty={false}>
          {() => (
            <>
              <ul className="admin-checks">
                {found.checks.map((check) => (
                  <li key={check.name}>
                    <Glyph name={check.sentence === null ? "reuse" : "bad"} tint={check.sentence === null ? "reuse" : "bad"} />
                    <span>{words.checks[check.name] ?? check.name}</span>
                    <span className={check.sentence === null ? "dim" : "bad-text"}>{check.sentence ?? words.well}</span>
                  </li>
                ))}
              </ul>
              <p className="fine dim">{words.queue}: {Object.keys(found.runs).length === 0 ? words.none : Object.entries(found.runs).map(([name, many]) => `${words.runs[name] ?? name} ${n(many)}`).join(" · ")}</p>
            </>
          )}
        </Panel>
        <Panel title={words.jobs} span="half" asked={asked} empty={found.jobs.length === 0 && words.none}>
          {() => (
            <table className="facts">
              <caption className="unseen">{words.jobs}</caption>
              <thead><tr><th scope="col">{words.job}</th><th scope="col" className="number">{words.waiting}</th><th scope="col" className="number">{words.lastDue}</th></tr></thead>
              <tbody>{found.jobs.map((job) => <tr key={job.name}><th scope="row">{words.jobNames[job.name] ?? job.name}</th><td className="number" data-label={words.waiting}>{n(job.waiting)}</td><td className="number" data-label={words.lastDue}>{job.last_due === null ? "–" : age(Date.parse(job.last_due), now, language)}</td></tr>)}</tbody>
            </table>
          )}
        </Panel>
        <Panel title={words.packs} span="half" asked={asked} empty={false}>
          {() => (
            <table className="facts">
              <caption className="unseen">{words.packs}</caption>
              <thead><tr><th scope="col">{words.pack}</th><th scope="col" className="number">{words.documents}</th><th scope="col" className="number">{words.passages}</th></tr></thead>
              <tbody>{found.packs.map((pack) => <tr key={pack.name}><th scope="row">{pack.title[language] ?? pack.name}<span className="ends">{pack.name}</span></th><td className="number" data-label={words.documents}>{n(pack.documents)}</td><td className="number" data-label={words.passages}>{n(pack.passages)}</td></tr>)}</tbody>
            </table>
          )}
        </Panel>
        <Panel title={words.room} lead={words.roomLead(room.version, n(room.connections), n(room.max_connections))} span="half" asked={asked} empty={false}>
          {() => (
            <>
              <dl className="admin-room">
                <div><dt>{words.database}</dt><dd>{bytes(room.database, language)}</dd></div>
                <div><dt>{words.folder}</dt><dd>{bytes(room.folder, language)}</dd></div>
                <div><dt>{words.free}</dt><dd>{bytes(room.free, language)}</dd></div>
              </dl>
              <table className="facts">
                <caption className="unseen">{words.room}</caption>
                <thead><tr><th scope="col">{words.table}</th><th scope="col" className="number">{words.size}</th><th scope="col" className="number">{words.rows}</th></tr></thead>
                <tbody>{room.tables.slice(0, 6).map((table) => <tr key={table.name}><th scope="row">{table.name}</th><td className="number" data-label={words.size}>{bytes(table.size, language)}</td><td className="number" data-label={words.rows}>{n(table.rows)}</td></tr>)}</tbody>
              </table>
            </>
          )}
        </Panel>
        <Settings asked={asked} announce={announce} />
      </div>
    </>
  );
}

function Figure({ name, value, below }: { name: string; value: string; below: string }) {
  return <div className="kpi"><h3>{name}</h3><p className="big">{value}</p><p>{below}</p></div>;
}

/** 1500000 -> "1.5 MB". */
export function bytes(n: number, language: Language): string {
  const step = n <= 0 ? 0 : Math.min(4, Math.floor(Math.log10(n) / 3));
  const value = n / 1000 ** step;
  return `${value.toLocaleString(language, { maximumFractionDigits: value < 10 && step > 0 ? 1 : 0 })} ${["B", "kB", "MB", "GB", "TB"][step]}`;
}
