"""The thing that is all a question names, where the pack has no such word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from execution_agents.ingest.shipped import named_in_files
from execution_agents.knowledge_graph.index import EntityIndex
from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.planning.for_people import for_people
from supervisor.planning.needs.unknown_alone import unknown_alone
from supervisor.planning.understanding import understand
from tests.supervisor.planning.talks import context_of

PACK = load_pack(shipped_packs() / "water_treatment")
INDEX = EntityIndex(PACK, named_in_files(PACK))


@pytest.mark.parametrize(("question", "thing"), [("탁상시계는?", "탁상시계"), ("what about the fountain?", "fountain")])
def test_what_no_file_of_the_pack_has_is_named(question: str, thing: str) -> None:
    assert unknown_alone(question, INDEX, context_of(question, pack=PACK)) == (thing,)


@pytest.mark.parametrize(
    "question",
    [
        "and manganese?",
        "9월은?",
        "침전수는?",
        "and the operators?",
        "차염은?",
        "and the stuff against the smell?",
        "P-701은?",
        "염화제이철은 얼마야?",
    ],
)
def test_what_it_has_or_says_otherwise_is_not(question: str) -> None:
    assert unknown_alone(question, INDEX, context_of(question, pack=PACK)) == ()


@pytest.mark.parametrize(("question", "name"), [("and arsenic?", "arsenic"), ("비소는 얼마야?", "비소")])
def test_a_thing_declared_to_be_elsewhere_is_named_whatever_table_would_hold_it(question: str, name: str) -> None:
    context = replace(context_of(question, pack=PACK), entities=INDEX)
    found = understand(context).model_copy(update={"data_types": ("readings",)})
    assert for_people(found, context).named_things == (name,)
