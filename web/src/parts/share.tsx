/** Showing a conversation to others: a link is made, copied, and ended. */
import { useEffect, useState } from "react";
import type { SessionOut, ShareOut } from "../generated/http";
import { clock, dayAndWeekday } from "../format";
import { request } from "../http";
import { useWords } from "../words";
import { keptWords } from "../words/kept";
import { copied } from "./clipboard";
import { Choice, Dialog } from "./dialogs";
import { Icon } from "./icons";

interface Props {
  session: SessionOut;
  announce(text: string): void;
  close(): void;
}

export default function Share({ session, announce, close }: Props) {
  const words = useWords();
  const said = keptWords(words.language);
  const path = `/api/sessions/${encodeURIComponent(session.session_id)}/share`;
  const [standing, setStanding] = useState<ShareOut | null>(null);
  const [unread, setUnread] = useState(false);
  const [sources, setSources] = useState(true);
  const [failed, setFailed] = useState(false);
  const [working, setWorking] = useState(false);
  useEffect(() => void request<ShareOut>("GET", path).then((found) => (setStanding(found), found.shared && setSources(found.with_sources)), () => setUnread(true)), [path]);
  const doing = (work: Promise<void>) => (setFailed(false), setWorking(true), void work.catch(() => setFailed(true)).finally(() => setWorking(false)));
  const make = () => doing(request<ShareOut>("POST", path, { with_sources: sources }).then((made) => (setStanding(made), announce(said.linkMade))));
  const end = () => doing(request("DELETE", path).then(() => (setStanding({ ...standing!, shared: false, token: null }), announce(said.ended))));
  const link = standing?.token ? `${location.origin}/shared/${standing.token}` : null;
  const copy = () => void copied(link!).then((done) => announce(done ? words.copied : words.notCopied));
  return (
    <Dialog title={said.shareTitle} close={close}>
      {unread && <p className="sharing-note" role="alert">{said.shareUnread}</p>}
      {standing?.allowed === false && <p className="sharing-note">{said.shareOff}</p>}
      {standing?.allowed && (
        <>
          <p className="sharing-note">{said.shareLead}</p>
          <Choice label={said.withSources} hint={said.withSourcesHint} value={sources ? "on" : "off"} options={[["on", said.on], ["off", said.off]]} pick={(value) => setSources(value === "on")} />
          {standing.shared && (
            <p className="sharing-note" role="status"><Icon name="link" small />{said.sharedSince(since(standing.shared_at!, words.language), standing.exchanges)}{standing.left_out > 0 && ` ${said.leftOut(standing.left_out)}`}</p>
          )}
          {link !== null && (
            <div className="sharing-link">
              <input className="field" readOnly aria-label={said.link} value={link} onFocus={(event) => event.target.select()} />
              <button type="button" className="button" onClick={copy}><Icon name="copy" />{said.copyIt}</button>
            </div>
          )}
          {standing.shared && <p className="sharing-note dim">{said.newLinkHint}</p>}
          {failed && <p className="sharing-note bad" role="alert">{said.notDone}</p>}
          <div className="sharing-acts">
            {standing.shared && <button type="button" className="button danger" disabled={working} onClick={end}>{said.endLink}</button>}
            <button type="button" className={standing.shared ? "button" : "button strong"} disabled={working} onClick={make}>{standing.shared ? said.newLink : said.makeLink}</button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function since(at: string, language: "ko" | "en"): string {
  return `${dayAndWeekday(Date.parse(at), language)} ${clock(Date.parse(at), language)}`;
}
