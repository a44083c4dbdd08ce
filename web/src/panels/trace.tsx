/** How one answer came about: where its time went, how its passages were narrowed down, what was checked. Loaded when it is asked for. */
import { type ReactNode, useCallback, useEffect, useState } from "react";
import type { AnswerRecordOut, DraftOut, PackOut, VerdictOut } from "../generated/http";
import type { Turn } from "../session/state";
import { secondsOf } from "../format";
import { type Refusal, request } from "../http";
import { Icon } from "../parts/icons";
import { useWords } from "../words";
import { Panel } from "./panel";
import { type TraceWords, traceWords } from "./trace-words";
import { type Passage, passagesOf, restOf, type Search, searchesOf, type Spent, spansOf } from "./tracing";
import "./trace.css";

interface Props {
  turn: Turn;
  pack: PackOut | undefined;
  close(): void;
}

type Asked = { state: "loading" } | { state: "none" } | { state: "failed"; offline: boolean } | { state: "found"; record: AnswerRecordOut };

export default function TracePanel({ turn, pack, close }: Props) {
  const { language, trace: title, retry } = useWords();
  const words = traceWords(language);
  const [asked, again] = useRecord(turn.runId);
  return (
    <Panel title={title} close={close}>
      {asked.state === "loading" && (
        <><p className="unseen">{words.loading}</p><div className="waiting-lines late" aria-hidden="true">{[64, 96, 88, 72, 92, 56].map((width) => <i key={width} style={{ width: `${width}%` }} />)}</div></>
      )}
      {asked.state === "none" && <p className="sum">{words.none} <span className="dim">{words.noneMore}</span></p>}
      {asked.state === "failed" && (
        <p className="strip bad" role="alert"><Icon name="info" /><span>{asked.offline ? words.offline : words.failed}</span><button type="button" className="link" onClick={again}>{retry}</button></p>
      )}
      {asked.state === "found" && <Found found={asked.record} turn={turn} pack={pack} />}
    </Panel>
  );
}

function useRecord(runId: string): [Asked, () => void] {
  const [asked, setAsked] = useState<Asked>({ state: "loading" });
  const [times, setTimes] = useState(0);
  useEffect(() => {
    let mine = true;
    setAsked({ state: "loading" });
    request<AnswerRecordOut>("GET", `/api/answers/${encodeURIComponent(runId)}`).then(
      (record) => mine && setAsked({ state: "found", record }),
      (error: Refusal) => mine && setAsked(error.status === 404 ? { state: "none" } : { state: "failed", offline: error.code === "offline" }),
    );
    return () => void (mine = false);
  }, [runId, times]);
  return [asked, useCallback(() => setTimes((before) => before + 1), [])];
}

interface FoundProps {
  found: AnswerRecordOut;
  turn: Turn;
  pack: PackOut | undefined;
}

function Found({ found, turn, pack }: FoundProps) {
  const words = traceWords(useWords().language);
  const cited = (turn.answer?.citations ?? []).map((one) => one.marker);
  const nameOf = (source: string) => pack?.sources.find((one) => one.name === source)?.label[words.key] ?? source;
  const searches = searchesOf(found);
  const { path, contexts, fallbacks } = found.record;
  return (
    <div className="trace">
      <p className="sum">{found.failure !== null ? (words.failures[found.failure] ?? found.failure) : (words.paths[path] ?? path)}</p>
      {fallbacks.length > 0 && <ul className="chips">{fallbacks.map((one) => <li key={one} className="chip ask">{words.fallbacks[one] ?? one}</li>)}</ul>}
      <Part title={words.time} more={words.timeOf(secondsOf(found.record.timings_ms.total ?? found.answer_ms))}><Times found={found} nameOf={nameOf} /></Part>
      {path !== "early" && (
        <Part title={words.sieve} more="">
          {searches.length === 0 && <p className="dim">{words.noSearch}</p>}
          {searches.map((one) => <Funnel key={one.source} search={one} name={nameOf(one.source)} />)}
        </Part>
      )}
      {contexts.length > 0 && <Part title={words.chosen} more={words.chosenOf(contexts.length, contexts.filter((one) => cited.includes(one.marker)).length)}><Chosen passages={passagesOf(found, cited)} /></Part>}
      {path !== "early" && <Part title={words.drafts} more=""><Drafts drafts={found.record.drafts} /></Part>}
      <Part title={words.otherFacts} more=""><Facts found={found} /></Part>
    </div>
  );
}

function Part({ title, more, children }: { title: string; more: string; children: ReactNode }) {
  return <section><h3 className="kind"><b>{title}</b>{more && <span>{more}</span>}</h3>{children}</section>;
}

/** A table whose middle column is drawn: it reflows, and a screen reader reads names and numbers. */
function Drawn({ title, heads, children }: { title: string; heads: [string, string, string?]; children: ReactNode }) {
  return (
    <table className={heads[2] ? "drawn four" : "drawn"}>
      <caption className="unseen">{title}</caption>
      <colgroup><col /><col /><col />{heads[2] && <col />}</colgroup>
      <thead className="unseen"><tr><th scope="col">{heads[0]}</th><td /><th scope="col">{heads[1]}</th>{heads[2] && <th scope="col">{heads[2]}</th>}</tr></thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function Times({ found, nameOf }: { found: AnswerRecordOut; nameOf(source: string): string }) {
  const words = traceWords(useWords().language);
  const spans = spansOf(found);
  const whole = Math.max(1, ...spans.map((one) => one.from + one.took));
  const rest = restOf(found);
  return (
    <>
      <Drawn title={words.time} heads={[words.part, words.took]}>
        {spans.map((one) => (
          <tr key={one.key} className={one.part ? "part" : undefined}>
            <th scope="row">{named(one, words, nameOf)}</th>
            <td aria-hidden="true"><span className="bar-track"><i className={one.tint} style={{ left: `${(one.from / whole) * 100}%`, width: `${(one.took / whole) * 100}%` }} /></span></td>
            <td className="number">{timeOf(one.took, words)}</td>
          </tr>
        ))}
      </Drawn>
      {rest >= 50 && <p className="dim after">{words.rest(secondsOf(rest))}</p>}
    </>
  );
}

function named(one: Spent, words: TraceWords, nameOf: (source: string) => string): string {
  if (one.number !== undefined && one.name === "draft") return words.draftSpan(one.number);
  return words.spans[one.name] ?? nameOf(one.name);
}

/** Below a tenth of a second in milliseconds: that is where searches are. */
function timeOf(ms: number, words: TraceWords): string {
  if (ms < 1) return words.milliseconds("<1");
  return ms < 100 ? words.milliseconds(ms.toFixed(0)) : words.seconds(secondsOf(ms));
}

function Funnel({ search, name }: { search: Search; name: string }) {
  const words = traceWords(useWords().language);
  const none = search.sieves.every((one) => one.left === 0);
  const facts = [words.found(search.wanted, Math.round(search.threshold / 10)), ...search.fallbacks.map((one) => words.fallbacks[one] ?? one), search.again ? words.again : "", search.guard || none ? "" : words.guardFailed];
  return (
    <div className="funnel">
      <h4>{name}<span>{none ? words.nothing : facts.filter(Boolean).join(" · ")}</span></h4>
      {!none && (
        <Drawn title={`${words.sieve}: ${name}`} heads={[words.part, words.left, words.took]}>
          {search.sieves.map((one) => (
            <tr key={one.name} className={one.note === "off" ? "off" : one.same ? "same" : undefined}>
              <th scope="row">{words.stages[one.name] ?? one.name}{one.note !== "" && one.note !== "off" && <small>{words.notes[one.note] ?? one.note}</small>}</th>
              <td aria-hidden="true">{one.note !== "off" && <span className="sieve"><i style={{ width: `${(one.left / search.most) * 100}%` }} /></span>}</td>
              {one.note === "off" ? <td className="number" colSpan={2}>{words.notes.off}</td> : <><td className="number">{one.left}</td><td className="number dim">{timeOf(one.ms, words)}</td></>}
            </tr>
          ))}
        </Drawn>
      )}
    </div>
  );
}

function Chosen({ passages }: { passages: Passage[] }) {
  const words = traceWords(useWords().language);
  const rows = passages.filter((one) => one.context.row);
  const texts = passages.filter((one) => !one.context.row);
  return (
    <>
      {texts.length > 0 && (
        <ol className="passages" aria-label={words.chosen}>
          {texts.map(({ context, confidence, cited }) => (
            <li key={context.marker} className={cited ? "cited" : undefined}>
              <span className="cite" aria-hidden="true">{context.marker}</span>
              <b>{context.title}</b>
              <span className="level" aria-hidden="true">{confidence !== null && <i style={{ width: `${confidence / 10}%` }} />}</span>
              <span className="number">{confidence === null ? words.earlier : <><span className="unseen">{words.sure} </span>{words.percent(Math.round(confidence / 10))}</>}</span>
            </li>
          ))}
        </ol>
      )}
      {rows.length > 0 && (
        <p className="rows"><span className="squares" aria-hidden="true">{rows.map((one) => <i key={one.context.marker} className={one.cited ? "cited" : undefined} />)}</span>
          <span>{words.rows(rows.length)} <span className="dim">{words.rowsMore}</span></span></p>
      )}
    </>
  );
}

const GOOD = new Set(["accepted", "mended"]);

function Drafts({ drafts }: { drafts: DraftOut[] }) {
  const words = traceWords(useWords().language);
  if (drafts.length === 0) return <p className="dim">{words.noDrafts}</p>;
  return (
    <ol className="drafts">
      {drafts.map((draft, at) => (
        <li key={at} className="record">
          <div className="top"><h4>{words.draft(at + 1)}</h4>
            <span className={GOOD.has(draft.outcome) ? "chip reuse" : draft.outcome === "refused" ? "chip" : "chip ask"}>{words.outcomes[draft.outcome] ?? words.otherOutcome}</span></div>
          {draft.verdict && <Measured verdict={draft.verdict} />}
        </li>
      ))}
    </ol>
  );
}

const MEASURES = ["question_overlap", "key_words", "context_overlap", "numeric_preservation"] as const;

function Measured({ verdict }: { verdict: VerdictOut }) {
  const words = traceWords(useWords().language);
  return (
    <>
      <dl className="measures">
        {MEASURES.map((one) => {
          const share = verdict[one];
          const more = one === "numeric_preservation" ? words.figures(verdict.figures) : "";
          return (
            <div key={one}>
              <dt>{words.measures[one]}{more && <span> · {more}</span>}</dt>
              <dd>{share === null ? <span className="dim">{words.notCompared}</span> : <><span className="level" aria-hidden="true"><i style={{ width: `${share / 10}%` }} /></span>{words.percent(Math.round(share / 10))}</>}</dd>
            </div>
          );
        })}
      </dl>
      {verdict.unsupported_figures.length > 0 && <p className="note"><Icon name="info" small />{words.unsupported(verdict.unsupported_figures.join(", "))}</p>}
      {verdict.unsupported_sentences.map((one) => <p className="note" key={one.sentence}><Icon name="info" small />{words.marked(one.sentence)}</p>)}
    </>
  );
}

function Facts({ found }: { found: AnswerRecordOut }) {
  const words = traceWords(useWords().language);
  const { confidence, question_type: type, model, usage, configuration, question } = found.record;
  const tokens = Number(usage.prompt_tokens ?? 0) + Number(usage.completion_tokens ?? 0);
  const facts: [string, string][] = [
    [words.asked, question],
    [words.type, words.types[type] ?? type],
    [words.confidence, words.percent(Math.round(confidence / 10))],
    [words.model, model ?? words.noModel],
    [words.calls, words.callsOf(Number(usage.model_calls ?? 0))],
    [words.tokens, tokens.toLocaleString(words.key)],
    [words.configuration, configuration],
  ];
  return <dl className="facts">{facts.filter(([, value]) => value !== "").map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>;
}
