/** Which picture the cited rows make, if any: bars or a line over one thing that differs while the rest is the same. */
import type { CitationOut } from "../generated/protocol";
import { monthOf, won } from "../format";
import { placeOf } from "../parts/naming";
import type { Words } from "../words";

export interface Bar {
  name: string;
  value: number;
  label: string;
  count: string;
  /** Its source; 0 where it was worked out from several. */
  marker: number;
  /** The same row in the further series, in their order; null where a series has none. */
  others?: ({ value: number; label: string } | null)[];
}

export interface Chart {
  kind: "bars" | "line";
  unit: string;
  title: string;
  /** Names of the series, where there are several. */
  series?: string[];
  subtitle: string;
  rows: Bar[];
  /** The whole the rows are part of, drawn as a dashed line. */
  level: Bar | null;
  markers: number[];
  /** Cited rows with such a figure that the picture does not show: of another month, deal or place, or too many. */
  left: number;
  /** Pixels to keep free while the drawing is loaded. */
  height: number;
}

type Fields = CitationOut["fields"];
interface Row {
  fields: Fields;
  /** The region in the page's language, where the answer names it; `fields.region` is the table's own. */
  place: string;
  marker: number;
  value: number;
}

/** What stands for many deals; a single deal's price (`price_won`) is nobody's mean, and says nothing of a region. */
const AMOUNTS = ["median_won", "mean_won"] as const;
/** Tables write an open upper end as a size no home has. */
export const NO_EDGE = 9_999;
const LEAST_ROWS = 3;
/** Pixels of a bar's name (figure.css). */
const NAME_WIDTH = 104;
const MOST_ROWS = 24;
const WHOLE = new Set(["", "전체", "all", "null", "undefined"]);

export function chartOf(citations: CitationOut[], words: Words): Chart | null {
  for (const amount of AMOUNTS) {
    const rows = citations.flatMap((one) => {
      const { marker, fields } = one;
      const place = placeOf(one, words.language) ?? String(fields.region ?? "");
      return typeof fields[amount] === "number" && fields[amount] > 0 ? [{ fields, place, marker, value: fields[amount] }] : [];
    });
    const chart = ofRows(largestGroup(rows, ["deal", "housing_type"]), amount, words);
    if (chart !== null) return { ...chart, left: new Set(rows.map((row) => row.marker)).size - chart.markers.length };
  }
  return ofRates(citations, words);
}

function largestGroup(rows: Row[], by: string[]): Row[] {
  const groups = Map.groupBy(rows, (row) => by.map((name) => String(row.fields[name] ?? "")).join("|"));
  return [...groups.values()].toSorted((one, other) => other.length - one.length)[0] ?? [];
}

function ofRows(rows: Row[], amount: string, words: Words): Chart | null {
  const parts = rows.filter((row) => !WHOLE.has(text(row, "area_band")));
  const wholes = rows.filter((row) => WHOLE.has(text(row, "area_band")));
  const byMonth = largestGroup(wholes.length >= LEAST_ROWS ? wholes : parts, ["region", "area_band"]);
  if (differing(byMonth, "month") >= LEAST_ROWS) return drawn(byMonth, "month", amount, words, null);
  const byRegion = largestGroup(wholes, ["month"]);
  if (differing(byRegion, "region") >= LEAST_ROWS) return drawn(byRegion, "region", amount, words, null);
  // Bars beside each other, and the line across them, are of one month: the newest that makes a picture.
  const months = [...new Set(parts.map((row) => text(row, "month")))].toSorted().reverse();
  const byBand = months.map((month) => largestGroup(parts.filter((row) => text(row, "month") === month), ["region"])).find((group) => differing(group, "area_band") >= LEAST_ROWS);
  if (byBand === undefined) return null;
  const of = (row: Row) => `${text(row, "region")}|${text(row, "month")}`;
  return drawn(byBand, "area_band", amount, words, wholes.find((row) => of(row) === of(byBand[0]!)) ?? null);
}

function text(row: Row, name: string): string {
  return String(row.fields[name] ?? "");
}

function differing(rows: Row[], name: string): number {
  return new Set(rows.map((row) => text(row, name)).filter(Boolean)).size;
}

const BY = { month: "byMonth", region: "byRegion", area_band: "bySize" } as const;

function drawn(rows: Row[], by: keyof typeof BY, amount: string, words: Words, whole: Row | null): Chart {
  const line = by === "month";
  const order = line
    ? rows.toSorted((one, other) => text(one, by).localeCompare(text(other, by)))
    : by === "area_band"
      ? rows.toSorted((one, other) => bound(one) - bound(other))
      : rows.toSorted((one, other) => other.value - one.value);
  const shown = unique(order, by).slice(0, MOST_ROWS);
  const bar = (row: Row, name: string): Bar => ({
    name,
    value: row.value,
    label: won(row.value, words.language),
    count: typeof row.fields.trades === "number" ? words.counted(row.fields.trades) : "",
    marker: row.marker,
  });
  const bars = namedApart(shown, (row) => bar(row, by === "area_band" ? bandOf(row, words) : by === "month" ? monthOf(text(row, by), words.language, "short") : row.place));
  const title = (amount === "median_won" ? words.medianBy : words.meanBy)(words[BY[by]]);
  return {
    kind: line ? "line" : "bars",
    unit: "won",
    title,
    subtitle: subtitle(shown, by, words, whole),
    rows: bars,
    level: whole && bar(whole, words.overall),
    markers: [...new Set([...shown, ...(whole ? [whole] : [])].map((row) => row.marker))].toSorted((a, b) => a - b),
    left: 0,
    height: line ? 320 : 140 + heightOf(bars),
  };
}

/** A long name takes more lines: cut off, two rows could look the same. */
function heightOf(bars: Bar[]): number {
  const widthOf = (name: string) => [...name].reduce((sum, letter) => sum + (letter > "\u2e7f" ? 13 : 7), 0);
  return bars.reduce((sum, bar) => sum + 8 + 18 * Math.min(4, Math.ceil(widthOf(bar.name) / NAME_WIDTH)), 0);
}

function sized(rows: Bar[]): Pick<Chart, "rows" | "height"> {
  return { rows, height: 120 + heightOf(rows) };
}

/** Bars of one name bear the first of their rows' texts that tells them all apart as well, or the marker where none does. */
function namedApart<T extends { fields: Fields; marker: number }>(rows: T[], barOf: (row: T) => Bar): Bar[] {
  const bars = rows.map((row) => ({ row, bar: barOf(row) }));
  const groups = Map.groupBy(bars, ({ bar }) => bar.name);
  return bars.map(({ row, bar }) => {
    const same = groups.get(bar.name)!.map((one) => one.row.fields);
    if (same.length === 1) return bar;
    const telling = Object.keys(row.fields).find((name) => same.every((fields) => typeof fields[name] === "string") && new Set(same.map((fields) => fields[name])).size === same.length);
    return { ...bar, name: telling === undefined ? `${bar.name} [${row.marker}]` : `${bar.name} · ${String(row.fields[telling])}` };
  });
}

/** The band from its bounds, in the page's language; as the table calls it where they are missing. */
function bandOf(row: Row, words: Words): string {
  if (typeof row.fields.area_up_to_m2 !== "number") return text(row, "area_band");
  const edge = (name: string) => {
    const value = row.fields[name];
    return typeof value === "number" && value > 0 && value < NO_EDGE ? value : null;
  };
  return words.band(edge("area_above_m2"), edge("area_up_to_m2")) || text(row, "area_band");
}

function bound(row: Row): number {
  const above = row.fields.area_above_m2;
  return typeof above === "number" ? above : 0;
}

function unique(rows: Row[], by: string): Row[] {
  return [...new Map(rows.map((row) => [text(row, by), row])).values()];
}

/** Its deals are those of the whole where one is drawn: a part may be missing among the bars. */
function subtitle(rows: Row[], by: string, words: Words, whole: Row | null): string {
  const first = rows[0]!;
  const months = [...new Set(rows.map((row) => text(row, "month")).filter(Boolean))].toSorted();
  const trades = (whole === null ? rows : [whole]).reduce((sum, row) => sum + (typeof row.fields.trades === "number" ? row.fields.trades : 0), 0);
  const parts = [
    by === "region" ? "" : first.place,
    words.deals[text(first, "deal")] ?? "",
    trades > 0 ? words.tradesIn(trades) : "",
    months.length > 0 ? words.period([...new Set([months[0]!, months.at(-1)!])].map((month) => monthOf(month, words.language)).join("–")) : "",
  ];
  return parts.filter(Boolean).join(" · ");
}

/** Loan products: their lowest rate, cheapest first. */
function ofRates(citations: CitationOut[], words: Words): Chart | null {
  const rates = citations.flatMap(({ fields, marker, title: whole }) => {
    const title = typeof fields.product === "string" ? fields.product : whole;
    const [name, value] = Object.entries(fields).find(([key, one]) => /rate.*(min|low)|^(min|low).*rate|^rate/.test(key) && typeof one === "number") ?? [];
    return name !== undefined && typeof value === "number" ? [{ name: title, value, marker, fields, least: /min|low/.test(name) }] : [];
  });
  if (rates.length < LEAST_ROWS) return null;
  const rows = rates.toSorted((one, other) => one.value - other.value);
  return {
    kind: "bars", unit: "percent", title: rows.every((row) => row.least) ? words.lowestRateBy : words.rateBy, subtitle: "", level: null, left: 0,
    ...sized(namedApart(rows, ({ name, value, marker }) => ({ name, value, marker, label: `${value}%`, count: "" }))),
    markers: rows.map((row) => row.marker).toSorted((a, b) => a - b),
  };
}
