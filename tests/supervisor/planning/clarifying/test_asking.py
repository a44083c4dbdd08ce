"""When nothing is asked back, whatever a name may mean."""

from __future__ import annotations

import csv
from dataclasses import replace

import pytest

from execution_agents.knowledge_graph.index import Collected, EntityIndex
from foundation.contracts.entities import Entity
from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.planning.clarifying.asking import Unclear, clarification_of
from supervisor.planning.plan import make_plan
from supervisor.planning.understanding import understand
from tests.supervisor.planning.talks import context_of, exchange_of
from tests.supervisor.scene import KnownSource, item

PACK = load_pack(shipped_packs() / "real_estate")
LOANS = (shipped_packs() / "real_estate" / "tables" / "loans.csv").read_text("utf-8").splitlines()


async def asked_after_a_search(question: str) -> Unclear | None:
    rows = tuple(
        item("loan_products", one["product"], one["product"], one["product"], **one) for one in csv.DictReader(LOANS)
    )
    lenders = dict.fromkeys(one.title.split()[0] for one in rows)
    named = [("product", one.title) for one in rows] + [("lender", one) for one in lenders]
    things = tuple(Entity(f"{of}:{one}", of, one, (), "loan_products") for of, one in named)
    index = EntityIndex(PACK, Collected(things, frozenset()))
    before = exchange_of(understand(context_of("2억 원까지 빌릴 수 있는 전세대출은 뭐가 있어?", pack=PACK)), "새움")
    context = replace(context_of(question, [before], pack=PACK), entities=index)
    plan = make_plan(understand(context), None, ("search",), PACK, "rules")
    return await clarification_of(
        plan, context, (), {"loan_products": KnownSource("loan_products", "table", always=rows)}
    )


@pytest.mark.parametrize(
    ("question", "asks"), [("한빛 전세대출 한도가?", True), ("방금 찾은 한빛 전세대출 한도가?", False)]
)
async def test_of_all_names_what_was_just_found_is_meant(question: str, asks: bool) -> None:
    assert (await asked_after_a_search(question) is not None) is asks
