/** What is still missing, asked field by field from a JSON Schema. */
import { Fragment, type FormEvent, useEffect, useId, useState } from "react";
import type { FormRequiredFrame } from "../generated/protocol";
import { keep, kept } from "../session/kept";
import type { OpenPrompt } from "../session/state";
import { useWords } from "../words";
import { Countdown } from "./card";
import { askedFor, type Field, fieldsOf, valuesOf, writtenIn, wrongWith } from "./fields";
import { Glyph, Icon } from "./icons";

interface Props {
  prompt: OpenPrompt;
  clockOffset: number;
  sending: boolean;
  offline?: boolean;
  /** What the service found wrong: field -> sentence. */
  refused?: Record<string, string> | null | undefined;
  send(values: Record<string, unknown>): void;
  later(): void;
  extend(): void;
  openComposer?: (() => void) | undefined;
}

/** What was written so far, over a reload too; it goes with the form. */
const draftKey = (promptId: string) => `draft.form.${promptId}`;

export function FormCard({ prompt, clockOffset, sending, offline, refused, send, later, extend, openComposer }: Props) {
  const words = useWords();
  const id = useId();
  const frame = prompt.frame as FormRequiredFrame;
  const all = fieldsOf(frame.schema);
  const [values, setValues] = useState<Record<string, string>>(() => ({ ...Object.fromEntries(all.map((field) => [field.name, field.begin])), ...kept<Record<string, string>>(draftKey(prompt.id), {}) }));
  const [left, setLeft] = useState<Set<string>>(new Set());
  const [changed, setChanged] = useState<Set<string>>(new Set());
  useEffect(() => setChanged(new Set()), [refused]);
  const fields = askedFor(all, values);
  const change = (name: string, value: string) => {
    const now = { ...values, [name]: value };
    setValues(now);
    setChanged(new Set([...changed, name]));
    keep(draftKey(prompt.id), now);
  };
  const wrong = (field: Field) => (left.has(field.name) ? wrongWith(field, writtenIn(values, field), words) : "") || (!changed.has(field.name) && refused?.[field.name]) || "";

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setLeft(new Set(fields.map((field) => field.name)));
    const first = fields.findIndex((field) => wrongWith(field, writtenIn(values, field), words) !== "");
    if (first >= 0) return event.currentTarget.querySelectorAll<HTMLElement>("input, select, textarea")[first]?.focus();
    setChanged(new Set());
    send(valuesOf(fields, values));
  };
  return (
    <section className="card rise" role="group" aria-labelledby={id} data-card tabIndex={-1}>
      <form className="in" onSubmit={submit} noValidate>
        <div className="head"><Glyph name="ask" /><h3 id={id}>{frame.message}</h3>
          {openComposer && <button type="button" className="square" aria-label={words.openComposer} onClick={openComposer}><Icon name="pen" /></button>}
        </div>
        {(frame.known ?? []).length > 0 && (
          <dl>{(frame.known ?? []).map((one) => <Fragment key={one.name}><dt>{one.label}</dt><dd>{one.value}</dd></Fragment>)}</dl>
        )}
        <div className="fields">
          {fields.map((field) => (
            <Entry key={field.name} id={`${id}${field.name}`} field={field} value={writtenIn(values, field)} disabled={sending}
              wrong={wrong(field)} change={(value) => change(field.name, value)} leave={() => setLeft(new Set([...left, field.name]))} />
          ))}
          <div className="row">
            <button type="submit" className="button strong" disabled={sending}>{words.formSend}</button>
            <button type="button" className="button plain" disabled={sending} onClick={later}>{words.formLater}</button>
          </div>
        </div>
        {offline && sending && <p className="error">{words.pickedOnReturn}</p>}
      </form>
      <div className="clock">
        <span className="free">{words.formFree}</span>
        <Countdown prompt={prompt} clockOffset={clockOffset} id={`${id}w`} wording={words.countdownForm} />
        {prompt.expiresAt !== null && <button type="button" className="link" onClick={extend}>{words.keepWaiting}</button>}
      </div>
    </section>
  );
}

interface EntryProps {
  id: string;
  field: Field;
  value: string;
  wrong: string;
  disabled: boolean;
  change(value: string): void;
  leave(): void;
}

function Entry({ id, field, value, wrong, disabled, change, leave }: EntryProps) {
  const words = useWords();
  const describedBy = [field.hint && `${id}h`, wrong && `${id}e`].filter(Boolean).join(" ") || undefined;
  const common = { id, name: field.name, className: "field", value, disabled, required: field.required, "aria-invalid": wrong !== "", "aria-describedby": describedBy, onBlur: leave };
  const choices = field.kind === "yesno" ? [{ value: "true", label: words.yes }, { value: "false", label: words.no }] : field.choices;
  return (
    <div className={field.kind === "long" ? "wide" : undefined}>
      <label htmlFor={id}>{field.label}</label>
      {choices.length > 0 ? (
        <select {...common} onChange={(event) => change(event.target.value)}>
          <option value="">{words.choose}</option>
          {choices.map((one) => <option key={one.value} value={one.value}>{one.label}</option>)}
        </select>
      ) : field.kind === "long" ? (
        <textarea {...common} rows={3} onChange={(event) => change(event.target.value)} />
      ) : (
        <span className={field.unit ? "with-unit" : undefined}>
          <input {...common} type={field.kind === "number" ? "text" : field.kind} inputMode={field.kind === "number" ? "decimal" : undefined} onChange={(event) => change(event.target.value)} />
          {field.unit && <em>{field.unit}</em>}
        </span>
      )}
      {field.hint && <span className="hint" id={`${id}h`}>{field.hint}</span>}
      {wrong && <span className="error" id={`${id}e`}>{wrong}</span>}
    </div>
  );
}
