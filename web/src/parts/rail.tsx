/** The conversations: newest first under their day, searched, renamed, deleted with ten seconds to think again. */
import { type KeyboardEvent, memo, type MouseEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { SessionOut } from "../generated/http";
import { dayNumber } from "../format";
import { useWords, type Words } from "../words";
import { Icon, Mark } from "./icons";
import type { Finding } from "./use-sessions";

interface Props {
  sessions: SessionOut[];
  current: string | null;
  /** The open conversation's own state: it is known at once, the list's only after it was read again. */
  currentState: SessionOut["state"];
  /** Older ones can be read. */
  more: boolean;
  readMore(): void;
  /** What is looked for, so that the service may find what was not read yet. */
  seek(title: string): void;
  /** The list was read. */
  known: boolean;
  finding: Finding;
  seekAgain(): void;
  overlay: boolean;
  /** The dashboard stands beside this list. */
  board: boolean;
  /** Only for operators. */
  showBoard: (() => void) | undefined;
  finder: RefObject<HTMLInputElement | null>;
  open(sessionId: string | null): void;
  rename(sessionId: string, title: string): void;
  remove(session: SessionOut): void;
  showShortcuts(): void;
  showSettings(): void;
  showList(): void;
  close(): void;
}

/** Drawn when its own things change: a list of hundreds is not to be gone through for every piece of an answer. */
export const Rail = memo(function Rail(props: Props) {
  const words = useWords();
  const [sought, setSought] = useState("");
  const seek = (title: string) => (setSought(title), props.seek(title));
  const wanted = sought.trim().toLowerCase();
  const found = useMemo(() => props.sessions.filter((session) => titleOf(session, words).toLowerCase().includes(wanted)), [props.sessions, wanted, words]);
  const groups = useMemo(() => Map.groupBy(found, (session) => groupOf(session, words)), [found, words]);
  const shut = useRef<HTMLButtonElement>(null);
  // Opened over the page the list takes the focus; what opened it has it back when it closes (app.tsx).
  useEffect(() => {
    if (props.overlay) shut.current?.focus();
  }, [props.overlay]);
  return (
    <nav className={props.overlay ? "rail overlay" : "rail"} aria-label={words.conversations} onKeyDown={(event) => props.overlay && event.key === "Escape" && props.close()}>
      <div className="brand">
        <Mark /><span className="grow">{words.product}</span>
        {props.overlay && <button type="button" className="square" ref={shut} aria-label={words.close} onClick={props.close}><Icon name="close" /></button>}
      </div>
      <button type="button" className="button new" title={words.newConversation} onClick={() => props.open(null)}><Icon name="plus" /><span>{words.newConversation}</span></button>
      <label className="finder">
        <Icon name="find" /><span className="unseen">{words.find}</span>
        <input ref={props.finder} type="search" value={sought} placeholder={words.find} onChange={(event) => seek(event.target.value)}
          onKeyDown={(event) => event.key === "Escape" && (event.stopPropagation(), seek(""), event.currentTarget.blur())} />
        <kbd aria-hidden="true">/</kbd>
      </label>
      <div className="entries thin-scroll">
        {props.known && props.sessions.length === 0 && <p className="none">{words.emptyList}</p>}
        {props.sessions.length > 0 && found.length === 0 && props.finding === "found" && <p className="none">{words.noMatch(sought.trim())}</p>}
        {[...groups].map(([name, sessions]) => (
          <section key={name} aria-label={name}>
            <h2>{name}</h2>
            <ul>{sessions.map((session) => <li key={session.session_id}><Entry session={session} {...props} /></li>)}</ul>
          </section>
        ))}
        {wanted !== "" && props.finding === "failed" && (
          <p className="none">{words.findFailed} <button type="button" className="link" onClick={props.seekAgain}>{words.retry}</button></p>
        )}
        {props.more && wanted === "" && <More key={props.sessions.length} read={props.readMore} />}
      </div>
      <div className="foot">
        <button type="button" className="list-button" title={words.openList} onClick={props.showList} hidden={props.overlay}><Icon name="menu" /><span>{words.openList}</span></button>
        <button type="button" title={words.shortcuts} onClick={props.showShortcuts}><Icon name="keys" /><span>{words.shortcuts}</span><kbd aria-hidden="true">?</kbd></button>
        {props.showBoard && (
          <a href="/dashboard" title={words.dashboard} aria-current={props.board ? "page" : undefined} onClick={(event) => !event.ctrlKey && !event.metaKey && !event.shiftKey && (event.preventDefault(), props.showBoard?.())}>
            <Icon name="chart" /><span>{words.dashboard}</span>
          </a>
        )}
        <button type="button" title={words.settings} onClick={props.showSettings}><Icon name="gear" /><span>{words.settings}</span></button>
      </div>
    </nav>
  );
});

/** At the list's end the next page is read by itself; the button is for those who do not scroll. */
function More({ read }: { read(): void }) {
  const words = useWords();
  const self = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const seen = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && read(), { rootMargin: "200px" });
    if (self.current) seen.observe(self.current);
    return () => seen.disconnect();
  }, [read]);
  return <button type="button" className="button small plain older" ref={self} onClick={read}>{words.olderOnes}</button>;
}

export function titleOf(session: SessionOut | undefined, words: Words): string {
  return session?.title || words.newConversation;
}

function groupOf(session: SessionOut, words: Words): string {
  const at = Date.parse(session.updated_at);
  const days = dayNumber(Date.now()) - dayNumber(at);
  if (days <= 0) return words.today;
  if (days <= 7) return words.week;
  const month = new Date(at);
  return words.month(month.getMonth() + 1, month.getFullYear() === new Date().getFullYear() ? null : month.getFullYear());
}

function Entry({ session, current, currentState, open, rename, remove }: Props & { session: SessionOut }) {
  const words = useWords();
  const [draft, setDraft] = useState<string | null>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const byKey = useRef(false);
  // Whoever ended it by a key goes on from here; whoever pressed elsewhere is there already.
  useEffect(() => {
    if (draft === null && byKey.current) link.current?.focus();
    byKey.current = false;
  }, [draft]);
  const title = titleOf(session, words);
  const here = session.session_id === current;
  const state = here ? currentState : session.state;
  if (draft !== null) {
    const done = (save: boolean) => (setDraft(null), save && draft.trim() && draft.trim() !== session.title && rename(session.session_id, draft.trim()));
    const pressed = (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
      event.stopPropagation();
      byKey.current = true;
      done(event.key === "Enter");
    };
    return <div className="entry"><input value={draft} maxLength={200} autoFocus aria-label={words.renameOf(title)} onChange={(event) => setDraft(event.target.value)} onKeyDown={pressed} onBlur={() => done(true)} /></div>;
  }
  return (
    <div className={here ? "entry current" : "entry"}>
      <a ref={link} href={`/s/${session.session_id}`} aria-current={here ? "page" : undefined} title={title}
        onClick={(event) => !event.ctrlKey && !event.metaKey && !event.shiftKey && (event.preventDefault(), open(session.session_id))}>
        <span>{title}</span>
        {state !== "idle" && <><i className={state === "waiting" ? "dot" : "dot pulse"} /><em className="unseen">{state === "waiting" ? words.waitsForYou : words.works}</em></>}
      </a>
      <span className="tools">
        <button type="button" className="square" aria-label={words.renameOf(title)} title={words.rename} onClick={() => setDraft(session.title)}><Icon name="pen" small /></button>
        <button type="button" className="square" aria-label={`${words.remove}: ${title}`} title={words.remove} onClick={(event) => (remove(session), goOn(event))}><Icon name="bin" small /></button>
      </span>
    </div>
  );
}

/** The entry goes, and with it the button that was pressed: the focus goes on to its neighbour, unless it was led elsewhere. */
function goOn(event: MouseEvent<HTMLElement>): void {
  if (!event.currentTarget.contains(document.activeElement)) return;
  const entries = [...document.querySelectorAll<HTMLElement>(".rail .entry > a")];
  const at = entries.findIndex((one) => one.parentElement!.contains(event.currentTarget));
  (entries[at + 1] ?? entries[at - 1] ?? document.querySelector<HTMLElement>(".rail .new"))?.focus();
}
