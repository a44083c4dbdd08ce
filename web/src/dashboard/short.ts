/** Evidence in a table: what differs, in few words; the whole text stays one press away. */

export interface Sides {
  mark: string;
  title: string;
  then: string | null;
  now: string | null;
}

const SHOWN = 2;
const LETTERS = 64;

/** The parts of a row's text ("평균 4억, 거래 건수 10건"); a comma inside a number parts nothing. An amount given twice is shown as people say it. */
export function partsOf(text: string): string[] {
  return text.replace(/[\d,]+원\s?\((\d[^)]*원)\)/g, "$1").split(/,\s+|\s+·\s+|\n+/).map((part) => part.trim()).filter(Boolean);
}

/** Of a changed row the parts that are not on the other side; of a row on one side those its title and its neighbours do not say. */
export function shortOf(line: Sides, side: "then" | "now", all: Sides[]): string | null {
  const text = line[side];
  if (text === null) return null;
  const other = line[side === "then" ? "now" : "then"];
  const parts = partsOf(text);
  const same = new Set(other !== null && other !== text ? partsOf(other) : everywhere(all));
  const own = parts.filter((part) => !same.has(part));
  const unsaid = own.filter((part) => !saidIn(line.title, part));
  const shown = (unsaid.length > 0 ? unsaid : own.length > 0 ? own : parts).slice(0, SHOWN).join(", ");
  return shown.length > LETTERS ? `${shown.slice(0, LETTERS - 1).trimEnd()}…` : shown;
}

/** Parts that every line of the table has say nothing about one of them. */
function everywhere(all: Sides[]): string[] {
  const texts = all.flatMap((line) => [line.then, line.now]).filter((text) => text !== null);
  if (texts.length < 2) return [];
  return partsOf(texts[0]!).filter((part) => texts.every((text) => partsOf(text).includes(part)));
}

/** "계약월 2026-02" needs no second telling under "대구 달서구 2026-02". */
function saidIn(title: string, part: string): boolean {
  const value = part.split(" ").at(-1) ?? part;
  return title.includes(value);
}
