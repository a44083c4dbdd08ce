"""Passages made ready for counting say the same as the passages themselves."""

from __future__ import annotations

import gc
import random
import weakref

import pytest

from execution_agents.retrieval import cascade, coverage
from execution_agents.retrieval.chunking import one_chunk
from execution_agents.retrieval.coverage import Coverage, Wanted, Worth
from execution_agents.retrieval.index.lexical import build_in_memory
from execution_agents.retrieval.index.places import Beginning
from execution_agents.retrieval.index.prepared import FoundPassage, prepare, prepared_of
from foundation.contracts.ports import Hit

STRANGE = "첫 줄\x1f,12\n\n둘째: 𝒳 표|칸 제1조. ﬁn 5,000원! 끝\x1e"


@pytest.mark.parametrize(
    ("title", "text"), [("제목 1,2", STRANGE), ("", STRANGE), (STRANGE, "가"), ("a" * 300, "b\n" * 90)]
)
def test_what_the_index_keeps_of_a_passage_is_what_would_be_made_of_it_now(title: str, text: str) -> None:
    chunk = one_chunk("one", title, f"{text} 찾는말")
    found = build_in_memory([chunk]).search("찾는말", 1)[0]
    assert isinstance(found, FoundPassage)
    assert (found.item_id, found.title, found.text) == ("one", title, chunk.text)
    assert found.prepared == prepare(title, chunk.text)
    assert prepared_of(Hit("other", "h", "h", title, chunk.text, 0.0)) == found.prepared


def test_parts_begin_where_they_are_said_to_and_figures_are_the_texts() -> None:
    found = prepare("제7조", "증액은 20분의 1. 한 번만!\n끝")
    parts = [found.words[start:end] for start, end in zip(found.starts, (*found.starts[1:], None), strict=True)]
    assert [part.split() for part in parts] == [["제7조"], ["증액은", "20분의", "1"], ["한", "번만"], ["끝"]]
    assert found.figures == "20 1"
    assert found.body == "".join(parts[1:])
    assert prepare("제목뿐", "").body == ""


def test_the_best_window_is_the_best_of_all_windows_tried_one_by_one() -> None:
    chance = random.Random(7)
    words = ["가나", "다라", "마바", "사아", "자차"]
    wanted = [Wanted(((Beginning(f" {word}", 0.5 + at),),), 0.5 + at) for at, word in enumerate(words)]
    for _ in range(300):
        title = " ".join(chance.sample(words, chance.randint(0, 2)))
        said = [" ".join(chance.choices([*words, "없는", "말"], k=3)) for _ in range(chance.randint(1, 9))]
        got, _ = Coverage(wanted).of([prepare(title, "\n".join(said))])[0]
        best = max(
            sum(0.5 + at for at, word in enumerate(words) if word in f"{title} {' '.join(said[start : start + 2])}")
            for start in range(len(said))
        )
        assert got == pytest.approx(best / sum(one.most for one in wanted))
    assert coverage.ALTERNATIVE < 1


def test_looking_at_pieces_first_loses_no_near_duplicate() -> None:
    chance = random.Random(11)
    letters = [chr(code) for code in range(0xAC00, 0xAC00 + 400)]
    text = " ".join("".join(chance.choices(letters, k=4)) for _ in range(150))
    for at in range(200):
        # At most five letters of 600 changed, wherever they stand: some 10 of 300 3-grams, likeness above 0.9.
        changed = list(text)
        for place in chance.sample(range(len(text)), 5):
            changed[place] = changed[place] if changed[place] == " " else "각"
        found = cascade.near_duplicates([("a", "", text), ("b", "", "".join(changed)), (str(at), "", "딴 글")])
        assert found["a"] == {"a", "b"}


def test_an_index_goes_with_its_last_user_though_what_was_read_of_it_is_kept() -> None:
    index = build_in_memory([one_chunk("one", "제목", "전세 찾는말")])
    worth = Worth(len(index), index.holders)
    assert index.search("찾는말", 1)
    assert worth.wanted("찾는말", ()).chains
    held = weakref.ref(index)
    gc.disable()  # a lease is given back at once, not when the collector comes by
    try:
        del index
        assert held() is None
    finally:
        gc.enable()
