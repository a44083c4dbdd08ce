// What this service knows, and which model answers: looked at, searched, changed and tried, in both languages and sizes.
import assert from "node:assert/strict";
import { Person, PRICES } from "./stage.mjs";

const GUIDE = "# 옥상 정원 이용 안내\n\n옥상 정원은 아침 일곱 시부터 저녁 아홉 시까지 엽니다.\n\n## 예약\n\n열 명이 넘으면 사흘 전에 예약합니다.\n";

async function ready(one) {
  await one.sees(".know");
  await one.page.waitForFunction(() => !/불러오고|Loading/.test(document.querySelector(".know")?.textContent ?? ""));
}

/** Files of a person's own, as the file field gives them. */
const files = (...given) => given.map(([name, text]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) }));

export const knowledge = {
  async "knowledge: sources, rows and documents of a pack, by address and by the way back"(browser, base) {
    const one = await Person.arrives(browser, base);
    await one.page.locator(".foot a[href='/knowledge']").click();
    await ready(one);
    assert.equal(new URL(one.page.url()).pathname, "/knowledge");
    const prices = one.page.locator(".know-card", { hasText: "지역별 월간 시세" });
    assert.match(await prices.locator(".big").textContent(), /^[\d,]+행$/);
    assert.match(await prices.textContent(), /2017-01 ~ 2026-02/);
    await one.everywhere("knowledge", "ko", "light");
    await prices.locator(".button").click();
    await one.sees(".know-table tbody tr");
    await one.everywhere("knowledge-rows", "ko", "light");
    await one.page.locator(".know-tabs button", { hasText: "문서" }).click();
    await one.sees(".know-open");
    await one.everywhere("knowledge-documents", "ko", "light");
    await one.page.locator(".know-find input").fill("반려동물");
    await one.page.waitForFunction(() => document.querySelectorAll(".know-open").length === 1);
    await one.page.locator(".know-open").focus();
    await one.page.keyboard.press("Enter");
    await one.sees(".know-passages li");
    await one.page.waitForFunction(() => document.activeElement?.matches(".know-title"));
    await one.everywhere("knowledge-document", "ko", "light");
    await one.page.locator(".know-document > .button").click();
    await one.sees(".know-open");
    await one.page.goBack();
    await one.page.goBack();
    await one.sees(".know-cards");
    await one.page.locator(".know-pack select").selectOption("construction");
    await one.sees(".know-card .big", "항목 696개");
    await one.page.locator(".rail .new").click();
    await one.sees("#composer");
    await one.leaves();
  },

  async "knowledge: a file taken in, found, cited from, and removed; what could not be read says why"(browser, base) {
    const one = await Person.arrives(browser, base, { path: "/knowledge?tab=documents" });
    await ready(one);
    await one.page.locator(".know-drop select").selectOption({ label: "임대차 법률 안내" });
    await one.page.locator(".know-drop input[type=file]").setInputFiles(files(["옥상-정원.md", GUIDE], ["망가짐.pdf", "%PDF-1.4 끊김"], ["빈-파일.md", ""]));
    await one.page.waitForFunction(() => document.querySelectorAll(".know-sent .done").length === 1 && document.querySelectorAll(".know-sent .failed").length === 2);
    assert.match(await one.page.locator(".know-sent .failed", { hasText: "망가짐.pdf" }).textContent(), /망가졌거나 끊겼습니다/);
    await one.sees(".know-progress", "파일 3개 중 3개 끝남");
    await one.page.locator(".know-drop input[type=file]").setInputFiles(files(["옥상-정원.md", GUIDE.replace("사흘", "나흘")]));
    await one.sees(".know-sent .done", "바뀜 1");
    await one.sees(".know-head .chip", "색인은 다음 질문 때 새로 고침");
    await one.everywhere("knowledge-upload", "ko", "light");
    await one.page.locator(".know-tabs button", { hasText: "찾아보기" }).click();
    await one.page.locator(".know-ask input").fill("옥상 정원은 몇 시까지 여나요");
    await one.page.keyboard.press("Enter");
    await one.sees(".know-found li", "저녁 아홉 시");
    await one.everywhere("knowledge-search", "ko", "light");
    await one.page.locator(".know-found .link").first().click();
    await one.sees(".know-passages .here", "저녁 아홉 시");
    await one.page.locator(".know-document > .button").click();
    await one.page.locator(".know-tabs button", { hasText: "들인 기록" }).click();
    await one.sees(".know-reports li", "망가짐.pdf");
    await one.sees(".know-head .chip", "색인 최신");
    await one.everywhere("knowledge-reports", "ko", "light");
    await one.page.locator(".know-tabs button", { hasText: "문서" }).click();
    await one.page.locator(".know-find input").fill("옥상 정원");
    await one.page.waitForFunction(() => document.querySelectorAll(".know-open").length === 1);
    await one.page.locator(".know-files .square").click();
    await one.page.waitForFunction(() => document.activeElement?.matches(".know-sure .danger"));
    await one.everywhere("knowledge-remove", "ko", "light", { shows: ".know-sure .danger" });
    await one.page.keyboard.press("Enter");
    await one.sees(".toast", "지웠습니다");
    await one.sees(".know-lead", "그런 제목이나 파일이 없습니다");
    await one.leaves();
  },

  async "knowledge: why a question goes where it goes, and nothing of it stays"(browser, base) {
    const one = await Person.arrives(browser, base, { path: "/knowledge?tab=why" });
    await ready(one);
    await one.page.locator(".know-ask .field").first().fill(PRICES);
    await one.page.keyboard.press("Enter");
    await one.sees(".why dd", "시세");
    const text = await one.page.locator(".know").textContent();
    for (const name of ["의도", "필요한 자료", "알아들은 이름", "거른 조건", "결정", "찾은 곳", "인용 1"]) assert.ok(text.includes(name), name);
    await one.everywhere("knowledge-why", "ko", "light");
    await one.page.locator(".rail .new").click();
    await one.sees("#composer");
    assert.equal(await one.page.locator(".entry").count(), 0, "what was tried is in no list");
    await one.leaves();
  },

  async "knowledge: English, dark, by touch on a phone"(browser, base) {
    const one = await Person.arrives(browser, base, { language: "en", theme: "dark", width: 375, height: 812, touch: true, path: "/knowledge" });
    await ready(one);
    await one.sees(".know-card .big", "documents");
    await one.page.locator(".know-head .button", { hasText: "Refresh the index" }).tap();
    await one.sees(".know-head .chip", "Index up to date");
    await one.everywhere("knowledge", "en", "dark");
    for (const [tab, state] of [["Documents", "knowledge-documents"], ["Search", "knowledge-search"], ["Why this answer", "knowledge-why"], ["Taken in", "knowledge-reports"]]) {
      await one.page.locator(".know-tabs button", { hasText: tab }).tap();
      await ready(one);
      await one.everywhere(state, "en", "dark");
    }
    await one.page.locator(".know-tabs button", { hasText: "Documents" }).tap();
    await one.page.locator(".know-open").first().tap();
    await one.sees(".know-passages li");
    await one.everywhere("knowledge-document", "en", "dark");
    await one.page.goto(`${base}/knowledge`);
    await ready(one);
    await one.page.locator(".know-card", { hasText: "rows" }).first().locator(".button").tap();
    await one.sees(".know-table tbody tr");
    await one.everywhere("knowledge-rows", "en", "dark");
    await one.leaves();
  },

  async "z: knowledge: a file taken in and removed, in English and dark"(browser, base) {
    const one = await Person.arrives(browser, base, { language: "en", theme: "dark", path: "/knowledge?tab=documents" });
    await ready(one);
    await one.page.locator(".know-drop select").selectOption({ label: "Lease-law guide" });
    await one.page.locator(".know-drop input[type=file]").setInputFiles(files(["roof-garden.md", "# Roof garden\n\nThe roof garden opens at seven.\n"], ["broken.pdf", "%PDF-1.4 cut"], ["empty.md", ""]));
    await one.sees(".know-progress", "3 of 3 files done");
    assert.deepEqual([await one.page.locator(".know-sent .done").count(), await one.page.locator(".know-sent .failed").count()], [1, 2]);
    await one.everywhere("knowledge-upload", "en", "dark");
    await one.page.locator(".know-find input").fill("Roof garden");
    await one.page.waitForFunction(() => document.querySelectorAll(".know-open").length === 1);
    await one.page.locator(".know-files .square").click();
    await one.everywhere("knowledge-remove", "en", "dark", { shows: ".know-sure .danger" });
    await one.page.locator(".know-sure .danger").click();
    await one.sees(".toast", "removed");
    await one.leaves();
  },

  async "models: which one answers, and a real try of it"(browser, base) {
    const one = await Person.arrives(browser, base);
    await one.page.locator(".foot button", { hasText: "설정" }).click();
    await one.page.locator("dialog .setting .button", { hasText: "모델 보기" }).click();
    await one.sees(".models dd", "scripted");
    assert.equal(new URL(one.page.url()).pathname, "/models");
    await one.page.locator(".models-acts .strong").click();
    await one.sees(".verdict");
    assert.match(await one.page.locator(".verdict h4").textContent(), /^scripted: /);
    await one.everywhere("models", "ko", "light");
    await one.leaves();
  },

  async "models: English and dark"(browser, base) {
    const one = await Person.arrives(browser, base, { language: "en", theme: "dark", path: "/models" });
    await one.sees(".models dd", "A model plans and writes");
    await one.everywhere("models", "en", "dark");
    await one.leaves();
  },
};
