// @vitest-environment happy-dom
/** Files for a conversation: chosen, dropped or pasted, several at once; what is refused is said. */
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { AttachButton, AttachedFiles, useAttached } from "../src/parts/attach";
import { WordsContext, wordsOf } from "../src/words";
import type { Language } from "../src/words";
import { inARoom, room, root } from "./room";

inARoom();

let sent: string[];
let attached: string[];
let said: string[];

beforeEach(() => {
  [sent, attached, said] = [[], [], []];
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    sent.push(`${init?.method ?? "GET"} ${path}`);
    const name = new URL(path, "http://x").searchParams.get("name");
    if (name?.endsWith(".png")) return new Response(JSON.stringify({ code: "broken_document", detail: `${name} is a picture; type its words into a document, or run text recognition over it.` }), { status: 422 });
    if (name === "busy.md") return new Response(JSON.stringify({ code: "over_limit", detail: "Too many requests; ask again in 20 s." }), { status: 429 });
    if (name === "long.md") return new Response(JSON.stringify({ code: "invalid_input", detail: "body: long.md has 70000 characters; 60000 at most. Attach the part that matters." }), { status: 422 });
    if (name !== null) attached.unshift(name);
    if (init?.method === "DELETE") return new Response(null, { status: 204 });
    if (path === "/api/sessions") return new Response(JSON.stringify({ session_id: "new" }));
    const files = attached.map((one) => ({ attachment_id: one, name: one, characters: 1, created_at: "" }));
    return new Response(JSON.stringify(name === null ? { attachments: files } : files[0]));
  });
});

function Place({ session, here }: { session: string | null; here: boolean }) {
  const held = useAttached(session, "homes", (id) => said.push(`open ${id}`), (text) => said.push(text), here);
  return <><AttachedFiles attached={held} /><AttachButton attached={held} /></>;
}

const shown = (session: string | null, language: Language = "en", here = true) =>
  act(async () => root.render(<WordsContext value={wordsOf(language)}><Place session={session} here={here} /></WordsContext>));
const file = (name: string) => new File(["words"], name);

async function happens(type: "dragover" | "drop" | "paste", files: File[], kinds: string[] = ["Files"]) {
  const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), { dataTransfer: { files, types: kinds }, clipboardData: { files, types: kinds } });
  await act(async () => void document.dispatchEvent(event));
  await act(async () => void (await new Promise((done) => setTimeout(done, 20))));
  return event;
}

const names = () => [...room.querySelectorAll(".attached li span")].map((one) => one.textContent);

test("several files dropped together are all attached, one after another", async () => {
  await shown("s1");
  await happens("dragover", []);
  expect(room.querySelector(".attach-drop")!.textContent).toContain("Drop");
  const event = await happens("drop", [file("a.md"), file("b.csv")]);
  expect(event.defaultPrevented).toBe(true);
  expect(sent.filter((one) => one.startsWith("POST"))).toEqual(["POST /api/sessions/s1/attachments?name=a.md", "POST /api/sessions/s1/attachments?name=b.csv"]);
  expect(names()).toEqual(["b.csv", "a.md"]);
  expect(said.at(-1)).toContain("a.md, b.csv");
});

test("a pasted file is attached; words that come with a picture of themselves are pasted as words", async () => {
  await shown("s1");
  expect((await happens("paste", [file("a.md")])).defaultPrevented).toBe(true);
  expect(names()).toEqual(["a.md"]);
  expect((await happens("paste", [file("b.png")], ["Files", "text/plain"])).defaultPrevented).toBe(false);
  expect(names()).toEqual(["a.md"]);
});

test("a picture is refused in the page's language, and the others are attached all the same", async () => {
  await shown("s1", "ko");
  await happens("drop", [file("photo.png"), file("a.md")]);
  expect(names()).toEqual(["a.md"]);
  expect(said.at(-1)).toMatch(/^photo\.png: 그림입니다\./);
});

test.each([
  ["busy.md", /^정해진 시간에/],
  ["long.md", /^long\.md: 글이 너무 깁니다\./],
])("why %s was refused is said in the page's language", async (name, sentence) => {
  await shown("s1", "ko");
  await happens("drop", [file(name)]);
  expect(said.at(-1)).toMatch(sentence);
});

test("the first file begins a conversation; one that only holds what is refused is not kept", async () => {
  await shown(null);
  await happens("drop", [file("a.md")]);
  expect(said).toContain("open new");
  sent = [];
  await happens("drop", [file("photo.png")]);
  expect(sent.at(-1)).toBe("DELETE /api/sessions/new");
});

test("while another place is shown nothing is taken", async () => {
  await shown("s1", "en", false);
  expect((await happens("drop", [file("a.md")])).defaultPrevented).toBe(false);
  expect(names()).toEqual([]);
});
