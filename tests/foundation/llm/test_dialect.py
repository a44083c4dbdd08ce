"""What a request leaves out for an endpoint that refuses it, and what it is estimated to cost."""

from __future__ import annotations

from foundation.llm.budget import CallBudget, Prices, estimate_tokens
from foundation.llm.dialect import Dialect
from tests.foundation.llm.scripts import Verdict


def test_a_dialect_gives_up_when_nothing_is_left_to_leave_out() -> None:
    budget, left, complaints = CallBudget(top_p=0.9), Dialect(), 0
    while True:
        parameters = left.parameters("judge", budget, Verdict)
        smaller = left.without("bad request", parameters)
        if smaller is None:
            break
        left, complaints = smaller, complaints + 1
    assert (left.format, complaints) == ("text", 2)


def test_free_text_gives_up_metadata_first_and_leaves_the_reply_format_alone() -> None:
    first = Dialect().without("bad", Dialect().parameters("answer", CallBudget(), None))
    assert first is not None
    assert first == Dialect("json_schema", frozenset({"metadata"}))
    second = first.without("bad", first.parameters("answer", CallBudget(), None))
    assert second is not None
    assert second == Dialect("json_schema", frozenset({"metadata", "stream_options"}))
    assert second.without("bad", second.parameters("answer", CallBudget(), None)) is None


def test_a_refused_max_tokens_is_sent_under_its_newer_name() -> None:
    dialect = Dialect(refused=frozenset({"max_tokens", "temperature"}))
    parameters = dialect.parameters("judge", CallBudget(max_tokens=77), Verdict)
    assert parameters["max_completion_tokens"] == 77
    assert not parameters.keys() & {"max_tokens", "temperature"}


def test_estimates_and_prices() -> None:
    assert estimate_tokens("") == 0
    assert estimate_tokens("abcdefgh") == 2
    assert estimate_tokens("가나다") == 2
    assert Prices(2.0, 4.0).cost(500_000, 250_000) == 2.0
