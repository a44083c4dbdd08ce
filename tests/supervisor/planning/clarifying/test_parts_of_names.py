"""A part of several rows' names is asked about only where the rows differ in what is asked for."""

from __future__ import annotations

import csv
from dataclasses import replace

import pytest

from execution_agents.knowledge_graph.index import Collected, EntityIndex
from foundation.contracts.entities import Entity
from foundation.contracts.pauses import Clarification
from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.planning.clarifying.parts_of_names import shared_part
from supervisor.planning.plan import make_plan
from supervisor.planning.understanding import understand
from tests.supervisor.planning.talks import context_of
from tests.supervisor.scene import KnownSource, item

TABLES = {
    "real_estate": ("loan_products", "loans", "product", "loan"),
    "handbook": ("benefits", "benefits", "benefit", "benefit"),
}
PACKS = {name: load_pack(shipped_packs() / name) for name in TABLES}


async def asked(question: str, pack: str = "real_estate") -> Clarification | None:
    """Over the pack's own table."""
    source, file, name, kind = TABLES[pack]
    lines = (shipped_packs() / pack / "tables" / f"{file}.csv").read_text("utf-8").splitlines()
    rows = tuple(item(source, one[name], one[name], one[name], **one) for one in csv.DictReader(lines))
    lenders = dict.fromkeys(one.title.split()[0] for one in rows if kind == "loan")
    named = [(kind, one.title) for one in rows] + [("lender", one) for one in lenders]
    things = tuple(Entity(f"{of}:{one}", of, one, (), source) for of, one in named)
    context = replace(
        context_of(question, pack=PACKS[pack]), entities=EntityIndex(PACKS[pack], Collected(things, frozenset()))
    )
    plan = make_plan(understand(context), None, ("search",), PACKS[pack], "rules")
    return await shared_part(plan, context, {source: KnownSource(source, "table", always=rows)})


def labels(found: Clarification | None) -> list[str]:
    return [] if found is None else [one.label for one in found.options]


async def test_loans_that_share_a_part_are_offered_with_their_whole_names() -> None:
    found = await asked("한빛 전세대출 한도가?")
    assert labels(found) == ["한빛 일반 전세대출 가형", "한빛 일반 전세대출 나형", "한빛 고액 전세대출"]
    assert found is not None
    assert found.options[2].query == "한빛 고액 전세대출 한도가?"
    for option in found.options:
        assert await asked(option.query) is None, "a choice leaves nothing open"


async def test_words_apart_from_each_other_are_parts_too() -> None:
    assert labels(await asked("두레 신생아 대출 금리 몇프로예요")) == [
        "두레 신생아 가구 전세대출",
        "두레 신생아 가구 주택구입대출",
    ]


@pytest.mark.parametrize("question", ["insurance waiting period?", "how much is the insurance a month?"])
async def test_the_word_of_a_kind_stands_for_its_rows(question: str) -> None:
    found = labels(await asked(question, "handbook"))
    assert found == ["Private health insurance", "Dental plan", "Life cover", "Income protection"]


@pytest.mark.parametrize(
    "question",
    [
        "한빛 고액 전세대출 한도?",  # one row
        "한빛 대출 뭐뭐 있어",  # all are wanted
        "한빛 전세대출 중에 금리 제일 낮은 건?",
        "대출 금리 얼마예요",  # too many to choose from
        "담보대출 LTV 얼마예요",  # the same for each
        "버팀목 전세대출 한도?",  # none of these
        "전세대출 딴데로 갈아타려는데 금리 얼마예요",  # 갈아타기 is another one's name
    ],
)
async def test_what_is_named_wanted_together_or_the_same_is_not_asked(question: str) -> None:
    assert await asked(question) is None
