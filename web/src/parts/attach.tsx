/** Files for one conversation: a button beside the field, and what is attached above it. Other conversations see nothing of them. */
import { type ChangeEvent, useCallback, useEffect, useRef, useState } from "react";
import type { AttachmentList, AttachmentOut, SessionOut } from "../generated/http";
import { Refusal, request, sendFile } from "../http";
import { useWords } from "../words";
import { reasonIn } from "../knowledge/reasons";
import { failureIn } from "../words/failures";
import "./attach.css";
import { draftedWords } from "./drafted-words";
import { Icon } from "./icons";

export const TAKEN = ".pdf,.docx,.hwpx,.xlsx,.csv,.tsv,.md,.markdown,.txt,.text,.html,.htm";

export interface Attached {
  files: AttachmentOut[];
  busy: boolean;
  /** Files are being dragged over the page. */
  over: boolean;
  add(files: readonly File[]): void;
  take(id: string): void;
}

/** `open`: shows the conversation that was made for a first file; `here`: the conversation is shown, so that what is dropped or pasted is for it. */
export function useAttached(sessionId: string | null, pack: string, open: (id: string) => void, say: (text: string) => void, here = true): Attached {
  const words = useWords();
  const own = draftedWords(words.language);
  const [files, setFiles] = useState<AttachmentOut[]>([]);
  const [busy, setBusy] = useState(false);
  const read = useCallback((id: string) => request<AttachmentList>("GET", `/api/sessions/${encodeURIComponent(id)}/attachments`), []);
  useEffect(() => {
    let here = true;
    setFiles([]);
    if (sessionId !== null) read(sessionId).then((found) => here && setFiles(found.attachments), () => undefined);
    return () => void (here = false);
  }, [sessionId, read]);
  // "photo.png is a picture; …" in the page's language.
  const reason = (text: string) => reasonIn(words.language, words.language === "en" ? text : text.replace(/^(.+?\.\w{1,8}) is /, "$1: "));
  const why = (error: unknown) => {
    if (!(error instanceof Refusal)) return own.notDone;
    const known = reason(error.message);
    return words.language === "en" || known !== error.message.replace(/^(.+?\.\w{1,8}) is /, "$1: ") ? known : failureIn(words.language, error) || error.message;
  };
  const failed = (error: unknown) => say(why(error));
  const add = (sent: readonly File[]) => {
    if (sent.length === 0) return;
    if (busy) return say(own.notDone);
    setBusy(true);
    void (async () => {
      const id = sessionId ?? (await request<SessionOut>("POST", "/api/sessions", { pack: pack || null })).session_id;
      const [taken, refused] = [[] as string[], [] as string[]];
      for (const file of sent) {
        // One after another: the service reads one file of a person at a time.
        await sendFile<AttachmentOut>(`/api/sessions/${encodeURIComponent(id)}/attachments?name=${encodeURIComponent(file.name)}`, file).then((made) => taken.push(made.name), (error: unknown) => refused.push(why(error)));
      }
      if (sessionId === null && taken.length > 0) open(id);
      else if (sessionId === null) await request("DELETE", `/api/sessions/${encodeURIComponent(id)}`);
      else setFiles((await read(id)).attachments);
      say([...refused, ...(taken.length > 0 ? [own.attached(taken.join(", "))] : [])].join(" "));
    })().catch(failed).finally(() => setBusy(false));
  };
  const over = useDropped(here, add);
  const take = (id: string) => {
    if (sessionId === null) return;
    request("DELETE", `/api/sessions/${encodeURIComponent(sessionId)}/attachments/${encodeURIComponent(id)}`).then(() => setFiles((before) => before.filter((one) => one.attachment_id !== id)), failed);
  };
  return { files, busy, over, add, take };
}

/** Takes files that are dropped on the page or pasted into it; whether some are being dragged over it. */
function useDropped(here: boolean, add: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const taking = useRef(add);
  taking.current = add;
  useEffect(() => {
    if (!here) return;
    const holds = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const dragged = (event: DragEvent) => holds(event) && (event.preventDefault(), setOver(true));
    const left = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const dropped = (event: DragEvent) => holds(event) && (event.preventDefault(), setOver(false), taking.current([...event.dataTransfer!.files]));
    // Words copied from a document come with a picture of themselves: the words are meant.
    const pasted = (event: ClipboardEvent) => {
      const held = event.clipboardData;
      if (held === null || held.files.length === 0 || held.types.includes("text/plain")) return;
      event.preventDefault();
      taking.current([...held.files]);
    };
    document.addEventListener("dragover", dragged);
    document.addEventListener("dragleave", left);
    document.addEventListener("drop", dropped);
    document.addEventListener("paste", pasted);
    return () => {
      setOver(false);
      document.removeEventListener("dragover", dragged);
      document.removeEventListener("dragleave", left);
      document.removeEventListener("drop", dropped);
      document.removeEventListener("paste", pasted);
    };
  }, [here]);
  return over;
}

export function AttachButton({ attached }: { attached: Attached }) {
  const words = useWords();
  const own = draftedWords(words.language);
  const field = useRef<HTMLInputElement>(null);
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    // A field's list of files is alive: it is empty once the field is.
    attached.add([...(event.target.files ?? [])]);
    event.target.value = "";
  };
  return (
    <>
      <input type="file" ref={field} className="unseen" tabIndex={-1} aria-hidden="true" multiple accept={TAKEN} onChange={chosen} />
      <button type="button" className="square" aria-label={own.attach} title={own.attachHint} disabled={attached.busy} onClick={() => field.current?.click()}><Icon name="clip" /></button>
    </>
  );
}

export function AttachedFiles({ attached }: { attached: Attached }) {
  const words = useWords();
  const own = draftedWords(words.language);
  if (attached.over) return <p className="attach-drop" role="status">{own.drop}</p>;
  if (attached.files.length === 0 && !attached.busy) return null;
  return (
    <ul className="attached" aria-label={own.files}>
      {attached.files.map((file) => (
        <li key={file.attachment_id}><Icon name="clip" small /><span>{file.name}</span>
          <button type="button" className="square" aria-label={own.detach(file.name)} title={own.detach(file.name)} onClick={() => attached.take(file.attachment_id)}><Icon name="close" small /></button></li>
      ))}
      {attached.busy && <li className="dim">{own.attaching}…</li>}
    </ul>
  );
}
