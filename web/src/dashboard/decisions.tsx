/** The table of decisions: filters of its own, a page at a time, kept fresh from its head. */
import { useCallback, useEffect, useRef, useState } from "react";
import { type Refusal, request } from "../http";
import { Glyph, type GlyphName, Icon } from "../parts/icons";
import { isWriting } from "../parts/card";
import { useLooks } from "../settings";
import { clock, dayNumber, fullTime, shortDay } from "../format";
import type { DecisionLineOut, DecisionsPage, TruthChip } from "../generated/http";
import { addressOf, armOf, type Asked, type Chosen, pathOf, useBoard, useLabels } from "./data";
import { Choose, Csv, Panel } from "./parts";
import { seconds } from "./numbers";

const PAGE = 12;

export interface Listed extends Asked<DecisionLineOut[]> {
  more: string | null;
  older(): void;
  path: string;
}

/** The first page is read at every beat and laid over what was there; older pages are read once, by the end of the one before. */
export function useDecisions(experiment: string, query: string, kind: string, truth: string, beat: unknown): Listed {
  const own = new URLSearchParams({ ...(kind ? { kind } : {}), ...(truth ? { truth } : {}) }).toString();
  const path = pathOf(experiment, "decisions", query, own);
  const [state, setState] = useState<{ path: string; lines: DecisionLineOut[] | null; next: string | null; error: Refusal | null; at: number }>({ path, lines: null, next: null, error: null, at: 0 });
  const [round, setRound] = useState(0);
  const newest = useRef(0);
  const read = useCallback((before: string | null) => request<DecisionsPage>("GET", `${path}${path.includes("?") ? "&" : "?"}limit=${PAGE}${before === null ? "" : `&before=${encodeURIComponent(before)}`}`), [path]);
  useEffect(() => {
    const mine = ++newest.current;
    read(null).then(
      (page) => mine === newest.current && setState((was) => (was.path === path && was.lines !== null ? { ...was, ...laidOver(page, was.lines, was.next), error: null, at: Date.now() } : { path, lines: page.decisions, next: page.next, error: null, at: Date.now() })),
      (error: Refusal) => mine === newest.current && setState((was) => ({ ...was, error })),
    );
  }, [read, path, beat, round]);
  const older = useCallback(() => {
    if (state.next === null) return;
    read(state.next).then(
      (page) => setState((was) => (was.path === path && was.lines !== null ? { ...was, lines: [...was.lines, ...page.decisions], next: page.next } : was)),
      (error: Refusal) => setState((was) => ({ ...was, error })),
    );
  }, [read, path, state.next]);
  return { data: state.lines, error: state.error, loading: state.path !== path && state.error === null, at: state.at, again: useCallback(() => setRound((one) => one + 1), []), more: state.next, older, path };
}

/** Lines of the fresh first page, then the older ones it does not hold. Where too many came since, only the page stays. */
function laidOver(page: DecisionsPage, before: DecisionLineOut[], next: string | null): { lines: DecisionLineOut[]; next: string | null } {
  const fresh = new Set(page.decisions.map((line) => line.run_id));
  const last = page.decisions.at(-1);
  const meets = before.some((line) => fresh.has(line.run_id));
  if (last === undefined || !meets) return { lines: page.decisions, next: page.next };
  const rest = before.filter((line) => !fresh.has(line.run_id) && line.at <= last.at);
  return { lines: [...page.decisions, ...rest], next: rest.length > 0 ? next : page.next };
}

interface DecisionsProps {
  listed: Listed;
  chosen: Chosen;
  choose(part: Partial<Chosen>): void;
  dataTypes: string[];
  /** There is none under any filter. */
  none: boolean;
}

export function Decisions({ listed, chosen, choose, dataTypes, none }: DecisionsProps) {
  const { words } = useBoard();
  const labels = useLabels();
  const lines = listed.data ?? [];
  const empty = listed.data !== null && lines.length === 0;
  const filtered = chosen.kind !== "" || chosen.truth !== "" || chosen.dataType !== "";
  const tools = (
    <div className="chooses">
      <Choose label={words.kind} value={chosen.kind} options={[["", words.all], ...Object.entries(words.kinds)]} pick={(kind) => choose({ kind })} />
      <Choose label={words.dataType} value={chosen.dataType} options={[["", words.all], ...dataTypes.map((name): [string, string] => [name, labels.dataType(name)])]} tell={labels.dataType} pick={(dataType) => choose({ dataType })} />
      <Choose label={words.truth} value={chosen.truth} options={[["", words.all], ...Object.entries(words.truths)]} pick={(truth) => choose({ truth })} />
      <Csv path={listed.path} name="decisions" />
    </div>
  );
  return (
    <Panel title={words.decisionsTitle} span="wide" asked={listed} tools={tools} lines={8}
      empty={empty && <>{none && !filtered ? words.decisionsNone : words.decisionsEmpty}{filtered && <> — <button type="button" className="link" onClick={() => choose({ kind: "", truth: "", dataType: "" })}>{words.clear}</button></>}</>}>
      {() => <Table listed={listed} chosen={chosen} choose={choose} />}
    </Panel>
  );
}

function Table({ listed, chosen, choose }: Pick<DecisionsProps, "listed" | "chosen" | "choose">) {
  const { words } = useBoard();
  const { singleKeys } = useLooks();
  const self = useRef<HTMLTableElement>(null);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!singleKeys || isWriting(event) || document.querySelector("dialog[open]") || (event.key !== "j" && event.key !== "k")) return;
      const links = [...(self.current?.querySelectorAll<HTMLAnchorElement>("a.open") ?? [])];
      const at = links.indexOf(document.activeElement as HTMLAnchorElement);
      links[at < 0 ? 0 : Math.max(0, Math.min(links.length - 1, at + (event.key === "j" ? 1 : -1)))]?.focus();
      event.preventDefault();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [singleKeys]);
  return (
    <>
      <table className="facts decisions" ref={self}>
        <caption className="unseen">{words.decisionsTitle}. {words.keysHint}</caption>
        <thead><tr><th scope="col">{words.when}</th><th scope="col">{words.question}</th><th scope="col">{words.dataType}</th><th scope="col">{words.judges}</th><th scope="col">{words.decided}</th><th scope="col">{words.truth}</th><th scope="col" className="number">{words.time}</th></tr></thead>
        <tbody>{listed.data!.map((line) => <Line key={line.run_id} line={line} chosen={chosen} choose={choose} />)}</tbody>
      </table>
      {listed.more !== null && <p className="more"><button type="button" className="button small" onClick={listed.older}>{words.more}<Icon name="down" small /></button></p>}
    </>
  );
}

function Line({ line, chosen, choose }: { line: DecisionLineOut; chosen: Chosen; choose(part: Partial<Chosen>): void }) {
  const { words, language, zone } = useBoard();
  const labels = useLabels();
  const at = Date.parse(line.at);
  const open = (event: React.MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    choose({ decision: line.run_id });
  };
  return (
    <tr className={chosen.decision === line.run_id ? "chosen" : undefined}>
      <td className="when" title={fullTime(at, language, zone)}>{dayNumber(at, zone) === dayNumber(Date.now(), zone) ? clock(at, language, zone) : shortDay(at, zone)}</td>
      <td className="question"><a className="open" href={addressOf({ ...chosen, decision: line.run_id })} title={line.question} data-run={line.run_id} onClick={open}>{line.question}</a><span className="ends">{armOf(line, words)}{line.demo && ` · ${words.demo}`}</span></td>
      <td className="types">{line.data_types.map(labels.dataType).join(" · ")}</td>
      <td className="judges-cell">{line.judge1 === null ? "–" : line.judge1 === 0 ? words.short : line.judge1.toFixed(2)} <span className="dim">→</span> {line.vetoed ? words.vetoed : Object.keys(line.judge2).length > 0 ? Math.min(...Object.values(line.judge2)).toFixed(2) : "–"}</td>
      <td className="kind"><KindChip line={line} /></td>
      <td className="truth"><TruthWords line={line} /></td>
      <td className="number time">{seconds(line.elapsed_ms, words)}</td>
    </tr>
  );
}

/** 2026-11-09 -> "11/9": one width in both languages. */
export function kindOf(line: Pick<DecisionLineOut, "asked" | "decision">): "asked" | "reuse" | "partial" | "search" {
  return line.asked ? "asked" : line.decision;
}

const GLYPHS: Record<string, GlyphName> = { asked: "ask", reuse: "reuse", partial: "partial", search: "search" };
const TINTS: Record<string, string> = { asked: "ask", reuse: "reuse", partial: "reuse", search: "search" };

export function KindChip({ line }: { line: Pick<DecisionLineOut, "asked" | "decision"> }) {
  const { words } = useBoard();
  const kind = kindOf(line);
  return <span className={`chip ${TINTS[kind]}`}><Glyph name={GLYPHS[kind]!} />{words.kinds[kind]}</span>;
}

export function truthOf(truth: TruthChip): "right" | "wrong" | "unknown" | "contested" {
  if (truth.contested) return "contested";
  return truth.outcome === null ? "unknown" : truth.outcome.startsWith("correct") ? "right" : "wrong";
}

export function TruthWords({ line: { truth, audit } }: { line: Pick<DecisionLineOut, "truth" | "audit"> }) {
  const { words } = useBoard();
  const verdict = truthOf(truth);
  const source = truth.source === "audit" && audit === "asked" ? "audit_chosen" : truth.source;
  return <><span className={`is-${verdict}`}>{words.truths[verdict]}</span>{source && !truth.contested && <span className="dim"> {words.sources[source]}</span>}</>;
}
