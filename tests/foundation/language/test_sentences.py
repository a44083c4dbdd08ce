"""Where sentences end, and in which language they are."""

from __future__ import annotations

import pytest

from foundation.language.sentences import in_language, sentences_of


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("# 제목\n\n가나다. 라마바!\n\n- 사아", ["가나다.", "라마바!", "사아"]),
        ("# 제목뿐", ["제목뿐"]),
        ("2009. 5. 8. 개정되었다. 끝.", ["2009. 5. 8. 개정되었다.", "끝."]),
        ("정원은 30. 다음 조로 간다.", ["정원은 30.", "다음 조로 간다."]),
        ("It opened in 1998. Later it closed.", ["It opened in 1998.", "Later it closed."]),
        ("1. 밸브를 연다.\n2. 10분 기다린다.", ["1. 밸브를 연다.", "2. 10분 기다린다."]),
        ("| 수온 | CT |\n| --- | ---: |\n| 10 ℃ | **22** |\n끝.", ["수온 | CT", "10 ℃ | 22", "끝."]),
        ("", []),
    ],
)
def test_sentences_of_a_passage(text: str, sentences: list[str]) -> None:
    assert sentences_of(text) == sentences


def test_of_a_guide_that_repeats_itself_in_another_language_the_persons_is_taken() -> None:
    both = ["보증금을 올린다.", "The deposit rises."]
    assert in_language(both, "ko") == ["보증금을 올린다."]
    assert in_language(both, "en") == ["The deposit rises."]
    assert in_language(["보증금"], "en") == ["보증금"]
    table = ["수온 | CT", "10 ℃ | 22 mg·min/L"]
    assert in_language(table, "ko") == table
    assert in_language(table, "en") == table


def test_an_empty_cell_of_a_table_is_shown_as_one() -> None:
    assert sentences_of("| 공정 | 시간 |\n| --- | --- |\n| 취수 | |") == ["공정 | 시간", "취수 | -"]


def test_a_row_of_a_table_is_one_sentence_with_the_stops_in_its_cells() -> None:
    rows = (
        "| 근거 | 구분 | 비고 |",
        "| --- | --- | --- |",
        "| 제10조 | 1. | 서울. 그 밖은 다르다. |",
        "| 제10조 | 2. | 부산 |",
    )
    assert sentences_of("\n".join((*rows, "", "끝. 또 끝."))) == [
        "근거 | 구분 | 비고",
        "제10조 | 1. | 서울. 그 밖은 다르다.",
        "제10조 | 2. | 부산",
        "끝.",
        "또 끝.",
    ]


def test_the_letters_and_numbers_of_a_statutes_list_end_no_sentence() -> None:
    text = "다음과 같다. 1. 거짓말한 자 1의2. 따르지 아니한 자\n가. 자연인인 경우 성명\n나. 법인인 경우 상호"
    assert sentences_of(text) == [
        "다음과 같다.",
        "1. 거짓말한 자 1의2. 따르지 아니한 자",
        "가. 자연인인 경우 성명",
        "나. 법인인 경우 상호",
    ]


def test_when_a_paragraph_was_changed_belongs_to_it() -> None:
    text = "① 첫째 항이다. <개정 2009.5.8> ② 둘째 항이다. <신설 2013.8.13, 2015.1.6>"
    assert sentences_of(text) == ["① 첫째 항이다. <개정 2009.5.8>", "② 둘째 항이다. <신설 2013.8.13, 2015.1.6>"]
