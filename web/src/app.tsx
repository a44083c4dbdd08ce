/** The page: which conversation is open, what stands beside it, and what everything may do. */
import { type Dispatch, lazy, type SetStateAction, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { PackList, PackOut, Person, SessionOut, SettingsBody } from "./generated/http";
import { closeEmbedded, embedded, embeddedPack, tellSession } from "./embedded";
import type { CitationOut, ClientMessage } from "./generated/protocol";
import { type Refusal, request } from "./http";
import { Boundary } from "./parts/boundary";
import { copied } from "./parts/clipboard";
import { AttachButton, AttachedFiles, useAttached } from "./parts/attach";
import { Composer } from "./parts/composer";
import { Settings, Shortcuts, SignIn } from "./parts/dialogs";
import { Hello } from "./parts/hello";
import { Icon } from "./parts/icons";
import { useShortcuts } from "./parts/keys";
import { searchOf } from "./parts/override";
import { Rail, titleOf } from "./parts/rail";
import { Strips } from "./parts/strips";
import { Loading, OnTheirWay, Transcript } from "./parts/transcript";
import { type Acts, Prompt, type Surroundings } from "./parts/turn";
import { useConversation, useFollow, useLedger, useLineSpoken, useRatings, useSpoken } from "./parts/use-conversation";
import { useFirst } from "./parts/use-first";
import { sourced } from "./parts/sourced";
import { bothOf, useKeeping } from "./parts/use-keeping";
import { useSessions } from "./parts/use-sessions";
import { useSought } from "./parts/use-sought";
import { UNDO_MS, useRemoval } from "./parts/use-removal";
import { LedgerPanel } from "./panels/ledger";
import { Panel } from "./panels/panel";
import { SourcesPanel } from "./panels/sources";
import { activeTurn, type How, type View } from "./session/conversation";
import { holdDraft, leaveDrafts } from "./session/draft";
import { keep, kept } from "./session/kept";
import { PAGES, type Place, placeOfAddress } from "./pages";
import { CUT_OFF, MISSING_ROLE } from "./session/line";
import type { Turn } from "./session/state";
import { type Exchange, exchangesOf, newMessageId, nextVersion, unchanged } from "./session/versions";
import { applyLooks, type Looks, LooksContext } from "./settings";
import { useMedia, useOnline } from "./parts/media";
import { useWords, wordsOf, WordsContext } from "./words";
import { failureIn } from "./words/failures";

type Side = { kind: "ledger"; marked: string | null } | { kind: "sources"; turn: Turn; marked: CitationOut | null; inDocument: boolean } | { kind: "trace"; turn: Turn } | { kind: "memories" };
type Over = "settings" | "shortcuts" | null;
const NO_TURNS: Turn[] = [];
const TOAST_MS = 6_000;
const MemoriesPanel = lazy(() => import("./panels/memories"));
const Share = lazy(() => import("./parts/share"));
const TracePanel = lazy(() => import("./panels/trace"));
const Dashboard = lazy(() => import("./dashboard/dashboard"));
const Knowledge = lazy(() => import("./knowledge/knowledge"));
const Models = lazy(() => import("./models/models"));

export function App({ looks: first }: { looks: Looks }) {
  const [looks, setLooks] = useState(first);
  const [outside, setOutside] = useState(false);
  const [visit, setVisit] = useState(0);
  useEffect(() => applyLooks(looks), [looks]);
  useEffect(() => {
    const out = () => setOutside(true);
    addEventListener("suffice:signed-out", out);
    return () => removeEventListener("suffice:signed-out", out);
  }, []);
  return (
    <LooksContext value={looks}>
      <WordsContext value={wordsOf(looks.language)}>
        <Boundary otherwise={<Broke />}>
          {outside && embedded ? <EmbeddedOut /> : outside ? <SignIn done={() => (setOutside(false), setVisit(visit + 1))} /> : <Inside key={visit} looks={looks} setLooks={setLooks} />}
        </Boundary>
      </WordsContext>
    </LooksContext>
  );
}

function Broke() {
  const words = useWords();
  return <main className="door"><p role="alert">{words.broke} <button type="button" className="link" onClick={() => location.reload()}>{words.reload}</button></p></main>;
}

/** Whoever reads the host page is not known here, and its server gave no token that is taken. */
function EmbeddedOut() {
  const words = useWords();
  return (
    <main className="door">
      <form onSubmit={(event) => (event.preventDefault(), location.reload())}>
        <p role="alert">{words.embeddedOut}</p>
        <button type="submit" className="button">{words.reload}</button>
        {parent !== window && <button type="button" className="button plain" onClick={closeEmbedded}>{words.close}</button>}
      </form>
    </main>
  );
}

function sessionOfAddress(): string | null {
  if (embedded) return new URLSearchParams(location.hash.slice(1)).get("s");
  return /^\/s\/([^/]+)$/.exec(location.pathname)?.[1] ?? null;
}

function Inside({ looks, setLooks }: { looks: Looks; setLooks: Dispatch<SetStateAction<Looks>> }) {
  const words = useWords();
  const [sessionId, setSessionId] = useState(sessionOfAddress);
  /** The page beside the chat that is open. */
  const [place, setPlace] = useState(placeOfAddress);
  const [operates, setOperates] = useState(false);
  const [administers, setAdministers] = useState(false);
  const [packs, setPacks] = useState<PackOut[]>([]);
  const [pack, setPack] = useState(() => embeddedPack || kept("pack", ""));
  const [settings, setSettings] = useState<SettingsBody | null>(null);
  const [side, setSide] = useState<Side | null>(null);
  const [over, setOver] = useState<Over>(null);
  const [list, setList] = useState(false);
  /** What had the focus when the list was opened over the page. */
  const opener = useRef<Element>(null);
  const showList = useCallback(() => ((opener.current = document.activeElement), setList(true)), []);
  useEffect(() => {
    if (!list) return;
    return () => opener.current instanceof HTMLElement && opener.current.isConnected ? opener.current.focus() : undefined;
  }, [list]);
  const [composerOpen, setComposerOpen] = useState(false);
  const [toast, setToast] = useState<{ text: string; undo?: () => void } | null>(null);
  const [failure, setFailure] = useState("");
  /** A draft was put back into its field. */
  const [putBack, setPutBack] = useState(0);
  /** The language was chosen on this page: what is kept of another device's choice comes too late. */
  const chose = useRef(embedded);
  const finder = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const online = useOnline();
  const [tries, setTries] = useState(0);
  const listFailed = useCallback((error: Refusal | null) => setFailure(error === null ? "" : failureIn(words.language, error)), [words]);
  const lists = useSessions(listFailed);
  const [archive, setArchive] = useState(false);
  const put = useSessions(listFailed, "yes");
  const [sharing, setSharing] = useState<SessionOut | null>(null);
  const { sessions, reload } = lists;
  const phone = useMedia("(max-width: 640px)");
  // A tablet that is turned has room for the list beside the page: it lies over nothing any more, and the page is free again.
  const roomy = useMedia("(min-width: 1181px)");
  useEffect(() => void (roomy && setList(false)), [roomy]);

  const [conversation, view] = useConversation(sessionId);
  const { ledger, broken, again: readLedger } = useLedger(sessionId, view.loaded ? view.session.turns : NO_TURNS);
  const ratings = useRatings(sessionId);
  /** The exchanges as they were drawn last: what may be done with them reads them here, so that a piece of a draft redraws one turn. */
  const drawn = useRef<Exchange[]>([]);
  const exchanges = useMemo(() => (drawn.current = unchanged(drawn.current, exchangesOf(view.session.turns.filter((turn) => turn.question !== "")))), [view.session.turns]);
  const active = activeTurn(view.session);
  const session = sessions.find((one) => one.session_id === sessionId);
  const shownPack = packs.find((one) => one.name === (view.pack || session?.pack || pack));
  const [spoken, announce] = useSpoken(view, shownPack);
  const [scroller, atEnd, toEnd, toExchange] = useFollow(sessionId !== null, view.loaded);

  // While a conversation is read anew nothing happens in it that the list has to be read for.
  const ended = view.loaded ? view.session.turns.filter((turn) => turn.endedAt !== null).length : 0;
  const begun = view.loaded ? view.session.turns.length : 0;
  useEffect(reload, [reload, sessionId, begun, ended]);
  useOthers(sessions.some((one) => one.session_id !== sessionId && one.state !== "idle"), reload);
  const spokenElsewhere = (language: SettingsBody["language"]) => language && !chose.current && setLooks((now) => (now.language === language ? now : { ...now, language }));
  useEffect(() => {
    request<PackList>("GET", "/api/packs").then((found) => {
      setPacks(found.packs);
      setPack((before) => (found.packs.some((one) => one.name === before) ? before : (found.packs[0]?.name ?? "")));
    }, () => undefined);
    request<SettingsBody>("GET", "/api/me/settings").then((found) => (setSettings(found), spokenElsewhere(found.language)), () => undefined);
    request<Person>("GET", "/api/me").then((person) => (setOperates(person.roles.includes("operator")), setAdministers(person.roles.includes("admin"))), () => undefined);
    // What did not come is asked for again: on "retry", and when the network is back.
  }, [tries, online]);
  useEffect(() => {
    const moved = () => (setSessionId(sessionOfAddress()), setPlace(placeOfAddress()), setSide(null));
    addEventListener("popstate", moved);
    return () => removeEventListener("popstate", moved);
  }, []);

  const title = sessionId === null ? words.newConversation : titleOf(session, words) === words.newConversation ? (exchanges[0]?.versions[0]?.question ?? words.newConversation) : titleOf(session, words);
  useEffect(() => {
    if (place === null) document.title = `${active?.prompt ? "● " : ""}${title} · Suffice`;
  }, [title, active?.prompt, place]);

  const [seekRun, toPrint] = useSought(sessionId, view.loaded, exchanges, toExchange);
  const go = useCallback((to: string | null, runId?: string) => {
    // In somebody else's page "back" is that page's.
    if (embedded) (history.replaceState(null, "", `${location.pathname}${location.search}${to === null ? "" : `#s=${to}`}`), tellSession(to));
    else history.pushState(null, "", to === null ? "/" : `/s/${to}${runId ? `#${runId}` : ""}`);
    seekRun(runId ?? "");
    setSessionId(to);
    setPlace(null);
    setSide(null);
    setList(false);
    setComposerOpen(false);
    if (to === null) field.current?.focus();
  }, []);
  const showPage = useCallback((to: Place) => (history.pushState(null, "", PAGES.find((one) => one.place === to)!.path), setSessionId(null), setPlace(to), setSide(null), setList(false), setOver(null)), []);

  /** The exchange that this window asked for another version of, and how many it had. */
  const awaited = useRef<{ base: string; versions: number } | null>(null);
  useEffect(() => {
    const at = exchanges.findIndex((one) => one.base === awaited.current?.base);
    if (awaited.current === null || at < 0 || exchanges[at]!.versions.length <= awaited.current.versions) return;
    awaited.current = null;
    if (at === exchanges.length - 1) toEnd();
    else toExchange(exchanges[at]!.base);
  }, [exchanges, toEnd, toExchange]);
  const say = useCallback((message: ClientMessage) => {
    const again = message.type === "reuse_override" && drawn.current.find((one) => one.versions.some((turn) => turn.answer?.answer_id === message.message_id));
    if (again) awaited.current = { base: again.base, versions: again.versions.length };
    conversation?.say(message);
  }, [conversation]);
  const first = useFirst(sessionId === null && place === null, online, {
    begun: go,
    refused: (error, content) => (holdDraft("", content), setPutBack((before) => before + 1), setFailure(failureIn(words.language, error))),
  });
  const lineView: View = useMemo(() => {
    if (sessionId !== null) return view;
    const unsent = first.waiting.map((one) => ({ messageId: one.id, content: one.content, sent: online && first.lostAt === null }));
    return { ...view, unsent, lostAt: first.lostAt, status: first.lostAt === null ? "open" : "lost" };
  }, [view, sessionId, first.waiting, first.lostAt, online]);
  useLineSpoken(lineView, online, announce);
  useEffect(() => {
    if (lists.finding === "failed") announce(words.findFailed);
  }, [lists.finding]);
  useEffect(leaveDrafts, []);

  const ask = useCallback(
    (content: string, base?: string, how?: How) => {
      setFailure("");
      const messageId = base === undefined ? newMessageId() : nextVersion(base, drawn.current);
      if (conversation !== null) {
        if (base === undefined) toEnd();
        else awaited.current = { base, versions: drawn.current.find((one) => one.base === base)?.versions.length ?? 0 };
        return conversation.ask(content, messageId, how);
      }
      first.ask(content, pack);
    },
    [conversation, first.ask, pack, toEnd],
  );

  const showShortcuts = useCallback(() => setOver("shortcuts"), []);
  const showSettings = useCallback(() => setOver("settings"), []);
  const showMemories = useCallback(() => (setOver(null), setList(false), setSide({ kind: "memories" })), []);
  const hideList = useCallback(() => setList(false), []);
  const openLedger = useCallback((marked: string | null) => setSide({ kind: "ledger", marked }), []);
  const notify = useCallback((text: string) => (announce(text), setToast({ text })), [announce]);
  const attached = useAttached(sessionId, shownPack?.name ?? pack, go, notify, place === null);
  const acts: Acts = useMemo(
    () => ({
      say,
      decide: (promptId, value, message) => conversation?.decide(promptId, value, message),
      ask,
      openLedger,
      openSources: (turn, marked, inDocument) => setSide({ kind: "sources", turn, marked, inDocument }),
      openTrace: (turn) => setSide({ kind: "trace", turn }),
      openSettings: showSettings,
      openMemories: showMemories,
      openModels: operates ? () => showPage("models") : null,
      announce: notify,
    }),
    [conversation, ask, say, openLedger, showSettings, showMemories, showPage, operates, notify],
  );
  const asking = active?.prompt ? active : undefined;
  const behind = list || (phone && side !== null);
  const sheet = phone && asking !== undefined && !composerOpen;
  const idle = active === undefined && view.status === "open";
  const around: Surroundings = useMemo(
    () => ({
      holdings: ledger?.records ?? [], pack: shownPack, clockOffset: view.clockOffset, answering: view.answering, refused: view.error?.fields, mine: view.mine, ratings,
      offline: view.status !== "open", cardElsewhere: phone, idle,
    }),
    [ledger, shownPack, view.clockOffset, view.answering, view.error, view.mine, view.status, phone, idle, ratings],
  );
  useEffect(() => {
    if (!asking) setComposerOpen(false);
  }, [asking?.prompt?.id]);
  useEffect(() => {
    if (toast === null) return;
    const timer = setTimeout(() => setToast(null), toast.undo ? UNDO_MS : TOAST_MS);
    return () => clearTimeout(timer);
  }, [toast]);

  const stop = useCallback(() => active && conversation?.say({ type: "cancel", run_id: active.runId }), [active, conversation]);
  useShortcuts(
    looks.singleKeys,
    useMemo(
      () => ({
        shortcuts: showShortcuts,
        find: () => {
          const hidden = finder.current?.getClientRects().length === 0;
          if (hidden) flushSync(showList);
          finder.current?.focus();
        },
        // Without a conversation there is nothing in hand, and no room is to be taken for it.
        ledger: () => setSide((now) => (now?.kind === "ledger" || sessionId === null ? null : { kind: "ledger", marked: null })),
        stop,
      }),
      [stop, sessionId, showShortcuts, showList],
    ),
  );

  const { keepSession, rename } = useKeeping(lists, put, notify);
  const readPut = put.reload;
  const showArchive = useCallback((on: boolean) => (setArchive(on), on && readPut()), [readPut]);
  const printOne = useCallback((one: SessionOut) => (one.session_id !== sessionId && go(one.session_id), setList(false), toPrint(one.session_id)), [go, sessionId, toPrint]);
  const copySourced = (turn: Turn) => void copied(sourced(turn.answer?.content ?? "", turn.answer?.citations ?? [], shownPack, words)).then((done) => notify(done ? words.copied : words.notCopied));
  const { hidden, remove } = useRemoval({
    hidden: (n, undo) => (announce(words.removedSaid(words.removed(n))), setToast({ text: words.removed(n), undo })),
    leave: () => go(null),
    open: go,
    done: () => (reload(), archive && readPut()),
    failed: () => notify(words.notRemoved),
  });
  const shownList = archive ? put : lists;
  const listed = useMemo(() => bothOf(archive, put.sessions, sessions).filter((one) => !hidden.has(one.session_id)), [archive, put.sessions, sessions, hidden]);
  const removeOne = useCallback((one: SessionOut) => remove(one, one.session_id === sessionId), [remove, sessionId]);
  const choosePack = (name: string) => (keep("pack", name), setPack(name), sessionId !== null && name !== shownPack?.name && go(null));
  const save = (changed: SettingsBody) => (setSettings(changed), void request<SettingsBody>("PUT", "/api/me/settings", changed).then(setSettings, () => notify(words.notSaved)));
  const change = (now: Looks) => {
    if (now.language !== looks.language) {
      chose.current = true;
      if (settings) save({ ...settings, language: now.language });
      else void request<SettingsBody>("GET", "/api/me/settings").then((found) => save({ ...found, language: now.language }), () => notify(words.notSaved));
    }
    setLooks(now);
  };
  const copyLink = () => void copied(location.href).then((done) => notify(done ? words.linkCopied : words.linkNotCopied));
  const used = useMemo(() => usedBy(exchanges.map((exchange) => exchange.versions)), [exchanges]);
  const usable = ledger?.records.filter((record) => record.usable !== "search").length ?? 0;
  const searchNow = around.idle ? searchOf(exchanges, acts) : undefined;
  const lastAsked = active?.status === "waiting";
  const placeholder = active?.prompt?.frame.type === "clarification_required" ? words.askPick : active?.prompt?.frame.type === "form_required" ? words.askForm : lastAsked ? words.askWaiting : active ? words.askRunning : exchanges.length > 0 ? words.askOn : phone ? words.askShort : shownPack ? words.askAbout(shownPack.title[words.language] ?? shownPack.name) : words.askAny;

  const notices = (
    <>
      {toast && <div className="toast rise"><span>{toast.text}</span>{toast.undo && <button type="button" className="link" onClick={() => (toast.undo?.(), setToast(null))}>{words.undo}</button>}</div>}
      <p className="unseen" role="status">{spoken}</p>
    </>
  );
  return (
    <>
      {!sheet && place === null && <a className="skip" href="#composer" onClick={(event) => (event.preventDefault(), field.current?.focus())}>{words.skip}</a>}
      {place !== null && <a className="skip" href="#figures" onClick={(event) => (event.preventDefault(), document.getElementById("figures")?.focus())}>{place === "board" ? words.skipToFigures : words.skipToContent}</a>}
      <div className={`shell${side ? " with-panel" : ""}${embedded ? " embedded" : ""}`}>
        {list && <div className="veil" onClick={() => setList(false)} />}
        <Rail place={place} showPage={showPage} operates={operates} administers={administers} sessions={listed} archive={archive} showArchive={showArchive} keep={keepSession} share={setSharing} print={printOne} more={shownList.more} readMore={shownList.readMore} seek={lists.seek} known={shownList.known} finding={lists.finding} seekAgain={lists.seekAgain} current={sessionId} currentState={asking ? "waiting" : active ? "working" : "idle"} overlay={list} finder={finder} open={go} rename={rename}
          remove={removeOne} showShortcuts={showShortcuts} showSettings={showSettings} showList={showList} close={hideList} />
        {place !== null ? <Suspense fallback={<main className="main" />}>{place === "board" ? <Dashboard packs={packs} toChat={() => go(null)} openList={showList} /> : place === "knowledge" ? <Knowledge packs={packs} openList={showList} announce={notify} /> : <Models openList={showList} />}</Suspense> : <main className="main">
          <header className="topbar" inert={behind}>
            {embedded && <button type="button" className="square" aria-label={words.newConversation} title={words.newConversation} disabled={sessionId === null} onClick={() => go(null)}><Icon name="plus" /></button>}
            <button type="button" className="square only-phone" aria-label={words.openList} onClick={showList}><Icon name="menu" /></button>
            <h1 className="grow">{title}</h1>
            {sessionId === null ? (
              <button type="button" className="square" aria-label={words.language === "ko" ? "가, English" : "En, 한국어"} onClick={() => change({ ...looks, language: words.language === "ko" ? "en" : "ko" })}>
                {words.language === "ko" ? "가" : "En"}
              </button>
            ) : (
              <>
                <button type="button" className="button small plain" aria-expanded={side?.kind === "ledger"} onClick={() => setSide(side?.kind === "ledger" ? null : { kind: "ledger", marked: null })}>
                  <Icon name="layers" /><span className={phone ? "unseen" : ""}>{words.ledgerShort}</span> {usable}
                </button>
                <button type="button" className="square" hidden={embedded} aria-label={words.copyLink} title={words.copyLink} onClick={copyLink}><Icon name="link" /></button>
              </>
            )}
            {embedded && parent !== window && <button type="button" className="square" aria-label={words.close} title={words.close} onClick={closeEmbedded}><Icon name="close" /></button>}
          </header>
          <div className={atEnd ? "scroller thin-scroll" : "scroller let-go thin-scroll"} inert={behind} ref={scroller} tabIndex={0} role="region" aria-label={sessionId === null ? words.start : words.transcript}>
            {sessionId === null ? lineView.unsent.length > 0 ? <div className="thread"><OnTheirWay questions={lineView.unsent} /></div> : <Hello pack={shownPack} ask={ask} /> : view.status === "refused" ? <p className="thread dim">{view.refusedWith === MISSING_ROLE ? words.missingRole : view.refusedWith === CUT_OFF ? <>{words.cutOff} <button type="button" className="link" onClick={() => location.reload()}>{words.reload}</button></> : words.gone}</p> : view.loaded || exchanges.length > 0 || view.unsent.length > 0 ? <Transcript view={view} exchanges={exchanges} around={around} acts={acts} /> : <Loading />}
          </div>
          <div className={sheet ? "dock sheet" : "dock"} inert={behind}>
            {!atEnd && sessionId !== null && (
              <button type="button" className={asking ? "pill ask" : "pill"} onClick={toEnd}>{asking ? words.needed : words.toEnd}<Icon name="down" small /></button>
            )}
            {sheet && asking ? (
              <Prompt turn={asking} around={around} acts={acts} openComposer={() => setComposerOpen(true)} />
            ) : (
              <div className="column">
                <Strips view={lineView} online={online} discard={(id) => (conversation ?? first).discard(id)} dismiss={() => conversation?.dismissError()} />
                {failure && <p className="strip bad" role="alert"><Icon name="info" /><span>{failure}</span><button type="button" className="link" onClick={() => (setFailure(""), setTries(tries + 1), reload())}>{words.retry}</button></p>}
                {phone && asking && <p className="strip"><Icon name="info" /><span>{words.needed}</span><button type="button" className="link" onClick={() => setComposerOpen(false)}>{words.backToCard}</button></p>}
                <AttachedFiles attached={attached} />
                <Composer key={putBack} draftKey={sessionId ?? ""} packs={embeddedPack ? packs.filter((one) => one.name === embeddedPack) : packs} pack={shownPack?.name ?? pack} choosePack={choosePack} running={active !== undefined} placeholder={placeholder} field={field} send={ask} stop={stop} tell={notify}
                  extra={<AttachButton attached={attached} />} />
              </div>
            )}
          </div>
          {notices}
        </main>}
        {place !== null && <section aria-label={words.notices}>{notices}</section>}
        {side?.kind === "ledger" && sessionId !== null && (
          <LedgerPanel ledger={ledger} broken={broken} readAgain={readLedger} pack={shownPack} sessionId={sessionId} marked={side.marked} used={used} searchNow={searchNow} close={() => setSide(null)} />
        )}
        {side?.kind === "trace" && (
          <Boundary key={side.turn.runId} otherwise={<Panel title={words.trace} close={() => setSide(null)}><p className="sum" role="alert">{words.traceUnloaded}</p></Panel>}>
            <Suspense fallback={<aside className="panel" aria-busy="true" aria-label={words.trace} />}><TracePanel turn={side.turn} pack={shownPack} close={() => setSide(null)} /></Suspense>
          </Boundary>
        )}
        {side?.kind === "memories" && (
          <Boundary otherwise={<Panel title={words.memory} close={() => setSide(null)}><p className="sum" role="alert">{words.traceUnloaded}</p></Panel>}>
            <Suspense fallback={<aside className="panel" aria-busy="true" aria-label={words.memory} />}><MemoriesPanel sessionId={sessionId} open={go} announce={announce} close={() => setSide(null)} /></Suspense>
          </Boundary>
        )}
        {side?.kind === "sources" && (
          <SourcesPanel citations={side.turn.answer?.citations ?? []} marked={side.marked} inDocument={side.inDocument} pack={shownPack} sessionId={sessionId} copy={() => copySourced(side.turn)} show={(marked, inDocument) => setSide({ ...side, marked, inDocument })} close={() => setSide(null)} />
        )}
      </div>
      {sharing && <Boundary otherwise={null}><Suspense><Share session={sharing} announce={notify} close={() => setSharing(null)} /></Suspense></Boundary>}
      {over === "shortcuts" && <Shortcuts close={() => setOver(null)} />}
      {over === "settings" && <Settings looks={looks} settings={settings} showMemories={showMemories} showModels={operates ? () => showPage("models") : undefined} change={change} save={save} erased={() => (setOver(null), go(null), lists.change(() => []), notify(words.erased), reload())} close={() => setOver(null)} />}
    </>
  );
}

const LOOK_AGAIN_MS = 4_000;

/** The list is read again while another conversation works, and when somebody comes back to this page. */
function useOthers(busy: boolean, reload: () => void): void {
  useEffect(() => {
    const look = () => void (document.hidden || reload());
    document.addEventListener("visibilitychange", look);
    const timer = busy ? setInterval(look, LOOK_AGAIN_MS) : undefined;
    return () => (document.removeEventListener("visibilitychange", look), clearInterval(timer));
  }, [busy, reload]);
}

function usedBy(exchanges: Turn[][]): Map<string, number[]> {
  const used = new Map<string, number[]>();
  for (const [at, versions] of exchanges.entries()) {
    for (const turn of versions) {
      for (const one of Object.values(turn.answer?.reuse.data_types ?? {})) {
        if (one.evidence_id === null) continue;
        used.set(one.evidence_id, [...new Set([...(used.get(one.evidence_id) ?? []), at + 1])]);
      }
    }
  }
  return used;
}
