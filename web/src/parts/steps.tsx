/** The timeline under "Steps": what was done, side by side on one axis of time. */
import type { ReactNode } from "react";
import type { PackOut } from "../generated/http";
import type { DataReuseDecisionFrame } from "../generated/protocol";
import type { Step, Turn } from "../session/state";
import { secondsOf } from "../format";
import { type Words, useWords } from "../words";
import { Glyph, Icon } from "./icons";
import { issuesOf } from "./asking";
import { labelOf, refusedReason, saidIn, sourceOf } from "./origin";

type Judge1 = NonNullable<DataReuseDecisionFrame["judge1"]>;
type Judge2 = DataReuseDecisionFrame["judge2"][string];

interface Line {
  key: string;
  icon: ReactNode;
  name: string;
  detail: string;
  tint: "" | "search" | "reuse";
  /** Milliseconds from the start of the turn. */
  from: number;
  took: number;
  part: boolean;
  failed: boolean;
}

export function Timeline({ turn, id, pack }: { turn: Turn; id: string; pack: PackOut | undefined }) {
  const words = useWords();
  const lines = linesOf(turn, words, pack);
  const whole = Math.max(1, ...lines.map((line) => line.from + line.took));
  return (
    <ol className="timeline" id={id} aria-label={words.steps}>
      {lines.map((line) => (
        <li key={line.key} className={line.part ? "part" : undefined}>
          <span>{line.icon}</span>
          <span className="what">
            <b>{line.name}</b>
            {line.detail && <span className={line.failed ? "failed" : undefined}>{line.detail}</span>}
          </span>
          <span className={line.took > 0 ? "bar-track" : "bar-track none"} aria-hidden="true">
            {line.took > 0 && <i className={line.tint} style={{ left: `${(line.from / whole) * 100}%`, width: `${(line.took / whole) * 100}%` }} />}
          </span>
          <span className="took">{line.took > 0 && words.seconds(secondsOf(line.took))}</span>
        </li>
      ))}
    </ol>
  );
}

export function linesOf(turn: Turn, words: Words, pack: PackOut | undefined): Line[] {
  const timings = turn.answer?.timings_ms ?? { total: 0, plan: 0, search: 0, answer: 0 };
  const planned = turn.plan ? Date.parse(turn.plan.ts) - turn.startedAt : timings.plan;
  const lines: Line[] = [
    line("plan", <Icon name="info" />, words.stepNames.plan, turn.plan ? understood(turn, words, pack) : "", 0, Math.max(planned, 0)),
  ];
  if (turn.attempt > 1) lines[0]!.detail += ` · ${words.stepAttempt(turn.attempt)}`;
  if (turn.reuse) lines.push(...judged(turn, words, pack, planned));
  lines.push(...searched(turn, words, pack));
  for (const [at, retry] of turn.retries.entries()) {
    lines.push(line(`retry${at}`, <Icon name="again" />, words.stepRetry, words.retried[retry.code]?.(retry.figures) ?? retry.reason, after(lines), 0));
  }
  if (turn.answer) lines.push(...written(turn, words, after(lines), timings.answer));
  return lines;
}

function line(key: string, icon: ReactNode, name: string, detail: string, from: number, took: number): Line {
  return { key, icon, name, detail, from: Math.max(0, from), took: Math.max(0, took), tint: "", part: false, failed: false };
}

function after(lines: Line[]): number {
  return Math.max(0, ...lines.map((one) => one.from + one.took));
}

function understood(turn: Turn, words: Words, pack: PackOut | undefined): string {
  const intent = pack?.intents[turn.plan?.intent ?? ""]?.[words.language] ?? (turn.plan?.why ?? "").split(" · ")[0]!.replace(/^[^:]+:\s*/, "");
  const several = (turn.plan?.subtasks ?? []).map((one, at) => `${at + 1}) ${one}`).join(" ");
  const standalone = several || turn.plan?.standalone_question;
  const text = [intent, words.routes[turn.plan?.route ?? ""], standalone ? words.understood(standalone) : ""].filter(Boolean).join(" · ");
  return turn.plan?.engine === "rules" && turn.answer?.engine === "model" ? `${text} · ${words.stepRules}` : text;
}

/** The decision, and under it who said what: judge 1 of the whole, judge 2 of every kind of data. */
function judged(turn: Turn, words: Words, pack: PackOut | undefined, planned: number): Line[] {
  const reuse = turn.reuse!;
  const glyph = reuse.decision === "reuse" ? "reuse" : reuse.decision === "partial" ? "partial" : "none";
  const at = Date.parse(reuse.ts) - turn.startedAt;
  const asked = turn.resolved ? 0 : Math.max(0, at - planned);
  const one = line("judge", <Glyph name={glyph} />, words.stepNames.judge, words.decided[reuse.decision], planned, asked);
  const parts: [string, string, string][] = [
    ...(reuse.judge1 ? [["judge1", words.judge1[reuse.judge1.by], firstSaid(reuse.judge1, words, pack)] as [string, string, string]] : []),
    ...Object.entries(reuse.judge2).map(([type, judge]): [string, string, string] => [`judge2 ${type}`, words.judge2(labelOf(type, { pack, words })), secondSaid(turn, judge, words)]),
  ];
  return [{ ...one, tint: reuse.decision === "search" ? "" : "reuse" }, ...parts.map(([key, name, detail]) => ({ ...line(key, null, name, detail, planned, 0), part: true }))];
}

function firstSaid(judge: Judge1, words: Words, pack: PackOut | undefined): string {
  const missing = judge.missing_data_types.map((type) => labelOf(type, { pack, words }));
  // A model's reason is in the question's language; on a page of another one its words would stand out as foreign.
  const reason = words.language === (/[가-힣]/.test(judge.reasoning) ? "ko" : "en") ? judge.reasoning : "";
  return [words.verdicts[judge.is_sufficient ? "sufficient" : "insufficient"], sureOf(judge.confidence, words), missing.length > 0 ? words.lacks(missing.join(", ")) : "", reason].filter(Boolean).join(" · ");
}

function secondSaid(turn: Turn, judge: Judge2, words: Words): string {
  const why = judge.verdict === "sufficient" ? "" : refusedReason({ ...turn, reuse: { ...turn.reuse!, judge2: { one: judge } } }, words) || issuesOf(judge.issues, words);
  return [words.verdicts[judge.verdict] ?? judge.verdict, sureOf(judge.confidence, words), why].filter(Boolean).join(" · ");
}

/** How sure a judge is that what is in hand suffices. With nothing in hand that is 0, and "not enough, 0 % sure" would read as doubt. */
function sureOf(share: number, words: Words): string {
  return share > 0 ? words.sure(Math.round(share * 100)) : "";
}

function searched(turn: Turn, words: Words, pack: PackOut | undefined): Line[] {
  const sources = turn.steps.filter((step) => step.step.startsWith("search:"));
  const reused = turn.steps.find((step) => step.step === "reuse");
  const lines: Line[] = [];
  for (const team of turn.steps.filter((step) => step.step === "")) {
    const began = team.beganAt - turn.startedAt;
    const parts = sources.filter((step) => step.team === team.team);
    if (parts.length === 0 && reused && team.team === reused.team) {
      const kept = line(team.key, <Glyph name="reuse" />, words.stepNames.search, words.reuseStep(reused.counts.reused ?? 1), began, team.elapsedMs);
      lines.push({ ...kept, tint: "reuse" });
      continue;
    }
    const first = Math.min(...parts.map((step) => step.beganAt - turn.startedAt), began + team.elapsedMs);
    const last = Math.max(...parts.map((step) => step.beganAt - turn.startedAt + step.elapsedMs), first);
    const detail = parts.length < 2 ? "" : overlap(parts) ? words.parallel(parts.length) : words.oneByOne(parts.length);
    const name = team.team === "search" ? words.stepNames.search : (words.teams[team.team] ?? team.team);
    lines.push({ ...line(team.key, <Glyph name="search" />, name, detail, first, last - first), tint: "search" });
    lines.push(...parts.map((step) => sourceLine(step, turn, words, pack)));
  }
  return lines;
}

function overlap(parts: Step[]): boolean {
  return parts.some((one, at) => parts.slice(at + 1).some((other) => other.beganAt < one.beganAt + one.elapsedMs && one.beganAt < other.beganAt + other.elapsedMs));
}

function sourceLine(step: Step, turn: Turn, words: Words, pack: PackOut | undefined): Line {
  const failed = step.status === "failed";
  const found = step.counts.found;
  const name = sourceOf(step, { pack, words });
  const detail = failed ? words.failedStep : step.status === "skipped" ? words.skippedStep : found === undefined ? "" : words.items(found);
  const one = line(step.key, null, name, detail, step.beganAt - turn.startedAt, step.elapsedMs);
  return { ...one, part: true, failed, tint: "search" };
}

function written(turn: Turn, words: Words, from: number, took: number): Line[] {
  const { verification, engine } = turn.answer!;
  const lines = [line("write", <Icon name="pen" />, words.stepNames.write, engine === "rules" ? words.stepRules : "", from, took)];
  lines.push(...turn.steps.filter((step) => step.status !== "running" && saidIn(step, words)).map((step): Line => ({ ...line(step.key, null, step.label, "", step.beganAt - turn.startedAt, step.elapsedMs), part: true, failed: step.status === "failed" })));
  const share = verification.numeric_preservation;
  const checks = [
    share === null ? "" : share >= 1 ? words.numbersMatch : words.numbersPart(Math.round(share * 100)),
    verification.recovery_round > 0 ? words.recovered(verification.recovery_round) : "",
  ].filter(Boolean);
  if (checks.length > 0) lines.push(line("check", <Icon name="check" />, words.stepNames.check, checks.join(" · "), from + took, 0));
  return lines;
}
