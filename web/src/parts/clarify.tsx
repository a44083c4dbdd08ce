/** A question back: what really exists as pills, the rest in a list; typing answers too. */
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import type { ClarificationOption, ClarificationRequiredFrame } from "../generated/protocol";
import { useLooks } from "../settings";
import { useWords } from "../words";
import { Countdown, isWriting } from "./card";
import { Glyph, Icon } from "./icons";
import type { OpenPrompt } from "../session/state";

const PILLS = 6;
/** Choices of the whole list shown at once. */
const PAGE = 20;
/** Id of the option that opens the whole list: the page has its own button for that. */
const WHOLE = "whole";

/** What was opened and sought of the question on screen: on a phone turned round the card is another one, the question is not. */
const NOTHING = { of: "", all: false, sought: "" };
let kept = NOTHING;

interface Props {
  message: string;
  options: ClarificationOption[];
  /** The whole list, where the options were condensed. */
  more?: ClarificationOption[] | undefined;
  /** An answer is on its way. */
  sending?: boolean;
  open?: { prompt: OpenPrompt; clockOffset: number; offline: boolean; extend(): void };
  openComposer?: (() => void) | undefined;
  pick(option: ClarificationOption): void;
}

export function Clarification({ message, options, more = [], sending = false, open, openComposer, pick }: Props) {
  const words = useWords();
  const id = useId();
  const of = open ? clarificationOf(open.prompt).clarification_id : "";
  const held = of !== "" && kept.of === of ? kept : null;
  const [all, setAll] = useState(held?.all ?? false);
  const [sought, setSought] = useState(held?.sought ?? "");
  useEffect(() => {
    kept = { of, all, sought };
  }, [of, all, sought]);
  const [pages, setPages] = useState(1);
  const whole = more.length > 0 ? more : options;
  const choose = (option: ClarificationOption): void => {
    kept = NOTHING;
    pick(option);
  };
  const few = (more.length > 0 ? options.filter((option) => option.id !== WHOLE) : options).slice(0, PILLS);
  const wanted = sought.trim().toLowerCase();
  const found = all ? whole.filter((option) => `${option.label} ${option.source_section ?? ""}`.toLowerCase().includes(wanted)) : few;
  const shown = all ? found.slice(0, pages * PAGE) : found;
  const beyond = !all && whole.length > few.length;
  useChoiceKeys(few, sending || all, choose, beyond ? () => setAll(true) : undefined, open?.extend);
  return (
    <section className="card rise" role="group" aria-labelledby={id} data-card tabIndex={-1}>
      <div className="in">
        <div className="head"><Glyph name="ask" /><h3 id={id}>{message}</h3>
          {openComposer && <button type="button" className="square" aria-label={words.openComposer} onClick={openComposer}><Icon name="pen" /></button>}
        </div>
        {all && <div className="fields"><input className="field" type="search" value={sought} aria-label={words.find} onChange={(event) => (setSought(event.target.value), setPages(1))} autoFocus /></div>}
        <div className="picks thin-scroll" role="group" aria-labelledby={id} onKeyDown={arrows}>
          {shown.map((option) => (
            <button type="button" className="pick" key={option.id} disabled={sending} onClick={() => choose(option)}>
              {option.label}{option.source_section && <span>{sectionOf(option.source_section, option.label)}</span>}
            </button>
          ))}
          {beyond && (
            <button type="button" className="pick all" disabled={sending} onClick={() => setAll(true)}><Icon name="find" small />{words.all(whole.length)}</button>
          )}
          {all && found.length > shown.length && (
            <button type="button" className="pick all" onClick={() => setPages(pages + 1)}>{words.moreOptions(found.length - shown.length)}</button>
          )}
          {all && shown.length === 0 && <p className="dim">{words.noOption(sought.trim())}</p>}
        </div>
        {open?.offline && sending && <p className="error">{words.pickedOnReturn}</p>}
      </div>
      <div className="clock">
        <span className="free">{words.pickFree}</span>
        {open && <Countdown prompt={open.prompt} clockOffset={open.clockOffset} id={`${id}w`} wording={words.countdownPick} />}
        {open && open.prompt.expiresAt !== null && <button type="button" className="link" onClick={open.extend}>{words.keepWaiting}</button>}
      </div>
    </section>
  );
}

export function clarificationOf(prompt: OpenPrompt): ClarificationRequiredFrame {
  return prompt.frame as ClarificationRequiredFrame;
}

/** Where it stands, without what the choice itself says. */
function sectionOf(section: string, label: string): string {
  const rest = section.startsWith(label) ? section.slice(label.length).trim() : section;
  return rest.split(/\s*[>›]\s*/).join(" › ");
}

/** 1 to 6 choose, 7 opens the whole list, k keeps waiting. */
function useChoiceKeys(options: ClarificationOption[], idle: boolean, pick: (option: ClarificationOption) => void, showAll?: () => void, extend?: () => void): void {
  const { singleKeys } = useLooks();
  useEffect(() => {
    if (!singleKeys || idle) return;
    const pressed = (event: globalThis.KeyboardEvent) => {
      if (isWriting(event) || document.querySelector("dialog[open]")) return;
      const option = options[Number(event.key) - 1];
      if (option) pick(option);
      else if (event.key === String(PILLS + 1) && showAll) showAll();
      else if (event.key.toLowerCase() === "k" && extend) extend();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  });
}

function arrows(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const pills = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("button:not(:disabled)")];
  const at = pills.indexOf(document.activeElement as HTMLButtonElement);
  pills[(at + step + pills.length) % pills.length]?.focus();
  event.preventDefault();
}
