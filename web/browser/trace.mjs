// How an answer came about, behind one press.
import assert from "node:assert/strict";
import { LAW, Person, PHONE, PRICES } from "./stage.mjs";

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
    await one.everywhere("trace", "ko", "light");
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
      await elsewhere(browser, base, new URL(one.page.url()).pathname, { language, theme, ...size, as: one.as });
    }
  },
};

async function elsewhere(browser, base, path, device) {
  const other = await Person.arrives(browser, base, { ...device, path });
  await other.sees(".tools-row");
  await other.page.locator(".tools-row .sources[title]").first().click();
  await other.sees(".passages .cited");
  if (device.width === undefined) await other.everywhere("trace", device.language, device.theme);
  else {
    await other.fits("the trace");
    await other.passesAxe(`the trace, ${device.language}, ${device.theme}, ${device.width} px`);
    await other.pictures(`trace-${device.language}-${device.theme}-phone`);
  }
  await other.leaves();
}
