// Files for a conversation: by button, by dragging, by pasting; asked about, opened where they are cited, taken off.
import assert from "node:assert/strict";
import { Person } from "./stage.mjs";

const RULES = "# 관리규약\n\n## 제5조 주차\n\n세대당 주차는 두 대까지 할 수 있다.\n\n## 제7조 이사\n\n이사는 7일 전에 알리고 승강기 사용료 12만원을 낸다.\n";
const LEASE = "# Warehouse lease\n\n## Rent\n\nThe annual rent is 48,000 pounds.\n\n## Trucks\n\nForklift trucks must be charged in bay 7 only.\n";
const STOCK = "item,warehouse,quantity\nblue valve,North,140\nred valve,North,35\n";
const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

/** Files let fall on the page, or pasted into it. */
const brings = (one, kind, files) =>
  one.page.evaluate(([how, held]) => {
    const data = new DataTransfer();
    for (const [name, said] of held) data.items.add(new File([typeof said === "string" ? said : new Uint8Array(said)], name));
    const event = how === "paste" ? new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }) : new DragEvent(how, { dataTransfer: data, bubbles: true, cancelable: true });
    document.querySelector("main").dispatchEvent(event);
  }, [kind, files]);

async function talksAboutFiles(one, language, expected) {
  await one.page.locator("input[type=file]").setInputFiles([file(expected.name, expected.text)]);
  await one.sees(".attached li", expected.name);
  await one.asks(expected.question);
  assert.ok((await one.page.locator(".turn").last().innerText()).includes(expected.says), await one.page.locator(".turn").last().innerText());
  await one.everywhere("attached", language, "light");
  await one.page.locator(".turn .cite").first().click();
  await one.sees(".panel .source", expected.name);
  await one.page.locator(".panel .source").first().click();
  await one.sees(".panel .document mark");
  assert.ok((await one.page.locator(".panel .document h3").innerText()).includes(expected.name));
  await one.everywhere("attached-cited", language, "light");
}

export const attached = {
  async "attached: a file is chosen, asked about and opened where it is cited; others are dropped and pasted"(browser, base) {
    const one = await Person.arrives(browser, base);
    await talksAboutFiles(one, "ko", { name: "관리규약.md", text: RULES, question: "이사할 때 승강기 사용료는 얼마야?", says: "12만원" });
    await one.page.locator(".panel [aria-label='닫기']").click();
    await brings(one, "dragover", []);
    await brings(one, "drop", [["stock.csv", STOCK], ["photo.png", [137, 80, 78, 71, 13, 10, 26, 10]]]);
    await one.sees(".attached li", "stock.csv");
    await one.sees(".toast", "photo.png: 그림입니다");
    await one.gone(".attached .dim");
    await brings(one, "paste", [["memo.txt", "The salad bar closes at 2 pm."]]);
    await one.sees(".attached li", "memo.txt");
    assert.equal(await one.page.locator(".attached li").count(), 3);
    await one.page.locator(".attached [aria-label='memo.txt 첨부 떼기']").click();
    await one.page.waitForFunction(() => document.querySelectorAll(".attached li").length === 2);
    await one.leaves();
  },

  async "attached: in English, in a phone's window, by keyboard"(browser, base) {
    const one = await Person.arrives(browser, base, { language: "en" });
    await talksAboutFiles(one, "en", { name: "lease.md", text: LEASE, question: "Where must forklift trucks be charged?", says: "bay 7" });
    await one.page.locator(".panel [aria-label='Close']").click();
    await one.page.locator(".attached button").first().focus();
    await one.page.keyboard.press("Enter");
    await one.gone(".attached");
    await one.leaves();
  },
};
