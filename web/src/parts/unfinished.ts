/**
 * A draft as it may be shown: what is only half written is held back or closed, so that no mark is seen as a letter first and
 * becomes bold, a table or a citation a moment later. Pure: text in, text out; whole text comes out as it went in.
 */

/** Ends that may still become something else: a citation, a heading's or a list's mark, a rule, an entity. */
const OPEN_END = /(?:\s?\[\d{0,3}|(?:^|\n)[ \t]*(?:#{1,6}|[-*+]|\d{1,3}[.)]?|-{2,}|={1,}|`{1,3}\w*)[ \t]*|\s*[*_~`]+|&#?\w{0,8})$/;
const ROW = /^\s*\|/;
const RULE = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;
const FENCE = /^\s*```/;

export function shownOf(draft: string): string {
  const lines = draft.split("\n");
  if (lines.filter((line) => FENCE.test(line)).length % 2 === 1) return draft.replace(/\n?`{1,2}$/, "");
  const rows = tableAtEnd(lines);
  if (rows !== null) return lines.slice(0, rows).join("\n");
  const text = draft.replace(OPEN_END, "");
  const from = text.lastIndexOf("\n\n") + 1;
  return text.slice(0, from) + closed(text.slice(from));
}

/** How many lines may be shown of a text that ends in a table; null: it ends in none, or in whole rows alone. */
function tableAtEnd(lines: string[]): number | null {
  let first = lines.length;
  while (first > 0 && ROW.test(lines[first - 1]!)) first -= 1;
  const rows = lines.length - first;
  if (rows === 0) {
    // The line after a head row: nothing yet, or a rule without its first bar.
    const head = lines.at(-2);
    return head !== undefined && ROW.test(head) && !ROW.test(lines.at(-3) ?? "") && lines.at(-1) === "" ? lines.length - 2 : null;
  }
  // A head row alone, or with a rule that is still written, is no table yet.
  if (rows < 3) return rows === 2 && RULE.test(lines[first + 1]!) && lines[first + 1]!.trimEnd().endsWith("|") && cells(lines[first + 1]!) === cells(lines[first]!) ? null : first;
  // Cells come in one by one: a row is shown when it is whole.
  return lines.at(-1)!.trimEnd().endsWith("|") && cells(lines.at(-1)!) >= cells(lines[first]!) ? null : lines.length - 1;
}

function cells(row: string): number {
  return row.trim().replace(/^\||\|$/g, "").split("|").length;
}

/** Marks that were opened in this paragraph and not closed yet are closed at its end. */
function closed(paragraph: string): string {
  const code = paragraph.split("`").length - 1;
  if (code % 2 === 1) return `${paragraph}\``;
  const bare = paragraph.replace(/`[^`]*`/g, "");
  const strong = (bare.match(/\*\*/g) ?? []).length;
  const struck = (bare.match(/~~/g) ?? []).length;
  return `${paragraph.trimEnd()}${strong % 2 === 1 ? "**" : ""}${struck % 2 === 1 ? "~~" : ""}`;
}
