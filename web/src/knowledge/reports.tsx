/** What the newest ingest of each folder and upload did, and what it left out and why. */
import type { KnowledgeOut, PackOut } from "../generated/http";
import { age, fullTime } from "../format";
import { useNow } from "../parts/clock";
import { useWords } from "../words";
import { reasonIn } from "./reasons";
import { knowledgeWords } from "./words";

export function Reports({ known, pack }: { known: KnowledgeOut; pack: PackOut }) {
  const words = useWords();
  const own = knowledgeWords(words.language);
  const now = useNow(60_000);
  if (!known.may_change) return <p className="know-lead">{own.operatorsOnly}</p>;
  if (known.reports.length === 0) return <p className="know-lead">{own.noReports}</p>;
  const label = (name: string) => pack.sources.find((one) => one.name === name)?.label[words.language] ?? name;
  return (
    <>
      <p className="know-lead">{own.reportsLead}</p>
      <ul className="know-reports">
        {known.reports.map((one) => (
          <li key={`${one.origin} ${one.name}`}>
            <h3>{one.origin === "pack" ? own.reportOf.pack : one.name}</h3>
            <p className="dim" title={fullTime(Date.parse(one.at), words.language)}>{one.origin === "pack" ? "" : `${own.reportOf[one.origin]} · `}{age(Date.parse(one.at), now, words.language)}</p>
            {Object.entries(one.sources).map(([name, counts]) => <p key={name}>{label(name)}: {own.countsOf(counts)}</p>)}
            {one.left_out.length > 0 && <details open><summary>{own.leftOut(one.left_out.length)}</summary><ul>{one.left_out.map((line, at) => <li key={at}>{reasonIn(words.language, line)}</li>)}</ul></details>}
          </li>
        ))}
      </ul>
    </>
  );
}
