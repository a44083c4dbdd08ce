"""A follow-up is rewritten with what the conversation is about: a thing's name, a code, not a month it replaces."""

from __future__ import annotations

from dataclasses import replace

import pytest

from foundation.contracts.plan import Understanding
from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.planning.understanding import understand
from tests.supervisor.planning.talks import context_of, exchange_of, talk

LOANS, WATER = load_pack(shipped_packs() / "real_estate"), load_pack(shipped_packs() / "water_treatment")
YOUTH, COUPLE = "새움 청년 전세대출", "두레 신혼부부 전세대출"


def after(question: str, shown: str) -> Understanding:
    """A question after one whose answer was about `shown`."""
    [earlier] = talk("전세 들어갈 때 쓸 대출 알려줘", pack=LOANS)
    exchange = replace(exchange_of(earlier), shown=shown)
    return understand(context_of(question, [exchange], pack=LOANS))


@pytest.mark.parametrize("question", ["최대 얼마 빌려줘?", "그건 누가 받을 수 있어?", "금리는 몇프로"])
def test_the_thing_an_answer_was_about_is_named(question: str) -> None:
    assert after(question, YOUTH).standalone.startswith(f"{YOUTH} → ")


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("다른 건 없어?", YOUTH),
        ("최대 얼마 빌려줘?", f"{YOUTH}, {COUPLE}"),
        ("최대 얼마 빌려줘?", ""),
        ("대출 금리 알려줘", YOUTH),
    ],
)
def test_others_or_one_of_two_are_not_that_thing(question: str, shown: str) -> None:
    assert YOUTH not in after(question, shown).standalone


def test_two_things_are_meant_where_two_are_asked_for() -> None:
    assert after("둘 중에 한도 높은 건?", f"{YOUTH}, {COUPLE}").standalone.startswith(f"{YOUTH}, {COUPLE}")


def test_the_code_of_an_alarm_stays_the_topic() -> None:
    [earlier] = talk("지금 화면에 WQ-401 떴는데 이거 뭐야?", pack=WATER)
    context = context_of("뭐부터 하면 되는데", [exchange_of(earlier)], pack=WATER)
    assert "WQ-401" in understand(replace(context, in_documents=True)).standalone


def test_another_number_replaces_the_code() -> None:
    [earlier] = talk("what does alarm WQ-302 mean", pack=WATER)
    context = context_of("and 301?", [exchange_of(earlier)], pack=WATER)
    assert "WQ-302" not in understand(replace(context, in_documents=True)).standalone


def test_which_month_means_no_month_before() -> None:
    *_, asked = talk("9월 정수 TOC 평균은?", "정수 TOC가 제일 높았던 달이 언제야", pack=WATER)
    assert "period" not in asked.slot_values()


def test_a_month_alone_is_of_what_was_spoken_of() -> None:
    *_, asked = talk("잔류염소 목표가 몇이야", "8월 실제 평균은?", pack=WATER)
    assert asked.slot_values().get("parameter") == ("chlorine",)


RENT = "can the landlord end the lease after 2 months of unpaid rent"


@pytest.mark.parametrize(
    ("earlier", "question", "asked"),
    [
        (RENT, "sorry typo, 4 months", RENT.replace("2", "4")),
        (RENT, "sry 4 months", RENT.replace("2", "4")),
        ("월세를 두 달 밀리면 해지되나요?", "오타, 세 달", "월세를 세 달 밀리면 해지되나요?"),
        ("월세를 두 달 밀리면 해지되나요?", "아 오타였네 5개월", "월세를 5개월 밀리면 해지되나요?"),
    ],
)
def test_a_corrected_figure_is_asked_for_in_the_question_before(earlier: str, question: str, asked: str) -> None:
    *_, found = talk(earlier, question, pack=LOANS)
    assert (found.question, found.standalone) == (asked, asked)


HOTEL = "hotel limit in london"


@pytest.mark.parametrize(
    ("question", "standalone"),
    [
        ("no wait, abroad", f"{HOTEL} → no wait, abroad"),
        ("no wait, what is the lunch limit", "no wait, what is the lunch limit"),
        ("sorry, how much is a locker", "sorry, how much is a locker"),
    ],
)
def test_a_correction_leans_unless_it_asks_itself(question: str, standalone: str) -> None:
    *_, found = talk(HOTEL, question, pack=load_pack(shipped_packs() / "handbook"))
    assert found.standalone == standalone
