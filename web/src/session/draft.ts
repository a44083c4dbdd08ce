/**
 * What is being written, per conversation and per window: two windows on one conversation write two things.
 *
 * While a window is open its drafts are its own (they survive a reload of it). When it goes it leaves them behind for the next
 * window that opens that conversation, which takes them away, so that nothing is there twice.
 */
import { keep, kept } from "./kept";

const START = "suffice.draft.";

export function draftOf(key: string): string {
  const own = here(key);
  const left = kept(`draft.${key}`, "");
  if (typeof left !== "string" || left === "") return own;
  if (own !== "" && own !== left) return own;
  keep(`draft.${key}`, null);
  holdDraft(key, left);
  return left;
}

export function holdDraft(key: string, text: string): void {
  try {
    if (text === "") sessionStorage.removeItem(START + key);
    else sessionStorage.setItem(START + key, text);
  } catch {
    // Kept nowhere: it stands in the field as long as the page is open.
  }
}

function here(key: string): string {
  try {
    return sessionStorage.getItem(START + key) ?? "";
  } catch {
    return "";
  }
}

function held(): [string, string][] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(START)).map((key) => [key.slice(START.length), sessionStorage.getItem(key) ?? ""]);
  } catch {
    return [];
  }
}

/** Called once, by the page. */
export function leaveDrafts(): () => void {
  const leave = () => held().forEach(([key, text]) => text !== "" && keep(`draft.${key}`, text));
  // A page that comes back as it was, out of the browser's cache, has its drafts still.
  const back = () => held().forEach(([key, text]) => kept(`draft.${key}`, "") === text && keep(`draft.${key}`, null));
  addEventListener("pagehide", leave);
  addEventListener("pageshow", back);
  return () => (removeEventListener("pagehide", leave), removeEventListener("pageshow", back));
}
