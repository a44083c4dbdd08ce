"""PDF as it is read: which lines are one paragraph, which letters one word, what belongs to the page and not to the
text."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from reportlab.pdfbase import pdfmetrics

from execution_agents.ingest.reading.pdf import read
from tests.execution_agents.ingest.originals import FONT, lines, pdf, together

FULL = "창고의 관리와 점검에 관한 사항을 정하여 물건을 안전하게 지키는 것을 그 목적으로 하고"
"""As wide as the page's text."""
STORES = (
    "관리자는 창고의 출입문과 소화기를 점검하고 점검한 날짜를 장부에 적는다. 점검한 날짜를 장부에 적지 아니한 관리자는 "
    "소유자에게 이유를 알린다. 소유자는 창고의 물건을 찾으려면 관리자에게 신청서를 낸다. 신청서를 받은 관리자는 물건을 "
    "지체 없이 소유자에게 내준다. 창고의 출입문을 여는 사람은 출입문을 연 시각을 장부에 적는다. 관리자는 장부를 "
)


def blocks(path: Path) -> list[tuple[str, str]]:
    found = read(path)
    return [(one[0], found["text"][one[1] : one[2]]) for one in found["blocks"]]


def places(path: Path) -> list[dict[str, int]]:
    return [one[6] for one in read(path)["blocks"]]


def page(*words: str, at: float = 780) -> Any:
    return lines(at, *((10, one) for one in words))


def spaced(*rows: tuple[float, str]) -> Any:
    """Lines by their distance from the one before."""

    def draw(canvas: Any) -> None:
        height = 780.0
        for gap, words in rows:
            height -= gap
            canvas.setFont(FONT, 10)
            canvas.drawString(60, height, words)

    return draw


def by_letter(text: str, width: float) -> Sequence[str]:
    """Lines of this width at most, broken wherever they end."""
    found = [""]
    for letter in text:
        if cast(Any, pdfmetrics).stringWidth(found[-1] + letter, FONT, 10) > width:
            found.append("")
        found[-1] = (found[-1] + letter).lstrip()
    return [line.strip() for line in found]


def test_an_article_begins_a_paragraph_below_a_full_line_too(tmp_path: Path) -> None:
    path = pdf(tmp_path / "a.pdf", [page("제1조(목적) 이 규정은", FULL, "제2조(뜻) 창고란 물건을 두는 곳이다.")])
    assert [words for kind, words in blocks(path) if kind == "heading"] == ["제1조(목적)", "제2조(뜻)"]


def test_a_line_within_a_sentence_may_begin_with_an_articles_number(tmp_path: Path) -> None:
    path = pdf(tmp_path / "a.pdf", [page("제1조(목적) 이 규정은", FULL, "제2조 및 제3조에 따라 한다.")])
    assert [words for kind, words in blocks(path) if kind == "heading"] == ["제1조(목적)"]


def test_a_line_goes_on_where_the_next_word_had_no_room(tmp_path: Path) -> None:
    short = FULL[:36].strip()
    long = "창고관리자자격시험합격자명부를 보인다."
    assert blocks(pdf(tmp_path / "a.pdf", [page(FULL, "한다.", short, long)]))[-1][1] == f"{short} {long}"
    assert [words for _, words in blocks(pdf(tmp_path / "b.pdf", [page(FULL, "한다.", short, "그 밖의 것")]))][-2:] == [
        short,
        "그 밖의 것",
    ]


def test_paragraphs_set_further_apart_than_lines_are_parted(tmp_path: Path) -> None:
    rows = [(16.0, FULL)] * 12
    joined = blocks(pdf(tmp_path / "a.pdf", [spaced(*rows, (16, FULL))]))
    parted = blocks(pdf(tmp_path / "b.pdf", [spaced(*rows, (19, FULL))]))
    assert (len(joined), len(parted)) == (1, 2)


def test_words_are_whole_where_lines_break_between_any_letters(tmp_path: Path) -> None:
    text = (STORES * 4).strip()
    [(_, words)] = blocks(pdf(tmp_path / "a.pdf", [page(*by_letter(text, 300))]))
    assert words == text


def test_words_stay_apart_where_lines_break_between_words(tmp_path: Path) -> None:
    text = (STORES * 4).strip()
    found = blocks(pdf(tmp_path / "a.pdf", [page(*textwrap.wrap(text, 31))]))
    assert " ".join(words for _, words in found) == text


def test_a_sentence_goes_on_over_the_page_and_is_of_both(tmp_path: Path) -> None:
    path = pdf(tmp_path / "a.pdf", [page("제1조(목적) 이 규정은", FULL), page("지킨다. 끝.", "1. 출입문", "2. 소화기")])
    assert blocks(path)[1:] == [
        ("text", "이 규정은"),
        ("text", f"{FULL} 지킨다. 끝."),
        ("list", "1. 출입문\n2. 소화기"),
    ]
    assert places(path)[2:] == [{"page": 1, "page_to": 2}, {"page": 2}]


def test_a_page_that_ends_with_its_sentence_is_not_joined_to_the_next(tmp_path: Path) -> None:
    ended = FULL[:-1] + "함."
    path = pdf(tmp_path / "a.pdf", [page(ended), page("다음 쪽의 글이다.")])
    assert blocks(path) == [("text", ended), ("text", "다음 쪽의 글이다.")]


def test_two_pages_lose_their_running_head_and_numbers(tmp_path: Path) -> None:
    pages = [
        together(page("창고 관리법", at=815), page(f"{word}의 글이다.", "둘째 줄이다."), page(f"- {at} -", at=30))
        for at, word in ((1, "출입문"), (2, "소화기"))
    ]
    assert read(pdf(tmp_path / "a.pdf", pages))["text"].count("창고") == 0
    assert "- 1 -" not in read(pdf(tmp_path / "a.pdf", pages))["text"]


def test_what_two_pages_say_alike_within_their_text_stays(tmp_path: Path) -> None:
    pages = [page("점검 결과는 다음과 같다.", f"{word}는 정상이다.") for word in ("출입문", "소화기")]
    titled = [
        together(lines(815, (18, "점검표")), page(f"{word}는 정상이다.", at=700)) for word in ("출입문", "소화기")
    ]
    assert read(pdf(tmp_path / "a.pdf", pages))["text"].count("다음과 같다") == 2
    assert read(pdf(tmp_path / "b.pdf", titled))["text"].count("점검표") == 2
