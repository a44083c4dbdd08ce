"""Something named that the data has nothing of: the answer says so before it offers anything else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from execution_agents.answer.checks.absent import absent_names
from execution_agents.answer.writing.draft import write_answer
from foundation.contracts.ports import Usage
from foundation.domains.loading.loader import load_pack, shipped_packs
from tests.execution_agents.answer.turns import Heard, asked, batch, loan, passage

SHIPPED = load_pack(shipped_packs() / "real_estate")
LOANS = batch(
    "loan",
    loan("새움 청년 전세대출", 2.2, 3.3, 200_000_000),
    loan("두레 신혼부부 전세대출", 1.9, 3.3, 250_000_000),
    loan("첫집 생애최초 주택구입대출", 2.65, 3.95, 240_000_000),
)


def notice(*names: str, language: str = "ko") -> str:
    request = asked("금리는?", LOANS, language=language, pack=SHIPPED, data_types=("loan",))
    return absent_names(replace(request, named_things=names))


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("버팀목 대출",), "버팀목 대출"),
        (("카카오뱅크", "새움"), "카카오뱅크"),
        (("무궁화 대출", "버팀목 대출"), "무궁화 대출’, ‘버팀목 대출"),
    ],
)
def test_a_name_the_evidence_has_nothing_of_is_said(names: tuple[str, ...], said: str) -> None:
    assert notice(*names).startswith(f"찾은 자료에 ‘{said}’에 관한 것은 없습니다.")


def test_an_english_name_is_said_in_english() -> None:
    assert notice("Rainbow loans", language="en").startswith("There is no “Rainbow loans” in the data found.")


@pytest.mark.parametrize("name", ["새움 청년 전세대출", "두레", "새움청년전세대출"])
def test_what_the_rows_hold_however_spaced_is_not_denied(name: str) -> None:
    assert notice(name) == ""


def test_nothing_is_said_where_nothing_could_be_mistaken_for_it() -> None:
    request = asked("버팀목 대출 금리는?", pack=SHIPPED, data_types=("loan",))
    assert absent_names(replace(request, named_things=("버팀목 대출",))) == ""


async def test_the_answer_begins_with_it_streams_it_and_lists_it_as_a_notice() -> None:
    heard = Heard()
    request = asked("버팀목 대출 금리는?", LOANS, pack=SHIPPED, data_types=("loan",))
    request = replace(request, named_things=("버팀목 대출",))
    answer = await write_answer(request, None, Usage(), heard.delta, heard.emit)
    said = notice("버팀목 대출")
    assert answer.content.startswith(f"{said}\n\n새움 청년 전세대출")
    assert answer.notices[0] == said
    assert answer.content.count(said) == 1
    assert heard.text == answer.content


def test_a_korean_name_is_not_denied_over_a_text_without_a_korean_letter() -> None:
    hotels = batch("legal", passage("h", "Hotel, London", "Hotel, London | £165 a night"), kind="documents")
    request = replace(asked("런던은?", hotels, pack=SHIPPED), named_things=("런던",))
    assert absent_names(request) == ""
    assert "Paris" in absent_names(replace(request, named_things=("Paris",)))
