// The chat on somebody else's page: pages of other origins, one that is allowed and one that is not (tests/page/test_embed.py serves them).
import assert from "node:assert/strict";
import { ENGLISH, ONCE_MORE, PATIENCE_MS, Person, PRICES } from "./stage.mjs";

const places = JSON.parse(process.env.EMBED ?? "{}");
const ANSWERED = ".tools-row";

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
  const before = await one.frame.locator(ANSWERED).count();
  await one.frame.locator("#composer").fill(text);
  await one.frame.locator("#composer").press("Enter");
  await one.frame.locator(ANSWERED).nth(before).waitFor({ timeout: PATIENCE_MS });
}

/** A phone, a tablet and a desk: on the first the chat takes the screen, on the others it stands in the corner. */
const SIZES = [[375, 812], [834, 1112], [1440, 900], [1600, 1000]];
const ASKED = {
  ko: { shared: "중구 아파트 매매 시세 알려줘", other: "대구 중구", pick: "어느 것을 말씀하시나요", lacking: "3억이면 복비 얼마야?", choose: "골라 주세요", monthly: "월세", prices: PRICES, onceMore: ONCE_MORE },
  en: { shared: "What do flats in Jung-gu cost?", other: "Daegu Jung-gu", pick: "Which one do you mean", lacking: "What is the brokerage fee for 300 million won?", choose: "Please choose", monthly: "monthly rent", prices: ENGLISH.prices, onceMore: ENGLISH.onceMore },
};

/** The chat's own document. */
const inside = (one) => one.page.frames().find((frame) => frame.url().includes("/embed"));

/** What waits for its person, at each size: axe in the frame, nothing too wide, all of its buttons within the frame, its picture. */
async function atEachSize(one, state) {
  for (const [width, height] of SIZES) {
    await one.page.setViewportSize({ width, height });
    const card = one.frame.locator(".card").last();
    await card.waitFor();
    await one.passesAxe(`${state}, ${width} wide`, inside(one));
    await one.fits(`${state}, ${width} wide`, inside(one));
    const room = await inside(one).evaluate(() => [innerWidth, innerHeight]);
    for (const button of await card.locator("button:visible").all()) {
      await button.scrollIntoViewIfNeeded();
      const [box, frame] = [await button.boundingBox(), await one.page.locator("iframe").boundingBox()];
      const [x, y] = [box.x - frame.x, box.y - frame.y];
      assert.ok(x >= 0 && y >= 0 && x + box.width <= room[0] + 1 && y + box.height <= room[1] + 1, `${state}, ${width} wide: a button outside of the frame (${[x, y, box.width, box.height]} of ${room})`);
    }
    await one.pictures(`${state}-${width}`);
  }
  const [, , language, theme] = state.split("-");
  const other = theme === "light" ? "dark" : "light";
  await one.page.emulateMedia({ colorScheme: other });
  await one.passesAxe(`${state}, turned ${other}`, inside(one), "color-contrast");
  await one.page.emulateMedia({ colorScheme: theme });
  process.stdout.write(`@seen ${state.split("-", 2).join("-")} ${language} dark,light ${SIZES.map(([width]) => width)}\n`);
}

async function begun(browser, base, language, theme) {
  const one = await reads(browser, `${places.allowed}?language=${language}`, { base, language, theme, width: 1440, height: 900 });
  await one.bubble.click();
  await one.frame.locator("#composer").waitFor();
  return one;
}

async function writes(one, text) {
  await one.frame.locator("#composer").fill(text);
  await one.frame.locator("#composer").press("Enter");
}

async function ends(one) {
  assert.deepEqual(one.wrong, []);
  await one.context.close();
}

/** The next answer, once what waited was answered. */
async function answered(one, before) {
  await one.frame.locator(ANSWERED).nth(before).waitFor({ timeout: PATIENCE_MS });
}

async function confirmed(browser, base, language, theme) {
  const one = await begun(browser, base, language, theme);
  const words = ASKED[language];
  await asks(one, words.prices);
  await writes(one, words.onceMore);
  await one.frame.locator(".card .option").first().waitFor({ timeout: PATIENCE_MS });
  await atEachSize(one, `embed-card-${language}-${theme}`);
  await one.frame.locator(".card .option").first().click();
  await answered(one, 1);
  await one.frame.locator(".origin.kept").last().waitFor();
  await one.passesAxe(`what was reused in ${language}`, inside(one));
  await ends(one);
}

async function clarified(browser, base, language, theme) {
  const one = await begun(browser, base, language, theme);
  const words = ASKED[language];
  await writes(one, words.shared);
  await one.frame.locator(".card h3", { hasText: words.pick }).waitFor({ timeout: PATIENCE_MS });
  await atEachSize(one, `embed-clarification-${language}-${theme}`);
  await one.frame.locator(".pick", { hasText: words.other }).click();
  await answered(one, 0);
  await one.frame.locator(".answer", { hasText: words.other }).first().waitFor();
  await ends(one);
}

async function filledIn(browser, base, language, theme) {
  const one = await begun(browser, base, language, theme);
  const words = ASKED[language];
  await writes(one, words.lacking);
  await one.frame.locator(".card form").waitFor({ timeout: PATIENCE_MS });
  await one.frame.locator(".card button[type=submit]").click();
  await one.frame.locator(".card .error", { hasText: words.choose }).first().waitFor();
  await atEachSize(one, `embed-form-${language}-${theme}`);
  await one.frame.locator(".card select[name=deal]").selectOption({ label: words.monthly });
  await one.frame.locator(".card input[name=rent]").fill("500000");
  await one.frame.locator(".card button[type=submit]").click();
  await answered(one, 0);
  await ends(one);
}

export const embeds = {
  "embed: the confirmation card in the frame at every size, Korean, light": (browser, base) => confirmed(browser, base, "ko", "light"),
  "embed: the confirmation card in the frame at every size, English, dark": (browser, base) => confirmed(browser, base, "en", "dark"),
  "embed: a clarification's chips in the frame at every size, Korean, dark": (browser, base) => clarified(browser, base, "ko", "dark"),
  "embed: a clarification's chips in the frame at every size, English, light": (browser, base) => clarified(browser, base, "en", "light"),
  "embed: a form in the frame at every size, Korean, light": (browser, base) => filledIn(browser, base, "ko", "light"),
  "embed: a form in the frame at every size, English, dark": (browser, base) => filledIn(browser, base, "en", "dark"),

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
    await one.frame.locator(".figure .bars").last().waitFor({ timeout: PATIENCE_MS });
    await one.pictures("embed-answer-ko-light");
    await one.passesAxe("an answer in the frame", inside(one));
    const found = await inside(one).evaluate(() => ({ cookie: document.cookie, over: document.documentElement.scrollWidth - innerWidth }));
    assert.deepEqual(found, { cookie: "", over: 0 });
    await one.frame.locator("#composer").press("Escape");
    await one.page.waitForFunction(() => document.querySelector("div:last-of-type").shadowRoot?.querySelector(".panel")?.hidden ?? [...document.querySelectorAll("div")].some((host) => host.shadowRoot?.querySelector(".panel")?.hidden));
    assert.equal(await one.bubble.evaluate((button) => button.getRootNode().activeElement === button), true, "the focus is back on the button");
    // The next page of the site goes on with the conversation.
    await one.page.reload();
    await one.bubble.click();
    await one.frame.locator(ANSWERED).first().waitFor({ timeout: PATIENCE_MS });
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
    await one.frame.locator(".examples button", { hasText: /[a-z]/ }).first().waitFor({ timeout: PATIENCE_MS });
    await one.pictures("embed-open-en-dark-phone");
    await one.passesAxe("the page under the chat on a phone");
    await one.passesAxe("the chat on a phone", inside(one));
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
