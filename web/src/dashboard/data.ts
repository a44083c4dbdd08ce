/** What the dashboard asks the service, and how often: figures every five seconds while somebody looks, the rest when they changed. */
import { createContext, useCallback, useContext, useEffect, useState } from "react";
import type { PackOut } from "../generated/http";
export { type Asked, useAsked } from "../parts/asked";
import { type Language, useWords } from "../words";
import { en } from "./en";
import { type BoardWords, ko } from "./ko";

export const FIGURES_MS = 5_000;
export const STATE_MS = 15_000;
/** No answer for this long: the figures are called old. */
export const OLD_MS = 20_000;

export interface Chosen {
  experiment: string;
  pack: string;
  days: string;
  dataType: string;
  intent: string;
  model: string;
  demo: string;
  /** Whose threshold is looked at; empty: that of the variant with most questions. */
  arm: string;
  kind: string;
  truth: string;
  decision: string;
}

const NAMES = ["experiment", "pack", "days", "dataType", "intent", "model", "demo", "arm", "kind", "truth", "decision"] as const;
const USUAL: Chosen = { experiment: "", pack: "", days: "90", dataType: "", intent: "", model: "", demo: "with", arm: "", kind: "", truth: "", decision: "" };

/** Filters the service takes in these words alone; in an address somebody wrote, any other word is none. */
const TAKEN: Partial<Record<(typeof NAMES)[number], RegExp>> = {
  days: /^\d{1,4}$/, demo: /^(with|without|only)$/, kind: /^(reuse|partial|asked|search)$/, truth: /^(right|wrong|unknown|contested)$/,
};

export function chosenIn(search: string): Chosen {
  const query = new URLSearchParams(search);
  const read = (name: (typeof NAMES)[number]) => {
    const value = query.get(name);
    return value === null || TAKEN[name]?.test(value) === false ? USUAL[name] : value;
  };
  return Object.fromEntries(NAMES.map((name) => [name, read(name)])) as unknown as Chosen;
}

export function addressOf(chosen: Chosen): string {
  const query = new URLSearchParams(NAMES.filter((name) => chosen[name] !== USUAL[name]).map((name) => [name, chosen[name]]));
  return query.size > 0 ? `/dashboard?${query}` : "/dashboard";
}

/** What is chosen stands in the address: a link shows the same, and "back" closes a decision. */
export function useChosen(): [Chosen, (part: Partial<Chosen>) => void] {
  const [chosen, setChosen] = useState(() => chosenIn(location.search));
  useEffect(() => {
    const moved = () => setChosen(chosenIn(location.search));
    addEventListener("popstate", moved);
    return () => removeEventListener("popstate", moved);
  }, []);
  const choose = useCallback((part: Partial<Chosen>) => {
    const next = { ...chosenIn(location.search), ...part };
    const opens = part.decision !== undefined && chosenIn(location.search).decision === "";
    history[opens ? "pushState" : "replaceState"](null, "", addressOf(next));
    setChosen(next);
  }, []);
  return [chosen, choose];
}

/** The filters every panel shares, as the service takes them. `today` is the number of the day in the packs' zone. */
export function queryOf(chosen: Chosen, today: number): string {
  const query = new URLSearchParams();
  const days = Number(chosen.days);
  if (days > 0) query.set("since", new Date((today - days + 1) * 86_400_000).toISOString().slice(0, 10));
  if (chosen.pack) query.set("pack", chosen.pack);
  if (chosen.dataType) query.set("data_type", chosen.dataType);
  if (chosen.intent) query.set("intent", chosen.intent);
  if (chosen.model) query.set("model", chosen.model);
  if (chosen.demo !== "with") query.set("demo", chosen.demo);
  return query.toString();
}

export function pathOf(experiment: string, what: string, ...queries: string[]): string {
  const query = queries.filter(Boolean).join("&");
  return `/api/experiments/${encodeURIComponent(experiment)}/${what}${query ? `?${query}` : ""}`;
}

/** Counts up while somebody looks; at once when they come back. */
export function useBeat(everyMs: number): number {
  const [beat, setBeat] = useState(0);
  useEffect(() => {
    const on = () => void (document.hidden || setBeat((one) => one + 1));
    const timer = setInterval(on, everyMs);
    document.addEventListener("visibilitychange", on);
    return () => (clearInterval(timer), document.removeEventListener("visibilitychange", on));
  }, [everyMs]);
  return beat;
}

export const boardWordsOf = (language: Language): BoardWords => (language === "ko" ? ko : en);

export function useBoard(): { words: BoardWords; language: Language; zone: string | undefined } {
  const { language } = useWords();
  return { words: boardWordsOf(language), language, zone: useContext(ZoneContext) };
}

/** A variant by its name; an arm that somebody declared, by both: several may be of one variant. */
export function armOf(of: { arm: string; variant: string }, words: BoardWords): string {
  const name = words.variants[of.variant] ?? of.variant;
  return of.arm === of.variant ? name : `${name} · ${of.arm}`;
}

/** The zone that all days and times of the board are shown in; undefined: the viewer's. */
export const ZoneContext = createContext<string | undefined>(undefined);

/**
 * Days are counted in their pack's zone, so times are shown in it, too: of several packs with several zones in the first one's, and `differ` says
 * so. What this browser does not know is none.
 */
export function zoneOf(packs: PackOut[], names: string[]): { zone: string | undefined; differ: boolean } {
  const meant = packs.filter((pack) => names.length === 0 ? pack.default : names.includes(pack.name));
  const zones = [...new Set(meant.map((pack) => pack.time_zone))].filter(isKnown);
  return { zone: zones[0], differ: zones.length > 1 };
}

function isKnown(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }) !== null;
  } catch {
    return false;
  }
}

export const PacksContext = createContext<PackOut[]>([]);

/** What packs call their data types and intents, in the page's language. */
export function useLabels(): { dataType(name: string): string; intent(name: string): string; pack(name: string): string } {
  const packs = useContext(PacksContext);
  const { language } = useWords();
  return {
    dataType: (name) => packs.flatMap((pack) => pack.data_types).find((one) => one.name === name)?.label[language] ?? name,
    intent: (name) => packs.map((pack) => pack.intents[name]?.[language]).find(Boolean) ?? name,
    pack: (name) => packs.find((one) => one.name === name)?.title[language] ?? name,
  };
}
