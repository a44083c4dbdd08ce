// The chat on somebody else's page: pages of other origins, one that is allowed and one that is not (tests/page/test_embed.py serves them).
import assert from "node:assert/strict";
import { PATIENCE_MS, Person, PRICES } from "./stage.mjs";

const places = JSON.parse(process.env.EMBED ?? "{}");
const TOLD = ".tools-row";

/** Somebody reading the host page; what it asks of the network stays apart from what the chat asks. */
async function reads(browser, address, options = {}) {
  const { language = "ko", theme = "light", width = 1200, height = 860 } = options;
  const context = await browser.newContext({ viewport: { width, height }, locale: language === "ko" ? "ko-KR" : "en-US", colorScheme: theme, hasTouch: width < 641, timezoneId: "Asia/Seoul" });
  const one = new Person(context, new URL(address).origin, "reader");
  one.page = await context.newPage();
  one.page.setDefaultTimeout(PATIENCE_MS);
  one.page.on("pageerror", (error) => one.wrong.push(error.message));
  one.page.on("console", (line) => /TrustedTypes|script-src|style-src/i.test(line.text()) && one.wrong.push(line.text()));
  one.cookies = [];
  one.page.on("request", (request) => request.url().startsWith(options.base ?? "-") && one.cookies.push(request.headers().cookie ?? ""));
  await one.page.goto(address);
  one.bubble = one.page.locator("button.bubble");
  await one.bubble.waitFor();
  one.frame = one.page.frameLocator("iframe");
  return one;
}

async function asks(one, text) {
  const before = await one.frame.locator(TOLD).count();
  await one.frame.locator("#composer").fill(text);
  await one.frame.locator("#composer").press("Enter");
  await one.frame.locator(TOLD).nth(before).waitFor({ timeout: PATIENCE_MS });
}

export const embeds = {
  async "embed: a bubble on an allowed page opens by key, answers, closes and goes on"(browser, base) {
    const one = await reads(browser, places.allowed, { base });
    assert.equal(await one.page.locator("iframe").count(), 0, "nothing of the service's page is loaded before somebody asks");
    await one.bubble.focus();
    assert.equal(await one.bubble.getAttribute("aria-label"), "질문하기");
    await one.page.keyboard.press("Enter");
    await one.frame.locator("#composer").waitFor();
    assert.equal(await one.bubble.getAttribute("aria-expanded"), "true");
    assert.equal(await one.frame.locator(".rail").count() === 0 || !(await one.frame.locator(".rail").isVisible()), true);
    await one.passesAxe("the bubble open on the host page");
    await one.pictures("embed-open-ko-light");
    await asks(one, PRICES);
    await one.pictures("embed-answer-ko-light");
    const inside = one.page.frames().find((frame) => frame.url().includes("/embed"));
    const found = await inside.evaluate(() => ({ cookie: document.cookie, over: document.documentElement.scrollWidth - innerWidth }));
    assert.deepEqual(found, { cookie: "", over: 0 });
    await one.frame.locator("#composer").press("Escape");
    await one.page.waitForFunction(() => document.querySelector("div:last-of-type").shadowRoot?.querySelector(".panel")?.hidden ?? [...document.querySelectorAll("div")].some((host) => host.shadowRoot?.querySelector(".panel")?.hidden));
    assert.equal(await one.bubble.evaluate((button) => button.getRootNode().activeElement === button), true, "the focus is back on the button");
    // The next page of the site goes on with the conversation.
    await one.page.reload();
    await one.bubble.click();
    await one.frame.locator(TOLD).first().waitFor({ timeout: PATIENCE_MS });
    await one.frame.locator(".topbar [aria-label='새 대화']").click();
    await one.frame.locator(".hello").waitFor();
    await one.frame.locator(".topbar [aria-label='닫기']").click();
    assert.deepEqual([...new Set(one.cookies)], [""], "no cookie went to the service");
    assert.deepEqual(one.wrong, []);
    await one.context.close();
  },

  async "embed: English, dark, on a phone the chat takes the screen and gives it back"(browser, base) {
    const one = await reads(browser, `${places.allowed}?language=en`, { base, language: "en", theme: "dark", width: 375, height: 812 });
    await one.bubble.tap();
    await one.frame.locator("#composer").waitFor();
    const size = await one.page.locator("iframe").boundingBox();
    assert.deepEqual([size.x, size.y, size.width, size.height].map(Math.round), [0, 0, 375, 812]);
    assert.equal(await one.bubble.isVisible(), false);
    assert.match(await one.frame.locator(".hello h2").innerText(), /[A-Za-z]/);
    await one.pictures("embed-open-en-dark-phone");
    await one.passesAxe("the chat on a phone");
    await one.frame.locator(".topbar [aria-label='Close']").tap();
    await one.bubble.waitFor();
    await one.fits("the host page");
    assert.deepEqual(one.wrong, []);
    await one.context.close();
  },

  async "embed: a page of an origin that is not allowed shows no chat and says so"(browser) {
    const one = await reads(browser, `${places.refused}?patience=1`);
    const blocked = [];
    one.page.on("console", (line) => /frame-ancestors|refused to connect|ancestor/i.test(line.text()) && blocked.push(line.text()));
    await one.bubble.click();
    await one.page.locator("[role=alert]").waitFor({ timeout: PATIENCE_MS });
    assert.match(await one.page.locator("[role=alert]").innerText(), /열 수 없습니다/);
    assert.equal(await one.page.locator("iframe").count(), 0);
    assert.ok(blocked.length > 0, "the browser itself refuses the frame");
    await one.pictures("embed-refused-ko-light");
    await one.context.close();
  },

  async "embed: whoever the host's server does not vouch for is told, not let in"(browser) {
    const one = await reads(browser, `${places.allowed}?token=none`);
    await one.bubble.click();
    await one.frame.locator(".door [role=alert]").waitFor();
    assert.match(await one.frame.locator(".door [role=alert]").innerText(), /확인하지 못했습니다/);
    assert.equal(await one.frame.locator("#composer").count(), 0);
    await one.context.close();
  },

  async "embed: a token that ended is fetched anew and the question is answered"(browser) {
    const one = await reads(browser, `${places.allowed}?token=second`);
    await one.bubble.click();
    await one.frame.locator("#composer").waitFor();
    await asks(one, PRICES);
    await one.context.close();
  },
};
