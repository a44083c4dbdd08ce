/** The turns under their days, and the questions that are on their way. */
import { Fragment } from "react";
import { dayAndWeekday, dayNumber } from "../format";
import { useLooks } from "../settings";
import type { Unsent, View } from "../session/conversation";
import { baseOf, type Exchange } from "../session/versions";
import { useWords } from "../words";
import { Icon } from "./icons";
import { type Acts, type Surroundings, TurnView } from "./turn";

interface Props {
  view: View;
  exchanges: Exchange[];
  around: Surroundings;
  acts: Acts;
}

export function Transcript({ view, exchanges, around, acts }: Props) {
  const words = useWords();
  const { language } = useLooks();
  const today = dayNumber(Date.now());
  let before = 0;
  const oldest = exchanges[0]?.versions[0]?.startedAt ?? 0;
  const severalDays = exchanges.length > 0 && dayNumber(oldest) !== dayNumber(exchanges.at(-1)!.versions[0]!.startedAt);
  const known = (messageId: string) => exchanges.some((exchange) => exchange.versions.some((turn) => turn.messageId === messageId));
  // While the line is open what waits is told in one line over the composer; while it is not, it stands where it will be asked.
  const versionOf = (messageId: string) => exchanges.find((one) => one.base === baseOf(messageId))?.base;
  const onTheirWay = view.unsent.filter((one) => versionOf(one.messageId) === undefined && (one.sent || view.status !== "open" || view.busyUntil !== null) && !known(one.messageId));
  return (
    <div className="thread">
      {exchanges.map((exchange, at) => {
        const began = exchange.versions[0]!.startedAt;
        const number = dayNumber(began);
        const day = number !== before && (severalDays || number !== today) ? dayAndWeekday(began, language) : null;
        before = number;
        return (
          <Fragment key={exchange.base}>
            {day && <p className="day">{number === today ? words.dayToday(day) : day}</p>}
            <TurnView exchange={exchange} number={at + 1} coming={view.unsent.find((one) => versionOf(one.messageId) === exchange.base && !known(one.messageId))?.content} around={around} acts={acts} />
          </Fragment>
        );
      })}
      <OnTheirWay questions={onTheirWay} />
    </div>
  );
}

/** Questions that no run has begun for. */
export function OnTheirWay({ questions }: { questions: Unsent[] }) {
  const words = useWords();
  return questions.map((one) => (
    <article className="turn" key={one.messageId} aria-label={words.sending}>
      <div className={one.sent ? "asked" : "asked waits"}><p>{one.content}</p></div>
      <div className="origin">{one.sent ? <i className="pulse" /> : <Icon name="send" />}<span>{one.sent ? words.reading : words.waitsToGo}</span></div>
    </article>
  ));
}

/** While a conversation is read: lines after 300 ms, nothing that shimmers. */
export function Loading() {
  return <div className="thread"><div className="waiting-lines late" aria-hidden="true">{[40, 92, 86, 60].map((width) => <i key={width} style={{ width: `${width}%` }} />)}</div></div>;
}
