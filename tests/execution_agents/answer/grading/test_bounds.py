"""What an answer may take: requests counted, time ended as a model's failure."""

from __future__ import annotations

import asyncio

import pytest

from execution_agents.answer.grading.bounds import Bounds
from foundation.contracts.errors import ModelFailed
from foundation.contracts.ports import Usage


async def test_there_is_room_until_the_last_request() -> None:
    bounds = Bounds(Usage(model_calls=10), 12)
    assert (bounds.left, bounds.room(2), bounds.room(3)) == (2, True, False)


async def test_there_is_no_room_when_the_time_is_up() -> None:
    now = asyncio.get_running_loop().time()
    assert Bounds(Usage(), 12, now + 60).room(1)
    assert not Bounds(Usage(), 12, now).room(1)


async def test_a_call_that_outlasts_the_time_is_a_failure_of_the_model() -> None:
    bounds = Bounds(Usage(), 12, asyncio.get_running_loop().time() + 0.02)
    with pytest.raises(ModelFailed) as failed:
        async with bounds.within("answer"):
            await asyncio.Event().wait()
    assert failed.value.data["reason"] == "timeout"


async def test_a_time_out_of_somebody_elses_is_passed_on() -> None:
    with pytest.raises(TimeoutError):
        async with Bounds(Usage(), 12, None).within("answer"):
            raise TimeoutError
