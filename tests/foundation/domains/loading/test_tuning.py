"""Another figure in the place of the pack's: what stays, what changes, what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from foundation.domains.loading.tuning import UnfitFigures, tuned
from foundation.domains.schema import answering, retrieving
from foundation.domains.schema.pack import Pack, Replies


def pack(**parts: Any) -> Pack:
    """As little of a pack as figures need."""
    replies = Replies(greeting={}, about={}, irrelevant={}, unclear={})
    return Pack(
        name="p",
        version="1",
        title={},
        languages=("ko",),
        time_zone="UTC",
        intents=(),
        default_data_types=(),
        data_types=(),
        slots=(),
        sources=(),
        replies=replies,
        **parts,
    )


def test_a_figure_changes_alone_and_with_it_the_hash() -> None:
    own = pack(retrieval={"hybrid": {"top": 20, "dense_weight": {"numeric": 100}}})
    changed = tuned(own, {"hybrid": {"dense_weight": {"problem": 200}}}, {})
    assert (changed.retrieval.hybrid.top, changed.retrieval.hybrid.dense_weight_of("problem")) == (20, 200)
    assert changed.retrieval.hybrid.dense_weight_of("numeric") == 100
    assert changed.retrieval.hybrid.dense_weight_of("definition") == 700
    assert changed.retrieval.hash != own.retrieval.hash
    assert changed.answering.hash == own.answering.hash


def test_nothing_changed_is_the_very_pack() -> None:
    own = pack()
    assert tuned(own, {}, {}) is own


@pytest.mark.parametrize(
    ("retrieval", "answering", "sentence"),
    [
        ({"hybrid": {"topp": 3}}, {}, "`topp` is no key here; did you mean `top`?"),
        ({"hybrid": {"top": 0}}, {}, "`retrieval.hybrid.top` is 0; write a number that is at least 1."),
        ({"cut": {"least": 12}}, {}, "`retrieval.cut`: least 12 lies above most 10; give least a value up to 10."),
        ({}, {"longest": "long"}, "`answering.longest` is 'long'; write a whole number."),
        ({}, {"check": {"numbers_grave": 900}}, "`answering.check`: numbers_grave 900 lies above numbers 620; give it"),
        ({"hybrid": 3}, {}, "`retrieval.hybrid` is 3; "),
    ],
)
def test_what_does_not_fit_is_named_in_one_sentence(
    retrieval: dict[str, Any], answering: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(UnfitFigures) as refused:
        tuned(pack(), retrieval, answering)
    assert str(refused.value).startswith(sentence)
    assert "\n" not in str(refused.value)


def test_the_documents_figures_are_reachable_from_any_pack() -> None:
    wanted = retrieving.DOCUMENT.model_dump(mode="json"), answering.DOCUMENT.model_dump(mode="json")
    changed = tuned(pack(retrieval={"cut": {"most": 5}}), *wanted)
    assert changed.retrieval.hash == retrieving.DOCUMENT.hash
    assert changed.answering.hash == answering.DOCUMENT.hash


def test_an_arm_may_not_ask_for_another_index() -> None:
    with pytest.raises(UnfitFigures, match="write it into the pack"):
        tuned(pack(), {"hybrid": {"grams": [3, 4, 5]}}, {})
    assert tuned(pack(), {"hybrid": {"grams": [2, 3], "top": 20}}, {}).retrieval.hybrid.top == 20
