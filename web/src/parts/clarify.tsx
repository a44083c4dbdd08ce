/** A question back: what really exists as pills, the rest in a list; typing answers too. */
import { type KeyboardEvent, useId, useState } from "react";
import type { ClarificationOption, ClarificationRequiredFrame } from "../generated/protocol";
import { useWords } from "../words";
import { Countdown } from "./card";
import { Glyph, Icon } from "./icons";
import type { OpenPrompt } from "../session/state";

const PILLS = 6;

interface Props {
  message: string;
  options: ClarificationOption[];
  /** An answer is on its way. */
  sending?: boolean;
  open?: { prompt: OpenPrompt; clockOffset: number; offline: boolean; extend(): void };
  openComposer?: (() => void) | undefined;
  pick(option: ClarificationOption): void;
}

export function Clarification({ message, options, sending = false, open, openComposer, pick }: Props) {
  const words = useWords();
  const id = useId();
  const [all, setAll] = useState(false);
  const [sought, setSought] = useState("");
  const section = options[0]?.source_section;
  const wanted = sought.trim().toLowerCase();
  const shown = all ? options.filter((option) => option.label.toLowerCase().includes(wanted)) : options.slice(0, PILLS);
  return (
    <section className="card rise" role="group" aria-labelledby={id} data-card tabIndex={-1}>
      <div className="in">
        {section && <p className="dim whole">{section.split(/[>›/]/).map((part) => part.trim()).join(" › ")}</p>}
        <div className="head"><Glyph name="ask" /><h3 id={id}>{message}</h3>
          {openComposer && <button type="button" className="square" aria-label={words.openComposer} onClick={openComposer}><Icon name="pen" /></button>}
        </div>
        {all && <div className="fields"><input className="field" type="search" value={sought} aria-label={words.find} onChange={(event) => setSought(event.target.value)} autoFocus /></div>}
        <div className="picks thin-scroll" role="group" aria-labelledby={id} onKeyDown={arrows}>
          {shown.map((option) => (
            <button type="button" className="pick" key={option.id} disabled={sending} onClick={() => pick(option)}>
              {option.label}{option.entity_id && <span>{option.entity_id}</span>}
            </button>
          ))}
          {!all && options.length > PILLS && (
            <button type="button" className="pick all" onClick={() => setAll(true)}><Icon name="find" small />{words.all(options.length)}</button>
          )}
          {all && shown.length === 0 && <p className="dim">{words.noOption(sought.trim())}</p>}
        </div>
        {open?.offline && sending && <p className="error">{words.pickedOnReturn}</p>}
      </div>
      <div className="clock">
        <span className="free">{words.pickFree}</span>
        {open && <Countdown prompt={open.prompt} clockOffset={open.clockOffset} id={`${id}w`} told={words.countdownPick} />}
        {open && open.prompt.expiresAt !== null && <button type="button" className="link" onClick={open.extend}>{words.keepWaiting}</button>}
      </div>
    </section>
  );
}

export function clarificationOf(prompt: OpenPrompt): ClarificationRequiredFrame {
  return prompt.frame as ClarificationRequiredFrame;
}

function arrows(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const pills = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("button:not(:disabled)")];
  const at = pills.indexOf(document.activeElement as HTMLButtonElement);
  pills[(at + step + pills.length) % pills.length]?.focus();
  event.preventDefault();
}
