// What was amiss once: each story holds one thing that people had met.
import assert from "node:assert/strict";
import { AGAIN, Person, PRICES, SLOWLY } from "./stage.mjs";

export const mended = {
  async "mended: the pack is chosen on a phone too"(browser, base) {
    const phone = await Person.arrives(browser, base, { width: 390, height: 844, touch: true });
    const pack = phone.page.locator(".composer select");
    const box = await pack.boundingBox();
    assert.ok(box.height >= 44 && box.width >= 44, `a finger needs 44 px, has ${box.width} × ${box.height}`);
    const before = await phone.page.locator(".examples").innerText();
    await pack.selectOption({ index: 1 });
    await phone.page.waitForFunction((text) => document.querySelector(".examples")?.innerText !== text, before);
    await phone.fits("the pack on a phone");
    await phone.passesAxe("the pack on a phone");
    await phone.pictures("mended-pack-phone");
    await pack.selectOption({ index: 0 });
    await phone.leaves();
  },

  async "mended: the ledger's search now does search"(browser, base) {
    const one = await Person.arrives(browser, base);
    await one.asks(PRICES);
    await one.asks(AGAIN);
    await one.sees(".origin.kept", "재사용");
    await one.page.locator(".topbar .button").click();
    await one.page.locator(".record .link", { hasText: "지금 새로 찾기" }).first().click();
    await one.sees(".origin", "골라 주신 대로 새로 찾았습니다");
    await one.sees(".folded", "앞의 답");
    await one.leaves();
  },

  async "mended: without a clipboard (plain http) copying works, and where it does not it is told"(browser, base) {
    const one = await Person.arrives(browser, base);
    await one.asks(PRICES);
    await one.page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await one.page.locator("[aria-label^='내 다른 기기']").click();
    await one.sees(".toast", "링크를 복사했습니다");
    await one.page.locator("[aria-label='복사']").click();
    await one.sees(".toast", "복사했습니다");
    await one.page.locator("#composer").focus();
    await one.page.keyboard.press("Control+v");
    assert.match(await one.page.locator("#composer").inputValue(), /3억 9,000만원/);
    await one.page.locator("#composer").fill("");
    await one.page.evaluate(() => (document.execCommand = () => false));
    await one.page.locator("[aria-label='복사']").click();
    await one.sees(".toast", "복사하지 못했습니다");
    await one.leaves();
  },

  async "mended: the line over an answer keeps its place and its room while the answer comes"(browser, base) {
    const one = await Person.arrives(browser, base);
    await one.asks(PRICES);
    const rooms = () => one.page.evaluate(() => [...document.querySelectorAll(".turn:last-child .origin")].map((line) => Math.round(line.getBoundingClientRect().height)));
    await one.writes(AGAIN);
    await one.page.waitForFunction(() => document.querySelectorAll("article").length === 2);
    const working = await rooms();
    await one.sees(".origin.kept");
    assert.deepEqual(await rooms(), working, "as high while working as with its badge");
    await one.leaves();
  },
};
