/** Which model answers, what the environment says of it, and one real try. Loaded when it is opened. */
import { type FormEvent, useEffect, useId, useState } from "react";
import type { ModelOut, TriedOut, TriedStep } from "../generated/http";
import { secondsOf } from "../format";
import { Refusal, request } from "../http";
import { Failed } from "../knowledge/failed";
import { useAsked } from "../parts/asked";
import { Icon } from "../parts/icons";
import { useWords } from "../words";
import { failureIn } from "../words/failures";
import { Reports } from "./reports";
import { modelWords } from "./words";
import "../knowledge/knowledge.css";
import "./models.css";

export default function Models({ openList }: { openList(): void }) {
  const words = useWords();
  const own = modelWords(words.language);
  const asked = useAsked<ModelOut>("/api/model", 0);
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
          {asked.data === null ? asked.error === null && <p className="know-lead" role="status">{own.loading}</p> : (
            <>
              <Now found={asked.data} />
              <Try found={asked.data} />
              <Reports />
              <Environment found={asked.data} />
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
  const lines: [string, React.ReactNode][] = [
    [own.now, <><b>{found.model ?? own.unset}</b> <span className={found.mode === "model" ? "chip reuse" : "chip"}>{own.modes[found.mode]}</span></>],
    ...(found.mode === "model" ? ([[own.address, found.base_url], [own.key, own.keyIs(found.has_key)], ...(found.is_small ? [[own.small, own.smallHint]] : []), [own.planning, own.plannings[found.planning] ?? found.planning]] as [string, string][]) : []),
    ...(found.mode === "model" ? ([[own.thinking, own.thinkings[found.thinking] ?? found.thinking]] as [string, string][]) : []),
  ];
  return (
    <section className="models-part">
      <dl className="why">{lines.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
      {found.mode === "rules" && <div className="models-how"><p>{own.howTo}</p><pre tabIndex={0}><code>{"SUFFICE_LLM_BASE_URL=http://127.0.0.1:11434/v1\nSUFFICE_LLM_MODEL=qwen3:32b"}</code></pre></div>}
    </section>
  );
}

interface Entered {
  base_url: string;
  model: string;
  api_key: string;
}

function Try({ found }: { found: ModelOut }) {
  const words = useWords();
  const own = modelWords(words.language);
  const id = useId();
  const [open, setOpen] = useState(found.mode === "rules" && found.may_enter);
  const [entered, setEntered] = useState<Entered>({ base_url: "", model: "", api_key: "" });
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState<{ name: string; out: TriedOut } | null>(null);
  const [failure, setFailure] = useState("");
  const start = (name: string, body: Entered | null) => {
    if (busy) return;
    setBusy(true);
    setTried(null);
    setFailure("");
    request<TriedOut>("POST", "/api/model/try", { entered: body })
      .then((out) => setTried({ name, out }), (error: unknown) => setFailure(error instanceof Refusal ? failureIn(words.language, error) : words.notDone))
      .finally(() => setBusy(false));
  };
  const send = (event: FormEvent) => (event.preventDefault(), start(entered.model, entered));
  const field = (name: keyof Entered, label: string, more: object) => (
    <div><label htmlFor={`${id}${name}`}>{label}</label><input className="field" id={`${id}${name}`} value={entered[name]} onChange={(event) => setEntered({ ...entered, [name]: event.target.value })} {...more} /></div>
  );
  return (
    <section className="models-part" aria-labelledby={id}>
      <h3 id={id}>{own.try}</h3>
      <p className="know-lead">{own.tryLead}</p>
      <div className="models-acts">
        {found.mode === "model" && <button type="button" className="button strong" aria-disabled={busy} onClick={() => start(found.model ?? "", null)}>{own.tryNow}</button>}
        {found.may_enter && <button type="button" className="button" aria-expanded={open} onClick={() => setOpen(!open)}>{own.tryOther}<Icon name={open ? "up" : "down"} small /></button>}
        {!found.may_enter && <p className="dim">{own.adminsOnly}</p>}
      </div>
      {open && (
        <form className="models-form" onSubmit={send}>
          <p className="know-lead">{own.tryOtherLead} {!found.may_enter_private && own.publicOnly}</p>
          {field("base_url", own.endpoint, { type: "url", required: true, pattern: "https?://[^\\s@]+", maxLength: 500, placeholder: "https://api.openai.com/v1", autoComplete: "off" })}
          {field("model", own.model, { required: true, maxLength: 200, autoComplete: "off" })}
          {field("api_key", own.apiKey, { type: "password", maxLength: 500, autoComplete: "off" })}
          <button type="submit" className="button strong" aria-disabled={busy}>{own.try}</button>
        </form>
      )}
      <p className={busy ? "know-lead" : "unseen"} role="status">{busy ? `${own.trying} …` : tried ? own.verdicts[tried.out.verdict] : ""}</p>
      {failure && <p className="strip bad" role="alert"><span>{failure}</span></p>}
      {tried && <Verdict {...tried} />}
    </section>
  );
}

function Verdict({ name, out }: { name: string; out: TriedOut }) {
  const { language } = useWords();
  const own = modelWords(language);
  const pace = out.streamed.seconds > out.first_s ? Math.round(out.characters / (out.streamed.seconds - out.first_s)) : 0;
  const streams = out.streamed.works ? [own.first(secondsOf(out.first_s * 1000)), out.pieces > 1 ? (pace > 0 ? own.pace(pace.toLocaleString(language)) : "") : own.atOnce].filter(Boolean) : [];
  const kind = out.verdict === "plans_and_writes" ? "good" : out.verdict === "fails" ? "bad" : "part";
  return (
    <div className={`verdict ${kind}`}>
      <h4>{name}: {own.verdicts[out.verdict]}</h4>
      <p>{own.advice[out.verdict]}</p>
      <dl className="why">
        <div><dt>{own.structured}</dt><dd><Step step={out.structured} more={out.structured.works ? [own.formats[out.reply_format] ?? out.reply_format] : []} /></dd></div>
        <div><dt>{own.streamed}</dt><dd><Step step={out.streamed} more={streams} /></dd></div>
        {out.wrote && <div><dt>{own.wrote}</dt><dd>{out.wrote}</dd></div>}
      </dl>
      {out.prompt_tokens > 0 && <p className="dim">{own.tokens(out.prompt_tokens.toLocaleString(language), out.completion_tokens.toLocaleString(language))}</p>}
    </div>
  );
}

function Step({ step, more }: { step: TriedStep; more: string[] }) {
  const { language } = useWords();
  const own = modelWords(language);
  const seconds = secondsOf(step.seconds * 1000);
  if (step.works) return <>{[own.works(seconds), ...more].join(" · ")}</>;
  return <>{own.fails(seconds)} · {own.reasons[step.reason ?? ""] ?? own.failed}{step.told && <small className="models-told" lang="en">{step.told}</small>}</>;
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
              <tr key={one.name}><th scope="row"><code>{one.name}</code><small>{own.meanings[one.name] ?? one.meaning}</small></th><td>{one.value || (one.is_set && one.name.endsWith("_KEY") ? own.hidden : own.unset)}</td><td>{one.is_set ? own.set : own.usual}</td></tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
