/** The operator's page: is reuse right, what does it save, what should the threshold be. Loaded when somebody opens it. */
import { useContext, useEffect, useMemo, useRef, useState } from "react";
import { type Refusal, request } from "../http";
import { age, day, dayNumber, dotted, offsetOf } from "../format";
import { useNow } from "../parts/clock";
import { Icon } from "../parts/icons";
import type { ArmOut, BreakdownOut, DashboardHealth, DemoErased, ExperimentMetrics, ExperimentOut, ExperimentsOut, FailedAnswers, PackOut, ReviewsOut, ThresholdCurve } from "../generated/http";
import { useWords as useChatWords } from "../words";
import { failureIn } from "../words/failures";
import { armOf, type Chosen, FIGURES_MS, OLD_MS, PacksContext, pathOf, queryOf, STATE_MS, useAsked, useBeat, useBoard, useChosen, useLabels, ZoneContext, zoneOf } from "./data";
import { Days } from "./days";
import { Decisions, useDecisions } from "./decisions";
import { Drawer } from "./drawer";
import { Kpis, Savings } from "./figures";
import { count, plainPercent } from "./numbers";
import { Choose, Confirm, Failed } from "./parts";
import { Prompts } from "./prompts";
import { Health, Reviews } from "./side";
import { Threshold } from "./threshold";
import { Groups, Sources, Variants } from "./variants";
import "./dashboard.css";
import "./panels.css";
import "./drawer.css";

const DEFAULT = "default";
type Ask = "erase" | "end" | null;

export default function Dashboard({ packs, toChat, openList }: { packs: PackOut[]; toChat(): void; openList(): void }) {
  const { words } = useBoard();
  const slow = useBeat(STATE_MS);
  const experiments = useAsked<ExperimentsOut>("/api/experiments", slow);
  useEffect(() => void (document.title = `${words.name} · Suffice`), [words]);
  const refused = experiments.error?.status === 403;
  return (
    <PacksContext value={packs}>
      {refused || experiments.data === null ? (
        <main className="main">
          <Bar openList={openList} />
          <div className="scroller" id="figures" tabIndex={0} role="region" aria-label={words.content}>
            <div className="board">
              {refused ? <div className="tile all refused"><h2>{words.notAllowed}</h2><p>{words.notAllowedHint}</p><button type="button" className="button" onClick={toChat}>{words.toChat}</button></div>
                : experiments.error ? <Failed asked={experiments} /> : <p className="unseen" role="status">{words.loading}</p>}
            </div>
          </div>
        </main>
      ) : <Board experiments={experiments.data.experiments} again={experiments.again} slow={slow} openList={openList} />}
    </PacksContext>
  );
}

function Bar({ openList, children }: { openList(): void; children?: React.ReactNode }) {
  const { words } = useBoard();
  const { openList: listName } = useChatWords();
  return (
    <header className="topbar">
      <button type="button" className="square only-phone" aria-label={listName} onClick={openList}><Icon name="menu" /></button>
      <h1 className="grow">{words.name}</h1>
      {children}
    </header>
  );
}

/** Every figure of the board. Only the figures are asked for again and again; the rest when those changed. */
function useFigures(chosen: Chosen, experiment: string, slow: number, zone: string | undefined) {
  const [said, setSaid] = useState(0);
  const quick = useBeat(FIGURES_MS);
  const today = dayNumber(Date.now(), zone);
  const query = queryOf(chosen, today);
  const metrics = useAsked<ExperimentMetrics>(pathOf(experiment, "metrics", query), `${quick} ${said}`);
  const beat = useMemo(() => `${said} ${JSON.stringify([metrics.data?.turns, metrics.data?.figures.known.counts, metrics.data?.variants.length])}`, [said, metrics.data]);
  const days = useAsked<BreakdownOut>(pathOf(experiment, "breakdown", query, "by=day"), beat);
  const curvePath = pathOf(experiment, "threshold-curve", query, chosen.arm && new URLSearchParams({ arm: chosen.arm }).toString());
  const curve = useAsked<ThresholdCurve>(curvePath, beat);
  const listed = useDecisions(experiment, query, chosen.kind, chosen.truth, beat);
  const reviews = useAsked<ReviewsOut>(withDemo("/api/reviews", chosen.demo), `${slow} ${said}`);
  const failed = useAsked<FailedAnswers>(withDemo("/api/answers/failed?limit=50", chosen.demo), slow);
  const health = useAsked<DashboardHealth>(pathOf(experiment, "health"), slow);
  return { query, beat, metrics, days, curve, curvePath, listed, reviews, failed, health, changed: () => setSaid((one) => one + 1) };
}

/** What waits to be looked at is nobody's experiment; but demo traffic is left out, or alone, there too. */
export function withDemo(path: string, demo: string): string {
  return demo === "with" ? path : `${path}${path.includes("?") ? "&" : "?"}demo=${demo}`;
}

function Board({ experiments, again, slow, openList }: { experiments: ExperimentOut[]; again(): void; slow: number; openList(): void }) {
  const { words, language } = useBoard();
  const [chosen, choose] = useChosen();
  const experiment = experiments.some((one) => one.name === chosen.experiment) ? chosen.experiment : busiest(experiments);
  const listed = experiments.find((one) => one.name === experiment);
  const arms = reusingArms(listed);
  const arm = arms.some((one) => one.arm === chosen.arm) ? chosen.arm : "";
  const place = zoneOf(useContext(PacksContext), chosen.pack ? [chosen.pack] : (listed?.packs ?? []));
  const figures = useFigures({ ...chosen, arm }, experiment, slow, place.zone);
  const [asking, setAsking] = useState<Ask>(null);
  const [said, setSaid] = useState("");
  const decisions = useRef<HTMLDivElement>(null);
  const metrics = figures.metrics.data;
  const fresh = (sentence: string) => (setSaid(sentence), again(), figures.changed());
  const started = (made: ExperimentOut) => (choose({ experiment: made.name, arm: "" }), fresh(words.started(made.name)));
  const label = () => {
    choose({ kind: "reuse", truth: "unknown" });
    decisions.current?.scrollIntoView({ block: "start" });
    decisions.current?.querySelector<HTMLElement>("select")?.focus({ preventScroll: true });
  };
  const empty = metrics !== null && metrics.turns === 0 && (listed?.turns ?? 0) === 0;
  const stage = stageOf(listed);
  const open = stage === "planned" || stage === "running";
  return (
    <ZoneContext value={place.zone}>
    <main className="main">
      <Bar openList={openList}><Live at={figures.metrics.at} /><Exports experiment={experiment} query={figures.query} curve={figures.curvePath} decisions={figures.listed.path} demo={chosen.demo} /></Bar>
      <div className="scroller thin-scroll" id="figures" tabIndex={0} role="region" aria-label={words.content}>
        <div className="board">
          <Head metrics={metrics} days={figures.days.data} experiments={experiments} experiment={experiment} chosen={chosen} choose={choose} differ={place.differ} />
          <p className={said ? "strip" : "unseen"} role="status">{said && <span>{said}</span>}</p>
          {metrics !== null && metrics.demo_turns > 0 && <p className="strip demo-band"><span>{words.demoBand[chosen.demo === "with" && metrics.demo_turns === metrics.turns ? "all" : chosen.demo]?.(count(metrics.demo_turns, language))}</span><button type="button" className="link" onClick={() => setAsking("erase")}>{words.erase}</button></p>}
          <div className="panels">
            {empty && <Begin listed={listed} stage={stage} />}
            <Kpis asked={figures.metrics} />
            <Variants asked={figures.metrics} open={open} path={pathOf(experiment, "metrics", figures.query)} tools={open && <button type="button" className="button small plain" onClick={() => setAsking("end")}>{words.endExperiment}</button>} />
            <Threshold asked={figures.curve} path={figures.curvePath} arms={arms} arm={arm} chooseArm={(name) => choose({ experiment, arm: name })} pack={chosen.pack} packs={listed?.packs ?? []} choosePack={(pack) => choose({ pack })} demo={(metrics?.demo_turns ?? 0) > 0 ? chosen.demo : "without"} over={stage === "over"} played={listed?.demo ?? false} trials={trialsOf(listed)} label={label} started={started} />
            <Days asked={figures.days} path={pathOf(experiment, "breakdown", figures.query, "by=day")} below={metrics && <Savings metrics={metrics} />} />
            <div className="wide stacked" ref={decisions}>
              <Decisions listed={figures.listed} chosen={chosen} choose={choose} dataTypes={listed?.data_types ?? []} none={empty} />
              <Groups experiment={experiment} query={figures.query} beat={figures.beat} />
              <Prompts demo={chosen.demo} beat={figures.beat} />
            </div>
            <div className="side stacked">
              <Reviews reviews={figures.reviews} failed={figures.failed} open={(decision) => choose({ decision })} />
              <Sources asked={figures.metrics} path={pathOf(experiment, "sources", figures.query)} />
              <Health asked={figures.health} path={pathOf(experiment, "health")} packs={chosen.pack ? [chosen.pack] : (listed?.packs ?? [])} />
            </div>
          </div>
          <details className="methods"><summary>{words.method}</summary><p>{words.methods}</p></details>
        </div>
      </div>
      {chosen.decision !== "" && <Drawer runId={chosen.decision} order={(figures.listed.data ?? []).map((line) => line.run_id)} beat={figures.beat} open={(decision) => choose({ decision })} changed={figures.changed} close={(next) => closed(choose, next ?? chosen.decision)} />}
      {asking === "erase" && <Erase experiment={experiment} close={() => setAsking(null)} erased={(n) => (choose({ demo: "with" }), fresh(words.erased(n)))} />}
      {asking === "end" && <End experiment={experiment} close={() => setAsking(null)} ended={() => fresh(words.ended)} />}
    </main>
    </ZoneContext>
  );
}

/** The line that opened it gets the focus back, or the next one after a label; where the filters no longer hold it, the board does. */
function closed(choose: (part: Partial<Chosen>) => void, runId: string): void {
  choose({ decision: "" });
  requestAnimationFrame(() => (document.querySelector<HTMLElement>(`a.open[data-run="${CSS.escape(runId)}"]`) ?? document.querySelector<HTMLElement>(".scroller"))?.focus());
}

/** Where nobody chose: the declared experiment that runs, otherwise the one with the most turns. */
export function busiest(experiments: ExperimentOut[], now = Date.now()): string {
  const runs = experiments.find((one) => one.declared && !one.demo && one.turns > 0 && (one.ends_at === null || Date.parse(one.ends_at) > now));
  return (runs ?? [...experiments].sort((one, other) => other.turns - one.turns)[0])?.name ?? DEFAULT;
}

const REUSING = ["hybrid_confirm", "hybrid", "supervisor_only"];

/** The arms that have a threshold, with turns or not yet: a declared experiment's, otherwise the variants that reuse. */
export function reusingArms(listed: ExperimentOut | undefined): { arm: string; variant: string }[] {
  if (listed?.declared !== true) return REUSING.map((variant) => ({ arm: variant, variant }));
  return listed.arms.filter((one) => one.variant !== "no_reuse").map((one) => ({ arm: one.name, variant: one.variant }));
}

/** Thresholds that are being tried: begun, and neither stepped back nor replaced. */
export function trialsOf(listed: ExperimentOut | undefined): ArmOut[] {
  if (listed === undefined || stageOf(listed) !== "running") return [];
  return listed.arms.filter((one) => one.tried_since != null && one.stepped_back_at == null && one.replaced_at == null);
}

type Stage = "planned" | "running" | "over" | null;

/** Where a declared experiment stands; null for the one that runs where none is declared. */
export function stageOf(listed: ExperimentOut | undefined, now = Date.now()): Stage {
  if (listed?.declared !== true) return null;
  if (listed.ends_at !== null && Date.parse(listed.ends_at) <= now) return "over";
  return listed.starts_at !== null && Date.parse(listed.starts_at) > now ? "planned" : "running";
}

/** Before the first decision: what will stand here, and what there is to do. */
function Begin({ listed, stage }: { listed: ExperimentOut | undefined; stage: Stage }) {
  const { words, language, zone } = useBoard();
  const starts = listed?.starts_at ? day(Date.parse(listed.starts_at), language, zone) : "";
  return (
    <section className="tile all begin">
      <h3>{stage === "planned" ? words.plannedTitle(starts) : words.emptyTitle}</h3>
      <p>{stage === null ? words.emptyHint : stage === "over" ? words.overHint : words.declaredHint}</p>
      {stage === null && <code>suffice demo traffic</code>}
    </section>
  );
}

/** When a declared experiment runs, and how it shares out new conversations. */
function Declared({ listed, stage }: { listed: ExperimentOut; stage: Exclude<Stage, null> }) {
  const { words, language, zone } = useBoard();
  const [since, until] = [listed.starts_at, listed.ends_at].map((moment) => (moment === null ? "" : day(Date.parse(moment), language, zone)));
  const when = stage === "planned" ? words.planned(since!) : stage === "over" ? words.overOn(until!) : until ? words.runsUntil(since!, until) : words.runsSince(since!);
  const shares = listed.arms.filter((arm) => arm.share > 0).map((arm) => `${armOf({ arm: arm.name, variant: arm.variant }, words)} ${plainPercent(Number(arm.share.toFixed(arm.share < 0.01 ? 3 : 2)))}`);
  return <p>{dotted([listed.name, ...(listed.demo ? [words.played] : []), when, ...(stage === "over" ? [] : shares)].join(" · "))}</p>;
}

interface HeadProps {
  metrics: ExperimentMetrics | null;
  days: BreakdownOut | null;
  experiments: ExperimentOut[];
  experiment: string;
  chosen: Chosen;
  choose(part: Partial<Chosen>): void;
  /** Several packs with several zones. */
  differ: boolean;
}

function Head({ metrics, days, experiments, experiment, chosen, choose, differ }: HeadProps) {
  const { words, language, zone } = useBoard();
  const labels = useLabels();
  const listed = experiments.find((one) => one.name === experiment);
  const stage = stageOf(listed);
  const ran = (days?.groups ?? []).map((group) => group.value).sort();
  const [since, until] = [ran[0], ran.at(-1)].map((date) => date && day(Date.parse(`${date}T12:00:00Z`), language, "UTC"));
  const range = since && until ? ` · ${since === until ? since : `${since}${language === "ko" ? "~" : " – "}${until}`}` : "";
  const filtered = chosen.pack || chosen.intent || chosen.model || chosen.dataType || chosen.arm || chosen.demo !== "with";
  const any = (names: string[], tell: (name: string) => string): [string, string][] => [["", words.all], ...names.map((name): [string, string] => [name, tell(name)])];
  return (
    <div className="board-head">
      <div className="grow"><h2>{words.title}</h2><p>{metrics ? `${words.turns(count(metrics.turns, language))}${range}` : "\u00a0"}</p>{listed !== undefined && stage !== null && <Declared listed={listed} stage={stage} />}{zone && <p className="fine">{(differ ? words.zonesDiffer : words.zone)(zone, offsetOf(zone, Date.now()))}</p>}</div>
      <div className="chooses">
        <Choose label={words.experiment} value={experiment} options={experiments.map((one) => [one.name, one.name === DEFAULT ? words.noExperiment : one.name])} pick={(name) => choose({ experiment: name, arm: "" })} />
        <Choose label={words.pack} value={chosen.pack} options={any(listed?.packs ?? [], labels.pack)} tell={labels.pack} pick={(pack) => choose({ pack })} />
        <Choose label={words.period} value={chosen.days} options={[["1", words.days(1)], ["7", words.days(7)], ["30", words.days(30)], ["90", words.days(90)], ["0", words.all]]} tell={(days) => words.days(Number(days))} pick={(chosenDays) => choose({ days: chosenDays })} />
        <Choose label={words.intent} value={chosen.intent} options={any(listed?.intents ?? [], labels.intent)} tell={labels.intent} pick={(intent) => choose({ intent })} />
        <Choose label={words.model} value={chosen.model} options={any(listed?.models ?? [], (name) => (name === "rules" ? words.rulesEngine : name))} pick={(model) => choose({ model })} />
        {((listed?.demo_turns ?? 0) > 0 || chosen.demo !== "with") && <Choose label={words.demo} value={chosen.demo} options={Object.entries(words.demos)} pick={(demo) => choose({ demo })} />}
        {filtered && <button type="button" className="button small plain" onClick={() => choose({ pack: "", intent: "", model: "", dataType: "", arm: "", demo: "with" })}>{words.clear}</button>}
      </div>
    </div>
  );
}

function Live({ at }: { at: number }) {
  const { words, language } = useBoard();
  const now = useNow(2_000);
  if (at === 0) return null;
  const old = now - at > OLD_MS;
  const since = now - at < 60_000 ? words.secondsAgo(Math.floor((now - at) / 1_000)) : age(at, now, language);
  return <span className={old ? "live old" : "live"}>{old ? words.behind(since) : words.live}</span>;
}

/** `decisions`: the path of those that are listed, whose outcome and truth may be chosen beside the filters of every panel. */
function Exports({ experiment, query, curve, decisions, demo }: { experiment: string; query: string; curve: string; decisions: string; demo: string }) {
  const { words } = useBoard();
  const self = useRef<HTMLDetailsElement>(null);
  const files: [string, string, string][] = [
    [words.variantsFile, pathOf(experiment, "metrics", query), "variants"],
    [words.daysFile, pathOf(experiment, "breakdown", query, "by=day"), "days"],
    [words.groupsFile, pathOf(experiment, "breakdown", query, "by=data_type"), "data-types"],
    [words.thresholdFile, curve, "threshold"],
    [words.decisionsFile, decisions, "decisions"],
    [words.savingsFile, pathOf(experiment, "savings", query), "savings"],
    [words.sourcesFile, pathOf(experiment, "sources", query), "sources"],
    [words.reviewsFile, withDemo("/api/reviews", demo), "reviews"],
    [words.failedFile, withDemo("/api/answers/failed?limit=200", demo), "failed-answers"],
    [words.stateFile, pathOf(experiment, "health"), "state"],
  ];
  useEffect(() => {
    const outside = (event: Event) => self.current && !self.current.contains(event.target as Node) && (self.current.open = false);
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, []);
  return (
    <details className="exports" ref={self} onKeyDown={(event) => event.key === "Escape" && self.current && ((self.current.open = false), self.current.querySelector("summary")?.focus())}>
      <summary className="button small"><Icon name="down" small />{words.export}</summary>
      <ul>
        {files.map(([name, path, file]) => (
          <li key={file}><span className="grow">{name}</span>
            <a className="link" href={`${path}${path.includes("?") ? "&" : "?"}format=csv`} download={`${file}.csv`} aria-label={`${name} CSV`}>CSV</a>
            <a className="link" href={`${path}${file === "decisions" ? `${path.includes("?") ? "&" : "?"}limit=200` : ""}`} download={`${file}.json`} aria-label={`${name} JSON`}>JSON</a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Erase({ experiment, close, erased }: { experiment: string; close(): void; erased(n: string): void }) {
  const { words, language } = useBoard();
  const act = async () => {
    const done = await request<DemoErased>("DELETE", pathOf(experiment, "demo")).catch((error: Refusal) => { throw new Error(failureIn(language, error)); });
    erased(count(done.conversations, language));
  };
  return <Confirm title={words.eraseTitle} does={words.erase} danger act={act} close={close}><p>{words.eraseBody}</p></Confirm>;
}

function End({ experiment, close, ended }: { experiment: string; close(): void; ended(): void }) {
  const { words, language } = useBoard();
  const act = async () => {
    await request("POST", pathOf(experiment, "end")).catch((error: Refusal) => { throw new Error(failureIn(language, error)); });
    ended();
  };
  return <Confirm title={words.endTitle} does={words.endExperiment} danger act={act} close={close}><p>{words.endBody}</p></Confirm>;
}
