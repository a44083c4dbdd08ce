"""The tolerant parser: forgives fences, thinking and prose, and never takes part of a broken object for the reply."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foundation.contracts.ports import Message
from foundation.llm.structured import Malformed, parse_object, parse_reply, repair_messages, schema_message
from tests.foundation.llm.scripts import Verdict

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(max_size=8), JSON, max_size=4)
PROSE = st.text(alphabet=st.characters(blacklist_characters="{}`<>"), max_size=40)


@given(OBJECTS, PROSE, PROSE)
def test_an_object_is_found_between_any_prose(found: dict[str, Any], before: str, after: str) -> None:
    written = json.dumps(found, ensure_ascii=False)
    assert parse_object(f"{before} {written}\n{after}") == found
    assert parse_object(f"{before}\n```json\n{written}\n```\n{after}") == found
    assert parse_object(f"<think>{{maybe}} {written}</think>{before}{written}") == found


@given(OBJECTS, st.data())
def test_a_cut_object_is_never_taken_for_the_reply(found: dict[str, Any], data: st.DataObject) -> None:
    written = json.dumps(found, ensure_ascii=False)
    cut = data.draw(st.integers(0, len(written) - 1))
    with pytest.raises(Malformed):
        parse_object(written[:cut])


@given(st.text(max_size=300))
def test_any_text_is_an_object_or_malformed(text: str) -> None:
    try:
        assert isinstance(parse_object(text), dict)
    except Malformed as malformed:
        assert malformed.reason in ("empty", "bad_json")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("[" * 5_000, "bad_json"),
        ('{"a":' * 5_000, "bad_json"),
        ("{x} " * 500, "bad_json"),
        ('{"fits": true, "confidence": Infinity}', "bad_json"),
    ],
)
def test_hostile_replies_end_soon(text: str, reason: str) -> None:
    with pytest.raises(Malformed) as malformed:
        parse_object(text)
    assert malformed.value.reason == reason


def test_braces_in_prose_do_not_hide_the_object() -> None:
    assert parse_object('Use {x} and {y}: {"a": 1}') == {"a": 1}


def test_what_is_wrong_is_named_by_field() -> None:
    with pytest.raises(Malformed) as malformed:
        parse_reply('{"confidence": 7}', Verdict)
    assert (malformed.value.reason, malformed.value.field) == ("wrong_shape", "fits")
    assert malformed.value.problems == (
        "fits: Field required",
        "confidence: Input should be less than or equal to 1",
    )


def test_the_repair_quotes_a_bounded_part_of_the_reply_and_an_empty_one_not_at_all() -> None:
    malformed = Malformed("wrong_shape", ("fits: Field required",))
    quoted, asked = repair_messages("x" * 9_000, malformed)
    assert quoted == Message("assistant", "x" * 2_000)
    assert "- fits: Field required" in asked.content
    assert len(repair_messages("  ", malformed)) == 1


def test_the_shape_is_said_in_words_for_endpoints_that_know_no_schema() -> None:
    assert '"confidence"' in schema_message(Verdict).content
