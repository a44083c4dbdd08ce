"""The runner on a tiny set over the shipped pack, held with the real service; and labels that cannot be run."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from evaluations.judging import HYBRID, OURS
from evaluations.labels import evaluate
from evaluations.labels.evaluate import NO_REUSE, evaluate_labels, without_public
from evaluations.labels.page import complaints, markdown
from evaluations.labels.results import LabelsReport
from evaluations.labels.talking import choice, session_of
from evaluations.labels.world import amend_document, amend_rows
from evaluations.results import ReuseReport
from execution_agents.reuse.policy import VARIANTS
from foundation.contracts.errors import DataMissing, UnknownPack, WrongPack
from foundation.domains.loading.labels import Conversation, LabelledTurn, read_labels
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Pack, TableSource

DALSEO = "대구 달서구 아파트 시세 알려줘"
AGAIN = "그 지역 평균 시세를 다시 요약해줘"
CHANGED = {"source": "district_prices", "region": "대구 달서구", "month": "2026-02"}
SEARCHED = {"types": {"market": "searched"}, "decision": "search"}
REUSED = {"types": {"market": "reused"}, "decision": "reuse"}
TINY: list[dict[str, Any]] = [
    {
        "id": "tiny-right",
        "language": "ko",
        "turns": [
            {"q": DALSEO, "case": "first", "slots": {"region": ["대구 달서구"]}, **SEARCHED},
            {"q": AGAIN, "case": "same_region", **REUSED},
            {"q": AGAIN, "case": "stale", "age": "8d", **SEARCHED},
            {"q": AGAIN, "case": "amended_law", "change": CHANGED, **SEARCHED},
            {"q": AGAIN, "case": "same_region", **REUSED},
            {"q": "감사합니다", "case": "small_talk", "route": "simple", "types": {}, "decision": "none"},
        ],
    },
    {
        "id": "tiny-wrong-label",
        "language": "ko",
        "turns": [
            {"q": DALSEO, "case": "first", "intent": "legal_consult", **SEARCHED},
            {"q": AGAIN, "case": "same_region", **SEARCHED},
        ],
    },
]


def quiet(what: str, done: int, total: int) -> None:
    """No progress bar."""


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(shipped_packs() / "real_estate")


def tiny(pack: Pack) -> dict[str, tuple[Conversation, ...]]:
    return {"development": tuple(Conversation.model_validate(each) for each in TINY), "test": ()}


@pytest.mark.slow
@pytest.mark.nightly  # every day: conversations/, pairs/ and drafts/ with a real service
async def test_a_tiny_set_is_held_with_the_real_service(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(evaluate, "read_labels", tiny)
    heard: list[tuple[str, int, int]] = []

    def progress(what: str, done: int, total: int) -> None:
        heard.append((what, done, total))

    report = await evaluate_labels(None, "real_estate", tmp_path, progress)
    for row in (OURS, HYBRID):
        right, wrong = _of(report, row, "tiny-right"), _of(report, row, "tiny-wrong-label")
        assert not [line for turn in right for line in complaints(turn)]
        text = "\n".join(line for turn in wrong for line in complaints(turn))
        assert "understood as market_inquiry, not legal_consult" in text
        assert "**market wrongly reused**" in text
    assert not any(turn.done.get("market") == "reused" for turn in report.rows[NO_REUSE])
    assert (OURS, 2, 2) in heard
    page = (tmp_path / "labels.md").read_text(encoding="utf-8")
    assert "suffice eval pack real_estate" in page
    assert f"“{AGAIN}”: **market wrongly reused**" in page
    merged = ReuseReport(sets=()).merged(report.set_result())
    assert merged.sets[0].ours.development.wrong.hits == 1


def _of(report: LabelsReport, row: str, conversation: str) -> list[evaluate.Judged]:
    return [turn for turn in report.rows[row] if turn.conversation == conversation]


async def test_a_pack_nobody_has_is_reported() -> None:
    with pytest.raises(UnknownPack, match="nowhere"):
        await evaluate_labels(None, "nowhere", None, quiet)


def test_labels_are_read_with_ages_in_seconds_and_changes_by_key(pack: Pack) -> None:
    first = tiny(pack)["development"][0]
    assert [turn.age_s for turn in first.turns[:3]] == [0, 0, 8 * 86_400]
    change = first.turns[3].change
    assert change is not None
    assert (change.source, dict(change.where)) == ("district_prices", {"region": "대구 달서구", "month": "2026-02"})
    assert first.changes
    assert (
        LabelledTurn.model_validate({"q": "a", "case": "b", "types": {}, "decision": "none", "age": "30h"}).age_s
        == 108_000
    )


def test_both_halves_of_the_shipped_pack_are_read(pack: Pack) -> None:
    assert sum(len(each.turns) for held in read_labels(pack).values() for each in held) >= 120


@pytest.mark.parametrize("text", ["- id: x\n  turns: 3\n", "- [", "- {id: a, language: ko, turns: [], colour: red}\n"])
def test_labels_that_cannot_be_read_name_their_file(text: str, pack: Pack, tmp_path: Path) -> None:
    (tmp_path / "labels").mkdir()
    (tmp_path / "labels" / "development.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(WrongPack, match=r"development\.yaml"):
        read_labels(pack.model_copy(update={"root": tmp_path}))


def test_a_pack_without_labels_is_reported(pack: Pack, tmp_path: Path) -> None:
    with pytest.raises(DataMissing, match="has no labels"):
        read_labels(pack.model_copy(update={"root": tmp_path}))


def test_conversations_over_public_files_are_left_out_with_a_sentence(pack: Pack, tmp_path: Path) -> None:
    halves, said = without_public(read_labels(pack), tmp_path)
    assert said is not None
    assert "were left out" in said
    assert not any(each.needs for held in halves.values() for each in held)


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_a_session_of_every_variant_can_be_had(variant: evaluate.VariantName) -> None:
    assert len({session_of(variant) for _ in range(3)}) == 3


@pytest.mark.parametrize(
    ("card", "types", "chosen"),
    [
        ("시세 12건", {"market": "reused", "legal": "searched"}, "use_previous"),
        ("법령 8건", {"market": "reused", "legal": "searched"}, "search_new"),
        ("시세 12건, 법령 8건", {"market": "reused", "legal": "searched"}, "search_new"),
        ("Law: 8 items", {"market": "searched", "legal": "reused"}, "use_previous"),
        ("?", {"market": "searched"}, "search_new"),
        ("?", {}, "search_new"),
    ],
)
def test_the_person_uses_earlier_data_only_where_all_on_the_card_should_be_reused(
    card: str, types: dict[str, str], chosen: str, pack: Pack
) -> None:
    turn = LabelledTurn.model_validate({"q": "a", "case": "b", "types": types, "decision": "none"})
    assert choice(card, turn, pack) == chosen


def test_an_amended_article_is_the_named_one_alone(pack: Pack, tmp_path: Path) -> None:
    law = tmp_path / "law"
    shutil.copytree(pack.root / "documents" / "law", law)
    before = {path: path.read_bytes() for path in law.rglob("*.md")}
    amend_document(law, {"law": "주택임대차보호법", "article": "제7조"})
    changed = [path for path, content in before.items() if path.read_bytes() != content]
    assert len(changed) == 1
    assert "제7조" in changed[0].read_text(encoding="utf-8")
    with pytest.raises(DataMissing, match="No document"):
        amend_document(law, {"law": "주택임대차보호법", "article": "제999조"})


def test_amended_rows_get_other_figures_and_keep_their_keys(pack: Pack, tmp_path: Path) -> None:
    source = pack.source("district_prices")
    assert isinstance(source, TableSource)
    file = tmp_path / "prices.csv"
    shutil.copy(pack.root / str(source.path), file)
    before = file.read_text(encoding="utf-8").splitlines()
    amend_rows(file, {"region": "대구 달서구", "month": "2026-02"}, source)
    after = file.read_text(encoding="utf-8").splitlines()
    changed = [old for old, new in zip(before, after, strict=True) if old != new]
    assert changed
    assert all(line.startswith("대구 달서구,") and ",2026-02," in line for line in changed)
    with pytest.raises(DataMissing, match="No row"):
        amend_rows(file, {"region": "달나라"}, source)


def test_the_page_says_which_conversations_were_left_out() -> None:
    assert "two were left out" in markdown(LabelsReport("p", {OURS: [], HYBRID: []}, "two were left out"))
