"""The rules' understanding, measured on the development half of the pack's labels (the test half is only reported)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
import yaml

from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Pack
from supervisor.planning.context import Exchange
from supervisor.planning.understanding import understand
from tests.supervisor.planning.talks import context_of, exchange_of

FOLDER = shipped_packs() / "real_estate"
Score = Counter[str]


@pytest.fixture(scope="module")
def pack() -> Pack:
    """The shipped pack."""
    return load_pack(FOLDER)


@pytest.fixture(scope="module")
def shares(pack: Pack) -> dict[str, float]:
    """What is judged -> share understood as labelled."""
    right, judged = Score(), Score()
    conversations: list[dict[str, Any]] = yaml.safe_load((FOLDER / "labels" / "development.yaml").read_text("utf-8"))
    for conversation in conversations:
        exchanges: list[Exchange] = []
        for turn in conversation["turns"]:
            understood = understand(context_of(turn["q"], exchanges, pack=pack))
            exchanges.append(exchange_of(understood))
            for name, is_right in _judged(turn, understood.model_dump(), understood.slot_values()):
                judged[name] += 1
                right[name] += is_right
    return {name: right[name] / judged[name] for name in judged}


def _judged(
    turn: dict[str, Any], understood: dict[str, Any], slots: dict[str, tuple[str, ...]]
) -> list[tuple[str, bool]]:
    results = [(name, understood[name] == turn[name]) for name in ("route", "intent") if name in turn]
    results.append(("data_types", set(understood["data_types"]) == set(turn["types"])))
    for name, wanted in turn.get("slots", {}).items():
        found = slots.get(name, ())
        results.append(("slots", bool(found) if wanted == ["*"] else found == tuple(wanted)))
    return results


@pytest.mark.parametrize(("what", "least"), [("route", 0.98), ("intent", 0.98), ("data_types", 0.98), ("slots", 0.98)])
def test_the_development_half_is_understood(shares: dict[str, float], what: str, least: float) -> None:
    assert shares[what] >= least


def test_every_example_of_an_intent_is_read_as_that_intent(pack: Pack) -> None:
    read = {
        (intent.name, example): understand(context_of(example, pack=pack)).intent
        for intent in pack.intents
        for example in intent.examples
    }
    assert {key: found for key, found in read.items() if found != key[0]} == {}


@pytest.mark.parametrize(
    ("question", "intent", "data_types"),
    [
        ("달서구에서 전세 계약할 때 조심할 점은?", "legal_consult", {"legal"}),
        ("전세 3억이면 5% 올리면 얼마야?", "legal_consult", {"legal"}),
        ("부동산 시세 조작하면 처벌받아?", "legal_consult", {"legal", "market"}),
        ("달서구 시세와 갱신 한도와 대출 금리 모두", "loan_consult", {"legal", "market", "loan"}),
    ],
)
def test_a_question_of_law_that_speaks_of_prices_is_one_of_law(
    pack: Pack, question: str, intent: str, data_types: set[str]
) -> None:
    understood = understand(context_of(question, pack=pack))
    assert (understood.intent, set(understood.data_types)) == (intent, data_types)


@pytest.mark.parametrize(
    "question",
    ["다가구주택 계약할 때 신탁원부도 봐야 하나요?", "고양이를 키워도 되나요?", "Can I keep a pet in a rented flat?"],
)
def test_what_the_contract_guide_tells_is_looked_up_there_too(pack: Pack, question: str) -> None:
    understood = understand(context_of(question, pack=pack))
    assert (understood.intent, set(understood.data_types)) == ("contract_consult", {"legal", "contract"})


def test_small_tenants_priority_payment_is_law_and_no_loan(pack: Pack) -> None:
    question = "What is the priority repayment amount for small tenants in Seoul?"
    assert understand(context_of(question, pack=pack)).intent == "legal_consult"
