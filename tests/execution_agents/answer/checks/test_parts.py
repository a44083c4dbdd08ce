"""A draft is taken apart into what it claims, with where each claim stands and what it cites."""

from __future__ import annotations

from execution_agents.answer.checks.findings import read_as
from execution_agents.answer.checks.parts import Part, parts_of


def parts(draft: str) -> list[tuple[str, str, tuple[int, ...]]]:
    return [(part.kind, part.text, part.cited) for part in parts_of(draft)]


def standing(draft: str, part: Part) -> str:
    return draft[part.start : part.end]


def test_a_sentence_cites_what_stands_in_it_and_right_behind_it() -> None:
    draft = "평균은 3억원입니다 [2]. 중위는 2억원입니다. [3][4] 그 밖은 없습니다."
    assert [one[2] for one in parts(draft)] == [(2,), (3, 4), ()]
    assert standing(draft, parts_of(draft)[1]) == "중위는 2억원입니다. [3][4]"


def test_items_are_claims_and_their_numbers_are_not() -> None:
    draft = "1. 영수증을 찍는다 [1]\n2. 60일 안에 낸다 [1]"
    first, second = parts_of(draft)
    assert (first.kind, first.text, second.text) == ("item", "영수증을 찍는다", "60일 안에 낸다")
    assert draft[second.opens :].startswith("60일")


def test_a_yes_belongs_to_its_sentence() -> None:
    [part] = parts_of("Yes, if it is cheaper on the day [1].")
    assert (part.text, part.start) == ("if it is cheaper on the day.", 0)


def test_rows_of_a_table_are_read_under_its_heads() -> None:
    draft = "| 구 | 평균 | 중위 |\n| --- | --- | --- |\n| 마포구 | 6억원 [4] | 5억원 |\n| 은평구 | 3억원 [8] | - |"
    first, second = parts_of(draft)
    assert (first.kind, first.cited, second.cited) == ("row", (4,), (8,))
    assert read_as(first) == "구 마포구, 평균 6억원, 중위 5억원"
    assert read_as(second) == "구 은평구, 평균 3억원"


def test_headings_claim_nothing() -> None:
    assert [one[1] for one in parts("## 요약\n**금리**\n금리는 2.2%입니다 [1].")] == ["금리는 2.2%입니다."]
