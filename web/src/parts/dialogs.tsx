/** Settings, shortcuts, and the sign-in form: what stands over the page. */
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { SettingsBody, Ways } from "../generated/http";
import { request, Refusal } from "../http";
import { forgetWritten } from "../session/kept";
import { type Looks, type Theme, type Wait, waitOf, withWait } from "../settings";
import { type Language, useWords } from "../words";
import { failureIn } from "../words/failures";
import { Icon, Mark } from "./icons";

export function Dialog({ title, close, children }: { title: string; close(): void; children: ReactNode }) {
  const words = useWords();
  const id = useId();
  const self = useRef<HTMLDialogElement>(null);
  useEffect(() => void self.current?.showModal(), []);
  return (
    <dialog ref={self} aria-labelledby={id} onClose={close} onClick={(event) => event.target === self.current && self.current?.close()}>
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" className="square" aria-label={words.close} onClick={() => self.current?.close()}><Icon name="close" /></button>
      </header>
      <div className="inside thin-scroll">{children}</div>
    </dialog>
  );
}

export function Shortcuts({ close }: { close(): void }) {
  const words = useWords();
  return (
    <Dialog title={words.shortcuts} close={close}>
      <dl className="keys">
        {words.keys.map(([keys, label]) => (
          <div key={keys}><dt>{keys!.split(" ").map((key) => (key === "·" ? " " : <kbd key={key}>{key}</kbd>))}</dt><dd>{label}</dd></div>
        ))}
      </dl>
    </Dialog>
  );
}

interface SettingsProps {
  looks: Looks;
  settings: SettingsBody | null;
  change(looks: Looks): void;
  save(settings: SettingsBody): void;
  showMemories(): void;
  /** Only for operators. */
  showModels: (() => void) | undefined;
  erased(): void;
  close(): void;
}

export function Settings({ looks, settings, change, save, showMemories, showModels, erased, close }: SettingsProps) {
  const words = useWords();
  const [saved, setSaved] = useState(0);
  const set = (part: Partial<Looks>) => (change({ ...looks, ...part }), setSaved(saved + 1));
  return (
    <Dialog title={words.settings} close={close}>
      <p className="unseen" role="status">{saved > 0 ? `${words.saved}${" ".repeat(saved % 2)}` : ""}</p>
      <Choice label={words.language_} value={looks.language} options={[["ko", "한국어"], ["en", "English"]]} pick={(language) => set({ language: language as Language })} />
      <Choice label={words.theme} value={looks.theme} options={Object.entries(words.themes)} pick={(theme) => set({ theme: theme as Theme })} />
      {settings && (
        <Choice label={words.confirmations} hint={words.confirmationHint} value={waitOf(settings)} options={words.waits}
          pick={(wait) => (save(withWait(settings, wait as Wait)), setSaved(saved + 1))} />
      )}
      <Choice label={words.textSize} value={String(looks.textSize)} options={[["16", "16"], ["18", "18"], ["20", "20"]]} pick={(size) => set({ textSize: Number(size) as 16 })} />
      <Choice label={words.singleKeys} hint={words.singleKeysHint} value={looks.singleKeys ? "on" : "off"} options={[["on", words.on], ["off", words.off]]} pick={(value) => set({ singleKeys: value === "on" })} />
      {settings && (
        <Choice label={words.memory} hint={words.memoryHint} value={settings.remembers ? "on" : "off"} options={[["on", words.on], ["off", words.off]]}
          pick={(value) => (save({ ...settings, remembers: value === "on" }), setSaved(saved + 1))} />
      )}
      <div className="setting"><div>{words.memoryShow}</div><button type="button" className="button small" onClick={showMemories}>{words.memoryOpen}</button></div>
      {showModels && <div className="setting"><div>{words.modelsShow}<p>{words.modelsHint}</p></div><button type="button" className="button small" onClick={showModels}>{words.modelsOpen}</button></div>}
      <SignOut />
      <Erase erased={erased} />
    </Dialog>
  );
}

interface ChoiceProps {
  label: string;
  hint?: string;
  value: string;
  options: [string, string][];
  pick(value: string): void;
}

export function Choice({ label, hint, value, options, pick }: ChoiceProps) {
  const id = useId();
  return (
    <div className="setting">
      <div><span id={id}>{label}</span>{hint && <p>{hint}</p>}</div>
      <div className="switch" role="radiogroup" aria-labelledby={id}>
        {options.map(([name, label]) => (
          <label key={name}><input type="radio" className="unseen" name={id} checked={name === value} onChange={() => pick(name)} />{label}</label>
        ))}
      </div>
    </div>
  );
}

/** Only where there is a sign-in to end. */
function SignOut() {
  const words = useWords();
  const [ways, setWays] = useState<Ways | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => void request<Ways>("GET", "/api/sign-in").then(setWays, () => undefined), []);
  if (!ways?.required) return null;
  const leave = () => void request("POST", "/api/sign-out").then(() => (forgetWritten(), location.assign("/")), () => setFailed(true));
  return (
    <div className="setting">
      <div>{words.signOut}<p>{words.signOutHint}</p>{failed && <p className="error" role="alert">{words.notDone}</p>}</div>
      <button type="button" className="button small" onClick={leave}>{words.signOut}</button>
    </div>
  );
}

function Erase({ erased }: { erased(): void }) {
  const words = useWords();
  const id = useId();
  const [asked, setAsked] = useState(false);
  const [typed, setTyped] = useState("");
  const [failed, setFailed] = useState(false);
  const erase = async (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== words.eraseWord) return;
    await request("DELETE", "/api/me").then(() => (forgetWritten(), erased()), () => setFailed(true));
  };
  return (
    <div className="setting tall">
      <div>{words.erase}<p>{words.eraseHint}</p></div>
      {asked ? (
        <form onSubmit={(event) => void erase(event)}>
          <label className="dim" htmlFor={id}>{words.eraseType}</label>
          <input className="field" id={id} value={typed} autoFocus onChange={(event) => setTyped(event.target.value)} />
          <button type="submit" className="button danger" disabled={typed.trim() !== words.eraseWord}>{words.erase}</button>
          {failed && <p className="error" role="alert">{words.notDone}</p>}
        </form>
      ) : (
        <p className="below"><button type="button" className="button small danger" onClick={() => setAsked(true)}>{words.erase}</button></p>
      )}
    </div>
  );
}

/** Shown when the service says that it does not know who is asking. */
export function SignIn({ done }: { done(): void }) {
  const words = useWords();
  const [ways, setWays] = useState<Ways | null>(null);
  const [failure, setFailure] = useState(() => (new URLSearchParams(location.search).has("sign_in") ? words.signInRefused : ""));
  useEffect(() => void request<Ways>("GET", "/api/sign-in").then(setWays, () => undefined), []);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget).get("token") ?? "").trim();
    await request("POST", "/api/sign-in", { token }).then(done, (error: Refusal) => setFailure(error.status === 401 ? words.signInRefused : error.code === "offline" ? words.failedLoad : failureIn(words.language, error)));
  };
  return (
    <main className="door">
      <form onSubmit={(event) => void send(event)}>
        <h1><Mark />{words.signIn}</h1>
        <p className="dim">{words.signInLead} {words.signInHint}</p>
        {ways?.provider && <a className="button" href="/api/sign-in/oidc">{words.signInProvider}</a>}
        <label htmlFor="token">{words.signInKey}</label>
        <input className="field" id="token" name="token" type="password" autoComplete="current-password" required aria-invalid={failure !== ""} aria-describedby="why" />
        <p className="bad" id="why" role="alert">{failure}</p>
        <button type="submit" className="button strong">{words.signIn}</button>
      </form>
    </main>
  );
}
