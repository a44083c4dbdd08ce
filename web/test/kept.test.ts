import { afterEach, expect, test, vi } from "vitest";
import { piecesOf } from "../src/parts/use-hits";
import { forgetWritten, keep, kept } from "../src/session/kept";

/** What a browser's store is: methods on the prototype, the entries as properties of its own. */
class Store {
  [key: string]: unknown;
  getItem(key: string): unknown {
    return Object.hasOwn(this, key) ? this[key] : null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

afterEach(() => vi.unstubAllGlobals());

test("what was written is forgotten in every conversation, choices of looks and other programs' entries stay", () => {
  const store = new Store();
  vi.stubGlobal("localStorage", store);
  store.setItem("another.draft.", "theirs");
  for (const key of ["draft.", "draft.s1", "unsent.", "unsent.s2", "stopped.s1", "chosen.s1", "removing"]) keep(key, ["my salary is"]);
  keep("language", "en");
  keep("pack", "law");
  forgetWritten();
  expect(Object.keys(store).toSorted()).toEqual(["another.draft.", "suffice.language", "suffice.pack"]);
  expect([kept("language", "ko"), kept("draft.s1", "")]).toEqual(["en", ""]);
});

test("a browser that keeps nothing forgets without a failure", () => {
  vi.stubGlobal("localStorage", undefined);
  expect(forgetWritten).not.toThrow();
});

test("a hit in an answer is read without its marks; what a person wrote is left as it was", () => {
  const snippet = "## 갱신\n**보증금**은 5%까지 [10] 올릴 수 있다";
  const at = snippet.indexOf("보증금");
  const marks = [{ start: at, end: at + 3 }];
  expect(piecesOf({ snippet, marks, role: "assistant" })).toEqual(["갱신\n", "보증금", "은 5%까지 올릴 수 있다"]);
  expect(piecesOf({ snippet, marks, role: "user" }).join("")).toBe(snippet);
});
