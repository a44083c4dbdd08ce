/** Under an answer: copy, answer again, thumbs with an optional reason, its sources. */
import { useRef, useState } from "react";
import type { AnswerFrame } from "../generated/protocol";
import { request } from "../http";
import { useWords } from "../words";
import type { Rating } from "./use-conversation";
import { copied } from "./clipboard";
import { Icon } from "./icons";
import { ReadAloud } from "./voice";

interface Props {
  answer: AnswerFrame;
  /** The person's own thumb of earlier. */
  before?: Rating;
  regenerate?: (() => void) | undefined;
  /** False while something runs: what would start another run is there and waits. */
  idle: boolean;
  searchAgain?: (() => void) | undefined;
  openSources(): void;
  openTrace(): void;
  say(text: string): void;
}

export function Tools({ answer, before = 0, idle, regenerate, searchAgain, openSources, openTrace, say }: Props) {
  const words = useWords();
  const [given, setRating] = useState<Rating | null>(null);
  // What is pressed here counts; until then, what was pressed before this page was opened.
  const rating = given ?? before;
  const [asking, setAsking] = useState(false);
  const thumb = useRef<HTMLButtonElement>(null);
  /** The reasons go, and the button that was pressed with them. */
  const goBack = () => thumb.current?.focus({ preventScroll: true });
  const rate = async (now: Rating, reason = "") => {
    const last = rating;
    setRating(now);
    setAsking(now === -1 && reason === "");
    await request("POST", `/api/messages/${encodeURIComponent(answer.answer_id)}/feedback`, { rating: now, reason })
      .then(() => (now !== 0 && (now === 1 || reason !== "") ? say(words.thanks) : undefined))
      .catch(() => (setRating(last), setAsking(false), say(words.notSaved)));
  };
  const copy = async () => {
    say((await copied(answer.content.replace(/\s*\[\d+\]/g, ""))) ? words.copied : words.notCopied);
  };
  return (
    <>
      <div className="tools-row">
        <button type="button" className="square" aria-label={words.copy} title={words.copy} onClick={() => void copy()}><Icon name="copy" /></button>
        {regenerate && <button type="button" className="square" aria-label={words.regenerate} title={words.regenerate} disabled={!idle} onClick={regenerate}><Icon name="again" /></button>}
        <button type="button" className="square" aria-pressed={rating === 1} aria-label={words.helpful} title={words.helpful} onClick={() => void rate(rating === 1 ? 0 : 1)}><Icon name="good" /></button>
        <button type="button" className="square" ref={thumb} aria-pressed={rating === -1} aria-label={words.poor} title={words.poor} onClick={() => void rate(rating === -1 ? 0 : -1)}><Icon name="poor" /></button>
        <ReadAloud text={answer.content} say={say} />
        <button type="button" className="sources" aria-label={words.trace} title={words.trace} onClick={openTrace}><Icon name="chart" small />{words.traceShort}</button>
        {answer.citations.length > 0 && (
          <button type="button" className="sources" onClick={openSources}><Icon name="clip" small />{words.sources(answer.citations.length)}</button>
        )}
      </div>
      {asking && <Reasons done={(reason) => (goBack(), void rate(-1, reason))} searchAgain={searchAgain} close={() => (goBack(), setAsking(false))} />}
    </>
  );
}

function Reasons({ done, searchAgain, close }: { done(reason: string): void; searchAgain?: (() => void) | undefined; close(): void }) {
  const words = useWords();
  const [own, setOwn] = useState<string | null>(null);
  const [old, setOld] = useState(false);
  return (
    <section className="poor rise" aria-label={words.whatPoor}>
      <p>{words.whatPoor} <span className="dim">{words.optional}</span></p>
      <div className="picks">
        {words.reasons.map((reason, at) => (
          <button type="button" className="pick" key={reason} onClick={() => (at === 0 && searchAgain ? setOld(true) : done(reason))}>{reason}</button>
        ))}
        <button type="button" className="pick all" onClick={() => setOwn("")}>{words.reasonWrite}</button>
      </div>
      {old && searchAgain && (
        <div className="picks">
          <button type="button" className="button" onClick={() => (done(words.reasons[0]!), searchAgain())}><Icon name="find" />{words.searchAgain}</button>
          <button type="button" className="button plain" onClick={() => done(words.reasons[0]!)}>{words.close}</button>
        </div>
      )}
      {own !== null && (
        <form className="picks" onSubmit={(event) => (event.preventDefault(), own.trim() ? done(own.trim()) : close())}>
          <input className="field grow" aria-label={words.reasonField} value={own} maxLength={2_000} autoFocus onChange={(event) => setOwn(event.target.value)} />
          <button type="submit" className="button">{words.send}</button>
        </form>
      )}
    </section>
  );
}
