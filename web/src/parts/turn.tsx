/** One question and what became of it. */
import { Fragment, lazy, memo, type ReactNode, Suspense, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import type { HoldingOut, PackOut } from "../generated/http";
import type { CitationOut, ClientMessage } from "../generated/protocol";
import { secondsOf } from "../format";
import type { How } from "../session/conversation";
import type { Turn } from "../session/state";
import { type Exchange, isOverride } from "../session/versions";
import { useWords } from "../words";
import { failureIn } from "../words/failures";
import { chartOf } from "../figure/rows";
import { chartOfAnalysis } from "../figure/worked";
import { Boundary } from "./boundary";
import { Confirmation, labelOf } from "./card";
import { LONGEST, TooLong } from "./composer";
import { Citation } from "./citation";
import { Clarification, clarificationOf } from "./clarify";
import { useNow } from "./clock";
import { Tools } from "./feedback";
import { FormCard } from "./form";
import { Glyph, Icon } from "./icons";
import { Markdown } from "./markdown";
import { MeantLine } from "./meant";
import { MemoriesUsed } from "./memories-used";
import { languageOf, sourceName } from "./naming";
import { originOf, working } from "./origin";
import { PaperSources } from "./paper";
import { Timeline } from "./steps";
import { Suggestions } from "./suggestions";
import type { Rating } from "./use-conversation";
import { shownOf } from "./unfinished";

const Drafted = lazy(() => import("./drafted").then((room) => ({ default: room.Drafted })));
const Figure = lazy(() => import("../figure/figure"));
const Neighbourhood = lazy(() => import("../figure/neighbourhood"));

/** What a turn may do to the page. */
export interface Acts {
  say(message: ClientMessage): void;
  decide(promptId: string, value: string, message: ClientMessage): void;
  ask(content: string, base?: string, how?: How): void;
  openLedger(evidenceId: string | null): void;
  openSources(turn: Turn, citation: CitationOut | null, inDocument: boolean): void;
  openTrace(turn: Turn): void;
  openSettings(): void;
  openMemories(): void;
  /** The page about the model that answers; null for whoever may not see it. */
  openModels: (() => void) | null;
  announce(text: string): void;
}

export interface Surroundings {
  holdings: HoldingOut[];
  pack: PackOut | undefined;
  clockOffset: number;
  answering: Record<string, string>;
  /** What the service found wrong in a form: field -> sentence. */
  refused?: Record<string, string> | null | undefined;
  mine: string[];
  /** Answer id -> the person's own thumb. */
  ratings: Record<string, Rating>;
  offline: boolean;
  /** On a phone the open question stands in place of the composer. */
  cardElsewhere: boolean;
  /** No run is working: a question may be asked again. */
  idle: boolean;
}

interface Props {
  exchange: Exchange;
  number: number;
  /** What a version that no run has begun for yet asks. */
  coming?: string | undefined;
  /** Nothing was asked after it. */
  last?: boolean;
  /** Its answer says that no model wrote it: once a conversation. */
  saysRules?: boolean;
  around: Surroundings;
  acts: Acts;
}

export const TurnView = memo(function TurnView({ exchange, number, coming, last = false, saysRules = false, around, acts }: Props) {
  const words = useWords();
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const { versions } = exchange;
  const at = Math.max(0, chosen === null ? versions.length - 1 : versions.findIndex((turn) => turn.runId === chosen));
  const turn = versions[at] ?? versions.at(-1)!;
  if (coming !== undefined) {
    return (
      <article className="turn" aria-labelledby={id} data-base={exchange.base}>
        <h2 className="unseen" id={id}>{words.question(number)}</h2>
        <div className="asked"><span className="versions">{words.version(versions.length + 1, versions.length + 1)}</span><p>{coming}</p></div>
        <div className="origin">{around.offline ? <Icon name="send" /> : <i className="pulse" />}<span>{around.offline ? words.waitsToGo : words.reading}</span></div>
      </article>
    );
  }
  const earlier = isOverride(turn) ? versions[at - 1] : undefined;
  return (
    <article className="turn" aria-labelledby={id} data-run={turn.runId} data-base={exchange.base}>
      <h2 className="unseen" id={id}>{words.question(number)}</h2>
      <Question turn={turn} canEdit={around.idle} resend={(content) => (setChosen(null), acts.ask(content, exchange.base))}>
        {versions.length > 1 && (
          <span className="versions">
            <button type="button" className="square" aria-label={words.previousVersion} disabled={at === 0} onClick={() => setChosen(versions[at - 1]!.runId)}><Icon name="left" small /></button>
            {words.version(at + 1, versions.length)}
            <button type="button" className="square" aria-label={words.nextVersion} disabled={at === versions.length - 1} onClick={() => setChosen(at + 2 === versions.length ? null : versions[at + 1]!.runId)}><Icon name="right" small /></button>
          </span>
        )}
      </Question>
      {earlier?.answer && <Folded turn={earlier} pack={around.pack} acts={acts} />}
      <Outcome key={turn.runId} turn={turn} base={exchange.base} last={last} saysRules={saysRules} newest={at === versions.length - 1} around={around} acts={acts} />
    </article>
  );
});

function Question({ turn, canEdit, resend, children }: { turn: Pick<Turn, "question">; canEdit: boolean; resend(content: string): void; children?: ReactNode }) {
  const words = useWords();
  const [draft, setDraft] = useState<string | null>(null);
  const pen = useRef<HTMLButtonElement>(null);
  const left = useRef(false);
  // The field goes, and the focus with it: back to what opened it, or, where it was sent, to the conversation.
  const tooLong = useId();
  useEffect(() => {
    if (draft === null && left.current) pen.current?.focus({ preventScroll: true });
    left.current = false;
  }, [draft]);
  if (draft !== null) {
    const leave = () => ((left.current = true), setDraft(null));
    const send = (from: HTMLElement) => {
      if (draft.trim() === "") return leave();
      if (draft.length > LONGEST) return;
      from.closest<HTMLElement>(".scroller")?.focus({ preventScroll: true });
      setDraft(null);
      resend(draft.trim());
    };
    return (
      <div className="editing">
        <textarea aria-label={words.edit} value={draft} aria-invalid={draft.length > LONGEST} aria-describedby={draft.length > LONGEST ? tooLong : undefined} autoFocus onChange={(event) => setDraft(event.target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === "Escape") leave();
            if (event.key === "Enter" && !event.shiftKey) (event.preventDefault(), send(event.currentTarget));
          }} />
        <TooLong text={draft} id={tooLong} />
        <div>
          <button type="button" className="button plain" onClick={leave}>{words.cancel}</button>
          <button type="button" className="button strong" disabled={draft.length > LONGEST} onClick={(event) => send(event.currentTarget)}>{words.resend}</button>
        </div>
      </div>
    );
  }
  return (
    <div className="asked">
      {children}
      {canEdit && <button type="button" className="square" ref={pen} aria-label={words.edit} title={words.edit} onClick={() => setDraft(turn.question)}><Icon name="pen" small /></button>}
      <p lang={languageOf(turn.question)}>{turn.question}</p>
    </div>
  );
}

function Folded({ turn, pack, acts }: { turn: Turn; pack: PackOut | undefined; acts: Acts }) {
  const words = useWords();
  const [open, setOpen] = useState(false);
  return (
    <div className="folded">
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}><Icon name={open ? "up" : "down"} small />{words.foldedAnswer}</button>
      {open && <Answer turn={turn} pack={pack} acts={acts} />}
    </div>
  );
}

interface OutcomeProps {
  turn: Turn;
  base: string;
  last: boolean;
  saysRules: boolean;
  newest: boolean;
  around: Surroundings;
  acts: Acts;
}

function Outcome({ turn, base, last, saysRules, newest, around, acts }: OutcomeProps) {
  const words = useWords();
  const again = () => acts.ask(turn.question, base);
  const elapsed = turn.endedAt && turn.startedAt ? turn.endedAt - turn.startedAt : 0;
  const searchAgain = turn.answer ? () => acts.say({ type: "reuse_override", message_id: turn.answer!.answer_id, action: "search_again" }) : undefined;
  const reused = Object.values(turn.answer?.reuse.data_types ?? {}).some((one) => one.decision === "reused");
  const open = turn.status === "running" || turn.status === "waiting";
  const kept = around.holdings.filter((record) => record.run_id === turn.runId).reduce((sum, record) => sum + record.items, 0);
  return (
    <>
      <OriginLine turn={turn} around={around} acts={acts} newest={newest} />
      <MeantLine turn={turn} ask={newest && around.idle && turn.answer !== null ? (content, how, sameQuestion) => acts.ask(content, sameQuestion ? base : undefined, how) : undefined} />
      {turn.resolved && <Resolved turn={turn} open={open} mine={around.mine.includes(turn.resolved.id)} />}
      {(turn.draft !== "" || turn.answer !== null) && <Answer turn={turn} pack={around.pack} saysRules={saysRules} acts={acts} />}
      {turn.prompt && !around.cardElsewhere && <Prompt turn={turn} around={around} acts={acts} />}
      {turn.answer?.clarification && newest && (
        <Clarification message={turn.answer.clarification.message} options={turn.answer.clarification.options} more={turn.answer.clarification.more} pick={(option) => acts.ask(option.query)} />
      )}
      {turn.status === "failed" && (
        <p className="strip bad" role="alert"><Glyph name="bad" /><span>{turn.failure && failureIn(words.language, turn.failure)}{kept > 0 && ` ${words.foundKept(kept)}`}</span>
          {newest && around.idle && <button type="button" className="link" onClick={again}>{words.tryAgain}</button>}</p>
      )}
      {turn.status === "cancelled" && (
        <p className="strip"><Icon name="close" /><span>{elapsed > 0 ? words.stopped(secondsOf(elapsed)) : words.stoppedPlain}</span>
          {newest && <button type="button" className="link" onClick={again}>{words.tryAgain}</button>}</p>
      )}
      {turn.status === "done" && (turn.answer?.documents ?? []).map((made) => (
        <Boundary key={made.document_id} otherwise={null}>
          <Suspense fallback={null}><Drafted made={made} say={acts.announce} /></Suspense>
        </Boundary>
      ))}
      {turn.answer && turn.status === "done" && (turn.answer.memories_used ?? []).length > 0 && (
        <MemoriesUsed ids={turn.answer.memories_used} without={newest && around.idle ? () => acts.ask(turn.question, base, { use_memories: false }) : undefined} show={acts.openMemories} say={acts.announce} />
      )}
      {turn.answer && turn.status === "done" && (
        <Tools answer={turn.answer} before={around.ratings[turn.answer.answer_id] ?? 0} say={acts.announce} idle={around.idle} regenerate={newest ? again : undefined}
          searchAgain={newest && reused && around.idle ? searchAgain : undefined} openSources={() => acts.openSources(turn, null, false)} openTrace={() => acts.openTrace(turn)} />
      )}
      {turn.answer && <PaperSources citations={turn.answer.citations} pack={around.pack} />}
      {last && newest && around.idle && turn.status === "done" && <Suggestions questions={turn.answer?.suggestions ?? []} ask={acts.ask} />}
    </>
  );
}

function OriginLine({ turn, around, acts, newest }: Omit<OutcomeProps, "base" | "last" | "saysRules">) {
  const words = useWords();
  const id = useId();
  const [open, setOpen] = useState(false);
  const running = turn.status === "running" && turn.answer === null;
  const now = useNow(running ? 100 : 60_000, running || turn.answer !== null) + around.clockOffset;
  const origin = originOf(turn, { words, now, holdings: around.holdings, pack: around.pack });
  const steps = open && <Timeline turn={turn} id={id} pack={around.pack} />;
  const toggle = (label: string, said?: string) => (
    <button type="button" className="toggle" aria-expanded={open} aria-controls={open ? id : undefined} aria-label={said} onClick={() => setOpen(!open)}>
      {label} <Icon name={open ? "up" : "down"} small />
    </button>
  );
  if (turn.status === "waiting") {
    const kind = turn.prompt?.frame.type;
    const label = kind === "user_confirmation_required" ? words.waitingYou : kind === "form_required" ? words.waitingForm : words.waitingPick;
    return <><div className="origin"><Glyph name="partial" /><span>{label}</span>{toggle(words.steps)}</div>{steps}</>;
  }
  // A badge of several lines takes its room before it comes, so that what is written below stays where it is.
  const room = turn.reuse?.decision === "partial" ? { minHeight: 12 + 24 * Object.keys(turn.reuse.data_types).length } : undefined;
  if (origin === null) {
    if (!running) return turn.steps.length > 0 ? <><div className="origin"><Icon name={turn.draft !== "" ? "pen" : "find"} small /><span>{turn.draft !== "" ? words.unfinished : words.thisFar}</span>{toggle(words.steps)}</div>{steps}</> : null;
    const line = working(turn, words, now, around.pack);
    const long = now - turn.startedAt > 15_000;
    return (
      <>
        <div className="origin" style={room}><i className="pulse" /><span>{line.what} <span className="more-words">· {line.more.join(" · ")}</span></span>{toggle(words.steps)}
          {long && <button type="button" className="button small" onClick={() => acts.say({ type: "cancel", run_id: turn.runId })}>{words.stop}</button>}</div>
        {turn.attempt > 1 && <p className="note quiet"><Icon name="info" small />{words.restarted}</p>}
        {steps}
      </>
    );
  }
  const override = (action: "search_again" | "use_previous") => () => acts.say({ type: "reuse_override", message_id: turn.answer!.answer_id, action });
  const may = newest && around.idle;
  const undo = origin.canUndo && (
    <><Icon name="again" /><span>{words.timedOut}</span>{may && <button type="button" className="link" onClick={override("use_previous")}>{words.usePrevious}</button>}</>
  );
  if (!origin.tinted) {
    return (
      <>
        <div className="origin"><Glyph name={origin.glyph} /><span>{origin.name} <span className="more-words">· {origin.rest}</span></span>{turn.steps.length > 0 || turn.plan ? toggle(words.steps) : null}</div>
        {undo && <p className="strip undo">{undo}</p>}
        {steps}
      </>
    );
  }
  return (
    <>
      <div className="origin kept">
        {origin.kinds.length > 1 ? (
          <ul className="kinds">
            {origin.kinds.map((kind) => (
              <li key={kind.type} className={kind.evidenceId === null ? "anew" : undefined}>
                <Glyph name={kind.evidenceId === null ? "search" : "reuse"} />
                <span>{kind.evidenceId === null ? kind.name : <button type="button" className="name" onClick={() => acts.openLedger(kind.evidenceId)}>{kind.name}</button>}{kind.rest && ` · ${kind.rest}`}</span>
              </li>
            ))}
          </ul>
        ) : <><Glyph name={origin.glyph} />
        <span className="words"><button type="button" className="name" onClick={() => acts.openLedger(origin.evidenceId)}>{origin.name}</button> · {origin.rest.split(/(?<=,) /).map((part) => <Fragment key={part}><span className="part">{part}</span> </Fragment>)}</span></>}
        <span className="acts">
          {may && origin.canSearchAgain && <button type="button" className="link" onClick={override("search_again")}>{words.searchAgain}</button>}
          {toggle(origin.took, words.stepsOf(origin.took))}
        </span>
        {undo && <span className="undone">{undo}</span>}
      </div>
      {steps}
    </>
  );
}

/** A confirmation's choice is shown by the answer's first line later; what was picked or filled in stays to be read. */
function Resolved({ turn, open, mine }: { turn: Turn; open: boolean; mine: boolean }) {
  const words = useWords();
  const { frame, by, value } = turn.resolved!;
  if (!frame || by === "cancel" || by === "superseded") return null;
  if (frame.type === "user_confirmation_required") {
    if (!open || by !== "person") return null;
    const label = labelOf(value, frame.options.find((one) => one.value === value)?.label ?? "", words);
    return <p className="strip"><Glyph name={value === "use_previous" ? "reuse" : "search"} /><span>{mine ? words.chosenHere(label) : words.chosenElsewhere(label)}</span></p>;
  }
  const picked = frame.type === "clarification_required" ? ([...frame.options, ...(frame.more ?? [])].find((one) => one.id === value)?.label ?? value) : "";
  const sentence = by === "timeout" ? words.wentOn : frame.type === "form_required" ? words.filledIn : mine || !open ? words.chosenHere(picked) : words.chosenElsewhere(picked);
  return <p className="strip"><Icon name="check" /><span>{sentence}</span></p>;
}

/** The open question of a turn, wherever it stands. */
export function Prompt({ turn, around, acts, openComposer }: { turn: Turn; around: Surroundings; acts: Acts; openComposer?: () => void }) {
  const prompt = turn.prompt!;
  const extend = useCallback(() => acts.say({ type: "prompt_extend", id: prompt.id }), [acts, prompt.id]);
  const decide = useCallback(
    (value: string) => acts.decide(prompt.id, value, { type: "confirmation_response", confirmation_id: prompt.id, value }),
    [acts, prompt.id],
  );
  const answering = around.answering[prompt.id];
  const frame = prompt.frame;
  if (frame.type === "form_required") {
    return <FormCard key={prompt.id} prompt={prompt} clockOffset={around.clockOffset} sending={answering !== undefined} offline={around.offline} refused={around.refused} openComposer={openComposer} extend={extend} later={() => acts.say({ type: "cancel", run_id: turn.runId })}
      send={(values) => acts.decide(prompt.id, "form", { type: "form_response", form_id: prompt.id, values })} />;
  }
  if (frame.type === "clarification_required") {
    const asked = clarificationOf(prompt);
    return <Clarification key={prompt.id} message={asked.message} options={asked.options} more={asked.more} sending={answering !== undefined} openComposer={openComposer}
      open={{ prompt, clockOffset: around.clockOffset, offline: around.offline, extend }}
      pick={(option) => acts.decide(prompt.id, option.id, { type: "clarification_response", clarification_id: prompt.id, option_id: option.id, text: null })} />;
  }
  return <Confirmation prompt={prompt} pack={around.pack} clockOffset={around.clockOffset} answering={answering} offline={around.offline} decide={decide}
    extend={extend} openSettings={acts.openSettings} openComposer={openComposer} />;
}

/** Of what was used again it was looked up whether its source changed; of what was just found there is nothing to say. */
function changedSince(citation: CitationOut, turn: Turn): boolean | null {
  const record = Object.values(turn.answer?.reuse.data_types ?? {}).find((one) => one.evidence_id === citation.evidence_id && one.decision === "reused");
  return record?.source_changed ?? null;
}

/** A model wrote nothing of it: what was found is shown as it is. */
export function isByRules(turn: Turn | undefined): boolean {
  return turn?.answer?.engine === "rules" && turn.answer.citations.length > 0;
}

const Answer = memo(function Answer({ turn, pack, saysRules = false, acts }: { turn: Turn; pack: PackOut | undefined; saysRules?: boolean; acts: Acts }) {
  const words = useWords();
  const citations = turn.answer?.citations ?? NOTHING_CITED;
  const open = useCallback((citation: CitationOut, inDocument: boolean) => acts.openSources(turn, citation, inDocument), [acts, turn]);
  const cite = useCallback(
    (marker: number, key: string) => {
      const found = citations.find((one) => one.marker === marker);
      return found ? <Citation key={key} citation={found} source={sourceName(found, pack, words)} changed={changedSince(found, turn)} open={open} /> : turn.answer === null ? <span key={key} className="cite coming">{marker}</span> : <span key={key} className="dim">[{marker}]</span>;
    },
    [citations, open, pack, words, turn],
  );
  const analysis = turn.answer?.analysis;
  const chart = useMemo(() => chartOfAnalysis(analysis, citations, words) ?? chartOf(citations, words), [analysis, citations, words]);
  const text = turn.answer?.content ?? (turn.endedAt === null ? shownOf(turn.draft) : turn.draft);
  return (
    <>
      <div className="answer" lang={languageOf(text)}>
        <Boundary otherwise={<p className="raw">{text}</p>}><Markdown text={text} cite={cite} marks={turn.answer?.marks} /></Boundary>
        {turn.answer?.notices.filter((notice) => !turn.answer!.content.includes(notice)).map((notice) => (
          <p className="note" key={notice}><Icon name="info" small />{notice}</p>
        ))}
        {saysRules && isByRules(turn) && (
          <p className="note quiet"><Icon name="info" small />{words.noteRules}{acts.openModels && <> <button type="button" className="link" onClick={acts.openModels}>{words.modelsAdd}</button></>}</p>
        )}
      </div>
      {chart && (
        <Boundary otherwise={null}>
          <Suspense fallback={<div className="figure-room" style={{ height: chart.height }} />}><Figure chart={chart} /></Suspense>
        </Boundary>
      )}
      {turn.answer?.graph?.section_info[0] && <Near entityId={turn.answer.graph.section_info[0].entity_id} />}
    </>
  );
});

/** The picture of what hangs on the thing that was answered, one press away. */
function Near({ entityId }: { entityId: string }) {
  const words = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <p className="note quiet"><button type="button" className="link" aria-expanded={open} onClick={() => setOpen(!open)}>{words.graphOpen}</button></p>
      {open && <Boundary otherwise={null}><Suspense fallback={null}><Neighbourhood entityId={entityId} /></Suspense></Boundary>}
    </>
  );
}

const NOTHING_CITED: CitationOut[] = [];
