/** Who there is: what they have and used, their pages signed out, everything of theirs erased. Nothing of what they said. */
import { useEffect, useId, useState } from "react";
import type { PeopleList, PersonOut, SignedOut } from "../generated/http";
import { Confirm, Failed } from "../dashboard/parts";
import { count } from "../dashboard/numbers";
import { age } from "../format";
import { type Refusal, request } from "../http";
import { Icon } from "../parts/icons";
import { Menu } from "../parts/menu";
import { failureIn } from "../words/failures";
import { useAdmin } from "./words";

interface Props {
  announce(sentence: string): void;
  now: string;
  seeLog(person: string): void;
  again(): void;
}

type Asking = { kind: "sign-out" | "erase"; person: string } | null;
const TYPED_MS = 250;

/** Rows of a list that is read page by page: from the start when what is asked for changes. */
function usePeople(sought: string) {
  const [people, setPeople] = useState<PersonOut[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [error, setError] = useState<Refusal | null>(null);
  const [round, setRound] = useState(0);
  const read = (after: string) => request<PeopleList>("GET", `/api/admin/people?${new URLSearchParams({ q: sought, after })}`);
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(() => read("").then((page) => wanted && (setPeople(page.people), setNext(page.next), setError(null)), (why: Refusal) => wanted && setError(why)), people === null ? 0 : TYPED_MS);
    return () => ((wanted = false), clearTimeout(timer));
  }, [sought, round]);
  const older = () => next !== null && void read(next).then((page) => (setPeople((before) => [...(before ?? []), ...page.people]), setNext(page.next)), setError);
  return { people, next, error, older, again: () => setRound((one) => one + 1) };
}

export function People({ announce, now, seeLog, again }: Props) {
  const { words, language } = useAdmin();
  const [sought, setSought] = useState("");
  const listed = usePeople(sought);
  const [asking, setAsking] = useState<Asking>(null);
  const field = useId();
  const changed = (sentence: string) => (announce(sentence), listed.again(), again());
  return (
    <>
      <div className="board-head">
        <div className="grow"><h2>{words.peopleTitle}</h2><p>{words.peopleLead}</p></div>
        <div className="chooses"><label className="choose find" htmlFor={field}><Icon name="find" small /><span className="unseen">{words.find}</span><input id={field} type="search" value={sought} placeholder={words.find} onChange={(event) => setSought(event.target.value)} /></label></div>
      </div>
      <section className="tile" aria-label={words.tabs.people}>
        {listed.error && <Failed asked={{ error: listed.error, again: listed.again }} />}
        {listed.people?.length === 0 && <p className="nothing">{words.nobody}</p>}
        {listed.people !== null && listed.people.length > 0 && (
          <table className="facts admin-rows">
            <caption className="unseen">{words.peopleTitle}</caption>
            <thead><tr><th scope="col">{words.person}</th><th scope="col">{words.lastUsed}</th><th scope="col" className="number">{words.conversations}</th><th scope="col" className="number">{words.keys}</th><th scope="col" className="number">{words.signIns}</th><th scope="col" className="number">{words.tokens}</th><td /></tr></thead>
            <tbody>
              {listed.people.map((one) => (
                <tr key={one.owner_id}>
                  <th scope="row" className="whole-name">{one.owner_id}</th>
                  <td data-label={words.lastUsed}>{one.last_used === null ? "–" : age(Date.parse(one.last_used), Date.parse(now), language)}</td>
                  <td className="number" data-label={words.conversations}>{count(one.sessions, language)}</td>
                  <td className="number" data-label={words.keys}>{count(one.keys, language)}</td>
                  <td className="number" data-label={words.signIns}>{count(one.sign_ins, language)}</td>
                  <td className="number" data-label={words.tokens}>{count(one.tokens_month, language)}</td>
                  <td className="does">
                    <Menu label={words.menu(one.owner_id)} name={words.menu(one.owner_id)} items={[
                      { label: words.seeLog, icon: "layers", act: () => seeLog(one.owner_id) },
                      { label: words.signOut, icon: "close", act: () => setAsking({ kind: "sign-out", person: one.owner_id }) },
                      { label: words.erase, icon: "bin", danger: true, act: () => setAsking({ kind: "erase", person: one.owner_id }) },
                    ]} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {listed.next !== null && <p className="more"><button type="button" className="button small" onClick={listed.older}>{words.more}<Icon name="down" small /></button></p>}
      </section>
      {asking?.kind === "sign-out" && <SignOut person={asking.person} close={() => setAsking(null)} done={(n) => changed(words.signedOut(n))} />}
      {asking?.kind === "erase" && <Erase person={asking.person} close={() => setAsking(null)} done={() => changed(words.erased)} />}
    </>
  );
}

/** A refusal in the page's language, for the dialog that asked. */
export async function tried<T>(language: "ko" | "en", what: Promise<T>): Promise<T> {
  return what.catch((error: Refusal) => Promise.reject(new Error(failureIn(language, error))));
}

function SignOut({ person, close, done }: { person: string; close(): void; done(n: number): void }) {
  const { words, language } = useAdmin();
  const act = async () => done((await tried(language, request<SignedOut>("POST", "/api/admin/people/sign-out", { person }))).sign_ins);
  return <Confirm title={words.signOutTitle(person)} does={words.signOut} act={act} close={close}><p>{words.signOutLead}</p></Confirm>;
}

function Erase({ person, close, done }: { person: string; close(): void; done(): void }) {
  const { words, language } = useAdmin();
  const [typed, setTyped] = useState("");
  const field = useId();
  const act = async () => (await tried(language, request("POST", "/api/admin/people/erase", { person })), done());
  return (
    <Confirm title={words.eraseTitle(person)} does={words.erase} danger ready={typed.trim() === person} act={act} close={close}>
      <p>{words.eraseLead}</p>
      <label htmlFor={field}>{words.eraseType(person)}</label>
      <input className="field" id={field} value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
    </Confirm>
  );
}
