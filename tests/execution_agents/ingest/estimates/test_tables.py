"""Tables without quantities of work say why."""

from __future__ import annotations

import pytest

from execution_agents.ingest.estimates.found import NOTHING_KNOWN
from execution_agents.ingest.estimates.tables import RATES, UNREAD, read_table
from tests.execution_agents.ingest.estimates.made_tables import described, grid, works


@pytest.mark.parametrize(
    "rows",
    [
        ("구 분|적 용 조 건|할 증", "섬|배로 오간다|50%", "밤|밤에 한다|25%"),
        ("도로구분|덤프트럭|크레인", "좋은 길|60|30", "나쁜 길|10|8"),
        ("기 종|분류번호|가격(￦)", "불도저|0101|90,000"),
        ("운반거리(m)|10|20|30", "e|1.00|0.96|0.92"),
        ("구분|적용기준", "A-Type|넓은 곳"),
    ],
)
def test_rates_speeds_prices_and_coefficients_are_no_works(rows: tuple[str, ...]) -> None:
    read = read_table(grid(*rows), NOTHING_KNOWN)
    assert (read.works, read.why) == ([], RATES)


def test_persons_that_could_not_be_read_are_said_to_be() -> None:
    read = read_table(grid("철판(㎜)|용접공(인)", "3|0.01∼0.02", "6|0.02∼0.04"), NOTHING_KNOWN)
    assert (read.works, read.why) == ([], UNREAD)


def test_works_of_one_spec_that_take_other_quantities_are_left_out() -> None:
    found = works("공정별|직종|수량", "절단|철공|1", "교정|석공|2", "절단|목공|3")
    assert [described(work)[0] for work in found] == ["교정"]


def test_a_list_in_two_halves_is_one() -> None:
    [work] = works("직종|수량|직종|수량", "철공|1|석공|2", "목공|3|미장공|4")
    assert described(work)[2] == {"철공": "1인", "목공": "3인", "석공": "2인", "미장공": "4인"}
