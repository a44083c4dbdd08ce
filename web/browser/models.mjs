// An administrator enters a model, tries it, saves it, asks it, and takes it away; others see it, or read whose page it is.
import assert from "node:assert/strict";
import { Person } from "./stage.mjs";

const KEY = "sk-story-0123456789-WXYZ";
const PHONE_375 = { width: 375, height: 800, touch: true };

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

export const models = {
  async "z: models: entered, tried, judged, saved and answering at once"(browser, base) {
    const one = await Person.arrives(browser, base, { as: "boss", path: "/models" });
    await one.sees(".models dd", "환경 변수");
    const there = await address(one);
    await button(one, "모델 넣기").click();
    await field(one, "주소").fill(there);
    await field(one, "모델 이름").fill("scripted-here");
    await field(one, "키").fill(KEY);
    await field(one, "정해진 모양").selectOption("json_object");
    await whole(one, "models-enter", "ko", "light");
    await one.page.locator(".models-form button", { hasText: "시험하기" }).focus();
    await one.page.keyboard.press("Enter");
    await one.sees(".verdict h4", "scripted-here: 계획도 글쓰기도 됩니다");
    const tasks = (await one.page.locator(".verdict .why > div").allTextContents()).join("\n");
    for (const said of [/질문 계획계획합니다/, /답 쓰기씁니다/, /계산 계획계획하지 못합니다: 오류를 냈습니다/]) assert.match(tasks, said);
    await button(one, "재 보기").click();
    await one.sees(".models-judged", "20개 가운데 10개를 라벨대로 판정했습니다");
    assert.match(await one.page.locator(".models-judged").textContent(), /20번 불렀습니다/);
    await whole(one, "models-judged", "ko", "light");
    await button(one, "저장").click();
    await one.sees(".models-part .strip", "저장했습니다");
    await one.sees(".models dl.why", "끝자리 WXYZ");
    assert.equal(await field(one, "키").inputValue(), "");
    assert.ok(!(await one.page.content()).includes(KEY), "the key is on the page no more");
    await whole(one, "models-entered", "ko", "light");
    const read = await one.page.evaluate(() => fetch("/api/model").then((answer) => answer.text()));
    assert.ok(!read.includes(KEY) && read.includes('"scripted-here"'));
    await one.page.locator(".rail .new").click();
    await one.asks("안녕하세요, 오늘 날씨가 좋네요");
    await one.leaves();
  },

  async "z: models: on a phone, in English and dark, then taken away"(browser, base) {
    const one = await Person.arrives(browser, base, { as: "boss", path: "/models", language: "en", theme: "dark", ...PHONE_375 });
    await one.sees(".models dd", "on this page");
    await button(one, "Change").tap();
    assert.match(await field(one, "Key").getAttribute("placeholder"), /WXYZ/);
    await whole(one, "models-change", "en", "dark");
    await field(one, "Address").fill("https://other.example/v1");
    await one.sees(".models-form", "Enter the key again");
    await field(one, "Address").fill("http://user@other.example/v1");
    assert.ok(!(await field(one, "Address").evaluate((input) => input.validity.valid)));
    await button(one, "Remove").first().tap();
    await one.sees(".models-sure", "scripted from the environment answers");
    await whole(one, "models-remove", "en", "dark");
    await one.page.locator(".models-sure .danger").tap();
    await one.sees(".models dd", "in the environment");
    await one.leaves();
  },

  async "z: models: an operator sees it, a person reads whose page it is"(browser, base) {
    const olga = await Person.arrives(browser, base, { as: "olga", path: "/models", language: "en" });
    await olga.sees(".models dd", "A model plans and writes");
    await olga.sees(".models", "Only admins may enter and change the model.");
    assert.equal(await olga.page.locator(".models-form").count(), 0);
    await whole(olga, "models-operator", "en", "light");
    await olga.leaves();
    const ann = await Person.arrives(browser, base, { as: "ann", path: "/models", theme: "dark" });
    await ann.sees(".know .strip", "모델 설정은 운영하는 사람이 봅니다");
    await ann.leaves();
  },
};
