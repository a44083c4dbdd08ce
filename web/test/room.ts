/** A place in the document that a test draws into, and that is empty again after it. */
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, vi } from "vitest";

export let root: Root;
export let room: HTMLElement;

/** Called once by a file of tests; stubbed globals are the browser's own again after each. */
export function inARoom(): void {
  beforeEach(() => {
    vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
    room = document.body.appendChild(document.createElement("main"));
    root = createRoot(room);
  });
  afterEach(() => {
    act(() => root.unmount());
    room.remove();
    vi.unstubAllGlobals();
  });
}
