/** One real try of an endpoint, and how often it judges as a pack's labels say; with what either took. */
import { useEffect, useId, useRef, useState } from "react";
import type { AgreementOut, PackList, TriedOut, TriedStep, TriedTask } from "../generated/http";
import { secondsOf } from "../format";
import { Refusal, request } from "../http";
import { useAsked } from "../parts/asked";
import { useWords } from "../words";
import { failureIn } from "../words/failures";
import { modelWords } from "./words";

/** An endpoint as it is typed; null: the one that answers now. */
export interface Entered {
  base_url: string;
  model: string;
  api_key: string;
  keep_key: boolean;
  reply_format: "json_schema" | "json_object" | "text" | null;
}

/** The sentence for what went wrong. */
export function useFailureText(): (error: unknown) => string {
  const words = useWords();
  return (error) => (error instanceof Refusal ? failureIn(words.language, error) : words.notDone);
}

/** One try at a time, and what the last one found. */
export function useTry() {
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState<{ name: string; entered: Entered | null; out: TriedOut } | null>(null);
  const [failure, setFailure] = useState("");
  const start = (name: string, entered: Entered | null) => {
    if (busy) return;
    setBusy(true);
    setTried(null);
    setFailure("");
    request<TriedOut>("POST", "/api/model/try", { entered })
      .then((out) => setTried({ name, entered, out }), (error: unknown) => setFailure(failureText(error)))
      .finally(() => setBusy(false));
  };
  const forget = () => (setTried(null), setFailure(""));
  return { busy, tried, failure, start, forget };
}

export function Found({ busy, tried, failure }: Pick<ReturnType<typeof useTry>, "busy" | "tried" | "failure">) {
  const own = modelWords(useWords().language);
  return (
    <>
      <p className={busy ? "know-lead" : "unseen"} role="status">{busy ? `${own.trying} …` : tried ? own.verdicts[tried.out.verdict] : ""}</p>
      {failure && <p className="strip bad" role="alert"><span>{failure}</span></p>}
      {tried && <Verdict name={tried.name} out={tried.out} />}
      {tried?.out.structured.works && <Agreement entered={tried.entered} />}
    </>
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
        {out.tasks.map((one) => <div key={one.task}><dt>{own.tasks[one.task]}</dt><dd><Task task={one} /></dd></div>)}
        {out.wrote && <div><dt>{own.wrote}</dt><dd>{out.wrote}</dd></div>}
      </dl>
      {out.prompt_tokens > 0 && <p className="dim">{own.tokens(out.prompt_tokens.toLocaleString(language), out.completion_tokens.toLocaleString(language))}</p>}
    </div>
  );
}

function Step({ step, more }: { step: TriedStep; more: string[] }) {
  const own = modelWords(useWords().language);
  const seconds = secondsOf(step.seconds * 1000);
  if (step.works) return <>{[own.works(seconds), ...more].join(" · ")}</>;
  return <>{own.fails(seconds)} · {own.reasons[step.reason ?? ""] ?? own.failed}{step.told && <small className="models-note" lang="en">{step.told}</small>}</>;
}

/** One task of a turn: that it works, or which part of its reply a turn would throw away. */
function Task({ task }: { task: TriedTask }) {
  const own = modelWords(useWords().language);
  const seconds = own.seconds(secondsOf(task.seconds * 1000));
  const why = own.taskReasons[task.reason ?? ""]?.(task.said, task.field) ?? own.reasons[task.reason ?? ""] ?? own.failed;
  return (
    <>
      {task.works ? `${own.taskWorks[task.task]} · ${seconds}` : `${own.taskFails[task.task]}: ${why} · ${seconds}`}
      {task.works && task.labelled && ` · ${own.otherwise(task.got, task.labelled)}`}
      <small className="models-note">{own.askedFor(task.question)}</small>
    </>
  );
}

const NONE: AgreementOut = { of: 0, asked: 0, agreed: 0, failed: 0, calls: 0, prompt_tokens: 0, completion_tokens: 0 };

/** A few turns a request: how far it is can be seen, and it ends when somebody stops it or goes elsewhere. */
function Agreement({ entered }: { entered: Entered | null }) {
  const { language } = useWords();
  const own = modelWords(language);
  const failureText = useFailureText();
  const id = useId();
  const packs = useAsked<PackList>("/api/packs", 0).data?.packs ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [sums, setSums] = useState<AgreementOut | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const round = useRef(0);
  useEffect(() => () => void (round.current += 1), []);
  const pack = chosen ?? packs.find((one) => one.default)?.name ?? packs[0]?.name;
  const begin = async () => {
    const mine = ++round.current;
    setBusy(true);
    setFailure("");
    let all = NONE;
    setSums(all);
    try {
      do {
        const next = await request<AgreementOut>("POST", "/api/model/agreement", { pack, begin: all.asked, entered });
        if (mine !== round.current) return;
        all = added(all, next);
        setSums(all);
        if (next.asked === 0) break;
      } while (all.asked < all.of);
    } catch (error) {
      if (mine === round.current) setFailure(failureText(error));
    }
    if (mine === round.current) setBusy(false);
  };
  const stop = () => (round.current++, setBusy(false));
  const whole = sums !== null && !busy && sums.asked > 0;
  return (
    <div className="models-judged">
      <h4>{own.judged}</h4>
      <p className="know-lead">{own.judgedLead}</p>
      <div className="models-acts">
        {packs.length > 1 && (
          <><label className="unseen" htmlFor={id}>{own.pack}</label>
          <select className="field" id={id} value={pack} disabled={busy} onChange={(event) => (setChosen(event.target.value), setSums(null))}>
            {packs.map((one) => <option key={one.name} value={one.name}>{one.title[language] ?? one.name}</option>)}
          </select></>
        )}
        {busy ? <button type="button" className="button" onClick={stop}>{own.stop}</button> : <button type="button" className="button" disabled={pack === undefined} onClick={() => void begin()}>{own.judge}</button>}
      </div>
      {busy && sums && <progress className="models-progress" max={Math.max(1, sums.of)} value={sums.asked} aria-label={own.judged} />}
      <p role="status" className={sums ? "" : "unseen"}>
        {sums && busy ? own.judging(sums.asked, sums.of) : whole ? <b>{own.agrees(sums.agreed, sums.asked)}</b> : sums && !failure ? own.noLabels : ""}
        {whole && sums.failed > 0 && <> · {own.unread(sums.failed)}</>}
      </p>
      {sums && sums.calls > 0 && <p className="dim">{own.cost(sums.calls, sums.prompt_tokens.toLocaleString(language), sums.completion_tokens.toLocaleString(language))}</p>}
      {failure && <p className="strip bad" role="alert"><span>{failure}</span></p>}
    </div>
  );
}

function added(one: AgreementOut, next: AgreementOut): AgreementOut {
  return {
    of: next.of, asked: one.asked + next.asked, agreed: one.agreed + next.agreed, failed: one.failed + next.failed,
    calls: one.calls + next.calls, prompt_tokens: one.prompt_tokens + next.prompt_tokens, completion_tokens: one.completion_tokens + next.completion_tokens,
  };
}
