/** The audit log: filtered by what stands in the address, read page by page, taken along as a file. */
import { useEffect, useId, useState } from "react";
import type { AuditEntry, AuditPage } from "../generated/http";
import { Choose, Failed } from "../dashboard/parts";
import { count } from "../dashboard/numbers";
import { fullTime } from "../format";
import { type Refusal, request } from "../http";
import { Icon } from "../parts/icons";
import { SettingName } from "../parts/setting-name";
import type { Language } from "../words";
import type { Place } from "./admin";
import { type AdminWords, useAdmin } from "./words";

const RESULTS = ["done", "refused", "failed"];

/** What is filtered by, as the service takes it; days are those of whoever looks. */
export function queryOf(place: Place): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of ["action", "person", "result"] as const) if (place[name]) query.set(name, place[name]);
  const begins = (day: string, more: number) => {
    const at = new Date(`${day}T00:00:00`);
    at.setDate(at.getDate() + more);
    return Number.isNaN(at.getTime()) ? null : at.toISOString();
  };
  const [since, until] = [place.since && begins(place.since, 0), place.until && begins(place.until, 1)];
  if (since) query.set("since", since);
  if (until) query.set("until", until);
  return query;
}

function useRows(query: string) {
  const [rows, setRows] = useState<AuditEntry[] | null>(null);
  const [next, setNext] = useState<number | null>(null);
  const [actions, setActions] = useState<string[]>([]);
  const [error, setError] = useState<Refusal | null>(null);
  const [round, setRound] = useState(0);
  const read = (more: string) => request<AuditPage>("GET", `/api/admin/audit?${[query, more].filter(Boolean).join("&")}`);
  useEffect(() => {
    let wanted = true;
    read("").then((page) => wanted && (setRows(page.entries), setNext(page.next), setActions(page.actions), setError(null)), (why: Refusal) => wanted && setError(why));
    return () => void (wanted = false);
  }, [query, round]);
  const older = () => next !== null && void read(`before=${next}`).then((page) => (setRows((before) => [...(before ?? []), ...page.entries]), setNext(page.next)), setError);
  return { rows, next, actions, error, older, again: () => setRound((one) => one + 1) };
}

export function Log({ place, choose, days }: { place: Place; choose(part: Partial<Place>): void; days: number }) {
  const { words, language } = useAdmin();
  const query = queryOf(place).toString();
  const listed = useRows(query);
  const [person, since, until] = [useId(), useId(), useId()];
  const filtered = query !== "";
  const file = (format: string) => `/api/admin/audit/file?${[query, `format=${format}`].filter(Boolean).join("&")}`;
  const named = (action: string) => words.acts[action] ?? action;
  return (
    <>
      <div className="board-head">
        <div className="grow"><h2>{words.logTitle}</h2><p>{days > 0 ? words.logLead(count(days, language)) : words.logForEver}</p></div>
      </div>
      <div className="chooses admin-filters">
        <Choose label={words.act} value={place.action} options={[["", words.all], ...listed.actions.map((one): [string, string] => [one, named(one)])]} tell={named} pick={(action) => choose({ action })} />
        <Choose label={words.result} value={place.result} options={[["", words.all], ...RESULTS.map((one): [string, string] => [one, words.results[one]!])]} pick={(result) => choose({ result })} />
        <Person key={place.person} id={person} value={place.person} pick={(one) => choose({ person: one })} />
        <label className="choose date" htmlFor={since}><span>{words.since}</span><input id={since} type="date" value={place.since} onChange={(event) => choose({ since: event.target.value })} /></label>
        <label className="choose date" htmlFor={until}><span>{words.until}</span><input id={until} type="date" value={place.until} onChange={(event) => choose({ until: event.target.value })} /></label>
        <span className="grow" />
        {["csv", "jsonl"].map((kind) => <a key={kind} className="button small plain" href={file(kind)} download={`audit-log.${kind}`} aria-label={words.exportAs(kind.toUpperCase())}>{kind.toUpperCase()}</a>)}
      </div>
      <section className="tile" aria-label={words.tabs.log}>
        {listed.error && <Failed asked={{ error: listed.error, again: listed.again }} />}
        {listed.rows?.length === 0 && <p className="nothing">{words.noRows}{filtered && <> — <button type="button" className="link" onClick={() => choose({ action: "", person: "", result: "", since: "", until: "" })}>{words.clear}</button></>}</p>}
        {listed.rows !== null && listed.rows.length > 0 && (
          <table className="facts admin-log">
            <caption className="unseen">{words.logTitle}</caption>
            <thead><tr><th scope="col">{words.when}</th><th scope="col">{words.who}</th><th scope="col">{words.act}</th><th scope="col">{words.about}</th><th scope="col">{words.origin}</th><th scope="col">{words.result}</th></tr></thead>
            <tbody>{listed.rows.map((row) => <Row key={row.entry_id} row={row} language={language} words={words} />)}</tbody>
          </table>
        )}
        {listed.next !== null && <p className="more"><button type="button" className="button small" onClick={listed.older}>{words.more}<Icon name="down" small /></button></p>}
      </section>
    </>
  );
}

/** Looked for when it is whole: a row's address holds what was found, not each letter of it. */
function Person({ id, value, pick }: { id: string; value: string; pick(person: string): void }) {
  const { words } = useAdmin();
  const [typed, setTyped] = useState(value);
  return (
    <form className="choose find" onSubmit={(event) => (event.preventDefault(), pick(typed.trim()))}>
      <label htmlFor={id}>{words.who}</label>
      <input id={id} type="search" value={typed} placeholder={words.whoHint} onChange={(event) => (setTyped(event.target.value), event.target.value === "" && value !== "" && pick(""))} onBlur={() => typed.trim() !== value && pick(typed.trim())} />
    </form>
  );
}

function Row({ row, words, language }: { row: AuditEntry; words: AdminWords; language: Language }) {
  const at = Date.parse(row.at);
  const who = row.who === "" ? (row.way === "service" ? words.service : words.unknown) : row.who;
  const order = Object.keys(words.details);
  const entries = Object.entries(row.detail).sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  const detail = entries.map(([name, value]) => `${words.details[name] ?? name} ${value === "person" || value === "operator" || value === "admin" ? words.roles[value] : row.action.startsWith("setting_") && value === "none" ? words.noLimit : String(value)}`).join(" · ");
  return (
    <tr>
      <td className="when" title={fullTime(at, language)}>{moment(at, language)}</td>
      <td className="who"><span className={row.who === "" ? "dim" : undefined}>{who}</span><span className="ends">{words.ways[row.way] ?? row.way}</span></td>
      <th scope="row" className="act">{words.acts[row.action] ?? row.action}{detail && <span className="ends">{detail}</span>}</th>
      <td className="about">{row.about || words.settingNames[row.subject]}{row.subject && <span className="ends"><SettingName name={row.subject} /></span>}</td>
      <td className="from-where">{row.origin}</td>
      <td className={`result ${row.result === "done" ? "is-right" : "is-wrong"}`}>{words.results[row.result]}{row.code && <span className="ends">{row.code}</span>}</td>
    </tr>
  );
}

/** To the second: the order of acts is what is looked for. */
export function moment(at: number, language: Language): string {
  return new Intl.DateTimeFormat(language, { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" }).format(at);
}
