/** Each threshold's reuse and wrong reuse over one axis, what the audits allow, and trying it on a share of its variant's new sessions. */
import { useState } from "react";
import { type Refusal, request } from "../http";
import type { ArmOut, CurvePoint, ExperimentOut, ThresholdCurve } from "../generated/http";
import { day } from "../format";
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
  /** Demo traffic's own experiment: what it shows is tried on its conversations alone. */
  played: boolean;
  /** Thresholds that are being tried here now. */
  trials: ArmOut[];
  label(): void;
  started(experiment: ExperimentOut): void;
}

export function Threshold({ asked, path, arms, arm, chooseArm, pack, packs, choosePack, demo, over, played, trials, label, started }: ThresholdProps) {
  const { words } = useBoard();
  const [view, setView] = useState("picture");
  const curve = asked.data;
  const drawn = curve !== null && curve.points.some((point) => point.reuse.of > 0);
  const several = arms.length > 1;
  const another = curve !== null && arm !== "" && curve.arm !== arm;
  const tools = (
    <>
      <Switch label={words.view} value={view} options={[["picture", words.picture], ["table", words.table]]} pick={setView} />
      {drawn && <Csv path={path} name="threshold" />}
      {several && (arm !== "" || curve !== null) && <div className="chooses own-line"><Choose label={words.thresholdWhose} value={arm || curve!.arm} options={arms.map((one): [string, string] => [one.arm, armOf(one, words)])} pick={chooseArm} /></div>}
    </>
  );
  return (
    <Panel title={words.thresholdTitle} lead={curve === null ? words.thresholdLead : `${words.thresholdLead} ${words.thresholdOf(armOf(curve, words))}`} span="half" asked={asked} empty={curve !== null && !drawn ? words.thresholdEmpty : false} tools={tools} lines={7}>
      {() => (
        <>
          {view === "picture" ? <Curves curve={curve!} /> : <Rows curve={curve!} />}
          {!another && <Proposal curve={curve!} pack={pack} packs={packs} choosePack={choosePack} demo={demo} over={over} played={played} trials={trials} label={label} started={started} />}
        </>
      )}
    </Panel>
  );
}

const LEFT = 42;
const [TOP, SPLIT, FLOOR, TALL] = [40, 112, 258, 284];

/** Two small charts over one axis; never two scales on one. */
function Curves({ curve }: { curve: ThresholdCurve }) {
  const { words } = useBoard();
  const [room, width] = useWidth();
  const points = [...curve.points].sort((one, other) => one.threshold - other.threshold);
  const [from, to] = [points[0]!.threshold, points.at(-1)!.threshold];
  const x = (at: number) => LEFT + ((at - from) / (to - from || 1)) * (width - LEFT - 10);
  const reuseEnd = niceEnd(Math.max(...points.map((point) => point.reuse.value ?? 0), 0.1));
  const audited = points.filter((point) => point.wrong_reuse.of > 0);
  const wrongEnd = niceEnd(Math.max(curve.bound * 4, ...audited.map((point) => Math.max((point.wrong_reuse.value ?? 0) * 1.2, Math.min(point.wrong_reuse.high, curve.bound * 8)))));
  const up = (share: number) => SPLIT - (share / reuseEnd) * (SPLIT - TOP);
  const down = (share: number) => FLOOR - Math.min(1.04, share / wrongEnd) * (FLOOR - SPLIT - 48);
  const path = (of: CurvePoint[], y: (point: CurvePoint) => number) => of.map((point) => `${x(point.threshold).toFixed(1)},${y(point).toFixed(1)}`).join(" ");
  const band = `${path(audited, (point) => down(point.wrong_reuse.high))} ${path([...audited].reverse(), (point) => down(point.wrong_reuse.value ?? 0))}`;
  const proposed = curve.proposal.proposed;
  const at = points.find((point) => point.threshold === proposed);
  const ticks = [0.5, 0.6, 0.7, 0.8, 0.9].filter((tick) => tick >= from - 1e-9 && tick <= to);
  const close = proposed !== null && Math.abs(x(proposed) - x(curve.running)) < 90;
  const named = lettered(audited[0], down, { top: down(wrongEnd), floor: FLOOR, bound: down(curve.bound) });
  const left = (position: number) => position > width - 80;
  /** At the left end the proposal's name would stand on the axis' own. */
  const first = (position: number) => position < LEFT + 60;
  return (
    <div className="curves" ref={room}>
      <svg width={width} height={TALL} role="img" aria-label={sentence(curve, words)}>
        <text x="0" y="12" className="faint">{words.reuseRate}</text>
        <text x={LEFT - 8} y={TOP + 4} textAnchor="end" className="faint">{plainPercent(reuseEnd)}</text>
        <text x={LEFT - 8} y={SPLIT + 4} textAnchor="end" className="faint">0%</text>
        <path className="rule" d={`M${LEFT} ${TOP}H${width - 10}M${LEFT} ${SPLIT}H${width - 10}`} />
        <polyline className="line reuse" points={path(points, (point) => up(point.reuse.value ?? 0))} />
        <text x="0" y={SPLIT + 24} className="faint">{words.wrongReuse}</text>
        <text x={LEFT - 8} y={down(wrongEnd) + 4} textAnchor="end" className="faint">{plainPercent(wrongEnd)}</text>
        {FLOOR - down(curve.bound) > 14 && <text x={LEFT - 8} y={FLOOR + 4} textAnchor="end" className="faint">0%</text>}
        <path className="rule" d={`M${LEFT} ${down(wrongEnd)}H${width - 10}M${LEFT} ${FLOOR}H${width - 10}`} />
        {audited.length > 0 && <><polygon className="band" points={band} /><polyline className="line upper" points={path(audited, (point) => down(point.wrong_reuse.high))} /><polyline className="line wrong" points={path(audited, (point) => down(point.wrong_reuse.value ?? 0))} /></>}
        {named.upper !== null && <text x={x(audited[0]!.threshold) + 6} y={named.upper} className="faint">{words.upper}</text>}
        {named.estimate !== null && <text x={x(audited[0]!.threshold) + 6} y={named.estimate} className="faint">{words.estimate}</text>}
        <path className="bound" d={`M${LEFT} ${down(curve.bound)}H${width - 10}`} />
        <text x={LEFT - 8} y={down(curve.bound) + 4} textAnchor="end" className="bad">{plainPercent(curve.bound)}</text>
        <text x={width - 10} y={down(curve.bound) - 5} textAnchor="end" className="bad">{words.bound(plainPercent(curve.bound))}</text>
        <path className="now" d={`M${x(curve.running)} ${TOP - 10}V${FLOOR}`} />
        <text x={x(curve.running) + (close ? 4 : 0)} y={close ? TOP - 18 : TOP - 14} textAnchor={left(x(curve.running)) ? "end" : close ? "start" : "middle"}>{words.now(threshold(curve.running))}</text>
        {at && proposed !== curve.running && (
          <>
            <path className="then" d={`M${x(at.threshold)} ${TOP - 10}V${FLOOR}`} />
            <text x={first(x(at.threshold)) ? LEFT + 34 : x(at.threshold) - (close ? 4 : 0)} y={TOP - 18} textAnchor={first(x(at.threshold)) ? "start" : close ? "end" : "middle"} className="strong">{words.proposal(threshold(at.threshold))}</text>
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
  // Letters of 12 px over a baseline: the bound's line goes through none, and they stand above it instead.
  const struck = at.bound > high - 18 && at.bound < high - 2;
  const upper = high - at.top > 14 ? (struck ? at.bound : high) - 6 : low - high > 18 ? high + 15 : null;
  const estimate = at.floor - low > 34 ? low + 15 : low - high > 38 ? Math.min(low, at.bound) - 6 : null;
  return { upper, estimate };
}

function sentence(curve: ThresholdCurve, words: ReturnType<typeof useBoard>["words"]): string {
  const now = curve.proposal.reuse_now;
  const { proposed: at, reuse_then: then, wrong_reuse_upper: high } = curve.proposal;
  const head = words.curveSentence(threshold(curve.running), now === null ? "–" : percent(now));
  return at === null || then === null || high === null ? head : head + words.curveMore(threshold(at), percent(then), percent(high));
}

function Rows({ curve }: { curve: ThresholdCurve }) {
  const { words, language } = useBoard();
  return (
    <div className="frame thin-scroll" tabIndex={0} role="group" aria-label={words.thresholdTitle}>
      <table>
        <thead><tr><th scope="col">{words.threshold}</th><th scope="col" className="number">{words.reuseRate}</th><th scope="col" className="number">{words.wrongReuse}</th><th scope="col" className="number">{words.upper}</th><th scope="col" className="number">{words.n}</th></tr></thead>
        <tbody>
          {curve.points.map((point) => (
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

function Proposal({ curve, pack, packs, choosePack, demo, over, played, trials, label, started }: Omit<ThresholdProps, "asked" | "path" | "arms" | "arm" | "chooseArm"> & { curve: ThresholdCurve }) {
  const { words, language, zone } = useBoard();
  const labels = useLabels();
  const [trying, setTrying] = useState(false);
  const [weight, setWeight] = useState("0.1");
  const { threshold: proven, proposed: at, reuse_now: now, reuse_then: then, wrong_reuse_upper: high, audited, needed, told_at: reference, failed, retried, gain, gain_audited: between } = curve.proposal;
  const unfinished = failed > 0 && <span className="ask-text"> {words.unfinished(count(failed, language), retried > 0 ? count(retried, language) : null)}</span>;
  const once = <>{unfinished}{curve.looks === "once" && <span className="dim"> {words.lookOnce}</span>}</>;
  const tried = trials.find((one) => one.replaces === curve.arm);
  const triedAt = tried === undefined ? null : (tried.variant === "hybrid" ? tried.ask_above : tried.reuse_above) ?? null;
  const trial = tried !== undefined && triedAt !== null && (
    <p className="trial"><span className="chip ask">{words.trying}</span> {words.onTrial(tried.name, threshold(triedAt), plainPercent(Number(tried.share.toFixed(3))), tried.tried_since ? day(Date.parse(tried.tried_since), language, zone) : "", played)}</p>
  );
  if (at === null && proven !== null) {
    return (
      <div className="apply">
        <p className="grow">{words.noGain(threshold(proven), high === null ? "–" : percent(high), threshold(curve.running), gain.hits === 0 ? null : words.gained(count(gain.hits, language), count(gain.of, language), count(between, language)))} <span className="dim">{words.audited(count(audited, language), threshold(reference))}</span>{once}</p>
        {trial}
      </div>
    );
  }
  if (at === null) {
    return (
      <div className="apply">
        {trial}
        <p className="grow">{words.refusal(count(needed, language), count(audited, language), threshold(reference))}{once}{demo === "with" && !played && <span className="dim"> {words.demoNotCounted}</span>}<span className="dim"> {words.drawnAlone}</span></p>
        <button type="button" className="button" onClick={label}>{words.goLabel}</button>
      </div>
    );
  }
  const unproven = demo === "only" && !played;
  const tryable = at !== curve.running && at !== triedAt && !unproven && !over;
  const meant = pack || (packs.length === 1 ? packs[0]! : "");
  const act = async () => {
    const body = { threshold: at, weight: Number(weight), arm: curve.arm, bound: curve.bound, ...(meant ? { pack: meant } : {}) };
    const made = await request<ExperimentOut>("POST", `/api/experiments/${encodeURIComponent(curve.experiment)}/threshold`, body).catch((error: Refusal) => {
      throw new Error(failureIn(language, error));
    });
    started(made);
  };
  return (
    <div className="apply">
      <p className="grow">
        {at === curve.running ? words.already : words.effect(threshold(at), now === null ? "–" : percent(now), then === null ? "–" : percent(then), high === null ? "–" : percent(high))}{" "}
        <span className="dim">{words.audited(count(audited, language), threshold(reference))}{over ? ` · ${words.overTriesNothing}` : unproven ? ` · ${words.demoProvesNothing}` : played && ` · ${words.playedOnly}`}</span>{once}
      </p>
      {trial}
      {tryable && meant !== "" && <button type="button" className={tried ? "button" : "button strong"} onClick={() => setTrying(true)}>{tried ? words.tryInstead(threshold(at)) : (played ? words.tryPlayed : words.tryOn)(percentOf(weight))}</button>}
      {tryable && meant === "" && <Choose label={words.packFirst} value="" options={[["", "–"], ...packs.map((name): [string, string] => [name, labels.pack(name)])]} pick={choosePack} />}
      {trying && (
        <Confirm title={words.tryTitle(threshold(at))} does={words.startTrial} act={act} close={() => setTrying(false)}>
          <p>{words.effect(threshold(at), now === null ? "–" : percent(now), then === null ? "–" : percent(then), high === null ? "–" : percent(high))}</p>
          <div className="weigh"><span>{words.weight}</span><Switch label={words.weight} value={weight} options={SHARES.map((share) => [share, percentOf(share)])} pick={setWeight} /></div>
          {played && <p>{words.playedOnly}</p>}
          <p className="dim">{curve.share !== null && `${(played ? words.ofAllPlayed : words.ofAll)(plainPercent(Number((curve.share * Number(weight)).toFixed(3))))} `}{words.stepBack(plainPercent(curve.bound))}</p>
        </Confirm>
      )}
    </div>
  );
}

function percentOf(share: string): string {
  return `${Math.round(Number(share) * 100)}%`;
}
