/** Variants side by side, groups of turns side by side, and who says what is true. */
import { type ReactNode, useState } from "react";
import { dayAndWeekday } from "../format";
import type { BreakdownOut, DifferenceOut, ExperimentMetrics, FiguresOut, RateOut, TruthOut, VariantOut } from "../generated/http";
import { type Asked, pathOf, useAsked, useBoard, useLabels } from "./data";
import { ByHand, Choose, Csv, Interval, Panel, Switch, Time } from "./parts";
import { count, ends, niceEnd, percent, plainPercent, seconds, threshold } from "./numbers";
import { VariantRows } from "./variant-rows";

interface VariantsProps {
  asked: Asked<ExperimentMetrics>;
  path: string;
  tools: ReactNode;
  /** New conversations are drawn into its arms, or will be. */
  open: boolean;
}

export function Variants({ asked, path, tools, open }: VariantsProps) {
  const { words } = useBoard();
  const [view, setView] = useState("picture");
  const metrics = asked.data;
  const empty = metrics !== null && (metrics.variants.length === 0 || metrics.turns === 0) ? words.variantsEmpty(metrics.conversations_from) : false;
  return (
    <Panel title={words.variantsTitle} lead={words.variantsLead} span="all" asked={asked} empty={empty} tools={<>{tools}<Switch label={words.view} value={view} options={[["picture", words.picture], ["table", words.table]]} pick={setView} /><Csv path={path} name="variants" /></>}>
      {() => (view === "picture" ? <VariantTable metrics={metrics!} open={open} /> : <VariantRows metrics={metrics!} />)}
    </Panel>
  );
}

/** Zero-based axes that hold every interval, but no more than eight times the bound where it is shown already. */
function axes(metrics: ExperimentMetrics): { reuse: number; wrong: number } {
  const reusing = metrics.variants.filter((one) => one.variant !== "no_reuse");
  const known = reusing.filter((one) => one.figures.enough).map((one) => one.figures.known.wrong_reuse_wilson);
  const values = Math.max(metrics.bound * 4, ...known.map((rate) => (rate.value ?? 0) * 1.15), ...known.map((rate) => Math.min(rate.high, metrics.bound * 8)));
  return { reuse: niceEnd(Math.max(...reusing.map((one) => one.figures.skip_rate.high), 0.1)), wrong: niceEnd(values) };
}

function VariantTable({ metrics, open }: { metrics: ExperimentMetrics; open: boolean }) {
  const { words, language } = useBoard();
  const end = axes(metrics);
  return (
    <table className="facts variants">
      <caption className="unseen">{words.variantsTitle}</caption>
      <thead>
        <tr>
          <th scope="col">{words.variantColumn}</th><th scope="col" className="number">{words.asked}</th>
          <th scope="col"><Axis name={words.reuseRate} end={end.reuse} /></th>
          <th scope="col"><Axis name={`${words.wrongReuse}, ${words.boundLine(plainPercent(metrics.bound))}`} end={end.wrong} /></th>
          <th scope="col" className="number">{words.meanTime}</th><th scope="col" className="number">{words.p95}</th><th scope="col" className="number">{words.askRate}</th>
        </tr>
      </thead>
      <tbody>
        {metrics.variants.map((one) => {
          const known = one.figures.known.wrong_reuse;
          const none = one.variant === "no_reuse";
          return (
            <tr key={one.arm}>
              <th scope="row"><VariantName one={one} open={open} /></th>
              <td className="number" data-label={words.asked}>{count(one.total, language)}</td>
              <td data-label={words.reuseRate}>{none ? <span className="dim">{words.notApplicable}</span> : <Interval rate={one.figures.skip_rate} end={end.reuse} tint="reuse" />}</td>
              <td data-label={`${words.wrongReuse}, ${words.boundLine(plainPercent(metrics.bound))}`}>
                {none ? <span className="dim">{words.notApplicable}</span> : <Interval rate={whole(one.figures.known.wrong_reuse_wilson)} end={end.wrong} tint="bad" bound={metrics.bound} few={one.figures.enough ? undefined : words.few(count(known.of, language))} />}
                <ByHand figures={one.figures} />
              </td>
              <td className="number" data-label={words.meanTime}><Time ms={one.figures.times_ms.mean} interval={one.figures.times_ms.mean_interval} /><Difference of={one.against_control?.time_ms ?? null} /></td>
              <td className="number" data-label={words.p95}><Time ms={one.figures.times_ms.p95} interval={one.figures.times_ms.p95_interval} /></td>
              <td className="number" data-label={words.askRate}>{one.figures.ask_rate.value === null ? "–" : percent(one.figures.ask_rate.value)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Where nothing is confirmed the interval is everything; it is shown as few, not as not applicable. */
function whole(rate: RateOut): RateOut {
  return rate.value === null ? { ...rate, value: 0 } : rate;
}

function Axis({ name, end }: { name: string; end: number }) {
  return <>{name}<span className="scale" aria-hidden="true"><span>0%</span><span>{plainPercent(end)}</span></span></>;
}

/** Shares of new sessions are weights of somebody's choosing: whole per cents, and thousandths where there is less than one. */
function rounded(share: number): number {
  return Number(share.toFixed(share < 0.01 ? 3 : 2));
}

function VariantName({ one, open }: { one: VariantOut; open: boolean }) {
  const { words, language, zone } = useBoard();
  const name = words.variants[one.variant] ?? one.variant;
  const more = [one.arm !== one.variant ? one.arm : "", open && one.share !== null && one.share > 0 ? words.share(plainPercent(rounded(one.share))) : "", one.reuse_above !== null ? words.above(threshold(one.reuse_above)) : ""].filter(Boolean);
  return (
    <>
      <b>{name}</b>
      {one.stepped_back_at ? <span className="chip bad" title={words.steppedBackWhy}>{words.steppedBack(dayAndWeekday(Date.parse(one.stepped_back_at), language, zone))}</span> : one.replaced_at ? <span className="chip" title={words.replacedWhy}>{words.replaced(dayAndWeekday(Date.parse(one.replaced_at), language, zone))}</span> : one.arm !== one.variant && one.running && one.reuse_above !== null ? <span className="chip ask">{words.trying}</span> : null}
      {one.usual && <span className="chip" title={words.usualWhy}>{words.usual}</span>}
      <span className="ends">{[words.variantHints[one.variant] ?? "", ...more].filter(Boolean).join(" · ")}</span>
      {one.stepped_back_at && <span className="ends bad-text">{words.steppedBackWhy}</span>}
    </>
  );
}

/** A difference is called only when its interval excludes 0. */
function Difference({ of }: { of: DifferenceOut | null }) {
  const { words, language } = useBoard();
  if (of === null) return null;
  const difference = of.value < 0 ? words.faster(seconds(of.value, words)) : words.slower(seconds(of.value, words));
  const [low, high] = [of.low, of.high].map((end) => `${end < 0 ? "−" : "+"}${seconds(end, words)}`);
  return <span className="ends" title={`${low}${language === "ko" ? "~" : " – "}${high}`}>{of.differs ? difference : words.sameYet}</span>;
}

const BY = ["data_type", "intent", "model", "pack"] as const;

export function Groups({ experiment, query, beat }: { experiment: string; query: string; beat: unknown }) {
  const { words, language } = useBoard();
  const labels = useLabels();
  const [by, setBy] = useState<(typeof BY)[number]>("data_type");
  const path = pathOf(experiment, "breakdown", query, `by=${by}`);
  const asked = useAsked<BreakdownOut>(path, beat);
  const nameOf = (value: string) => (by === "data_type" ? labels.dataType(value) : by === "intent" ? labels.intent(value) : by === "pack" ? labels.pack(value) : value === "rules" ? words.rulesEngine : value);
  const tools = <><Choose label={words.by} value={by} options={BY.map((name) => [name, words.groupNames[name]!])} pick={(name) => setBy(name as typeof by)} /><Csv path={path} name={`${by.replaceAll("_", "-")}s`} /></>;
  return (
    <Panel title={words.groupsTitle} lead={words.groupsLead} span="wide" asked={asked} empty={asked.data?.groups.length === 0 ? words.groupsEmpty : false} tools={tools}>
      {() => (
        <table className="facts groups">
          <caption className="unseen">{words.groupsTitle}</caption>
          <thead><tr><th scope="col">{words.groupNames[asked.data!.by] ?? asked.data!.by}</th><th scope="col" className="number">{words.asked}</th><th scope="col" className="number">{words.reuseRate}</th><th scope="col" className="number">{words.wrongReuse}</th><th scope="col" className="number">{words.missedReuse}</th><th scope="col" className="number">{words.meanTime}</th><th scope="col" className="number">{words.p95}</th></tr></thead>
          <tbody>
            {asked.data!.groups.map((group) => (
              <tr key={group.value}>
                <th scope="row"><b>{nameOf(group.value)}</b></th>
                <td className="number" data-label={words.asked}>{count(group.figures.turns, language)}</td>
                <td className="number" data-label={words.reuseRate}><Share rate={group.figures.skip_rate} /></td>
                <td className="number" data-label={words.wrongReuse}><Wrong figures={group.figures} /></td>
                <td className="number" data-label={words.missedReuse}><Share rate={group.figures.known.missed_reuse} /></td>
                <td className="number" data-label={words.meanTime}><Time ms={group.figures.times_ms.mean} interval={group.figures.times_ms.mean_interval} /></td>
                <td className="number" data-label={words.p95}><Time ms={group.figures.times_ms.p95} interval={group.figures.times_ms.p95_interval} /></td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function Share({ rate }: { rate: RateOut }) {
  const { language } = useBoard();
  if (rate.value === null) return <span className="dim">–</span>;
  return <span title={`${rate.hits} / ${rate.of}`}>{percent(rate.value)}<span className="ends">{ends(rate.low, rate.high, language)}</span></span>;
}

function Wrong({ figures }: { figures: FiguresOut }) {
  const { words, language } = useBoard();
  const rate = figures.known.wrong_reuse_wilson;
  return <>{figures.enough ? <Share rate={rate} /> : <span className="dim">{words.few(count(rate.of, language))}</span>}<ByHand figures={figures} /></>;
}

/** Audits, people and labels, never mixed; what somebody chose to look at apart from the sample. */
export function Sources({ asked, path }: { asked: Asked<ExperimentMetrics>; path: string }) {
  const { words, language } = useBoard();
  const sources = Object.entries(asked.data?.figures.by_source ?? {}).filter(([, one]) => known(one) > 0);
  return (
    <Panel title={words.sourcesTitle} lead={words.sourcesLead} span="side" asked={asked} empty={asked.data !== null && sources.length === 0 ? words.sourcesEmpty : false} lines={3} tools={<Csv path={path} name="sources" />}>
      {() => (
        <>
          <table className="facts sources">
            <caption className="unseen">{words.sourcesTitle}</caption>
            <thead><tr><td /><th scope="col" className="number">{words.known}</th><th scope="col" className="number">{words.accuracy}</th><th scope="col" className="number">{words.wrongReuse}</th></tr></thead>
            <tbody>
              {sources.map(([name, one]) => (
                <tr key={name}>
                  <th scope="row"><b>{words.sources[name] ?? name}</b></th>
                  <td className="number" data-label={words.known}>{count(known(one), language)}</td>
                  <td className="number" data-label={words.accuracy}>{one.accuracy.value === null ? "–" : percent(one.accuracy.value)}</td>
                  <td className="number" data-label={words.wrongReuse}>{one.wrong_reuse.of === 0 ? "–" : `${one.wrong_reuse.hits} / ${one.wrong_reuse.of}`}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {sources.some(([name]) => name.endsWith("_chosen")) && <p className="dim fine">{words.sourcesChosen}</p>}
        </>
      )}
    </Panel>
  );
}

function known(one: TruthOut): number {
  return one.accuracy.of;
}
