/** How the question was understood, over its answer: in other words, what was taken over, what else it may have meant. */
import { useId, useState } from "react";
import type { ConditionOut } from "../generated/protocol";
import type { How } from "../session/conversation";
import type { Turn } from "../session/state";
import { useWords } from "../words";
import { Icon } from "./icons";
import { languageOf } from "./naming";
import "./meant.css";

interface Meant {
  /** The question in other words; empty where its own say it all. */
  understood: string;
  conditions: ConditionOut[];
  otherwise: string[];
}

/** Of a message of several questions: what was taken over for any of them. Each is answered under its own words. */
export function meantBy(turn: Turn): Meant {
  const requests = turn.answer?.requests ?? [];
  if (requests.length > 1) return { understood: "", conditions: once(requests.flatMap((one) => one.conditions ?? [])), otherwise: [] };
  const [one] = requests;
  const from = one ?? turn.plan;
  const understood = (turn.answer ? turn.answer.standalone_question : turn.plan?.standalone_question) ?? "";
  return { understood, conditions: from?.conditions ?? [], otherwise: understood === "" ? [] : (from?.other_readings ?? []) };
}

function once(conditions: ConditionOut[]): ConditionOut[] {
  return [...new Map(conditions.map((one) => [one.slot, one])).values()];
}

interface Props {
  turn: Turn;
  /** Asks in another way; undefined while something runs, or where a newer question stands below. */
  ask: ((content: string, how: How, again: boolean) => void) | undefined;
}

export function MeantLine({ turn, ask }: Props) {
  const words = useWords();
  const id = useId();
  const [open, setOpen] = useState(false);
  const { understood, conditions, otherwise } = meantBy(turn);
  if (understood === "" && conditions.length === 0) return null;
  const more = ask !== undefined && otherwise.length > 0;
  return (
    <div className="meant">
      {understood !== "" && (
        <p><Icon name="info" small /><span>{words.understood("")}<q lang={languageOf(understood)}>{understood}</q></span>
          {more && <button type="button" className="link" aria-expanded={open} aria-controls={open ? id : undefined} onClick={() => setOpen(!open)}>{words.meantElse}</button>}</p>
      )}
      {open && more && (
        <ul id={id} className="readings" aria-label={words.otherReadings}>
          {otherwise.map((text) => <li key={text}><button type="button" className="pick" lang={languageOf(text)} onClick={() => ask(text, { alone: true }, false)}>{text}</button></li>)}
        </ul>
      )}
      {conditions.length > 0 && (
        <ul className="taken" aria-label={words.takenOver}>
          <li className="dim" aria-hidden="true">{words.takenOver}</li>
          {conditions.map((one) => (
            <li key={one.slot} className="taken-one"><span title={one.label}>{one.values.join(", ")}</span>
              {ask && <button type="button" className="square" aria-label={words.takeOff(one.values.join(", "))} title={words.takeOff(one.values.join(", "))}
                onClick={() => ask(turn.question, { without: [one.slot] }, true)}><Icon name="close" small /></button>}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
