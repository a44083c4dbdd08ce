import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { csvOf, floorOf } from "../src/figure/figure";
import { chartOf } from "../src/figure/rows";
import { age, clock, dayNumber, dotted, savingOf, secondsOf, span, won } from "../src/format";
import type { PackOut } from "../src/generated/http";
import type { CitationOut } from "../src/generated/protocol";
import { rowsOf } from "../src/panels/sources";
import { baseOf, exchangesOf, nextVersion, unchanged } from "../src/session/versions";
import type { Turn } from "../src/session/state";
import { en } from "../src/words/en";
import { ko } from "../src/words/ko";

beforeEach(() => vi.stubEnv("TZ", "Asia/Seoul"));
afterEach(() => vi.unstubAllEnvs());

test.each([
  [320_000_000, "3억 2,000만원", "₩320 million"],
  [100_000_000, "1억원", "₩100 million"],
  [69_000_000, "6,900만원", "₩69 million"],
  [2_410_000_000, "24억 1,000만원", "₩2,410 million"],
  [1_200_000_000_000, "1조 2,000억원", "₩1,200 billion"],
  [9_999, "9,999원", "₩9,999"],
  [0, "0원", "₩0"],
  [199_999_999, "2억원", "₩200 million"],
  [-320_000_000, "-3억 2,000만원", "-₩320 million"],
])("%i won reads %s and %s", (amount, korean, english) => {
  expect(won(amount, "ko")).toBe(korean);
  expect(won(amount, "en")).toBe(english);
});

test.each([[0, "0.00"], [40, "0.04"], [60, "0.1"], [700, "0.7"], [4_200, "4.2"], [9_949, "9.9"], [12_400, "12"]])("%i ms is %s s", (ms, told) => {
  expect(secondsOf(ms)).toBe(told);
});

test.each([[0.4, "0.5"], [1.5, "1.5"], [3.8, "4"], [12.4, "12"]])("a saving of %f s is told as %s", (seconds, told) => {
  expect(savingOf(seconds)).toBe(told);
});

const NOW = Date.parse("2026-02-23T11:00:00+09:00");
test.each([
  ["2026-02-23T10:59:40+09:00", "방금", "just now"],
  ["2026-02-23T10:57:00+09:00", "3분 전", "3 min ago"],
  ["2026-02-23T09:00:00+09:00", "2시간 전", "2 h ago"],
  ["2026-02-22T10:42:00+09:00", "어제 10:42", "yesterday 10:42"],
  ["2026-02-19T10:42:00+09:00", "4일 전", "4 days ago"],
  ["2026-02-23T11:00:30+09:00", "방금", "just now"],
])("%s is %s, %s", (when, korean, english) => {
  expect(age(Date.parse(when), NOW, "ko")).toBe(korean);
  expect(age(Date.parse(when), NOW, "en")).toBe(english);
});

test("limits of age are told in their own unit", () => {
  expect([span(259_200, "ko"), span(3_600, "ko"), span(86_400, "en"), span(259_200, "en")]).toEqual(["3일", "1시간", "1 day", "3 days"]);
});

test("both languages have the same sentences", () => {
  const shape = (words: object): unknown => Object.entries(words).map(([name, value]) => [name, Array.isArray(value) ? value.length : typeof value]);
  expect(shape(en)).toEqual(shape(ko));
});

const row = (marker: number, fields: Record<string, string | number>): CitationOut => ({
  marker, chunk_id: String(marker), source: "s", title: "t", quote: "q", uri: "", fetched_at: "", example: false, web: false, as_of: null, evidence_id: "e",
  fields: { region: "대구 달서구", deal: "sale", housing_type: "apartment", ...fields },
});

test("bands of one region make bars against the whole; fewer than three rows make nothing", () => {
  const bands = [row(1, { area_band: "85~102㎡", median_won: 5, area_above_m2: 85 }), row(2, { area_band: "60㎡ 이하", median_won: 1, area_above_m2: 0 }), row(3, { area_band: "60~85㎡", median_won: 3, area_above_m2: 60 })];
  const chart = chartOf([...bands, row(4, { area_band: "전체", median_won: 2 })], ko)!;
  expect([chart.kind, chart.rows.map((one) => one.name), chart.level?.value, chart.markers]).toEqual(["bars", ["60㎡ 이하", "60~85㎡", "85~102㎡"], 2, [1, 2, 3, 4]]);
  expect(chartOf(bands.slice(0, 2), ko)).toBeNull();
  expect(chartOf([], ko)).toBeNull();
});

test("cited rows of another month are not drawn, and counted", () => {
  const bands = [["60㎡ 이하", 0], ["60~85㎡", 60], ["85~102㎡", 85]].map(([band, above], at) => row(at + 1, { area_band: band!, area_above_m2: above!, month: "2026-02", median_won: at + 1 }));
  const before = bands.slice(0, 2).map((one, at) => row(at + 7, { ...one.fields, month: "2026-01" } as Record<string, string | number>));
  const chart = chartOf([...bands, ...before], ko)!;
  expect([chart.markers, chart.left]).toEqual([[1, 2, 3], 2]);
  expect(chartOf(bands, ko)!.left).toBe(0);
});

test("bands are named in the page's language; an open upper end is open", () => {
  const bands = [[0, 60], [60, 85], [135, 9_999]].map(([above, up], at) => row(at + 1, { area_band: `띠 ${at}`, median_won: at + 1, area_above_m2: above!, area_up_to_m2: up! }));
  expect(chartOf(bands, en)!.rows.map((one) => one.name)).toEqual(["up to 60 m²", "60–85 m²", "over 135 m²"]);
  expect(chartOf(bands, ko)!.rows.map((one) => one.name)).toEqual(["60㎡ 이하", "60~85㎡", "135㎡ 초과"]);
});

test("no English sentence holds a Korean letter", () => {
  const told = (value: unknown): string[] => typeof value === "string" ? [value] : typeof value === "function" ? [String((value as (...given: unknown[]) => unknown)("2", "3", "4"))] : typeof value === "object" && value ? Object.values(value).flatMap(told) : [];
  expect(told(en).filter((text) => /[가-힣]/.test(text))).toEqual([]);
});

test("single deals make no picture: three prices are no means by region", () => {
  const deals = ["상인동", "도원동", "진천동"].map((place, at) => row(at + 1, { region: `대구 달서구 ${place}`, month: "2026-02", price_won: 90_000_000 * (at + 1) }));
  expect(chartOf(deals, ko)).toBeNull();
});

test("months of one region make a line in their order", () => {
  const months = ["2026-02", "2025-12", "2026-01"].map((month, at) => row(at + 1, { area_band: "전체", month, median_won: at + 1 }));
  const chart = chartOf(months, ko)!;
  expect([chart.kind, chart.rows.map((one) => one.name)]).toEqual(["line", ["2025년 12월", "2026년 1월", "2026년 2월"]]);
});

test("the CSV says what a spreadsheet must not run", () => {
  const text = csvOf({ kind: "bars", unit: "won", title: "t", subtitle: "", level: null, markers: [], left: 0, height: 0, rows: [{ name: '=cmd("x"),y', value: 1, label: "", count: "", marker: 1 }] }, ko);
  expect(text).toContain(`"'=cmd(""x""),y",1,,1`);
  const name = (said: string) => csvOf({ kind: "bars", unit: "won", title: "t", subtitle: "", level: null, markers: [], left: 0, height: 0, rows: [{ name: said, value: -1, label: "", count: "", marker: 1 }] }, ko).split("\r\n")[1]!;
  for (const said of ["＝1", "－1", "⁺1", "−1", "\u200b=1", "\u3000＠a", "\ufeff+1", "\u3164=1"]) expect(name(said)).toBe(`'${said},-1,,1`);
  expect(name("\t1")).toBe(`"'\t1",-1,,1`);
  for (const parts of [";", "|", "\t"]) for (const said of ["=1+1", "\u200b＝1", " -1"]) expect(name(`a${parts}${said}${parts}b`)).toBe(`"a${parts}'${said}${parts}b",-1,,1`);
  expect(name("a;b")).toBe('"a;b",-1,,1');
  for (const said of ["가=1", "2026년 1월", "", "1-2"]) expect(name(said)).toBe(`${said},-1,,1`);
});

test("versions of a question stand together, wherever they were made", () => {
  const turn = (messageId: string, question = messageId) => ({ messageId, question }) as Turn;
  const exchanges = exchangesOf([turn("a", "q1"), turn("b", "q2"), turn("a.2", "q1b"), turn("again-x", "q2"), turn("a.3", "q1c")]);
  expect(exchanges.map((one) => [one.base, one.versions.map((version) => version.messageId)])).toEqual([["a", ["a", "a.2", "a.3"]], ["b", ["b", "again-x"]]]);
  expect([baseOf("a.12"), nextVersion("a", exchanges), nextVersion("b", exchanges), nextVersion("new", exchanges)]).toEqual(["a", "a.4", "b.2", "new.2"]);
});

test("facts side by side break behind their dot", () => {
  expect(dotted("달서구 · 매매 · 147건").split(" ")).toEqual(["달서구\u00a0·", "매매\u00a0·", "147건"]);
});

test("a piece of a draft changes its own exchange's object alone", () => {
  const turn = (messageId: string, draft = "") => ({ messageId, question: messageId, draft }) as Turn;
  const turns = [turn("a"), turn("b"), turn("b.2")];
  const before = exchangesOf(turns);
  expect(unchanged(before, exchangesOf(turns)).every((one, at) => one === before[at])).toBe(true);
  const now = unchanged(before, exchangesOf([turns[0]!, turns[1]!, turn("b.2", "중위가는"), turn("c")]));
  expect([now[0] === before[0], now[1] === before[1], now[1]!.versions[1]!.draft, now.length]).toEqual([true, false, "중위가는", 3]);
});

test("moments are told by the clock of whoever reads, wherever the data is from", () => {
  const moment = Date.parse("2026-02-22T10:42:00+09:00");
  expect([clock(moment, "ko"), age(moment, moment + 26 * 3_600_000, "en")]).toEqual(["10:42", "yesterday 10:42"]);
  vi.stubEnv("TZ", "America/New_York");
  expect([clock(moment, "ko"), age(moment, moment + 26 * 3_600_000, "en")]).toEqual(["20:42", "yesterday 20:42"]);
  expect(dayNumber(moment)).toBe(Math.floor(Date.parse("2026-02-21T00:00:00Z") / 86_400_000));
});

const line = (...values: number[]) => values.map((value, at) => ({ name: String(at), value, label: "", count: "", marker: 1 }));

test("a line's axis begins at zero where its movement can be read, and at a round value below it where not", () => {
  expect(floorOf(line(100, 250, 180))).toBe(0);
  expect(floorOf(line(0, 90, 95))).toBe(0);
  for (const values of [[318_000_000, 322_000_000, 330_000_000], [331, 330, 332], [5, 5, 5]]) {
    const floor = floorOf(line(...values));
    expect(floor).toBeGreaterThan(0);
    expect(floor).toBeLessThan(Math.min(...values));
    expect(String(floor).replace(/0+$/, "").length).toBeLessThanOrEqual(3);
  }
});

test("the CSV's head is in the page's language and says its unit", () => {
  const chart = { kind: "bars" as const, unit: "won" as const, title: "t", subtitle: "", level: null, markers: [], left: 0, height: 0, rows: line(3) };
  const heads = [csvOf(chart, ko), csvOf(chart, en), csvOf({ ...chart, unit: "percent" }, en)].map((text) => text.split("\r\n")[0]!.slice(1));
  expect(heads).toEqual(["구분,금액(원),건수,출처", "Group,Amount (won),Deals,Source", "Group,Rate,Deals,Source"]);
});

test("figures over many rows are called by their column and what they are, in the page's language; a column of that very name is itself", () => {
  const column = (name: string, ko: string, en: string, unit: string | null) => ({ name, label: { ko, en }, unit, choices: {} });
  const pack = { sources: [{ name: "readings", columns: [column("mean", "하루 평균", "daily mean", null), column("price_won", "거래 금액", "Price", "won"), column("price_max", "상한", "Ceiling", "won")] }] } as unknown as PackOut;
  const citation = {
    source: "readings", fields: { rows: 31, first_time: "2026-07", last_time: "2026-07", mean_mean: 29.41, mean_min: 4.2, price_won_median: 320_000_000, price_won_count: 12, price_max: 10_000_000, of_a_later_version: 1 },
  } as unknown as CitationOut;
  expect(rowsOf(citation, pack, ko)).toEqual([
    ["건수", "31"], ["처음", "2026-07"], ["마지막", "2026-07"], ["하루 평균 평균", "29.41"], ["하루 평균 최저", "4.2"], ["거래 금액 중위", "3억 2,000만원"], ["거래 금액 건수", "12건"],
    ["상한", "1,000만원"], ["of_a_later_version", "1"],
  ]);
  expect(rowsOf(citation, pack, en).map(([name]) => name)).toEqual(["Rows", "First", "Last", "daily mean, mean", "daily mean, lowest", "Price, median", "Price, count", "Ceiling", "of_a_later_version"]);
});

const places = ["서울 중구", "부산 중구", "대구 중구"];
test("places that are called the same in the answer are all drawn, each by a name of its own", () => {
  const rows = places.map((region, at) => ({ ...row(at + 1, { region, area_band: "전체", month: "2026-02", median_won: at + 1 }), quote: "Jung-gu · sale · flats, Transactions 8" }));
  expect(chartOf(rows, en)!.rows.map((one) => [one.name, one.value])).toEqual([["Jung-gu · 대구 중구", 3], ["Jung-gu · 부산 중구", 2], ["Jung-gu · 서울 중구", 1]]);
});

test("products of one name are told apart by what differs, else by their marker", () => {
  const loan = (marker: number, rate_min: number, lender: string, product = "청년 전세대출") => ({ ...row(marker, { product, lender, rate_min }), title: product });
  const names = (...lenders: string[]) => chartOf([...lenders.map((lender, at) => loan(at + 1, at + 1, lender)), loan(9, 9, "가", "다른 대출")], ko)!.rows.map((one) => one.name);
  expect(names("가", "나")).toEqual(["청년 전세대출 · 가", "청년 전세대출 · 나", "다른 대출"]);
  expect(names("가", "가")).toEqual(["청년 전세대출 [1]", "청년 전세대출 [2]", "다른 대출"]);
});

test("the deals a picture names are those of the whole it shows, whatever bars are missing", () => {
  const bands = [0, 60, 85].map((above, at) => row(at + 1, { area_band: `띠 ${above}`, month: "2026-02", median_won: at + 1, area_above_m2: above, trades: 10 }));
  expect(chartOf([...bands, row(4, { area_band: "전체", month: "2026-02", median_won: 2, trades: 31 })], ko)!.subtitle).toContain("거래 31건");
  expect(chartOf(bands, ko)!.subtitle).toContain("거래 30건");
});

test("bars over sizes and the line across them are of one month, the newest", () => {
  const bands = (month: string, from: number) => ["60㎡ 이하", "60~85㎡", "85~102㎡"].map((area_band, at) => row(from + at, { area_band, month, median_won: from + at, area_above_m2: at }));
  const whole = (month: string, marker: number) => row(marker, { area_band: "전체", month, median_won: marker });
  const older = bands("2026-01", 1);
  const chart = chartOf([whole("2026-01", 7), ...older, row(8, { area_band: "135㎡ 초과", month: "2026-01", median_won: 8 }), ...bands("2026-02", 11), whole("2026-02", 17)], ko)!;
  expect([chart.rows.map((one) => one.value), chart.level?.value]).toEqual([[11, 12, 13], 17]);
});
