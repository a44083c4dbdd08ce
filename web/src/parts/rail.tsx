/** The conversations: pinned ones, then newest first under their day; searched, and what can be done with each in one menu. */
import { type KeyboardEvent, memo, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { FoundOut, SessionOut } from "../generated/http";
import { dayAndWeekday, dayNumber } from "../format";
import { useWords, type Words } from "../words";
import { keptWords } from "../words/kept";
import { PAGES, type Place } from "../pages";
import { Icon, Mark } from "./icons";
import { Menu, type MenuItem } from "./menu";
import { type Hits, piecesOf, useHits } from "./use-hits";
import type { Finding } from "./use-sessions";

interface Props {
  /** Of the list that is shown; while something is looked for, archived ones are among them. */
  sessions: SessionOut[];
  /** What is shown are the archived ones. */
  archive: boolean;
  showArchive(on: boolean): void;
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
  /** The page that stands beside this list, where it is not the chat. */
  place: Place | null;
  showPage(place: Place): void;
  /** Some pages are for operators. */
  operates: boolean;
  /** The way to the administration is shown; it is a page of its own. */
  administers: boolean;
  finder: RefObject<HTMLInputElement | null>;
  /** `runId`: at what was said there. */
  open(sessionId: string | null, runId?: string): void;
  rename(sessionId: string, title: string): void;
  keep(session: SessionOut, how: { pinned?: boolean; archived?: boolean }): void;
  share(session: SessionOut): void;
  print(session: SessionOut): void;
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
  const said = keptWords(words.language);
  const hits = useHits(sought);
  const found = useMemo(
    () => props.sessions.filter((session) => (wanted === "" ? session.archived === props.archive : titleOf(session, words).toLowerCase().includes(wanted))),
    [props.sessions, props.archive, wanted, words],
  );
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
        {props.archive && wanted === "" && <button type="button" className="button small plain older" onClick={() => props.showArchive(false)}><Icon name="left" small />{said.backToList}</button>}
        {props.known && wanted === "" && found.length === 0 && <p className="none">{props.archive ? said.archiveEmpty : words.emptyList}</p>}
        {wanted !== "" && found.length === 0 && hits.found.length === 0 && props.finding === "found" && <p className="none">{words.noMatch(sought.trim())}</p>}
        {[...groups].map(([name, sessions]) => (
          <section key={name} aria-label={name}>
            <h2>{name}</h2>
            <ul>{sessions.map((session) => <li key={session.session_id}><Entry session={session} {...props} /></li>)}</ul>
          </section>
        ))}
        {wanted !== "" && props.finding === "failed" && (
          <p className="none">{words.findFailed} <button type="button" className="link" onClick={props.seekAgain}>{words.retry}</button></p>
        )}
        {wanted !== "" && <Inside hits={hits} current={props.current} open={props.open} />}
        {props.more && wanted === "" && <More key={props.sessions.length} read={props.readMore} />}
        {!props.archive && wanted === "" && <button type="button" className="button small plain older" onClick={() => props.showArchive(true)}><Icon name="box" small />{said.archiveList}</button>}
      </div>
      <div className="foot">
        <button type="button" className="list-button" title={words.openList} onClick={props.showList} hidden={props.overlay}><Icon name="menu" /><span>{words.openList}</span></button>
        <button type="button" title={words.shortcuts} onClick={props.showShortcuts}><Icon name="keys" /><span>{words.shortcuts}</span><kbd aria-hidden="true">?</kbd></button>
        {PAGES.filter((one) => one.foot && (props.operates || !one.operators)).map((one) => (
          <a key={one.place} href={one.path} title={one.name(words)} aria-current={props.place === one.place ? "page" : undefined} onClick={(event) => !event.ctrlKey && !event.metaKey && !event.shiftKey && (event.preventDefault(), props.showPage(one.place))}>
            <Icon name={one.icon} /><span>{one.name(words)}</span>
          </a>
        ))}
        {props.administers && <a href="/admin" title={words.administration}><Icon name="lock" /><span>{words.administration}</span></a>}
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

/** What was said, below the titles: the conversation opens at that message. */
function Inside({ hits, current, open }: { hits: Hits; current: string | null; open: Props["open"] }) {
  const words = useWords();
  const said = keptWords(words.language);
  if (hits.failed) return <p className="none">{said.insideFailed}</p>;
  if (hits.found.length === 0) return null;
  return (
    <section aria-label={said.inside}>
      <h2>{said.inside}</h2>
      <ul>{hits.found.map((hit) => <li key={`${hit.session_id} ${hit.message_id}`}><Hit hit={hit} here={hit.session_id === current} open={open} /></li>)}</ul>
    </section>
  );
}

function Hit({ hit, here, open }: { hit: FoundOut; here: boolean; open: Props["open"] }) {
  const words = useWords();
  const said = keptWords(words.language);
  const facts = [hit.role === "user" ? said.you : said.answer, dayAndWeekday(Date.parse(hit.created_at), words.language), hit.archived ? said.inArchive : ""];
  return (
    <a className={here ? "hit here" : "hit"} href={`/s/${hit.session_id}#${hit.run_id}`}
      onClick={(event) => !event.ctrlKey && !event.metaKey && !event.shiftKey && (event.preventDefault(), open(hit.session_id, hit.run_id))}>
      <b>{hit.title || words.newConversation}</b>
      <span>{piecesOf(hit).map((piece, at) => (at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece))}</span>
      <small>{facts.filter(Boolean).join(" · ")}</small>
    </a>
  );
}

function groupOf(session: SessionOut, words: Words): string {
  if (session.pinned) return keptWords(words.language).pinned;
  const at = Date.parse(session.updated_at);
  const days = dayNumber(Date.now()) - dayNumber(at);
  if (days <= 0) return words.today;
  if (days <= 7) return words.week;
  const month = new Date(at);
  return words.month(month.getMonth() + 1, month.getFullYear() === new Date().getFullYear() ? null : month.getFullYear());
}

function Entry({ session, current, currentState, open, rename, keep, share, print, remove }: Props & { session: SessionOut }) {
  const words = useWords();
  const [draft, setDraft] = useState<string | null>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const byKey = useRef(false);
  const self = useRef<HTMLDivElement>(null);
  const said = keptWords(words.language);
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
  const path = `/api/sessions/${encodeURIComponent(session.session_id)}/export?format=`;
  const items: MenuItem[] = [
    { label: words.rename, icon: "pen", act: () => setDraft(session.title) },
    { label: session.pinned ? said.unpin : said.pin, icon: "pin", act: () => keep(session, { pinned: !session.pinned }) },
    { label: session.archived ? said.unarchive : said.archive, icon: "box", act: () => (goOn(self.current!), keep(session, { archived: !session.archived })) },
    { label: said.share, icon: "link", act: () => share(session) },
    { label: said.markdown, icon: "file", href: `${path}md` },
    { label: said.json, icon: "file", href: `${path}json` },
    { label: said.print, icon: "print", act: () => print(session) },
    { label: words.remove, icon: "bin", danger: true, act: () => (goOn(self.current!), remove(session)) },
  ];
  return (
    <div className={here ? "entry current" : "entry"} ref={self}>
      <a ref={link} href={`/s/${session.session_id}`} aria-current={here ? "page" : undefined} title={title}
        onClick={(event) => !event.ctrlKey && !event.metaKey && !event.shiftKey && (event.preventDefault(), open(session.session_id))}>
        {session.pinned && <Icon name="pin" small />}<span>{title}</span>
        {state !== "idle" && <><i className={state === "waiting" ? "dot" : "dot pulse"} /><em className="unseen">{state === "waiting" ? words.waitsForYou : words.works}</em></>}
      </a>
      <span className="tools">
        <Menu label={said.more(title)} name={said.menuOf(title)} items={items} />
      </span>
    </div>
  );
}

/** The entry goes, and with it the button that was pressed: the focus goes on to its neighbour, unless it was led elsewhere. */
function goOn(entry: HTMLElement): void {
  if (!entry.contains(document.activeElement)) return;
  const entries = [...document.querySelectorAll<HTMLElement>(".rail .entry > a")];
  const at = entries.findIndex((one) => one.parentElement === entry);
  (entries[at + 1] ?? entries[at - 1] ?? document.querySelector<HTMLElement>(".rail .new"))?.focus();
}
