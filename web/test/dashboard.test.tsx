// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addressOf, armOf, chosenIn, queryOf, zoneOf } from "../src/dashboard/data";
import Dashboard, { busiest, reusingArms, stageOf, trialsOf, withDemo } from "../src/dashboard/dashboard";
import { daysOf } from "../src/dashboard/days";
import { isReplaced, lastWord, reasonOf } from "../src/dashboard/drawer";
import { en } from "../src/dashboard/en";
import { Kpis, missingFor, Savings } from "../src/dashboard/figures";
import { ko } from "../src/dashboard/ko";
import { count, duration, ends, niceEnd, percent } from "../src/dashboard/numbers";
import { partsOf, shortOf } from "../src/dashboard/short";
import { Prompts } from "../src/dashboard/prompts";
import { lettered, Threshold } from "../src/dashboard/threshold";
import { Variants } from "../src/dashboard/variants";
import { age, clock, day, dayNumber, offsetOf, shortDay } from "../src/format";
import type { ArmOut, BreakdownOut, ExperimentMetrics, ExperimentOut, LabelOut, PackOut, RateOut, ThresholdCurve, TotalsOut, VariantOut } from "../src/generated/http";
import { wordsOf, WordsContext } from "../src/words";

describe("evidence then and now", () => {
  const before = "지역 대구 달서구, 계약월 2026-02, 거래 건수 10건, 평균 423,000,000원 (4억 2,300만원)";
  const after = "지역 대구 달서구, 계약월 2026-02, 거래 건수 12건, 평균 431,000,000원 (4억 3,100만원)";
  it("a comma inside a number parts nothing", () => {
    expect(partsOf(before)).toHaveLength(4);
  });
  it("of a changed row only what differs is told", () => {
    const line = { mark: "~", title: "대구 달서구 2026-02", then: before, now: after };
    expect([shortOf(line, "then", [line]), shortOf(line, "now", [line])]).toEqual(["거래 건수 10건, 평균 4억 2,300만원", "거래 건수 12건, 평균 4억 3,100만원"]);
  });
  it("of rows on one side what their title and their neighbours say is left out", () => {
    const gone = { mark: "−", title: "대구 달서구 2026-02", then: before, now: null };
    const other = { mark: "−", title: "대구 달서구 2026-01", then: before.replace("2026-02", "2026-01").replace("10건", "7건"), now: null };
    expect(shortOf(gone, "then", [gone, other])).toBe("거래 건수 10건");
    expect(shortOf(gone, "now", [gone, other])).toBeNull();
  });
  it("a passage is cut where it is long, and never told as nothing", () => {
    const passage = { mark: "+", title: "제7조", then: null, now: "가".repeat(200) };
    expect(shortOf(passage, "now", [passage])).toBe(`${"가".repeat(63)}…`);
    const same = { mark: "~", title: "제7조", then: "같은 말", now: "같은 말" };
    expect(shortOf(same, "now", [same])).toBe("같은 말");
  });
});

describe("numbers", () => {
  it("shares have two decimals below one per cent and never round a rare thing to nothing", () => {
    expect([0, 0.00004, 0.0020, 0.0092, 0.00999, 0.432, 0.9996].map(percent)).toEqual(["0%", "0%", "0.20%", "0.92%", "1.0%", "43.2%", "100%"]);
    expect([ends(0.423, 0.441, "ko"), ends(0.0003, 0.011, "en")]).toEqual(["42.3~44.1", "0.03–1.1"]);
  });
  it("axes end at or above what they hold", () => {
    for (const most of [0.0004, 0.011, 0.05, 0.33, 0.64, 0.99, 1]) {
      expect(niceEnd(most)).toBeGreaterThanOrEqual(most - 1e-9);
      expect(niceEnd(most)).toBeLessThanOrEqual(Math.min(1, most * 2.01));
    }
  });
  it("long waits are told in hours", () => {
    expect([duration(18_420_000, ko), duration(65_000, en), duration(900, ko), duration(-65_000, ko)]).toEqual(["5시간 7분", "1 min 5 s", "0.9초", "−1분 5초"]);
  });
});

describe("what may be a loss", () => {
  it("is told with its sign, the interval's ends too", async () => {
    (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
    const rate = { hits: 40, of: 100, value: 0.4, low: 0.3, high: 0.5, method: "wilson", level: 0.95 };
    const figures = { skip_rate: rate, ask_rate: rate, time_out_rate: rate, override_rate: rate, enough: true, by_source: {}, known: { wrong_reuse: rate }, totals: { asked: 1, timed_out: 0, turns: 100 } };
    const big = async (value: number) => {
      const told = { figures, savings: { measured: true, per_reuse_ms: { value, low: -180, high: 263 } }, shown_from: 30 } as unknown as ExperimentMetrics;
      const place = document.body.appendChild(document.createElement("div"));
      const root = createRoot(place);
      await act(async () => root.render(<WordsContext value={wordsOf("ko")}><Kpis asked={{ data: told, error: null, loading: false, at: 1, again: () => undefined }} /></WordsContext>));
      const kpi = [...place.querySelectorAll(".kpi")].find((one) => one.textContent!.includes(ko.savedEach))!;
      const texts = [kpi.querySelector(".big")!.firstChild!.textContent, kpi.querySelector("p:last-child")!.textContent];
      act(() => root.unmount());
      place.remove();
      return texts;
    };
    expect(await big(41)).toEqual(["0.04", `${ko.interval("−0.2초", "0.3초")}, ${ko.againstControl}`]);
    expect((await big(-300))[0]).toBe("−0.3");
  });
  it("and nothing is not", () => {
    expect([-0, -0.3, 0.3, -0.6].map((n) => count(n, "en"))).toEqual(["0", "0", "0", "−1"]);
  });
});

describe("what is chosen", () => {
  it("stands in the address, and only what differs from the usual", () => {
    const chosen = chosenIn("?intent=legal_consult&decision=a%2Fb");
    expect(addressOf(chosen)).toBe("/dashboard?intent=legal_consult&decision=a%2Fb");
    expect(chosenIn(new URL(addressOf(chosen), "http://h").search)).toEqual(chosen);
    expect(addressOf(chosenIn(""))).toBe("/dashboard");
  });
  it("in an address somebody wrote, words the service does not take are no filter", () => {
    expect(addressOf(chosenIn("?days=abc&demo=maybe&kind=guess&truth=perhaps"))).toBe("/dashboard");
    expect(addressOf(chosenIn("?days=14&demo=only&kind=asked&truth=contested"))).toBe("/dashboard?days=14&demo=only&kind=asked&truth=contested");
  });
  it("reaches the service as days, both included", () => {
    const today = Date.parse("2026-02-23T00:00:00Z") / 86_400_000;
    expect(queryOf(chosenIn("?days=7&demo=without"), today)).toBe("since=2026-02-17&demo=without");
    expect(queryOf(chosenIn("?days=0"), today)).toBe("");
  });
  it("an experiment that runs goes before one that ended, and turns before none", () => {
    const one = (name: string, turns: number, declared: boolean, ends_at: string | null): ExperimentOut => ({ name, turns, declared, ends_at }) as ExperimentOut;
    const now = Date.parse("2026-02-23T00:00:00Z");
    expect(busiest([one("ended", 5, true, "2026-01-01T00:00:00Z"), one("default", 90, false, null)], now)).toBe("default");
    expect(busiest([one("runs", 5, true, null), one("default", 90, false, null)], now)).toBe("runs");
    expect(busiest([one("fresh", 0, true, null), one("default", 90, false, null)], now)).toBe("default");
    const played = { ...one("demo-real_estate", 40, true, null), demo: true };
    expect(busiest([played, one("default", 90, false, null)], now), "demo traffic alone goes before nothing").toBe("default");
    expect(busiest([played, one("runs", 5, true, null), one("default", 9, false, null)], now)).toBe("runs");
    expect(busiest([played, one("default", 9, false, null)], now)).toBe("demo-real_estate");
  });
});

describe("what was said of a decision", () => {
  const said = (outcome: string, part: Partial<LabelOut> = {}) => ({ outcome, source: "label", by: "ann", mine: true, undone: false, ...part }) as LabelOut;
  it("of one operator the newest word counts, and the one before it again once that is taken back", () => {
    expect(lastWord([said("right"), said("wrong")])?.outcome).toBe("wrong");
    expect(lastWord([said("right"), said("wrong", { undone: true })])?.outcome).toBe("right");
    expect(lastWord([said("right", { by: "bob", mine: false })])).toBeUndefined();
  });
  it("a word with a later one of the same operator is told to be replaced; others' words are not", () => {
    const labels = [said("right"), said("wrong", { by: "bob", mine: false }), said("wrong"), said("unsure", { undone: true }), said("right", { source: "person" })];
    expect(labels.map((_, at) => isReplaced(labels, at))).toEqual([true, false, false, false, false]);
  });
});

describe("a declared experiment", () => {
  const one = (part: Partial<ExperimentOut>) => ({ declared: true, starts_at: "2026-12-01T00:00:00Z", ends_at: "2027-02-01T00:00:00Z", ...part }) as ExperimentOut;
  it("is planned, runs, or is over; the usual one is none of these", () => {
    const at = (time: string) => stageOf(one({}), Date.parse(time));
    expect([at("2026-11-30T23:59:59Z"), at("2026-12-01T00:00:00Z"), at("2027-01-31T23:59:59Z"), at("2027-02-01T00:00:00Z")]).toEqual(["planned", "running", "running", "over"]);
    expect(stageOf(one({ ends_at: null }), Date.parse("2036-01-01T00:00:00Z"))).toBe("running");
    expect([stageOf(one({ declared: false })), stageOf(undefined)]).toEqual([null, null]);
  });
  it("its arms are called by their variant and by their own name", () => {
    expect([armOf({ arm: "hybrid", variant: "hybrid" }, en), armOf({ arm: "lower", variant: "hybrid" }, en), armOf({ arm: "old", variant: "gone" }, en)]).toEqual(["Two judges", "Two judges · lower", "gone · old"]);
  });
  const rate = { hits: 1, of: 40, value: 0.025, low: 0.01, high: 0.1, method: "wilson", level: 0.95 } as RateOut;
  const arm = (name: string, variant: string, share: number | null, total = 40, conversations = 60): VariantOut => ({ arm: name, variant, share, total, conversations, weight: 1, reuse_above: null, ask_above: null, usual: false, running: true, stepped_back_at: null, against_control: null, wrong_reuse_difference: null, figures: { skip_rate: rate, ask_rate: rate, by_source: {}, enough: false, times_ms: { mean: 1, p95: 1, mean_interval: null, p95_interval: null }, known: { wrong_reuse: rate, wrong_reuse_wilson: rate } } }) as unknown as VariantOut;
  const three = [arm("today", "hybrid_confirm", 0.8), arm("control", "no_reuse", 0.1), arm("lower", "hybrid_confirm", 0.004)];
  const drawn = async (open: boolean, variants: VariantOut[] = three, part = "tbody th") => {
    (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
    const place = document.body.appendChild(document.createElement("div"));
    const root = createRoot(place);
    const told = { turns: 120, bound: 0.01, conversations_from: 50, variants } as ExperimentMetrics;
    await act(async () => root.render(<WordsContext value={wordsOf("ko")}><Variants asked={{ data: told, error: null, loading: false, at: 1, again: () => undefined }} path="/metrics" tools={null} open={open} /></WordsContext>));
    const names = [...place.querySelectorAll(`.variants ${part}`)].map((cell) => cell.textContent ?? "");
    act(() => root.unmount());
    place.remove();
    return names;
  };
  it("tells shares of new conversations as shares, whatever the weights, and only while there are new ones", async () => {
    const names = await drawn(true);
    expect([names[0]!.includes(ko.share("80%")), names[1]!.includes(ko.share("10%")), names[2]!.includes(ko.share("0.4%"))]).toEqual([true, true, true]);
    for (const name of await drawn(false)) expect(name).not.toContain("새 대화의");
  });
  it("tells a mean and a p95 with their intervals, in the picture and in the table with the interval's name", async () => {
    (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
    const span = (low: number, high: number, method: string) => ({ low, high, method, level: 0.95 });
    const plain = arm("today", "hybrid_confirm", 0.8, 400);
    const totals = { model_calls: 1, search_calls: 1, tokens: 1 };
    const known = { ...plain.figures.known, accuracy: rate, missed_reuse: rate };
    const times_ms = { mean: 1_800, mean_interval: span(1_600, 2_000, "normal"), p95: 4_200, p95_interval: span(3_700, 5_500, "order-statistic") };
    const one = { ...plain, figures: { ...plain.figures, full_reuse_rate: rate, time_out_rate: rate, override_rate: rate, known, totals, times_ms } } as unknown as VariantOut;
    const told = { turns: 400, bound: 0.01, conversations_from: 50, variants: [one] } as ExperimentMetrics;
    const texts: string[] = [];
    for (const language of ["ko", "en"] as const) {
      const place = document.body.appendChild(document.createElement("div"));
      const root = createRoot(place);
      await act(async () => root.render(<WordsContext value={wordsOf(language)}><Variants asked={{ data: told, error: null, loading: false, at: 1, again: () => undefined }} path="/metrics" tools={null} open /></WordsContext>));
      texts.push(place.querySelector(".variants tbody")!.textContent ?? "");
      const table = [...place.querySelectorAll("button")].find((button) => button.textContent === (language === "ko" ? ko : en).table)!;
      await act(async () => table.click());
      texts.push(place.querySelector(".all-figures")!.textContent ?? "");
      act(() => root.unmount());
      place.remove();
    }
    for (const text of texts.slice(0, 2)) expect([text.includes("1.6~2.0초"), text.includes("3.7~5.5초")]).toEqual([true, true]);
    for (const text of texts.slice(2)) expect([text.includes("1.6–2.0 s"), text.includes("3.7–5.5 s")]).toEqual([true, true]);
    expect([texts[1]!.includes(ko.intervals.order), texts[3]!.includes(en.intervals.order), texts[3]!.includes(en.intervals.normal)]).toEqual([true, true, true]);
  });
  it("what an operator labelled by choice stands beside the sampled rate, and not in it", async () => {
    const plain = arm("today", "hybrid_confirm", 0.8);
    const chosen = { label_chosen: { wrong_reuse: { ...rate, hits: 3, of: 4 } } };
    const labelled = { ...plain, figures: { ...plain.figures, by_source: chosen } } as unknown as VariantOut;
    const cells = await drawn(true, [labelled, arm("control", "no_reuse", 0.1)], "tbody tr");
    expect(cells.map((cell) => cell.includes(ko.byHand(3, 4)))).toEqual([true, false]);
    expect(en.byHand(3, 4)).toBe("labelled by hand: 3 of 4 wrong");
  });
  it("a trial runs, stepped back, or was replaced by another, against which nothing was shown", async () => {
    const at = { reuse_above: 0.84, running: false };
    const [runs, back, replaced] = await drawn(true, [
      { ...arm("low", "hybrid", 0.1), ...at, running: true },
      { ...arm("low-2", "hybrid", 0), ...at, stepped_back_at: "2026-02-12T03:00:00Z" },
      { ...arm("low-3", "hybrid", 0), ...at, replaced_at: "2026-02-12T03:00:00Z" },
    ]);
    expect([runs, back, replaced].map((told) => [ko.trying, "물러남", ko.steppedBackWhy, "교체됨"].map((word) => told!.includes(word)))).toEqual([[true, false, false, false], [false, true, true, false], [false, false, false, true]]);
    expect([ko.replaced("2월 12일"), en.replaced("Feb 12")]).toEqual(["2월 12일에 교체됨", "Replaced on Feb 12"]);
  });
  it("says of which variant how many questions are missing before savings are measured", () => {
    const told = (...variants: VariantOut[]) => ({ measured_from: 100, conversations_from: 50, variants }) as ExperimentMetrics;
    expect(missingFor(told(arm("hybrid", "hybrid", null, 120), arm("no_reuse", "no_reuse", null, 31)), ko)).toEqual({ name: ko.variants.no_reuse, needed: 69, of: "questions" });
    expect(missingFor(told(arm("lower", "hybrid", null, 12), arm("no_reuse", "no_reuse", null, 31)), ko)).toEqual({ name: "판정 둘 · lower", needed: 88, of: "questions" });
    expect(missingFor(told(arm("hybrid", "hybrid", null, 500)), ko)).toEqual({ name: ko.variants.no_reuse, needed: 100, of: "questions" });
    expect(missingFor(told(arm("hybrid", "hybrid", null, 100), arm("no_reuse", "no_reuse", null, 100)), ko)).toBeNull();
  });
  it("says of which variant how many conversations are missing where there are questions enough", () => {
    const told = (...variants: VariantOut[]) => ({ measured_from: 100, conversations_from: 50, variants }) as ExperimentMetrics;
    expect(missingFor(told(arm("hybrid", "hybrid", null, 900, 80), arm("no_reuse", "no_reuse", null, 300, 37)), ko)).toEqual({ name: ko.variants.no_reuse, needed: 13, of: "conversations" });
    expect(missingFor(told(arm("hybrid", "hybrid", null, 900, 20), arm("lower", "hybrid", null, 400, 30), arm("no_reuse", "no_reuse", null, 300, 50)), ko)).toEqual({ name: "판정 둘 · lower", needed: 20, of: "conversations" });
    expect([ko.savedFew("판정 둘", "13", "conversations"), en.savedFew("Two judges", "1", "conversations"), en.savedFew("Two judges", "2", "questions")]).toEqual([
      "'판정 둘' 방식의 대화가 13개 더 모이면 나머지도 셈합니다.", "The rest is told after 1 more conversation of “Two judges”.", "The rest is told after 2 more questions of “Two judges”.",
    ]);
  });
  it("savings wait for no small variant where another is large enough", () => {
    const told = (...variants: VariantOut[]) => ({ measured_from: 100, conversations_from: 50, variants }) as ExperimentMetrics;
    expect(missingFor(told(arm("hybrid", "hybrid", null, 400), arm("lower", "hybrid", null, 40), arm("no_reuse", "no_reuse", null, 70)), ko)).toEqual({ name: ko.variants.no_reuse, needed: 30, of: "questions" });
    expect(missingFor(told(arm("hybrid", "hybrid", null, 90), arm("lower", "hybrid", null, 40), arm("no_reuse", "no_reuse", null, 400)), ko)).toEqual({ name: ko.variants.hybrid, needed: 10, of: "questions" });
  });
  it("names the small variant that measured savings leave out, in both languages", async () => {
    const compared = { ...arm("hybrid", "hybrid", null, 400), against_control: { time_ms: { value: -9, low: -10, high: -8 } } } as VariantOut;
    const variants = [compared, arm("lower", "hybrid", null, 40), arm("no_reuse", "no_reuse", null, 500)];
    const saving = { value: 4_000, low: 3_000, high: 5_000 };
    const savings = { measured: true, left_out: 40, waiting_ms: saving, per_reuse_ms: saving, search_calls: saving, model_calls: saving, tokens: saving, cost: null, priced: false };
    const told = { measured_from: 100, conversations_from: 50, variants, savings } as ExperimentMetrics;
    expect([await savingsText("ko", told), await savingsText("en", told)].map((text, at) => text.includes([ko, en][at]!.savedWithout([armOf(variants[1]!, [ko, en][at]!)], "40", 100, 50)))).toEqual([true, true]);
    expect(ko.savedWithout(["판정 둘 · lower"], "40", 100, 50)).toContain("'판정 둘 · lower' 방식의 질문 40건");
    const full = { ...told, variants: [compared, variants[2]!], savings: { ...savings, left_out: 0 } } as ExperimentMetrics;
    expect(await savingsText("ko", full)).not.toContain("뺐습니다");
  });
  it("what waits to be looked at leaves demo traffic out where it is left out", () => {
    expect([withDemo("/api/reviews", "with"), withDemo("/api/reviews", "without"), withDemo("/api/answers/failed?limit=50", "only")]).toEqual(["/api/reviews", "/api/reviews?demo=without", "/api/answers/failed?limit=50&demo=only"]);
  });
});

async function savingsText(language: "ko" | "en", told: ExperimentMetrics): Promise<string> {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  await act(async () => root.render(<WordsContext value={wordsOf(language)}><Savings metrics={told} /></WordsContext>));
  const text = place.textContent ?? "";
  act(() => root.unmount());
  place.remove();
  return text;
}

function group(value: string, totals: Partial<TotalsOut>): BreakdownOut["groups"][number] {
  const none = { turns: 0, reused: 0, partial: 0, asked: 0, asked_reused: 0, asked_partial: 0 };
  return { value, figures: { totals: { ...none, ...totals } } } as BreakdownOut["groups"][number];
}

describe("what prompts cost", () => {
  it("a model without a price costs nobody knows what, and the currency is the prices' own", async () => {
    (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
    const prompt = { room: "answer", version: "1a", current: true, answers: 1, calls: 2, tokens: 10, repaired: 0, repaired_share: 0 };
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ days: 30, prompts: [{ ...prompt, name: "answer", cost: 0.5 }, { ...prompt, name: "claims", cost: 0 }] })));
    const place = document.body.appendChild(document.createElement("div"));
    const root = createRoot(place);
    await act(async () => root.render(<WordsContext value={wordsOf("en")}><Prompts demo="with" beat={0} /></WordsContext>));
    expect([...place.querySelectorAll('[data-label^="Cost"]')].map((cell) => cell.textContent)).toEqual(["0.5000", "—"]);
    expect(place.textContent).toContain("Cost (your currency)");
    act(() => root.unmount());
    place.remove();
    vi.unstubAllGlobals();
  });
});

describe("days", () => {
  it("each turn counts once, and a day nothing ran is a gap", () => {
    const told = { groups: [group("2026-02-12", { turns: 4, reused: 2 }), group("2026-02-10", { turns: 10, reused: 5, partial: 2, asked: 3, asked_reused: 1, asked_partial: 1 })] } as BreakdownOut;
    const days = daysOf(told);
    expect(days.map((day) => [day.date, day.turns])).toEqual([["2026-02-10", 10], ["2026-02-11", 0], ["2026-02-12", 4]]);
    expect(days[0]!.parts).toEqual({ reuse: 4, partial: 1, asked: 3, search: 2 });
    for (const day of days) expect(Object.values(day.parts).reduce((sum, n) => sum + n, 0)).toBe(day.turns);
  });
});

it("both languages have every word, and names of rules are told to nobody", () => {
  const shape = (words: object): string[] => Object.entries(words).flatMap(([name, word]) => (typeof word === "object" ? shape(word as object).map((inner) => `${name}.${inner}`) : [`${name}:${typeof word}`])).sort();
  expect(shape(en)).toEqual(shape(ko));
  expect([reasonOf("same_region", en), reasonOf("outdated", en), reasonOf("다른 달", ko)]).toEqual(["", "Out of date", "다른 달"]);
});

it("how this is measured says, in both languages, that questions count by conversations, what that mends and what it does not", () => {
  const told = [[ko.methods, ["대화 단위로 따진 만큼만", "대화가 50개", "1%였고, 질문을 독립으로 셈하면 13%", "기준점은 여전히 감사한 결정을 하나씩"]], [en.methods, ["by conversations", "before 50 conversations", "1% of experiments; counting questions as independent, in 13%", "the threshold, still count each audited decision"]]] as const;
  for (const [text, parts] of told) for (const part of parts) expect(text).toContain(part);
});

it("one thing is one thing in English", () => {
  expect([en.turns("1"), en.turns("2"), en.facts("1", "1"), en.facts("0", "2"), en.auditCostOf("1", "0.1 s"), en.refusal("1", "372", "0.90")]).toEqual(["1 question that needed data", "2 questions that needed data", "1 model call, 1 search", "0 model calls, 2 searches", "1 search · 0.1 s", "Proposed once 1 more decision above 0.90 is audited and right. 372 so far."]);
});

it("one day is one day, and less than a minute is told in seconds", () => {
  expect([en.days(1), en.days(7), ko.days(1)]).toEqual(["1 day", "7 days", "1일"]);
  expect([ko.behind(ko.secondsAgo(24)), en.behind(en.secondsAgo(24))]).toEqual(["24초 전 값", "As of 24 s ago"]);
});

describe("whose threshold is looked at", () => {
  const told = { experiment: "default", arm: "hybrid", variant: "hybrid", points: [] as unknown[] } as ThresholdCurve;
  const chooser = async (arms: string[], arm: string, data: ThresholdCurve | null) => {
    (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
    const picked: string[] = [];
    const place = document.body.appendChild(document.createElement("div"));
    const root = createRoot(place);
    const asked = { data, error: null, loading: false, at: 1, again: () => undefined };
    const variants = arms.map((name) => ({ arm: name, variant: name.replace(/-.*/, "") }));
    await act(async () => root.render(<WordsContext value={wordsOf("en")}><Threshold asked={asked} path="/curve" arms={variants} arm={arm} chooseArm={(name) => picked.push(name)} pack="" packs={[]} choosePack={() => undefined} demo="with" over={false} played={false} trials={[]} label={() => undefined} started={() => undefined} /></WordsContext>));
    const select = place.querySelector("select");
    const [options, value] = [[...(select?.options ?? [])].map((one) => one.textContent), select?.value];
    if (select) act(() => { select.value = arms.at(-1)!; select.dispatchEvent(new Event("change", { bubbles: true })); });
    const text = place.textContent ?? "";
    act(() => root.unmount());
    place.remove();
    return { options, value, picked, text };
  };
  it("is chosen among the variants that reuse, an arm of one by its own name; the busiest one until then", async () => {
    const { options, value, picked, text } = await chooser(["hybrid_confirm", "hybrid", "hybrid-lower"], "", told);
    expect(options).toEqual([en.variants.hybrid_confirm, en.variants.hybrid, `${en.variants.hybrid} · hybrid-lower`]);
    expect([value, picked]).toEqual(["hybrid", ["hybrid-lower"]]);
    expect(text).toContain(en.thresholdOf(en.variants.hybrid!));
  });
  it("can be chosen again before the first figures have come", async () => {
    expect((await chooser(["hybrid_confirm", "hybrid"], "hybrid", null)).value).toBe("hybrid");
    expect((await chooser(["hybrid_confirm", "hybrid"], "", null)).options, "nobody's until the first figures").toEqual([]);
  });
  it("while another one's figures are still shown, they are told as that one's and nothing can be tried", async () => {
    const rate = { hits: 400, of: 400, value: 1, low: 0.99, high: 1, method: "wilson", level: 0.95 };
    const proven = { ...told, running: 0.9, share: 0.25, bound: 0.01, looks: "always", points: [{ threshold: 0.8, reuse: rate, wrong_reuse: rate }], proposal: { threshold: 0.8, proposed: 0.8, gain: { ...rate, hits: 40 }, gain_audited: 40, audited: 400, needed: 0, told_at: 0.8, reuse_now: 0.5, reuse_then: 0.6, wrong_reuse_upper: 0.007, failed: 0, retried: 0 } } as ThresholdCurve;
    vi.stubGlobal("ResizeObserver", class { observe() {} disconnect() {} });
    const before = await chooser(["hybrid_confirm", "hybrid"], "hybrid_confirm", proven);
    const after = await chooser(["hybrid_confirm", "hybrid"], "hybrid", proven);
    vi.unstubAllGlobals();
    expect(before.text).toContain(en.thresholdOf(en.variants.hybrid!));
    expect([before.text, after.text].map((text) => text.includes("at 95% confidence"))).toEqual([false, true]);
  });
  it("is told where there is no choice", async () => {
    const { options, text } = await chooser(["hybrid"], "", told);
    expect(options).toEqual([]);
    expect(text).toContain(en.thresholdOf(en.variants.hybrid!));
  });
  it("is one of a declared experiment's arms, with questions or without, or of the variants that reuse", () => {
    const listed = { declared: true, arms: [{ name: "control", variant: "no_reuse" }, { name: "lower", variant: "hybrid" }] } as ExperimentOut;
    expect(reusingArms(listed)).toEqual([{ arm: "lower", variant: "hybrid" }]);
    expect([reusingArms(undefined), reusingArms({ declared: false } as ExperimentOut)].map((arms) => arms.map((one) => one.arm))).toEqual([["hybrid_confirm", "hybrid", "supervisor_only"], ["hybrid_confirm", "hybrid", "supervisor_only"]]);
  });
  it("stands in the address, and is no filter of the other panels", () => {
    expect(addressOf(chosenIn("?arm=hybrid-850-2"))).toBe("/dashboard?arm=hybrid-850-2");
    expect(queryOf(chosenIn("?arm=hybrid&days=0"), 1)).toBe("");
  });
});

describe("what demo traffic may do", () => {
  const rate = { hits: 400, of: 400, value: 1, low: 0.99, high: 1, method: "wilson", level: 0.95 };
  const told = { experiment: "default", arm: "hybrid", variant: "hybrid", running: 0.6, share: 0.25, bound: 0.01, looks: "always", method: "", points: [{ threshold: 0.5, reuse: rate, wrong_reuse: { ...rate, hits: 0, value: 0 } }, { threshold: 0.9, reuse: rate, wrong_reuse: { ...rate, hits: 0, value: 0 } }], proposal: { threshold: 0.5, proposed: 0.5, gain: { ...rate, hits: 40 }, gain_audited: 40, audited: 400, needed: 0, told_at: 0.5, reuse_now: 0.5, reuse_then: 0.6, wrong_reuse_upper: 0.0075, failed: 0, retried: 0 } } as ThresholdCurve;
  const drawn = async (demo: string, curve: ThresholdCurve = told, over = false, press = "", played = false, trials: ArmOut[] = []) => {
    (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
    vi.stubGlobal("ResizeObserver", class { observe() {} disconnect() {} });
    const place = document.body.appendChild(document.createElement("div"));
    const root = createRoot(place);
    const asked = { data: curve, error: null, loading: false, at: 1, again: () => undefined };
    await act(async () => root.render(<WordsContext value={wordsOf("ko")}><Threshold asked={asked} path="/curve" arms={[{ arm: "hybrid", variant: "hybrid" }]} arm="" chooseArm={() => undefined} pack="" packs={["real_estate"]} choosePack={() => undefined} demo={demo} over={over} played={played} trials={trials} label={() => undefined} started={() => undefined} /></WordsContext>));
    if (press) act(() => [...place.querySelectorAll("button")].find((button) => button.textContent === press)!.click());
    const text = place.textContent ?? "";
    act(() => root.unmount());
    place.remove();
    vi.unstubAllGlobals();
    return text;
  };
  it("a threshold it alone would prove cannot be tried, and says why", async () => {
    const [people, demo] = [await drawn("with"), await drawn("only")];
    expect(people).toContain(ko.tryOn("10%"));
    expect(people).toContain(ko.thresholdOf("판정 둘"));
    expect(demo).not.toContain(ko.tryOn("10%"));
    expect(demo).toContain(ko.demoProvesNothing);
  });
  it("in its own experiment it is tried on its conversations alone, and says so before and when it is asked", async () => {
    for (const demo of ["with", "only"]) {
      const own = await drawn(demo, told, false, "", true);
      expect([own.includes(ko.tryPlayed("10%")), own.includes(ko.tryOn("10%")), own.includes(ko.playedOnly), own.includes(ko.demoProvesNothing)]).toEqual([true, false, true, false]);
    }
    const asked = await drawn("with", told, false, ko.tryPlayed("10%"), true);
    expect(asked.split(ko.playedOnly)).toHaveLength(3);
    expect(asked, "it is a share of no new conversation of people").not.toContain("모든 새 대화의");
    const refused = { ...told, proposal: { ...told.proposal, threshold: null, proposed: null, needed: 10, audited: 7 } };
    expect(await drawn("with", refused, false, "", true)).not.toContain(ko.demoNotCounted);
    expect(await drawn("with", told, true, "", true)).toContain(ko.overTriesNothing);
  });
  it("nothing is tried in an experiment that has ended, and it says so", async () => {
    const over = await drawn("without", told, true);
    expect([over.includes(ko.tryOn("10%")), over.includes(ko.overTriesNothing)]).toEqual([false, true]);
    expect(await drawn("without")).not.toContain(ko.overTriesNothing);
  });
  it("a share is one of the arm's new sessions, and what that is of all is told beside", async () => {
    const asked = await drawn("without", told, false, ko.tryOn("10%"));
    expect([asked.includes("이 방식의 새 대화 가운데"), asked.includes(ko.ofAll("2.5%"))]).toEqual([true, true]);
    expect(await drawn("without", { ...told, share: null }, false, ko.tryOn("10%"))).not.toContain("모든 새 대화의");
  });
  it("an experiment that declares one look says so beside what it proposes and what it refuses", async () => {
    const refused = { ...told, looks: "once", proposal: { ...told.proposal, threshold: null, proposed: null, needed: 299, audited: 0 } } as ThresholdCurve;
    for (const curve of [{ ...told, looks: "once" } as ThresholdCurve, refused]) expect(await drawn("with", curve)).toContain(ko.lookOnce);
    expect(await drawn("with")).not.toContain(ko.lookOnce);
  });
  it("audits that failed are told beside what is proposed and what is refused: they count as wrong", async () => {
    const failing = { ...told, proposal: { ...told.proposal, failed: 4, retried: 3 } };
    const refused = { ...told, proposal: { ...told.proposal, threshold: null, proposed: null, needed: 270, failed: 1 } };
    expect(await drawn("without", failing)).toContain("그중 4건은 감사가 실패해 틀린 것으로 셉니다(3건은 다시 감사합니다).");
    expect(await drawn("without", refused)).toContain("그중 1건은 감사가 실패해 틀린 것으로 셉니다.");
    expect(await drawn("without")).not.toContain("실패");
  });
  it("a threshold that gains nothing is proven and not offered", async () => {
    const idle = { ...told, proposal: { ...told.proposal, proposed: null, gain: { ...rate, hits: 0, value: 0 }, gain_audited: 0, reuse_then: 0.5 } } as ThresholdCurve;
    const some = { ...idle, proposal: { ...idle.proposal, gain: { ...rate, hits: 3 } } } as ThresholdCurve;
    const text = await drawn("without", idle);
    expect(text).toContain(ko.noGain("0.50", "0.75%", "0.60", null));
    expect([text.includes(ko.tryOn("10%")), text.includes(ko.proposal("0.50")), text.includes(ko.effect("0.50", "50%", "50%", "0.75%"))]).toEqual([false, false, false]);
    expect(await drawn("without", some)).toContain("질문 400개 가운데 3개가 더 재사용되고, 그중 감사한 결정은 0건입니다");
  });
  it("what is being tried is told, and the same is not offered again", async () => {
    const trial = { name: "hybrid-500", variant: "hybrid", weight: 0.1, share: 0.05, ask_above: 0.5, tried_since: "2026-11-28T21:37:00Z", replaces: "hybrid" } as ArmOut;
    const same = await drawn("without", told, false, "", true, [trial]);
    expect(same).toContain("hybrid-500: 기준점 0.50을");
    expect(same).toContain("새 시연 대화의 5%에 시험하고 있습니다");
    expect([same.includes(ko.tryPlayed("10%")), same.includes(ko.tryInstead("0.50"))]).toEqual([false, false]);
    const other = await drawn("without", told, false, "", false, [{ ...trial, ask_above: 0.55 }]);
    expect([other.includes(ko.tryInstead("0.50")), other.includes(ko.tryOn("10%"))]).toEqual([true, false]);
    expect(await drawn("without", told, false, "", false, [{ ...trial, replaces: "another" }])).toContain(ko.tryOn("10%"));
  });
  it("a trial that stepped back, was replaced or ended with its experiment is none", () => {
    const begun = { name: "a", tried_since: "2026-11-28T21:37:00Z" } as ArmOut;
    const listed = (arm: object, ends: string | null = null) => trialsOf({ declared: true, starts_at: "2026-11-28T21:00:00Z", ends_at: ends, arms: [{ ...begun, ...arm }] } as ExperimentOut).length;
    expect([listed({}), listed({ stepped_back_at: begun.tried_since }), listed({ replaced_at: begun.tried_since }), listed({}, "2020-01-01T00:00:00Z"), listed({ tried_since: null })]).toEqual([1, 0, 0, 0, 0]);
  });
  it("a refusal says that it does not count, in a sentence of its own", async () => {
    const refused = { ...told, proposal: { ...told.proposal, threshold: null, proposed: null, needed: 373, audited: 0, told_at: 0.6 } };
    expect(await drawn("with", refused)).toContain("기준점 0.60보다 높은 결정이 373건 더 감사되어 모두 맞으면 제안합니다. 지금 0건입니다. 시연 데이터는 세지 않습니다.");
    expect(await drawn("without", refused)).not.toContain(ko.demoNotCounted);
  });
});

describe("the board's one zone", () => {
  const pack = (name: string, zone: string, first = false) => ({ name, time_zone: zone, default: first }) as PackOut;
  const packs = [pack("homes", "Asia/Seoul", true), pack("book", "Europe/London"), pack("odd", "Mars/Olympus")];
  it("is that of the packs that are looked at, in which their days are counted", () => {
    expect(zoneOf(packs, ["book"])).toEqual({ zone: "Europe/London", differ: false });
    expect(zoneOf(packs, [])).toEqual({ zone: "Asia/Seoul", differ: false });
    expect(zoneOf(packs, ["homes", "book"])).toEqual({ zone: "Asia/Seoul", differ: true });
    expect(zoneOf(packs, ["odd"]), "the viewer's").toEqual({ zone: undefined, differ: false });
  });
  it("tells a moment's day and clock as its days are counted", () => {
    const evening = Date.parse("2026-11-28T21:36:00Z");
    expect([day(evening, "en", "Asia/Seoul"), clock(evening, "en", "Asia/Seoul"), shortDay(evening, "Asia/Seoul")]).toEqual(["Nov 29", "06:36", "11/29"]);
    expect([day(evening, "en", "UTC"), clock(evening, "en", "UTC"), offsetOf("Asia/Seoul", evening), offsetOf("UTC", evening)]).toEqual(["Nov 28", "21:36", "UTC+9", "UTC"]);
    expect(dayNumber(evening, "Asia/Seoul") - dayNumber(evening, "UTC")).toBe(1);
    expect(age(evening, evening + 20 * 3_600_000, "en", "UTC")).toBe("yesterday 21:36");
  });
});

describe("the names of the curve's two lines", () => {
  const point = (value: number, high: number) => ({ threshold: 0.5, wrong_reuse: { value, high } }) as ThresholdCurve["points"][number];
  const placed = (value: number, high: number, end: number) => {
    const down = (share: number) => 258 - (share / end) * 98;
    return { ...lettered(point(value, high), down, { top: down(end), floor: 258, bound: down(0.01) }), high: down(high), low: down(value) };
  };
  it("stand outside of the band where it is narrow, inside where there is room nowhere else", () => {
    const narrow = placed(0.105, 0.133, 0.2);
    expect(narrow.upper!).toBeLessThan(narrow.high);
    expect(narrow.estimate!).toBeGreaterThan(narrow.low);
    const wide = placed(0, 0.078, 0.08);
    expect([wide.upper! > wide.high, wide.estimate! < 258, wide.estimate! > wide.upper! + 12]).toEqual([true, true, true]);
  });
  it("are never struck through by the bound's line", () => {
    const down = (share: number) => 258 - (share / 0.8) * 98;
    const at = { top: down(0.8), floor: 258, bound: down(0.2) };
    for (const high of [0.13, 0.141, 0.16, 0.19, 0.24, 0.3]) {
      const { upper } = lettered(point(0, high), down, at);
      expect([high, at.bound > upper! - 12 && at.bound < upper! + 3]).toEqual([high, false]);
    }
  });
  it("are left out where letters have no room", () => {
    expect(placed(0.0025, 0.0045, 0.02).estimate).toBeNull();
    expect(lettered(undefined, () => 0, { top: 0, floor: 0, bound: 0 })).toEqual({ upper: null, estimate: null });
  });
});

describe("states", () => {
  let root: Root;
  let place: HTMLElement;
  beforeEach(() => {
    (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
    vi.stubGlobal("ResizeObserver", class { observe() {} disconnect() {} });
    place = document.body.appendChild(document.createElement("div"));
    root = createRoot(place);
  });
  afterEach(() => (act(() => root.unmount()), place.remove(), vi.unstubAllGlobals()));
  const shown = async (answer: (path: string) => Response | Promise<Response>) => {
    vi.stubGlobal("fetch", (path: string) => Promise.resolve(answer(path)));
    await act(async () => root.render(<WordsContext value={wordsOf("ko")}><Dashboard packs={[]} toChat={() => undefined} openList={() => undefined} /></WordsContext>));
    return place.textContent ?? "";
  };
  const problem = (status: number, code: string) => new Response(JSON.stringify({ code, detail: "" }), { status });

  it("whoever is no operator is told so, and the way back", async () => {
    const text = await shown(() => problem(403, "forbidden"));
    expect(text).toContain(ko.notAllowed);
    expect(text).toContain(ko.toChat);
    expect(text).not.toContain(ko.failed);
  });
  it("a service that fails leaves a retry", async () => {
    expect(await shown(() => problem(500, "internal"))).toContain(ko.failed);
    expect(place.querySelector("[role=alert] button")?.textContent).toBe(ko.retry);
  });
  it("while nothing came, it says that it loads", async () => {
    expect(await shown(() => new Promise<Response>(() => undefined))).toContain(ko.loading);
  });
  it("one panel that fails keeps its frame; the others go on", async () => {
    const experiments = { experiments: [{ name: "default", declared: false, arms: [], turns: 3, demo_turns: 0, packs: [], intents: [], models: [], data_types: [], ends_at: null }] };
    const text = await shown((path) => (path === "/api/experiments" ? Response.json(experiments) : path === "/api/reviews" ? Response.json({ reviews: [] }) : path.startsWith("/api/answers/failed") ? Response.json({ answers: [] }) : problem(500, "internal")));
    expect(text).toContain(ko.reviewsEmpty);
    for (const title of [ko.variantsTitle, ko.thresholdTitle, ko.decisionsTitle]) expect(text).toContain(title);
    expect([...place.querySelectorAll("[role=alert]")].length).toBeGreaterThanOrEqual(5);
  });
  it("a filter that the chosen experiment holds nothing of is shown, as it filters", async () => {
    history.replaceState(null, "", "/dashboard?intent=legal_consult&demo=only&days=14");
    try {
      const experiments = { experiments: [{ name: "default", declared: false, arms: [], turns: 3, demo_turns: 0, packs: [], intents: ["market_inquiry"], models: [], data_types: [], ends_at: null }] };
      await shown((path) => (path === "/api/experiments" ? Response.json(experiments) : problem(500, "internal")));
      const chosen = [...place.querySelectorAll<HTMLSelectElement>(".board-head select")].map((select) => [select.value, select.selectedOptions[0]?.textContent]);
      expect(chosen).toContainEqual(["legal_consult", "legal_consult"]);
      expect(chosen).toContainEqual(["only", ko.demos.only]);
      expect(chosen).toContainEqual(["14", ko.days(14)]);
    } finally {
      history.replaceState(null, "", "/");
    }
  });
  it("a tick that could not be kept says why, and the answer stays to be reviewed", async () => {
    const experiments = { experiments: [{ name: "default", declared: false, arms: [], turns: 3, demo_turns: 0, packs: [], intents: [], models: [], data_types: [], ends_at: null }] };
    const answers = [{ run_id: "run-7", question: "비 오면 수영장 열어요?", failure: "unanswered", created_at: "2026-11-22T09:00:00Z" }];
    await shown((path) => (path === "/api/experiments" ? Response.json(experiments) : path === "/api/reviews" ? Response.json({ reviews: [] }) : path.startsWith("/api/answers/failed") ? Response.json({ answers }) : problem(500, "internal")));
    const tick = place.querySelector<HTMLButtonElement>(`[aria-label="${ko.reviewOf("비 오면 수영장 열어요?")}"]`);
    const alerts = () => [...(tick?.closest("section")?.querySelectorAll("[role=alert]") ?? [])].map((one) => one.textContent);
    expect(alerts()).toEqual([]);
    await act(async () => tick?.click());
    expect(alerts()).toHaveLength(1);
    expect(alerts()[0]).not.toBe("");
    expect(place.textContent).toContain("비 오면 수영장 열어요?");
  });
});
