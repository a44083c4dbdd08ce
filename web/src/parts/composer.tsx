/** One row: field, text, send (stop while something runs). Enter never sends while a syllable is being composed. */
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useState } from "react";
import type { PackOut } from "../generated/http";
import { draftOf, holdDraft } from "../session/draft";
import { useWords } from "../words";
import { Icon } from "./icons";
import { Dictate } from "./voice";

/** Characters of a message the service takes. */
export const LONGEST = 8_000;
/** Key code browsers report for keys an input method has taken. */
const IME_KEY = 229;

interface Props {
  /** The draft is kept per conversation; "" is the one that does not exist yet. */
  draftKey: string;
  packs: PackOut[];
  pack: string;
  choosePack(name: string): void;
  running: boolean;
  placeholder: string;
  field: RefObject<HTMLTextAreaElement | null>;
  send(content: string): void;
  stop(): void;
  /** Said aloud and shown: what the browser could not do. */
  tell(text: string): void;
  /** Stands before the field. */
  extra?: ReactNode;
}

export function Composer(props: Props) {
  const words = useWords();
  const { draftKey, field } = props;
  const [text, setText] = useState(() => draftOf(draftKey));
  useEffect(() => setText(draftOf(draftKey)), [draftKey]);
  useLayoutEffect(() => {
    if (field.current === null) return;
    field.current.style.height = "26px";
    // An empty field stays one line, however long its placeholder is.
    if (text !== "") field.current.style.height = `${Math.min(208, field.current.scrollHeight)}px`;
  }, [text, field]);

  const write = (now: string) => (setText(now), holdDraft(draftKey, now));
  const ready = text.trim() !== "" && text.length <= LONGEST;
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!ready) return;
    props.send(text.trim());
    write("");
  };
  const pressed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const composing = event.nativeEvent.isComposing || event.keyCode === IME_KEY;
    if (event.key === "Escape") {
      const card = document.querySelector<HTMLElement>("[data-card] button:not(:disabled)");
      if (card) card.focus();
    }
    if (event.key !== "Enter" || event.shiftKey || composing) return;
    event.preventDefault();
    submit();
  };
  const showStop = props.running && !ready;
  const title = props.packs.find((one) => one.name === props.pack)?.title[words.language] ?? "";
  return (
    <form className="composer" onSubmit={submit}>
      {props.packs.length > 1 ? (
        <label className="pack" title={words.packHint}>
          <span aria-hidden="true">{title}</span><Icon name="down" small />
          <select aria-label={words.packOf(title)} value={props.pack} onChange={(event) => props.choosePack(event.target.value)}>
            {props.packs.map((one) => <option key={one.name} value={one.name}>{one.title[words.language] ?? one.name}</option>)}
          </select>
        </label>
      ) : (
        title && <span className="pack">{title}</span>
      )}
      {props.extra}
      <Dictate heard={(said) => (write(text === "" ? said : `${text} ${said}`), field.current?.focus())} say={props.tell} />
      <label className="unseen" htmlFor="composer">{words.questionField}</label>
      <textarea id="composer" ref={field} rows={1} value={text} placeholder={props.placeholder} onChange={(event) => write(event.target.value)}
        onKeyDown={pressed} aria-invalid={text.length > LONGEST} aria-describedby={text.length > LONGEST ? "too-long" : undefined} enterKeyHint="send" />
      {showStop ? (
        <button type="button" className="send" aria-label={words.stop} title={words.stop} onClick={props.stop}><Icon name="stop" /></button>
      ) : (
        <button type="submit" className="send" aria-label={words.send} title={words.send} disabled={!ready}><Icon name="send" /></button>
      )}
      <TooLong text={text} id="too-long" />
    </form>
  );
}

/** Over the limit: said once aloud; how long the text is changes with every key and is only seen. */
export function TooLong({ text, id }: { text: string; id: string }) {
  const words = useWords();
  if (text.length <= LONGEST) return null;
  return <p className="over" id={id} role="alert">{words.tooLong(LONGEST)} <span aria-hidden="true">({words.lengthNow(text.length)})</span></p>;
}
