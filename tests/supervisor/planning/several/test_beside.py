"""Which questions a message wants answered side by side."""

from __future__ import annotations

from dataclasses import replace

import pytest

from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Pack
from supervisor.planning.context import Exchange
from supervisor.planning.several.beside import are_compared, compared_topics, shown_beside
from tests.supervisor.planning.talks import context_of, exchange_of, talk

HANDBOOK, ESTATE, WATER = (load_pack(shipped_packs() / name) for name in ("handbook", "real_estate", "water_treatment"))


def answered(*questions: str, pack: Pack) -> list[Exchange]:
    """Exchanges whose answers rest on evidence."""
    return [replace(exchange_of(one, "An answer."), evidence=("e",)) for one in talk(*questions, pack=pack)]


def test_two_topics_of_the_documents_are_asked_each() -> None:
    assert compared_topics(context_of("compare sick pay and annual leave", pack=HANDBOOK)) == (
        "sick pay",
        "annual leave",
    )


@pytest.mark.parametrize(
    ("question", "pack"),
    [
        ("강남이랑 서초 비교해줘", ESTATE),  # Rows are compared as rows.
        ("compare zebras and giraffes", HANDBOOK),
        ("sick pay vs being paid when ill", HANDBOOK),  # One topic in two words.
        ("PACl과 PAHCS 차이가 뭐야", WATER),  # A section is about both.
    ],
)
def test_rows_unknown_things_and_a_section_of_both_are_not(question: str, pack: Pack) -> None:
    assert compared_topics(context_of(question, pack=pack)) == ()


def test_a_section_of_both_is_known() -> None:
    assert are_compared(context_of("급속여과지와 활성탄 흡착지의 차이", pack=WATER))
    assert not are_compared(context_of("급속여과지와 활성탄 흡착지의 역세척 간격 차이", pack=WATER))


def test_the_last_answers_are_shown_beside_each_other_unless_of_rows() -> None:
    leave = answered("how much leave do I have", "and sick pay?", pack=HANDBOOK)
    prices = answered("마포구 전세 시세", "강남구는?", pack=ESTATE)
    assert len(shown_beside(context_of("put both in a table", leave, pack=HANDBOOK))) == 2
    assert len(shown_beside(context_of("put those in a table", leave, pack=HANDBOOK))) == 2
    assert shown_beside(context_of("put all three in a table", leave, pack=HANDBOOK)) == ()
    assert shown_beside(context_of("put both in a table", leave[:1], pack=HANDBOOK)) == ()
    assert shown_beside(context_of("둘이 비교해줘", prices, pack=ESTATE)) == ()


def test_what_was_set_beside_or_only_asked_back_is_no_answer() -> None:
    leave = answered("how much leave do I have", "put both in a table", "how much leave do I have", pack=HANDBOOK)
    assert shown_beside(context_of("compare both", leave, pack=HANDBOOK)) == ()
    asked_back = [replace(leave[0], standalone="용접", evidence=()), leave[2]]
    assert shown_beside(context_of("compare both", asked_back, pack=HANDBOOK)) == ()
