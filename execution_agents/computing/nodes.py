"""The analysis team's nodes: planning, computing, reporting."""

from __future__ import annotations

from functools import partial

import structlog
from langgraph.runtime import Runtime

from execution_agents.analysis.formulas.calculating import calculated
from execution_agents.analysis.formulas.row_inputs import is_of_a_thing
from execution_agents.answer.writing.computed import says_figures
from execution_agents.computing.lacking import form_for, with_values
from execution_agents.computing.model_plan import carried_out, operations_by_model
from execution_agents.computing.over_named import named_in
from execution_agents.computing.over_rows import Computed, analysis_of, by_rules, materials
from execution_agents.computing.over_said import over_what_was_said
from execution_agents.computing.state import AnalysisState
from execution_agents.team import TeamDeps
from foundation.contracts.errors import ModelFailed
from foundation.contracts.events import TeamProgressed
from foundation.contracts.formulas import Analysis
from foundation.contracts.ports import JsonObject
from foundation.contracts.work import Brief
from foundation.language.cues import asks_to_analyse
from foundation.language.wanted.comparisons import comparing
from prompts.replies import AnalysisPlanningReply

log = structlog.get_logger()
LABELS = {
    "plan": {"ko": "무엇을 계산할지 정하는 중", "en": "deciding what to calculate"},
    "compute": {"ko": "계산", "en": "calculation"},
    "nothing": {"ko": "계산할 것이 없음", "en": "nothing to calculate"},
}


async def brief_with_evidence(state: AnalysisState, deps: TeamDeps) -> Brief:
    """The brief with the team's evidence."""
    evidence = tuple([await deps.store.get(each) for each in state["evidence_ids"]])
    return Brief.model_validate(state["brief"]).model_copy(update={"evidence": evidence})


async def plan_analysis(state: AnalysisState, runtime: Runtime[TeamDeps]) -> JsonObject:
    """Operations chosen by a model if rules read none from the question; a formula needs no plan."""
    deps, brief = runtime.context, await brief_with_evidence(state, runtime.context)
    await deps.emit(_progress("plan", "running", brief))
    if brief.computation is not None:
        return {"form": lacking_form(brief, deps) if await named_in(brief, deps.pack, deps.store) is None else None}
    if brief.said is not None or deps.model is None or not asks_to_compute(brief.original_question):
        return {}
    if any(isinstance(one, Computed) for one in await deps.compute(partial(by_rules, brief, deps.pack))):
        return {}
    held = tuple(materials(brief, deps.pack))
    if not held:
        return {}
    try:
        source, operations = await operations_by_model(brief.original_question, held, deps.model, deps.usage)
    except ModelFailed as failure:
        log.warning("analysis_by_rules", run_id=brief.run_id, reason=str(failure.data.get("reason", failure.code)))
        return {}
    return {"plan": AnalysisPlanningReply(source=source, operations=operations).model_dump(mode="json")}


def lacking_form(brief: Brief, deps: TeamDeps) -> JsonObject | None:
    """`FormRequest`, if an input of the formula is missing and a figure is wanted: a question about the rule alone is
    answered with the rule."""
    if brief.computation is None:
        return None
    done = calculated(brief.computation, brief, deps.pack)
    if (
        done.refused != "missing"
        or is_of_a_thing(brief.computation, deps.pack)
        or not (says_figures(done) or asks_to_analyse(brief.original_question))
    ):
        return None
    form = form_for(brief.computation, done, brief, deps.pack)
    return form.model_dump(mode="json") if form.fields["properties"] else None


def asks_to_compute(question: str) -> bool:
    """True if the question asks to calculate, compare or rank."""
    asked = comparing(question)
    return asks_to_analyse(question) or asked.asks or asked.difference or asked.ratio


async def compute(state: AnalysisState, runtime: Runtime[TeamDeps]) -> JsonObject:
    """Evaluates the formula, or the operations over the rows at hand; all in decimals, by our own code."""
    deps, brief = runtime.context, await brief_with_evidence(state, runtime.context)
    if brief.said is not None:
        done = await deps.compute(partial(over_what_was_said, brief.said, brief, deps.pack))
        if done is not None:
            return {"analysis": done.model_dump(mode="json")}
    if (named := await named_in(brief, deps.pack, deps.store)) is not None:
        return {"analysis": named.analysis.model_dump(mode="json"), "taken": list(named.taken)}
    done = await deps.compute(partial(_computed, brief, state, deps))
    return {"analysis": None if done is None else done.model_dump(mode="json")}


def _computed(brief: Brief, state: AnalysisState, deps: TeamDeps) -> Analysis | None:
    if brief.computation is not None:
        asked = brief.computation
        if state["filled"] is not None:
            asked = with_values(asked, state["filled"], deps.pack)
        done = calculated(asked, brief, deps.pack)
        # The row itself is the answer where it has no such cell.
        return None if done.refused == "missing" and is_of_a_thing(asked, deps.pack) else done
    if brief.named is not None and brief.named.alone:
        return None
    found = analysis_of(by_rules(brief, deps.pack), brief.language)
    if state["plan"] is None or (found is not None and found.refused is None):
        return found
    plan = AnalysisPlanningReply.model_validate(state["plan"])
    held = tuple(materials(brief, deps.pack))
    mine = carried_out(brief.original_question, held, plan.source, plan.operations)
    return found if mine is None else analysis_of((mine,), brief.language, by_model=True)


async def report(state: AnalysisState, runtime: Runtime[TeamDeps]) -> JsonObject:
    """Reports how it ended to those who watch the run."""
    brief, done = Brief.model_validate(state["brief"]), state["analysis"]
    worked = done is not None and done["refused"] is None
    step = "compute" if done is not None else "nothing"
    await runtime.context.emit(
        _progress(step, "done" if worked else "skipped", brief, len(done["operations"]) if done else 0)
    )
    return {}


def _progress(step: str, status: str, brief: Brief, operations: int = 0) -> TeamProgressed:
    label = LABELS[step].get(brief.language, LABELS[step]["en"])
    return TeamProgressed.model_validate(
        {"team": "analysis", "step": step, "label": label, "status": status, "counts": {"operations": operations}}
    )
