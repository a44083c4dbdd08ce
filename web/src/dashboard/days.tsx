/** One column a day in a fixed order: reused, partly, asked, searched. A day nothing ran stays a gap. */
import { type ReactNode, useState } from "react";
import type { BreakdownOut, TotalsOut } from "../generated/http";
import { type Asked, useBoard } from "./data";
import { Csv, Panel, Switch, useWidth } from "./parts";
import { count, percent } from "./numbers";

export interface Day {
  date: string;
  turns: number;
  parts: { search: number; asked: number; partial: number; reuse: number };
}

const DAY_MS = 86_400_000;
const MOST_DAYS = 120;

/** Every day from the first to the last, those without questions too; a turn that asked counts once, as asked. */
export function daysOf(breakdown: BreakdownOut): Day[] {
  const found = new Map(breakdown.groups.filter((group) => /^\d{4}-\d\d-\d\d$/.test(group.value)).map((group) => [group.value, group.figures.totals]));
  const at = [...found.keys()].sort();
  if (at.length === 0) return [];
  const last = Date.parse(at.at(-1)!);
  const first = Math.max(Date.parse(at[0]!), last - (MOST_DAYS - 1) * DAY_MS);
  return Array.from({ length: Math.round((last - first) / DAY_MS) + 1 }, (_, n) => {
    const date = new Date(first + n * DAY_MS).toISOString().slice(0, 10);
    return { date, ...split(found.get(date)) };
  });
}

function split(totals: TotalsOut | undefined): Omit<Day, "date"> {
  if (totals === undefined) return { turns: 0, parts: { search: 0, asked: 0, partial: 0, reuse: 0 } };
  const reuse = totals.reused - totals.asked_reused;
  const partial = totals.partial - totals.asked_partial;
  return { turns: totals.turns, parts: { reuse, partial, asked: totals.asked, search: totals.turns - reuse - partial - totals.asked } };
}

export function Days({ asked, path, below }: { asked: Asked<BreakdownOut>; path: string; below: ReactNode }) {
  const { words } = useBoard();
  const [unit, setUnit] = useState("share");
  const [view, setView] = useState("picture");
  const days = asked.data === null ? [] : daysOf(asked.data);
  const tools = (
    <>
      {view === "picture" && <Switch label={words.unit} value={unit} options={[["share", words.shareUnit], ["count", words.countUnit]]} pick={setUnit} />}
      <Switch label={words.view} value={view} options={[["picture", words.picture], ["table", words.table]]} pick={setView} />
      <Csv path={path} name="days" />
    </>
  );
  return (
    <Panel title={words.daysTitle} lead={unit === "share" ? words.daysShare : words.daysCount} span="half" asked={asked} empty={asked.data !== null && days.length === 0 ? words.daysEmpty : false} tools={tools} lines={7}>
      {() => <>{view === "picture" ? <Stack days={days} unit={unit} /> : <Rows days={days} />}{below}</>}
    </Panel>
  );
}

const ORDER = ["search", "asked", "partial", "reuse"] as const;

function Stack({ days, unit }: { days: Day[]; unit: string }) {
  const { words, language } = useBoard();
  const [room, width] = useWidth();
  const most = Math.max(...days.map((day) => day.turns), 1);
  const every = Math.max(1, Math.ceil((days.length * 44) / width));
  const names = { reuse: words.reuse, partial: words.partial, asked: words.askedKind, search: words.search };
  const summary = (day: Day) => (day.turns === 0 ? words.nothingRan : [...ORDER].reverse().map((part) => `${names[part]} ${unit === "share" ? percent(day.parts[part] / day.turns) : count(day.parts[part], language)}`).join(", "));
  return (
    <div ref={room}>
      {unit === "count" && <p className="stack-most" aria-hidden="true">{words.most(count(most, language))}</p>}
      <ol className={days.length > 31 ? "stack many" : "stack"} style={{ maxWidth: Math.max(96, days.length * 72) }}>
        {days.map((day, at) => (
          <li key={day.date} title={`${label(day.date, language)}: ${summary(day)}`}>
            <span className="unseen">{`${label(day.date, language)}: ${summary(day)}`}</span>
            {ORDER.map((part) => day.parts[part] > 0 && <i key={part} data-part={part} aria-hidden="true" style={{ height: `${(day.parts[part] / (unit === "share" ? day.turns : most)) * 100}%` }} />)}
            {at % every === 0 && <em aria-hidden="true">{at === 0 || day.date.endsWith("-01") ? label(day.date, language) : Number(day.date.slice(8))}</em>}
          </li>
        ))}
      </ol>
      <div className="legend" aria-hidden="true">{[...ORDER].reverse().map((part) => <span key={part}><i data-part={part} />{names[part]}</span>)}</div>
    </div>
  );
}

function Rows({ days }: { days: Day[] }) {
  const { words, language } = useBoard();
  return (
    <div className="frame thin-scroll" tabIndex={0} role="group" aria-label={words.daysTitle}>
      <table>
        <thead><tr><th scope="col">{words.date}</th><th scope="col" className="number">{words.asked}</th><th scope="col" className="number">{words.reuse}</th><th scope="col" className="number">{words.partial}</th><th scope="col" className="number">{words.askedKind}</th><th scope="col" className="number">{words.search}</th></tr></thead>
        <tbody>{[...days].reverse().map((day) => <tr key={day.date}><th scope="row">{label(day.date, language)}</th>{[day.turns, day.parts.reuse, day.parts.partial, day.parts.asked, day.parts.search].map((n, at) => <td key={at} className="number">{count(n, language)}</td>)}</tr>)}</tbody>
      </table>
    </div>
  );
}

function label(date: string, language: "ko" | "en"): string {
  return new Intl.DateTimeFormat(language, { month: language === "ko" ? "long" : "short", day: "numeric", timeZone: "UTC" }).format(Date.parse(date));
}
