import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(new URL("../src/styles/tokens.css", import.meta.url), "utf8");
const pair = (name: string): [string, string] => {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css);
  if (found === null) throw new Error(`there is no token ${name}`);
  return [found[1]!, found[2]!];
};

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ["canvas", "surface", "raised", "sunken", "hover", "rail"];
const TEXTS: [string, string[]][] = [
  ["text", GROUNDS],
  ["text-2", [...GROUNDS, "reuse-bg"]],
  ["text-3", GROUNDS],
  ["on-ink", ["ink"]],
  ["reuse", ["reuse-bg", "surface", "canvas", "raised"]],
  ["search", ["search-bg", "surface", "canvas", "raised"]],
  ["ask", ["ask-bg", "surface", "canvas", "raised"]],
  ["bad", ["bad-bg", "surface", "canvas", "raised"]],
];

test.each(TEXTS.flatMap(([name, grounds]) => grounds.map((ground) => [name, ground] as const)))("text %s on %s is readable in both themes", (name, ground) => {
  for (const theme of [0, 1] as const) expect(contrast(pair(name)[theme], pair(ground)[theme])).toBeGreaterThanOrEqual(4.5);
});

test.each(["reuse-fill", "search-fill", "ask-fill", "bad-fill", "control"])("shape %s stands out from its grounds", (name) => {
  for (const theme of [0, 1] as const) {
    for (const ground of ["surface", "canvas"]) expect(contrast(pair(name)[theme], pair(ground)[theme])).toBeGreaterThanOrEqual(3);
  }
});
