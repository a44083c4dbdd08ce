/** The administrator's page: how the service is, who there is, which keys, and who did what. A page of its own, loaded when it is opened. */
import { type MouseEvent, useCallback, useEffect, useState } from "react";
import type { AdminOverview } from "../generated/http";
import { Failed } from "../dashboard/parts";
import { STATE_MS, useAsked, useBeat } from "../dashboard/data";
import { SignIn } from "../parts/dialogs";
import { Mark } from "../parts/icons";
import { applyLooks, type Looks, LooksContext } from "../settings";
import { wordsOf, WordsContext } from "../words";
import { Keys } from "./keys";
import { Log } from "./log";
import { Overview } from "./overview";
import { People } from "./people";
import { useAdmin } from "./words";
import "../dashboard/dashboard.css";
import "../dashboard/panels.css";
import "./admin.css";

type Tab = "overview" | "people" | "keys" | "log";
const TABS: readonly Tab[] = ["overview", "people", "keys", "log"];

export default function Admin({ looks }: { looks: Looks }) {
  const [outside, setOutside] = useState(false);
  const [visit, setVisit] = useState(0);
  useEffect(() => applyLooks(looks), [looks]);
  useEffect(() => {
    const out = () => setOutside(true);
    addEventListener("suffice:signed-out", out);
    return () => removeEventListener("suffice:signed-out", out);
  }, []);
  return (
    <LooksContext value={looks}>
      <WordsContext value={wordsOf(looks.language)}>
        {outside ? <SignIn done={() => (setOutside(false), setVisit(visit + 1))} /> : <Page key={visit} />}
      </WordsContext>
    </LooksContext>
  );
}

/** Which part is shown, and what its rows are filtered by, stands in the address. */
export type Place = Record<"tab" | "person" | "action" | "result" | "since" | "until", string>;
const NAMES = ["tab", "person", "action", "result", "since", "until"] as const;

function placeOfAddress(): Place {
  const query = new URLSearchParams(location.search);
  return Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? ""])) as Place;
}

export function addressOf(place: Partial<Place>): string {
  const query = new URLSearchParams(NAMES.filter((name) => place[name]).map((name): [string, string] => [name, place[name]!]));
  return query.size > 0 ? `/admin?${query}` : "/admin";
}

function usePlace(): [Place, (place: Partial<Place>, step?: boolean) => void] {
  const [place, setPlace] = useState(placeOfAddress);
  useEffect(() => {
    const moved = () => setPlace(placeOfAddress());
    addEventListener("popstate", moved);
    return () => removeEventListener("popstate", moved);
  }, []);
  const go = useCallback((next: Partial<Place>, step = true) => {
    history[step ? "pushState" : "replaceState"](null, "", addressOf(next));
    setPlace(placeOfAddress());
  }, []);
  return [place, go];
}

function Page() {
  const { words } = useAdmin();
  const [place, go] = usePlace();
  const beat = useBeat(STATE_MS);
  const overview = useAsked<AdminOverview>("/api/admin/overview", beat);
  const [said, setSaid] = useState("");
  const tab = TABS.find((one) => one === place.tab) ?? "overview";
  useEffect(() => void (document.title = `${words.tabs[tab]} · ${words.name} · Suffice`), [words, tab]);
  const refused = overview.error?.status === 403;
  const link = (to: Partial<Place>) => (event: MouseEvent) => !event.ctrlKey && !event.metaKey && !event.shiftKey && (event.preventDefault(), setSaid(""), go(to));
  return (
    <div className="admin">
      <a className="skip" href="#content" onClick={(event) => (event.preventDefault(), document.getElementById("content")?.focus())}>{words.skip}</a>
      <header className="admin-bar">
        <Mark /><h1>{words.name}</h1>
        {!refused && (
          <nav aria-label={words.tabsName}>
            {TABS.map((one) => <a key={one} href={addressOf({ tab: one === "overview" ? "" : one })} aria-current={one === tab ? "page" : undefined} onClick={link({ tab: one === "overview" ? "" : one })}>{words.tabs[one]}</a>)}
          </nav>
        )}
        <a className="button small plain" href="/">{words.toChat}</a>
      </header>
      <main className="main">
        <div className="scroller thin-scroll" id="content" tabIndex={0} role="region" aria-label={`${words.name} · ${words.tabs[tab]}`}>
          <div className="board">
            <p className={said ? "strip" : "unseen"} role="status">{said && <span>{said}</span>}</p>
            {refused ? <div className="tile all refused"><h2>{words.notAllowed}</h2><p>{words.notAllowedHint}</p></div>
              : overview.data === null ? overview.error && <Failed asked={overview} />
              : tab === "people" ? <People announce={setSaid} now={overview.data.now} seeLog={(person) => go({ tab: "log", person })} again={overview.again} />
              : tab === "keys" ? <Keys announce={setSaid} />
              : tab === "log" ? <Log place={place} choose={(part) => go({ ...place, ...part }, false)} days={overview.data.settings.find((one) => one.name === "SUFFICE_KEEP_AUDIT_DAYS")?.value ?? 0} />
              : <Overview asked={overview} announce={setSaid} />}
          </div>
        </div>
      </main>
    </div>
  );
}
