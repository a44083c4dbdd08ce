"""The frames of questions to the person, one for each kind of pause.

They leave here without `seq`, `ts`, `expires_at` and `expires_in_ms`: the database fills those in, whose clock decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

from foundation.contracts.pauses import Clarification, ClarificationOption, ConfirmationAsked, FormRequest, Pause
from foundation.storage.records import Run
from service_agent.protocol import final
from service_agent.protocol.durable import (
    ClarificationRequiredFrame,
    ConfirmationContext,
    Durable,
    FormRequiredFrame,
    InHandOut,
    PromptOptionOut,
    UserConfirmationRequiredFrame,
)

FILLED_IN = {"seq", "ts", "expires_at", "expires_in_ms"}


def pause_frame(asked: Pause, run: Run, prompt_id: str) -> dict[str, Any]:
    """The frame that asks the person."""
    match asked:
        case ConfirmationAsked():
            frame = _confirmation(asked, run, prompt_id)
        case Clarification():
            frame = _clarification(asked, run, prompt_id)
        case FormRequest():
            frame = _form(asked, run, prompt_id)
        case _:
            assert_never(asked)
    return frame.model_dump(mode="json", exclude=FILLED_IN)


def options_out(options: Sequence[ClarificationOption]) -> list[final.ClarificationOption]:
    """The choices of a clarification, as clients get them."""
    return [final.ClarificationOption.model_validate(option.model_dump()) for option in options]


def known_out(form: FormRequest) -> list[final.KnownValueOut]:
    """What a form need not ask, as clients get it."""
    return [final.KnownValueOut(name=one.name, label=one.label, value=one.value) for one in form.known]


def _confirmation(asked: ConfirmationAsked, run: Run, prompt_id: str) -> Durable:
    return UserConfirmationRequiredFrame(
        session_id=run.session_id,
        run_id=run.run_id,
        confirmation_id=prompt_id,
        message=asked.message,
        context=ConfirmationContext(
            previous_data_summary=asked.previous_data_summary,
            data_age=asked.data_age_s,
            uncertainty_reason=asked.uncertainty_reason,
            measured_saving_s=asked.measured_saving_s,
            in_hand=[InHandOut.model_validate(held.model_dump(mode="json")) for held in asked.in_hand],
        ),
        options=[
            PromptOptionOut(value=option.value, label=option.label, description=option.description)
            for option in asked.options
        ],
        expires_at=None,
        expires_in_ms=None,
    )


def _clarification(asked: Clarification, run: Run, prompt_id: str) -> Durable:
    return ClarificationRequiredFrame(
        session_id=run.session_id,
        run_id=run.run_id,
        clarification_id=prompt_id,
        message=asked.message,
        reason=asked.reason,
        original_query=asked.original_query,
        options=options_out(asked.options),
        more=options_out(asked.more),
        expires_at=None,
        expires_in_ms=None,
    )


def _form(asked: FormRequest, run: Run, prompt_id: str) -> Durable:
    return FormRequiredFrame.model_validate(
        {
            "session_id": run.session_id,
            "run_id": run.run_id,
            "form_id": prompt_id,
            "message": asked.message,
            "schema": asked.fields,
            "known": known_out(asked),
            "query": asked.query,
            "expires_at": None,
            "expires_in_ms": None,
        }
    )
