/** The picture of cited rows; its table and its CSV are one press away. Loaded when an answer has something to draw. */
import { useLayoutEffect, useRef, useState } from "react";
import { dotted } from "../format";
import { useWords, type Words } from "../words";
import type { Bar, Chart } from "./rows";
import { shown } from "./worked";
import "./figure.css";

export default function Figure({ chart }: { chart: Chart }) {
  const words = useWords();
  const [asTable, setAsTable] = useState(false);
  return (
    <figure className="figure">
      <header>
        <div>
          <h3>{chart.title}</h3>
          <p className="sub">{dotted(chart.subtitle)}</p>
        </div>
        <div className="switch" role="group" aria-label={words.view}>
          <button type="button" aria-pressed={!asTable} onClick={() => setAsTable(false)}>{words.picture}</button>
          <button type="button" aria-pressed={asTable} onClick={() => setAsTable(true)}>{words.table}</button>
        </div>
      </header>
      {chart.series && !asTable && <ul className="legend">{chart.series.map((name, at) => <li key={name} className={at > 0 ? "second" : undefined}>{name}</li>)}</ul>}
      {asTable ? <Rows chart={chart} /> : chart.kind === "line" ? <Line chart={chart} /> : <Bars chart={chart} />}
      <footer>
        <span>{chart.markers.length > 0 && words.drawnFrom(chart.markers.join(", "))}{chart.left > 0 && ` · ${words.figureLeft(chart.left)}`}</span>
        <button type="button" className="link" onClick={() => download(chart, words)}>{words.csv}</button>
      </footer>
    </figure>
  );
}

function amountOf(chart: Chart, words: Words): string {
  return chart.unit === "won" ? words.amount : chart.unit === "percent" ? words.rate : chart.title;
}

/** Bars are a real table: it reflows, and a screen reader reads its rows. They begin at zero. */
function Bars({ chart }: { chart: Chart }) {
  const words = useWords();
  const most = Math.max(...valuesOf(chart.rows), chart.level?.value ?? 0) || 1;
  return (
    <div className={chart.level ? "bars" : "bars plain"}>
      <table>
        <caption className="unseen">{`${chart.title}. ${chart.subtitle}`}</caption>
        <colgroup><col /><col /><col /><col /></colgroup>
        <thead className="unseen">
          <tr><th scope="col">{words.category}</th><th scope="col">{words.picture}</th><th scope="col">{amountOf(chart, words)}</th><th scope="col">{words.count}</th></tr>
        </thead>
        <tbody>
          {chart.rows.map((row, at) => (
            <tr key={`${row.marker}-${at}`}>
              <th scope="row" title={row.name}>{row.name}</th>
              <td>{pointsOf(row).map((point, place) => <i key={place} className={place > 0 ? "second" : undefined} style={{ width: `${((point?.value ?? 0) / most) * 100}%` }} />)}</td>
              <td className="number">{pointsOf(row).map((point, place) => <span key={place} className="point">{point?.label ?? "–"}</span>)}</td>
              <td className="number count">{row.count}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {chart.level && <span className="level" style={{ "--at": chart.level.value / most } as React.CSSProperties}><em>{`${chart.level.name} ${chart.level.label}`}</em></span>}
    </div>
  );
}

const HEIGHT = 190;
const PAD = { left: 8, right: 8, top: 26, bottom: 26 };

/** Drawn from the measured width: letters keep their size at every width. */
function Line({ chart }: { chart: Chart }) {
  const words = useWords();
  const room = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    if (room.current) watch.observe(room.current);
    return () => watch.disconnect();
  }, []);
  const points = placed(chart.rows, width);
  const every = Math.max(1, Math.ceil(points.length / Math.max(2, Math.floor(width / 110))));
  const cut = floorOf(chart.rows);
  const ends = chart.series ? [0, points.length - 1] : [0, points.length - 1, highest(chart.rows), lowest(chart.rows)];
  const further = (chart.series ?? []).slice(1).map((name, place) => ({ name, points: placedOther(chart.rows, place, width) }));
  return (
    <div className="lines" ref={room}>
      <svg width={width} height={HEIGHT} role="img" aria-label={sentence(chart)}>
        <line className="grid" x1="0" x2={width} y1={HEIGHT - PAD.bottom} y2={HEIGHT - PAD.bottom} />
        <polyline className="path" points={points.map((point) => `${point.x},${point.y}`).join(" ")} />
        {further.map((one) => (
          <g key={one.name} className="second">
            <polyline className="path" points={one.points.map((point) => `${point.x},${point.y}`).join(" ")} />
            {one.points.map((point) => <circle key={point.x} cx={point.x} cy={point.y} r="3.5"><title>{`${one.name} ${point.name} ${point.label}`}</title></circle>)}
          </g>
        ))}
        {points.map((point, at) => (
          <g key={at}>
            <circle cx={point.x} cy={point.y} r="3.5"><title>{`${point.row.name} ${point.row.label}`}</title></circle>
            {ends.includes(at) && <text x={point.x} y={point.y + (at === lowest(chart.rows) && point.y + 21 < HEIGHT - PAD.bottom - 4 ? 21 : -11)} textAnchor={anchor(at, points.length)}>{point.row.label}</text>}
            {at % every === 0 && <text x={point.x} y={HEIGHT - 8} textAnchor={anchor(at, points.length)}>{point.row.name}</text>}
          </g>
        ))}
        {cut > 0 && <path className="break" d={`M0 ${HEIGHT - PAD.bottom - 9}l5 -3l-5 -4l5 -3`} />}
      </svg>
      {cut > 0 && <p className="sub">{words.cutScale(shown(cut, chart.unit, words))}</p>}
    </div>
  );
}

/** Of the whole height, below which a movement is too flat to be read over a scale from zero. */
const FLAT = 0.5;

/**
 * Where the vertical axis begins: at zero, unless the movement would be lost over it. A cut one begins at a round value (one
 * figure fewer than the span has), so that it can be said in few words.
 */
export function floorOf(rows: Bar[]): number {
  const values = valuesOf(rows);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (low <= 0 || high - low > high * FLAT) return 0;
  const step = 10 ** Math.floor(Math.log10(high - low || high));
  return Math.max(0, Math.floor(low / step - 0.5) * step);
}

/** A row's points, one for each series. */
function pointsOf(row: Bar): ({ value: number; label: string } | null)[] {
  return [row, ...(row.others ?? [])];
}

/** Everything that is drawn: all series share one scale. */
function valuesOf(rows: Bar[]): number[] {
  return rows.flatMap((row) => pointsOf(row).flatMap((point) => (point === null ? [] : [point.value])));
}

function scaleOf(rows: Bar[], width: number): { x: (at: number) => number; y: (value: number) => number } {
  const low = floorOf(rows);
  const span = Math.max(...valuesOf(rows)) - low || 1;
  const [inner, tall] = [width - PAD.left - PAD.right, HEIGHT - PAD.top - PAD.bottom - 4];
  return { x: (at) => PAD.left + (rows.length > 1 ? (at / (rows.length - 1)) * inner : inner / 2), y: (value) => PAD.top + (1 - (value - low) / span) * tall };
}

function placed(rows: Bar[], width: number): { x: number; y: number; row: Bar }[] {
  const scale = scaleOf(rows, width);
  return rows.map((row, at) => ({ row, x: scale.x(at), y: scale.y(row.value) }));
}

/** The points of a further series; a row it has none for is left out. */
function placedOther(rows: Bar[], place: number, width: number): { x: number; y: number; name: string; label: string }[] {
  const scale = scaleOf(rows, width);
  return rows.flatMap((row, at) => {
    const point = row.others?.[place];
    return point ? [{ x: scale.x(at), y: scale.y(point.value), name: row.name, label: point.label }] : [];
  });
}

function anchor(at: number, of: number): "start" | "middle" | "end" {
  return at === 0 ? "start" : at === of - 1 ? "end" : "middle";
}

function highest(rows: Bar[]): number {
  return rows.reduce((best, row, at) => (row.value > rows[best]!.value ? at : best), 0);
}

function lowest(rows: Bar[]): number {
  return rows.reduce((best, row, at) => (row.value < rows[best]!.value ? at : best), 0);
}

function sentence(chart: Chart): string {
  const [top, bottom] = [chart.rows[highest(chart.rows)]!, chart.rows[lowest(chart.rows)]!];
  return `${chart.title}: ${top.name} ${top.label}, ${bottom.name} ${bottom.label}`;
}

/** Everything that is drawn, the dashed line as well. */
function rowsOf(chart: Chart): Bar[] {
  return chart.level === null ? chart.rows : [...chart.rows, chart.level];
}

function Rows({ chart }: { chart: Chart }) {
  const words = useWords();
  return (
    <div className="table-frame thin-scroll" tabIndex={0} role="group" aria-label={chart.title}>
      <table>
        <thead><tr><th scope="col">{words.category}</th>{columnsOf(chart, words).map((name) => <th key={name} scope="col" className="number">{name}</th>)}{!isWorkedOut(chart) && <th scope="col" className="number">{words.count}</th>}</tr></thead>
        <tbody>{rowsOf(chart).map((row, at) => <tr key={`${row.marker}-${at}`}><td>{row.name}</td>{pointsOf(row).map((point, place) => <td key={place} className="number">{point?.label ?? "–"}</td>)}{!isWorkedOut(chart) && <td className="number">{row.count}</td>}</tr>)}</tbody>
      </table>
    </div>
  );
}

/** Characters that show nothing; Hangul's fillers and the empty Braille pattern are letters by their category. */
const UNSEEN = /^[\p{C}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]*/u;

/** A spreadsheet runs what begins like a formula, also in full width or behind what shows nothing. */
function isFormula(text: string): boolean {
  const first = String.fromCodePoint(text.replace(UNSEEN, "").codePointAt(0) ?? 32).normalize("NFKC");
  return /^[\t\r\n]/.test(text) || /[=+\-@\u2212]/.test(first);
}

/** Where a spreadsheet may begin another cell: with the settings of many countries it separates at semicolons. */
const PARTED = /([;|\t\r\n])/;

/** No formula at its beginning, nor where whoever reads the file begins another cell within it. */
function safe(text: string): string {
  const joined = text.split(PARTED).map((piece, at) => (at > 0 && at % 2 === 0 && isFormula(piece) ? `'${piece}` : piece)).join("");
  return isFormula(text) ? `'${joined}` : joined;
}

/** The head says in the page's language what each column is; the values are whole numbers, as the source has them. */
export function csvOf(chart: Chart, words: Words): string {
  const cell = (value: string | number) => {
    const text = typeof value === "string" ? safe(value) : String(value);
    return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const cells = (row: Bar) => [row.name, ...pointsOf(row).map((point) => point?.value ?? ""), ...(isWorkedOut(chart) ? [] : [row.count, row.marker])];
  const rows = rowsOf(chart).map((row) => cells(row).map(cell).join(","));
  return `\ufeff${[headOf(chart, words).map(cell).join(","), ...rows].join("\r\n")}\r\n`;
}

function headOf(chart: Chart, words: Words): string[] {
  const amount = chart.unit === "won" ? words.amountWon : amountOf(chart, words);
  return [words.category, ...(chart.series ?? [amount]), ...(isWorkedOut(chart) ? [] : [words.count, words.source])];
}

function columnsOf(chart: Chart, words: Words): string[] {
  return chart.series ?? [amountOf(chart, words)];
}

/** Worked out from several sources: its rows count no deals and have no source of their own. */
function isWorkedOut(chart: Chart): boolean {
  return chart.rows.every((row) => row.marker === 0);
}

function download(chart: Chart, words: Words): void {
  const address = URL.createObjectURL(new Blob([csvOf(chart, words)], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${chart.title.replace(/\s+/g, "-")}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
