"""Judge 3: the card the person sees, and the node that asks (`execution_agents/pausing/interrupts.py`)."""

from __future__ import annotations

from collections.abc import Sequence

from langgraph.runtime import Runtime

from execution_agents.pausing.interrupts import answer_to
from execution_agents.reuse.judge2 import Standing, Verdict
from execution_agents.reuse.policy import Choice
from execution_agents.reuse.wording import age_words, doubt_words, label_of, said
from execution_agents.search.state import SearchState
from execution_agents.team import TeamDeps
from foundation.contracts.pauses import ConfirmationAsked, InHand, PromptOption
from foundation.contracts.ports import JsonObject
from foundation.contracts.work import Brief
from foundation.language.dates.month_names import date_words

LEAST_SAVING_MS = 400
"""A smaller saving is not noticeable and is not mentioned (as on the page)."""


def confirmation_card(
    brief: Brief, deps: TeamDeps, asked: Sequence[tuple[Standing, Verdict]], saving_ms: int
) -> ConfirmationAsked:
    """The question with the facts the person needs to choose: what is stored, how old it is, why it is in doubt, what
    reuse saves."""
    language = brief.language
    saves = "use_previous_saves" if saving_ms >= LEAST_SAVING_MS else "use_previous_skips"
    return ConfirmationAsked(
        message=said("ask", language),
        previous_data_summary="; ".join(_summary(standing, deps, language) for standing, _ in asked),
        data_age_s=max((standing.age_s or 0 for standing, _ in asked), default=0),
        uncertainty_reason=_doubt(asked, deps, language),
        measured_saving_s=round(saving_ms / 1000, 1),
        options=(
            PromptOption(
                value=Choice.USE_PREVIOUS.value,
                label=said("use_previous", language),
                description=said(saves, language, seconds=f"{saving_ms / 1000:.1f}"),
            ),
            PromptOption(
                value=Choice.SEARCH_NEW.value,
                label=said("search_new", language),
                description=said("search_new_gives", language),
            ),
        ),
        in_hand=tuple(_in_hand(standing, verdict) for standing, verdict in asked),
        safe=Choice.SEARCH_NEW.value,
    )


async def ask_person(state: SearchState, runtime: Runtime[TeamDeps]) -> JsonObject:
    """Pauses until the person answers, or the deadline passes."""
    card = ConfirmationAsked.model_validate(state["card"])
    choice: Choice = answer_to(card, runtime.context.elapsed_ms(), Choice)
    return {"person": choice.value, "asked": True, "timed_out": runtime.context.reuse.timed_out}


def _in_hand(standing: Standing, verdict: Verdict) -> InHand:
    return InHand(
        data_type=standing.data_type,
        items=_count(standing),
        age_s=standing.age_s,
        query=standing.evidence.query if standing.evidence else "",
        issues=verdict.issues,
        as_of=standing.evidence.as_of if standing.evidence else None,
    )


def _count(standing: Standing) -> int:
    return sum(not item.derived for item in standing.evidence.items) if standing.evidence else 0


def _summary(standing: Standing, deps: TeamDeps, language: str) -> str:
    evidence = standing.evidence
    age = age_words(standing.age_s, language)
    as_of = evidence.as_of if evidence else None
    return said(
        "summary",
        language,
        label=label_of(deps.pack.data_type(standing.data_type).label, language),
        count=_count(standing),
        age=age if as_of is None else f"{said('as_of', language, month=date_words(f'{as_of:%Y-%m}', language))}, {age}",
        query=evidence.query if evidence else "",
    )


def _doubt(asked: Sequence[tuple[Standing, Verdict]], deps: TeamDeps, language: str) -> str:
    issues = [issue for _, verdict in asked for issue in verdict.issues]
    if issues:
        return doubt_words(dict.fromkeys(issues), language, deps.pack)
    share = deps.reuse.judge1.confidence / 10 if deps.reuse.judge1 else 0
    return said("medium_confidence", language, share=f"{share:.0f}")
