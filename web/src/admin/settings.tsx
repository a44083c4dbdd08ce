/** Limits and times of retention: shown as they hold, changed for this organisation, given back to the environment. */
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { AdminOverview, SettingOut } from "../generated/http";
import type { Asked } from "../dashboard/data";
import { count } from "../dashboard/numbers";
import { Panel } from "../dashboard/parts";
import { type Refusal, request } from "../http";
import { Dialog } from "../parts/dialogs";
import { Icon } from "../parts/icons";
import { SettingName } from "../parts/setting-name";
import { failureIn } from "../words/failures";
import { type AdminWords, useAdmin } from "./words";

interface Props {
  asked: Asked<AdminOverview>;
  announce(sentence: string): void;
}

export const isKept = (one: SettingOut): boolean => one.name.startsWith("SUFFICE_KEEP_");

/** What a field holds as the service takes it: nothing is no limit. */
export function valueOf(text: string): number | null {
  const read = text.trim();
  return read === "" ? null : Number(read);
}

/** What it takes, in the page's language; the service's own sentence is English. */
export function takesOf({ name }: SettingOut, words: AdminWords): string {
  if (name === "SUFFICE_KEEP_AUDIT_DAYS") return words.takesAudit;
  if (name.startsWith("SUFFICE_KEEP_")) return words.takesDays;
  if (name.includes("_COST_")) return words.takesMoney;
  return name.startsWith("SUFFICE_LIMIT_") ? words.takesWhole : words.takesQueue;
}

/** What the environment sets for every organisation is not lifted here. */
const isCeiling = (one: SettingOut): boolean => one.name.startsWith("SUFFICE_LIMIT_TENANT_") && one.default !== null;

/** Both panels, and the dialog of whichever is changed. */
export function Settings({ asked, announce }: Props) {
  const { words } = useAdmin();
  const [changing, setChanging] = useState<SettingOut | null>(null);
  const found = asked.data!.settings;
  const done = (one: SettingOut) => (announce(words.changedSaid(nameOf(one, words.settingNames))), setChanging(null), asked.again());
  return (
    <>
      <Those title={words.limits} lead={words.limitsLead} of={found.filter((one) => !isKept(one))} asked={asked} change={setChanging} />
      <Those title={words.retention} lead={words.retentionLead} of={found.filter(isKept)} asked={asked} change={setChanging} />
      {changing && <Change one={changing} close={() => setChanging(null)} done={done} />}
    </>
  );
}

const nameOf = (one: SettingOut, names: Record<string, string>): string => names[one.name] ?? one.name;

/** A value in words. */
function useTold(): (one: SettingOut, value: number | null) => string {
  const { words, language } = useAdmin();
  return (one, value) => {
    if (!value) return isKept(one) ? words.forEver : words.noLimit;
    return isKept(one) ? words.days(count(value, language)) : count(value, language);
  };
}

interface ThoseProps {
  title: string;
  lead: string;
  of: SettingOut[];
  asked: Asked<AdminOverview>;
  change(one: SettingOut): void;
}

function Those({ title, lead, of, asked, change }: ThoseProps) {
  const { words } = useAdmin();
  const told = useTold();
  return (
    <Panel title={title} lead={lead} span="half" asked={asked} empty={false}>
      {() => (
        <ul className="admin-settings">
          {of.map((one) => (
            <li key={one.name}>
              <div>{nameOf(one, words.settingNames)}<span className="ends"><SettingName name={one.name} />{one.chosen && ` · ${words.defaultIs(told(one, one.default))}`}</span></div>
              <span className={one.value ? "value" : "value dim"}>{told(one, one.value)}</span>
              {one.changeable ? <button type="button" className="button small" aria-label={words.changeOf(nameOf(one, words.settingNames))} onClick={() => change(one)}>{words.change}</button> : <span />}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Change({ one, close, done }: { one: SettingOut; close(): void; done(one: SettingOut): void }) {
  const { words, language } = useAdmin();
  const told = useTold();
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);
  const [field, hint] = [useId(), useId()];
  const first = useRef<HTMLInputElement>(null);
  // A dialog that opens gives the focus to its first button.
  useEffect(() => first.current?.select(), []);
  const unlimited = one.name.startsWith("SUFFICE_LIMIT_");
  const takes = takesOf(one, words) + (isCeiling(one) ? ` ${words.notAbove(told(one, one.default))}` : "");
  const path = `/api/admin/settings/${one.name}`;
  const send = (what: Promise<SettingOut>) => {
    setBusy(true);
    void what.then(done, (error: Refusal) => (setFailure(error.code === "invalid_input" ? takes : failureIn(language, error)), setBusy(false)));
  };
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(request<SettingOut>("PUT", path, { value: valueOf(first.current!.value) }));
  };
  return (
    <Dialog title={nameOf(one, words.settingNames)} close={close}>
      <form className="admin-form" onSubmit={save}>
        <label htmlFor={field}>{isKept(one) ? words.daysKept : words.atMost}</label>
        <input className="field" id={field} ref={first} name="value" type="number" min={0} step={one.name.includes("_COST_") ? "any" : 1} inputMode="decimal"
          required={!unlimited} defaultValue={one.value ?? ""} aria-describedby={hint} />
        <p className="dim" id={hint}>{failure !== takes && `${takes} `}{words.defaultIs(told(one, one.default))}</p>
        {failure && <p className="strip bad" role="alert"><Icon name="info" /><span>{failure}</span></p>}
        <div className="choices">
          {one.chosen && <button type="button" className="button" disabled={busy} onClick={() => send(request<SettingOut>("DELETE", path))}>{words.toDefault}</button>}
          <button type="submit" className="button strong" disabled={busy}>{words.save}</button>
        </div>
      </form>
    </Dialog>
  );
}
