/** The picture of what the service worked out: its own chart, with the words of its own table, so that both say the same. */
import type { AnalysisOut, CitationOut } from "../generated/protocol";
import { won } from "../format";
import type { Words } from "../words";
import type { Bar, Chart } from "./rows";

const LEAST = 2;

export function chartOfAnalysis(analysis: AnalysisOut | null | undefined, citations: CitationOut[], words: Words): Chart | null {
  const drawn = analysis?.chart;
  if (!drawn || analysis.refused || drawn.labels.length < LEAST || drawn.series.length === 0) return null;
  if (drawn.series.some((one) => one.values.length !== drawn.labels.length)) return null;
  const [first, ...more] = drawn.series;
  const value = (at: number, series: number) => drawn.series[series]!.values[at];
  const written = (at: number, series: number) => analysis.table?.rows.find((row) => row[0] === drawn.labels[at])?.[series + 1] || shown(value(at, series) ?? null, drawn.unit, words);
  const point = (at: number, series: number) => (typeof value(at, series) === "number" ? { value: value(at, series)!, label: written(at, series) } : null);
  const rows: Bar[] = drawn.labels.flatMap((name, at) => {
    const own = point(at, 0);
    return own === null ? [] : [{ name, ...own, count: "", marker: 0, ...(more.length > 0 ? { others: more.map((_, place) => point(at, place + 1)) } : {}) }];
  });
  if (rows.length < LEAST || rows.some((row) => row.value < 0 || row.others?.some((other) => other !== null && other.value < 0))) return null;
  return {
    kind: drawn.kind,
    unit: drawn.unit,
    title: drawn.title,
    subtitle: "",
    ...(more.length > 0 ? { series: [first!.label, ...more.map((one) => one.label)] } : {}),
    rows,
    left: 0,
    level: null,
    markers: citations.filter((one) => Object.keys(one.fields).length > 0).map((one) => one.marker),
    height: drawn.kind === "line" ? 320 : 140 + 26 * rows.length * drawn.series.length,
  };
}

export function shown(value: number | null, unit: string, words: Words): string {
  if (value === null) return "";
  if (unit === "won") return won(value, words.language);
  return `${value.toLocaleString(words.language)}${words.units[unit] ?? (unit ? ` ${unit}` : "")}`;
}
