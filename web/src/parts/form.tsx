/** What is still missing, asked field by field from a JSON Schema. */
import { type FormEvent, useId, useState } from "react";
import type { FormRequiredFrame } from "../generated/protocol";
import { useWords } from "../words";
import { type Field, fieldsOf, valuesOf, writtenIn, wrongWith } from "./fields";
import { Glyph, Icon } from "./icons";

interface Props {
  frame: FormRequiredFrame;
  sending: boolean;
  offline?: boolean;
  send(values: Record<string, unknown>): void;
  later(): void;
  openComposer?: (() => void) | undefined;
}

export function FormCard({ frame, sending, offline, send, later, openComposer }: Props) {
  const words = useWords();
  const id = useId();
  const fields = fieldsOf(frame.json_schema);
  const [values, setValues] = useState<Record<string, string>>(() => Object.fromEntries(fields.map((field) => [field.name, field.begin])));
  const [left, setLeft] = useState<Set<string>>(new Set());

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setLeft(new Set(fields.map((field) => field.name)));
    const first = fields.findIndex((field) => wrongWith(field, writtenIn(values, field), words) !== "");
    if (first >= 0) return event.currentTarget.querySelectorAll<HTMLElement>("input, select, textarea")[first]?.focus();
    send(valuesOf(fields, values));
  };
  return (
    <section className="card rise" role="group" aria-labelledby={id} data-card tabIndex={-1}>
      <form className="in" onSubmit={submit} noValidate>
        <div className="head"><Glyph name="ask" /><h3 id={id}>{frame.message}</h3>
          {openComposer && <button type="button" className="square" aria-label={words.openComposer} onClick={openComposer}><Icon name="pen" /></button>}
        </div>
        <div className="fields">
          {fields.map((field) => (
            <Entry key={field.name} id={`${id}${field.name}`} field={field} value={writtenIn(values, field)} disabled={sending}
              wrong={left.has(field.name) ? wrongWith(field, writtenIn(values, field), words) : ""}
              change={(value) => setValues({ ...values, [field.name]: value })} leave={() => setLeft(new Set([...left, field.name]))} />
          ))}
          <div className="row">
            <button type="submit" className="button strong" disabled={sending}>{words.formSend}</button>
            <button type="button" className="button plain" disabled={sending} onClick={later}>{words.formLater}</button>
          </div>
        </div>
        {offline && sending && <p className="error">{words.pickedOnReturn}</p>}
      </form>
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
  const told = [field.hint && `${id}h`, wrong && `${id}e`].filter(Boolean).join(" ") || undefined;
  const common = { id, name: field.name, className: "field", value, disabled, required: field.required, "aria-invalid": wrong !== "", "aria-describedby": told, onBlur: leave };
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
