"""ask_clarification: asks what is meant, as a node of its own. The answer is planned as the turn's question."""

from __future__ import annotations

import re

from langgraph.runtime import Runtime

from execution_agents.pausing.interrupts import answer_to
from foundation.contracts.pauses import Clarification, ClarificationOption
from foundation.contracts.ports import JsonObject
from foundation.language.particles import with_particle
from foundation.language.script import composed, language_of
from supervisor.deps import SupervisorDeps
from supervisor.planning.clarifying.settled import Settled
from supervisor.state import SupervisorState
from supervisor.words import said

_NUMBER = re.compile(r"\s*(\d{1,3})\s*(?:번(?:\s*째)?(?:\s*(?:이요|요|으로|이에요|입니다))?)?[.)]?\s*")


async def ask_clarification(state: SupervisorState, runtime: Runtime[SupervisorDeps]) -> JsonObject:
    """Pauses until the person answers what is meant, or the deadline passes; if nobody can be asked, the question stays
    as it is and becomes the answer."""
    deps, asked = runtime.context, Clarification.model_validate(state["clarification"])
    if not deps.asks:
        return {"clarification": state["clarification"]}
    answer = str(answer_to(asked, deps.memory.elapsed_ms()))
    by = deps.run.resumed_by or "person"
    chosen = option_meant(answer, asked) if by == "person" else asked.option(answer)
    query = chosen.query if chosen else f"{asked.original_query} {answer}".strip()
    settled = Settled(
        original_query=asked.original_query,
        message=asked.message,
        label=chosen.label if chosen else answer,
        query=query,
        by=by,
    )
    return {
        "clarification": None,
        "question": query,
        "clarified": [*state["clarified"], settled.model_dump(mode="json")],
        "assumed": "" if by == "person" else assumption(settled, language_of(state["question"])),
    }


def option_meant(answer: str, asked: Clarification) -> ClarificationOption | None:
    """The option that an answer names: by its id, its number in the list, or its label; None: it is free text."""
    named = asked.option(answer)
    if named is not None:
        return named
    number = _NUMBER.fullmatch(answer)
    if number is not None and 1 <= int(number[1]) <= len(asked.options):
        return asked.options[int(number[1]) - 1]
    spoken = _plain(answer)
    return next((one for one in (*asked.options, *asked.more) if _plain(one.label) == spoken), None)


def _plain(text: str) -> str:
    return "".join(composed(text).lower().split())


def assumption(settled: Settled, language: str) -> str:
    """The notice about a reading that nobody chose."""
    label = settled.label
    particle = with_particle(label, "으로", "로")[len(label) :]
    return said("assumed", language, label=label, particle=particle)
