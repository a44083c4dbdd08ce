"""Kinds of facts a pack declares are answered word for word, like those every pack has."""

from __future__ import annotations

from dataclasses import replace

import pytest

from execution_agents.answer.evidence.citations import numbered
from execution_agents.answer.quoting.direct import direct_fact
from execution_agents.answer.quoting.fact_kinds import asked_kinds, declared
from foundation.domains.schema.facts import Fact
from tests.execution_agents.answer.turns import PACK, asked, law, passage

FORM = Fact(
    name="form_number",
    label={"ko": "서식 번호", "en": "form number"},
    asked=("서식 번호", "form number"),
    held=r"(?:서식|form)\s?([A-Z]{1,4}-\d{1,5})",
)
OURS = PACK.model_copy(update={"facts": (FORM,)})
TRIP = "출장 신청서는 서식 HR-12를 쓴다. 휴가 신청서는 서식 HR-15를 쓴다."


def answer(question: str, text: str, language: str = "ko") -> str | None:
    request = replace(asked(question, law(passage("forms", "서식 목록", text)), language=language), pack=OURS)
    found = direct_fact(numbered(request.evidence), request)
    return found.sentence(language) if found else None


def test_the_value_is_given_with_what_the_pack_calls_it() -> None:
    assert answer("출장 신청서 서식번호는?", TRIP) == "자료에 적힌 서식 번호는 ‘HR-12’입니다. [1]"
    assert answer("Which form number has the trip?", "The trip has form TR-7.", "en") == (
        "The form number given in the documents is TR-7. [1]"
    )


@pytest.mark.parametrize("question", ["서식 번호는?", "연차 신청서 서식 번호는?", "출장 신청서는 어디에 내?"])
def test_what_is_not_certain_is_left_to_the_writer(question: str) -> None:
    assert answer(question, TRIP) is None


def test_a_packs_own_kind_comes_before_those_every_pack_has() -> None:
    port = FORM.model_copy(update={"name": "berth", "asked": ("포트",)})
    assert [one.declared for one in asked_kinds("포트는?", PACK.model_copy(update={"facts": (port,)}))] == ["berth"]
    assert [one.declared for one in asked_kinds("포트는?", PACK)] == [""]


def test_a_long_sentence_is_not_read_to_its_end() -> None:
    assert answer("출장 신청서 서식 번호는?", f"{'출장 신청서 ' * 1_000}서식 HR-12") is None
    assert declared(FORM) is declared(FORM)
