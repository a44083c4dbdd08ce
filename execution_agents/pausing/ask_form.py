"""A form as a node of a team's own graph: `FormRequest` in, validated values out. Shared by the teams.

The team's state holds `form` (what is missing; None: nothing is) and gets `filled` (the values; None: nobody gave any).
"""

from __future__ import annotations

import json
from typing import TypedDict

from langgraph.runtime import Runtime

from execution_agents.pausing.form_values import filled
from execution_agents.pausing.interrupts import answer_to
from execution_agents.team import TeamDeps
from foundation.contracts.pauses import FormRequest
from foundation.contracts.ports import JsonObject
from foundation.language.script import language_of


class FormState(TypedDict):
    """What a team's state must hold for its form."""

    form: JsonObject | None
    """`FormRequest`; None: nothing is missing."""
    filled: JsonObject | None
    """Field -> value; None: nobody gave any."""


async def ask_form(state: FormState, runtime: Runtime[TeamDeps]) -> JsonObject:
    """Asks once for everything that is missing. Values that came with the question are used instead; if nobody can be
    asked, `filled` is None."""
    if state["form"] is None:
        return {"filled": None}
    deps, form = runtime.context, FormRequest.model_validate(state["form"])
    if deps.form_values is not None:
        done = filled(form.fields, deps.form_values, language_of(form.message))
        if not done.errors:
            return {"filled": dict(done.values)}
        if not deps.may_ask:
            with_errors = form.model_copy(update={"message": " ".join((form.message, *done.errors.values()))})
            return {"filled": None, "form": with_errors.model_dump(mode="json")}
    if not deps.may_ask:
        return {"filled": None}
    answer = answer_to(form, deps.elapsed_ms())
    return {"filled": json.loads(answer) if answer else None}
