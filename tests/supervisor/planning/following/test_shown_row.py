"""A column asked of the row that the last answer was about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from foundation.contracts.plan import Understanding
from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.planning.following.shown_row import asks_of_a_column
from supervisor.planning.understanding import understand
from tests.supervisor.planning.talks import context_of, exchange_of, talk

LOANS, COMPANY = load_pack(shipped_packs() / "real_estate"), load_pack(shipped_packs() / "handbook")


@pytest.mark.parametrize("question", ["몇년 만기지?", "최고 금리는 몇 프로까지 가?", "누가 받을 수 있어?",
                                      "최저금리는?", "그건 금리 최저 몇프로부터임"])  # fmt: skip
def test_words_of_a_column_ask_for_it(question: str) -> None:
    assert asks_of_a_column(question, ("loan",), LOANS)


@pytest.mark.parametrize("question", ["who provides it?", "how long before I can have it", "how often is it paid"])
def test_english_words_of_a_column_ask_for_it(question: str) -> None:
    assert asks_of_a_column(question, ("benefits",), COMPANY)


@pytest.mark.parametrize(
    ("question", "types", "korean"),
    [
        ("임대차 기간은 몇 년이야?", ("loan",), True),
        ("금리가 제일 낮은 건?", ("loan",), True),
        ("연봉 7천만원이면 그거 돼?", ("loan",), True),
        ("만기가 몇 년이지?", ("legal",), True),
        ("How often are passwords changed?", ("benefits",), False),
        ("who runs the Leeds office?", ("benefits",), False),
        ("How often do I get paid?", ("benefits",), False),
    ],
)
def test_other_words_ask_for_something_else(question: str, types: tuple[str, ...], korean: bool) -> None:
    assert not asks_of_a_column(question, types, LOANS if korean else COMPANY)


def after(question: str, shown: str) -> Understanding:
    """A question after one about benefits whose answer was about `shown`."""
    [earlier] = talk("Which benefit is worth the most?", pack=COMPANY)
    return understand(context_of(question, [replace(exchange_of(earlier), shown=shown)], pack=COMPANY))


def test_the_row_in_focus_is_asked_whatever_its_words_intend() -> None:
    asked = after("how many months till I qualify for it", "Season ticket loan")
    assert asked.data_types == ("benefits",) and "Season ticket loan" in asked.standalone


@pytest.mark.parametrize("shown", ["", "Season ticket loan, Cycle scheme"])
def test_without_one_row_in_focus_nothing_is_changed(shown: str) -> None:
    assert "Season ticket" not in after("how many months till I qualify for it", shown).standalone


def test_a_document_beside_the_table_is_left_out() -> None:
    [earlier] = talk("전세 들어갈 때 쓸 대출 알려줘", pack=LOANS)
    mixed = replace(exchange_of(earlier), shown="민법 제640조", data_types=("loan", "legal"))
    asked = understand(context_of("만기가 몇 년이지?", [mixed], pack=LOANS))
    assert "민법" not in asked.standalone


@pytest.mark.parametrize("question", ["how much is the gift worth", "what's the gift worth"])
def test_one_of_the_things_shown_is_called_by_a_word_of_its_name(question: str) -> None:
    asked = after(question, "Sabbatical, Anniversary gift")
    assert asked.data_types == ("benefits",) and asked.standalone.startswith("Anniversary gift")


@pytest.mark.parametrize("question", ["can i accept a gift from a client", "how many sabbatical and gift rules"])
def test_a_word_of_its_name_among_others_asks_for_something_else(question: str) -> None:
    assert "Anniversary" not in after(question, "Sabbatical, Anniversary gift").standalone
