// What was amiss once: each story holds one thing that people had met.
import assert from "node:assert/strict";
import { AGAIN, AGAIN_SLOWLY, ageless, BOTH, ELSEWHERE, LAW, ONCE_MORE, Person, PHONE, PRICES } from "./stage.mjs";

const HARMFUL = [
  `${"가".repeat(400)} [1]`, `${"w".repeat(400)} [1]`, `\`${"c".repeat(300)}\``,
  '<img src=x onerror="alert(1)"><script>alert(1)</script><iframe src="//x"></iframe>', "[이리로](javascript:alert(1)) [저리로](https://example.org) ![그림](https://example.org/p.png)",
  ["|", ...Array.from({ length: 50 }, (_, n) => ` 이름 ${n} |`)].join(""), `|${" --- |".repeat(50)}`, ["|", ...Array.from({ length: 50 }, (_, n) => ` 칸 ${n} |`)].join(""),
].join("\n\n").replace(/\|\n\n\|/g, "|\n|");
const ELSEWHERE_WHOLE = "서울 서초구 아파트 시세 알려줘";

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
    await one.writes(AGAIN_SLOWLY);
    await one.page.waitForFunction(() => document.querySelectorAll("article").length === 2);
    const working = await rooms();
    assert.equal(await one.answers(), 1, "it is still being written");
    await one.page.locator(".send[aria-label='멈추기']").click();
    await one.sees(".strip", "멈췄습니다");
    await one.page.locator(".asked .square").last().click();
    await one.page.locator(".editing textarea").fill(AGAIN);
    await one.page.keyboard.press("Enter");
    await one.sees(".origin.kept");
    assert.deepEqual(await rooms(), working, "as high while working as with its badge");
    await one.leaves();
  },

  async "mended: a first question asked offline stands there, over a reload too, and is asked once"(browser, base) {
    const one = await Person.arrives(browser, base);
    const posted = [];
    one.page.on("request", (request) => request.method() === "POST" && request.url().endsWith("/api/sessions") && posted.push(request));
    await one.context.setOffline(true);
    await one.writes(PRICES);
    await one.sees(".asked.waits", PRICES);
    await one.sees(".strip", "적은 질문 1개는 연결되면 보냅니다");
    assert.ok((await one.said()).includes("오프라인입니다. 적은 질문 1개는 연결되면 보냅니다."), JSON.stringify(await one.said()));
    await one.passesAxe("a first question offline");
    await one.pictures("mended-offline-first");
    await one.context.route("**/api/sessions", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
    await one.context.setOffline(false);
    await one.page.reload();
    await one.sees(".asked.waits", PRICES);
    await one.sees(".strip", "다시 연결하는 중");
    await one.context.unroute("**/api/sessions");
    posted.length = 0;
    await one.sees(".tools-row");
    assert.equal(await one.page.locator("article").count(), 1);
    assert.equal(posted.length, 1, "one conversation");
    assert.deepEqual(await one.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("suffice.unsent"))), []);
    await one.leaves();
  },

  async "mended: two windows offline: each keeps its own draft, what either asked is asked once"(browser, base) {
    const first = await Person.arrives(browser, base);
    await first.asks(PRICES);
    const second = new Person(first.context, base);
    await second.opens(new URL(first.page.url()).pathname);
    await second.sees(".tools-row");
    await first.page.locator("#composer").fill("첫 창의 글");
    await second.page.locator("#composer").fill("둘째 창의 글");
    await Promise.all([first.page.reload(), second.page.reload()]);
    await first.sees(".tools-row");
    await second.sees(".tools-row");
    assert.deepEqual([await first.page.locator("#composer").inputValue(), await second.page.locator("#composer").inputValue()], ["첫 창의 글", "둘째 창의 글"]);
    await first.context.setOffline(true);
    await first.writes(AGAIN);
    await second.writes(ELSEWHERE);
    await first.sees(".asked.waits", ELSEWHERE);
    await second.sees(".asked.waits", AGAIN);
    await first.context.setOffline(false);
    for (const one of [first, second]) {
      await one.page.waitForFunction(() => document.querySelectorAll(".tools-row").length === 3);
      assert.deepEqual(await one.page.locator(".asked p").allInnerTexts(), [PRICES, AGAIN, ELSEWHERE]);
    }
    await first.leaves();
  },

  async "mended: a choice made offline is kept over a reload"(browser, base) {
    const one = await Person.arrives(browser, base);
    let cut = false;
    await one.page.routeWebSocket(/\/ws\/chat\//, (socket) => (cut ? socket.close({ code: 1001 }) : socket.connectToServer()));
    await one.asks(PRICES);
    await one.writes(ONCE_MORE);
    await one.sees(".card");
    await one.page.locator(".card .clock .link").first().click();
    await one.context.setOffline(true);
    await one.page.locator(".option").first().click();
    await one.sees(".card .error", "연결되면");
    cut = true;
    await one.context.setOffline(false);
    await one.page.reload();
    await one.sees(".waiting-lines");
    cut = false;
    await one.sees(".origin.kept", "골라 주신 대로");
    assert.equal(await one.page.locator("article").count(), 2);
    await one.leaves();
  },

  async "mended: a deleted conversation stays away, over a reload too; undone it is back"(browser, base) {
    const one = await Person.arrives(browser, base);
    await one.asks(PRICES);
    const id = new URL(one.page.url()).pathname.slice(3);
    const entry = `.entry a[href="/s/${id}"]`;
    const removes = async () => {
      await one.picks(one.page.locator(".entry", { has: one.page.locator(`a[href="/s/${id}"]`) }), "지우기");
      await one.gone(entry);
    };
    await one.unhurried(async () => {
      await removes();
      await one.page.locator(".toast .link").click();
      await one.sees(entry);
    });
    await one.sees(".tools-row");
    // From here on the service gets nothing, however long the rest takes.
    const held = (route) => (route.request().method() === "DELETE" ? route.abort() : route.continue());
    await one.page.route(`**/api/sessions/${id}`, held);
    await removes();
    assert.ok((await one.said()).some((text) => text.startsWith("대화를 지웠습니다. 10초 안에")), JSON.stringify(await one.said()));
    await one.sees("h2", "무엇이든 물어보세요");
    const listed = one.page.waitForResponse((response) => response.url().includes("/api/sessions?"));
    await one.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    assert.match(await (await listed).text(), new RegExp(id), "the service still has it");
    await one.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.equal(await one.page.locator(entry).count(), 0, "the list was read again");
    await one.page.unroute(`**/api/sessions/${id}`, held);
    await one.page.reload();
    await one.sees("h2", "무엇이든 물어보세요");
    await one.page.waitForFunction(async (gone) => (await fetch(`/api/sessions/${gone}`)).status === 404, id);
    assert.equal(await one.page.locator(entry).count(), 0);
    await one.leaves();
  },

  async "mended: a search of the list that fails says so, claims nothing, and is tried again"(browser, base) {
    const one = await Person.arrives(browser, base);
    await one.asks(PRICES);
    const lost = /\/api\/sessions\?.*title=/;
    await one.page.route(lost, (route) => route.abort());
    await one.page.locator(".finder input").fill("수성");
    await one.sees(".rail .none", "모든 대화에서 찾지는 못했습니다");
    assert.equal(await one.page.locator(".rail .none").count(), 1, "nobody said that there is none");
    assert.ok((await one.said()).some((text) => text.startsWith("모든 대화에서 찾지는 못했습니다")), JSON.stringify(await one.said()));
    await one.passesAxe("a search of the list that failed");
    await one.page.unroute(lost);
    await one.page.locator(".rail .none .link").click();
    await one.sees(".rail .none", "'수성' 대화가 없습니다");
    await one.leaves();
  },

  // The model's answer is put on the line in other words: whatever it says, it has to stay in its place and be harmless.
  async "mended: an answer that is too long, too wide or means harm stays in its place"(browser, base) {
    for (const kind of [{}, { theme: "dark", ...PHONE }]) {
      const one = await Person.arrives(browser, base, { ...kind, path: "/dashboard" });
      await one.context.routeWebSocket(/\/ws\//, (line) => {
        line.connectToServer().onMessage((text) => {
          const frame = JSON.parse(text);
          line.send(frame.type === "answer" ? JSON.stringify({ ...frame, content: HARMFUL }) : text);
        });
      });
      await one.page.goto(base);
      await one.asks(`${PRICES} ${"아".repeat(150)}`);
      await one.sees(".answer td", "칸 49");
      await one.fits("an answer of extremes");
      const { over, links, foreign, scrolls } = await one.page.evaluate(() => {
        const edge = document.querySelector(".thread").getBoundingClientRect().right + 1;
        const answer = document.querySelector(".answer");
        const frame = answer.querySelector(".table-frame");
        return {
          over: [...document.querySelectorAll(".asked p, .answer > *, .answer p > *")].filter((part) => part.getBoundingClientRect().right > edge).map((part) => part.textContent.slice(0, 40)),
          links: [...answer.querySelectorAll("a")].map((link) => [link.href, link.rel]),
          foreign: answer.querySelectorAll("img, script, iframe, svg, style, form").length,
          scrolls: frame.scrollWidth > frame.clientWidth,
        };
      });
      assert.deepEqual(over, [], "nothing beyond the column");
      assert.deepEqual(links, [["https://example.org/", "noopener noreferrer nofollow"]]);
      assert.equal(foreign, 0);
      assert.ok(scrolls, "fifty columns are scrolled in their frame");
      await one.passesAxe("an answer of extremes");
      await one.leaves();
    }
  },

  async "mended: the list over the page: it takes the focus, Escape closes it and gives it back"(browser, base) {
    const one = await Person.arrives(browser, base, { width: 834, height: 1000 });
    await one.asks(PRICES);
    await one.page.locator(".rail .list-button").focus();
    await one.page.keyboard.press("Enter");
    await one.sees(".rail.overlay .entry");
    assert.ok(await one.page.evaluate(() => document.activeElement.closest(".rail.overlay") !== null), "the focus is in the list");
    for (let times = 0; times < 30; times += 1) {
      await one.page.keyboard.press("Tab");
      assert.ok(await one.page.evaluate(() => document.activeElement.closest(".scroller, .dock, .topbar") === null), "what lies behind is not reached");
    }
    await one.page.locator(".rail.overlay .new").focus();
    await one.page.keyboard.press("Escape");
    await one.gone(".rail.overlay");
    assert.equal(await one.page.evaluate(() => document.activeElement.className), "list-button", "the focus comes back");
    await one.leaves();
  },

  async "mended: with the system's own colours what is chosen can still be told"(browser, base) {
    const one = await Person.arrives(browser, base);
    await one.page.emulateMedia({ forcedColors: "active" });
    await one.asks(PRICES);
    const ground = (selector) => one.page.locator(selector).first().evaluate((part) => getComputedStyle(part).backgroundColor);
    assert.notEqual(await ground(".figure [aria-pressed=true]"), await ground(".figure [aria-pressed=false]"));
    assert.notEqual(await ground(".figure .bars td i"), await ground(".figure"), "bars are seen");
    await one.page.locator("[aria-label='도움이 됐어요']").click();
    await one.sees("[aria-label='도움이 됐어요'][aria-pressed=true]");
    await one.page.mouse.move(0, 0);
    assert.notEqual(await ground("[aria-label='도움이 됐어요']"), await ground("[aria-label='아쉬워요']"));
    await one.pictures("mended-forced-colours");
    await one.leaves();
  },

  async "mended: what had the focus and goes hands it on: a name, an edit, a reason, a conversation"(browser, base) {
    const one = await Person.arrives(browser, base);
    const { keyboard } = one.page;
    const has = (selector) => one.page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);
    await one.asks(LAW);
    await one.page.locator(".rail .new").click();
    await one.asks(PRICES);
    const entry = one.page.locator(".entry.current");
    const itemOf = async (entry, label) => {
      await entry.locator("a").focus();
      await entry.locator("[aria-haspopup=menu]").focus();
      await keyboard.press("Enter");
      await one.page.locator(".menu [role=menuitem]", { hasText: label }).focus();
    };
    const renames = async (name, key) => {
      await itemOf(entry, "이름 바꾸기");
      await keyboard.press("Enter");
      await has(".entry input");
      await one.page.locator(".entry input").fill(name);
      await keyboard.press(key);
      await has(".entry.current a");
    };
    // A title is made a moment after the answer.
    const title = "대구 달서구 아파트 시세";
    await one.page.waitForFunction((text) => document.querySelector(".entry.current")?.innerText === text, title);
    await renames("버린 이름", "Escape");
    assert.equal(await entry.innerText(), title, "Escape renames nothing");
    const saved = one.page.waitForRequest((request) => request.method() === "PATCH");
    await renames("새 이름", "Enter");
    assert.equal((await saved).postDataJSON().title, "새 이름");
    await one.page.locator(".asked .square").focus();
    await keyboard.press("Enter");
    await has(".editing textarea");
    await keyboard.press("Escape");
    await has(".asked .square");
    await keyboard.press("Enter");
    await has(".editing textarea");
    await keyboard.press("Enter");
    await has(".scroller");
    await one.sees(".versions", "2/2");
    await one.sees(".tools-row");
    await one.page.locator("[aria-label='아쉬워요']").focus();
    await keyboard.press("Enter");
    await one.page.locator(".poor .pick").first().focus();
    await keyboard.press("Enter");
    await one.gone(".poor");
    await has("[aria-label='아쉬워요']");
    const other = one.page.locator(".entry:not(.current)").first();
    await itemOf(other, "지우기");
    await keyboard.press("Enter");
    await has(".entry a");
    await one.leaves();
  },

  async "mended: the data's shortcut takes no room where there is no conversation; the field asks for a question before its pack is known"(browser, base) {
    const one = await Person.arrives(browser, base, { path: "/dashboard" });
    const held = [];
    await one.page.route("**/api/packs", (route) => void held.push(route));
    await one.page.goto(base);
    await one.page.locator("#composer[placeholder='궁금한 것을 적어 주세요']").waitFor();
    for (const route of held) await route.continue();
    await one.page.locator("#composer[placeholder$='에 대해 물어보세요']").waitFor();
    const width = () => one.page.locator("main").evaluate((main) => main.getBoundingClientRect().width);
    const before = await width();
    await one.page.keyboard.press("Control+j");
    await one.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.equal(await width(), before);
    await one.leaves();
  },

  async "mended: a thumb is still pressed after a reload; one that could not be kept is told"(browser, base) {
    const one = await Person.arrives(browser, base);
    await one.asks(PRICES);
    const saved = one.page.waitForResponse((response) => response.url().endsWith("/feedback"));
    await one.page.locator("[aria-label='도움이 됐어요']").click();
    assert.equal((await saved).status(), 204);
    await one.page.reload();
    await one.sees("[aria-label='도움이 됐어요'][aria-pressed=true]");
    await one.page.route("**/feedback", (route) => route.abort());
    await one.page.locator("[aria-label='아쉬워요']").click();
    await one.sees(".toast", "저장하지 못했습니다");
    await one.sees("[aria-label='도움이 됐어요'][aria-pressed=true]");
    await one.leaves();
  },

  async "mended: an earlier question edited: its answer is in sight, and its versions are told"(browser, base) {
    const one = await Person.arrives(browser, base, { height: 620 });
    await one.asks(PRICES);
    await one.asks(AGAIN);
    await one.asks(LAW);
    const first = one.page.locator("article").first();
    await one.page.locator(".scroller").evaluate((room) => room.scrollTo(0, 0));
    await first.locator(".asked").hover();
    await first.locator(".asked .square").click();
    await one.page.locator(".editing textarea").fill(ELSEWHERE_WHOLE);
    await one.page.keyboard.press("Enter");
    await one.page.waitForFunction(() => document.querySelector("article .versions")?.textContent === "2/2");
    await one.page.waitForFunction(() => document.querySelectorAll(".tools-row").length === 3);
    assert.equal(await one.page.locator("article").count(), 3);
    const top = await first.evaluate((article) => article.getBoundingClientRect().top - document.querySelector(".scroller").getBoundingClientRect().top);
    assert.ok(Math.abs(top) < 60, `the edited question stands ${top} px from the top`);
    assert.match(await first.locator(".asked p").innerText(), /서초구/);
    await one.pictures("mended-edited");
    await first.locator(".versions .square").first().click();
    await one.sees("article .versions", "1/2");
    assert.equal(await first.locator(".asked p").innerText(), PRICES);
    await one.leaves();
  },

  async "mended: partly reused: a line a kind of data; the steps tell who judged what"(browser, base) {
    const one = await Person.arrives(browser, base);
    await one.asks(PRICES);
    await one.asks(BOTH);
    assert.deepEqual((await one.page.locator(".origin .kinds li").allInnerTexts()).map((line) => ageless(line).replace(/\s+/g, " ").trim()), ["시세 10건 재사용 · 2026년 2월 기준, …, 원본 변경 없음", "법령은 새로 찾음"]);
    await one.page.locator(".origin.kept .toggle").click();
    await one.sees(".timeline li", "판정 1 (모델)");
    await one.sees(".timeline li", "판정 2 · 시세");
    await one.sees(".timeline li", "판정 2 · 법령");
    await one.sees(".timeline li", "앞의 대화로 답함");
    await one.passesAxe("partly reused, a line a kind");
    await one.pictures("mended-kinds");
    await one.leaves();
  },
};
