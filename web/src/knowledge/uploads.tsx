/** Files into a pack, one after the other: chosen or dropped, each with how far it is and what came of it. */
import { type ChangeEvent, type DragEvent, useEffect, useId, useRef, useState } from "react";
import type { IngestOut, KnowledgeOut } from "../generated/http";
import { Refusal, sendFile } from "../http";
import { Icon } from "../parts/icons";
import { useWords } from "../words";
import { failureIn } from "../words/failures";
import { reasonIn } from "./reasons";
import { knowledgeWords } from "./words";

type State = "waiting" | "reading" | "done" | "nothing" | "failed";
interface Sent {
  id: number;
  file: File;
  state: State;
  message: string;
}

const TAKEN = ".md,.markdown,.txt,.text,.html,.htm,.pdf,.docx,.xlsx,.hwpx,.csv,.json,.jsonl";

export function Uploads({ known, took, announce }: { known: KnowledgeOut; took(): void; announce(text: string): void }) {
  const words = useWords();
  const own = knowledgeWords(words.language);
  const id = useId();
  const [source, setSource] = useState("");
  const [sent, setSent] = useState<Sent[]>([]);
  const [over, setOver] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const into = known.sources.filter((one) => one.importers.length > 0);
  const change = (which: number, part: Partial<Sent>) => setSent((all) => all.map((one) => (one.id === which ? { ...one, ...part } : one)));
  const next = sent.find((one) => one.state === "waiting");
  const busy = sent.some((one) => one.state === "reading");
  useEffect(() => {
    if (!next || busy) return;
    if (next.file.size === 0) {
      change(next.id, { state: "failed", message: reasonIn(words.language, "an empty file") });
      announce(`${next.file.name}: ${own.states.failed}`);
      return;
    }
    change(next.id, { state: "reading" });
    const path = `/api/corpora/${encodeURIComponent(known.pack)}/documents?name=${encodeURIComponent(next.file.name)}${source ? `&source=${encodeURIComponent(source)}` : ""}`;
    sendFile<IngestOut>(path, next.file).then((report) => {
      const [state, message] = outcomeOf({ ...report, remarks: report.remarks.map((one) => reasonIn(words.language, one)) }, own.counts);
      change(next.id, { state, message });
      announce(`${next.file.name}: ${own.states[state]}`);
      took();
    }, (error: unknown) => {
      // The service's own sentence names what is wrong with the file; ours would only say that something is.
      const message = error instanceof Refusal ? (error.status === 413 ? own.tooLarge : error.code === "offline" ? words.failedLoad : reasonIn(words.language, error.message) || failureIn(words.language, error)) : words.notDone;
      change(next.id, { state: "failed", message });
      announce(`${next.file.name}: ${own.states.failed}`);
    });
  }, [next?.id, busy]);
  const done = sent.filter((one) => one.state !== "waiting" && one.state !== "reading").length;
  const add = (files: readonly File[]) => setSent((all) => [...all, ...files.map((file, at): Sent => ({ id: all.length + at, file, state: "waiting", message: "" }))]);
  // A field's list of files is alive: it is empty once the field is.
  const chosen = (event: ChangeEvent<HTMLInputElement>) => (add([...(event.target.files ?? [])]), (event.target.value = ""));
  const dropped = (event: DragEvent) => (event.preventDefault(), setOver(false), add([...event.dataTransfer.files]));
  return (
    <section className="know-uploads" aria-label={own.uploads}>
      <div className={over ? "know-drop over" : "know-drop"} onDragOver={(event) => (event.preventDefault(), setOver(true))} onDragLeave={() => setOver(false)} onDrop={dropped}>
        <Icon name="clip" />
        <p className="grow">{own.drop}<small>{own.dropKinds}</small></p>
        <span className="know-into">
          <label htmlFor={id}>{own.into}</label>
          <select id={id} className="field" value={source} onChange={(event) => setSource(event.target.value)}>
            <option value="">{own.auto}</option>
            {into.map((one) => <option key={one.name} value={one.name}>{one.label[words.language] ?? one.name}</option>)}
          </select>
        </span>
        <input type="file" ref={field} className="unseen" tabIndex={-1} aria-hidden="true" multiple accept={TAKEN} onChange={chosen} />
        <button type="button" className="button" onClick={() => field.current?.click()}>{own.pick}</button>
      </div>
      {sent.length > 0 && <p className="know-progress"><progress max={sent.length} value={done} aria-label={own.uploads} /><span>{own.progress(done, sent.length)}</span></p>}
      {sent.length > 0 && (
        <ul className="know-sent">
          {sent.map((one) => (
            <li key={one.id} className={one.state}><Icon name={one.state === "done" ? "check" : one.state === "failed" ? "info" : "file"} small /><span className="grow"><b>{one.file.name}</b>{one.message && <small>{one.message}</small>}</span><span className={one.state === "reading" ? "pulse" : undefined}>{own.states[one.state]}</span></li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** A file of which nothing was taken failed, whatever the service answered: what it left out says why. */
export function outcomeOf(report: IngestOut, counts: (added: number, changed: number, unchanged: number) => string): [State, string] {
  const sum = (name: string) => Object.values(report.sources).reduce((total, one) => total + (one[name] ?? 0), 0);
  const [added, changed, unchanged] = [sum("added"), sum("changed"), sum("unchanged")];
  const message = [counts(added, changed, unchanged), ...report.remarks].filter(Boolean).join(" · ");
  if (added + changed > 0) return ["done", message];
  return unchanged > 0 ? ["nothing", message] : ["failed", message];
}
