/** What `suffice eval endpoint` found of each endpoint of this machine. */
import { age, fullTime } from "../format";
import { useAsked } from "../parts/asked";
import { useNow } from "../parts/clock";
import { Failed } from "../knowledge/failed";
import { useWords } from "../words";
import { modelWords } from "./words";

/** As `GET /api/endpoint-reports` gives them. */
export interface Report {
  base_url: string;
  model: string;
  verdict: string;
  judged_at: string;
  /** It is the endpoint the service asks now. */
  in_use: boolean;
  figures: Record<string, string>;
}

export function Reports() {
  const { language } = useWords();
  const own = modelWords(language);
  const now = useNow(60_000);
  const asked = useAsked<{ reports: Report[] }>("/api/endpoint-reports", 0);
  const missing = asked.error?.status === 404;
  if (missing || (asked.data === null && asked.error === null)) return null;
  return (
    <section className="models-part">
      <h3>{own.reports}</h3>
      <p className="know-lead">{asked.data?.reports.length === 0 ? own.noReports : own.reportsLead}</p>
      <Failed asked={asked} />
      <ul className="models-reports">
        {asked.data?.reports.map((one) => (
          <li key={`${one.model} ${one.base_url}`}>
            <h4>{one.model}: {own.reportVerdicts[one.verdict] ?? one.verdict} {one.in_use && <span className="chip reuse">{own.now}</span>}</h4>
            <p className="dim">{one.base_url}{one.judged_at && <> · <span title={fullTime(Date.parse(one.judged_at), language)}>{age(Date.parse(one.judged_at), now, language)}</span></>}</p>
            <dl className="why">{Object.entries(one.figures).map(([name, value]) => <div key={name}><dt>{own.reportFigures[name] ?? name}</dt><dd>{value}</dd></div>)}</dl>
          </li>
        ))}
      </ul>
    </section>
  );
}
