/** What every panel is made of: its frame with its four states, a share with its interval, a question before something is done. */
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Icon } from "../parts/icons";
import type { FiguresOut, IntervalOut, RateOut } from "../generated/http";
import { failureIn } from "../words/failures";
import { type Asked, useBoard } from "./data";
import { ends, percent, seconds, timeEnds } from "./numbers";

interface PanelProps {
  title: string;
  lead?: ReactNode;
  span: "all" | "half" | "wide" | "side";
  asked: Asked<unknown>;
  /** What stands here later and how to get it; false: there is something. */
  empty: ReactNode | false;
  tools?: ReactNode;
  lines?: number;
  children: () => ReactNode;
}

export function Panel({ title, lead, span, asked, empty, tools, lines = 4, children }: PanelProps) {
  const { words } = useBoard();
  const id = useId();
  const first = asked.data === null;
  return (
    <section className={`tile ${span}${asked.loading && !first ? " older" : ""}`} aria-labelledby={id} aria-busy={asked.loading}>
      <header>
        <div className="grow"><h3 id={id}>{title}</h3>{lead && <p>{lead}</p>}</div>
        {tools}
      </header>
      {asked.error && <Failed asked={asked} />}
      {first ? (asked.error === null && <Lines n={lines} />) : empty !== false ? <p className="nothing">{empty}</p> : children()}
      {first && asked.error === null && <span className="unseen">{words.loading}</span>}
    </section>
  );
}

/** What did not come: what was asked wrongly is said (an address may name an arm that is not there), the rest can be tried again. */
export function Failed({ asked: { error, again } }: { asked: Pick<Asked<unknown>, "error" | "again"> }) {
  const { words, language } = useBoard();
  if (error?.code === "invalid_input") return <p className="strip bad" role="alert"><Icon name="info" /><span>{failureIn(language, error)}</span></p>;
  return <p className="strip bad" role="alert"><Icon name="info" /><span>{words.failed}</span><button type="button" className="link" onClick={again}>{words.retry}</button></p>;
}

export function Lines({ n }: { n: number }) {
  return <div className="waiting-lines late" aria-hidden="true">{Array.from({ length: n }, (_, at) => <i key={at} style={{ width: `${92 - ((at * 17) % 40)}%` }} />)}</div>;
}

/** A dot and its interval on an axis that others share; an arrow where the interval runs off. */
export function Interval({ rate, end, tint, bound, few }: { rate: RateOut; end: number; tint: "reuse" | "bad"; bound?: number; few?: string }) {
  const { words, language } = useBoard();
  if (rate.value === null) return <span className="dim">{words.notApplicable}</span>;
  const at = (share: number) => `${Math.min(1, share / end) * 100}%`;
  const fill = `var(--${tint}-fill)`;
  const width = `${(Math.min(1, rate.high / end) - Math.min(1, rate.low / end)) * 100}%`;
  return (
    <span className="interval">
      <span className="axis" aria-hidden="true">
        {bound !== undefined && bound <= end && <u style={{ left: at(bound) }} />}
        <i style={{ left: at(rate.low), width, background: fill }} />
        {rate.high > end && <s />}
        {few === undefined && <b style={{ left: at(rate.value), background: fill }} />}
      </span>
      <span className="told">
        {few === undefined ? <><b>{percent(rate.value)}</b><span className="ends">{ends(rate.low, rate.high, language)}</span></> : <span className="dim">{few}</span>}
      </span>
    </span>
  );
}

/** A time, and below it its interval where there are enough questions for one. */
export function Time({ ms, interval }: { ms: number | null; interval: IntervalOut | null }) {
  const { words, language } = useBoard();
  if (ms === null) return <>–</>;
  return <>{seconds(ms, words)}{interval !== null && <span className="ends">{timeEnds(interval.low, interval.high, words, language)}</span>}</>;
}

interface ConfirmProps {
  title: string;
  does: string;
  danger?: boolean;
  /** False: something has to be written first. */
  ready?: boolean;
  /** Throws what is shown in the dialog. */
  act(): Promise<void>;
  close(): void;
  children: ReactNode;
}

/** One press asks, the second does it; a refusal is shown where it was asked. */
export function Confirm({ title, does, danger, ready = true, act, close, children }: ConfirmProps) {
  const { words } = useBoard();
  const id = useId();
  const self = useRef<HTMLDialogElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  useEffect(() => void self.current?.showModal(), []);
  const go = () => {
    setBusy(true);
    act().then(() => self.current?.close(), (error: Error) => (setFailure(error.message), setBusy(false)));
  };
  return (
    <dialog ref={self} className="confirm" aria-labelledby={id} onClose={close}>
      <header><h2 id={id}>{title}</h2><button type="button" className="square" aria-label={words.close} onClick={() => self.current?.close()}><Icon name="close" /></button></header>
      <div className="inside">
        {children}
        {failure && <p className="strip bad" role="alert"><Icon name="info" /><span>{failure}</span></p>}
        <div className="choices">
          <button type="button" className="button" onClick={() => self.current?.close()}>{words.cancel}</button>
          <button type="button" className={danger ? "button danger" : "button strong"} disabled={busy || !ready} onClick={go}>{does}</button>
        </div>
      </div>
    </dialog>
  );
}

interface ChooseProps {
  label: string;
  value: string;
  options: [string, string][];
  pick(value: string): void;
  /** What a value is called that is none of the options. */
  tell?(value: string): string;
}

/** What is chosen is shown even where it is no option any more: another experiment may hold none of it, but it filters all the same. */
export function Choose({ label, value, options, pick, tell }: ChooseProps) {
  const all: [string, string][] = options.some(([name]) => name === value) ? options : [...options, [value, tell?.(value) ?? value]];
  return (
    <label className="choose">
      <span>{label}</span>
      <select value={value} onChange={(event) => pick(event.target.value)}>
        {all.map(([name, label]) => <option key={name} value={name}>{label}</option>)}
      </select>
      <Icon name="down" small />
    </label>
  );
}

export function Switch({ label, value, options, pick }: { label: string; value: string; options: [string, string][]; pick(value: string): void }) {
  return (
    <div className="switch" role="group" aria-label={label}>
      {options.map(([name, label]) => <button key={name} type="button" aria-pressed={name === value} onClick={() => pick(name)}>{label}</button>)}
    </div>
  );
}

export function Csv({ path, name }: { path: string; name: string }) {
  return <a className="button small plain" href={`${path}${path.includes("?") ? "&" : "?"}format=csv`} download={`${name}.csv`}>CSV</a>;
}

/** Letters keep their size at every width: drawings are made for the width there is. */
export function useWidth(): [React.RefObject<HTMLDivElement | null>, number] {
  const room = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(520);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(([entry]) => entry && setWidth(Math.max(220, Math.floor(entry.contentRect.width))));
    if (room.current) watch.observe(room.current);
    return () => watch.disconnect();
  }, []);
  return [room, width];
}

/** What an operator labelled by choice: no sample, so it stands beside the rate and not in it. */
export function ByHand({ figures }: { figures: FiguresOut }) {
  const { words } = useBoard();
  const rate = figures.by_source.label_chosen?.wrong_reuse;
  return rate && rate.of > 0 ? <span className="ends" title={words.sourcesChosen}>{words.byHand(rate.hits, rate.of)}</span> : null;
}
