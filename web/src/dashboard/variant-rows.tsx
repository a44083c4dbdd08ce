/** Every figure of every variant as a table, each with its interval and the interval's name. */
import type { ReactNode } from "react";
import type { DifferenceOut, ExperimentMetrics, RateOut, VariantOut } from "../generated/http";
import { useBoard } from "./data";
import { count, ends, percent, seconds } from "./numbers";
import { Time } from "./parts";

type Row = [name: string, method: string, tell: (one: VariantOut) => ReactNode];

export function VariantRows({ metrics }: { metrics: ExperimentMetrics }) {
  const { words, language } = useBoard();
  const { wilson, exact, sequential, normal, order } = words.intervals;
  const share = (of: (one: VariantOut) => RateOut) => (one: VariantOut) => <Share rate={of(one)} />;
  const each = (total: (one: VariantOut) => number, decimals: number) => (one: VariantOut) => (one.total === 0 ? "–" : decimals === 0 ? count(total(one) / one.total, language) : (total(one) / one.total).toFixed(decimals));
  const rows: Row[] = [
    [words.asked, "", (one) => count(one.total, language)],
    [words.conversations, "", (one) => count(one.conversations, language)],
    [words.reuseRate, wilson, share((one) => one.figures.skip_rate)],
    [words.fullReuse, wilson, share((one) => one.figures.full_reuse_rate)],
    [words.accuracy, wilson, share((one) => one.figures.known.accuracy)],
    [words.wrongReuse, exact, (one) => (one.figures.enough ? <Share rate={one.figures.known.wrong_reuse} /> : <Few rate={one.figures.known.wrong_reuse} />)],
    [words.missedReuse, wilson, share((one) => one.figures.known.missed_reuse)],
    [words.askRate, wilson, share((one) => one.figures.ask_rate)],
    [words.timedOut, wilson, share((one) => one.figures.time_out_rate)],
    [words.overridden, wilson, share((one) => one.figures.override_rate)],
    [words.meanTime, normal, ({ figures: { times_ms: time } }) => <Time ms={time.mean} interval={time.mean_interval} />],
    [words.p95, order, ({ figures: { times_ms: time } }) => <Time ms={time.p95} interval={time.p95_interval} />],
    [words.modelCalls, words.perQuestion, each((one) => one.figures.totals.model_calls, 2)],
    [words.searchCalls, words.perQuestion, each((one) => one.figures.totals.search_calls, 2)],
    [words.tokens, words.perQuestion, each((one) => one.figures.totals.tokens, 0)],
    [`Δ ${words.reuseRate}`, sequential, (one) => <Apart of={one.against_control?.skip_rate ?? null} tell={percent} />],
    [`Δ ${words.meanTime}`, sequential, (one) => <Apart of={one.against_control?.time_ms ?? null} tell={(ms) => seconds(ms, words)} />],
    [`Δ ${words.modelCalls}`, sequential, (one) => <Apart of={one.against_control?.model_calls ?? null} tell={(n) => n.toFixed(2)} />],
    [`Δ ${words.searchCalls}`, sequential, (one) => <Apart of={one.against_control?.search_calls ?? null} tell={(n) => n.toFixed(2)} />],
    [`Δ ${words.tokens}`, sequential, (one) => <Apart of={one.against_control?.tokens ?? null} tell={(n) => n.toFixed(0)} />],
    [`Δ ${words.wrongReuse}`, words.againstMost, (one) => <Apart of={one.wrong_reuse_difference} tell={percent} />],
  ];
  return (
    <div className="frame tall thin-scroll" tabIndex={0} role="group" aria-label={words.variantsTitle}>
      <table className="all-figures">
        <thead><tr><td />{metrics.variants.map((one) => <th key={one.arm} scope="col" className="number">{words.variants[one.variant] ?? one.variant}{one.arm !== one.variant && <span className="ends">{one.arm}</span>}</th>)}</tr></thead>
        <tbody>
          {rows.map(([name, method, tell]) => (
            <tr key={name}>
              <th scope="row">{name}{method && <span className="ends">{method}</span>}</th>
              {metrics.variants.map((one) => <td key={one.arm} className="number">{tell(one)}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Share({ rate }: { rate: RateOut }) {
  const { language } = useBoard();
  if (rate.value === null) return <span className="dim">–</span>;
  return <>{percent(rate.value)}<span className="ends">{ends(rate.low, rate.high, language)} · {count(rate.hits, language)}/{count(rate.of, language)}</span></>;
}

function Few({ rate }: { rate: RateOut }) {
  const { words, language } = useBoard();
  return <span className="dim">{rate.of === 0 ? "–" : words.few(count(rate.of, language))}</span>;
}

/** A difference with its interval; called one only where that excludes 0. */
function Apart({ of, tell }: { of: DifferenceOut | null; tell(size: number): string }) {
  const { words, language } = useBoard();
  if (of === null) return <span className="dim">–</span>;
  const signed = (value: number) => `${value < 0 ? "−" : "+"}${tell(Math.abs(value))}`;
  return <>{of.differs ? signed(of.value) : <span className="dim">{words.sameYet}</span>}<span className="ends">{signed(of.low)}{language === "ko" ? "~" : " – "}{signed(of.high)}</span></>;
}
