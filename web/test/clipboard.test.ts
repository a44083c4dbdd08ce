// @vitest-environment happy-dom
/** Copying with the browser's clipboard, without one (plain http), and where nothing helps. */
import { afterEach, expect, test, vi } from "vitest";
import { copied } from "../src/parts/clipboard";

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

test("without a clipboard a field is selected and copied, then gone, and the focus is where it was", async () => {
  vi.stubGlobal("navigator", {});
  let selected = "";
  const copies = vi.fn(() => {
    const field = document.activeElement as HTMLTextAreaElement;
    selected = field.value.slice(field.selectionStart, field.selectionEnd);
    return true;
  });
  Object.assign(document, { execCommand: copies });
  const button = document.body.appendChild(document.createElement("button"));
  HTMLTextAreaElement.prototype.select = function () {
    this.focus();
    this.setSelectionRange(0, this.value.length);
  };
  button.focus();
  expect(await copied("3억 9,000만원\n둘째 줄")).toBe(true);
  expect([selected, document.querySelector("textarea"), document.activeElement]).toEqual(["3억 9,000만원\n둘째 줄", null, button]);
});

test("a refused clipboard falls back; where nothing works it is told, not thrown", async () => {
  vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.reject(new Error("denied")) } });
  Object.assign(document, { execCommand: () => { throw new Error("gone"); } });
  expect(await copied("x")).toBe(false);
  expect(document.querySelector("textarea")).toBe(null);
});
