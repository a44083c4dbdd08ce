// @vitest-environment happy-dom
// Which model answers: shown without its key, tried, judged, entered, changed and taken away.
import { act, createElement } from "react";
import { describe, expect, it, vi } from "vitest";
import type { AgreementOut, ModelOut, TriedOut } from "../src/generated/http";
import Models from "../src/models/models";
import { wordsOf, WordsContext } from "../src/words";
import { inARoom, room, root } from "./room";

const BASE = "https://models.example/v1";
const environment = { mode: "model", chosen_by: "environment", model: "qwen", base_url: "http://127.0.0.1:9/v1", has_key: true, stored: null, environment_model: "qwen", is_small: false, thinking: "auto", planning: "auto", settings: [{ name: "SUFFICE_LLM_API_KEY", meaning: "Key", is_set: true, value: null }], may_enter: true, may_enter_private: false } as ModelOut;
const kept = { base_url: BASE, model: "big", reply_format: "json_object", has_key: true, key_end: "WXYZ", changed_at: "2026-02-23T01:00:00Z", trouble: null } as const;
const entered: ModelOut = { ...environment, chosen_by: "page", model: "big", base_url: BASE, stored: kept };
const tried = { verdict: "writes_only", structured: { works: false, seconds: 1.5, reason: "bad_json", told: "The model gave no usable answer" }, reply_format: "text", streamed: { works: true, seconds: 2, reason: null, told: null }, first_s: 0.5, pieces: 9, characters: 60, wrote: "Hello.", pack: "homes", tasks: [], prompt_tokens: 10, completion_tokens: 5 } as TriedOut;
const task = { works: false, seconds: 0.4, reason: null, field: "", said: "", told: null, labelled: "", got: "" };
const unplanned = { ...task, task: "plan", question: "What is the rent?", reason: "unknown_intent", field: "intent", said: "rent_advice" };
const written = { ...task, task: "write", question: "How many?", works: true, labelled: "4", got: "Five." };
const wrong = { ...task, task: "calculate", question: "The mean?", reason: "wrong_shape", field: "operations" };
const plans = { ...tried, verdict: "plans_and_writes", structured: { works: true, seconds: 1, reason: null, told: null } } as TriedOut;
const reports = { reports: [{ base_url: "http://127.0.0.1:9/v1", model: "qwen", verdict: "writes only", judged_at: "2026-02-23T01:00:00Z", in_use: true, figures: { "judge 1": "14 of 20" } }] };
const packs = { packs: [{ name: "homes", default: true, title: { en: "Homes" } }] };

type Answers = Record<string, unknown>;

/** The page over these answers, and what it asked for. */
async function shown(model: ModelOut, more: Answers = {}, language: "ko" | "en" = "en") {
  const asked: [string, string, unknown][] = [];
  const answers: Answers = { "GET /api/model": model, "GET /api/endpoint-reports": reports, "GET /api/packs": packs, "POST /api/model/try": tried, ...more };
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const body = init.body ? JSON.parse(String(init.body)) : undefined;
    asked.push([init.method!, path, body]);
    const found = answers[`${init.method} ${path}`];
    const told = typeof found === "function" ? found(body) : found;
    return new Response(JSON.stringify(told), { status: told.status ?? 200, headers: { "Content-Type": "application/json" } });
  });
  await act(async () => root.render(createElement(WordsContext, { value: wordsOf(language) }, createElement(Models, { openList: () => undefined }))));
  return asked;
}

const button = (name: string) => [...room.querySelectorAll("button")].find((one) => one.textContent === name)!;
const press = (name: string) => act(async () => button(name).click());
const field = (label: string) => document.getElementById([...room.querySelectorAll("label")].find((one) => one.textContent === label)!.htmlFor) as HTMLInputElement;

async function types(label: string, value: string) {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(field(label), value);
    field(label).dispatchEvent(new Event("input", { bubbles: true }));
  });
}

describe("the model that answers", () => {
  inARoom();
  it("shows that a key is set and never what it is", async () => {
    await shown(environment);
    expect(room.textContent).toContain("not shown");
    expect(room.textContent).toContain("in the environment");
  });
  it("says of which models thinking in steps is asked, in both languages", async () => {
    await shown(environment);
    expect(room.textContent).toContain("small models only (LLM_SMALL_MODELS)");
    await shown(environment, {}, "ko");
    expect(room.textContent).toContain("작은 모델만(LLM_SMALL_MODELS)");
  });
  it("shows the last letters of a key that was entered here", async () => {
    await shown(entered);
    expect(room.textContent).toContain("on this page");
    expect(room.textContent).toContain("ends in WXYZ");
  });
  it("says in one sentence that a stored key cannot be decrypted", async () => {
    await shown({ ...environment, stored: { ...kept, trouble: "The stored key …" } });
    expect(room.querySelector(".strip.bad")!.textContent).toContain("SUFFICE_SETTINGS_KEY");
    expect(field("Key (if any)").placeholder).toBe("");
  });
  it("shows what was measured of it", async () => {
    await shown(environment);
    expect(room.querySelector(".models-reports")!.textContent).toContain("Can be trusted with writing");
    expect(room.querySelector(".models-reports")!.textContent).toContain("14 of 20");
  });
  it("is changed by admins alone", async () => {
    await shown({ ...environment, may_enter: false });
    expect(room.textContent).toContain("Only admins");
    expect(button("Enter a model")).toBeUndefined();
  });
});

describe("a try", () => {
  inARoom();
  it("tells both steps in words", async () => {
    const asked = await shown(environment);
    await press("Try the present model");
    expect(asked.at(-1)).toEqual(["POST", "/api/model/try", { entered: null }]);
    expect(room.querySelector(".verdict")!.textContent).toContain("It writes, but does not plan");
    expect(room.querySelector(".verdict")!.textContent).toContain("40 characters a second");
    expect(room.querySelector(".verdict")!.textContent).toContain("Its reply had not the given shape");
    expect(room.querySelector(".models-judged"), "what gives no shape judges nothing").toBeNull();
  });
  it("says of each task whether it works, and which field failed", async () => {
    await shown(environment, { "POST /api/model/try": { ...tried, tasks: [unplanned, written, wrong] } });
    await press("Try the present model");
    const lines = [...room.querySelectorAll(".verdict .why > div")].map((one) => one.textContent!);
    expect(lines).toContain("Planningdoes not plan: its plan names an intent that the subject does not have (rent_advice) · 0.4 sAsked: What is the rent?");
    expect(lines).toContain("Writingwrites · 0.4 s · but not as labelled (4): Five.Asked: How many?");
    expect(lines).toContain("Planning a calculationdoes not plan it: in its reply, operations is missing or not of the given shape · 0.4 sAsked: The mean?");
  });
  it("says the same in Korean", async () => {
    await shown(environment, { "POST /api/model/try": { ...tried, tasks: [unplanned] } }, "ko");
    await press("지금 모델 시험하기");
    expect(room.querySelector(".verdict")!.textContent).toContain("계획하지 못합니다: 계획에 적은 의도가 이 분야에 없습니다 (rent_advice) · 0.4초");
    expect(room.querySelector(".verdict h4")!.textContent).toContain("글은 쓰지만 계획하지 못합니다");
  });
  it("judges labelled questions a few at a time, with what it cost", async () => {
    const some = (body: { begin: number }): AgreementOut => ({ of: 7, asked: body.begin === 0 ? 5 : 2, agreed: body.begin === 0 ? 4 : 2, failed: 0, calls: body.begin === 0 ? 6 : 2, prompt_tokens: 100, completion_tokens: 10 });
    const asked = await shown(environment, { "POST /api/model/try": plans, "POST /api/model/agreement": some });
    await press("Try the present model");
    await press("Judge it");
    expect(asked.filter(([, path]) => path === "/api/model/agreement").map(([, , body]) => body)).toEqual([0, 5].map((begin) => ({ pack: "homes", begin, entered: null })));
    expect(room.querySelector(".models-judged")!.textContent).toContain("6 of 7 judged as labelled");
    expect(room.querySelector(".models-judged")!.textContent).toContain("8 calls · tokens: 200 sent · 20 received");
  });
  it("says where a subject has no labels", async () => {
    const none: AgreementOut = { of: 0, asked: 0, agreed: 0, failed: 0, calls: 0, prompt_tokens: 0, completion_tokens: 0 };
    await shown(environment, { "POST /api/model/try": plans, "POST /api/model/agreement": none });
    await press("Try the present model");
    await press("Judge it");
    expect(room.querySelector(".models-judged")!.textContent).toContain("no labelled questions");
  });
});

describe("entering a model", () => {
  inARoom();
  it("sends what was typed, and forgets the key", async () => {
    const asked = await shown({ ...environment, mode: "rules", model: null, chosen_by: "none" }, { "PUT /api/model/endpoint": entered });
    await types("Address (…/v1)", BASE);
    await types("Model", "big");
    await types("Key (if any)", "sk-123456789-WXYZ");
    await press("Save");
    expect(asked.at(-1)).toEqual(["PUT", "/api/model/endpoint", { base_url: BASE, model: "big", api_key: "sk-123456789-WXYZ", keep_key: false, reply_format: null }]);
    expect(field("Key (if any)").value).toBe("");
    expect(room.textContent).toContain("Saved. This model answers");
  });
  it("keeps the stored key only for its own address", async () => {
    const asked = await shown(entered, { "PUT /api/model/endpoint": entered });
    await press("Change");
    expect(field("Key (if any)").placeholder).toContain("••••WXYZ");
    await press("Save");
    expect(asked.at(-1)![2]).toEqual({ base_url: BASE, model: "big", api_key: "", keep_key: true, reply_format: "json_object" });
    await types("Address (…/v1)", "https://other.example/v1");
    expect(room.textContent).toContain("A stored key goes only to the address");
    await press("Save");
    expect(asked.at(-1)![2]).toMatchObject({ base_url: "https://other.example/v1", keep_key: false });
  });
  it("tries what is typed before it is saved", async () => {
    const asked = await shown(entered);
    await press("Change");
    await types("Model", "other");
    await press("Try it");
    expect(asked.at(-1)).toEqual(["POST", "/api/model/try", { entered: { base_url: BASE, model: "other", api_key: "", keep_key: true, reply_format: "json_object" } }]);
    expect(room.querySelector(".verdict h4")!.textContent).toContain("other: ");
    await types("Model", "another");
    expect(room.querySelector(".verdict"), "of another endpoint").toBeNull();
  });
  it("is told in words that a key is not sent in clear", async () => {
    const step = { works: false, seconds: 0, reason: "key_in_clear", told: null };
    await shown(entered, { "PUT /api/model/endpoint": { status: 422, code: "key_in_clear", detail: "http" }, "POST /api/model/try": { ...tried, verdict: "fails", structured: step, streamed: step } });
    await press("Change");
    await press("Save");
    expect(room.querySelector('[role="alert"]')!.textContent).toContain("over https alone");
    await press("Try it");
    expect(room.querySelector(".verdict")!.textContent).toContain("over https alone: not called");
  });
  it("is told in words when the address is private", async () => {
    await shown(entered, { "PUT /api/model/endpoint": { status: 422, code: "endpoint_refused", detail: "private" } });
    await press("Change");
    await press("Save");
    expect(room.querySelector('[role="alert"]')!.textContent).toContain("private or unknown");
  });
  it("is taken away only after it was asked", async () => {
    const asked = await shown(entered, { "DELETE /api/model/endpoint": environment });
    await press("Remove");
    expect(asked.some(([method]) => method === "DELETE")).toBe(false);
    expect(room.textContent).toContain("qwen from the environment answers");
    await act(async () => room.querySelector<HTMLButtonElement>(".models-sure .danger")!.click());
    expect(asked.at(-1)!.slice(0, 2)).toEqual(["DELETE", "/api/model/endpoint"]);
    expect(room.textContent).toContain("Removed.");
  });
});
