"""What a person is shown of how a question was read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from foundation.contracts.plan import Understanding
from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.planning.following.lifted import lifted
from supervisor.planning.for_people import for_people
from supervisor.planning.understanding import understand
from tests.foundation.domains.small_pack import NOW
from tests.supervisor.planning.talks import context_of, exchange_of, talk

PACK = load_pack(shipped_packs() / "real_estate")
PRICES = "2026년 1월 마포구 아파트 전세 시세 알려줘"


def shown(*questions: str, headings: Sequence[str] = ()) -> Understanding:
    """The last question as it is shown, after the others; `headings`: of what was cited."""
    *before, last = talk(*questions, pack=PACK)
    exchanges = [exchange_of(one) for one in before]
    for at, heading in enumerate(headings):
        exchanges[at] = replace(exchanges[at], shown=heading)
    return for_people(last, context_of(questions[-1], exchanges, pack=PACK))


def test_what_was_taken_over_is_shown_as_people_write_it() -> None:
    taken = {one.slot: one.values for one in shown(PRICES, "월세는?").taken_over}
    assert taken == {"region": ("서울 마포구",), "period": ("2026년 1월",), "housing_type": ("아파트",)}


def test_what_the_question_names_itself_is_no_condition_to_take_off() -> None:
    assert shown(PRICES).taken_over == ()


def test_a_rewritten_question_is_shown_with_what_else_it_may_mean() -> None:
    found = shown("보증금은 얼마나 올릴 수 있어?", "그럼 월세도?", headings=["제7조(차임 등의 증감청구권)"])
    assert "제7조(차임 등의 증감청구권)" in " ".join(found.otherwise)
    assert found.standalone not in found.otherwise


def test_a_question_that_stands_alone_has_no_other_meaning() -> None:
    assert shown(PRICES, "보증금은 얼마나 올릴 수 있어?").otherwise == ()


def test_a_condition_taken_off_is_as_if_it_had_never_been_named() -> None:
    first = exchange_of(talk(PRICES, pack=PACK)[0])
    without = lifted(first, ["period"], PACK, NOW)
    assert "period" not in without.slots
    assert without.standalone == "마포구 아파트 전세 시세 알려줘"
    followed = understand(context_of("월세는?", [without], pack=PACK))
    assert "period" not in followed.slot_values()
    assert followed.slot_values()["region"] == ("서울 마포구",)


def test_a_part_of_a_word_is_not_cut_out_of_it() -> None:
    first = exchange_of(talk("전세사기 피해자는 어떤 지원을 받아?", pack=PACK)[0])
    assert lifted(first, ["deal"], PACK, NOW).standalone == first.standalone


def test_no_preposition_is_left_where_a_condition_stood() -> None:
    first = exchange_of(talk("average jeonse of flats in Seocho-gu in January 2026?", pack=PACK)[0])
    assert lifted(first, ["period", "housing_type"], PACK, NOW).standalone == "average jeonse in Seocho-gu?"
