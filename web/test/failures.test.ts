import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { failureIn, failuresEn, failuresKo } from "../src/words/failures";

/** docs/errors.md is generated from the errors themselves; it says where each is met: "HTTP, WebSocket", "start of ...". */
const rows = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8").matchAll(/^\| `(\w+)`[^|]*\|[^|]*\|[^|]*\|([^|]*)\|/gm);
const met = [...rows].filter(([, , where]) => /HTTP|WebSocket/.test(where!)).map(([, code]) => code!);

test("the table of errors was read", () => expect(met).toContain("turn_timeout"));

test.each(met)("%s has words in both languages", (code) => {
  const failure = { code, message: "" };
  expect(failureIn("ko", failure)).toMatch(/[가-힣].*\.$/);
  expect(failureIn("en", failure)).toMatch(/^[A-Z][^가-힣]*\.$/);
});

test("both languages tell of the same codes", () => expect(Object.keys(failuresEn)).toEqual(Object.keys(failuresKo)));

test("where no answer came, both languages say so, not the name of the code", () => {
  expect(failureIn("ko", { code: "offline", message: "offline" })).toMatch(/[가-힣].*\.$/);
  expect(failureIn("en", { code: "offline", message: "offline" })).toMatch(/^The service could not be reached.*\.$/);
});

test("a code without words is told by the service's own sentence", () => {
  for (const code of ["port_taken", "toString", ""]) expect(failureIn("ko", { code, message: "As it came." })).toBe("As it came.");
});

test("a sentence about what was sent says which part of it", () => {
  expect(failureIn("ko", { code: "invalid_input", message: "", field: "title" })).toMatch(/\(대화 이름\)$/);
  expect(failureIn("en", { code: "invalid_input", message: "", field: "values.deposit" })).toMatch(/\(form\)$/);
  expect(failureIn("en", { code: "invalid_input", message: "", field: "odd" })).toMatch(/\(odd\)$/);
  expect(failureIn("en", { code: "busy", message: "", field: "content" })).toMatch(/\.$/);
});
