// What operators do on the dashboard. tests/page/test_dashboard.py lays the decisions down and looks afterwards at what was kept.
import assert from "node:assert/strict";
import { Person } from "./stage.mjs";

const laid = JSON.parse(process.env.BOARD ?? "{}");

async function arrives(browser, base, options = {}) {
  const one = await Person.arrives(browser, base, { path: "/dashboard", ...options });
  await one.sees(".variants tbody tr");
  await one.sees(".decisions tbody tr");
  await one.sees(".curves svg");
  await one.sees(".stack li");
  return one;
}

/** The whole board on one picture: the window grows to what is inside. */
async function whole(one, name) {
  if (process.env.SHOTS === undefined) return;
  const before = one.page.viewportSize();
  const height = await one.page.evaluate(() => document.querySelector(".scroller").scrollHeight + 60);
  await one.page.setViewportSize({ ...before, height: Math.min(height, 4_000) });
  await one.pictures(name);
  await one.page.setViewportSize(before);
}

/** At every width between a phone and a desk nothing stands out of its panel, in whichever language is longer. */
async function narrower(one, language) {
  for (const width of [320, 641, 834, 961, 1181]) {
    await one.page.setViewportSize({ width, height: 700 });
    await one.fits(`the dashboard at ${width}`);
    assert.ok(await one.page.evaluate(() => document.querySelector(".scroller").scrollWidth <= document.querySelector(".scroller").clientWidth + 1), `nothing sideways at ${width}`);
    const out = await one.page.evaluate(() => [...document.querySelectorAll(".tile")].flatMap((tile) => [...tile.querySelectorAll("table:not(.frame table), .chooses, .apply, .curves")].filter((part) => part.getBoundingClientRect().right > tile.getBoundingClientRect().right - 8).map((part) => part.className || part.tagName)));
    assert.deepEqual(out, [], `out of their panels at ${width}, ${language}`);
  }
}

export const boards = {
  async "every panel, its figures and its files"(browser, base) {
    const one = await arrives(browser, base);
    await one.sees(".kpi .big", "%");
    await one.sees(".kpi", "95% 상한");
    assert.equal(await one.page.locator(".variants tbody tr").count(), laid.arms);
    assert.ok((await one.page.locator(".interval .axis u").count()) > 0, "the bound stands in the intervals");
    const usual = one.page.locator(".variants tbody tr", { hasText: "지금 기본" });
    assert.deepEqual([await usual.count(), await usual.locator("b").first().textContent()], [1, "판정 둘과 확인"], "where new conversations go by the pack's weights");
    for (const title of ["방식 비교", "기준점과 위험 한도", "날마다의 결정", "결정", "갈래별", "살펴볼 답", "사실을 말한 곳", "상태"]) await one.sees("h3", title);
    await one.sees(".health", "감사 비용 30일");
    // The estimate's line bears its name only where the two lines lie far enough apart (`lettered`, vitest).
    await one.sees(".curves text", "95% 상한");
    await one.everywhere("dashboard", "ko", "light");
    await whole(one, "dashboard-ko-light");
    for (const link of await one.page.locator("a[href*='format=csv']").all()) {
      const answer = await one.context.request.get(base + (await link.getAttribute("href")));
      assert.match(answer.headers()["content-type"], /text\/csv/);
      assert.equal(answer.headers()["content-disposition"], `attachment; filename="${await link.getAttribute("download")}"`, "the file's one name");
      // Every answer that was laid down answered.
      const least = answer.url().includes("/api/answers/failed") ? 1 : 2;
      assert.ok((await answer.text()).trim().split("\r\n").length >= least, answer.url());
    }
    await one.page.locator(".exports summary").click();
    await one.passesAxe("what can be exported");
    const files = await one.page.locator(".exports a", { hasText: "JSON" }).evaluateAll((links) => links.map((link) => [link.download, link.getAttribute("href")]));
    assert.deepEqual(files.map(([name]) => name), ["variants.json", "days.json", "data-types.json", "threshold.json", "decisions.json", "savings.json", "sources.json", "reviews.json", "failed-answers.json", "state.json"]);
    for (const [name, href] of files) {
      const content = await (await one.context.request.get(base + href)).json();
      if (name === "decisions.json") assert.ok(content.decisions.length > 12);
      else assert.ok(Object.keys(content).length > 0, name);
    }
    await one.page.keyboard.press("Escape");
    await one.page.getByRole("group", { name: "보기" }).first().getByRole("button", { name: "표" }).click();
    for (const name of ["맞은 몫", "놓친 재사용", "시간 지남", "바꿔 고름", "검색 호출", "토큰"]) await one.sees(".all-figures th", name);
    await one.sees(".all-figures th", "클로퍼-피어슨, 한쪽 95%");
    assert.equal(await one.page.locator(".all-figures thead th").count(), laid.arms);
    await one.passesAxe("all figures of the variants");
    await whole(one, "dashboard-figures-ko-light");
    await one.page.getByRole("group", { name: "보기" }).nth(1).getByRole("button", { name: "표" }).click();
    await one.sees(".frame:not(.tall) tbody tr");
    await one.page.getByRole("group", { name: "단위" }).getByRole("button", { name: "건수" }).click();
    await one.page.locator(".groups").waitFor();
    await one.page.getByLabel("나누는 기준").selectOption("intent");
    await one.sees(".groups", laid.intentLabel);
    await one.leaves();
  },

  async "before anything came, and where nothing is"(browser, base) {
    const one = await Person.arrives(browser, base, { path: "/dashboard" });
    const held = [];
    await one.page.route("**/api/experiments/*/**", (route) => void held.push(route));
    await one.page.goto(`${base}/dashboard?days=7`);
    await one.page.waitForFunction(() => document.querySelectorAll(".tile[aria-busy=true] .waiting-lines").length > 5);
    await one.passesAxe("panels that wait for their figures");
    await one.pictures("dashboard-waiting-ko-light");
    for (const route of held.splice(0)) await route.abort().catch(() => undefined);
    await one.page.unroute("**/api/experiments/*/**");
    await one.page.route("**/api/experiments/*/**", (route) => route.abort());
    for (const route of held.splice(0)) await route.abort().catch(() => undefined);
    await one.page.waitForFunction(() => document.querySelectorAll(".tile .strip.bad").length > 3);
    await one.passesAxe("panels that could not be read");
    await one.pictures("dashboard-failed-ko-light");
    await one.page.unroute("**/api/experiments/*/**");
    await one.page.goto(`${base}/dashboard?intent=nothing-of-the-kind`);
    await one.sees(".tile .strip.bad", "질문 종류");
    await one.page.goto(`${base}/dashboard?pack=handbook`);
    await one.sees(".decisions .nothing, .tile .nothing");
    await one.passesAxe("panels with nothing in them");
    await one.pictures("dashboard-empty-ko-light");
    await one.leaves();
  },

  async "the line is down: the figures stay and say how old they are, and are live again"(browser, base) {
    const one = await Person.arrives(browser, base, { path: "/" });
    await one.page.clock.install();
    await one.page.goto(`${base}/dashboard`);
    await one.sees(".live:not(.old)", "실시간");
    await one.sees(".kpi .big", "%");
    const before = await one.page.locator(".kpi .big").allTextContents();
    await one.page.route("**/api/**", (route) => route.abort());
    await one.page.clock.fastForward(45_000);
    await one.sees(".live.old", /^4\d초 전 값$/);
    await one.page.clock.fastForward(150_000);
    await one.sees(".live.old", "3분 전 값");
    await one.sees(".kpis .strip.bad", "이 값을 불러오지 못했습니다");
    assert.deepEqual(await one.page.locator(".kpi .big").allTextContents(), before, "what was shown stays");
    await one.passesAxe("the dashboard while the line is down");
    await one.pictures("dashboard-down-ko-light");
    await one.page.unroute("**/api/**");
    await one.page.clock.fastForward(15_000);
    await one.sees(".live:not(.old)", "실시간");
    await one.gone(".strip.bad");
    await one.leaves();
  },

  async "filters stand in the address, pages go on by keys, a lost answer comes back"(browser, base) {
    const one = await arrives(browser, base);
    await one.page.locator("a.skip").focus();
    await one.page.keyboard.press("Enter");
    await one.page.waitForFunction(() => document.activeElement?.matches("main .scroller"));
    await one.page.route("**/breakdown?*by=data_type*", (route) => route.abort());
    await one.page.locator(".board-head").getByLabel("질문 종류").selectOption(laid.intent);
    await one.page.waitForURL(`**/dashboard?intent=${laid.intent}`);
    await one.sees(".board-head", `자료가 필요했던 질문 ${laid.intentTurns}번`);
    await one.sees(".strip.bad", "이 값을 불러오지 못했습니다");
    // The other panels are dim while their newer values come.
    await one.page.waitForFunction(() => !document.querySelector(".older"), undefined, { timeout: 5000 }).catch(() => undefined);
    await one.passesAxe("a panel that could not be read");
    await one.page.unroute("**/breakdown?*by=data_type*");
    await one.page.locator(".strip.bad .link").click();
    await one.gone(".strip.bad");
    await one.sees(".apply", "건 더 감사되어 모두 맞으면 제안합니다");
    await one.page.getByRole("button", { name: "결정 확인하러 가기" }).click();
    await one.page.waitForURL("**truth=unknown*");
    await one.page.reload();
    await one.sees(".decisions .is-unknown");
    assert.equal(await one.page.locator(".board-head").getByLabel("질문 종류").inputValue(), laid.intent);
    await one.page.goto(`${base}/dashboard?kind=partial&truth=contested`);
    await one.sees(".nothing", "이 조건의 결정이 없습니다");
    await one.page.locator(".nothing .link").click();
    await one.sees(".decisions tbody tr");
    await one.page.goto(`${base}/dashboard?kind=partial`);
    await one.sees(".decisions tbody tr");
    await one.page.locator(".exports summary").click();
    const whole = await one.page.locator(".exports a[download='decisions.json']").getAttribute("href");
    const kinds = (await (await one.context.request.get(base + whole)).json()).decisions.map((line) => line.decision);
    assert.deepEqual([...new Set(kinds)], ["partial"], "the file holds what the table lists");
    await one.page.goto(`${base}/dashboard`);
    await one.sees(".decisions tbody tr");
    const first = await one.page.locator(".decisions tbody tr").count();
    await one.page.getByRole("button", { name: "더 보기" }).first().click();
    await one.page.waitForFunction((n) => document.querySelectorAll(".decisions tbody tr").length > n, first);
    const runs = await one.page.locator(".decisions a.open").evaluateAll((links) => links.map((link) => link.dataset.run));
    assert.equal(new Set(runs).size, runs.length, "no decision twice");
    await one.leaves();
  },

  async "a wrong reuse, down to its evidence, labelled by keys alone"(browser, base) {
    const one = await arrives(browser, base);
    await one.page.goto(`${base}/dashboard?truth=wrong`);
    await one.page.locator(`a.open[data-run="${laid.wrong}"]`).waitFor();
    await one.sees(".queue", "틀린 재사용");
    await one.page.keyboard.press("j");
    for (let n = 0; n < 20 && (await one.page.evaluate(() => document.activeElement?.dataset?.run)) !== laid.wrong; n += 1) await one.page.keyboard.press("j");
    await one.page.keyboard.press("Enter");
    await one.page.waitForURL(`**decision=${laid.wrong}*`);
    await one.sees(".drawer h2", laid.question);
    await one.sees(".drawer .differences tr.gone", "없음");
    for (const value of await one.page.locator(".drawer .differences summary").allTextContents()) assert.ok(value.length < 70, `short: ${value}`);
    await one.page.locator(".drawer .differences summary").first().click();
    await one.sees(".drawer .differences details[open] p");
    await one.page.locator(".drawer .differences summary").first().click();
    await one.sees(".drawer .judges", "판정 1");
    await one.sees(".drawer", "다른 방식이었다면");
    await one.everywhere("dashboard-decision", "ko", "light");
    await one.page.keyboard.press("Escape");
    await one.gone(".drawer");
    await one.page.waitForFunction((run) => document.activeElement?.dataset?.run === run, laid.wrong);
    assert.ok(!one.page.url().includes("decision="));
    await one.page.keyboard.press("Enter");
    await one.sees(".drawer .differences");
    await one.page.keyboard.press("2");
    await one.sees(".drawer .said", "'틀림'으로 적었습니다");
    await one.sees(".drawer .sayings", "나");
    await one.page.keyboard.press("1");
    await one.sees(".drawer .said", "'맞음'으로 적었습니다");
    await one.sees(".drawer .sayings .struck", "나중 말로 바뀜");
    const pressed = () => one.page.locator(".drawer .label [aria-pressed=true]").allInnerTexts();
    assert.match((await pressed()).join(), /^맞는 재사용/, "the newest word is the one that is pressed");
    await one.page.locator(".drawer .said .link").click();
    await one.sees(".drawer .said", "되돌렸습니다");
    await one.page.locator(".drawer .label [aria-pressed=true]", { hasText: "틀린 재사용" }).waitFor();
    await one.sees(".drawer .sayings .struck");
    await one.page.goto(`${base}/dashboard?decision=${laid.fresh}`);
    await one.sees(".drawer .nothing", "아직 견주지 않았습니다");
    await one.page.locator(".drawer .nothing .link").click();
    await one.sees(".drawer .agreed", "지금 자료와 맞음");
    const following = await one.page.evaluate((run) => {
      const runs = [...document.querySelectorAll(".decisions a.open")].map((link) => link.dataset.run);
      return runs[runs.indexOf(run) + 1];
    }, laid.fresh);
    // The button that was pressed is gone: the keys must not have gone with it.
    await one.page.keyboard.press("1");
    await one.sees(".drawer .said", "'맞음'으로 적었습니다");
    await one.page.keyboard.press("Escape");
    await one.page.waitForFunction((run) => document.activeElement?.dataset?.run === run, following);
    await one.leaves();
  },

  async "English, dark, a phone, the narrowest window"(browser, base) {
    const dark = await arrives(browser, base, { language: "en", theme: "dark" });
    await dark.sees("h2", "Is reuse right, and what does it save");
    await dark.everywhere("dashboard", "en", "dark");
    await whole(dark, "dashboard-en-dark");
    await dark.page.goto(`${base}/dashboard?decision=${laid.wrong}`);
    await dark.sees(".drawer .differences");
    await dark.everywhere("dashboard-decision", "en", "dark");
    await dark.leaves();
    for (const [language, theme] of [["ko", "dark"], ["en", "light"]]) {
      const one = await arrives(browser, base, { language, theme });
      await one.passesAxe(`the dashboard in ${language}, ${theme}`);
      await whole(one, `dashboard-${language}-${theme}`);
      await one.leaves();
    }
    for (const [language, theme] of [["ko", "dark"], ["en", "light"], ["en", "dark"]]) {
      const small = await arrives(browser, base, { language, theme, width: 390, height: 844, touch: true });
      await small.passesAxe(`the dashboard in ${language}, ${theme}, on a phone`);
      await small.fits(`the dashboard in ${language} on a phone`);
      await small.pictures(`dashboard-${language}-${theme}-phone`);
      await small.leaves();
    }
    const phone = await arrives(browser, base, { width: 390, height: 844, touch: true });
    await phone.passesAxe("the dashboard on a phone");
    await phone.fits("the dashboard on a phone");
    await phone.pictures("dashboard-ko-phone");
    await phone.page.goto(`${base}/dashboard?decision=${laid.wrong}`);
    await phone.sees(".drawer .differences");
    await phone.passesAxe("a decision on a phone");
    await phone.pictures("dashboard-decision-ko-phone");
    await phone.page.goto(`${base}/dashboard`);
    await phone.sees(".stack li");
    await narrower(phone, "ko");
    await phone.leaves();
    const english = await arrives(browser, base, { language: "en", touch: true });
    await narrower(english, "en");
    await english.leaves();
  },

  async "z: a threshold is tried on a share of new conversations, and ended"(browser, base) {
    const english = await arrives(browser, base, { language: "en", theme: "dark" });
    await english.page.getByRole("button", { name: "Try on 10% of its new sessions" }).click();
    await english.everywhere("dashboard-threshold", "en", "dark", { shows: "dialog.confirm[open]" });
    await english.leaves();
    const one = await arrives(browser, base);
    await one.sees(".apply", "95% 확신으로");
    await one.sees(".board-head", "날짜와 시각은 Asia/Seoul 기준입니다 (UTC+9).");
    const whose = one.page.locator(".tile.half").getByRole("combobox", { name: "살펴볼 방식" });
    await whose.selectOption({ label: "판정 둘" });
    await one.page.waitForURL("**arm=hybrid*");
    await one.sees(".apply", "더 감사되어 모두 맞으면");
    await one.passesAxe("another variant's threshold");
    await whose.selectOption({ label: "판정 둘과 확인" });
    await one.sees(".apply", "95% 확신으로");
    await one.page.getByRole("button", { name: "이 방식의 새 대화 10%에 시험하기" }).click();
    await one.sees("dialog.confirm", "스스로 물러나고");
    await one.sees("dialog.confirm", "이 방식의 새 대화 가운데");
    await one.page.locator("dialog.confirm").getByRole("button", { name: "25%" }).click();
    await one.sees("dialog.confirm", "모든 새 대화의 25%입니다.");
    await one.everywhere("dashboard-threshold", "ko", "light", { shows: "dialog.confirm[open]" });
    await one.page.getByRole("button", { name: "시작하기" }).click();
    await one.sees(".board .strip", "시험을 시작했습니다");
    await one.page.waitForURL("**experiment=real_estate-*");
    await one.sees(".nothing", "모이면 견줍니다");
    await one.sees(".board-head", "부터 진행 중");
    // A quarter of an arm's sessions, whatever the weights are: the shares of all arms are shown, and make a whole.
    const shares = [...(await one.page.locator(".board-head").innerText()).matchAll(/([\d.]+)%/g)].map(([, share]) => Number(share));
    assert.ok(shares.length > 1 && Math.abs(shares.reduce((sum, share) => sum + share, 0) - 100) < 2, `shares: ${shares}`);
    await one.sees(".begin", "새 대화가 이 실험의 방식으로 나뉘고");
    await one.page.getByRole("button", { name: "실험 끝내기" }).click();
    await one.page.locator("dialog.confirm").getByRole("button", { name: "실험 끝내기" }).click();
    await one.sees(".board .strip", "실험을 끝냈습니다");
    await one.gone("dialog.confirm");
    await one.sees(".board-head", "에 끝남");
    assert.equal(await one.page.locator(".variants .chip.ask").count(), 0, "nothing is on trial any more");
    await one.leaves();
  },
};
