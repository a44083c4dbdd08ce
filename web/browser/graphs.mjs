// A pack with a graph: what is meant is chosen from chips or the whole list, and what hangs on a thing is looked at, by keyboard too.
import assert from "node:assert/strict";
import { Person } from "./stage.mjs";

const WORDS = {
  ko: { question: "강관용접", all: "전체 113가지", sought: "200mm SCH 40", pick: "어느 규격을 찾으시나요", open: "관계 그림 보기" },
  en: { question: "강관용접", all: "All 113", sought: "200mm SCH 40", pick: "어느 규격을 찾으시나요", open: "Show what belongs to it" },
};

async function around(browser, base, language, theme) {
  const words = WORDS[language];
  const one = await Person.arrives(browser, base, { language, theme });
  await one.page.locator(".composer select").selectOption("construction");
  await one.writes(words.question);
  await one.sees(".card h3", words.pick);
  assert.equal(await one.page.locator(".pick").count(), 7, "six choices and the whole list, once");
  await one.everywhere("chips", language, theme);
  await one.page.locator(".pick.all", { hasText: words.all }).click();
  await one.page.locator(".card input[type=search]").fill(words.sought);
  await one.everywhere("whole-list", language, theme); // at another width the list is still open, and still narrowed
  await one.page.locator(".pick", { hasText: "강관용접 200mm SCH 40" }).click();
  await one.sees(".answer", "플랜트용접공");
  await one.page.getByRole("button", { name: words.open }).focus();
  await one.page.keyboard.press("Enter");
  await one.sees(".neighbourhood", "플랜트용접공");
  await one.everywhere("neighbourhood", language, theme);
  assert.ok((await one.page.locator(".neighbourhood .around button").count()) <= 30);
  await one.page.locator(".neighbourhood .around button").first().focus();
  await one.page.keyboard.press("Enter");
  await one.page.waitForFunction(() => document.activeElement?.matches(".neighbourhood"));
  await one.leaves();
}

export const graphs = {
  "a graph: chips, the whole list, what hangs on a thing, by keyboard": (browser, base) => around(browser, base, "ko", "light"),
  "a graph in English, dark": (browser, base) => around(browser, base, "en", "dark"),
};
