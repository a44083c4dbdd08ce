/** An answer as it is said: no citations, no marks of Markdown, tables as sentences of their cells. */
export function plainOf(markdown: string): string {
  return markdown
    .split("\n")
    .filter((line) => !/^\s*\|?[\s:|-]*-{3,}[\s:|-]*\|?\s*$/.test(line))
    .map((line) => (/^\s*\|.*\|\s*$/.test(line) ? `${line.trim().slice(1, -1).split("|").map((cell) => cell.trim()).filter(Boolean).join(", ")}.` : line))
    .join("\n")
    .replace(/\s*\[\d+\]/g, "")
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(/[*_`#>]+/g, "")
    .replace(/^\s*[-+]\s+/gm, "")
    .replace(/\n{2,}/g, "\n")
    .trim();
}
