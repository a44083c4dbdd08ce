"""What messages ask of the document team, by rules."""

from __future__ import annotations

from datetime import date

import pytest

from execution_agents.document.asking import document_asked, removes
from foundation.contracts.drafting import DocumentVersion
from foundation.domains.loading.loader import load_pack, shipped_packs

PACK = load_pack(shipped_packs() / "real_estate")
TODAY = date(2026, 11, 25)
HELD = DocumentVersion(document_id="d", template="housing_lease", title="t", language="ko", markdown="x")


@pytest.mark.parametrize(
    ("question", "kind", "template", "clauses"),
    [
        ("전세 계약서 작성해줘", "draft", "housing_lease", ()),
        ("상가 계약서 만들어 주세요", "draft", "shop_lease", ()),
        ("Write a sale contract", "draft", "sale_contract", ()),
        ("반려동물 특약 넣은 월세 계약서 만들어줘", "draft", "housing_lease", ("pets",)),
        ("반려동물 특약 써줘", "clause", "", ("pets",)),
        ("전세권 설정 특약 문구 작성해줘", "clause", "", ("jeonse_right",)),
        ("Please write a pet clause for my lease", "clause", "", ("pets",)),
    ],
)
def test_drafts_and_clauses_are_told_apart(question: str, kind: str, template: str, clauses: tuple[str, ...]) -> None:
    asked = document_asked(question, PACK, None, TODAY)
    assert asked is not None
    assert (asked.kind, asked.template, asked.clauses) == (kind, template, clauses)


@pytest.mark.parametrize(
    "question",
    [
        "계약서 쓰는 법 알려줘",
        "반려동물 특약이 뭐야?",
        "How do I write a lease?",
        "계약서 작성할 때 주의할 점",
        "시세 알려줘",
    ],
)
def test_questions_about_documents_ask_for_none(question: str) -> None:
    assert document_asked(question, PACK, None, TODAY) is None


@pytest.mark.parametrize(
    "question", ["보증금을 3억으로 바꿔줘", "Change the deposit to 280 million won", "반려동물 특약 추가해줘"]
)
def test_a_document_in_the_conversation_is_changed(question: str) -> None:
    asked = document_asked(question, PACK, HELD, TODAY)
    assert asked is not None and (asked.kind, asked.document_id) == ("change", "d")


def test_a_question_with_the_same_words_changes_nothing() -> None:
    assert document_asked("보증금을 3억으로 올리면 복비가 얼마야?", PACK, HELD, TODAY) is None


def test_clauses_go_where_they_are_to_be_left_out() -> None:
    assert removes("반려동물 특약 빼줘")
    assert not removes("반려동물 특약 빼지 말고 넣어줘")
