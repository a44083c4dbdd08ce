/** The keys there are: made, shown once, replaced, revoked. */
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { KeyList, KeyMade, KeyOut } from "../generated/http";
import { useAsked } from "../dashboard/data";
import { Confirm, Failed } from "../dashboard/parts";
import { day } from "../format";
import { type Refusal, request } from "../http";
import { copied } from "../parts/clipboard";
import { Choice, Dialog } from "../parts/dialogs";
import { Icon } from "../parts/icons";
import type { Language } from "../words";
import { failureIn } from "../words/failures";
import { tried } from "./people";
import { useAdmin } from "./words";

type Role = KeyOut["role"];
const ROLES: readonly Role[] = ["person", "operator", "admin"];

export function Keys({ announce }: { announce(sentence: string): void }) {
  const { words, language } = useAdmin();
  const listed = useAsked<KeyList>("/api/admin/keys", 0);
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<KeyMade | null>(null);
  const [replacing, setReplacing] = useState<KeyOut | null>(null);
  const [ending, setEnding] = useState<KeyOut | null>(null);
  const keys = listed.data?.keys ?? null;
  return (
    <>
      <div className="board-head">
        <div className="grow"><h2>{words.keysTitle}</h2><p>{words.keysLead}</p></div>
        <div className="chooses"><button type="button" className="button" onClick={() => setMaking(true)}><Icon name="plus" />{words.makeKey}</button></div>
      </div>
      <section className="tile" aria-label={words.tabs.keys}>
        {listed.error && <Failed asked={listed} />}
        {keys?.length === 0 && <p className="nothing">{words.noKeys}</p>}
        {keys !== null && keys.length > 0 && (
          <table className="facts admin-rows">
            <caption className="unseen">{words.keysTitle}</caption>
            <thead><tr><th scope="col">{words.keyName}</th><th scope="col">{words.keyRole}</th><th scope="col">{words.person}</th><th scope="col">{words.made}</th><th scope="col">{words.used}</th><th scope="col">{words.ends}</th><td /></tr></thead>
            <tbody>
              {keys.map((key) => (
                <tr key={key.key_id} className={key.standing ? undefined : "ended"}>
                  <th scope="row" className="whole-name">{key.name}<span className="ends">{key.key_id}</span></th>
                  <td data-label={words.keyRole}>{words.roles[key.role]}</td>
                  <td data-label={words.person} className="whole-name">{key.owner_id}</td>
                  <td data-label={words.made}>{dated(key.created_at, language)}</td>
                  <td data-label={words.used}>{key.last_used_at === null ? <span className="dim">{words.never}</span> : dated(key.last_used_at, language)}</td>
                  <td data-label={words.ends}>{key.revoked_at !== null ? <span className="dim">{words.revoked}</span> : !key.standing ? <span className="dim">{words.over}</span> : key.expires_at === null ? "–" : dated(key.expires_at, language)}</td>
                  <td className="does">{key.standing && <><button type="button" className="button small" aria-label={words.replaceOf(key.name)} onClick={() => setReplacing(key)}>{words.replace}</button> <button type="button" className="button small" aria-label={words.revokeOf(key.name)} onClick={() => setEnding(key)}>{words.revoke}</button></>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      {making && <Make close={() => setMaking(false)} made={(key) => (setMaking(false), setMade(key), listed.again())} />}
      {replacing && <Replace old={replacing} close={() => setReplacing(null)} made={(key) => (setReplacing(null), setMade(key), listed.again())} />}
      {made && <Made made={made} close={() => setMade(null)} />}
      {ending && (
        <Confirm title={words.revokeTitle(ending.name)} does={words.revoke} danger close={() => setEnding(null)}
          act={async () => (await tried(language, request("DELETE", `/api/admin/keys/${encodeURIComponent(ending.key_id)}`)), announce(words.revokedSaid(ending.name)), listed.again())}>
          <p>{words.revokeLead}</p>
        </Confirm>
      )}
    </>
  );
}

function dated(moment: string, language: Language): string {
  const at = new Date(moment);
  const date = day(at.getTime(), language);
  if (at.getFullYear() === new Date().getFullYear()) return date;
  return language === "ko" ? `${at.getFullYear()}년 ${date}` : `${date}, ${at.getFullYear()}`;
}

function Make({ close, made }: { close(): void; made(key: KeyMade): void }) {
  const { words, language } = useAdmin();
  const [role, setRole] = useState<Role>("person");
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);
  const [name, owner, days] = [useId(), useId(), useId()];
  const first = useRef<HTMLInputElement>(null);
  // A dialog that opens gives the focus to its first button.
  useEffect(() => first.current?.focus(), []);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const read = (field: string) => String(given.get(field) ?? "").trim();
    setBusy(true);
    const body = { name: read("name"), owner: read("owner") || null, role, days: read("days") === "" ? null : Number(read("days")) };
    await request<KeyMade>("POST", "/api/admin/keys", body).then(made, (error: Refusal) => (setFailure(failureIn(language, error)), setBusy(false)));
  };
  return (
    <Dialog title={words.makeKey} close={close}>
      <form className="admin-form" onSubmit={(event) => void send(event)}>
        <label htmlFor={name}>{words.keyName}<span className="ends">{words.keyNameHint}</span></label>
        <input className="field" id={name} ref={first} name="name" required maxLength={255} autoComplete="off" />
        <label htmlFor={owner}>{words.keyOwner}<span className="ends">{words.keyOwnerHint}</span></label>
        <input className="field" id={owner} name="owner" maxLength={255} autoComplete="off" />
        <Choice label={words.keyRole} hint={words.rolesHint[role]} value={role} options={ROLES.map((one): [string, string] => [one, words.roles[one]])} pick={(one) => setRole(one as Role)} />
        <label htmlFor={days}>{words.keyDays}<span className="ends">{words.untilRevoked}</span></label>
        <input className="field" id={days} name="days" type="number" min={1} max={36500} step={1} inputMode="numeric" />
        {failure && <p className="strip bad" role="alert"><Icon name="info" /><span>{failure}</span></p>}
        <div className="choices"><button type="submit" className="button strong" disabled={busy}>{words.make}</button></div>
      </form>
    </Dialog>
  );
}

function Replace({ old, close, made }: { old: KeyOut; close(): void; made(key: KeyMade): void }) {
  const { words, language } = useAdmin();
  const [role, setRole] = useState<Role>(old.role);
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);
  const days = useId();
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = String(new FormData(event.currentTarget).get("days") ?? "").trim();
    setBusy(true);
    const body = { role, days: given === "" ? null : Number(given) };
    await request<KeyMade>("POST", `/api/admin/keys/${encodeURIComponent(old.key_id)}/replacement`, body).then(made, (error: Refusal) => (setFailure(failureIn(language, error)), setBusy(false)));
  };
  return (
    <Dialog title={words.replaceTitle(old.name)} close={close}>
      <form className="admin-form" onSubmit={(event) => void send(event)}>
        <p>{words.replaceLead}</p>
        <Choice label={words.keyRole} hint={words.rolesHint[role]} value={role} options={ROLES.map((one): [string, string] => [one, words.roles[one]])} pick={(one) => setRole(one as Role)} />
        <label htmlFor={days}>{words.replaceDays}<span className="ends">{words.untilOldEnds}</span></label>
        <input className="field" id={days} name="days" type="number" min={1} max={36500} step={1} inputMode="numeric" />
        {failure && <p className="strip bad" role="alert"><Icon name="info" /><span>{failure}</span></p>}
        <div className="choices"><button type="submit" className="button strong" disabled={busy}>{words.replace}</button></div>
      </form>
    </Dialog>
  );
}

function Made({ made, close }: { made: KeyMade; close(): void }) {
  const { words } = useAdmin();
  const [notice, setNotice] = useState("");
  const field = useId();
  return (
    <Dialog title={words.madeTitle(made.name)} close={close}>
      <div className="admin-form">
        <p>{words.madeLead}</p>
        <label className="unseen" htmlFor={field}>{words.madeTitle(made.name)}</label>
        <input className="field" id={field} readOnly value={made.key} onFocus={(event) => event.currentTarget.select()} />
        <p className="dim" role="status">{notice || "\u00a0"}</p>
        <div className="choices">
          <button type="button" className="button" onClick={() => void copied(made.key).then((done) => setNotice(done ? words.copied : words.notCopied))}><Icon name="copy" />{words.copy}</button>
          <button type="button" className="button strong" onClick={(event) => event.currentTarget.closest("dialog")?.close()}>{words.done}</button>
        </div>
      </div>
    </Dialog>
  );
}
