// What is done on a phone and a tablet, by touch; and what only shows where something is missing or not asked yet.
import assert from "node:assert/strict";
import { AGAIN, LAW, ONCE_MORE, Person, PHONE, PRICES } from "./stage.mjs";

const TABLET = { width: 834, height: 1112, touch: true };

export const devices = {
  async "a phone by touch: ask, confirm, sources, a passage, the list"(browser, base) {
    const one = await Person.arrives(browser, base, PHONE);
    await one.page.locator(".examples button").first().tap();
    await one.sees(".tools-row");
    await one.page.locator("#composer").fill(ONCE_MORE);
    await one.page.locator(".send").tap();
    await one.sees(".sheet .card");
    await one.page.locator(".option", { hasText: "이 자료로 답하기" }).tap();
    await one.sees(".origin.kept", "골라 주신 대로");
    await one.page.locator("#composer").fill(LAW);
    await one.page.locator(".send").tap();
    await one.page.waitForFunction(() => document.querySelectorAll(".tools-row").length === 3);
    await one.page.locator(".answer .cite").last().tap();
    await one.sees(".hovercard blockquote");
    await one.fits("a citation's sheet");
    await one.passesAxe("a citation on a phone");
    await one.pictures("citation-ko-phone");
    await one.page.locator(".hovercard .link").tap();
    await one.sees(".document .hit mark");
    await one.fits("the document");
    await one.passesAxe("the document on a phone");
    await one.page.locator(".panel [aria-label='닫기']").tap();
    await one.gone(".panel");
    await one.page.locator(".tools-row .sources:not([aria-label])").last().tap();
    await one.sees(".source");
    await one.fits("the sources");
    await one.passesAxe("the sources on a phone");
    await one.page.locator(".panel [aria-label='닫기']").tap();
    await one.page.locator("[aria-label='대화 목록 열기']").tap();
    await one.page.locator(".rail.overlay .new").tap();
    await one.sees("h2", "무엇이든 물어보세요");
    await one.gone(".rail.overlay");
    await one.page.locator("[aria-label='대화 목록 열기']").tap();
    await one.page.locator(".rail.overlay .entry a").first().tap();
    await one.sees(".tools-row");
    await one.leaves();
  },

  async "a tablet by touch: ask, confirm, the rail's drawer, a panel over the page"(browser, base) {
    const one = await Person.arrives(browser, base, TABLET);
    await one.fits("the first page");
    await one.passesAxe("the first page on a tablet");
    await one.page.locator("#composer").fill(PRICES);
    await one.page.locator(".send").tap();
    await one.sees(".tools-row");
    await one.asks(AGAIN);
    await one.writes(ONCE_MORE);
    await one.sees(".thread .card");
    await one.fits("the confirmation");
    await one.passesAxe("the confirmation on a tablet");
    await one.pictures("asking-ko-tablet");
    await one.page.locator(".option", { hasText: "새로 검색하기" }).tap();
    await one.sees(".origin", "골라 주신 대로 새로 찾았습니다");
    await one.page.locator(".rail .list-button").tap();
    await one.sees(".rail.overlay .entry");
    assert.ok((await one.page.locator(".main").boundingBox()).width > 700, "the page stays where it is behind the drawer");
    await one.fits("the drawer");
    await one.passesAxe("the drawer on a tablet");
    await sortsByTouch(one);
    await one.page.locator(".veil").tap({ position: { x: 700, y: 500 } });
    await one.gone(".rail.overlay");
    await one.page.locator(".origin.kept .name").last().tap();
    await one.sees(".panel .record.marked");
    assert.ok((await one.page.locator(".panel").boundingBox()).width <= 408, "the panel lies over the page");
    await one.passesAxe("the ledger on a tablet");
    await one.page.locator(".panel [aria-label='닫기']").tap();
    await one.page.locator(".tools-row .sources[aria-label]").last().tap();
    await one.sees(".trace .rows");
    await one.fits("the trace");
    await one.leaves();
  },

  async "the language goes with the person: another device speaks it, and what is chosen there comes back"(browser, base) {
    const one = await Person.arrives(browser, base);
    await one.sees("h2", "무엇이든 물어보세요");
    await one.page.locator(".foot button", { hasText: "설정" }).click();
    const saved = (person) => person.page.waitForResponse((response) => response.url().endsWith("/api/me/settings") && response.request().method() === "PUT");
    await Promise.all([saved(one), one.page.locator("dialog label", { hasText: "English" }).click()]);
    await one.sees("dialog", "Text size");
    const other = await Person.arrives(browser, base, { ...PHONE, as: one.as });
    await other.sees("h2", "Ask anything.");
    assert.equal(await other.page.evaluate(() => document.documentElement.lang), "en");
    await Promise.all([saved(other), other.page.locator(".topbar [aria-label='En, 한국어']").tap()]);
    await other.sees("h2", "무엇이든 물어보세요");
    await one.page.reload();
    await one.sees("h2", "무엇이든 물어보세요");
    assert.equal(await one.page.evaluate(() => document.documentElement.lang), "ko");
    await other.leaves();
    await one.leaves();
  },

  async "a conversation that is not there says so"(browser, base) {
    for (const kind of [{}, { theme: "dark", ...PHONE }]) {
      const one = await Person.arrives(browser, base, { path: "/s/0123456789abcdef0123456789abcdef", ...kind });
      await one.sees(".thread", "이 대화를 찾을 수 없습니다");
      await one.fits("gone");
      await one.passesAxe("gone");
      await one.page.locator(kind.width ? "[aria-label='대화 목록 열기']" : ".rail .new").click();
      if (kind.width) await one.page.locator(".rail.overlay .new").click();
      await one.sees("h2", "무엇이든 물어보세요");
      await one.leaves();
    }
  },

  // No shipped pack asks these: their frames are put on the line behind its own, everything else is the real one's.
  async "cards of other packs: a long clarification, a form of every kind of field"(browser, base) {
    for (const kind of [{}, { theme: "dark", ...PHONE }]) {
      for (const [name, frame, shown, question] of [["clarification", clarification, ".pick", "강관 배관 품 알려줘"], ["form", form, ".fields input", "전세 계약서를 써줘"]]) {
        const one = await Person.arrives(browser, base, { ...kind, path: "/dashboard" });
        await one.context.routeWebSocket(/\/ws\//, (line) => alsoSays(line, frame));
        await one.page.goto(base);
        await one.writes(question);
        await one.sees(shown);
        await one.fits(name);
        await one.passesAxe(name);
        await one.pictures(`${name}-long-ko-${kind.theme ?? "light"}${kind.width ? "-phone" : ""}`);
        if (name === "form") {
          await one.page.locator(".card .button", { hasText: "보내기" }).click();
          await one.sees(".fields .error");
          await one.passesAxe("a form with a mistake");
        }
        await one.leaves();
      }
    }
  },
};

/** Renamed, deleted and brought back, without anything that hovers and with room for a finger. */
async function sortsByTouch(one) {
  const entry = one.page.locator(".rail.overlay .entry.current");
  for (const button of await entry.locator(".tools button").all()) {
    const { width, height } = await button.boundingBox();
    assert.ok(width >= 40 && height >= 44, `a finger needs room, has ${width} × ${height}`);
  }
  const taps = async (label) => (await entry.locator("[aria-haspopup=menu]").tap(), await one.page.locator(".menu [role=menuitem]", { hasText: label }).tap());
  await taps("이름 바꾸기");
  await one.page.locator(".rail.overlay .entry input").fill("손으로 고친 이름");
  // Leaving the field keeps the name: there is no Enter to be found on every keyboard of a screen.
  const saved = one.page.waitForResponse((response) => response.request().method() === "PATCH");
  await one.page.locator(".rail.overlay .brand").tap();
  assert.ok((await saved).ok());
  await one.sees(".rail.overlay .entry.current", "손으로 고친 이름");
  await one.page.locator(".rail.overlay .finder input").fill("고친");
  await one.sees(".rail.overlay .entry", "손으로 고친 이름");
  await one.page.locator(".rail.overlay .finder input").fill("");
  await one.unhurried(async () => {
    await taps("지우기");
    await one.sees(".toast", "대화를 지웠습니다");
    await one.page.locator(".toast .link").tap();
    await one.sees(".topbar h1", "손으로 고친 이름");
  });
  await one.page.locator(".rail .list-button").tap();
  await one.sees(".rail.overlay .entry.current", "손으로 고친 이름");
}

/** Everything passes; after the first frame of a run comes the question, in its place, and the rest stays away. */
function alsoSays(line, frame) {
  const service = line.connectToServer();
  let asked = false;
  service.onMessage((text) => {
    if (asked) return;
    line.send(text);
    const said = JSON.parse(text);
    if (said.type !== "run_started") return;
    asked = true;
    const { session_id, run_id, seq, ts } = said;
    line.send(JSON.stringify({ session_id, run_id, ts, seq: seq + 1, ...frame() }));
  });
}

const clarification = () => ({
  type: "clarification_required", clarification_id: "c", message: "어느 강관을 말씀하시나요?", reason: "many", original_query: "강관 품",
  options: Array.from({ length: 9 }, (_, n) => ({ id: `o${n}`, label: `강관 ${n + 1}00 mm`, query: `강관 ${n + 1}00 mm`, entity_id: `13-2-${n}`, source_section: "배관 > 강관" })),
  expires_at: new Date(Date.now() + 120_000).toISOString(), expires_in_ms: 120_000,
});
const form = () => ({
  type: "form_required", form_id: "f", message: "계약서에 더 필요한 것이 있습니다.",
  schema: {
    type: "object", required: ["deposit", "start"],
    properties: {
      deposit: { type: "integer", title: "보증금", minimum: 0, unit: "만원" },
      start: { type: "string", format: "date", title: "시작하는 날", description: "이사하는 날" },
      deal: { title: "거래", oneOf: [{ const: "jeonse", title: "전세" }, { const: "monthly", title: "월세" }] },
      note: { type: "string", title: "특약", maxLength: 500 },
    },
  },
});
