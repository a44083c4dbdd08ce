// What administrators do on their page. tests/page/test_admin.py looks afterwards at what was written down.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { PATIENCE_MS, Person } from "./stage.mjs";

async function arrives(browser, base, path, options = {}) {
  const one = await Person.arrives(browser, base, { as: "boss", path, ...options });
  await one.sees(".admin .tile, .admin .refused");
  return one;
}

async function whole(one, name) {
  if (process.env.SHOTS === undefined) return;
  const before = one.page.viewportSize();
  const height = await one.page.evaluate(() => document.querySelector(".scroller").scrollHeight + 90);
  await one.page.setViewportSize({ ...before, height: Math.min(height, 3_000) });
  await one.pictures(name);
  await one.page.setViewportSize(before);
}

/** What opens over a part, and closes again with nothing done. */
const opened = {
  async people(one, language, theme) {
    await row(one, "boss").locator("[aria-haspopup=menu]").click();
    await one.page.locator("[role=menuitem]", { hasText: language === "ko" ? "모두 지우기" : "Erase everything" }).click();
    await one.page.locator("dialog input").fill("boss");
    await one.everywhere("admin-erase", language, theme, { shows: "dialog[open] .danger:enabled" });
    await closes(one);
  },
  async keys(one, language, theme) {
    await one.page.locator("button", { hasText: language === "ko" ? "키 만들기" : "Make a key" }).click();
    await one.page.locator("dialog input").first().fill(language === "ko" ? "야간 보고" : "Nightly report");
    await one.everywhere("admin-make-key", language, theme, { shows: "dialog[open] [type=submit]" });
    await closes(one);
  },
};

async function closes(one) {
  await one.page.keyboard.press("Escape");
  await one.gone("dialog");
}

const row = (one, text) => one.page.locator("tbody tr", { hasText: text });

const CHOICES = {
  ko: { save: "저장", back: "기본값으로", whole: "1 이상의 정수를", was: "기본값 한도 없음", none: "한도 없음", kept: "7일", replace: "교체", operator: "운영자", done: "적어 두었습니다", replaced: "키를 교체함", changed: "한도·보관을 바꿈", given: "기본값으로 되돌림" },
  en: { save: "Save", back: "Back to the default", whole: "Write a whole number from 1", was: "Default: no limit", none: "no limit", kept: "7 days", replace: "Replace", operator: "Operator", done: "I have kept it", replaced: "Key replaced", changed: "Limit or retention changed", given: "Given back to the default" },
};

/** One setting of the overview: its row, and its dialog with a value written. */
async function sets(one, name, value) {
  const setting = one.page.locator(".admin-settings li", { hasText: name });
  await setting.locator("button").click();
  await one.page.locator("dialog input[name=value]").fill(value);
  return setting;
}

export const administrations = {
  async "admin: a key is made, shown once, and revoked by keyboard; each is a row of the log"(browser, base) {
    const one = await Person.arrives(browser, base, { as: "boss" });
    await one.page.locator(".foot a[href='/admin']").click();
    await one.sees(".admin .kpis");
    await one.page.locator(".admin-bar nav a", { hasText: "키" }).click();
    assert.equal(new URL(one.page.url()).search, "?tab=keys");
    await one.page.locator("button", { hasText: "키 만들기" }).focus();
    await one.page.keyboard.press("Enter");
    await one.page.keyboard.type("야간 보고");
    await one.page.keyboard.press("Tab");
    await one.page.keyboard.type("carla");
    await one.passesAxe("making a key");
    await one.pictures("admin-make-key-ko-light");
    await one.page.keyboard.press("Enter");
    const key = await one.sees("dialog input[readonly]");
    const made = await key.inputValue();
    assert.match(made, /^sfk_/);
    await one.page.locator("dialog button", { hasText: "복사" }).click();
    await one.sees("dialog [role=status]", "복사했습니다");
    assert.equal(await one.page.evaluate(() => navigator.clipboard.readText()), made);
    await one.page.locator("dialog button", { hasText: "적어 두었습니다" }).click();
    await one.gone("dialog");
    assert.equal((await one.page.content()).includes(made), false, "the key is nowhere any more");
    assert.ok((await one.context.request.get(`${base}/api/me`, { headers: { Authorization: `Bearer ${made}` } })).ok());
    await row(one, "야간 보고").locator("button", { hasText: "폐기" }).click();
    await one.page.locator("dialog .button.danger").click();
    await one.sees("[role=status].strip", "야간 보고 키를 폐기했습니다");
    await row(one, "야간 보고").locator("td", { hasText: "폐기됨" }).waitFor();
    await one.page.locator(".admin-bar nav a", { hasText: "기록" }).click();
    await one.sees(".admin-log .act", "키를 만듦");
    assert.match(await row(one, "키를 폐기함").first().innerText(), /boss[\s\S]*carla[\s\S]*완료/);
    await one.page.locator(".admin-filters select").first().selectOption("key_made");
    await one.page.waitForFunction(() => [...document.querySelectorAll(".admin-log .act")].every((cell) => cell.textContent.startsWith("키를 만듦")));
    assert.match(one.page.url(), /action=key_made/);
    const [file] = await Promise.all([one.page.waitForEvent("download"), one.page.locator(".admin-filters a", { hasText: "CSV" }).click()]);
    const table = await readFile(await file.path(), "utf8");
    assert.match(table, /^\ufeffentry_id,at,who/);
    assert.ok(table.split("\r\n").slice(1, -1).every((line) => line.includes("key_made")));
    await one.page.goBack();
    await one.leaves();
  },

  async "admin: limits and retention are changed, refused and given back; a key is replaced; each is a row of the log"(browser, base) {
    for (const [language, theme] of [["ko", "light"], ["en", "dark"]]) {
      const words = CHOICES[language];
      const one = await arrives(browser, base, "/admin", { language, theme, width: 1440 });
      const pace = await sets(one, "SUFFICE_LIMIT_REQUESTS_MINUTE", "0");
      await one.page.keyboard.press("Enter");
      await one.sees("dialog [role=alert]", words.whole);
      await one.everywhere("admin-setting", language, theme, { shows: "dialog [role=alert]" });
      await one.page.locator("dialog input[name=value]").fill("5000");
      await one.page.keyboard.press("Enter");
      await one.gone("dialog");
      await pace.locator(".value", { hasText: "5,000" }).waitFor();
      await pace.locator(".ends", { hasText: words.was }).waitFor();
      const events = await sets(one, "SUFFICE_KEEP_EVENTS_DAYS", "7");
      await one.page.locator("dialog button", { hasText: words.save }).click();
      await events.locator(".value", { hasText: words.kept }).waitFor();
      await one.page.reload();
      await one.sees(".admin .kpis");
      await pace.locator(".value", { hasText: "5,000" }).waitFor();
      for (const setting of [pace, events]) {
        await setting.locator("button").click();
        await one.page.locator("dialog button", { hasText: words.back }).click();
        await one.gone("dialog");
      }
      await pace.locator(".value", { hasText: words.none }).waitFor();
      const name = `report ${language}`;
      const made = await one.context.request.post(`${base}/api/admin/keys`, { data: { name, owner: "carla" }, headers: { "X-Suffice-Page": "1", Origin: base } });
      assert.equal(made.status(), 201, await made.text());
      const old = await made.json();
      await one.page.locator(".admin-bar nav a[href='/admin?tab=keys']").click();
      await row(one, name).locator("button", { hasText: words.replace }).click();
      await one.page.locator("dialog .switch label", { hasText: words.operator }).click();
      await one.everywhere("admin-replace", language, theme, { shows: "dialog .switch" });
      await one.page.locator("dialog .button.strong").click();
      const key = await (await one.sees("dialog input[readonly]")).inputValue();
      await one.page.locator("dialog button", { hasText: words.done }).click();
      await one.gone("dialog");
      const me = (secret) => one.context.request.get(`${base}/api/me`, { headers: { Authorization: `Bearer ${secret}` } });
      assert.equal((await me(old.key)).status(), 401, "the old key is over");
      assert.equal((await (await me(key)).json()).owner_id, "carla");
      assert.match(await row(one, name).first().innerText(), new RegExp(words.operator));
      await one.page.locator(".admin-bar nav a[href='/admin?tab=log']").click();
      await one.sees(".admin-log .act", words.replaced);
      assert.match(await row(one, words.replaced).first().innerText(), /carla/);
      assert.match(await row(one, words.changed).last().innerText(), /SUFFICE_LIMIT_REQUESTS_MINUTE/);
      await row(one, words.given).first().waitFor();
      await one.leaves();
    }
  },

  async "admin: a person is found, signed out and erased by writing their name; the log keeps a pseudonym"(browser, base) {
    const theirs = await Person.arrives(browser, base, { as: "ann" });
    await theirs.asks("대구 달서구 아파트 시세 알려줘");
    const one = await arrives(browser, base, "/admin?tab=people");
    await one.page.locator("input[type=search]").fill("an");
    await one.page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1);
    await row(one, "ann").locator("[aria-haspopup=menu]").click();
    await one.pictures("admin-person-ko-light");
    await one.page.locator("[role=menuitem]", { hasText: "페이지 로그아웃" }).click();
    await one.page.locator("dialog .button.strong").click();
    await one.sees("[role=status].strip", "페이지 1개를 로그아웃했습니다");
    await theirs.sees("#token");
    await row(one, "ann").locator("[aria-haspopup=menu]").click();
    await one.page.locator("[role=menuitem]", { hasText: "모두 지우기" }).click();
    assert.equal(await one.page.locator("dialog .button.danger").isDisabled(), true);
    await one.page.locator("dialog input").fill("ann");
    await one.passesAxe("erasing a person");
    await one.pictures("admin-erase-ko-light");
    await one.page.locator("dialog .button.danger").click();
    await one.sees("[role=status].strip", "모두 지웠습니다");
    await one.sees(".nothing", "그런 사람이 없습니다");
    await one.page.locator(".admin-bar nav a", { hasText: "기록" }).click();
    await one.sees(".admin-log .act", "사람을 지움");
    const log = await one.page.locator(".admin-log").innerText();
    assert.match(log, /erased-[0-9a-f]{12}/);
    assert.doesNotMatch(log, /\bann\b/);
    await theirs.context.close();
    await one.leaves();
  },

  async "admin: every part in both languages and themes, from a phone to a desk, without a finding of axe"(browser, base) {
    for (const [language, theme] of [["ko", "light"], ["en", "dark"]]) {
      const one = await arrives(browser, base, "/admin", { language, theme, width: 1440 });
      for (const tab of ["", "people", "keys", "log"]) {
        if (tab !== "") await one.page.locator(`.admin-bar nav a[href='/admin?tab=${tab}']`).click();
        await one.sees(".admin .tile");
        await one.page.waitForLoadState("networkidle");
        const kind = `admin-${tab || "overview"}-${language}-${theme}`;
        await one.everywhere(`admin-${tab || "overview"}`, language, theme);
        await whole(one, kind);
        await opened[tab]?.(one, language, theme);
        for (const width of [641, 320]) {
          await one.page.setViewportSize({ width, height: 800 });
          await one.fits(`${kind} at ${width}`);
        }
        await one.page.setViewportSize({ width: 375, height: 812 });
        await whole(one, `${kind}-phone`);
        await one.page.setViewportSize({ width: 1440, height: 900 });
      }
      await one.leaves();
    }
  },

  async "admin: an operator is not shown the way, and sees nothing there"(browser, base) {
    const one = await Person.arrives(browser, base, { as: "olga" });
    await one.sees(".foot a[href='/dashboard']");
    assert.equal(await one.page.locator(".foot a[href='/admin']").count(), 0);
    await one.page.goto(`${base}/admin?tab=log`);
    await one.sees(".refused h2", "관리자만");
    assert.equal(await one.page.locator("table").count(), 0);
    await one.passesAxe("refused");
    await one.leaves();
  },
};
