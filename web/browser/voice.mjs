// Speaking and listening by the browser's own functions. Those of this browser need a microphone and voices: in their place stand
// objects of the same shape, which write down what they were asked; what the page does with them is the page's own.
import assert from "node:assert/strict";
import { ENGLISH, Person, PRICES } from "./stage.mjs";

const WORDS = {
  ko: { tag: "ko-KR", input: "말로 적기", done: "다 말했습니다", read: "소리 내어 읽기", quiet: "읽기 멈추기", refused: "마이크를 쓸 수 없습니다", failed: "알아듣지 못했습니다", unread: "이 브라우저가 읽지 못했습니다", begun: "대구 달서구", spoken: "아파트 시세 알려줘", asked: PRICES, sentence: "중위가는" },
  en: { tag: "en-US", input: "Dictate", done: "I am done", read: "Read aloud", quiet: "Stop reading", refused: "The microphone may not be used", failed: "did not understand", unread: "could not read it", begun: "What do flats", spoken: "in Dalseo-gu cost?", asked: ENGLISH.prices, sentence: "median" },
};
const MIC = ".composer button.square[aria-label]";

/** In the page, before anything of it: what is heard is what the story says, what is read is written down. */
function scripted() {
  window.heard = [];
  window.read = [];
  window.SpeechRecognition = window.webkitSpeechRecognition = class {
    start() {
      if (window.unstartable) throw new DOMException("busy", "InvalidStateError");
      window.heard.push({ lang: this.lang, interim: this.interimResults });
      window.listener = this;
    }
    stop() {
      if (window.says !== undefined) this.onresult?.({ results: [[{ transcript: window.says }]] });
      window.says = undefined;
      this.onend?.();
    }
    abort() {
      this.onerror?.({ error: "aborted" });
      this.onend?.();
    }
  };
  window.SpeechSynthesisUtterance = class {
    constructor(text) {
      this.text = text;
    }
  };
  const voice = { speak: (one) => window.read.push(one), cancel: () => (window.cancelled = (window.cancelled ?? 0) + 1) };
  Object.defineProperty(window, "speechSynthesis", { value: voice, configurable: true });
}

/** A browser that has neither. */
function mute() {
  for (const name of ["SpeechRecognition", "webkitSpeechRecognition", "speechSynthesis", "SpeechSynthesisUtterance"]) {
    delete window[name];
    Object.defineProperty(window, name, { value: undefined, configurable: true });
  }
}

/** Somebody whose browser has these functions; the page is loaded anew with them. */
async function having(browser, base, functions, options) {
  const one = await Person.arrives(browser, base, options);
  await one.page.addInitScript(functions);
  await one.page.reload();
  await one.page.waitForSelector("#composer");
  return one;
}

const named = (one, name) => one.page.locator(`[aria-label='${name}']`);

async function dictated(one, words, language, theme) {
  await one.page.locator("#composer").fill(words.begun);
  await named(one, words.input).focus();
  await one.page.keyboard.press("Enter");
  await named(one, words.done).waitFor();
  assert.equal(await named(one, words.done).getAttribute("aria-pressed"), "true", "that it listens is announced");
  await one.everywhere("dictating", language, theme);
  await one.page.evaluate((text) => (window.says = text), words.spoken);
  await named(one, words.done).click();
  await named(one, words.input).waitFor();
  assert.deepEqual(await one.page.evaluate(() => window.heard), [{ lang: words.tag, interim: false }]);
  assert.equal(await one.page.locator("#composer").inputValue(), words.asked, "what was said follows what was written");
  assert.equal(await one.page.evaluate(() => document.activeElement.id), "composer");
  assert.equal(await one.page.locator("article").count(), 0, "nothing is sent before a person sends it");
}

/** Nothing heard, no leave for the microphone, a recognition that does not start: each is said, and the button is as before. */
async function unheard(one, words) {
  for (const [error, sentence] of [["no-speech", words.failed], ["not-allowed", words.refused]]) {
    await named(one, words.input).click();
    await named(one, words.done).waitFor();
    await one.page.evaluate((name) => (window.listener.onerror({ error: name }), window.listener.onend()), error);
    await one.sees(".toast", sentence);
    await named(one, words.input).waitFor();
  }
  await one.page.evaluate(() => (window.unstartable = true));
  await named(one, words.input).click();
  await one.sees(".toast", words.failed);
  assert.equal(await named(one, words.input).getAttribute("aria-pressed"), "false");
}

async function readAloud(one, words, language, theme) {
  await one.page.locator("#composer").press("Enter");
  await one.sees(".tools-row");
  assert.equal((await one.page.locator(".asked p").innerText()).trim(), words.asked);
  await named(one, words.read).focus();
  await one.page.keyboard.press("Enter");
  await named(one, words.quiet).waitFor();
  const [spoken] = await one.page.evaluate(() => window.read.map(({ text, lang }) => ({ text, lang })));
  assert.equal(spoken.lang, words.tag, "an answer is read in its own language");
  assert.ok(spoken.text.includes(words.sentence), spoken.text);
  assert.doesNotMatch(spoken.text, /\*\*|\[\d+\]/, "without its marks");
  await one.everywhere("reading", language, theme);
  await named(one, words.quiet).click();
  await named(one, words.read).waitFor();
  await named(one, words.read).click();
  await one.page.evaluate(() => window.read.at(-1).onend());
  await named(one, words.read).waitFor();
  await named(one, words.read).click();
  await one.page.evaluate(() => window.read.at(-1).onerror({ error: "synthesis-failed" }));
  await one.sees(".toast", words.unread);
  await named(one, words.read).waitFor();
  await named(one, words.read).click();
  const before = await one.page.evaluate(() => window.cancelled);
  await one.page.locator(".rail .new").click();
  await one.page.waitForFunction((n) => window.cancelled > n, before); // who goes elsewhere is not read to
}

async function spokenWith(browser, base, language, theme) {
  const words = WORDS[language];
  const one = await having(browser, base, scripted, { language, theme });
  await dictated(one, words, language, theme);
  await unheard(one, words);
  await readAloud(one, words, language, theme);
  await one.leaves();
}

export const voices = {
  "voice: dictated, refused, sent by hand, read aloud and stopped, in Korean": (browser, base) => spokenWith(browser, base, "ko", "light"),
  "voice: dictated, refused, sent by hand, read aloud and stopped, in English": (browser, base) => spokenWith(browser, base, "en", "dark"),

  async "voice: a browser that has neither shows neither, and asks and answers as ever"(browser, base) {
    for (const [language, theme] of [["ko", "light"], ["en", "dark"]]) {
      const words = WORDS[language];
      const one = await having(browser, base, mute, { language, theme });
      await one.asks(words.asked);
      for (const name of [words.input, words.read]) assert.equal(await named(one, name).count(), 0, name);
      assert.ok((await one.page.locator(MIC).count()) > 0, "the other buttons stand where they stood");
      await one.everywhere("voiceless", language, theme);
      await one.leaves();
    }
  },
};
