/** The turns under their days, and the questions that are on their way. */
import { Fragment, useDeferredValue, useEffect, useState } from "react";
import { dayAndWeekday, dayNumber } from "../format";
import { useLooks } from "../settings";
import type { Unsent, View } from "../session/conversation";
import type { Queued } from "../session/state";
import { baseOf, type Exchange } from "../session/versions";
import { useWords } from "../words";
import { Icon } from "./icons";
import { type Acts, isByRules, type Surroundings, TurnView } from "./turn";

interface Props {
  view: View;
  exchanges: Exchange[];
  around: Surroundings;
  acts: Acts;
}

/** Of a long conversation so many exchanges are drawn at once, from its end, and so many more each time that is done. */
const AT_ONCE = 12;
/** What is most likely in sight. */
const LAST = 4;

interface Drawn {
  /** The first exchange's: another one is another conversation. */
  base: string | undefined;
  of: number;
  /** How many, from the first, are not drawn yet. */
  left: number;
}

/** What of so many exchanges is not drawn yet: all but the last of those that came at once, which are the end. */
function drawnNow(before: Drawn | null, base: string | undefined, of: number): Drawn {
  if (before !== null && before.base === base && of <= before.of + AT_ONCE) return before.of === of ? before : { ...before, of };
  return { base, of, left: Math.max(0, of - AT_ONCE) };
}

/** All are drawn soon: what is there can be searched and read out. */
function useLeftOut(of: number, base: string | undefined): number {
  const [drawn, setDrawn] = useState(() => drawnNow(null, base, of));
  const now = drawnNow(drawn, base, of);
  if (now !== drawn) setDrawn(now);
  useEffect(() => {
    if (now.left === 0) return;
    const timer = setTimeout(() => setDrawn((before) => ({ ...before, left: Math.max(0, before.left - AT_ONCE) })));
    return () => clearTimeout(timer);
  }, [now.left, now.base]);
  return now.left;
}

export function Transcript({ view, exchanges, around, acts }: Props) {
  const words = useWords();
  const { language } = useLooks();
  const today = dayNumber(Date.now());
  const leftOut = useLeftOut(exchanges.length, exchanges[0]?.base);
  // What changes around all turns (a run begins or ends, the ledger is read) reaches the last ones at once, the others without haste.
  const calmly = useDeferredValue(around);
  const firstByRules = exchanges.find((one) => isByRules(one.versions.at(-1)))?.base;
  const oldest = exchanges[0]?.versions[0]?.startedAt ?? 0;
  const severalDays = exchanges.length > 0 && dayNumber(oldest) !== dayNumber(exchanges.at(-1)!.versions[0]!.startedAt);
  const known = (messageId: string) => exchanges.some((exchange) => exchange.versions.some((turn) => turn.messageId === messageId));
  // While the line is open what waits is shown in one line over the composer; while it is not, it stands where it will be asked.
  const versionOf = (messageId: string) => exchanges.find((one) => one.base === baseOf(messageId))?.base;
  const onTheirWay = view.unsent.filter((one) => versionOf(one.messageId) === undefined && (one.sent || view.status !== "open" || view.busyUntil !== null) && !known(one.messageId));
  // What another window asked, or this one before it was opened anew, waits here too.
  const { queued } = view.session;
  const elsewhere = queued
    .filter((one) => versionOf(one.messageId) === undefined && !view.unsent.some((mine) => mine.messageId === one.messageId))
    .map((one) => ({ messageId: one.messageId, content: one.question, sent: true }));
  return (
    <div className="thread">
      {exchanges.slice(leftOut).map((exchange, from) => {
        const at = leftOut + from;
        const began = exchange.versions[0]!.startedAt;
        const number = dayNumber(began);
        const before = at === 0 ? 0 : dayNumber(exchanges[at - 1]!.versions[0]!.startedAt);
        const day = number !== before && (severalDays || number !== today) ? dayAndWeekday(began, language) : null;
        return (
          <Fragment key={exchange.base}>
            {day && <p className="day">{number === today ? words.dayToday(day) : day}</p>}
            <TurnView exchange={exchange} number={at + 1} last={at === exchanges.length - 1} saysRules={exchange.base === firstByRules} coming={view.unsent.find((one) => versionOf(one.messageId) === exchange.base && !known(one.messageId))?.content} around={at < exchanges.length - LAST ? calmly : around} acts={acts} />
          </Fragment>
        );
      })}
      <OnTheirWay questions={[...onTheirWay, ...elsewhere]} queued={queued} />
    </div>
  );
}

/** Questions that no run has begun for; of those the service made wait, their place. */
export function OnTheirWay({ questions, queued = NOBODY }: { questions: Unsent[]; queued?: Queued[] }) {
  const words = useWords();
  return questions.map((one) => {
    const place = queued.find((waiting) => waiting.messageId === one.messageId);
    const waiting = place === undefined ? words.reading : words.takenAt(place.position, place.estimateMs === null ? null : Math.max(1, Math.round(place.estimateMs / 1_000)));
    const taken = one.sent || place !== undefined;
    return (
      <article className="turn" key={one.messageId} aria-label={place === undefined ? words.sending : words.waitsInLine}>
        <div className={taken ? "asked" : "asked waits"}><p>{one.content}</p></div>
        <div className="origin" role="status">{taken ? <i className="pulse" /> : <Icon name="send" />}<span>{taken ? waiting : words.waitsToGo}</span></div>
      </article>
    );
  });
}

const NOBODY: Queued[] = [];

/** While a conversation is read: lines after 300 ms, nothing that shimmers. */
export function Loading() {
  return <div className="thread"><div className="waiting-lines late" aria-hidden="true">{[40, 92, 86, 60].map((width) => <i key={width} style={{ width: `${width}%` }} />)}</div></div>;
}
