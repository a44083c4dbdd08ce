// A browser on the page, and words to say what a person does there. The service belongs to whoever started this
// (tests/page/test_browser.py): asked by a line on standard output, it kills or starts it and answers on standard input.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";
import { adrift, cut, SIZES, tooWide, unfocused } from "./looked.mjs";

const require = createRequire(import.meta.url);
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const answers = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

/** Every size and the other theme, too (`make nightly`); otherwise the story's own window and a phone's. */
const ALL_SIZES = process.env.EVERY_SIZE !== undefined;
/** A phone held upright. */
export const PHONE = { width: 390, height: 844, touch: true };
export const PATIENCE_MS = 60_000;
/** How long a question waits for its person: longer than a slow machine looks at it in every size. */
export const LIMIT_S = 300;
export const PRICES = "대구 달서구 아파트 시세 알려줘";
export const AGAIN = "그 지역 시세를 다시 요약해줘";
export const ONCE_MORE = "그 지역 시세를 한 번 더 알려줘";
export const ELSEWHERE = "서초구는?";
export const LAW = "전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?";
export const BOTH = "그 지역 시세랑 법적으로 주의할 점을 종합해서 알려줘";
export const MONTHS = "안양 동안구 84㎡ 아파트 전세 월별 추이 알려줘";
export const ENGLISH = { prices: "What do flats in Dalseo-gu cost?", again: "Please sum up the prices there", onceMore: "Tell me the prices there once more", stepByStep: "What do flats in Dalseo-gu cost? Step by step, please" };
/** Reused, and written so slowly that it can be looked at meanwhile. */
export const AGAIN_SLOWLY = "그 지역 시세를 차근차근 다시 요약해줘";
export const STEP_BY_STEP = "대구 달서구 아파트 시세를 차근차근 알려줘";
export const SLOWLY = "대구 달서구 아파트 시세를 천천히 알려줘";
/** Until it is stopped. */
export const ENDLESSLY = "대구 달서구 아파트 시세를 끝없이 알려줘";

/** Ask whoever started this to do something with the service. */
export async function service(what) {
  process.stdout.write(`@service ${what}\n`);
  const { value } = await answers.next();
  assert.equal(value, "done");
}

export async function launched() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

/**
 * Where the service was started with keys, each device is somebody's: the person's it says, or the next one's, so that stories beside
 * each other share neither a list nor settings. Without keys everybody is one local person.
 */
const people = JSON.parse(process.env.PEOPLE || "{}");
const nobodyYet = Object.keys(people).values();

async function signedIn(context, base, as = nobodyYet.next().value) {
  if (as === undefined) {
    assert.deepEqual(people, {}, "there are more devices than people (PEOPLE)");
    return undefined;
  }
  const answer = await context.request.post(`${base}/api/sign-in`, { data: { token: people[as] }, headers: { "X-Suffice-Page": "1", Origin: base } });
  assert.ok(answer.ok(), `${as} may not come in: ${answer.status()}`);
  if (!arrived.has(as)) await waiting(context, base, LIMIT_S);
  arrived.add(as);
  return as;
}

const arrived = new Set();

/** How long a person's confirmations wait, as the settings would say it. */
async function waiting(context, base, seconds) {
  const answer = await context.request.put(`${base}/api/me/settings`, { data: { confirm_timeout_s: seconds, language: null, ask: true }, headers: { "X-Suffice-Page": "1", Origin: base } });
  assert.ok(answer.ok(), `the setting was refused: ${answer.status()}`);
}

/** A person at a device of their own: what the page asked of the network and what it said is written down. */
export class Person {
  static async arrives(browser, base, options = {}) {
    const { language = "ko", theme = "light", width = 1440, height = 900, touch = false, path = "/" } = options;
    const context = await browser.newContext({
      viewport: { width, height }, locale: language === "ko" ? "ko-KR" : "en-US", colorScheme: theme, hasTouch: touch,
      timezoneId: "Asia/Seoul", reducedMotion: options.calm ? "reduce" : "no-preference", permissions: ["clipboard-read", "clipboard-write"],
    });
    const as = await signedIn(context, base, options.as);
    const person = new Person(context, base, as);
    await person.opens(path);
    return person;
  }

  constructor(context, base, as) {
    this.as = as;
    this.context = context;
    this.base = base;
    this.wrong = [];
    this.hosts = new Set();
  }

  async opens(path) {
    this.page = await this.context.newPage();
    this.page.setDefaultTimeout(PATIENCE_MS);
    this.page.on("pageerror", (error) => this.wrong.push(error.message));
    this.page.on("console", (line) => /Content.Security|TrustedTypes|violat/i.test(line.text()) && this.wrong.push(line.text()));
    this.page.on("request", (request) => this.hosts.add(new URL(request.url()).host));
    await this.page.addInitScript(listening);
    await this.page.goto(this.base + path);
    await this.page.waitForSelector("#composer, .sheet .card, #token, .board, .know, .admin");
  }

  /** How long this person's confirmations wait from now on. */
  waits(seconds) {
    return waiting(this.context, this.base, seconds);
  }

  async leaves() {
    assert.deepEqual(this.wrong, [], "errors of the page");
    const own = new URL(this.base).host;
    assert.deepEqual([...this.hosts].filter((host) => host !== own && host !== ""), [], "requests to other hosts");
    await this.context.close();
  }

  async writes(text) {
    await this.page.locator("#composer").fill(text);
    await this.page.locator("#composer").press("Enter");
  }

  /** Asks and waits until the answer is whole. */
  async asks(text) {
    const before = await this.answers();
    await this.writes(text);
    await this.page.waitForFunction((n) => document.querySelectorAll(".tools-row").length > n, before, { timeout: PATIENCE_MS });
  }

  answers() {
    return this.page.locator(".tools-row").count();
  }

  /** The page's clock stands still meanwhile: what the page takes back after some seconds waits for the story, on any machine. */
  async unhurried(act) {
    await this.page.clock.install();
    await this.page.clock.pauseAt(Date.now() + 1_000);
    await act();
    await this.page.clock.resume();
  }

  async sees(selector, text) {
    const wanted = text === undefined ? this.page.locator(selector) : this.page.locator(selector, { hasText: text });
    await wanted.last().waitFor({ timeout: PATIENCE_MS });
    return wanted.last();
  }

  /**
   * Presses a button that an entry of the list shows to the mouse; where the list is sorted anew in between one points again.
   * A click that took longer than it may has been made all the same when the button is gone after it.
   */
  async pressesOf(entry, label) {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      await entry.hover();
      try {
        await entry.locator(label).click({ timeout: 1000 });
        return;
      } catch (slipped) {
        if ((await entry.locator(label).count()) === 0) return;
        if (Date.now() > until) throw slipped;
      }
    }
  }

  /** What the menu of an entry of the list offers, by the mouse; a list that is sorted anew in between closes the menu. */
  async picks(entry, label) {
    const until = Date.now() + PATIENCE_MS;
    const item = this.page.locator(".menu [role=menuitem]", { hasText: label });
    for (;;) {
      await this.pressesOf(entry, "[aria-haspopup=menu][aria-expanded=false]");
      try {
        await item.waitFor({ timeout: 1000 });
        await item.click({ timeout: 1000 });
        return;
      } catch (closed) {
        if ((await item.count()) > 0 || Date.now() > until) throw closed;
      }
    }
  }

  async gone(selector) {
    await this.page.waitForFunction((one) => document.querySelector(one) === null, selector, { timeout: PATIENCE_MS });
  }

  /**
   * No finding of axe on what stands there now; the size of targets (WCAG 2.2 AA) is asked for, too. A frame of another origin
   * has an axe of its own: the page's does not see into it. `only`: this rule alone.
   */
  async passesAxe(state, frame = this.page.mainFrame(), only = undefined) {
    await frame.evaluate(`window.axe || (() => { ${AXE} })()`).catch(async () => frame.evaluate(AXE));
    const found = await frame.evaluate(async (rule) => (await window.axe.run(document, { resultTypes: ["violations"], ...(rule ? { runOnly: [rule] } : { rules: { "target-size": { enabled: true } } }) })).violations, only);
    const violations = found.map((one) => `${one.impact} ${one.id}: ${one.nodes.map((node) => node.target.join(" ")).slice(0, 3).join(" | ")} ${one.nodes[0]?.failureSummary ?? ""}`);
    assert.deepEqual(violations, [], `axe on ${state}`);
  }

  /** Nothing to scroll sideways, nothing wider than the window, no word cut off, and the page itself stands still. */
  async fits(state, frame = this.page.mainFrame()) {
    assert.equal(await frame.evaluate(adrift), 0, `${state}: the whole page can be scrolled, by so many pixels`);
    assert.deepEqual([await frame.evaluate(tooWide), await frame.evaluate(cut)], [[], []], `${state}: too wide, or words cut off`);
  }

  /**
   * A screen or a card as it is in its own window and at each size, in its language and theme: nothing sideways, no word cut off, no
   * finding of axe, its picture; what has the focus shows it; and its colours in the other theme. `shows`: what must be seen at each
   * size, or what a person does there to see it. What was looked at is printed (`@seen`), and docs/page.md is held to it.
   */
  async everywhere(state, language, theme, { shows, themes = [theme, theme === "light" ? "dark" : "light"] } = {}) {
    const kind = `${state}-${language}-${theme}`;
    const own = this.page.viewportSize();
    const places = [[own.width > 640 ? "" : "phone", own.width, own.height], ...SIZES.filter(([name, width]) => width !== own.width && (ALL_SIZES || name === "phone"))];
    const goes = async ([, width, height]) => {
      await this.page.setViewportSize({ width, height });
      if (typeof shows === "function") await shows(width);
      else if (shows !== undefined) await this.page.locator(shows).last().waitFor();
      await this.rests();
    };
    for (const place of process.env.SHOTS === undefined ? [] : places) {
      await goes(place);
      await this.pictures(place[0] === "" ? kind : `${kind}-${place[0]}`);
    }
    for (const place of places.toReversed()) {
      await goes(place);
      await this.fits(`${kind}, ${place[1]} px`);
      await this.passesAxe(`${kind}, ${place[1]} px`);
    }
    assert.deepEqual(await unfocused(this.page), [], `${kind}: nothing shows that these have the focus`);
    const turned = ALL_SIZES ? themes : themes.slice(0, 1);
    if (turned.length > 1) await this.turned(kind, theme, turned[1]);
    process.stdout.write(`@seen ${state} ${language} ${turned.toSorted()} ${places.map(([, width]) => width).sort((a, b) => a - b)}\n`);
  }

  /** The colours of the other theme, in the story's own window. */
  async turned(kind, theme, other) {
    await this.page.emulateMedia({ colorScheme: other });
    await this.rests();
    await this.passesAxe(`${kind}, turned ${other}`, this.page.mainFrame(), "color-contrast");
    await this.pictures(`${kind}-turned-${other}`);
    await this.page.emulateMedia({ colorScheme: theme });
    await this.rests();
  }

  /** What fades or rises has done so; what pulses never ends. */
  async rests() {
    await this.page.evaluate(() => Promise.all(document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity).map((one) => one.finished.catch(() => undefined))));
  }

  async pictures(name) {
    if (process.env.SHOTS === undefined) return;
    await this.rests();
    await this.page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
  }

  said() {
    return this.page.evaluate(() => window.said);
  }

  measured() {
    return this.page.evaluate(() => window.measured);
  }
}

/** Ages move on while a story is played: they are no difference. */
export function ageless(text) {
  return text.replace(/방금|\d+분 전|just now|\d+ min ago/g, "…");
}

/** Runs in the page before anything of it: what the live region says, what moves, what blocks. */
function listening() {
  window.said = [];
  window.errors = [];
  addEventListener("error", (event) => window.errors.push(event.message));
  window.measured = { shift: 0, shifts: [], long: [], paint: {} };
  const watch = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch("layout-shift", (entry) => {
    if (entry.hadRecentInput) return;
    window.measured.shift += entry.value;
    window.measured.shifts.push([entry.value, ...entry.sources.map((one) => one.node?.className ?? one.node?.nodeName ?? "")]);
  });
  watch("longtask", (entry) => window.measured.long.push(Math.round(entry.duration)));
  watch("paint", (entry) => (window.measured.paint[entry.name] = Math.round(entry.startTime)));
  watch("largest-contentful-paint", (entry) => (window.measured.paint.largest = Math.round(entry.startTime)));
  addEventListener("DOMContentLoaded", () => {
    let before = "";
    let region = null;
    new MutationObserver(() => {
      // Looked for once: going through a long page at each change would be measured as the page's own work.
      if (!region?.isConnected) region = document.querySelector("main > [role=status]");
      const now = region?.textContent ?? "";
      if (now !== before && now !== "") window.said.push(now);
      before = now;
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}
