// Every state of the page in each language and theme, wide and on a phone. Four people, each with a list of their own;
// the service is started so that the first four questions fail once their search was done (tests/page/test_browser.py).
import assert from "node:assert/strict";
import { AGAIN, ENGLISH, ONCE_MORE, Person, PRICES, STEP_BY_STEP } from "./stage.mjs";

const KO = {
  prices: PRICES, again: AGAIN, onceMore: ONCE_MORE, stepByStep: STEP_BY_STEP, piece: "중위가는", failed: "서비스에 문제가 생겼습니다", kept: "찾은 자료 10건은 남아 있습니다",
  tryAgain: "다시 답하기", queued: "다음 질문:", cancel: "취소", discard: "지우기", stop: "멈추기", stopped: "멈췄습니다", offline: "적은 질문 1개는 연결되면 보냅니다",
};
const EN = {
  ...ENGLISH, piece: "median", failed: "Something went wrong", kept: "The 10 items found are kept", tryAgain: "Answer again",
  queued: "Next:", cancel: "Cancel", discard: "Discard", stop: "Stop", stopped: "Stopped", offline: "1 message will be sent when back",
};
const KINDS = [["ko", "light"], ["ko", "dark"], ["en", "light"], ["en", "dark"]];

export const looks = {
  // First of all, and by itself: whoever asks now fails.
  async "a run fails: what is said, what is kept, and the retry that works"(browser, base) {
    const everybody = [];
    for (const [language, theme] of KINDS) {
      const one = await Person.arrives(browser, base, { language, theme, as: `${language}-${theme}` });
      const words = wordsOf(language);
      await one.writes(words.prices);
      const strip = await one.sees(".strip.bad[role=alert]", words.failed);
      await one.sees(".strip.bad", words.kept);
      await strip.locator(".link", { hasText: words.tryAgain }).waitFor();
      assert.ok((await one.said()).length > 0);
      await one.everywhere("failed", language, theme, { themes: [theme] });
      everybody.push([one, words]);
    }
    for (const [one, words] of everybody) await triedAgain(one, words);
  },
};
for (const [language, theme] of KINDS) looks[`every state: ${language}, ${theme}`] = (browser, base) => throughStates(browser, base, language, theme);

async function triedAgain(one, words) {
  await one.page.reload();
  await one.page.locator(".strip.bad .link", { hasText: words.tryAgain }).click();
  await one.sees(".tools-row");
  await one.gone(".strip.bad");
  await one.sees(".versions", "2/2");
  await one.page.locator(".versions .square").first().click();
  await one.sees(".strip.bad", words.failed);
  assert.equal(await one.page.locator(".strip.bad .link").count(), 0, "an old version cannot be tried again");
  await one.page.evaluate(() => fetch(`/api${location.pathname.replace("/s/", "/sessions/")}`, { method: "DELETE", headers: { "X-Suffice-Page": "1" } }));
  await one.leaves();
}

async function throughStates(browser, base, language, theme) {
  const one = await Person.arrives(browser, base, { language, theme, as: `${language}-${theme}` });
  const words = wordsOf(language);
  await one.sees(".examples button:not(:disabled)");
  await one.everywhere("first", language, theme, { themes: [theme] });
  await working(one, words, language, theme);
  await one.page.locator(".rail .new").click();
  await one.asks(words.prices);
  await one.page.locator(".toggle").first().click();
  await one.sees(".figure .bars");
  await one.page.evaluate(() => document.querySelector(".scroller").scrollTo(0, 0));
  await one.everywhere("searched", language, theme, { themes: [theme] });
  await one.asks(words.again);
  await one.sees(".origin.kept");
  await one.everywhere("reused", language, theme, { themes: [theme] });
  await one.context.setOffline(true);
  await one.writes(words.onceMore);
  await one.sees(".strip", words.offline);
  await one.everywhere("offline", language, theme, { themes: [theme] });
  await one.context.setOffline(false);
  await one.sees(".card");
  await one.gone(".over .strip");
  await one.everywhere("asking", language, theme, { themes: [theme] });
  if (language === "en") assert.doesNotMatch(await one.page.locator("main").innerText(), /[가-힣]/, "an English conversation is English throughout");
  await one.page.locator(".option").first().click();
  await one.gone(".card");
  await one.leaves();
}

/** In mid-sentence, with a question that waits for its turn; too many at once; stopped, and being edited. */
async function working(one, words, language, theme) {
  const stop = one.page.locator(`.send[aria-label='${words.stop}']`);
  // An answer is written for a minute or two: where the machine looks more slowly than that, it is asked for once more.
  const writing = async () => {
    if ((await stop.count()) > 0) return;
    await one.writes(words.stepByStep);
    await stop.waitFor();
    await one.page.locator("article").last().locator(".answer", { hasText: words.piece }).waitFor();
  };
  await one.everywhere("working", language, theme, { themes: [theme], shows: writing });
  await writing();
  await stop.click();
  await one.sees(".strip", words.stopped);
  await one.page.locator(".rail .new").click();
  await one.writes(words.stepByStep);
  await one.sees(".answer", words.piece);
  await one.writes(words.again);
  await one.sees(".strip", words.queued);
  await one.passesAxe(`queued, ${language}, ${theme}`);
  await tooMany(one, words, language, theme);
  await one.page.locator(".strip .link", { hasText: words.cancel }).click();
  await one.page.locator(`.send[aria-label='${words.stop}']`).click();
  await one.sees(".strip", words.stopped);
  await one.passesAxe(`stopped, ${language}, ${theme}`);
  await one.page.locator(".asked .square").click();
  await one.sees(".editing textarea");
  await one.passesAxe(`editing, ${language}, ${theme}`);
  await one.page.keyboard.press("Escape");
}

/** The same person may have one question at work here: a second window waits, and sends when it may. */
async function tooMany(one, words, language, theme) {
  const other = new Person(one.context, one.base);
  await other.opens("/");
  await other.writes(words.prices);
  await other.sees(".strip", language === "ko" ? "지금은 붐빕니다" : "Busy.");
  await other.passesAxe(`busy, ${language}, ${theme}`);
  await other.page.close();
}

function wordsOf(language) {
  return language === "ko" ? KO : EN;
}
