/** Files for one conversation: a button beside the field, and what is attached above it. Other conversations see nothing of them. */
import { type ChangeEvent, useCallback, useEffect, useRef, useState } from "react";
import type { AttachmentList, AttachmentOut, SessionOut } from "../generated/http";
import { Refusal, request, sendFile } from "../http";
import { useWords } from "../words";
import { failureIn } from "../words/failures";
import "./attach.css";
import { draftedWords } from "./drafted-words";
import { Icon } from "./icons";

export const TAKEN = ".pdf,.docx,.md,.markdown,.txt,.text";

export interface Attached {
  files: AttachmentOut[];
  busy: boolean;
  add(file: File): void;
  take(id: string): void;
}

/** `open`: shows the conversation that was made for a first file. */
export function useAttached(sessionId: string | null, pack: string, open: (id: string) => void, say: (text: string) => void): Attached {
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
  const failed = (error: unknown) => say(error instanceof Refusal ? failureIn(words.language, error) || error.message : own.notDone);
  const add = (file: File) => {
    setBusy(true);
    void (async () => {
      const id = sessionId ?? (await request<SessionOut>("POST", "/api/sessions", { pack: pack || null })).session_id;
      await sendFile<AttachmentOut>(`/api/sessions/${encodeURIComponent(id)}/attachments?name=${encodeURIComponent(file.name)}`, file);
      if (sessionId === null) open(id);
      else setFiles((await read(id)).attachments);
      say(own.attached(file.name));
    })().catch(failed).finally(() => setBusy(false));
  };
  const take = (id: string) => {
    if (sessionId === null) return;
    request("DELETE", `/api/sessions/${encodeURIComponent(sessionId)}/attachments/${encodeURIComponent(id)}`).then(() => setFiles((before) => before.filter((one) => one.attachment_id !== id)), failed);
  };
  return { files, busy, add, take };
}

export function AttachButton({ attached }: { attached: Attached }) {
  const words = useWords();
  const own = draftedWords(words.language);
  const field = useRef<HTMLInputElement>(null);
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    if (file) attached.add(file);
    event.target.value = "";
  };
  return (
    <>
      <input type="file" ref={field} className="unseen" tabIndex={-1} aria-hidden="true" accept={TAKEN} onChange={chosen} />
      <button type="button" className="square" aria-label={own.attach} title={own.attachHint} disabled={attached.busy} onClick={() => field.current?.click()}><Icon name="clip" /></button>
    </>
  );
}

export function AttachedFiles({ attached }: { attached: Attached }) {
  const words = useWords();
  const own = draftedWords(words.language);
  if (attached.files.length === 0 && !attached.busy) return null;
  return (
    <ul className="attached" aria-label={own.attach}>
      {attached.files.map((file) => (
        <li key={file.attachment_id}><Icon name="clip" small /><span>{file.name}</span>
          <button type="button" className="square" aria-label={own.detach(file.name)} title={own.detach(file.name)} onClick={() => attached.take(file.attachment_id)}><Icon name="close" small /></button></li>
      ))}
      {attached.busy && <li className="dim">{own.attaching}…</li>}
    </ul>
  );
}
