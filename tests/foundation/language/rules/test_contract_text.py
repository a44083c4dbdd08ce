"""A contract in a message: kept apart from what is asked, and cut into sentences with their places."""

from __future__ import annotations

from foundation.language.rules.contract_text import contract_sentences, pasted_contract

LEASE = """주택 임대차 계약서
제1조(기간) 기간은 2년으로 한다.
제2조 임차인은 차임을 낸다. 임대인은 집을 인도한다.
제3조 끝."""


def test_what_is_asked_stands_apart_from_the_contract() -> None:
    before = pasted_contract(f"이 계약서 괜찮은지 봐줘\n{LEASE}")
    assert before is not None and (before.asked, before.contract) == ("이 계약서 괜찮은지 봐줘", LEASE)
    behind = pasted_contract(f"{LEASE}\n\n문제 있는지 검토해줘")
    assert behind is not None and behind.asked == "문제 있는지 검토해줘" and behind.contract.startswith("주택 임대차")
    alone = pasted_contract(LEASE)
    assert alone is not None and alone.asked == ""


def test_questions_and_lists_of_questions_are_no_contracts() -> None:
    assert pasted_contract("임대차 계약서에서 확인할 조항을 알려줘") is None
    assert pasted_contract("1. 시세는?\n2. 대출은?\n3. 복비는?") is None


def test_every_sentence_has_its_place_and_its_clauses_title() -> None:
    found = contract_sentences(LEASE)
    assert all(LEASE[one.start : one.end] == one.text for one in found)
    assert [one.text for one in found][1:4] == [
        "기간은 2년으로 한다.",
        "임차인은 차임을 낸다.",
        "임대인은 집을 인도한다.",
    ]
    assert found[1].title == "기간"


def test_an_english_contract_is_recognised_by_its_sections() -> None:
    lease = "Section 1 The tenant pays.\nSection 2 The landlord repairs.\nSection 3 The agreement ends."
    assert pasted_contract(f"Please review this\n{lease}") is not None
