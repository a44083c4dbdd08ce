"""Changes of a rule that are decided: said until the day they are in force."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from execution_agents.analysis.formulas.calculating import calculated
from execution_agents.analysis.formulas.sentences import pending_sentences
from foundation.domains.schema.formulas import Pending
from tests.execution_agents.analysis.formulas.talks import asked_last, brief, pack_of

QUESTION = "3억 전세면 복비 얼마?"
PACK = pack_of("real_estate")
CHANGE = Pending(
    since=date(2027, 1, 1), text={"ko": "요율 인하", "en": "lower rates"}, article={"ko": "제20조", "en": "A. 20"}
)
FEE = PACK.formula("brokerage_fee").model_copy(update={"pending": (CHANGE,)})


@pytest.mark.parametrize(("day", "many"), [(date(2026, 12, 31), 1), (date(2027, 1, 1), 0)])
def test_a_pending_change_is_said_until_its_day(day: date, many: int) -> None:
    assert len(pending_sentences(FEE, day, "en")) == many


def test_a_result_today_names_what_is_pending() -> None:
    formulas = tuple(FEE if one.name == FEE.name else one for one in PACK.formulas)
    pack, asked = PACK.model_copy(update={"formulas": formulas}), asked_last("real_estate", QUESTION)
    assert asked is not None
    now = datetime(2026, 12, 31, 14, tzinfo=UTC)  # 23:00 in Seoul
    given = brief(QUESTION, asked).model_copy(update={"now": now})
    assert calculated(asked, given, pack).watch == ("2027-01-01부터 규정이 바뀝니다: 요율 인하 (제20조)",)
    later = given.model_copy(update={"now": now.replace(hour=15)})
    assert calculated(asked, later, pack).watch == ()
