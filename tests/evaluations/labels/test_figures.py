"""What counts as wrong, missed and needless: every way a turn can differ from its label."""

from __future__ import annotations

from typing import Any

import pytest

from evaluations.labels.baselines import BASELINES, without_judges
from evaluations.labels.figures import Judged, intents, judged, routes, slots, type_rates, unnecessary
from evaluations.labels.page import complaints
from evaluations.labels.talking import Turned
from evaluations.rates import Share
from foundation.domains.loading.labels import Conversation, LabelledTurn


def turn(**keys: Any) -> LabelledTurn:
    given = {"q": "시세 알려줘", "case": "first", "types": {"market": "reused"}, "decision": "reuse"} | keys
    return LabelledTurn.model_validate(given)


def one(label: LabelledTurn, **did: Any) -> Judged:
    return Judged("development", "c", 1, label, Turned(**did))


@pytest.mark.parametrize(
    ("types", "done", "wrong", "missed"),
    [
        ({"market": "reused"}, {"market": "reused"}, (), ()),
        ({"market": "reused"}, {"market": "searched"}, (), ("market",)),
        ({"market": "reused"}, {}, (), ("market",)),
        ({"market": "searched"}, {"market": "searched"}, (), ()),
        ({"market": "searched"}, {"market": "failed"}, (), ()),
        ({"market": "searched"}, {"market": "reused"}, ("market",), ()),
        ({"legal": "searched"}, {"legal": "searched", "market": "reused"}, ("market",), ()),
        ({"legal": "reused", "market": "searched"}, {"legal": "searched", "market": "reused"}, ("market",), ("legal",)),
        ({}, {"market": "reused"}, ("market",), ()),
    ],
)
def test_each_data_type_is_right_wrong_or_missed(
    types: dict[str, str], done: dict[str, str], wrong: tuple[str, ...], missed: tuple[str, ...]
) -> None:
    found = one(turn(types=types), types=done)
    assert (found.wrong, found.missed) == (wrong, missed)


def test_rates_count_data_types_and_a_reuse_nobody_needed_is_a_wrong_one() -> None:
    turns = [
        one(turn(types={"legal": "reused", "market": "searched"}), types={"legal": "reused", "market": "reused"}),
        one(turn(types={"legal": "searched"}), types={"legal": "searched", "market": "reused"}),
        one(turn(types={"legal": "reused"}), types={"legal": "searched"}, asked=True),
    ]
    rates = type_rates(turns)
    assert (rates.n, rates.reuse, rates.wrong, rates.missed) == (3, Share(1, 2), Share(2, 3), Share(1, 2))
    assert rates.asked == Share(1, 3)
    assert type_rates(turns, "legal").wrong == Share(0, 1)


@pytest.mark.parametrize(("may_ask", "asked", "needless"), [(True, True, 0), (False, True, 1), (False, False, 0)])
def test_a_question_is_needless_only_where_asking_is_not_reasonable(may_ask: bool, asked: bool, needless: int) -> None:
    assert unnecessary([one(turn(may_ask=may_ask), asked=asked)]) == Share(needless, 1)


def test_what_is_not_labelled_is_not_rated() -> None:
    silent = one(turn(), intent="legal_consult", route="simple", slots={"region": ("a",)})
    assert (intents([silent]), routes([silent]), slots([silent])) == (Share(0, 0), Share(0, 0), Share(0, 0))


@pytest.mark.parametrize(
    ("label", "read", "right"),
    [
        (("a", "b"), ("b", "a"), True),
        (("a",), ("a", "b"), False),
        (("*",), ("anything",), True),
        (("*",), (), False),
        ((), (), True),
        ((), ("a",), False),
    ],
)
def test_a_slot_is_exactly_what_the_label_says(label: tuple[str, ...], read: tuple[str, ...], right: bool) -> None:
    found = one(turn(slots={"region": label}), slots={"region": read})
    assert slots([found]) == Share(int(right), 1)


def test_every_difference_is_reported_with_the_question() -> None:
    label = turn(
        route="simple",
        intent="market_inquiry",
        slots={"region": ["a"]},
        types={"legal": "reused", "market": "searched"},
    )
    found = one(
        label, intent="legal_consult", route="rag_required", slots={}, asked=True,
        types={"legal": "searched", "market": "reused"}, why={"legal": ("gate:number",)},
    )  # fmt: skip
    text = "\n".join(complaints(found))
    assert all("시세 알려줘" in line for line in complaints(found))
    for part in ("market wrongly reused", "legal searched", "gate:number", "asked without need", "legal_consult, not",
                 "rag_required, not simple", "region read as nothing, not a"):  # fmt: skip
        assert part in text


def test_nothing_is_said_of_a_turn_that_went_as_labelled() -> None:
    assert not list(complaints(one(turn(intent="market_inquiry"), intent="market_inquiry", types={"market": "reused"})))


CONVERSATION = Conversation(
    id="c",
    language="ko",
    turns=(
        turn(types={"market": "searched"}, decision="search"),
        turn(),
        turn(age="2d"),
        turn(types={"legal": "searched"}, decision="search"),
    ),
)


@pytest.mark.parametrize(
    ("title", "reuse", "wrong"),
    [
        ("never reuses", Share(0, 2), Share(0, 2)),
        ("always reuses", Share(2, 2), Share(0, 2)),
        ("time-to-live cache, 5 min", Share(1, 2), Share(0, 2)),
    ],
)
def test_programs_without_judges_know_only_what_came_before(title: str, reuse: Share, wrong: Share) -> None:
    rates = type_rates(judged("test", CONVERSATION, without_judges(CONVERSATION, BASELINES[title])))
    assert (rates.reuse, rates.wrong) == (reuse, wrong)


def test_always_reusing_is_wrong_where_another_place_is_asked_for() -> None:
    other = CONVERSATION.model_copy(update={"turns": (CONVERSATION.turns[0], CONVERSATION.turns[0])})
    rates = type_rates(judged("test", other, without_judges(other, BASELINES["always reuses"])))
    assert rates.wrong == Share(1, 2)
