/** What stands over the composer: the line, what waits to be sent, what was refused. Calm, one line each. */
import type { View } from "../session/conversation";
import { useWords } from "../words";
import { failureIn } from "../words/failures";
import { useNow } from "./clock";
import { Icon } from "./icons";

/** A break shorter than this is nobody's business. */
export const QUIET_MS = 2_000;

interface Props {
  view: View;
  online: boolean;
  discard(messageId: string): void;
  dismiss(): void;
}

export function Strips({ view, online, discard, dismiss }: Props) {
  const words = useWords();
  const now = useNow(1_000, view.lostAt !== null || view.busyUntil !== null);
  const waiting = view.unsent.filter((one) => !one.sent);
  const lost = view.lostAt !== null && view.status !== "open" && now - view.lostAt > QUIET_MS;
  const busy = view.busyUntil === null ? 0 : Math.ceil((view.busyUntil - now) / 1_000);
  const all = () => waiting.forEach((one) => discard(one.messageId));
  return (
    <div className="over">
      {!online && <p className="strip"><Icon name="info" /><span>{words.offline(waiting.length)}</span>{waiting.length > 0 && <button type="button" className="link" onClick={all}>{words.discard}</button>}</p>}
      {online && lost && <p className="strip"><Icon name="again" /><span>{words.reconnecting}</span></p>}
      {busy > 0 && <p className="strip"><Icon name="info" /><span>{words.busy(busy)}</span></p>}
      {online && busy <= 0 && waiting.map((one) => (
        <p className="strip" key={one.messageId}><Icon name="send" /><span className="clip">{words.queued(one.content)}</span>
          <button type="button" className="link" onClick={() => discard(one.messageId)}>{words.cancel}</button></p>
      ))}
      {view.error && !view.error.fields && <p className="strip bad" role="alert"><Icon name="info" /><span>{failureIn(words.language, view.error)}</span><button type="button" className="link" onClick={dismiss}>{words.close}</button></p>}
    </div>
  );
}
