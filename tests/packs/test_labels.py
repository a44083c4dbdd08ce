"""The labels speak of declared things, cover every case in both halves, and the test half is the committed one."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Pack, TableSource

FOLDER = shipped_packs() / "real_estate"
HALVES = ("development", "test")
CASES = {
    *("first", "same_region", "other_region", "other_period", "narrowing", "stale", "amended_law", "missing_type"),
    *("partial", "negation", "number_changed", "reversal", "latest", "just_now", "assistant_words", "small_talk"),
    *("off_topic", "unclear", "other_topic", "same_question"),
}
OPTIONAL_CASES = {"broadening"}
KEYS = {"q", "case", "route", "intent", "slots", "types", "decision", "may_ask", "age", "change", "note"}


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(FOLDER)


def conversations(half: str) -> list[dict[str, Any]]:
    return yaml.safe_load((FOLDER / "labels" / f"{half}.yaml").read_text(encoding="utf-8"))


def turns(half: str) -> Iterator[dict[str, Any]]:
    for conversation in conversations(half):
        yield from conversation["turns"]


def test_the_test_half_is_the_one_whose_hash_was_committed() -> None:
    said, name = (FOLDER / "labels" / "TEST_HALF.sha256").read_text(encoding="utf-8").split()
    assert hashlib.sha256((FOLDER / "labels" / name).read_bytes()).hexdigest() == said


def test_there_are_120_turns_or_more_and_a_quarter_is_english() -> None:
    everything = [turn for half in HALVES for turn in turns(half)]
    english = [turn for turn in everything if not re.search("[가-힣]", turn["q"])]
    assert len(everything) >= 120
    assert len(english) * 4 >= len(everything)


@pytest.mark.parametrize("half", HALVES)
def test_each_half_covers_every_case(half: str) -> None:
    found = Counter(turn["case"] for turn in turns(half))
    assert set(found) >= CASES
    assert set(found) <= CASES | OPTIONAL_CASES


def test_conversations_have_names_of_their_own() -> None:
    names = [conversation["id"] for half in HALVES for conversation in conversations(half)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("half", HALVES)
def test_every_label_refers_to_declared_things(half: str, pack: Pack) -> None:
    for turn in turns(half):
        assert turn.keys() <= KEYS, turn
        assert turn.get("route") in (None, "simple", "history_required", "rag_required"), turn
        if "intent" in turn:
            of_intent = set(pack.data_types_of(pack.intent(turn["intent"])))
            assert set(turn["types"]) <= of_intent, turn
            assert set(turn["types"]) == of_intent or "note" in turn, f"a label that leaves a type out says why: {turn}"
        for name, values in turn.get("slots", {}).items():
            slot = pack.slot(name)
            known = {region.name for region in slot.regions} | {choice.value for choice in slot.choices}
            assert not known or set(values) <= known | {"*"}, turn
            assert slot.parser != "period" or all(re.fullmatch(r"\d{4}-\d\d\.\.\d{4}-\d\d", value) for value in values)
        assert re.fullmatch(r"\d+[dh]", turn.get("age", "1d")), turn


@pytest.mark.parametrize("half", HALVES)
def test_the_decision_follows_from_the_types(half: str) -> None:
    for turn in turns(half):
        decisions = set(turn["types"].values())
        assert decisions <= {"reused", "searched"}, turn
        names = {"reused": "reuse", "searched": "search"}
        expected = "none" if not decisions else "partial" if len(decisions) > 1 else names[decisions.pop()]
        assert turn["decision"] == expected, turn


@pytest.mark.parametrize("half", HALVES)
def test_no_first_turn_reuses_anything(half: str) -> None:
    for conversation in conversations(half):
        opening = conversation["turns"][0]
        assert opening["case"] == "first"
        assert set(opening["types"].values()) == {"searched"}


@pytest.mark.parametrize("half", HALVES)
def test_a_change_names_something_the_sources_hold(half: str, pack: Pack) -> None:
    laws = {
        tuple(re.findall(r"^(?:law|article): (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)[:2])
        for path in (FOLDER / "documents" / "law").rglob("*.md")
    }
    prices = pack.source("district_prices")
    assert isinstance(prices, TableSource)
    rows = (FOLDER / str(prices.path)).read_text(encoding="utf-8").splitlines()
    for change in (turn["change"] for turn in turns(half) if "change" in turn):
        if change["source"] == "law_guide":
            assert (change["law"], change["article"]) in laws, change
        else:
            assert any(row.startswith(f"{change['region']},") and f",{change['month']}," in row for row in rows), change
