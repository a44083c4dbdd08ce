// A conversation of many turns beside one of three: the same things are done in both, and what they cost is printed side by side.
// How many turns: TURNS (tests/page/test_browser.py); the figures of docs/page.md are those of 300. Without it few are asked, and the
// answer at the end is written as fast as any: that shows that all of it works, and takes seconds.
import assert from "node:assert/strict";
import { AGAIN, LAW, PATIENCE_MS, Person, PRICES } from "./stage.mjs";

const TURNS = Number(process.env.TURNS ?? 5);
const AT_THE_END = process.env.TURNS === undefined ? LAW : `${LAW} 천천히 알려줘`;
const FEW = 3;
const FIRST = "처음에 물은 것: 전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?";
const WHEELS = process.env.TURNS === undefined ? 4 : 24;

export const long = {
  async "what a long conversation costs beside a short one"(browser, base) {
    const owner = await Person.arrives(browser, base);
    const measured = {};
    for (const turns of [FEW, TURNS]) {
      const session = await talked(owner, base, turns);
      const one = await Person.arrives(browser, base, { as: owner.as, path: `/s/${session}`, height: 520 });
      measured[turns] = { ...(await opened(one, turns)), ...(await scrolled(one)), ...(await found(one)), ...(await streamed(one)) };
      await one.leaves();
    }
    process.stdout.write(`@measured ${JSON.stringify({ turns: TURNS, ...measured })}\n`);
    const [short, whole] = [measured[FEW], measured[TURNS]];
    assert.equal(whole.requests, short.requests, "what is read on opening does not grow with the turns");
    assert.ok(whole.shift < 0.1, `layout shift ${whole.shift}`);
    await owner.leaves();
  },

  async "a long conversation: its end at once, all of it soon, the place that is read stays"(browser, base) {
    const owner = await Person.arrives(browser, base);
    const session = await talked(owner, base, 14);
    const one = await Person.arrives(browser, base, { as: owner.as, path: `/s/${session}`, height: 600 });
    await drawn(one, 14);
    assert.ok(await atEnd(one), "it is opened at its end");
    assert.deepEqual((await one.page.locator("article h2").allTextContents()).map((name) => Number(name.replace(/\D/g, ""))), Array.from({ length: 14 }, (_, at) => at + 1));
    // What was never looked at has a guessed height: going up to it must not move what is read.
    for (let left = 1; left > 0; ) {
      const gone = await one.page.evaluate(goneUp, 200);
      assert.ok(Math.abs(gone.by - gone.moved) <= 2, `gone up by ${gone.by} px, what was read moved ${gone.moved} px`);
      left = gone.left;
    }
    await one.sees(".asked p", FIRST);
    await one.passesAxe("the beginning of a long conversation");
    assert.ok(await one.page.evaluate((text) => window.find(text), "처음에 물은 것"), "the browser's own search finds what stands far away");
    await one.writes(`${LAW} 끝없이 알려줘`);
    await one.sees(".answer", "한 조각씩");
    assert.ok(await atEnd(one), "asking goes to the end");
    await one.page.keyboard.press("Control+.");
    await one.sees(".strip", "멈췄습니다");
    await one.leaves();
  },
};

/** A conversation of so many turns, asked over HTTP. */
async function talked(owner, base, turns) {
  let session;
  for (let at = 0; at < turns; at += 1) {
    const content = at === 0 ? FIRST : at % 5 === 4 ? PRICES : at % 5 === 3 ? AGAIN : LAW;
    const answer = await owner.context.request.post(`${base}/api/chat`, { data: { content, ...(session && { session_id: session }) }, headers: { "X-Suffice-Page": "1", Origin: base }, timeout: PATIENCE_MS });
    assert.ok(answer.ok(), await answer.text());
    session = (await answer.json()).session_id;
  }
  return session;
}

function drawn(one, turns) {
  return one.page.waitForFunction((wanted) => document.querySelectorAll(".turn").length === wanted && document.querySelectorAll(".turn:last-child .tools-row").length === 1, turns, { timeout: PATIENCE_MS });
}

function atEnd(one) {
  return one.page.waitForFunction(() => { const room = document.querySelector(".scroller"); return room.scrollHeight - room.scrollTop - room.clientHeight <= 1; });
}

/** In the page: goes up by so many pixels; how far what stood in the middle of the window went down, once all is drawn. */
async function goneUp(pixels) {
  const room = document.querySelector(".scroller");
  const read = [...document.querySelectorAll(".turn")].find((turn) => turn.getBoundingClientRect().bottom > 320);
  const [before, by] = [read.getBoundingClientRect().top, Math.min(pixels, room.scrollTop)];
  room.scrollBy(0, -pixels);
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  return { by, moved: read.getBoundingClientRect().top - before, left: room.scrollTop };
}

async function metrics(one) {
  one.cdp ??= await one.context.newCDPSession(one.page);
  await one.cdp.send("Performance.enable");
  const { metrics: all } = await one.cdp.send("Performance.getMetrics");
  return Object.fromEntries(all.map(({ name, value }) => [name, value]));
}

async function opened(one, turns) {
  const asked = [];
  // What the first opening asks for is done: it is not to be counted with the second's.
  await drawn(one, turns);
  await one.page.waitForLoadState("networkidle");
  const before = await metrics(one);
  one.page.on("request", (request) => new URL(request.url()).pathname.startsWith("/api/") && asked.push(request.url()));
  await one.page.reload();
  const readable = await (await one.page.waitForFunction(() => document.querySelector(".turn:last-child .tools-row") && Math.round(performance.now()))).jsonValue();
  await drawn(one, turns);
  const whole = await one.page.evaluate(() => Math.round(performance.now()));
  await one.page.waitForLoadState("networkidle");
  const { long } = await one.measured();
  const spent = (await metrics(one)).TaskDuration - before.TaskDuration;
  await one.cdp.send("HeapProfiler.collectGarbage");
  const { JSHeapUsedSize, Nodes } = await metrics(one);
  return {
    requests: asked.length, readable, whole, longOnOpening: long.length, longestOnOpening: Math.max(0, ...long), busyOnOpening: Math.round(spent * 1000),
    heapMB: Number((JSHeapUsedSize / 1e6).toFixed(1)), nodes: Nodes,
  };
}

/** The wheel up and down: what a turn of it costs, and the longest time between two frames. */
async function scrolled(one) {
  await one.page.locator(".scroller").hover();
  await one.page.evaluate(() => {
    window.frames_ = [];
    let before = performance.now();
    const next = (now) => (window.frames_.push(now - before), (before = now), (window.framing = requestAnimationFrame(next)));
    window.framing = requestAnimationFrame(next);
  });
  const before = await metrics(one);
  for (let at = 0; at < WHEELS; at += 1) {
    await one.page.mouse.wheel(0, at < WHEELS / 2 ? -600 : 600);
    await one.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  const after = await metrics(one);
  const slowest = await one.page.evaluate(() => (cancelAnimationFrame(window.framing), Math.round(Math.max(...window.frames_.slice(1)))));
  return { wheel: Number((((after.TaskDuration - before.TaskDuration) * 1000) / WHEELS).toFixed(1)), slowestFrame: slowest };
}

async function found(one) {
  const [took, hit] = await one.page.evaluate((text) => { const began = performance.now(); const hit = window.find(text); return [performance.now() - began, hit]; }, "처음에 물은 것");
  assert.ok(hit, "the first question is found");
  return { find: Math.round(took) };
}

/** An answer is written at its end. */
async function streamed(one) {
  await one.page.evaluate(() => ((window.measured.shift = 0), (window.measured.long = [])));
  await one.writes(AT_THE_END);
  await one.sees(".turn:last-child .answer");
  const [before, began] = [await metrics(one), Date.now()];
  // Looked for now and then, and at the end alone: what goes through a long page at each frame would be measured with it.
  await one.page.waitForFunction(() => document.querySelector(".thread").lastElementChild.querySelector(".tools-row"), undefined, { polling: 500, timeout: PATIENCE_MS });
  const [after, took] = [await metrics(one), (Date.now() - began) / 1000];
  const { shift, long } = await one.measured();
  const busy = (after.TaskDuration - before.TaskDuration) / took;
  return { busyWhileWriting: Number(busy.toFixed(3)), shift, longWhileWriting: long.length, longestWhileWriting: Math.max(0, ...long) };
}
