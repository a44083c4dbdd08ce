/** Each threshold's reuse and wrong reuse over one axis, what the audits allow, and trying it on a share of its variant's new sessions. */
import { useState } from "react";
import { type Refusal, request } from "../http";
import type { CurvePoint, ExperimentOut, ThresholdCurve } from "../generated/http";
import { failureIn } from "../words/failures";
import { armOf, type Asked, useBoard, useLabels } from "./data";
import { Choose, Confirm, Csv, Panel, Switch, useWidth } from "./parts";
import { count, niceEnd, percent, plainPercent, threshold } from "./numbers";

interface ThresholdProps {
  asked: Asked<ThresholdCurve>;
  path: string;
  /** Those that have a threshold. */
  arms: { arm: string; variant: string }[];
  /** The one of them that was chosen; empty: the one with most questions is shown. */
  arm: string;
  chooseArm(arm: string): void;
  pack: string;
  /** Packs with decisions here; of several one is chosen before anything is tried. */
  packs: string[];
  choosePack(pack: string): void;
  /** With, without or only: demo traffic proves nothing for people. */
  demo: string;
  /** The experiment has ended: no new session would try anything. */
  over: boolean;
  label(): void;
  started(experiment: ExperimentOut): void;
}

export function Threshold({ asked, path, arms, arm, chooseArm, pack, packs, choosePack, demo, over, label, started }: ThresholdProps) {
  const { words } = useBoard();
  const [view, setView] = useState("picture");
  const told = asked.data;
  const drawn = told !== null && told.points.some((point) => point.reuse.of > 0);
  const several = arms.length > 1;
  const another = told !== null && arm !== "" && told.arm !== arm;
  const tools = (
    <>
      <Switch label={words.view} value={view} options={[["picture", words.picture], ["table", words.table]]} pick={setView} />
      {drawn && <Csv path={path} name="threshold" />}
      {several && (arm !== "" || told !== null) && <div className="chooses own-line"><Choose label={words.thresholdWhose} value={arm || told!.arm} options={arms.map((one): [string, string] => [one.arm, armOf(one, words)])} pick={chooseArm} /></div>}
    </>
  );
  return (
    <Panel title={words.thresholdTitle} lead={told === null ? words.thresholdLead : `${words.thresholdLead} ${words.thresholdOf(armOf(told, words))}`} span="half" asked={asked} empty={told !== null && !drawn ? words.thresholdEmpty : false} tools={tools} lines={7}>
      {() => (
        <>
          {view === "picture" ? <Curves told={told!} /> : <Rows told={told!} />}
          {!another && <Proposal told={told!} pack={pack} packs={packs} choosePack={choosePack} demo={demo} over={over} label={label} started={started} />}
        </>
      )}
    </Panel>
  );
}

const LEFT = 42;
const [TOP, SPLIT, FLOOR, TALL] = [40, 112, 258, 284];

/** Two small charts over one axis; never two scales on one. */
function Curves({ told }: { told: ThresholdCurve }) {
  const { words } = useBoard();
  const [room, width] = useWidth();
  const points = [...told.points].sort((one, other) => one.threshold - other.threshold);
  const [from, to] = [points[0]!.threshold, points.at(-1)!.threshold];
  const x = (at: number) => LEFT + ((at - from) / (to - from || 1)) * (width - LEFT - 10);
  const reuseEnd = niceEnd(Math.max(...points.map((point) => point.reuse.value ?? 0), 0.1));
  const audited = points.filter((point) => point.wrong_reuse.of > 0);
  const wrongEnd = niceEnd(Math.max(told.bound * 4, ...audited.map((point) => Math.max((point.wrong_reuse.value ?? 0) * 1.2, Math.min(point.wrong_reuse.high, told.bound * 8)))));
  const up = (share: number) => SPLIT - (share / reuseEnd) * (SPLIT - TOP);
  const down = (share: number) => FLOOR - Math.min(1.04, share / wrongEnd) * (FLOOR - SPLIT - 48);
  const path = (of: CurvePoint[], y: (point: CurvePoint) => number) => of.map((point) => `${x(point.threshold).toFixed(1)},${y(point).toFixed(1)}`).join(" ");
  const band = `${path(audited, (point) => down(point.wrong_reuse.high))} ${path([...audited].reverse(), (point) => down(point.wrong_reuse.value ?? 0))}`;
  const proposed = told.proposal.threshold;
  const at = points.find((point) => point.threshold === proposed);
  const ticks = [0.5, 0.6, 0.7, 0.8, 0.9].filter((tick) => tick >= from - 1e-9 && tick <= to);
  const close = proposed !== null && Math.abs(x(proposed) - x(told.running)) < 90;
  const named = lettered(audited[0], down, { top: down(wrongEnd), floor: FLOOR, bound: down(told.bound) });
  const left = (position: number) => position > width - 80;
  return (
    <div className="curves" ref={room}>
      <svg width={width} height={TALL} role="img" aria-label={sentence(told, words)}>
        <text x="0" y="12" className="faint">{words.reuseRate}</text>
        <text x={LEFT - 8} y={TOP + 4} textAnchor="end" className="faint">{plainPercent(reuseEnd)}</text>
        <text x={LEFT - 8} y={SPLIT + 4} textAnchor="end" className="faint">0%</text>
        <path className="rule" d={`M${LEFT} ${TOP}H${width - 10}M${LEFT} ${SPLIT}H${width - 10}`} />
        <polyline className="line reuse" points={path(points, (point) => up(point.reuse.value ?? 0))} />
        <text x="0" y={SPLIT + 24} className="faint">{words.wrongReuse}</text>
        <text x={LEFT - 8} y={down(wrongEnd) + 4} textAnchor="end" className="faint">{plainPercent(wrongEnd)}</text>
        {FLOOR - down(told.bound) > 14 && <text x={LEFT - 8} y={FLOOR + 4} textAnchor="end" className="faint">0%</text>}
        <path className="rule" d={`M${LEFT} ${down(wrongEnd)}H${width - 10}M${LEFT} ${FLOOR}H${width - 10}`} />
        {audited.length > 0 && <><polygon className="band" points={band} /><polyline className="line upper" points={path(audited, (point) => down(point.wrong_reuse.high))} /><polyline className="line wrong" points={path(audited, (point) => down(point.wrong_reuse.value ?? 0))} /></>}
        {named.upper !== null && <text x={x(audited[0]!.threshold) + 6} y={named.upper} className="faint">{words.upper}</text>}
        {named.estimate !== null && <text x={x(audited[0]!.threshold) + 6} y={named.estimate} className="faint">{words.estimate}</text>}
        <path className="bound" d={`M${LEFT} ${down(told.bound)}H${width - 10}`} />
        <text x={LEFT - 8} y={down(told.bound) + 4} textAnchor="end" className="bad">{plainPercent(told.bound)}</text>
        <text x={width - 10} y={down(told.bound) - 5} textAnchor="end" className="bad">{words.bound(plainPercent(told.bound))}</text>
        <path className="now" d={`M${x(told.running)} ${TOP - 10}V${FLOOR}`} />
        <text x={x(told.running) + (close ? 4 : 0)} y={close ? TOP - 18 : TOP - 14} textAnchor={left(x(told.running)) ? "end" : close ? "start" : "middle"}>{words.now(threshold(told.running))}</text>
        {at && proposed !== told.running && (
          <>
            <path className="then" d={`M${x(at.threshold)} ${TOP - 10}V${FLOOR}`} />
            <text x={x(at.threshold) - (close ? 4 : 0)} y={TOP - 18} textAnchor={close ? "end" : "middle"} className="strong">{words.proposal(threshold(at.threshold))}</text>
            <circle className="reuse" cx={x(at.threshold)} cy={up(at.reuse.value ?? 0)} r="4.5" />
            <circle className="wrong" cx={x(at.threshold)} cy={down(at.wrong_reuse.high)} r="4.5" />
          </>
        )}
        {ticks.map((tick) => <text key={tick} x={x(tick)} y={TALL - 8} textAnchor={tick === ticks[0] ? "start" : "middle"} className="faint">{threshold(tick)}</text>)}
      </svg>
    </div>
  );
}

/** Where the band's two lines bear their names, at its left end: outside of it where there is room, otherwise inside, or not at all. */
export function lettered(first: CurvePoint | undefined, down: (share: number) => number, at: { top: number; floor: number; bound: number }): { upper: number | null; estimate: number | null } {
  if (first === undefined) return { upper: null, estimate: null };
  const [high, low] = [down(first.wrong_reuse.high), down(first.wrong_reuse.value ?? 0)];
  const upper = high - at.top > 14 ? high - 6 : low - high > 18 ? high + 15 : null;
  const estimate = at.floor - low > 34 ? low + 15 : low - high > 38 ? Math.min(low, at.bound) - 6 : null;
  return { upper, estimate };
}

function sentence(told: ThresholdCurve, words: ReturnType<typeof useBoard>["words"]): string {
  const now = told.proposal.reuse_now;
  const { threshold: at, reuse_then: then, wrong_reuse_upper: high } = told.proposal;
  const head = words.curveSentence(threshold(told.running), now === null ? "–" : percent(now));
  return at === null || then === null || high === null ? head : head + words.curveMore(threshold(at), percent(then), percent(high));
}

function Rows({ told }: { told: ThresholdCurve }) {
  const { words, language } = useBoard();
  return (
    <div className="frame thin-scroll" tabIndex={0} role="group" aria-label={words.thresholdTitle}>
      <table>
        <thead><tr><th scope="col">{words.threshold}</th><th scope="col" className="number">{words.reuseRate}</th><th scope="col" className="number">{words.wrongReuse}</th><th scope="col" className="number">{words.upper}</th><th scope="col" className="number">{words.n}</th></tr></thead>
        <tbody>
          {told.points.map((point) => (
            <tr key={point.threshold}>
              <th scope="row">{threshold(point.threshold)}</th>
              <td className="number">{point.reuse.value === null ? "–" : percent(point.reuse.value)}</td>
              <td className="number">{point.wrong_reuse.value === null ? "–" : percent(point.wrong_reuse.value)}</td>
              <td className="number">{point.wrong_reuse.of === 0 ? "–" : percent(point.wrong_reuse.high)}</td>
              <td className="number">{count(point.wrong_reuse.of, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const SHARES = ["0.05", "0.1", "0.25", "0.5"];

function Proposal({ told, pack, packs, choosePack, demo, over, label, started }: Omit<ThresholdProps, "asked" | "path" | "arms" | "arm" | "chooseArm"> & { told: ThresholdCurve }) {
  const { words, language } = useBoard();
  const labels = useLabels();
  const [trying, setTrying] = useState(false);
  const [weight, setWeight] = useState("0.1");
  const { threshold: at, reuse_now: now, reuse_then: then, wrong_reuse_upper: high, audited, needed, told_at: toldAt, failed, retried } = told.proposal;
  const untold = failed > 0 && <span className="ask-text"> {words.untold(count(failed, language), retried > 0 ? count(retried, language) : null)}</span>;
  const once = <>{untold}{told.looks === "once" && <span className="dim"> {words.lookOnce}</span>}</>;
  if (at === null) {
    return (
      <div className="apply">
        <p className="grow">{words.refusal(count(needed, language), count(audited, language), threshold(toldAt))}{once}{demo === "with" && <span className="dim"> {words.demoNotCounted}</span>}<span className="dim"> {words.drawnAlone}</span></p>
        <button type="button" className="button" onClick={label}>{words.goLabel}</button>
      </div>
    );
  }
  const tryable = at !== told.running && demo !== "only" && !over;
  const meant = pack || (packs.length === 1 ? packs[0]! : "");
  const act = async () => {
    const body = { threshold: at, weight: Number(weight), arm: told.arm, bound: told.bound, ...(meant ? { pack: meant } : {}) };
    const made = await request<ExperimentOut>("POST", `/api/experiments/${encodeURIComponent(told.experiment)}/threshold`, body).catch((error: Refusal) => {
      throw new Error(failureIn(language, error));
    });
    started(made);
  };
  return (
    <div className="apply">
      <p className="grow">
        {at === told.running ? words.already : words.effect(threshold(at), now === null ? "–" : percent(now), then === null ? "–" : percent(then), high === null ? "–" : percent(high))}{" "}
        <span className="dim">{words.audited(count(audited, language))}{over ? ` · ${words.overTriesNothing}` : demo === "only" && ` · ${words.demoProvesNothing}`}</span>{once}
      </p>
      {tryable && meant !== "" && <button type="button" className="button strong" onClick={() => setTrying(true)}>{words.tryOn(percentOf(weight))}</button>}
      {tryable && meant === "" && <Choose label={words.packFirst} value="" options={[["", "–"], ...packs.map((name): [string, string] => [name, labels.pack(name)])]} pick={choosePack} />}
      {trying && (
        <Confirm title={words.tryTitle(threshold(at))} does={words.startTrial} act={act} close={() => setTrying(false)}>
          <p>{words.effect(threshold(at), now === null ? "–" : percent(now), then === null ? "–" : percent(then), high === null ? "–" : percent(high))}</p>
          <div className="weigh"><span>{words.weight}</span><Switch label={words.weight} value={weight} options={SHARES.map((share) => [share, percentOf(share)])} pick={setWeight} /></div>
          <p className="dim">{told.share !== null && `${words.ofAll(plainPercent(Number((told.share * Number(weight)).toFixed(3))))} `}{words.stepBack(plainPercent(told.bound))}</p>
        </Confirm>
      )}
    </div>
  );
}

function percentOf(share: string): string {
  return `${Math.round(Number(share) * 100)}%`;
}
