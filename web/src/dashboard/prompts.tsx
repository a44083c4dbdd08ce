/** Every prompt that is sent to a model: its version, what it cost, how often its reply was of no use. */
import { useState } from "react";
import type { PromptsOut } from "../generated/http";
import { useAsked, useBoard } from "./data";
import { count, percent } from "./numbers";
import { Panel } from "./parts";

const DAYS = 30;
const SHOWN = 8;

export function Prompts({ demo, beat }: { demo: string; beat: unknown }) {
  const { words, language } = useBoard();
  const [all, setAll] = useState(false);
  const asked = useAsked<PromptsOut>(`/api/prompts?days=${DAYS}&demo=${encodeURIComponent(demo)}`, beat);
  const rows = asked.data?.prompts ?? [];
  const priced = rows.some((one) => one.cost > 0);
  return (
    <Panel title={words.promptsTitle} lead={words.promptsLead(String(DAYS))} span="wide" asked={asked} empty={false}>
      {() => (
        <>
          <table className="facts prompts">
            <caption className="unseen">{words.promptsTitle}</caption>
            <thead><tr><th scope="col">{words.prompt}</th><th scope="col" className="number">{words.promptCalls}</th><th scope="col" className="number">{words.tokens}</th>{priced && <th scope="col" className="number">{words.promptCost}</th>}<th scope="col" className="number">{words.promptRepaired}</th></tr></thead>
            <tbody>
              {rows.slice(0, all ? rows.length : SHOWN).map((one) => (
                <tr key={`${one.name} ${one.version}`}>
                  <th scope="row"><b>{one.name}</b><span className="ends">{words.promptRooms[one.room] ?? one.room}{one.room && " · "}{one.version || words.promptUnversioned}{!one.current && one.version && ` · ${words.promptEarlier}`}</span></th>
                  <td className="number" data-label={words.promptCalls}>{count(one.calls, language)}</td>
                  <td className="number" data-label={words.tokens}>{count(one.tokens, language)}</td>
                  {priced && <td className="number" data-label={words.promptCost}>{one.cost > 0 ? one.cost.toFixed(one.cost < 1 ? 4 : 2) : <span className="dim" title={words.promptUnpriced}>—</span>}</td>}
                  <td className="number" data-label={words.promptRepaired}>{one.repaired_share === null ? <span className="dim">–</span> : <span title={`${one.repaired} / ${one.calls - one.repaired}`}>{percent(one.repaired_share)}</span>}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {rows.length > SHOWN && !all && <p className="more"><button type="button" className="button small plain" onClick={() => setAll(true)}>{words.morePrompts(count(rows.length - SHOWN, language))}</button></p>}
        </>
      )}
    </Panel>
  );
}
