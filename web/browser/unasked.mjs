// In doubt, and a search so quick that nobody is asked: what was found earlier is used again, and the line over the answer says why.
import assert from "node:assert/strict";
import { ENGLISH, ONCE_MORE, Person, PRICES } from "./stage.mjs";

const SAID = {
  ko: [PRICES, ONCE_MORE, "조건과 자료가 맞고 다시 찾아도 금방이라 묻지 않음"],
  en: [ENGLISH.prices, ENGLISH.onceMore, "not asked because conditions and data match and a new search is quick"],
};

export const unasked = {
  async "nobody is asked where a search is quick, and the line over the answer says so"(browser, base) {
    for (const [language, theme] of [["ko", "light"], ["en", "dark"]]) {
      const [first, second, why] = SAID[language];
      const one = await Person.arrives(browser, base, { language, theme });
      await one.asks(first);
      assert.ok(!(await one.page.locator(".origin").last().textContent()).includes(why), "what was searched needs no such word");
      await one.asks(second);
      assert.equal(await one.page.locator(".dock .card, .turn .card").count(), 0, "nobody was asked");
      const line = await one.sees(".origin.kept", why);
      await one.everywhere("unasked", language, theme, { shows: () => line.scrollIntoViewIfNeeded() });
      await one.leaves();
    }
  },
};
