/** One decision, down to its evidence: what each judge said, the data then and now, who says it was right, and saying so. */
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { type Refusal, request } from "../http";
import { Glyph, Icon } from "../parts/icons";
import { isWriting } from "../parts/card";
import { useLooks } from "../settings";
import { clock, day, fullTime, secondsOf } from "../format";
import type { AuditOut, DecisionOut, EvidenceCompared, EvidenceLine, Judge2Sum, LabelOut, PenaltyOut } from "../generated/http";
import { failureIn } from "../words/failures";
import { armOf, useAsked, useBoard, useLabels } from "./data";
import { KindChip, TruthWords, truthOf } from "./decisions";
import { Failed, Lines } from "./parts";
import { count, seconds } from "./numbers";
import { shortOf } from "./short";

interface DrawerProps {
  runId: string;
  /** Ids of the lines in the table, for the neighbours. */
  order: string[];
  beat: unknown;
  open(runId: string): void;
  /** `next`: the line to go on with, once something was said of this one. */
  close(next: string | null): void;
  /** Something was said of a decision: figures are read again. */
  changed(): void;
}

type Outcome = "right" | "wrong" | "unsure";

export function Drawer({ runId, order, beat, open, close, changed }: DrawerProps) {
  const { words, language, zone } = useBoard();
  const asked = useAsked<DecisionOut>(`/api/decisions/${encodeURIComponent(runId)}`, beat);
  const self = useRef<HTMLDialogElement>(null);
  const [said, setSaid] = useState("");
  const [failure, setFailure] = useState("");
  const { singleKeys } = useLooks();
  useEffect(() => void (self.current?.showModal(), self.current?.querySelector<HTMLElement>(".body")?.focus()), []);
  // A button that was pressed and is gone takes the focus with it, out of the dialog, and the keys with the focus.
  useEffect(() => {
    if (self.current?.contains(document.activeElement) === false) self.current.querySelector<HTMLElement>(".body")?.focus();
  });
  // scrollTo gives a promise in newer browsers, and an effect may only give back how it is undone.
  useEffect(() => void (setSaid(""), setFailure(""), self.current?.querySelector(".body")?.scrollTo(0, 0)), [runId]);
  const detail = asked.data?.line.run_id === runId ? asked.data : null;
  const at = order.indexOf(runId);
  const step = (by: number) => at >= 0 && order[at + by] !== undefined && open(order[at + by]!);
  const act = useCallback(
    (method: string, path: string, body: unknown, done: string) => request("POST" === method || "DELETE" === method ? method : "GET", `/api/decisions/${encodeURIComponent(runId)}/${path}`, body).then(
      () => (setSaid(done), setFailure(""), asked.again(), changed()),
      (error: Refusal) => setFailure(failureIn(language, error)),
    ),
    [runId, asked.again, changed, language],
  );
  // A filter may take the line away once it is labelled: whose turn is next is known before.
  const next = useRef<string | null>(null);
  useEffect(() => void (next.current = null), [runId]);
  const label = (outcome: Outcome) => {
    next.current ??= order[at + 1] ?? null;
    void act("POST", "label", { outcome }, words.labelled(words.words[outcome]!));
  };
  const undo = () => {
    next.current = null;
    void act("DELETE", "label", undefined, words.taken);
  };
  const pressed = (event: React.KeyboardEvent) => {
    if (!singleKeys || isWriting(event.nativeEvent) || event.ctrlKey || event.metaKey || event.altKey) return;
    const outcome = ({ 1: "right", 2: "wrong", 3: "unsure" } as Record<string, Outcome>)[event.key];
    if (outcome && detail) label(outcome);
    else if (event.key === "j") step(1);
    else if (event.key === "k") step(-1);
    else return;
    event.preventDefault();
  };
  const head = detail && `${words.decisionOf} · ${day(Date.parse(detail.line.at), language, zone)} ${clock(Date.parse(detail.line.at), language, zone)} · ${armOf(detail.line, words)}`;
  return (
    <dialog ref={self} className="drawer" aria-labelledby="decision-question" onClose={() => close(next.current)} onKeyDown={pressed} onClick={(event) => event.target === self.current && self.current?.close()}>
      <header>
        <span className="dim grow" title={detail ? fullTime(Date.parse(detail.line.at), language, zone) : undefined}>{head || words.decisionOf}</span>
        <button type="button" className="square" aria-label={words.previous} disabled={at <= 0} onClick={() => step(-1)}><Icon name="up" /></button>
        <button type="button" className="square" aria-label={words.next} disabled={at < 0 || at >= order.length - 1} onClick={() => step(1)}><Icon name="down" /></button>
        <button type="button" className="square" aria-label={words.close} onClick={() => self.current?.close()}><Icon name="close" /></button>
      </header>
      <div className="body thin-scroll" tabIndex={0} role="region" aria-label={words.body}>
        {detail === null ? <h2 id="decision-question" className="unseen">{words.decisionOf}</h2> : null}
        {detail === null && (asked.error ? asked.error.status === 404 ? <p className="nothing">{words.goneDecision}</p> : <Failed asked={asked} /> : <Lines n={9} />)}
        {detail && <Inside detail={detail} compare={() => act("POST", "audit", undefined, "")} />}
      </div>
      {detail && <Footer detail={detail} said={said} failure={failure} label={label} undo={undo} />}
    </dialog>
  );
}

function Inside({ detail, compare }: { detail: DecisionOut; compare(): Promise<void> }) {
  const { words, language } = useBoard();
  const labels = useLabels();
  const { line } = detail;
  const differing = (detail.audit?.types ?? []).reduce((sum, one) => sum + one.differing, 0);
  const facts = [labels.intent(line.intent), line.data_types.map(labels.dataType).join(" · "), seconds(line.elapsed_ms, words), words.facts(count(detail.model_calls, language), count(detail.search_calls, language))];
  return (
    <>
      <h2 id="decision-question">{line.question}</h2>
      {detail.standalone && detail.standalone !== line.question && <p className="dim">{words.rewritten(detail.standalone)}</p>}
      <p className="dim facts-line">{[...new Set(facts)].filter(Boolean).join(" · ")}</p>
      <p className="chips"><KindChip line={line} /><span className={`chip ${truthOf(line.truth) === "wrong" ? "bad" : truthOf(line.truth) === "right" ? "reuse" : ""}`}><TruthWords line={line} />{differing > 0 && line.truth.source === "audit" && <> · {words.differing(count(differing, language))}</>}</span>{line.demo && <span className="chip">{words.demo}</span>}</p>
      {line.truth.contested && <p className="strip">{words.contested}</p>}
      <div className="judges"><Judge1 detail={detail} /><Judge2 detail={detail} /></div>
      <h3>{words.thenNow}</h3>
      <Evidence audit={detail.audit} costs={detail.audit_costs_ms} compare={compare} />
      {Object.keys(detail.variants).length > 0 && (
        <>
          <h3>{words.others}</h3>
          <ul className="chips">
            {Object.entries(detail.variants).filter(([name]) => name !== line.variant).map(([name, decision]) => (
              <li key={name} className="chip line"><Glyph name={decision === "search" ? "search" : decision === "partial" ? "partial" : "reuse"} tint={decision === "search" ? "search" : "reuse"} />{words.variants[name] ?? name}: {words.kinds[decision] ?? decision}</li>
            ))}
          </ul>
        </>
      )}
      {detail.labels.length > 0 && <><h3>{words.said}</h3><ul className="sayings">{detail.labels.map((one, at) => <Saying key={at} one={one} replaced={isReplaced(detail.labels, at)} />)}</ul></>}
    </>
  );
}

function Judge1({ detail }: { detail: DecisionOut }) {
  const { words, language } = useBoard();
  const judge = detail.judge1 as { by?: string; is_sufficient?: boolean; confidence?: number; reasoning?: string } | null;
  if (judge === null) return <div><h3>{words.judge1}</h3><p className="verdict"><Glyph name="none" />{words.noJudge}</p></div>;
  const reasoning = detail.judge1_reasons[language] ?? judge.reasoning;
  return (
    <div>
      <h3>{words.judge1}, {judge.by === "rules" ? words.byRules : words.byModel}</h3>
      <p className="verdict"><Glyph name={judge.is_sufficient ? "reuse" : "bad"} tint={judge.is_sufficient ? "reuse" : "bad"} />{judge.is_sufficient ? words.sufficient : words.insufficient}{judge.confidence ? ` ${judge.confidence.toFixed(2)}` : ""}</p>
      {reasoning && <p className="reasoning">“{reasoning}”</p>}
    </div>
  );
}

function Judge2({ detail }: { detail: DecisionOut }) {
  const { words } = useBoard();
  if (detail.judge2.length === 0) return <div><h3>{words.judge2}</h3><p className="verdict"><Glyph name="none" />{words.noJudge}</p><p>{detail.judge1 === null ? words.noJudges : detail.line.data_types.length > 0 ? words.noJudge2 : ""}</p></div>;
  return <div>{detail.judge2.map((sum) => <Sum key={`${sum.question} ${sum.data_type}`} sum={sum} many={detail.judge2.length > 1} />)}</div>;
}

function Sum({ sum, many }: { sum: Judge2Sum; many: boolean }) {
  const { words, language } = useBoard();
  const labels = useLabels();
  const issueOf = (issue: PenaltyOut) => issue.label[language] ?? issue.issue;
  const vetoes = sum.issues.filter((issue) => issue.veto);
  const verdict = vetoes.length > 0 ? words.rejected : sum.verdict === "sufficient" ? words.sufficient : sum.verdict === "uncertain" ? words.uncertain : sum.verdict === null ? words.noJudge : words.insufficient;
  const good = sum.verdict === "sufficient" && vetoes.length === 0;
  const unsure = sum.verdict === "uncertain" && vetoes.length === 0;
  return (
    <section className="type-sum">
      <h3>{words.judge2}{many ? ` · ${labels.dataType(sum.data_type)}` : ""}{sum.used ? "" : ` · ${words.unused}`}</h3>
      {sum.question && <p className="dim">{sum.question}</p>}
      <p className="verdict"><Glyph name={good ? "reuse" : unsure ? "ask" : "bad"} tint={good ? "reuse" : unsure ? "ask" : "bad"} />{verdict}</p>
      <div className="calc">
        {sum.start !== null && <div><span>{words.startFrom}</span><span>{sum.start.toFixed(2)}</span></div>}
        {sum.issues.filter((issue) => issue.penalty > 0).map((issue) => <div key={issue.issue}><span>{issueOf(issue)}</span><span>−{issue.penalty.toFixed(2)}</span></div>)}
        <div className="total"><span>{words.left} <span className="dim">{words.needed(sum.sufficient_above.toFixed(2))}</span></span><span>{sum.left.toFixed(2)}</span></div>
        {vetoes.map((issue) => <div key={issue.issue} className="bad-text"><span>{words.veto}: {issueOf(issue)}</span></div>)}
      </div>
    </section>
  );
}

function Evidence({ audit, costs, compare }: { audit: AuditOut | null; costs: number; compare(): Promise<void> }) {
  const { words, language, zone } = useBoard();
  const [busy, setBusy] = useState(false);
  // Not `disabled`: the browser takes the keyboard away from a button that is.
  const again = () => busy || (setBusy(true), void compare().finally(() => setBusy(false)));
  if (audit === null || audit.status !== "done") {
    return (
      <p className="nothing">
        {audit?.status === "failed" ? words.auditFailed : words.notAudited}{audit?.status === "failed" && audit.drawn && <> {audit.next_at === null ? words.auditCountsWrong : words.auditTriedAgain(fullTime(Date.parse(audit.next_at), language, zone))}</>}{" — "}
        <button type="button" className="link" aria-disabled={busy} onClick={again}>{busy ? words.auditing : costs > 0 ? words.auditNow(words.seconds(secondsOf(costs))) : words.auditNowPlain}</button>
      </p>
    );
  }
  return (
    <>
      {audit.types.map((one) => <Compared key={one.data_type} one={one} many={audit.types.length > 1} at={audit.done_at} />)}
      <p className="dim fine">{audit.drawn ? words.sources.audit : words.sources.audit_chosen} · {audit.done_at ? fullTime(Date.parse(audit.done_at), language, zone) : ""} · {words.auditCostOf(count(audit.search_calls, language), seconds(audit.search_ms, words))}{!audit.drawn && <> · {words.auditAsked}</>}</p>
    </>
  );
}

const CLASSES: Record<string, string> = { "~": "changed", "+": "added", "−": "gone" };

function Compared({ one, many, at }: { one: EvidenceCompared; many: boolean; at: string | null }) {
  const { words, language, zone } = useBoard();
  const labels = useLabels();
  const when = (moment: string | null): ReactNode => moment && <span className="whole">{day(Date.parse(moment), language, zone)} {clock(Date.parse(moment), language, zone)}</span>;
  return (
    <div className="compared">
      <p className={one.agrees ? "agreed" : "agreed bad-text"}>{many ? `${labels.dataType(one.data_type)}: ` : ""}{one.agrees ? words.agrees : words.differs}</p>
      {one.lines.length === 0 ? <p className="dim fine">{words.noneEqual} {one.equal > 0 && words.equal(count(one.equal, language))}</p> : (
        <>
          <div className="differences">
            <table>
              <caption className="unseen">{words.caption}</caption>
              <thead><tr><th scope="col" className="mark"><span className="unseen">{words.change}</span></th><th scope="col">{words.item}</th><th scope="col" className="number">{words.then} {when(one.then?.fetched_at ?? null)}</th><th scope="col" className="number">{words.nowAt} {when(one.now.fetched_at ?? at)}</th></tr></thead>
              <tbody>
                {one.lines.map((line, n) => (
                  <tr key={n} className={CLASSES[line.mark]}>
                    <td className="mark"><span aria-hidden="true">{line.mark}</span><span className="unseen">{words.marks[line.mark]}</span></td>
                    <th scope="row">{line.title}</th>
                    <td className="number"><Value line={line} side="then" all={one.lines} /></td>
                    <td className="number"><Value line={line} side="now" all={one.lines} /></td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className="dim fine">{one.differing > one.lines.length && words.moreLines(count(one.differing - one.lines.length, language))} {one.equal > 0 && words.equal(count(one.equal, language))}</p>
        </>
      )}
    </div>
  );
}

/** What differs, struck where it holds no longer; the whole text behind a press where it is longer. */
function Value({ line, side, all }: { line: EvidenceLine; side: "then" | "now"; all: EvidenceLine[] }) {
  const { words } = useBoard();
  const text = line[side];
  const short = shortOf(line, side, all);
  if (text === null || short === null) return <span className="dim">{words.nothing}</span>;
  const cell = side === "then" && line.mark !== "+" ? <del>{short}</del> : short;
  if (short === text) return cell;
  return <details><summary>{cell}</summary><p>{text}</p></details>;
}

/** What this operator says of the decision now: the newest of their words that they did not take back. */
export function lastWord(labels: LabelOut[]): LabelOut | undefined {
  return labels.findLast((one) => one.mine && !one.undone);
}

/** The same operator said something later, which counts instead. Labels stand in the order in which they were said. */
export function isReplaced(labels: LabelOut[], at: number): boolean {
  const { source, by, undone } = labels[at]!;
  return source === "label" && !undone && labels.slice(at + 1).some((later) => later.source === "label" && later.by === by && !later.undone);
}

function Saying({ one, replaced }: { one: LabelOut; replaced: boolean }) {
  const { words, language, zone } = useBoard();
  const at = Date.parse(one.at);
  const by = one.mine ? words.me : one.by === one.source ? "" : one.by.startsWith("suffice-demo-") ? words.demo : one.by;
  return (
    <li className={one.undone || replaced ? "struck" : undefined}>
      <span className={`is-${one.outcome}`}>{words.words[one.outcome]}</span>
      <span className="grow">{[words.sources[one.source], by, reasonOf(one.reason, words), one.undone ? words.undone : replaced ? words.replacedWord : ""].filter(Boolean).join(" · ")}</span>
      <time className="dim" dateTime={one.at} title={fullTime(at, language, zone)}>{day(at, language, zone)} {clock(at, language, zone)}</time>
    </li>
  );
}

/** A reason's words; names of rules are for programs. */
export function reasonOf(reason: string, words: ReturnType<typeof useBoard>["words"]): string {
  return words.reasons[reason] ?? (/^[a-z_:]+$/.test(reason) ? "" : reason);
}

function Footer({ detail, said, failure, label, undo }: { detail: DecisionOut; said: string; failure: string; label(outcome: Outcome): void; undo(): void }) {
  const { words } = useBoard();
  const mine = lastWord(detail.labels);
  const skip = detail.line.decision !== "search";
  const names: [Outcome, string, "good" | "poor" | null][] = [["right", skip ? words.rightReuse : words.rightSearch, "good"], ["wrong", skip ? words.wrongReuseLabel : words.wrongSearch, "poor"], ["unsure", words.unsure, null]];
  return (
    <footer>
      {failure && <p className="strip bad" role="alert">{failure}</p>}
      <p className="said" role="status">{said}{mine && said !== "" && <> <button type="button" className="link" onClick={undo}>{words.undo}</button></>}{mine && said === "" && <button type="button" className="link" onClick={undo}>{words.undo}: {words.words[mine.outcome]}</button>}</p>
      <div className="label" role="group" aria-label={words.label}>
        {names.map(([outcome, name, icon], at) => (
          <button key={outcome} type="button" className={`button${icon === null ? " plain" : ""}`} aria-pressed={mine?.outcome === outcome} onClick={() => label(outcome)}>
            {icon && <Icon name={icon} />}{name} <kbd aria-hidden="true">{at + 1}</kbd>
          </button>
        ))}
      </div>
    </footer>
  );
}
