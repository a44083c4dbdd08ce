// How an answer came about, behind one press; and a run that fails.
import assert from "node:assert/strict";
import { LAW, Person, PHONE, PRICES, service } from "./stage.mjs";

export const traces = {
  async "the trace of an answer: times, what was narrowed down, scores, checks"(browser, base) {
    const one = await Person.arrives(browser, base);
    const early = await one.page.evaluate(() => performance.getEntriesByType("resource").map((entry) => entry.name));
    assert.ok(!early.some((name) => /\/trace-/.test(name)), "the trace is loaded when it is asked for");
    await one.asks(LAW);
    await one.page.locator("[aria-label='이 답이 나온 과정']").click();
    await one.sees(".panel h2", "이 답이 나온 과정");
    await one.sees(".trace .sum", "자료와 맞추어");
    await one.sees(".funnel h4", "임대차 법률 안내");
    await one.sees(".passages .cited b", "제7조");
    await one.sees(".drafts .chip", "보냄");
    await one.passesAxe("the trace");
    await one.pictures("trace-ko-light");
    const spans = await one.page.locator(".trace .drawn").first().locator("tbody tr").allInnerTexts();
    assert.ok(["질문 이해", "자료 찾기", "답변 작성", "글쓰기 1번째"].every((name) => spans.some((row) => row.includes(name))), spans.join(" | "));
    const left = (await one.page.locator(".funnel").first().locator("tbody tr:not(.off) .number:not(.dim)").allInnerTexts()).map(Number);
    assert.ok(left[0] > left.at(-1) && left.at(-1) > 0, `a funnel narrows: ${left}`);
    await one.page.keyboard.press("Escape");
    await one.gone(".panel");
    assert.ok(await one.page.evaluate(() => document.activeElement.matches(".tools-row .sources")), "the focus comes back");
    await one.context.setOffline(true);
    await one.page.locator("[aria-label='이 답이 나온 과정']").click();
    await one.sees(".panel [role=alert]", "오프라인이라");
    await one.passesAxe("a trace that could not be loaded");
    await one.context.setOffline(false);
    await one.page.locator(".panel .strip .link").click();
    await one.sees(".trace");
    await one.asks(PRICES);
    await one.page.locator(".tools-row .sources[aria-label]").last().click();
    await one.sees(".trace .dim", "문서를 찾지 않았습니다");
    await one.sees(".trace .rows", "표의 값");
    await one.passesAxe("the trace of table rows");
    await one.leaves();
    for (const [language, theme, size] of [["en", "dark", {}], ["ko", "dark", PHONE], ["en", "light", PHONE]]) {
      await elsewhere(browser, base, new URL(one.page.url()).pathname, { language, theme, ...size });
    }
  },

  // Alone: the service is started so that the next question, and only that, fails once its search was done.
  async "a run fails: what is said, and the retry that works"(browser, base) {
    await service("break");
    const one = await Person.arrives(browser, base);
    await one.writes(PRICES);
    const failed = await one.sees(".strip.bad[role=alert]", "서비스에 문제가 생겼습니다");
    assert.match(await failed.innerText(), /찾은 자료 10건은 남아 있습니다/);
    assert.equal(await one.page.locator("article").count(), 1);
    await one.sees(".origin", "여기까지 했습니다");
    assert.ok(await one.page.locator("#composer").isEnabled(), "one may go on");
    await one.passesAxe("failed");
    await failed.locator(".link", { hasText: "다시 답하기" }).waitFor();
    for (const [language, theme] of [["ko", "light"], ["ko", "dark"], ["en", "light"], ["en", "dark"]]) {
      await failedAgain(browser, one, { language, theme });
    }
    await one.page.reload();
    await one.page.locator(".strip.bad .link", { hasText: "다시 답하기" }).click();
    await one.sees(".tools-row");
    await one.gone(".strip.bad");
    await one.sees(".versions", "2/2");
    await one.page.locator(".versions .square").first().click();
    await one.sees(".strip.bad", "서비스에 문제가 생겼습니다");
    assert.equal(await one.page.locator(".strip.bad .link").count(), 0, "an old version cannot be tried again");
    await one.leaves();
  },
};

/** The same failed question on another device, wide and then narrow. */
async function failedAgain(browser, one, { language, theme }) {
  const other = await Person.arrives(browser, one.base, { language, theme, path: new URL(one.page.url()).pathname });
  await other.sees(".strip.bad[role=alert] .link", language === "ko" ? "다시 답하기" : "Answer again");
  await other.passesAxe(`failed, ${language}, ${theme}`);
  await other.pictures(`failed-${language}-${theme}`);
  await other.narrows();
  await other.fits("failed");
  await other.passesAxe(`failed, ${language}, ${theme}, on a phone`);
  await other.pictures(`failed-${language}-${theme}-phone`);
  await other.leaves();
}

async function elsewhere(browser, base, path, device) {
  const other = await Person.arrives(browser, base, { ...device, path });
  await other.sees(".tools-row");
  await other.page.locator(".tools-row .sources[title]").first().click();
  await other.sees(".passages .cited");
  await other.fits("the trace");
  await other.passesAxe(`the trace, ${device.language}, ${device.theme}, ${device.width ?? 1440} px`);
  await other.pictures(`trace-${device.language}-${device.theme}${device.width ? "-phone" : ""}`);
  await other.leaves();
}
