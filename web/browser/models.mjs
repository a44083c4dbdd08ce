// An administrator enters a model, tries it, saves it, asks it, and takes it away; others see it, or read whose page it is.
import assert from "node:assert/strict";
import { Person } from "./stage.mjs";

const KEY = "sk-story-0123456789-WXYZ";
const PHONE_375 = { width: 375, height: 800, touch: true };
const WORDS = {
  ko: {
    environment: "환경 변수", page: "이 화면", enter: "모델 넣기", change: "바꾸기", remove: "빼기", address: "주소", name: "모델 이름", key: "키", format: "정해진 모양", try: "시험하기", judge: "재 보기", save: "저장",
    verdict: "scripted-here: 계획도 글쓰기도 됩니다", tasks: [/질문 계획계획합니다/, /답 쓰기씁니다/, /계산 계획계획하지 못합니다: 오류를 냈습니다/], judged: "20개 가운데 10개를 라벨대로 판정했습니다", calls: /20번 불렀습니다/,
    saved: "저장했습니다", ends: "끝자리 WXYZ", again: "키를 다시 적어 주세요", falls: "환경 변수로 정한 모델(scripted)로 답합니다", hello: "안녕하세요, 오늘 날씨가 좋네요", writes: "모델이 계획하고 답을 씁니다", adminsOnly: "관리하는 사람만 넣고 바꿀 수 있습니다",
  },
  en: {
    environment: "in the environment", page: "on this page", enter: "Enter a model", change: "Change", remove: "Remove", address: "Address", name: "Model", key: "Key", format: "Reply of a given shape", try: "Try it", judge: "Judge it", save: "Save",
    verdict: "scripted-here: It plans and writes", tasks: [/Planningplans/, /Writingwrites/, /Planning a calculationdoes not plan it: It reported an error/], judged: "10 of 20 judged as labelled", calls: /20 calls/,
    saved: "Saved", ends: "ends in WXYZ", again: "Enter the key again", falls: "scripted from the environment answers", hello: "Hello, nice weather today", writes: "A model plans and writes", adminsOnly: "Only admins may enter and change the model.",
  },
};

const field = (one, name) => one.page.locator(".models-form > div", { has: one.page.locator("label", { hasText: name }) }).locator("input, select");
const button = (one, name) => one.page.getByRole("button", { name, exact: true });

async function address(one) {
  return one.page.locator(".models dl.why > div", { hasText: /^(주소|Address)/ }).first().locator("dd").textContent();
}

/** At every size; and as tall as what it shows, so that a picture has all of it. */
async function whole(one, state, language, theme) {
  await one.everywhere(state, language, theme);
  if (process.env.SHOTS === undefined) return;
  const before = one.page.viewportSize();
  const height = await one.page.evaluate(() => document.querySelector(".scroller").scrollHeight + 90);
  await one.page.setViewportSize({ ...before, height: Math.min(height, 3_000) });
  await one.pictures(`${state}-${language}-${theme}-whole`);
  await one.page.setViewportSize(before);
}

/** Entered, tried, judged and saved by keyboard on a desk; it answers at once. */
async function enters(browser, base, language, theme) {
  const words = WORDS[language];
  const one = await Person.arrives(browser, base, { as: "boss", path: "/models", language, theme });
  await one.sees(".models dd", words.environment);
  const there = await address(one);
  await button(one, words.enter).click();
  await field(one, words.address).fill(there);
  await field(one, words.name).fill("scripted-here");
  await field(one, words.key).fill(KEY);
  await field(one, words.format).selectOption("json_object");
  await whole(one, "models-enter", language, theme);
  await one.page.locator(".models-form button", { hasText: words.try }).focus();
  await one.page.keyboard.press("Enter");
  await one.sees(".verdict h4", words.verdict);
  const tasks = (await one.page.locator(".verdict .why > div").allTextContents()).join("\n");
  for (const said of words.tasks) assert.match(tasks, said);
  await button(one, words.judge).click();
  await one.sees(".models-judged", words.judged);
  assert.match(await one.page.locator(".models-judged").textContent(), words.calls);
  await whole(one, "models-judged", language, theme);
  await button(one, words.save).click();
  await one.sees(".models-part .strip", words.saved);
  await one.sees(".models dl.why", words.ends);
  assert.equal(await field(one, words.key).inputValue(), "");
  assert.ok(!(await one.page.content()).includes(KEY), "the key is on the page no more");
  await whole(one, "models-entered", language, theme);
  const read = await one.page.evaluate(() => fetch("/api/model").then((answer) => answer.text()));
  assert.ok(!read.includes(KEY) && read.includes('"scripted-here"'));
  await one.page.locator(".rail .new").click();
  await one.asks(words.hello);
  await one.leaves();
}

/** Changed and taken away on a phone. */
async function takesAway(browser, base, language, theme) {
  const words = WORDS[language];
  const one = await Person.arrives(browser, base, { as: "boss", path: "/models", language, theme, ...PHONE_375 });
  await one.sees(".models dd", words.page);
  await button(one, words.change).tap();
  assert.match(await field(one, words.key).getAttribute("placeholder"), /WXYZ/);
  await whole(one, "models-change", language, theme);
  await field(one, words.address).fill("https://other.example/v1");
  await one.sees(".models-form", words.again);
  await field(one, words.address).fill("http://user@other.example/v1");
  assert.ok(!(await field(one, words.address).evaluate((input) => input.validity.valid)));
  await button(one, words.remove).first().tap();
  await one.sees(".models-sure", words.falls);
  await whole(one, "models-remove", language, theme);
  await one.page.locator(".models-sure .danger").tap();
  await one.sees(".models dd", words.environment);
  await one.leaves();
}

export const models = {
  "z: models: entered, tried, judged, saved and answering at once": (browser, base) => enters(browser, base, "ko", "light"),
  "z: models: on a phone, in English and dark, then taken away": (browser, base) => takesAway(browser, base, "en", "dark"),
  "z: models: entered in English and dark": (browser, base) => enters(browser, base, "en", "dark"),
  "z: models: on a phone, in Korean, then taken away": (browser, base) => takesAway(browser, base, "ko", "light"),

  async "z: models: an operator sees it, a person reads whose page it is"(browser, base) {
    for (const [language, theme] of [["en", "light"], ["ko", "dark"]]) {
      const olga = await Person.arrives(browser, base, { as: "olga", path: "/models", language, theme });
      await olga.sees(".models dd", WORDS[language].writes);
      await olga.sees(".models", WORDS[language].adminsOnly);
      assert.equal(await olga.page.locator(".models-form").count(), 0);
      await whole(olga, "models-operator", language, theme);
      await olga.leaves();
    }
    const ann = await Person.arrives(browser, base, { as: "ann", path: "/models", theme: "dark" });
    await ann.sees(".know .strip", "모델 설정은 운영하는 사람이 봅니다");
    await ann.leaves();
  },
};
