// What an answer offers beside its text: what may be asked next, a table that keeps its rows' names in view; and what a
// conversation is taken away as: data and paper. Each wide and on the smallest usual phone, in both languages.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { ENGLISH, Person, PRICES } from "./stage.mjs";

const WORDS = {
  ko: { prices: PRICES, table: "대구 달서구 아파트 시세를 표로 알려줘", next: "이어서 물어볼 것", json: "JSON으로 내보내기", print: "인쇄 또는 PDF", list: "대화 목록 열기", sources: "출처", asOf: "2026년 2월 기준" },
  en: { prices: ENGLISH.prices, table: "What do flats in Dalseo-gu cost, as a table?", next: "Ask next", json: "Export as JSON", print: "Print or PDF", list: "Open conversations", sources: "Sources", asOf: "as of February 2026" },
};
const SMALLEST = { width: 375, height: 812, touch: true };

/** In both languages; the phone is dark in English. */
async function everyone(browser, base, play) {
  for (const [language, theme] of [["ko", "light"], ["en", "dark"]])
    for (const size of [{}, SMALLEST]) {
      const one = await Person.arrives(browser, base, { language, theme, ...size });
      await play(one, WORDS[language], `${language}-${theme}${size.width ? "-phone" : ""}`, size.width !== undefined);
      await one.leaves();
    }
}

/** The conversation's own menu, wherever the list of conversations stands. */
async function takes(one, words, phone, what) {
  if (phone) await one.page.locator(`.topbar [aria-label='${words.list}']`).tap();
  const entry = one.page.locator(phone ? ".rail.overlay .entry.current" : ".entry.current");
  await entry.waitFor();
  await one.picks(entry, what);
}

async function suggested(one, words, kind, phone) {
  await one.page.locator("#composer").waitFor();
  assert.equal(await one.page.locator(".asks").count(), 0, "before an answer nothing is suggested");
  await one.asks(words.prices);
  const list = one.page.locator(".asks");
  await list.waitFor();
  assert.equal(await list.getAttribute("aria-label"), words.next);
  assert.ok((await one.page.locator(".origin").innerText()).includes(words.asOf), "the answer says until when its data goes");
  const offered = await list.locator("button").allInnerTexts();
  assert.ok(offered.length >= 1 && offered.length <= 3, `${offered.length} suggestions`);
  assert.equal(await one.page.evaluate(() => [...document.querySelectorAll(".asks button")].filter((button) => button.getBoundingClientRect().right > innerWidth).length), 0, "each has room");
  await list.scrollIntoViewIfNeeded();
  if (phone) await looked(one, `suggestions-${kind}`);
  else await one.everywhere("suggestions", ...kind.split("-"), { shows: ".asks button" });
  const first = list.locator("button").first();
  if (phone) await first.tap();
  else await first.press("Enter");
  await one.page.waitForFunction(() => document.querySelectorAll(".tools-row").length === 2);
  assert.equal((await one.page.locator(".asked p").last().innerText()).trim(), offered[0].trim(), "what was pressed is what was asked");
  assert.ok((await one.page.locator(".turn").last().locator(".cite").count()) > 0, "and it was answered from sources");
  assert.equal(await one.page.locator(".turn").first().locator(".asks").count(), 0, "only the last answer suggests");
}

/** In Korean: the laws' own names are. */
async function related(browser, base) {
  for (const size of [{}, SMALLEST]) {
    const one = await Person.arrives(browser, base, { language: "ko", theme: "light", ...size });
    await one.asks("주택임대차보호법 시행령 제9조는 어떤 내용이야?");
    const next = one.page.locator(".asks button", { hasText: "주택임대차보호법 제7조의2는 어떤 내용이야?" });
    await next.waitFor();
    await looked(one, `related-ko-light${size.width ? "-phone" : ""}`);
    await next.press("Enter");
    await one.page.waitForFunction(() => document.querySelectorAll(".tools-row").length === 2);
    assert.ok((await one.page.locator(".turn").last().locator(".cite").count()) > 0, "the article it refers to is answered from sources");
    await one.leaves();
  }
}

async function tabled(one, words, kind, phone) {
  await one.asks(words.table);
  const frame = one.page.locator(".answer .table-frame");
  await frame.waitFor();
  const seen = () => frame.evaluate((room) => {
    const left = room.getBoundingClientRect().left;
    const row = room.querySelector("tbody tr");
    const [name, ...figures] = [...row.cells].map((cell) => cell.getBoundingClientRect());
    return { name: name.left - left, width: name.width, last: figures.at(-1).right - room.getBoundingClientRect().right, over: room.scrollWidth - room.clientWidth, room: room.clientWidth };
  });
  const before = await seen();
  if (phone) {
    assert.ok(before.over > 0, `the table is wider than a phone: ${JSON.stringify(before)}`);
    await frame.focus();
    for (let press = 0; press < 12; press += 1) await one.page.keyboard.press("ArrowRight");
    await one.page.waitForFunction(() => {
      const room = document.querySelector(".answer .table-frame");
      return room.scrollLeft >= room.scrollWidth - room.clientWidth - 1;
    });
    const after = await seen();
    assert.ok(Math.abs(after.name - before.name) <= 1, `the row's name stays: ${JSON.stringify([before, after])}`);
    assert.ok(after.last <= 1, "the last figure is in view");
    assert.ok(after.width <= after.room * 0.5, "the name leaves room for the figures");
  }
  await frame.scrollIntoViewIfNeeded();
  if (phone) await looked(one, `table-${kind}`);
  else await one.everywhere("table", ...kind.split("-"));
}

/** As it is now: with what was scrolled or pressed. */
async function looked(one, name) {
  await one.fits(name);
  await one.passesAxe(name);
  await one.pictures(name);
}

async function takenAway(one, words, kind, phone) {
  await one.page.evaluate(() => (window.print = () => (window.printed = true)));
  await one.asks(words.prices);
  const [download] = await Promise.all([one.page.waitForEvent("download"), takes(one, words, phone, words.json)]);
  assert.match(download.suggestedFilename(), /^\d{4}-\d\d-\d\d-.+\.json$/);
  const kept = JSON.parse(await readFile(await download.path(), "utf8"));
  assert.ok(JSON.stringify(kept).includes(words.prices), "the question is in the file");
  assert.ok(JSON.stringify(kept).includes("citations"), "so are its sources");
  if (phone && (await one.page.locator(".rail.overlay").count()) > 0) await one.page.keyboard.press("Escape");
  await one.gone(".rail.overlay");
  await takes(one, words, phone, words.print);
  await one.page.waitForFunction(() => window.printed === true);
  if (await one.page.locator(".rail.overlay").count()) await one.page.keyboard.press("Escape");
  await one.page.evaluate(() => addEventListener("beforeprint", () => (window.onPaper = document.querySelector(".thread").innerText)));
  const paper = await one.page.pdf({ format: "A4", ...(process.env.SHOTS === undefined ? {} : { path: `${process.env.SHOTS}/printed-${kind}.pdf` }) });
  assert.equal(paper.subarray(0, 5).toString(), "%PDF-");
  const pages = paper.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  assert.ok(pages >= 1 && pages <= 3, `${pages} pages for one answer`);
  assert.match(await one.page.evaluate(() => window.onPaper), new RegExp(`\\n${words.sources}\\s+\\S.*\\d{4}-\\d\\d-\\d\\d`), "paper leads nowhere by a click: its sources stand on it");
  assert.equal(await one.page.locator(".shared-sources").count(), 0, "on the screen they are where they were");
  await one.page.emulateMedia({ media: "print" });
  assert.equal(await one.page.locator(".bars i").first().evaluate((bar) => getComputedStyle(bar).printColorAdjust), "exact", "bars are printed, too");
  assert.equal(await one.page.locator(".figure .switch").isVisible(), false);
  await one.page.emulateMedia({ media: "screen" });
}

export const offered = {
  "offered: what may be asked next is pressed and answered; wide and on a phone, in both languages": (browser, base) => everyone(browser, base, suggested),
  "offered: an article that the cited one refers to is pressed and answered; wide and on a phone": related,
  "offered: a table on a phone keeps its rows' names in view, in both languages": (browser, base) => everyone(browser, base, tabled),
  "offered: a conversation is taken away as JSON and as a PDF, wide and on a phone, in both languages": (browser, base) => everyone(browser, base, takenAway),
};
