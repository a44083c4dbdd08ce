"""Ids and times as they may come from outside."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import pytest
from pydantic import TypeAdapter, ValidationError

from service_agent.api.dashboard.models import ExperimentBody
from service_agent.protocol.mistakes import sentence_of
from service_agent.protocol.wire import ForeignId, InCalendar

MOMENT: TypeAdapter[datetime] = TypeAdapter(Annotated[datetime, InCalendar])
ID: TypeAdapter[str] = TypeAdapter(ForeignId)


@pytest.mark.parametrize("given", ["a\0", "a\x7f", "a\ud800", "a" * 1_001])
def test_an_id_none_of_ours_can_be_is_refused(given: str) -> None:
    with pytest.raises(ValidationError):
        ID.validate_python(given)


@pytest.mark.parametrize("given", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_a_time_beyond_the_calendar_is_reported_in_a_sentence(given: str) -> None:
    with pytest.raises(ValidationError) as invalid:
        MOMENT.validate_python(given)
    assert "years 1 to 9999" in sentence_of(invalid.value.errors()[0])
    body: dict[str, Any] = {"name": "a", "pack": "p", "arms": [], "starts_at": given}
    with pytest.raises(ValidationError) as refused:
        ExperimentBody.model_validate(body)
    assert ("starts_at",) in [one["loc"] for one in refused.value.errors()]
