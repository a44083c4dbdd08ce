/** Administrators enter the endpoint that answers, change it, and take it away again. Its key goes out and never comes back. */
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { ModelOut } from "../generated/http";
import { request } from "../http";
import { useWords } from "../words";
import { type Entered, Found, useFailureText, useTry } from "./trying";
import { modelWords } from "./words";

const FORMATS = ["json_schema", "json_object", "text"] as const;
const EMPTY: Entered = { base_url: "", model: "", api_key: "", keep_key: false, reply_format: null };

/** What is stored, to be changed. */
function stored(found: ModelOut): Entered {
  const kept = found.stored;
  return kept === null ? EMPTY : { ...EMPTY, base_url: kept.base_url, model: kept.model, reply_format: kept.reply_format };
}

export function Entry({ found, changed }: { found: ModelOut; changed(now: ModelOut): void }) {
  const words = useWords();
  const own = modelWords(words.language);
  const failureText = useFailureText();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const attempt = useTry();
  const [open, setOpen] = useState(found.mode === "rules" || found.stored?.trouble != null);
  const [entered, setEntered] = useState<Entered>(stored(found));
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState("");
  const [failure, setFailure] = useState("");
  const sure = useRef<HTMLButtonElement>(null);
  useEffect(() => void (asking && sure.current?.focus()), [asking]);
  if (!found.may_enter) return <p className="dim">{own.adminsOnly}</p>;
  const change = (part: Partial<Entered>) => (setEntered({ ...entered, ...part }), setDone(""), attempt.forget());
  const kept = found.stored;
  const sameAddress = kept !== null && entered.base_url.replace(/\/+$/, "") === kept.base_url;
  const keeps = sameAddress && kept.has_key && kept.trouble === null && entered.api_key === "";
  const given = (): Entered => ({ ...entered, keep_key: keeps });
  const act = (work: Promise<ModelOut>, said: string) => {
    setBusy(true);
    setFailure("");
    setDone("");
    work
      .then((now) => (changed(now), setEntered(stored(now)), setAsking(false), setDone(said)), (error: unknown) => setFailure(failureText(error)))
      .finally(() => setBusy(false));
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) act(request<ModelOut>("PUT", "/api/model/endpoint", given()), own.saved);
  };
  const tryIt = () => form.current?.reportValidity() && attempt.start(entered.model, given());
  const remove = () => !busy && act(request<ModelOut>("DELETE", "/api/model/endpoint"), own.removed);
  const field = (name: "base_url" | "model" | "api_key", label: string, more: object) => (
    <div><label htmlFor={`${id}${name}`}>{label}</label><input className="field" id={`${id}${name}`} value={entered[name]} onChange={(event) => change({ [name]: event.target.value })} {...more} /></div>
  );
  return (
    <section className="models-part" aria-labelledby={id}>
      <h3 id={id}>{kept ? own.change : own.enter}</h3>
      <p className="know-lead">{own.enterLead} {!found.may_enter_private && own.publicOnly}</p>
      <div className="models-acts">
        <button type="button" className="button" aria-expanded={open} onClick={() => setOpen(!open)}>{kept ? own.changeIt : own.enterOne}</button>
        {kept && !asking && <button type="button" className="button danger" onClick={() => setAsking(true)}>{own.remove}</button>}
      </div>
      {kept && asking && (
        <div className="strip models-sure" role="group" aria-label={own.remove}>
          <span>{found.environment_model ? own.removesTo(found.environment_model) : own.removesToRules}</span>
          <button type="button" className="button" onClick={() => setAsking(false)}>{words.cancel}</button>
          <button type="button" className="button danger" ref={sure} aria-disabled={busy} onClick={remove}>{own.remove}</button>
        </div>
      )}
      {open && (
        <form className="models-form" onSubmit={save} ref={form}>
          {field("base_url", own.endpoint, { type: "url", required: true, pattern: "https?://[^\\s@?#]+", maxLength: 500, placeholder: "https://api.openai.com/v1", autoComplete: "off" })}
          {field("model", own.model, { required: true, maxLength: 200, pattern: "\\S+", autoComplete: "off" })}
          {field("api_key", own.apiKey, { type: "password", maxLength: 500, pattern: "[!-~]*", autoComplete: "new-password", placeholder: keeps ? own.keeps(kept.key_end) : "" })}
          <div>
            <label htmlFor={`${id}format`}>{own.format}</label>
            <select className="field" id={`${id}format`} value={entered.reply_format ?? ""} onChange={(event) => change({ reply_format: FORMATS.find((one) => one === event.target.value) ?? null })}>
              <option value="">{own.formatFound}</option>
              {FORMATS.map((one) => <option key={one} value={one}>{own.formats[one]}</option>)}
            </select>
          </div>
          {kept?.has_key && !keeps && entered.api_key === "" && <p className="know-lead">{own.keyAgain}</p>}
          <div className="models-acts">
            <button type="button" className="button" aria-disabled={attempt.busy} onClick={tryIt}>{own.try}</button>
            <button type="submit" className="button strong" aria-disabled={busy}>{own.save}</button>
          </div>
        </form>
      )}
      <p className={done ? "strip" : "unseen"} role="status">{done}</p>
      {failure && <p className="strip bad" role="alert"><span>{failure}</span></p>}
      <Found {...attempt} />
    </section>
  );
}
