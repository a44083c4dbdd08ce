// Questions back to the person beside the confirmation: which one is meant, and what is lacking.
import assert from "node:assert/strict";
import { Person } from "./stage.mjs";

const WORDS = {
  ko: { shared: "중구 아파트 매매 시세 알려줘", other: "대구 중구", first: "서울 중구", pick: "어느 것을 말씀하시나요", picked: "'대구 중구'를 골랐습니다", lacking: "3억이면 복비 얼마야?", send: "보내기", choose: "골라 주세요", deal: "거래", filled: "적어 주신 내용으로", result: "105만원", monthly: "월세", refused: "숫자로 적어 주세요", hello: "안녕하세요", closed: "필요합니다" },
  en: { shared: "What do flats in Jung-gu cost?", other: "Daegu Jung-gu", first: "Seoul Jung-gu", pick: "Which one do you mean", picked: "Chosen: Daegu Jung-gu", lacking: "What is the brokerage fee for 300 million won?", send: "Send", choose: "Please choose", deal: "Deal", filled: "Going on with what you filled in", monthly: "monthly rent", refused: "a number", hello: "Hello", closed: "I need" },
};

async function clarified(browser, base, language, theme) {
  const words = WORDS[language];
  const one = await Person.arrives(browser, base, { language, theme });
  await one.writes(words.shared);
  await one.sees(".card h3", words.pick);
  await one.everywhere("clarification", language, theme);
  assert.ok((await one.said()).some((text) => text.includes(words.pick)), "the question is announced");
  await one.page.reload();
  await one.sees(".card h3", words.pick);
  await one.page.locator(".pick", { hasText: words.other }).click();
  await one.sees(".strip", words.picked);
  await one.sees(".tools-row");
  await one.sees(".answer", words.other);
  await one.leaves();
}

async function filledIn(browser, base, language, theme) {
  const words = WORDS[language];
  const one = await Person.arrives(browser, base, { language, theme });
  await one.writes(words.lacking);
  await one.sees(".card form");
  await one.page.locator(".card button[type=submit]").click();
  await one.sees(".card .error", words.choose);
  await one.page.locator(".card select[name=deal]").selectOption({ label: words.monthly });
  await one.page.locator(".card input[name=rent]").fill("3abc");
  await one.everywhere("form", language, theme);
  await one.page.locator(".card button[type=submit]").click();
  await one.sees(".card .error", words.refused);
  await one.page.locator(".card input[name=rent]").fill("500000");
  await one.page.reload();
  await one.sees(".card form");
  assert.equal(await one.page.locator(".card input[name=rent]").inputValue(), "500000", "what was written survives a reload");
  assert.equal(await one.page.locator(".card select[name=deal]").inputValue(), "monthly");
  await one.page.locator(".card button[type=submit]").click();
  await one.sees(".strip", words.filled);
  await one.sees(".tools-row");
  await one.leaves();
}

export const pauses = {
  "a clarification: by click, announced, over a reload": (browser, base) => clarified(browser, base, "ko", "light"),
  "a clarification in English, dark": (browser, base) => clarified(browser, base, "en", "dark"),
  async "a clarification by key and by typing"(browser, base) {
    const one = await Person.arrives(browser, base);
    await one.writes(WORDS.ko.shared);
    await one.sees(".card h3", WORDS.ko.pick);
    await one.page.locator(".scroller").focus();
    await one.page.keyboard.press("2");
    await one.sees(".answer", WORDS.ko.other);
    await one.page.locator(".rail .new").click();
    await one.writes(WORDS.ko.shared);
    await one.sees(".card h3", WORDS.ko.pick);
    await one.writes(WORDS.ko.first);
    await one.sees(".strip", WORDS.ko.first);
    await one.sees(".answer", WORDS.ko.first);
    await one.leaves();
  },
  "a form: what is wrong is said, what was written survives a reload": (browser, base) => filledIn(browser, base, "ko", "light"),
  "a form in English, dark": (browser, base) => filledIn(browser, base, "en", "dark"),
  async "a form is closed by a new question, on a phone of 375 pixels, too"(browser, base) {
    const one = await Person.arrives(browser, base);
    await one.writes(WORDS.ko.lacking);
    await one.sees(".card form");
    await one.writes(WORDS.ko.hello);
    await one.sees(".answer", WORDS.ko.closed);
    await one.page.waitForFunction(() => document.querySelectorAll(".tools-row").length > 1);
    await one.leaves();
    const phone = await Person.arrives(browser, base, { width: 375, height: 812, touch: true });
    await phone.writes(WORDS.ko.lacking);
    await phone.sees(".card form");
    await phone.fits("a form on a small phone");
    await phone.pictures("form-375");
    await phone.page.locator(".card select[name=deal]").selectOption("sale");
    await phone.page.locator(".card button[type=submit]").tap();
    await phone.sees(".tools-row");
    await phone.leaves();
  },
};
