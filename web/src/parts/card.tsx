/** The confirmation: three facts, two options of equal weight, one sentence about what happens otherwise. */
import { useEffect, useId } from "react";
import type { UserConfirmationRequiredFrame } from "../generated/protocol";
import type { PackOut } from "../generated/http";
import type { OpenPrompt } from "../session/state";
import { age, clock, day, dayNumber, fullTime, monthOf, savingOf } from "../format";
import { useLooks } from "../settings";
import { useWords } from "../words";
import { type Asked, askedOf } from "./asking";
import { useNow } from "./clock";
import { Glyph, Icon } from "./icons";
import { Phrases } from "./markdown";

export interface CardProps {
  prompt: OpenPrompt;
  pack: PackOut | undefined;
  clockOffset: number;
  /** The option on its way, if one is. */
  answering: string | undefined;
  offline: boolean;
  decide(value: string): void;
  extend(): void;
  openSettings(): void;
  openComposer?: (() => void) | undefined;
}

export function Confirmation(props: CardProps) {
  const words = useWords();
  const id = useId();
  const frame = props.prompt.frame as UserConfirmationRequiredFrame;
  const asked = askedOf(frame, props.pack, words);
  const sending = props.answering !== undefined;
  useKeys(frame, sending, props);
  return (
    <section className="card rise" role="group" aria-labelledby={`${id}h`} aria-describedby={`${id}w`} data-card tabIndex={-1}>
      <div className="in">
        <div className="head">
          <Glyph name="ask" />
          <h3 id={`${id}h`}>{asked.question}</h3>
          {props.openComposer && (
            <button type="button" className="square" aria-label={words.openComposer} onClick={props.openComposer}><Icon name="pen" /></button>
          )}
        </div>
        <Facts frame={frame} asked={asked} clockOffset={props.clockOffset} />
        <div className="options">
          {frame.options.map((option, at) => (
            <button type="button" className="option" key={option.value} disabled={sending} onClick={() => props.decide(option.value)}>
              <Glyph name={option.value === "use_previous" ? "reuse" : "search"} tint={option.value === "use_previous" ? "reuse" : "search"} />
              <b>{labelOf(option.value, option.label, words)}</b>
              <span>{option.value === "use_previous" ? <Saving seconds={frame.context.measured_saving_s} /> : words.latest}</span>
              <kbd aria-hidden="true">{at + 1}</kbd>
            </button>
          ))}
        </div>
        {props.offline && sending && <p className="error">{words.decidedOnReturn}</p>}
      </div>
      <div className="clock">
        <Countdown prompt={props.prompt} clockOffset={props.clockOffset} id={`${id}w`} wording={words.countdown} />
        {props.prompt.expiresAt !== null && <button type="button" className="link" onClick={props.extend}>{words.keepWaiting}</button>}
        <button type="button" className="link no-phone" onClick={props.openSettings}>{words.askSetting}</button>
      </div>
    </section>
  );
}

export function labelOf(value: string, label: string, words: { useThis: string; searchNew: string }): string {
  return value === "use_previous" ? words.useThis : value === "search_new" ? words.searchNew : label;
}

const LEAST_SAVING_S = 0.4;

function Saving({ seconds }: { seconds: number }) {
  const words = useWords();
  // Less than can be felt is not shown as half a second.
  return seconds >= LEAST_SAVING_S ? <><em>{words.saves(savingOf(seconds))}</em> · {words.measured}</> : <>{words.skips}</>;
}

function Facts({ frame, asked, clockOffset }: { frame: UserConfirmationRequiredFrame; asked: Asked; clockOffset: number }) {
  const words = useWords();
  const now = useNow(60_000) + clockOffset;
  const found = Date.parse(frame.ts) - frame.context.data_age * 1_000;
  const exact = dayNumber(found) === dayNumber(now) ? clock(found, words.language) : `${day(found, words.language)} ${clock(found, words.language)}`;
  return (
    <dl>
      <dt>{words.inHand}</dt>
      <dd>{asked.inHand.map((line) => <span className="line" key={line}><Phrases text={line} /></span>)}</dd>
      {asked.asOf !== null && <><dt>{words.dataOf}</dt><dd>{monthOf(asked.asOf, words.language)}</dd></>}
      <dt>{words.foundAt}</dt>
      <dd title={fullTime(found, words.language)}>{age(found, now, words.language)} <span className="later whole">{exact}</span></dd>
      <dt>{words.whyAsk}</dt>
      <dd><Phrases text={asked.why.join(" ")} /></dd>
    </dl>
  );
}

interface CountdownProps {
  prompt: OpenPrompt;
  clockOffset: number;
  id: string;
  wording(seconds: number): string;
}

/** Seen, never spoken: the live region says the limit once and once more at ten seconds. */
export function Countdown({ prompt, clockOffset, id, wording }: CountdownProps) {
  const words = useWords();
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const now = useNow(1_000, prompt.expiresAt !== null) + clockOffset;
  if (prompt.expiresAt === null) return <span id={id}>{words.noLimit}</span>;
  const limit = (prompt.limitMs ?? 30_000) / 1_000;
  // Two clocks are compared: what they differ by must not show as a second more than there is.
  const left = Math.max(0, Math.min(Math.ceil(limit), Math.ceil((prompt.expiresAt - now) / 1_000)));
  const share = Math.min(1, (calm ? Math.ceil(left / 5) * 5 : left) / Math.max(1, limit));
  const round = 2 * Math.PI * 6.2;
  return (
    <>
      <svg className="ring" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="6.2" fill="none" strokeWidth="2" style={{ stroke: "var(--line-2)" }} />
        <circle cx="8" cy="8" r="6.2" fill="none" strokeWidth="2" strokeLinecap="round" transform="rotate(-90 8 8)"
          strokeDasharray={`${share * round} ${round}`} style={{ stroke: "var(--text-2)" }} />
      </svg>
      <span id={id} aria-live="off">{wording(left)}</span>
    </>
  );
}

function useKeys(frame: UserConfirmationRequiredFrame, sending: boolean, props: CardProps): void {
  const { singleKeys } = useLooks();
  useEffect(() => {
    if (!singleKeys || sending) return;
    const pressed = (event: KeyboardEvent) => {
      if (isWriting(event) || document.querySelector("dialog[open]")) return;
      const option = frame.options[Number(event.key) - 1];
      if (option) props.decide(option.value);
      else if (event.key.toLowerCase() === "k") props.extend();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [frame, sending, singleKeys, props]);
}

/** Is this key part of something that is being written, or of a shortcut with a modifier? */
export function isWriting(event: KeyboardEvent): boolean {
  const field = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
  return Boolean(field) || event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
}
