"""Which passage has the line that would lead an answer: one in hand, or one that a fresh search brings."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

from foundation.contracts.ports import Hit
from foundation.contracts.work import EvidenceItem
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Pack
from supervisor.memory.leading_line import leads_in_hand
from supervisor.planning.understanding import understand
from tests.supervisor.planning.talks import context_of, exchange_of, talk

NOW = datetime(2026, 11, 30, tzinfo=UTC)
WATER = load_pack(shipped_packs() / "water_treatment")
MANUAL = shipped_packs() / "water_treatment" / "documents" / "manual"


def section(file: Path, heading: str) -> str:
    """The text under a heading of a chapter."""
    found = re.search(rf"^#+ {heading}\n(.*?)(?=^#|\Z)", file.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert found is not None, heading
    return found[1].strip()


PUMPS = section(MANUAL / "08-pumping.md", "송수펌프 제원")
INTAKE = section(MANUAL / "02-intake.md", "취수펌프 제원")


def likely(question: str, before: str, in_hand: tuple[str, str], fresh: tuple[str, str], pack: Pack = WATER) -> float:
    """How likely the leading line is an answer; -1 if it is not in hand, or if nothing is known of it."""
    past = [exchange_of(talk(before, pack=pack)[0])]
    read = understand(context_of(question, past, pack=pack))
    mine = EvidenceItem(item_id="a", content_hash="a", title=in_hand[0], text=in_hand[1], source="manual")
    other = Hit("b", "b", "b", fresh[0], fresh[1], 1.0)
    found = leads_in_hand(pack, NOW, before)(read, (mine,), (other,))
    return -1.0 if found is None else found


def test_the_efficiency_of_the_pump_that_is_spoken_of_is_in_hand() -> None:
    question, before = "효율은?", "송수펌프 제원"
    mine, other = ("송수펌프 제원", PUMPS), ("취수펌프 제원", INTAKE)
    assert likely(question, before, mine, other) >= 0.8
    assert likely(question, before, other, mine) == -1.0


def test_without_questions_for_its_lines_nothing_is_known() -> None:
    silent = WATER.model_copy(update={"line_questions": ()})
    mine, other = ("송수펌프 제원", PUMPS), ("취수펌프 제원", INTAKE)
    assert likely("효율은?", "송수펌프 제원", mine, other, silent) == -1.0
