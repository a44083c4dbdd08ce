"""The evaluation on the public data itself, and on none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evaluations.baselines import ALWAYS, NEVER, baselines, cosine_title
from evaluations.judging import JUDGE_1, OURS, judged
from evaluations.korquad import korquad_sets
from evaluations.prices import price_set
from evaluations.rates import rates
from evaluations.report import markdown
from evaluations.results import ReuseReport, Row, SetResult
from evaluations.reuse import evaluate_reuse, write_report
from evaluations.statutes import statute_set
from foundation.contracts.errors import DataMissing
from service_agent.settings.environment import public_data_dir

DATA = public_data_dir()
needs_data = pytest.mark.skipif(DATA is None, reason="SUFFICE_TEST_DATA names no folder with the public data")


def quiet(what: str, done: int, total: int) -> None:
    """No progress bar."""


def data() -> Path:
    assert DATA is not None
    return DATA


async def test_without_data_it_says_where_data_would_be(tmp_path: Path) -> None:
    with pytest.raises(DataMissing, match="SUFFICE_TEST_DATA"):
        await evaluate_reuse(None, None, quiet)
    with pytest.raises(DataMissing, match="None of the public sets"):
        await evaluate_reuse(tmp_path, None, quiet)


async def test_what_a_set_lacks_is_named_and_the_others_are_measured(tmp_path: Path) -> None:
    manuals = tmp_path / "ko_manual_dialogues"
    manuals.mkdir()
    turns = [
        {"turn": at, "role": "system" if at % 2 == 0 else "user", "text": text, "spans": ["a"]}
        for at, text in enumerate(("배터리는 어떻게 갈아요?", "뚜껑을 열고 뺍니다.", "화면은 어떻게 닦아요?"), start=1)
    ]
    asked = {
        "dial_id": "d",
        "turn": 3,
        "question": turns[2]["text"],
        "gold_spans": ["b"],
        "pool_label": "none_same_doc",
    }
    (manuals / "dialogues.jsonl").write_text(json.dumps({"dial_id": "d", "turns": turns}), encoding="utf-8")
    (manuals / "reuse_labels.jsonl").write_text(json.dumps(asked), encoding="utf-8")
    (tmp_path / "korquad1_dev").mkdir()
    (tmp_path / "korquad1_dev" / "KorQuAD_v1.0_dev.json").write_text('{"data": []}', encoding="utf-8")
    report = await evaluate_reuse(tmp_path, None, quiet)
    assert [one.name for one in report.sets] == ["ko_manual_dialogues"]
    assert "korquad1_dev/reuse_pairs_ids.jsonl" in report.absent
    assert "korquad1_dev/KorQuAD_v1.0_dev.json" not in report.absent


@needs_data
@pytest.mark.public_data
@pytest.mark.nightly  # every day: the labels of the packs, in tests/evaluations/labels
async def test_korquad_reuses_four_fifths_and_is_wrong_on_at_most_one_in_a_hundred() -> None:
    cases = korquad_sets(data() / "korquad1_dev")[0]
    found = {title: rates(outcomes) for title, outcomes in (await judged(cases, quiet)).items()}
    assert found[OURS].reuse.value >= 0.8
    assert found[OURS].wrong.value <= 0.01


@needs_data
@pytest.mark.public_data
async def test_an_article_is_stale_exactly_when_an_amendment_changed_it() -> None:
    cases = statute_set(data() / "kr_statutes")
    found = {title: rates(outcomes) for title, outcomes in (await judged(cases, quiet)).items()}
    assert (found[OURS].wrong.hits, found[OURS].reuse.value) == (0, 1.0)
    assert found[JUDGE_1].wrong.value == 1.0


@pytest.mark.long  # every day: tests/execution_agents/reuse
@needs_data
@pytest.mark.public_data
async def test_no_district_is_ever_answered_from_another() -> None:
    cases = price_set(data())
    outcomes = (await judged(cases, quiet))[OURS]
    assert rates(outcomes).wrong.hits == 0
    assert rates(outcomes).reuse.value >= 0.95
    assert sum(outcome.kind == "other district" for outcome in outcomes) > 400


@needs_data
@pytest.mark.public_data
@pytest.mark.nightly  # every day: the labels of the packs, in tests/evaluations/labels
async def test_the_baselines_are_what_their_names_say() -> None:
    found = {title: rates(outcomes) for title, outcomes in baselines(price_set(data())).items()}
    assert (found[NEVER].reuse.value, found[NEVER].wrong.value) == (0, 0)
    assert (found[ALWAYS].reuse.value, found[ALWAYS].wrong.value) == (1, 1)
    assert found[cosine_title(0.95)].reuse.value <= found[cosine_title(0.85)].reuse.value


def test_rows_measured_elsewhere_come_first_and_the_page_shows_every_set(tmp_path: Path) -> None:
    nothing = rates([])
    labels = SetResult("labels", "Our labels", "Through the whole service.", (Row("ours", nothing, nothing, nothing),))
    other = SetResult("other", "Another set", "", (Row("ours", nothing, nothing, nothing),))
    report = ReuseReport((other,), absent=("mtrag",)).merged(labels)
    assert [result.name for result in report.sets] == ["labels", "other"]
    page = markdown(report)
    assert page.index("## Our labels") < page.index("## Another set")
    assert "not measured: mtrag" in page
    written = write_report(report, tmp_path)
    assert (tmp_path / "reuse.md").read_text(encoding="utf-8").startswith("# Reuse")
    assert written.plot_notice is not None or (tmp_path / "images" / "reuse.png").stat().st_size > 0
