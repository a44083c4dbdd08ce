// @vitest-environment happy-dom
/** What is being written belongs to its window; what a closed one left is taken over once. */
import { beforeEach, expect, test } from "vitest";
import { draftOf, holdDraft, leaveDrafts } from "../src/session/draft";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test("a draft outlives a reload, is not seen by another window, and goes to the next one when its window closes", () => {
  const ends = leaveDrafts();
  holdDraft("s1", "대구는");
  expect([draftOf("s1"), localStorage.length]).toEqual(["대구는", 0]);
  dispatchEvent(new Event("pagehide"));
  expect([draftOf("s1"), localStorage.length]).toEqual(["대구는", 0]);
  dispatchEvent(new Event("pagehide"));
  sessionStorage.clear();
  expect([draftOf("s2"), draftOf("s1"), localStorage.length, draftOf("s1")]).toEqual(["", "대구는", 0, "대구는"]);
  ends();
});

test("what this window writes itself is not replaced by what another one left", () => {
  localStorage.setItem("suffice.draft.s1", JSON.stringify("남의 글"));
  holdDraft("s1", "내 글");
  expect([draftOf("s1"), localStorage.length]).toEqual(["내 글", 1]);
});
