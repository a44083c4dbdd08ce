/** The four figures at the top, and what reuse saved against always searching. */
import { Glyph, Icon } from "../parts/icons";
import { won } from "../format";
import type { ExperimentMetrics, SavingOut, VariantOut } from "../generated/http";
import { armOf, type Asked, useBoard } from "./data";
import type { BoardWords } from "./ko";
import { ByHand, Failed, Lines } from "./parts";
import { count, duration, percent, saved } from "./numbers";

export function Kpis({ asked }: { asked: Asked<ExperimentMetrics> }) {
  const { words, language } = useBoard();
  const metrics = asked.data;
  if (metrics === null) return <section className="tile all" aria-label={words.reuseRate}>{asked.error ? <Failed asked={asked} /> : <Lines n={3} />}</section>;
  const { figures, savings } = metrics;
  const wrong = figures.known.wrong_reuse;
  const each = savings.per_reuse_ms;
  const reused = figures.skip_rate.hits > 0;
  return (
    <div className={`kpis${asked.loading ? " older" : ""}`}>
      {asked.error && <Failed asked={asked} />}
      <section className="kpi">
        <h3><Glyph name="reuse" tint="reuse" />{words.reuseRate}</h3>
        <Big text={figures.skip_rate.value === null ? "–" : percent(figures.skip_rate.value)} />
        <p>{figures.skip_rate.value === null ? words.noTurns : `${words.interval(percent(figures.skip_rate.low), percent(figures.skip_rate.high))}, n=${count(figures.skip_rate.of, language)}`}</p>
      </section>
      <section className="kpi">
        <h3><Glyph name="bad" tint="bad" />{words.wrongReuse}</h3>
        {figures.enough && wrong.value !== null ? (
          <><Big text={percent(wrong.value)} /><p>{words.wrongOf(count(wrong.of, language), count(wrong.hits, language), percent(wrong.high))}</p></>
        ) : (
          <><p className="big few">{words.few(count(wrong.of, language))}</p><p>{words.fewHint(metrics.shown_from)}</p></>
        )}
        <ByHand figures={figures} />
      </section>
      <section className="kpi">
        <h3><Icon name="again" />{words.savedEach}</h3>
        <Big text={reused ? saved(each.value, words) : "–"} />
        <p>{!reused ? words.noReuse : <>{each.low !== null && each.high !== null ? `${words.interval(saved(each.low, words), saved(each.high, words))}, ` : ""}{savings.measured ? words.againstControl : words.fromCosts}</>}</p>
      </section>
      <section className="kpi">
        <h3><Glyph name="ask" tint="ask" />{words.askRate}</h3>
        <Big text={figures.ask_rate.value === null ? "–" : percent(figures.ask_rate.value)} />
        {figures.ask_rate.value === null ? <p>{words.noTurns}</p> : <p>{words.askNote(shareOr(figures.time_out_rate.value, words.none), shareOr(figures.override_rate.value, words.none))}</p>}
        {figures.ask_rate.value !== null && <p className="unseen">{words.interval(percent(figures.ask_rate.low), percent(figures.ask_rate.high))}</p>}
      </section>
    </div>
  );
}

function Big({ text }: { text: string }) {
  const [, number, unit] = /^([−\d.,–]+)(.*)$/.exec(text) ?? ["", text, ""];
  return <p className="big">{number}<small>{unit}</small></p>;
}

function shareOr(value: number | null, otherwise: string): string {
  return value === null ? otherwise : percent(value);
}

/** The variant savings wait for, and what of: the control, and of the others the one that is nearest; one of them is
 * enough. Questions come first: who has too few of them mostly has too few conversations, too. */
export function missingFor(metrics: ExperimentMetrics, words: BoardWords): { name: string; needed: number; of: "questions" | "conversations" } | null {
  const control = metrics.variants.filter((one) => one.variant === "no_reuse");
  const others = metrics.variants.filter((one) => one.variant !== "no_reuse");
  const kinds = [["questions", metrics.measured_from, (one: VariantOut) => one.total], ["conversations", metrics.conversations_from, (one: VariantOut) => one.conversations]] as const;
  for (const [of, from, many] of kinds) {
    const there = control.reduce((sum, one) => sum + many(one), 0);
    const nearest = others.reduce<VariantOut | null>((most, one) => (most === null || many(one) > many(most) ? one : most), null);
    const [name, has] = nearest === null || there <= many(nearest) ? [words.variants.no_reuse!, there] : [armOf(nearest, words), many(nearest)];
    if (has < from) return { name, needed: from - has, of };
  }
  return null;
}

/** Variants that measured savings leave out: they have questions, but too few to be held against the control. */
export function leftOutOf(metrics: ExperimentMetrics, words: BoardWords): string[] {
  if (!metrics.savings.measured) return [];
  return metrics.variants.filter((one) => one.variant !== "no_reuse" && one.total > 0 && !one.against_control?.time_ms).map((one) => armOf(one, words));
}

/** Below the days: waiting, searches, model calls, money. Money only where a price is set. */
export function Savings({ metrics }: { metrics: ExperimentMetrics }) {
  const { words, language } = useBoard();
  const { savings } = metrics;
  const missing = savings.measured ? null : missingFor(metrics, words);
  const without = leftOutOf(metrics, words);
  const calls = (saving: SavingOut | null) => (saving === null ? null : words.calls(count(saving.value, language)));
  const rows: [string, string | null, SavingOut | null, (value: number) => string][] = [
    [words.waiting, duration(savings.waiting_ms.value, words), savings.waiting_ms, (value) => duration(value, words)],
    [words.searchCalls, calls(savings.search_calls), savings.search_calls, (value) => count(value, language)],
    [words.modelCalls, calls(savings.model_calls), savings.model_calls, (value) => count(value, language)],
  ];
  if (savings.tokens && savings.tokens.value !== 0) rows.push([words.tokens, count(savings.tokens.value, language), savings.tokens, (value) => count(value, language)]);
  if (savings.priced && savings.cost) rows.push([words.money, won(savings.cost.value, language), savings.cost, (value) => won(value, language)]);
  return (
    <>
      <p className="savings-head">{words.savedTitle}</p>
      <dl className="savings">
        {rows.map(([name, value, saving, tell]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? <span className="dim">{words.unknownYet}</span>}</dd>
            {saving?.low != null && saving.high != null && <dd className="ends">{tell(saving.low)}{language === "ko" ? "~" : " – "}{tell(saving.high)}</dd>}
          </div>
        ))}
      </dl>
      {missing !== null && <p className="dim fine">{words.savedFew(missing.name, count(missing.needed, language), missing.of)}</p>}
      {without.length > 0 && <p className="dim fine">{words.savedWithout(without, count(savings.left_out, language), metrics.measured_from, metrics.conversations_from)}</p>}
    </>
  );
}
