/** What is remembered of the person: seen, corrected, erased, and switched off for this conversation. */
import { type FormEvent, useCallback, useEffect, useId, useState } from "react";
import type { MemoryList, MemoryOut, SessionOut } from "../generated/http";
import { fullTime } from "../format";
import { Refusal, request } from "../http";
import { useWords } from "../words";
import { failureIn } from "../words/failures";
import { forgetHeld } from "../parts/memories-used";
import { memoryWords } from "./memory-words";
import { Panel } from "./panel";
import "./memories.css";

const PATH = "/api/me/memories";
const KINDS: MemoryOut["kind"][] = ["preference", "fact", "style", "summary"];

interface Props {
  sessionId: string | null;
  open(sessionId: string): void;
  announce(text: string): void;
  close(): void;
}

export default function MemoriesPanel({ sessionId, open, announce, close }: Props) {
  const words = useWords();
  const own = memoryWords(words.language);
  const [found, setFound] = useState<MemoryList | null>(null);
  const [history, setHistory] = useState(false);
  const [failure, setFailure] = useState("");
  const read = useCallback(() => {
    forgetHeld();
    request<MemoryList>("GET", `${PATH}?history=${history}`).then((list) => (setFound(list), setFailure("")), () => setFailure(own.unread));
  }, [history, own]);
  useEffect(read, [read]);
  const done = (work: Promise<unknown>, said: string) =>
    work.then(() => (announce(said), read()), (error: unknown) => setFailure(error instanceof Refusal && error.field ? failureIn(words.language, error) : own.notDone));
  const current = (found?.memories ?? []).filter((one) => one.replaced_by === null);
  const replaced = (found?.memories ?? []).filter((one) => one.replaced_by !== null);
  const acts = {
    correct: (one: MemoryOut, text: string) => void done(request("PUT", `${PATH}/${encodeURIComponent(one.memory_id)}`, { text, kind: one.kind }), own.kept),
    erase: (one: MemoryOut) => void done(request("DELETE", `${PATH}/${encodeURIComponent(one.memory_id)}`), own.erased),
    open,
  };
  return (
    <Panel title={own.title} close={close}>
      <p className="sum">{own.lead}</p>
      {found && !found.on && <p className="strip" role="status"><span>{own.off}</span></p>}
      {failure && <p className="strip bad" role="alert"><span>{failure}</span><button type="button" className="link" onClick={read}>{words.retry}</button></p>}
      {sessionId !== null && <Here sessionId={sessionId} />}
      {found && current.length === 0 && <p className="sum">{own.empty}</p>}
      {KINDS.map((kind) => <Group key={kind} title={own.kinds[kind]} memories={current.filter((one) => one.kind === kind)} acts={acts} />)}
      {history && <Group title={own.historyOf} memories={replaced} acts={acts} />}
      <Add keep={(text) => done(request("POST", PATH, { text }), own.kept)} />
      <div className="memory-foot">
        <label><input type="checkbox" checked={history} onChange={(event) => setHistory(event.target.checked)} /> {own.history}</label>
        {current.length + replaced.length > 0 && <EraseAll erase={() => void done(request("DELETE", PATH), own.erased)} />}
      </div>
    </Panel>
  );
}

interface Acts {
  correct(one: MemoryOut, text: string): void;
  erase(one: MemoryOut): void;
  open(sessionId: string): void;
}

function Group({ title, memories, acts }: { title: string; memories: MemoryOut[]; acts: Acts }) {
  if (memories.length === 0) return null;
  return (
    <section>
      <h3 className="kind"><b>{title}</b><span>{memories.length}</span></h3>
      {memories.map((one) => <One key={one.memory_id} memory={one} acts={acts} />)}
    </section>
  );
}

function One({ memory, acts }: { memory: MemoryOut; acts: Acts }) {
  const words = useWords();
  const own = memoryWords(words.language);
  const [draft, setDraft] = useState<string | null>(null);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (draft !== null && draft.trim() !== "" && draft.trim() !== memory.text) acts.correct(memory, draft.trim());
    setDraft(null);
  };
  const correctable = memory.tier === "longterm" && memory.replaced_by === null;
  return (
    <article className={memory.replaced_by === null ? "record memory" : "record memory past"}>
      {draft === null ? <p className="said">{memory.text}</p> : (
        <form onSubmit={send}>
          <input className="field grow" aria-label={own.correct} value={draft} maxLength={300} autoFocus onChange={(event) => setDraft(event.target.value)} />
          <button type="submit" className="button small">{own.keep}</button>
          <button type="button" className="button small plain" onClick={() => setDraft(null)}>{own.cancel}</button>
        </form>
      )}
      <p className="meta">{own.by[memory.written_by]} · {fullTime(Date.parse(memory.valid_from), words.language)}</p>
      {draft === null && (
        <div className="acts">
          {correctable && <button type="button" className="link" onClick={() => setDraft(memory.text)}>{own.correct}</button>}
          <button type="button" className="link" onClick={() => acts.erase(memory)}>{own.erase}</button>
          {memory.session_id && <button type="button" className="link" onClick={() => acts.open(memory.session_id!)}>{own.openTalk}</button>}
        </div>
      )}
    </article>
  );
}

function Add({ keep }: { keep(text: string): Promise<unknown> }) {
  const own = memoryWords(useWords().language);
  const id = useId();
  const [text, setText] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "") void keep(text.trim()).then(() => setText(""));
  };
  return (
    <form className="memory-add" onSubmit={send}>
      <label htmlFor={id}>{own.add}</label>
      <div>
        <input className="field grow" id={id} value={text} maxLength={300} placeholder={own.addField} onChange={(event) => setText(event.target.value)} />
        <button type="submit" className="button" disabled={text.trim() === ""}>{own.keep}</button>
      </div>
    </form>
  );
}

function EraseAll({ erase }: { erase(): void }) {
  const own = memoryWords(useWords().language);
  const [sure, setSure] = useState(false);
  return <button type="button" className="button small danger" onClick={() => (sure ? (setSure(false), erase()) : setSure(true))}>{sure ? own.eraseAllSure : own.eraseAll}</button>;
}

/** The switch of the conversation that is open. */
function Here({ sessionId }: { sessionId: string }) {
  const words = useWords();
  const own = memoryWords(words.language);
  const [on, setOn] = useState<boolean | null>(null);
  const path = `/api/sessions/${encodeURIComponent(sessionId)}`;
  useEffect(() => void request<SessionOut>("GET", path).then((one) => setOn(one.remembers), () => setOn(null)), [path]);
  if (on === null) return null;
  const set = (now: boolean) => (setOn(now), void request<SessionOut>("PATCH", path, { remembers: now }).then((one) => setOn(one.remembers), () => setOn(on)));
  return (
    <div className="setting">
      <div><span>{own.here}</span><p>{on ? own.hereHint : own.offHere}</p></div>
      <div className="switch" role="radiogroup" aria-label={own.here}>
        {([["on", words.on], ["off", words.off]] as const).map(([name, label]) => (
          <label key={name}><input type="radio" className="unseen" name="memory-here" checked={(name === "on") === on} onChange={() => set(name === "on")} />{label}</label>
        ))}
      </div>
    </div>
  );
}
