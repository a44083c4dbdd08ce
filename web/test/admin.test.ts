// @vitest-environment happy-dom
/** What the administration asks and how it writes sizes. */
import { expect, test } from "vitest";
import { addressOf, type Place } from "../src/admin/admin";
import { queryOf } from "../src/admin/log";
import { bytes } from "../src/admin/overview";
import { takesOf, valueOf } from "../src/admin/settings";
import { adminWordsOf } from "../src/admin/words";

const place = (part: Partial<Place>): Place => ({ tab: "log", person: "", action: "", result: "", since: "", until: "", ...part });

test("what is filtered by stands in the address and goes to the service; a day is whole", () => {
  expect(addressOf(place({ person: "ann & bob" }))).toBe("/admin?tab=log&person=ann+%26+bob");
  expect(addressOf({})).toBe("/admin");
  const told = queryOf(place({ action: "key_made", since: "2026-11-25", until: "2026-11-25" }));
  expect(told.get("action")).toBe("key_made");
  expect(Date.parse(told.get("until")!) - Date.parse(told.get("since")!)).toBe(86_400_000);
  expect(queryOf(place({ since: "no day" })).toString()).toBe("");
});

test("sizes keep one figure behind the point below ten", () => {
  expect([0, 999, 1_500, 18_400_000, 2_000_000_000].map((size) => bytes(size, "en"))).toEqual(["0 B", "999 B", "1.5 kB", "18 MB", "2 GB"]);
});

test("both languages know the same acts, ways and settings", () => {
  const [ko, en] = [adminWordsOf("ko"), adminWordsOf("en")];
  for (const name of ["acts", "ways", "results", "settingNames", "checks", "jobNames", "details"] as const) expect(Object.keys(ko[name])).toEqual(Object.keys(en[name]));
  expect(Object.values(en.acts).filter((text) => /[가-힣]/.test(text))).toEqual([]);
});

test("nothing in a field is no limit, and a number is itself", () => {
  expect(["", "  ", "0", "12", "0.5"].map(valueOf)).toEqual([null, null, 0, 12, 0.5]);
});

test("each setting that is changed says what it takes, in both languages", () => {
  const setting = (name: string) => ({ name, value: null, default: null, chosen: false, changeable: true, takes: "" });
  const names = ["SUFFICE_LIMIT_PERSON_TOKENS_DAY", "SUFFICE_LIMIT_PERSON_COST_DAY", "SUFFICE_QUEUE_LIMIT", "SUFFICE_KEEP_EVENTS_DAYS", "SUFFICE_KEEP_AUDIT_DAYS"];
  for (const language of ["ko", "en"] as const) expect(new Set(names.map((name) => takesOf(setting(name), adminWordsOf(language)))).size).toBe(names.length);
});
