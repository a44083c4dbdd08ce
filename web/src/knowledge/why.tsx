/** A question asked for real in a conversation that is erased after it: how it was understood, and why it went where it went. */
import { type FormEvent, useId, useState } from "react";
import type { PackOut, SessionOut, TraceOut } from "../generated/http";
import { Refusal, request } from "../http";
import { newMessageId } from "../session/versions";
import { useWords } from "../words";
import { failureIn } from "../words/failures";
import { type Line, linesOf, type Part } from "./why-lines";
import { knowledgeWords } from "./words";

const PARTS: Part[] = ["understood", "judged", "searched", "answered"];

export async function tracedOf(questions: string[], pack: string): Promise<TraceOut> {
  const { session_id } = await request<SessionOut>("POST", "/api/sessions", { pack });
  try {
    let runId = "";
    for (const content of questions) {
      runId = (await request<{ run_id: string }>("POST", "/api/chat", { content, session_id, message_id: newMessageId() })).run_id;
    }
    return await request<TraceOut>("GET", `/api/runs/${encodeURIComponent(runId)}/trace`);
  } finally {
    // Nobody lives with what was tried; where the line is gone the conversation stays in the list and can be deleted there.
    await request("DELETE", `/api/sessions/${encodeURIComponent(session_id)}`).catch(() => undefined);
  }
}

export function Why({ pack }: { pack: PackOut }) {
  const words = useWords();
  const own = knowledgeWords(words.language);
  const id = useId();
  const [question, setQuestion] = useState("");
  const [before, setBefore] = useState("");
  const [trace, setTrace] = useState<TraceOut | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const questions = [before.trim(), question.trim()].filter(Boolean);
    if (question.trim() === "" || busy) return;
    setBusy(true);
    setFailure("");
    tracedOf(questions, pack.name)
      .then(setTrace, (error: unknown) => setFailure(error instanceof Refusal ? failureIn(words.language, error) : words.notDone))
      .finally(() => setBusy(false));
  };
  const lines = trace === null ? [] : linesOf(trace, { words, own, pack });
  return (
    <>
      <p className="know-lead">{own.whyLead}</p>
      <form className="know-ask" onSubmit={ask}>
        <label htmlFor={`${id}q`}>{own.why}</label>
        <input className="field" id={`${id}q`} value={question} maxLength={2000} placeholder={pack.examples.find((one) => one.language === words.language)?.text ?? ""} onChange={(event) => setQuestion(event.target.value)} />
        <label htmlFor={`${id}b`}>{own.after}</label>
        <input className="field" id={`${id}b`} value={before} maxLength={2000} onChange={(event) => setBefore(event.target.value)} />
        <button type="submit" className="button strong" aria-disabled={busy}>{own.whyGo}</button>
      </form>
      <p className={busy ? "know-lead" : "unseen"} role="status">{busy ? own.asking : lines.length > 0 ? own.parts.answered : ""}</p>
      {failure && <p className="strip bad" role="alert"><span>{failure}</span></p>}
      {trace !== null && PARTS.map((part) => <Group key={part} title={own.parts[part]!} lines={lines.filter((one) => one.part === part)} />)}
    </>
  );
}

function Group({ title, lines }: { title: string; lines: Line[] }) {
  if (lines.length === 0) return null;
  return (
    <section className="why-part">
      <h3>{title}</h3>
      <dl className="why">{lines.map((one, at) => <div key={at}><dt>{one.name}</dt><dd>{one.value}</dd></div>)}</dl>
    </section>
  );
}
