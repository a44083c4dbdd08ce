/** Which model answers, a real try of it, and another one in its place. Loaded when it is opened. */
import { useEffect, useId, useState } from "react";
import type { ModelOut } from "../generated/http";
import { age, fullTime } from "../format";
import { Failed } from "../knowledge/failed";
import { useAsked } from "../parts/asked";
import { Icon } from "../parts/icons";
import { useNow } from "../parts/clock";
import { SettingName } from "../parts/setting-name";
import { useWords } from "../words";
import { Entry } from "./entry";
import { Reports } from "./reports";
import { Found, useTry } from "./trying";
import { modelWords } from "./words";
import "../knowledge/knowledge.css";
import "./models.css";

export default function Models({ openList }: { openList(): void }) {
  const words = useWords();
  const own = modelWords(words.language);
  const asked = useAsked<ModelOut>("/api/model", 0);
  const [changed, setChanged] = useState<ModelOut | null>(null);
  const found = changed ?? asked.data;
  useEffect(() => void (document.title = `${words.models} · Suffice`), [words]);
  return (
    <main className="main">
      <header className="topbar">
        <button type="button" className="square only-phone" aria-label={words.openList} onClick={openList}><Icon name="menu" /></button>
        <h1 className="grow">{words.models}</h1>
      </header>
      <div className="scroller thin-scroll" id="figures" tabIndex={0} role="region" aria-label={own.section}>
        <div className="know models">
          <div className="know-head"><div className="grow"><h2>{own.title}</h2><p>{own.lead}</p></div></div>
          {asked.error?.status === 403 ? <p className="strip"><Icon name="info" /><span>{own.notAllowed}</span></p> : <Failed asked={asked} />}
          {found === null ? asked.error === null && <p className="know-lead" role="status">{own.loading}</p> : (
            <>
              <Now found={found} />
              <Try found={found} key={`${found.model} ${found.base_url}`} />
              <Entry found={found} changed={setChanged} />
              <Reports />
              <Environment found={found} />
            </>
          )}
        </div>
      </div>
    </main>
  );
}

function Now({ found }: { found: ModelOut }) {
  const { language } = useWords();
  const own = modelWords(language);
  const now = useNow(60_000);
  const kept = found.stored;
  const end = found.chosen_by === "page" && kept?.key_end ? ` · ${own.keyEnds(kept.key_end)}` : "";
  const at = kept?.changed_at ? Date.parse(kept.changed_at) : null;
  const model: [string, React.ReactNode][] = found.mode === "rules" ? [] : [
    [own.chosen, <>{own.chosenBy[found.chosen_by]}{found.chosen_by === "page" && at !== null && <> · <span title={fullTime(at, language)}>{age(at, now, language)}</span></>}</>],
    [own.address, found.base_url],
    [own.key, own.keyIs(found.has_key) + end],
    ...(found.is_small ? [[own.small, own.smallHint] as [string, string]] : []),
    [own.planning, own.plannings[found.planning] ?? found.planning],
    [own.thinking, own.thinkings[found.thinking] ?? found.thinking],
  ];
  const lines: [string, React.ReactNode][] = [
    [own.now, <><b>{found.model ?? own.unset}</b> <span className={found.mode === "model" ? "chip reuse" : "chip"}>{own.modes[found.mode]}</span></>],
    ...model,
  ];
  return (
    <section className="models-part">
      <dl className="why">{lines.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
      {kept?.trouble && <p className="strip bad" role="alert"><Icon name="info" /><span>{own.trouble(kept.model)}</span></p>}
      {found.mode === "rules" && !found.may_enter && <div className="models-how"><p>{own.howTo}</p></div>}
    </section>
  );
}

/** What answers now, tried for real. */
function Try({ found }: { found: ModelOut }) {
  const own = modelWords(useWords().language);
  const id = useId();
  const attempt = useTry();
  if (found.mode === "rules") return null;
  return (
    <section className="models-part" aria-labelledby={id}>
      <h3 id={id}>{own.try}</h3>
      <p className="know-lead">{own.tryLead}</p>
      <div className="models-acts">
        <button type="button" className="button strong" aria-disabled={attempt.busy} onClick={() => attempt.start(found.model ?? "", null)}>{own.tryNow}</button>
      </div>
      <Found {...attempt} />
    </section>
  );
}

function Environment({ found }: { found: ModelOut }) {
  const { language } = useWords();
  const own = modelWords(language);
  return (
    <section className="models-part">
      <h3>{own.settings}</h3>
      <div className="know-table thin-scroll" tabIndex={0} role="region" aria-label={own.settings}>
        <table>
          <thead><tr><th scope="col">{own.setting}</th><th scope="col">{own.value}</th><th scope="col">{own.from}</th></tr></thead>
          <tbody>
            {found.settings.map((one) => (
              <tr key={one.name}><th scope="row"><code><SettingName name={one.name} /></code><small>{own.meanings[one.name] ?? one.meaning}</small></th><td>{one.value || (one.is_set && one.name.endsWith("_KEY") ? own.hidden : own.unset)}</td><td>{one.is_set ? own.set : own.usual}</td></tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
