// What stands beside an answer and over the page: panels, dialogs, the list and its menu, what is remembered. Every one at every
// size, in Korean and light, in English and dark, and each in the other's colours.
import assert from "node:assert/strict";
import { ENGLISH, LAW, Person, PRICES } from "./stage.mjs";

const WORDS = {
  ko: { law: LAW, prices: PRICES, open: "대화 목록 열기", find: "보증금", archive: "보관함에 넣기", archived: "보관함", settings: "설정", memory: "기억 보기", memories: ["나는 대구 달서구에 살아", "예산은 3억까지야"] },
  en: { law: "By how much may the deposit go up when a jeonse lease is renewed?", prices: ENGLISH.prices, open: "Open conversations", find: "deposit", archive: "Archive", archived: "Archive", settings: "Settings", memory: "Show memory", memories: ["I live in Dalseo-gu, Daegu", "My budget is at most 300 million won"] },
};
const KINDS = [["ko", "light"], ["en", "dark"]];

/** In both languages. */
const both = (play) => async (browser, base) => {
  for (const [language, theme] of KINDS) {
    const one = await Person.arrives(browser, base, { language, theme });
    await play(one, WORDS[language], (state, more) => one.everywhere(state, language, theme, more));
    await one.leaves();
  }
};

async function beside(one, words, everywhere) {
  await one.asks(words.law);
  await one.page.locator(".toggle").first().click();
  await one.sees(".timeline li");
  await everywhere("steps");
  await one.page.locator(".toggle").first().click();
  const chip = one.page.locator(".answer .cite").first();
  // At another width the card is gone with its place: a person points again.
  const points = async () => {
    await one.page.mouse.move(0, 0);
    await one.gone(".hovercard");
    await chip.hover();
    await one.page.locator(".hovercard blockquote").waitFor();
  };
  await everywhere("citation", { shows: points });
  await one.page.keyboard.press("Escape");
  await one.page.locator(".tools-row .sources:not([aria-label])").first().click();
  await one.sees(".panel .source");
  await everywhere("sources", { shows: ".panel .source" });
  await one.page.locator(".panel .source").first().click();
  await one.sees(".document .hit mark");
  await everywhere("document", { shows: ".document .hit" });
  await one.page.keyboard.press("Escape");
  await one.gone(".panel");
  await one.asks(words.prices);
  await one.page.locator(".topbar .button").first().click();
  await one.sees(".panel .record");
  await everywhere("ledger", { shows: ".panel .record" });
  await one.page.keyboard.press("Escape");
  await one.gone(".panel");
  await one.page.locator(".scroller").focus();
  await one.page.keyboard.press("?");
  await one.sees("dialog[open]");
  await everywhere("shortcuts", { shows: "dialog[open]" });
  await one.page.keyboard.press("Escape");
  await one.page.locator(".foot button", { hasText: words.settings }).click();
  await one.sees("dialog[open]");
  await everywhere("settings", { shows: "dialog[open]" });
}

async function listed(one, words, everywhere) {
  await one.asks(words.law);
  await one.page.locator(".rail .new").click();
  await one.asks(words.prices);
  const entries = one.page.locator(".rail .entry");
  const opens = async () => {
    if (await entries.first().isVisible()) return;
    await one.page.locator(`.topbar [aria-label='${words.open}'], .rail .list-button`).locator("visible=true").first().click();
    await entries.first().waitFor();
  };
  await everywhere("list", { shows: opens });
  const menu = one.page.locator(".menu [role=menuitem]");
  await everywhere("menu", {
    shows: async () => {
      await opens();
      await entries.first().hover();
      if (!(await menu.first().isVisible())) await entries.first().locator("[aria-haspopup=menu]").click();
      await menu.first().waitFor();
    },
  });
  await one.page.keyboard.press("Escape");
  await one.page.locator(".finder input").fill(words.find);
  await one.sees(".hit mark");
  const finder = one.page.locator(".rail .finder input");
  await everywhere("hits", {
    shows: async () => {
      if (!(await finder.isVisible())) await one.page.locator(`.topbar [aria-label='${words.open}'], .rail .list-button`).locator("visible=true").first().click();
      if ((await finder.inputValue()) === "") await finder.fill(words.find);
      await one.page.locator(".rail .hit mark").first().waitFor();
    },
  });
  await finder.fill("");
  await one.picks(entries.first(), words.archive);
  await one.page.locator(".rail .older", { hasText: words.archived }).click();
  await one.sees(".entry");
  await everywhere("archive", { shows: opens });
  // A tablet with the list open is turned: the list stands beside the page, and the page can be used.
  await one.page.setViewportSize({ width: 834, height: 1112 });
  await opens();
  await one.page.setViewportSize({ width: 1200, height: 834 });
  await one.gone(".rail.overlay");
  assert.equal(await one.page.locator("main [inert]").count(), 0);
}

async function remembered(one, words, everywhere) {
  for (const text of words.memories) {
    const kept = await one.context.request.post(`${one.base}/api/me/memories`, { data: { text }, headers: { "X-Suffice-Page": "1", Origin: one.base } });
    assert.ok(kept.ok(), `${kept.status()}`);
  }
  await one.asks(words.prices);
  await one.sees(".memories-used .name");
  await everywhere("memories-used", { shows: ".memories-used .name" });
  await one.page.locator(".foot button", { hasText: words.settings }).click();
  await one.page.locator("dialog .setting .button", { hasText: words.memory }).click();
  await one.sees(".panel .memory");
  await one.page.locator(".panel .memory .acts .link").first().click();
  await one.sees(".panel .memory form .field");
  await everywhere("memory", { shows: ".panel .memory" });
}

export const screens = {
  "screens: what stands beside an answer, at every size, in both languages": both(beside),
  "screens: the list, its menu, hits and the archive, at every size, in both languages": both(listed),
  "screens: what is remembered, at every size, in both languages": both(remembered),
};
