"""Which of several things is meant: what stands beside it, the rest of the question, what was spoken of."""

from __future__ import annotations

import pytest

from execution_agents.knowledge_graph.linker import NOTHING_BEFORE, link
from foundation.contracts.entities import REMEMBERED, Conversation, Mention
from tests.execution_agents.knowledge_graph import little_town

INDEX = little_town.index()


def only(question: str, conversation: Conversation = NOTHING_BEFORE) -> Mention:
    """The one sure mention."""
    (mention,) = [one for one in link(question, INDEX, conversation) if one.status != "weak"]
    return mention


def after(*questions: str) -> Conversation:
    """The conversation with these questions asked."""
    conversation = NOTHING_BEFORE
    for question in questions:
        conversation = conversation.after(link(question, INDEX, conversation))
    return conversation


@pytest.mark.parametrize(
    ("question", "words", "meant"),
    [
        ("대구 중구", "대구 중구", "대구 중구"),
        ("대구시 중구는?", "대구시 중구", "대구 중구"),
        ("Jung-gu, Daegu", "Jung-gu, Daegu", "대구 중구"),
        ("Jung-gu in Seoul", "Jung-gu in Seoul", "서울 중구"),
        ("수성구 중동 시세", "수성구 중동", "대구 수성구 중동"),
        ("대구 수성구 중동", "대구 수성구 중동", "대구 수성구 중동"),
    ],
)
def test_a_place_and_what_it_lies_in_are_one_thing(question: str, words: str, meant: str) -> None:
    mention = only(question)
    assert (mention.text, mention.entities) == (words, (f"region:{meant}",))


def test_a_bare_quarter_that_is_a_word_names_nothing_alone() -> None:
    assert link("중동 전쟁", INDEX) == ()


def test_a_shared_name_alone_is_ambiguous() -> None:
    mention = only("중구 시세")
    assert (mention.status, set(mention.entities)) == ("ambiguous", {"region:서울 중구", "region:대구 중구"})


def test_another_place_of_the_question_decides() -> None:
    assert [one.entities for one in link("수성구랑 중구 시세", INDEX)] == [
        ("region:대구 수성구",),
        ("region:대구 중구",),
    ]


def test_the_conversation_decides_and_its_last_word_weighs_most() -> None:
    assert only("중구는?", after("대구 수성구 시세")).entities == ("region:대구 중구",)
    assert only("중구는?", after("대구 수성구 시세", "강남구는?")).entities == ("region:서울 중구",)


def test_the_region_decides_between_complexes_of_one_name() -> None:
    assert [one.entities for one in link("수성구 현대아파트", INDEX)][0] == ("complex:대구 수성구/현대",)
    assert [one.status for one in link("현대아파트", INDEX)][0] == "ambiguous"


# --- articles ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("주임법 제6조의3은?", "주택임대차보호법/제6조의3"),
        ("주임법 6조의3", "주택임대차보호법/제6조의3"),
        ("주택임대차보호법 제7조 제2항", "주택임대차보호법/제7조"),
        ("주택임대차보호법상 제7조", "주택임대차보호법/제7조"),
        ("민법제618조", "민법/제618조"),
        ("민법 618조", "민법/제618조"),
        ("주임법 시행령 제8조", "주택임대차보호법 시행령/제8조"),
        ("Article 6-3 of the Housing Lease Act", "주택임대차보호법/제6조의3"),
        ("Housing Lease Act, art. 7", "주택임대차보호법/제7조"),
        ("제618조", "민법/제618조"),
    ],
)
def test_an_article_of_its_law(question: str, meant: str) -> None:
    assert [one.entities for one in link(question, INDEX)][-1] == (f"article:{meant}",)


def test_two_numbers_behind_one_law_are_both_of_it() -> None:
    found = link("민법 제618조와 제623조 차이", INDEX)
    assert [one.entities for one in found] == [("article:민법/제618조",), ("article:민법/제623조",)]


def test_an_article_without_a_law_waits_for_the_law_of_the_conversation() -> None:
    assert only("제3조는?").status == "ambiguous"
    assert only("제3조는?", after("민법 제618조")).entities == ("article:민법/제3조",)
    assert only("제3조는?", after("민법 제618조", "상임법이 뭐야")).entities == ("article:상가임대차보호법/제3조",)
    assert only("3조는?", after("민법 제618조")).entities == ("article:민법/제3조",)
    assert only("3조는?").status == "ambiguous"


def test_a_bare_number_among_other_words_may_be_anything() -> None:
    assert link("3조 근무는 몇 시부터야?", INDEX) == ()
    assert link("예산 3조", INDEX) == ()


def test_the_law_spoken_of_that_has_no_such_article_leaves_it_to_the_others() -> None:
    assert only("제10조는?", after("민법 제618조")).entities == ("article:상가임대차보호법/제10조",)


def test_an_article_that_its_law_lacks_is_unknown_and_says_of_which() -> None:
    mention = only("민법 제10조")
    assert (mention.status, mention.parent, mention.entities) == ("unknown", "law:민법", ())


def test_a_name_of_two_laws_leaves_the_article_ambiguous() -> None:
    mention = only("임대차보호법 제3조")
    assert mention.entities == ("article:주택임대차보호법/제3조", "article:상가임대차보호법/제3조")


def test_a_decree_named_alone_is_the_one_of_the_law_spoken_of() -> None:
    assert only("시행령 제8조", after("주임법 제7조")).entities == ("article:주택임대차보호법 시행령/제8조",)


# --- what is remembered -----------------------------------------------------------------------------------------------


def test_a_bare_name_behind_one_of_its_kind_is_of_that_kind() -> None:
    assert only("신한은 어때?", after("국민은행 금리")).type == "bank"
    assert only("화성은?", after("두류역자이 시세")).entities == ("complex:대구 수성구/화성",)


def test_a_conversation_keeps_the_latest_and_not_what_was_refused() -> None:
    conversation = after("강남구 말고 구로구 시세", "고마워")
    assert conversation.named == ("region:서울 구로구",)
    assert conversation.types == ("region",)
    long = Conversation(tuple(f"region:{at}" for at in range(REMEMBERED))).after(link("강남구", INDEX))
    assert (long.named[0], len(long.named)) == ("region:서울 강남구", REMEMBERED)
