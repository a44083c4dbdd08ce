/** The files of words: nothing in them that nobody says. */
import { expect, test } from "vitest";
import { ko } from "../src/words/ko";

const sources = import.meta.glob<string>(["../src/**/*.{ts,tsx}", "!../src/words/{ko,en}.ts"], { query: "?raw", import: "default", eager: true });

test("every word of the page is said somewhere", () => {
  const said = new Set(Object.values(sources).flatMap((text) => text.match(/\w+/g) ?? []));
  expect(said.size).toBeGreaterThan(1_000);
  expect(Object.keys(ko).filter((word) => !said.has(word))).toEqual([]);
});
