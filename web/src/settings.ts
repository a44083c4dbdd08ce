/** What a person set: looks stay in this browser, how they are asked is the service's. */
import { createContext, useContext } from "react";
import type { SettingsBody } from "./generated/http";
import { embedded, embeddedLanguage, embeddedTheme } from "./embedded";
import { keep, kept } from "./session/kept";
import type { Language } from "./words";

export type Theme = "system" | "light" | "dark";

export interface Looks {
  language: Language;
  theme: Theme;
  textSize: 16 | 18 | 20;
  singleKeys: boolean;
}

export function looksOfBrowser(): Looks {
  const guessed: Language = navigator.language.startsWith("ko") ? "ko" : "en";
  const given: Language | null = embeddedLanguage === "ko" || embeddedLanguage === "en" ? embeddedLanguage : null;
  return {
    language: given ?? kept<Language>("language", guessed),
    theme: embeddedTheme === "light" || embeddedTheme === "dark" ? embeddedTheme : kept<Theme>("theme", "system"),
    textSize: kept<16 | 18 | 20>("textSize", 16),
    singleKeys: kept("singleKeys", true),
  };
}

export function applyLooks(looks: Looks): void {
  const root = document.documentElement;
  root.lang = looks.language;
  if (looks.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = looks.theme;
  if (looks.textSize === 16) delete root.dataset.size;
  else root.dataset.size = String(looks.textSize);
  // What a host page asks for is no choice of the person's.
  if (!embedded) for (const [name, value] of Object.entries(looks)) keep(name, value);
}

export type Wait = "never" | "30" | "300" | "forever";

export function waitOf(settings: SettingsBody): Wait {
  if (settings.ask === false) return "never";
  if (settings.confirm_timeout_s === null || settings.confirm_timeout_s === undefined) return "forever";
  return settings.confirm_timeout_s >= 300 ? "300" : "30";
}

export function withWait(settings: SettingsBody, wait: Wait): SettingsBody {
  const seconds = { never: settings.confirm_timeout_s, "30": 30, "300": 300, forever: null }[wait];
  return { ...settings, ask: wait !== "never", confirm_timeout_s: seconds };
}

export const LooksContext = createContext<Looks>({ language: "ko", theme: "system", textSize: 16, singleKeys: true });
export const useLooks = (): Looks => useContext(LooksContext);
