/** What an operator should look at, and how everything does. */
import { useState } from "react";
import { type Refusal, request } from "../http";
import { age } from "../format";
import { useNow } from "../parts/clock";
import { Icon } from "../parts/icons";
import type { DashboardHealth, FailedAnswers, ReviewsOut } from "../generated/http";
import { failureIn } from "../words/failures";
import { type Asked, useBoard } from "./data";
import { reasonOf } from "./drawer";
import { Csv, Panel } from "./parts";
import { count, duration, percent, seconds } from "./numbers";

const SHOWN = 8;

/** Wrong reuse, numbers without a source and thumbs down come from decisions; answers that did not answer have a list of their own. */
export function Reviews({ reviews, failed, open }: { reviews: Asked<ReviewsOut>; failed: Asked<FailedAnswers>; open(runId: string): void }) {
  const { words, language, zone } = useBoard();
  const now = useNow(30_000);
  const [all, setAll] = useState(false);
  const [failure, setFailure] = useState("");
  const asked = reviews.data === null ? reviews : { ...reviews, error: reviews.error ?? failed.error, again: () => (reviews.again(), failed.again()) };
  const rows = [
    ...(reviews.data?.reviews ?? []).map((one) => ({ id: `r${one.run_id}${one.why}`, runId: one.run_id, why: one.why as string, reason: one.reason, question: one.question, at: one.at, demo: one.demo, answer: false })),
    ...(failed.data?.answers ?? []).map((one) => ({ id: `f${one.run_id}`, runId: one.run_id, why: one.failure, reason: "", question: one.question, at: one.created_at, demo: one.demo, answer: true })),
  ].sort((one, other) => one.at.localeCompare(other.at));
  const done = (runId: string) => {
    setFailure("");
    void request("POST", `/api/answers/${encodeURIComponent(runId)}/review`, { note: "" }).then(failed.again, (error: Refusal) => setFailure(failureIn(language, error)));
  };
  return (
    <Panel title={words.reviewsTitle} span="side" asked={asked} empty={reviews.data !== null && failed.data !== null && rows.length === 0 ? words.reviewsEmpty : false} lines={3}
      tools={rows.length > 0 && <span className="chip bad">{count(rows.length, language)}</span>}>
      {() => (
        <>
          {failure && <p className="strip bad" role="alert">{failure}</p>}
          <ul className="queue">
            {rows.slice(0, all ? rows.length : SHOWN).map((row) => (
              <li key={row.id}>
                <button type="button" className="review" onClick={() => open(row.runId)}>
                  <span>{words.whys[row.why] ?? row.why}{[reasonOf(row.reason, words), row.demo ? words.demo : ""].filter(Boolean).map((one) => <span key={one} className="dim"> · {one}</span>)}</span>
                  <span className="dim clip" title={row.question}>{row.question}</span>
                </button>
                <time className="dim" dateTime={row.at}>{age(Date.parse(row.at), now, language, zone)}</time>
                {row.answer && <button type="button" className="square" aria-label={words.reviewOf(row.question)} title={words.done} onClick={() => done(row.runId)}><Icon name="check" /></button>}
              </li>
            ))}
          </ul>
          {rows.length > SHOWN && !all && <p className="more"><button type="button" className="button small plain" onClick={() => setAll(true)}>{words.more}</button></p>}
        </>
      )}
    </Panel>
  );
}

const OLD_VERSION_MS = 7 * 86_400_000;

export function Health({ asked, path, packs }: { asked: Asked<DashboardHealth>; path: string; packs: string[] }) {
  const { words, language, zone } = useBoard();
  const now = useNow(30_000);
  return (
    <Panel title={words.healthTitle} span="side" asked={asked} empty={false} lines={5} tools={<Csv path={path} name="state" />}>
      {() => {
        const health = asked.data!;
        const broken = health.model_breaker !== null && health.model_breaker !== "closed";
        const model = health.model === null ? words.rulesEngine : broken ? words.breakerOpen : health.model_p95_ms === null ? words.noneYet : words.p95Of(seconds(health.model_p95_ms, words));
        const audits = [words.waitingJobs(count(health.audits_due, language)), health.audits_retried > 0 ? words.retriedJobs(count(health.audits_retried, language)) : "", health.audits_failed_30d > 0 ? words.failedJobs(count(health.audits_failed_30d, language)) : ""].filter(Boolean).join(" · ");
        const lost = health.audits_drawn_failed_30d / (health.audits_drawn_30d || 1);
        const running = Object.values(health.runs).reduce((sum, n) => sum + n, 0);
        return (
          <ul className="health">
            <State ok={!broken} name={words.modelLine} title={health.model ?? ""} value={model} />
            <State ok={health.audits_failed_30d === 0 && health.audits_retried === 0} name={words.auditsLine} value={audits} />
            <State ok={health.audits_drawn_failed_30d === 0} name={words.failedAudits} value={words.failedAuditsOf(percent(lost), count(health.audits_drawn_failed_30d, language), count(health.audits_drawn_30d, language))} />
            <State ok name={words.auditCost} value={words.auditCostOf(count(health.audit_search_calls_30d, language), duration(health.audit_search_ms_30d, words))} />
            <State ok name={words.auditShare} value={percent(health.audit_share)} />
            <State ok={health.jobs_waiting < 100} name={words.jobsLine} value={words.count(count(health.jobs_waiting, language))} />
            <State ok name={words.runsLine} value={words.count(count(running, language))} />
            {health.sources.filter((source) => packs.length === 0 || packs.includes(source.pack)).map((source) => {
              const old = source.kind === "table" && source.changed_at !== null && now - Date.parse(source.changed_at) > OLD_VERSION_MS;
              return <State key={`${source.pack}.${source.source}`} ok={!old} name={source.label[language] ?? source.source} title={words.version(source.version)} value={source.changed_at === null ? words.version(source.version) : words.changedAt(age(Date.parse(source.changed_at), now, language, zone))} />;
            })}
          </ul>
        );
      }}
    </Panel>
  );
}

function State({ ok, name, value, title }: { ok: boolean; name: string; value: string; title?: string }) {
  const { words } = useBoard();
  return (
    <li title={title}>
      <i className={ok ? "mark-dot" : "mark-dot warn"} aria-hidden="true" /><span className="unseen">{ok ? words.ok : words.notOk}</span>
      <span className="grow">{name}</span><span className={ok ? "dim" : "ask-text"}>{value}</span>
    </li>
  );
}
