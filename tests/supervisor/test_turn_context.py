"""What a message's text is read for before its planning is computed where the turn computes, not on the event loop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from foundation.contracts.ports import Compute, Computed
from foundation.storage.records import Run, RunOptions
from tests.supervisor.scene import Scene

PRICES = "대구 달서구 아파트 매매 시세 알려줘"


def noted(scene: Scene) -> tuple[Scene, list[str]]:
    """The scene, and the names of what its turns compute beside the loop."""
    works: list[str] = []

    async def beside(work: Callable[[], Computed]) -> Computed:
        of: Any = getattr(work, "func", work)
        works.append(of.__name__)
        return work()

    def place(_: Run) -> Compute:
        return beside

    return replace(scene, compute=place), works


async def test_a_message_is_read_beside_the_loop_before_it_is_planned(scene: Scene) -> None:
    scene, works = noted(scene)
    async with scene.process():
        await scene.ask(await scene.session(), PRICES)
    assert works[0] == "request_of", "what it asks of the memories"
    assert {"statements_of", "turn_context", "_may_speak_of"} <= set(works)


async def test_a_history_is_read_beside_the_loop_as_well(scene: Scene) -> None:
    scene, works = noted(scene)
    history = (("user", PRICES), ("assistant", "평균 5억입니다."))
    async with scene.process():
        await scene.ask(await scene.session(), "서초구는?", RunOptions(history=history))
    assert works[0] == "turn_context"


async def test_a_spelling_of_the_polite_ending_is_read_as_it_is_meant(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        await scene.ask(session, PRICES)
        answer = await scene.ask(session, "서초는여")
    assert "서초" in answer["standalone_question"]
    assert scene.market.asked[-1].slots["region"] == ("서울 서초구",)
