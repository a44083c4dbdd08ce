/** Under an answer: the document it drafted, to be read, compared with its other versions, kept and approved. */
import { useEffect, useId, useState } from "react";
import type { VersionList, WrittenOut } from "../generated/http";
import type { DocumentMadeOut } from "../generated/protocol";
import { Refusal, request } from "../http";
import { useWords } from "../words";
import { Boundary } from "./boundary";
import "./drafted.css";
import { draftedWords } from "./drafted-words";
import { Icon } from "./icons";
import { Markdown } from "./markdown";
import { languageOf } from "./naming";

interface Props {
  made: DocumentMadeOut;
  say(text: string): void;
}

const uncited = () => null;

export function Drafted({ made, say }: Props) {
  const words = useWords();
  const own = draftedWords(words.language);
  const id = useId();
  const [version, setVersion] = useState(made.version);
  const [document, setDocument] = useState<WrittenOut | null>(null);
  const [list, setList] = useState<VersionList | null>(null);
  const [failed, setFailed] = useState("");
  const [shown, setShown] = useState<"" | "text" | "changes">("");
  const [asking, setAsking] = useState(false);
  const place = `/api/documents/${encodeURIComponent(made.document_id)}`;

  useEffect(() => {
    let here = true;
    const fail = (error: unknown) => here && setFailed(error instanceof Refusal && error.status === 404 ? own.gone : own.unread);
    request<WrittenOut>("GET", `${place}?version=${version}`).then((found) => here && (setDocument(found), setFailed("")), fail);
    request<VersionList>("GET", `${place}/versions`).then((found) => here && setList(found), fail);
    return () => void (here = false);
  }, [place, version]);

  const approve = () =>
    void request<WrittenOut>("POST", `${place}/approve`, { version }).then(
      (found) => (setDocument(found), setAsking(false), say(own.approvedSaid)),
      () => (setAsking(false), say(own.notDone)),
    );
  const changes = list?.versions.find((one) => one.version === version)?.changes ?? [];
  const toggle = (what: "text" | "changes") => setShown(shown === what ? "" : what);
  const file = (format: string) => `${place}?format=${format}&version=${version}`;
  if (failed !== "") return <p className="strip"><Icon name="info" /><span>{failed}</span></p>;
  return (
    <section className="drafted" aria-labelledby={id}>
      <header>
        <h3 id={id}>{made.title}</h3>
        <span className={document?.approved_at ? "state done" : "state"}>
          {document?.approved_at && <Icon name="check" small />}
          {document?.approved_at ? own.approved(version) : own.draft(version)}
        </span>
        {(list?.versions.length ?? 1) > 1 && (
          <select className="field" aria-label={own.pick} value={version} onChange={(event) => setVersion(Number(event.target.value))}>
            {list!.versions.map((one) => <option key={one.version} value={one.version}>{own.version(one.version)}</option>)}
          </select>
        )}
      </header>
      <div className="row">
        <button type="button" className="button" aria-expanded={shown === "text"} onClick={() => toggle("text")}>{shown === "text" ? own.fold : own.open}</button>
        {version > 1 && <button type="button" className="button" aria-expanded={shown === "changes"} onClick={() => toggle("changes")}>{own.changes}</button>}
        <a className="button" href={file("docx")} download>{own.word}</a>
        <a className="button" href={file("md")} download>{own.markdown}</a>
        {document !== null && document.approved_at === null && !asking && <button type="button" className="button strong" onClick={() => setAsking(true)}>{own.approve}</button>}
      </div>
      {asking && (
        <div className="row sure" role="group" aria-label={own.approve}>
          <span>{own.sure}</span>
          <button type="button" className="button strong" onClick={approve}>{own.approve}</button>
          <button type="button" className="button plain" onClick={() => setAsking(false)}>{own.cancel}</button>
        </div>
      )}
      {shown === "text" && document !== null && (
        <div className="paper answer" lang={languageOf(document.markdown)}>
          <Boundary otherwise={<pre>{document.markdown}</pre>}><Markdown text={document.markdown} cite={uncited} /></Boundary>
        </div>
      )}
      {shown === "changes" && <Changes lines={changes} none={own.noChanges} />}
    </section>
  );
}

function Changes({ lines, none }: { lines: string[]; none: string }) {
  if (lines.length === 0) return <p className="note quiet">{none}</p>;
  return (
    <ul className="differences">
      {lines.map((line, at) => (
        <li key={at} className={line.startsWith("+") ? "came" : "went"}>{line.startsWith("+") ? <ins>{line.slice(1)}</ins> : <del>{line.slice(1)}</del>}</li>
      ))}
    </ul>
  );
}
