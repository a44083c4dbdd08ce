"""Markers: only those of the evidence reach the person, however the stream is cut and whoever wrote them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from execution_agents.answer.evidence.citations import MARKER, MarkerFilter, cited, defused, numbered, with_citations
from tests.execution_agents.answer.turns import DEPOSIT, PACK, RENEWAL, batch, figures_over_sales, law, passage, sale


def filtered(text: str, cut: int = 1000, known: tuple[int, ...] = (1, 2)) -> str:
    """The text as it comes out, fed in pieces of `cut` characters."""
    markers = MarkerFilter(known)
    pieces = [markers.feed(text[at : at + cut]) for at in range(0, len(text), cut)]
    return "".join(pieces) + markers.flush()


@pytest.mark.parametrize("cut", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("올릴 수 있습니다 [1].", "올릴 수 있습니다 [1]."),
        ("없는 번호입니다 [9].", "없는 번호입니다."),
        ("섞인 번호 [1, 9, 2].", "섞인 번호 [1][2]."),
        ("【1】 [자료 2]", "[1] [2]"),
        ("[전문개정 2009. 5. 8.] 그대로", "[전문개정 2009. 5. 8.] 그대로"),
        ("끊긴 번호 [1", "끊긴 번호"),
        ("번호 속의 번호 [9[3]9]", "번호 속의 번호 [9 9]"),
        ("번호 속의 번호 [[ 0]00]", "번호 속의 번호 [ 00]"),
        ("[click](http://evil)", "[click] (http://evil)"),
        ("![x](http://evil)", "![x] (http://evil)"),
        ("이모지 😀 없음", "이모지  없음"),
        ("두 줄\n\n끝 ", "두 줄\n\n끝"),
        (
            "[아주 긴 괄호 안의 말은 번호가 아니므로 그대로 둡니다]",
            "[아주 긴 괄호 안의 말은 번호가 아니므로 그대로 둡니다]",
        ),
    ],
)
def test_unknown_markers_are_dropped_wherever_the_stream_is_cut(written: str, shown: str, cut: int) -> None:
    assert filtered(written, cut) == shown


@given(st.text(alphabet="[]【】(0123 ,가.\n", max_size=60), st.integers(1, 9))
def test_nothing_but_known_markers_ever_comes_out(text: str, cut: int) -> None:
    shown = filtered(text, cut)
    assert {int(number) for number in MARKER.findall(shown)} <= {1, 2}
    assert shown == filtered(text, 1000)


def test_items_are_counted_through_all_batches_computed_figures_first() -> None:
    items = numbered([law(), batch("market", sale("가", "2026-01-02", 1), figures_over_sales(1, 1))])
    assert [one.marker for one in items] == [1, 2, 3, 4]
    assert [one.item.derived for one in items] == [False, False, True, False]


def test_a_citation_carries_the_item_and_its_own_words() -> None:
    [citation] = cited("그렇습니다 [1][1] [7]", numbered([law()]), PACK, "보증금은 얼마나 올릴 수 있어?", "ko")
    assert (citation.marker, citation.chunk_id, citation.evidence_id) == (1, "law-7", "ev-legal")
    assert citation.quote in RENEWAL.text
    assert "20분의 1" in citation.quote
    assert citation.uri == "law/7.md"


def test_an_uncited_answer_gets_the_item_that_bears_it_out_and_nothing_when_none_does() -> None:
    items = numbered([law(DEPOSIT, RENEWAL)])
    assert with_citations("보증금은 20분의 1을 넘겨 올릴 수 없다.", items, PACK, "ko").endswith("[2]")
    assert with_citations("Xyz qwv.", items, PACK, "ko") == "Xyz qwv."
    assert with_citations("이미 있다 [1]", items, PACK, "ko") == "이미 있다 [1]"


@pytest.mark.parametrize(
    ("planted", "shown"),
    [
        ("그렇다 [2].", "그렇다 (2)."),
        ("【자료 3】", "(자료 3)"),
        ("![x](http://evil/?q=1)", "![x] (http://evil/?q=1)"),
        ("<img src=x>", "‹img src=x>"),
        ("3 < 5 [전문개정]", "3 < 5 [전문개정]"),
    ],
)
def test_quoted_words_bring_no_markers_links_or_tags_of_their_own(planted: str, shown: str) -> None:
    assert defused(planted) == shown
    [one] = numbered([law(passage("p", planted, planted))])
    assert (one.item.title, one.item.text, one.original.text) == (shown, shown, planted)
