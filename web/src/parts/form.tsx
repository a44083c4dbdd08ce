/** What is still missing, asked field by field from a JSON Schema. */
import { type FormEvent, useId, useState } from "react";
import type { FormRequiredFrame } from "../generated/protocol";
import { useWords } from "../words";
import { Glyph } from "./icons";

interface FieldSchema {
  title?: string;
  type?: string;
  format?: string;
  enum?: string[];
  description?: string;
}

interface Props {
  frame: FormRequiredFrame;
  sending: boolean;
  send(values: Record<string, unknown>): void;
  later(): void;
}

export function FormCard({ frame, sending, send, later }: Props) {
  const words = useWords();
  const id = useId();
  const schema = frame.json_schema as { properties?: Record<string, FieldSchema>; required?: string[] };
  const fields = Object.entries(schema.properties ?? {});
  const [values, setValues] = useState<Record<string, string>>({});
  const [left, setLeft] = useState<Set<string>>(new Set());
  const missing = (name: string) => (schema.required ?? []).includes(name) && !(values[name] ?? "").trim();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setLeft(new Set(fields.map(([name]) => name)));
    const first = fields.find(([name]) => missing(name));
    if (first) return (event.currentTarget.elements.namedItem(first[0]) as HTMLElement | null)?.focus();
    send(Object.fromEntries(fields.filter(([name]) => values[name]).map(([name, field]) => [name, typed(values[name]!, field)])));
  };
  return (
    <section className="card rise" role="group" aria-labelledby={id} data-card tabIndex={-1}>
      <form className="in" onSubmit={submit} noValidate>
        <div className="head"><Glyph name="ask" /><h3 id={id}>{frame.message}</h3></div>
        <div className="fields">
          {fields.map(([name, field]) => {
            const bad = left.has(name) && missing(name);
            return (
              <div key={name}>
                <label htmlFor={`${id}${name}`}>{field.title ?? name}</label>
                <input id={`${id}${name}`} name={name} className="field" type={kindOf(field)} value={values[name] ?? ""} aria-invalid={bad}
                  aria-describedby={bad ? `${id}${name}e` : undefined}
                  onChange={(event) => setValues({ ...values, [name]: event.target.value })}
                  onBlur={() => setLeft(new Set([...left, name]))} />
                {bad && <span className="error" id={`${id}${name}e`}>{words.required}</span>}
              </div>
            );
          })}
          <div className="row">
            <button type="submit" className="button strong" disabled={sending}>{words.formSend}</button>
            <button type="button" className="button plain" onClick={later}>{words.formLater}</button>
          </div>
        </div>
      </form>
    </section>
  );
}

function kindOf(field: FieldSchema): string {
  return field.format === "date" ? "date" : field.type === "number" || field.type === "integer" ? "number" : "text";
}

function typed(value: string, field: FieldSchema): unknown {
  return field.type === "number" || field.type === "integer" ? Number(value) : value;
}
