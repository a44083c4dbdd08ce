// What is said in one conversation is used in the next, named there, and gone everywhere once it is erased.
import assert from "node:assert/strict";
import { Person } from "./stage.mjs";

const QUESTION = "아파트 시세 알려줘";

async function elsewhere(one, text) {
  await one.page.locator(".rail .new").click();
  await one.page.waitForFunction(() => document.querySelectorAll(".tools-row").length === 0);
  await one.asks(text);
}

async function kept(one) {
  const answer = await one.context.request.get(`${one.base}/api/me/memories?history=true`);
  assert.ok(answer.ok(), `${answer.status()}`);
  return (await answer.json()).memories.filter((memory) => memory.tier === "longterm").map((memory) => memory.text);
}

export const memories = {
  async "memory: kept in one conversation, used and named in the next, dropped, corrected and erased"(browser, base) {
    const one = await Person.arrives(browser, base);
    const used = one.page.locator(".memories-used .name");
    await one.page.locator("#composer").waitFor();
    await one.asks("기억해줘: 관심 지역은 달서구야");
    assert.equal(await used.count(), 0, "what is being said is no memory yet");

    await elsewhere(one, QUESTION);
    await one.sees(".memories-used .name", "달서구");
    await one.sees(".turn", "관심 지역인 대구 달서구로 찾았습니다.");
    await one.passesAxe("an answer with a memory");
    await one.page.locator(".memories-used .link", { hasText: "기억 없이 다시" }).click();
    await one.gone(".memories-used");
    await one.sees(".tools-row");
    assert.equal(await used.count(), 0, "answered again without it");
    assert.ok((await kept(one)).some((text) => text.includes("달서구")), "dropped for one answer, and still kept");

    await one.page.locator(".foot button", { hasText: "설정" }).click();
    await one.page.locator("dialog .setting .button", { hasText: "기억 보기" }).click();
    const memory = await one.sees(".panel .memory", "달서구");
    await memory.locator(".acts .link", { hasText: "고치기" }).click();
    await one.page.locator(".panel .memory form .field").fill("관심 지역은 마포구야");
    await one.page.locator(".panel .memory form button[type=submit]").click();
    await one.sees(".panel .memory .said", "마포구");
    await one.page.keyboard.press("Escape");

    await elsewhere(one, QUESTION);
    await one.sees(".memories-used .name", "마포구");
    await one.sees(".turn", "마포구로 찾았습니다.");
    await used.first().click();
    await (await one.sees(".panel .memory", "마포구")).locator(".acts .link", { hasText: "지우기" }).click();
    await one.page.waitForFunction(() => ![...document.querySelectorAll(".panel .memory .said")].some((said) => said.textContent.includes("마포구")));
    assert.deepEqual((await kept(one)).filter((text) => /달서구|마포구/.test(text)), [], "with what it had replaced");

    await elsewhere(one, QUESTION);
    assert.equal(await used.count(), 0, "nothing is used any more");
    await one.page.reload();
    await one.sees(".tools-row");
    assert.equal(await used.count(), 0);
    await one.leaves();
  },
};
