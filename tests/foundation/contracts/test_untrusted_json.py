"""JSON of others: what is read, and what is too deep to begin."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foundation.contracts.untrusted_json import DEEPEST, loads, too_deep_at

TEXTS = st.text(st.sampled_from('[]{}"\\a가\n'))
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
    max_leaves=30,
)


@given(VALUES, st.sampled_from(("utf-8", "utf-16", "utf-32")))
def test_what_is_flat_is_read_as_json_reads_it(value: Any, encoding: str) -> None:
    text = json.dumps(value, ensure_ascii=False)
    assert loads(text) == value
    assert loads(text.encode(encoding)) == value


@given(TEXTS)
def test_the_limit_counts_levels_whatever_stands_in_texts(held: str) -> None:
    beside = json.dumps(held + "[" * 2 * DEEPEST, ensure_ascii=False)
    lists = f"[{beside}, " * DEEPEST + "0" + "]" * DEEPEST
    objects = f"{{{beside}: " * DEEPEST + "0" + "}" * DEEPEST
    for text in (lists, objects):
        assert loads(text) == json.loads(text)
        with pytest.raises(json.JSONDecodeError, match="nested deeper than 200 levels"):
            loads(f"[{text}]")


def test_many_brackets_beside_each_other_are_not_deep() -> None:
    text = json.dumps([[{}] * 3] * 1_000)
    assert loads(text) == json.loads(text)


@pytest.mark.parametrize("text", ["[" * 50_000, '{"a":' * 50_000, b"[" * 50_000, "]" * 300 + "[" * 300])
def test_what_never_ends_is_no_json_and_is_not_begun(text: str | bytes) -> None:
    with pytest.raises(json.JSONDecodeError):
        loads(text)


@pytest.mark.parametrize("text", ['"' + '\\"' * 400_000, '"\\' * 400_000])
def test_quotes_that_do_not_close_are_passed_over_once(text: str) -> None:
    """A second look at each of them would take hours."""
    assert too_deep_at("[" * (DEEPEST + 1) + text) == DEEPEST
    assert too_deep_at(text + "[" * (DEEPEST + 1)) is None
