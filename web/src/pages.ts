/** The pages beside the chat: where each lies, what it is called in the list's foot, and who is shown the way there. */
import { useCallback, useEffect, useState } from "react";
import type { IconName } from "./parts/icons";
import type { Words } from "./words";

export type Place = "board" | "knowledge" | "models";

interface PageOf {
  place: Place;
  path: string;
  icon: IconName;
  name(words: Words): string;
  /** Others are not shown the way; what they may see there, the service decides. */
  operators: boolean;
  /** Stands in the list's foot; the others are reached from where they belong. */
  foot: boolean;
}

export const PAGES: readonly PageOf[] = [
  { place: "knowledge", path: "/knowledge", icon: "book", name: (words) => words.knowledge, operators: false, foot: true },
  { place: "board", path: "/dashboard", icon: "chart", name: (words) => words.dashboard, operators: true, foot: true },
  { place: "models", path: "/models", icon: "gear", name: (words) => words.models, operators: true, foot: false },
];

export function placeOfAddress(): Place | null {
  return PAGES.find((one) => one.path === location.pathname)?.place ?? null;
}

/** What is chosen on a page stands in its address: a link shows the same, and "back" goes back. */
export function useAddress<Names extends string>(names: readonly Names[]): [Record<Names, string>, (part: Partial<Record<Names, string>>, step?: boolean) => void] {
  const read = useCallback(() => {
    const query = new URLSearchParams(location.search);
    return Object.fromEntries(names.map((name) => [name, query.get(name) ?? ""])) as Record<Names, string>;
  }, [names]);
  const [chosen, setChosen] = useState(read);
  useEffect(() => {
    const moved = () => setChosen(read());
    addEventListener("popstate", moved);
    return () => removeEventListener("popstate", moved);
  }, [read]);
  const choose = useCallback((part: Partial<Record<Names, string>>, step = false) => {
    const next = { ...read(), ...part };
    const query = new URLSearchParams(names.filter((name) => next[name] !== "").map((name): [string, string] => [name, next[name]]));
    history[step ? "pushState" : "replaceState"](null, "", query.size > 0 ? `${location.pathname}?${query}` : location.pathname);
    setChosen(next);
  }, [names, read]);
  return [chosen, choose];
}
