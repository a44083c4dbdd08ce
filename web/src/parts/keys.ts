/** The page's shortcuts. Single keys never work while something is being written, and can be switched off. */
import { useEffect } from "react";
import { isWriting } from "./card";

export interface KeyActs {
  shortcuts(): void;
  find(): void;
  ledger(): void;
  stop(): void;
}

const PLACES = [".rail", ".scroller", "[data-card]", "#composer", ".panel .inside"];

export function useShortcuts(singleKeys: boolean, acts: KeyActs): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key === "F6") return round(event);
      const held = event.ctrlKey || event.metaKey;
      if (held && event.key.toLowerCase() === "j") acts.ledger();
      else if (held && event.key === ".") acts.stop();
      else if (!singleKeys || isWriting(event) || document.querySelector("dialog[open]")) return;
      else if (event.key === "?") acts.shortcuts();
      else if (event.key === "/") acts.find();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [singleKeys, acts]);
}

/** F6: list, transcript, open question, composer, panel, and round again. */
function round(event: KeyboardEvent): void {
  event.preventDefault();
  const places = PLACES.flatMap((selector) => [...document.querySelectorAll<HTMLElement>(selector)]).filter((place) => place.getClientRects().length > 0 && place.closest("[inert]") === null);
  const at = places.findLastIndex((place) => place.contains(document.activeElement));
  const next = places[(at + (event.shiftKey ? places.length - 1 : 1)) % places.length];
  const inside = next?.matches("textarea, [tabindex='0']") ? next : next?.querySelector<HTMLElement>("button:not(:disabled), a, [tabindex='0']");
  inside?.focus();
}
