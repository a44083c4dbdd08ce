"""Pages of what ended: the id a page is asked to go on after is one's own, or as good as one nobody has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.identity import Principal, Role, roles_up_to
from foundation.storage.experiments.answers import AnswersRepository
from foundation.storage.experiments.decisions import DecisionsRepository
from foundation.storage.records import AnswerRow, Run
from tests.foundation.storage.desk import Desk, decision_of, ending


def unanswered(run: Run) -> AnswerRow:
    return AnswerRow(
        pack=run.pack,
        question=run.question,
        engine="rules",
        path="extractive",
        question_type="fact",
        fallback=None,
        recovery_round=0,
        failure="no_answer",
        contexts=0,
        top_scores=[],
        confidence=0,
        configuration="test",
        answer_ms=1,
        record={},
    )


async def ended(engine: AsyncEngine, principal: Principal) -> str:
    """A run that ended without an answer, with its decision; its id."""
    desk = Desk(engine, principal)
    run = await desk.working()
    await desk.runs.finish(run, replace(ending(run, decision=decision_of(run)), answer=unanswered(run)))
    return run.run_id


@pytest.mark.parametrize("kind", ["answers", "decisions"])
async def test_a_page_after_a_strangers_id_tells_nothing_of_it(
    engine: AsyncEngine, principal: Principal, stranger: Principal, kind: str
) -> None:
    operator = principal.model_copy(update={"roles": roles_up_to(Role.OPERATOR)})
    first, second = await ended(engine, principal), await ended(engine, principal)
    theirs = await ended(engine, stranger)

    async def page(before: str | None) -> Sequence[Any]:
        if kind == "answers":
            return [found.run_id for found in await AnswersRepository(engine).failed(operator, before=before)]
        return [found.run_id for found in await DecisionsRepository(engine).list(operator, before=before)]

    assert await page(None) == [second, first]
    assert await page(second) == [first]
    assert await page(theirs) == await page("nobodys") == []


async def test_a_note_may_hold_what_the_database_cannot(engine: AsyncEngine, principal: Principal) -> None:
    operator = principal.model_copy(update={"roles": roles_up_to(Role.OPERATOR)})
    run_id = await ended(engine, principal)
    await AnswersRepository(engine).review(operator, run_id, "a\x00b\ud800")
    assert (await AnswersRepository(engine).get(operator, run_id)).note == "a\ufffdb\ufffd"
