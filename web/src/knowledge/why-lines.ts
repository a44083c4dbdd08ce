/** What a run's record says of one question, in the words of the page. Pure: the record in, lines out. */
import type { PackOut, TraceOut } from "../generated/http";
import type { AnswerFrame, DataReuseDecisionFrame, PlanReadyFrame, TeamProgressFrame } from "../generated/protocol";
import type { Words } from "../words";
import { failureIn } from "../words/failures";
import type { KnowledgeWords } from "./words";

export type Part = "understood" | "judged" | "searched" | "answered";
export interface Line {
  part: Part;
  name: string;
  value: string;
}

export interface In {
  words: Words;
  own: KnowledgeWords;
  pack: PackOut | undefined;
}

export function linesOf(trace: TraceOut, around: In): Line[] {
  const found = <T>(type: string) => trace.events.find((one) => one.type === type) as T | undefined;
  // A question that leans on another is planned again once that one is answered: the last plan holds.
  const plan = trace.events.filter((one) => one.type === "plan_ready").at(-1) as PlanReadyFrame | undefined;
  const reuse = found<DataReuseDecisionFrame>("data_reuse_decision");
  const answer = found<AnswerFrame>("answer");
  const failed = found<{ code: string; message: string }>("run_failed");
  const searched = trace.events.filter((one) => one.type === "team_progress" && one.status !== "running" && one.label) as unknown as TeamProgressFrame[];
  return [
    ...(plan ? planned(plan, around) : []),
    ...(answer?.requests ?? []).flatMap((one) => requested(one, around)),
    ...(reuse ? judged(reuse, around) : []),
    ...filtersOf(trace, answer, around),
    ...searched.map((one): Line => ({ part: "searched", name: around.own.names.source!, value: `${one.label} · ${around.own.ms(String(one.elapsed_ms))}` })),
    ...(answer ? answered(answer, around) : []),
    ...(failed ? [{ part: "answered" as const, name: around.own.names.failed!, value: failureIn(around.words.language, failed) }] : []),
  ];
}

/** The name a pack gives to a kind of data, in the page's language. */
function typeName(name: string, { pack, words }: In): string {
  return pack?.data_types.find((one) => one.name === name.split("@")[0])?.label[words.language] ?? name;
}

/** What a pack calls a slot or a kind of things, in the page's language. */
function kindName(name: string, { pack, words }: In): string {
  return pack?.kinds?.[name]?.label[words.language] ?? name;
}

/** Values of a slot, those of a closed list by their words. */
function valuesOf(name: string, values: unknown[], { pack, words }: In): string {
  return values.map((one) => pack?.kinds?.[name]?.choices[String(one)]?.[words.language] ?? String(one)).join(", ");
}

function planned(plan: PlanReadyFrame, around: In): Line[] {
  const { own, pack, words } = around;
  const line = (name: string, value: string): Line => ({ part: "understood", name: own.names[name]!, value });
  const teams = [...plan.active_teams.map((team) => words.teams[team] ?? team), ...plan.absent_teams.map((team) => `${words.teams[team] ?? team} (${own.absent})`)];
  return [
    ...(plan.standalone_question ? [line("standalone", plan.standalone_question)] : []),
    line("intent", `${pack?.intents[plan.intent]?.[words.language] ?? plan.intent} · ${plan.confidence.toFixed(2)} · ${own.by[plan.engine]}`),
    line("route", own.routes[plan.route] ?? plan.route),
    ...(plan.why ? [line("because", plan.why)] : []),
    ...(plan.required_data_types.length > 0 ? [line("needs", plan.required_data_types.map((one) => typeName(one, around)).join(", "))] : []),
    ...(teams.length > 0 ? [line("teams", teams.join(", "))] : []),
  ];
}

function requested(one: AnswerFrame["requests"][number], around: In): Line[] {
  const { own } = around;
  const line = (name: string, value: string): Line => ({ part: "understood", name: own.names[name]!, value });
  return [
    line("reading", `${one.reading === "follows" ? own.follows : own.alone} · ${one.standalone}`),
    line("names", one.entities.map((each) => `${each.name} (${kindName(each.type, around)})`).join(", ") || own.noNames),
    ...(one.answered ? [] : [line("notAnswered", one.reason)]),
  ];
}

interface LedgerLine {
  evidence_id: string;
  data_type: string;
  query: string;
  item_count: number;
  slots: Record<string, unknown[]>;
}

function filtersOf(trace: TraceOut, answer: AnswerFrame | undefined, around: In): Line[] {
  const { own } = around;
  const used = new Set(Object.values(answer?.reuse.data_types ?? {}).map((one) => one.evidence_id));
  const inputs = (trace.decision as { inputs?: { ledger?: LedgerLine[] } } | null)?.inputs;
  return (inputs?.ledger ?? []).filter((one) => used.has(one.evidence_id)).flatMap((one): Line[] => {
    const slots = Object.entries(one.slots).map(([name, values]) => `${kindName(name, around)} = ${valuesOf(name, values, around)}`).join("; ");
    return [
      { part: "searched", name: `${own.names.filters} · ${typeName(one.data_type, around)}`, value: slots || own.noFilters },
      { part: "searched", name: own.names.foundBy!, value: `${one.query} · ${own.items(one.item_count)}` },
    ];
  });
}

function judged(reuse: DataReuseDecisionFrame, around: In): Line[] {
  const { own, words } = around;
  const line = (name: string, value: string): Line => ({ part: "judged", name, value });
  const first = reuse.judge1;
  return [
    line(own.names.decision!, `${own.decisions[reuse.decision] ?? reuse.decision} · ${own.variants[reuse.variant] ?? reuse.variant}`),
    ...(first ? [line(own.names.judge1!, `${first.is_sufficient ? own.enough : own.notEnough} ${first.confidence.toFixed(2)} · ${own.by[first.by]} · ${first.reasoning}`)] : []),
    ...Object.entries(reuse.judge2).map(([type, one]) => {
      const issues = one.issues.map((issue) => words.issues[issue.split(":")[0]!] ?? issue).join(" ") || own.noObjection;
      return line(`${own.names.judge2} · ${typeName(type, around)}`, `${own.verdicts[one.verdict]} ${one.confidence.toFixed(2)} · ${issues}`);
    }),
    ...reuse.reasons.map((one) => line(own.names.reason!, one)),
  ];
}

function answered(answer: AnswerFrame, { own, pack, words }: In): Line[] {
  const place = (source: string) => pack?.sources.find((one) => one.name === source)?.label[words.language] ?? source;
  const line = (name: string, value: string): Line => ({ part: "answered", name, value });
  return [line(own.names.answer!, answer.content.split("\n")[0]!), ...answer.citations.slice(0, 3).map((one) => line(`${own.names.cited} ${one.marker}`, `${place(one.source)} · ${one.title}`))];
}
