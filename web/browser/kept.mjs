// What people do with whole conversations: one menu, search in what was said, sharing, export, paper.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { LAW, Person, PRICES } from "./stage.mjs";

export const kept = {
  async "kept: one menu by keyboard; pinned, archived and back; exported"(browser, base) {
    const one = await Person.arrives(browser, base);
    const { keyboard } = one.page;
    const focused = (selector) => one.page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);
    await one.asks(LAW);
    const law = one.page.locator(".entry", { has: one.page.locator(`a[href="${new URL(one.page.url()).pathname}"]`) });
    await one.page.locator(".rail .new").click();
    await one.asks(PRICES);
    await law.locator("a").focus();
    await law.locator("[aria-haspopup=menu]").focus();
    await keyboard.press("ArrowDown");
    await focused(".menu [role=menuitem]:first-child");
    await one.passesAxe("the menu");
    await one.pictures("menu-ko-light");
    await keyboard.press("ArrowUp");
    await focused(".menu [role=menuitem]:last-child");
    await keyboard.press("Home");
    await focused(".menu [role=menuitem]:first-child");
    await keyboard.press("Escape");
    await one.gone(".menu");
    await focused("[aria-haspopup=menu]");
    await one.picks(law, "맨 위에 고정");
    await one.page.waitForFunction(() => document.querySelector(".entries section")?.getAttribute("aria-label") === "고정한 대화");
    assert.equal(await one.page.locator(".entries section").first().locator(".entry").count(), 1);
    await one.page.reload();
    await one.sees(".entries h2", "고정한 대화");
    await one.picks(law, "고정 풀기");
    await one.gone("[aria-label='고정한 대화']");
    const [download] = await Promise.all([one.page.waitForEvent("download"), one.picks(law, "Markdown으로 내보내기")]);
    assert.match(download.suggestedFilename(), /^\d{4}-\d\d-\d\d-.+\.md$/);
    const text = await readFile(await download.path(), "utf8");
    assert.ok(text.includes(`## ${LAW}`), text);
    assert.match(text, /^- \[1\] /m);
    await one.picks(law, "보관함에 넣기");
    await one.sees(".toast", "보관함에 넣었습니다");
    assert.equal(await one.page.locator(".entry").count(), 1);
    await one.page.locator(".rail .older", { hasText: "보관함" }).click();
    await one.sees(".entry");
    await one.passesAxe("the archive");
    await one.pictures("archive-ko-light");
    await one.picks(law, "보관함에서 꺼내기");
    await one.sees(".rail .none", "보관한 대화가 없습니다");
    await one.page.locator(".rail .older", { hasText: "대화 목록으로" }).click();
    await one.page.waitForFunction(() => document.querySelectorAll(".entry").length === 2);
    await one.leaves();
  },

  async "kept: what was said is found, and the conversation opens there; copied with its sources; printed"(browser, base) {
    const one = await Person.arrives(browser, base);
    await one.asks(LAW);
    const path = new URL(one.page.url()).pathname;
    await one.asks(PRICES);
    await one.page.locator(".rail .new").click();
    await one.page.locator(".finder input").fill("보증금은 얼마나");
    const hit = one.page.locator(`a.hit[href^="${path}#"]`).last();
    await hit.waitFor();
    assert.deepEqual(await hit.locator("mark").allTextContents(), ["보증금은", "얼마나"]);
    await one.passesAxe("hits in conversations");
    await one.pictures("hits-ko-light");
    await hit.click();
    await one.sees(".turn.sought", LAW);
    await one.page.waitForFunction(() => Math.abs(document.querySelector(".turn").getBoundingClientRect().top - document.querySelector(".scroller").getBoundingClientRect().top) < 60);
    await one.page.locator(".tools-row .sources:not([aria-label])").first().click();
    await one.sees(".panel .source");
    await one.page.locator(".panel header .button", { hasText: "출처와 함께 복사" }).click();
    await one.sees(".toast", "복사했습니다");
    const copied = await one.page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /\[1\][^]*출처\n\[1\] .+임대차 법률 안내/);
    await one.page.locator(".panel [aria-label='닫기']").click();
    await one.page.emulateMedia({ media: "print" });
    for (const hidden of [".rail", ".dock", ".tools-row"]) assert.equal(await one.page.locator(hidden).first().isVisible(), false, hidden);
    assert.ok(await one.page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.querySelector(".scroller");
      return scrollHeight <= clientHeight + 1 && document.documentElement.scrollHeight >= scrollHeight;
    }), "paper holds the whole conversation: nothing of it has to be scrolled");
    await one.pictures("printed-ko");
    await one.page.emulateMedia({ media: "screen" });
    await one.leaves();
  },

  async "kept: a link shows the conversation to anybody, in both languages and sizes, until it is ended"(browser, base) {
    const one = await Person.arrives(browser, base);
    await one.asks(LAW);
    const entry = one.page.locator(".entry.current");
    await one.picks(entry, "링크로 보여 주기");
    await one.page.locator("dialog .button.strong", { hasText: "링크 만들기" }).click();
    await one.sees(".sharing-link .field");
    await one.everywhere("share", "ko", "light");
    const link = await one.page.locator(".sharing-link .field").inputValue();
    for (const [language, theme] of [["ko", "light"], ["en", "dark"]]) {
      const guest = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: language === "ko" ? "ko-KR" : "en-US", colorScheme: theme });
      const other = new Person(guest, base, "");
      other.page = await guest.newPage();
      const answered = await other.page.goto(link);
      assert.match((await answered.allHeaders())["x-robots-tag"], /noindex/);
      assert.equal((await answered.allHeaders())["referrer-policy"], "no-referrer");
      await other.sees(".shared article", LAW);
      await other.sees(".shared-sources li");
      await other.everywhere("shared", language, theme);
      assert.deepEqual(await guest.cookies(), []);
      await guest.close();
    }
    await one.page.locator("dialog .button.danger").click();
    await one.gone(".sharing-link");
    await one.page.keyboard.press("Escape");
    const late = new Person(await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "ko-KR" }), base, "");
    late.page = await late.context.newPage();
    await late.page.goto(link);
    await late.sees(".shared [role=alert]", "이 주소에는 아무것도 없습니다");
    await late.everywhere("shared-none", "ko", "light");
    await late.context.close();
    const english = new Person(await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US", colorScheme: "dark" }), base, "");
    english.page = await english.context.newPage();
    await english.page.goto(link);
    await english.sees(".shared [role=alert]");
    await english.everywhere("shared-none", "en", "dark");
    await english.context.close();
    await one.leaves();
  },

  async "kept: English, dark, on a phone: the menu, hits and sharing have room"(browser, base) {
    const one = await Person.arrives(browser, base, { language: "en", theme: "dark", width: 375, height: 812, touch: true });
    await one.asks(LAW);
    await one.page.locator(".topbar [aria-label='Open conversations']").tap();
    await one.page.locator(".rail.overlay .finder input").fill("보증금");
    await one.sees(".rail.overlay .hit");
    await one.fits("hits");
    await one.passesAxe("hits on a phone");
    await one.pictures("hits-en-dark-phone");
    await one.page.locator(".rail.overlay .finder input").fill("");
    await one.page.locator(".rail.overlay .entry [aria-haspopup=menu]").tap();
    await one.sees(".menu [role=menuitem]", "Export as Markdown");
    await one.fits("the menu");
    await one.passesAxe("the menu on a phone");
    await one.pictures("menu-en-dark-phone");
    await one.page.locator(".menu [role=menuitem]", { hasText: "Share a link" }).tap();
    await one.page.locator("dialog .button.strong").tap();
    await one.sees(".sharing-link .field");
    await one.everywhere("share", "en", "dark");
    await one.leaves();
  },
};
