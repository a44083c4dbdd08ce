// @vitest-environment happy-dom
/** A cited passage in its document, and a cited row: what is marked, what keeps its shape. */
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { CitationOut } from "../src/generated/protocol";
import { SourcesPanel } from "../src/panels/sources";
import { sourced } from "../src/parts/sourced";
import { WordsContext, wordsOf } from "../src/words";
import { inARoom, room, root } from "./room";

inARoom();

const TABLE = "| what | limit |\n| --- | --- |\n| Hotel, London | £165 a night |\n| Team meal | £40 a person, once a quarter |";
const TEXT = `We pay back what the work makes necessary.\n\n${TABLE}\n\n1. Photograph the receipt.\n2. Send it within 60 days.`;
let asked: string[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    if (path.startsWith("/api/sessions/")) return new Response(JSON.stringify({ items: [{ item_id: "f#2", text: "The rent is £48,000. It is paid quarterly." }] }));
    const chunk = { chunk_id: "handbook#5", document_id: "handbook", title: "5. Expenses", place: null, text: TEXT };
    return new Response(JSON.stringify(path.startsWith("/api/chunks/") ? chunk : { document_id: "handbook", title: "Handbook", passages: [chunk] }));
  });
});

const cited = (quote: string, more: Partial<CitationOut> = {}) =>
  ({ marker: 1, title: "5. Expenses", quote, chunk_id: "handbook#5", evidence_id: "e", source: "handbook", uri: "", fields: {}, fetched_at: "2026-02-23T01:00:00Z", example: false, ...more }) as CitationOut;

async function shown(citation: CitationOut) {
  await act(async () => root.render(<WordsContext value={wordsOf("en")}><SourcesPanel citations={[citation]} marked={citation} inDocument pack={undefined} sessionId="s1" show={() => undefined} copy={() => undefined} close={() => undefined} /></WordsContext>));
}

test("a copied source says that its day is the day it was found", () => {
  const copied = (language: "ko" | "en") => sourced("It may. [1]", [cited("A shed.", { source: "web", web: true })], undefined, wordsOf(language));
  expect(copied("en")).toContain("found 2026-02-23)");
  expect(copied("ko")).toContain("2026-02-23에 찾음)");
});

test("a table of the document is a table; the one that was cited is marked whole", async () => {
  await shown(cited("| Hotel, London | £165 a night |"));
  expect(asked).toEqual(["/api/chunks/handbook%235", "/api/documents/handbook?around=handbook%235"]);
  expect([...room.querySelectorAll(".document td")].map((cell) => cell.textContent)).toEqual(["Hotel, London", "£165 a night", "Team meal", "£40 a person, once a quarter"]);
  expect(room.querySelector(".document .hit table")).not.toBeNull();
  expect(room.querySelectorAll(".document .hit").length).toBe(1);
});

test("everything else stands letter for letter, and of it the very words that were cited are marked", async () => {
  await shown(cited("Send it within 60 days."));
  expect(room.querySelector(".document .hit")!.textContent).toBe("1. Photograph the receipt.\n2. Send it within 60 days.");
  expect(room.querySelector(".document mark")!.textContent).toBe("Send it within 60 days.");
  expect(room.querySelector(".document .hit table")).toBeNull();
});

test("of a cited row numbers and their units stay together", async () => {
  await shown(cited("대구 달서구 · 매매, 평균 3억 2,812만원, 평균 전용면적 77.9㎡", { fields: { region: "대구 달서구" } }));
  expect([...room.querySelectorAll(".document .hit .whole")].map((part) => part.textContent)).toEqual(["3억 2,812만원,", "77.9㎡"]);
});

test("a passage of an attached file is read from its conversation, and called so", async () => {
  await shown(cited("The rent is £48,000.", { source: "upload", chunk_id: "f#2", title: "lease.pdf (p. 2)", uri: "lease.pdf#page=2" }));
  expect(asked).toEqual(["/api/sessions/s1/evidence/e"]);
  expect(room.querySelector(".document .hit")!.textContent).toBe("The rent is £48,000. It is paid quarterly.");
  expect(room.querySelector(".document mark")!.textContent).toBe("The rent is £48,000.");
  expect(room.textContent).toContain("Attached files");
});
