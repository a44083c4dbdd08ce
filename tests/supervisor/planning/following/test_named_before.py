"""A question that may compute with what it names keeps its search, and knows what was asked before."""

from __future__ import annotations

from dataclasses import replace

from foundation.contracts.plan import Understanding
from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.planning.following.named_before import with_named_figures
from supervisor.planning.plan import ANALYSIS, teams_wanted
from supervisor.planning.requests import requests_of
from tests.supervisor.planning.talks import context_of, exchange_of, talk

PACK = load_pack(shipped_packs() / "handbook")


def read(*questions: str) -> tuple[Understanding, Understanding]:
    *before, last = talk(*questions, pack=PACK)
    exchanges = [replace(exchange_of(one), evidence=(f"e{at}",)) for at, one in enumerate(before)]
    return last, with_named_figures(last, context_of(questions[-1], exchanges, pack=PACK))


def test_the_search_stays_as_it_was_and_analysis_waits_for_it() -> None:
    last, found = read("whats the dinner limit", "and breakfast", "so dinner + breakfast for 4 days, max?")

    assert found.named is not None
    assert found.named.before == ("and breakfast", "whats the dinner limit")
    assert found.named.evidence == ("e1", "e0")
    assert found.model_copy(update={"named": None}) == last
    assert ANALYSIS in teams_wanted(found, PACK)


def test_a_question_without_arithmetic_is_unchanged() -> None:
    last, found = read("whats the dinner limit", "can i claim lunch for 4 days?")

    assert found == last


async def test_a_clause_that_asks_for_the_figure_alone_is_no_request() -> None:
    one = context_of("that plus the dental plan, how much a month?", pack=PACK)
    two = context_of("how much is the gym, and how much is the dental plan?", pack=PACK)

    assert (await requests_of(one)).read == ()
    assert len((await requests_of(two)).read) == 2
