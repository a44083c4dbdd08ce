"""A conversation over three passages with the real service, beside the program that always searches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evaluations.harness.files import Results
from evaluations.live.pack import PACK, filling_of
from evaluations.live.reading import FOLDER, PassageLine, read_mtrag
from evaluations.live.report import ALWAYS_SEARCH
from evaluations.live.run import AS_IT_IS, Asked, evaluate_live_reuse
from foundation.contracts.errors import DataMissing
from foundation.domains.loading.loader import load_pack
from tests.evaluations.harness.made import DATA, needs, quiet

BIKES = "Bicycles are kept in the cellar of the north building. The cellar is open from seven to nine."
DOGS = "Dogs are welcome on Fridays. Two dogs at a time may be brought, and each is booked like a desk."
MORE = ("paint", "lights", "locks", "tyres", "bells", "chains")
PASSAGES: list[dict[str, Any]] = [
    *(
        {"id": part, "title": None, "text": f"The {part} of bicycles are kept in order by whoever rides."}
        for part in MORE
    ),
    {"id": "bikes", "title": "Bicycles", "text": f"Bicycles\n{BIKES}"},
    {"id": "dogs", "title": None, "text": DOGS},
    {"id": "dogs-again", "title": None, "text": f"{DOGS}\n"},
]
QUESTIONS = ("Where are bicycles kept?", "Where are bicycles kept?", "On which days are dogs welcome?")
GOLD = (["bikes"], ["bikes"], ["dogs-again"])


def data_of(folder: Path) -> Path:
    turns = [
        {"turn": number, "question": question, "gold_ids": gold}
        for number, (question, gold) in enumerate(zip(QUESTIONS, GOLD, strict=True), start=1)
    ]
    # The second label is planted: the same question again, said to be answered by nothing in hand.
    labels = [
        {"conversation": 7, "turn": 2, "pool_label": "none"},
        {"conversation": 7, "turn": 3, "pool_label": "none"},
    ]
    files = {
        "passages.jsonl": PASSAGES,
        "conversations.jsonl": [{"conversation": 7, "turns": turns}],
        "reuse_labels.jsonl": labels,
    }
    (folder / FOLDER).mkdir(parents=True)
    for name, lines in files.items():
        text = "\n".join(json.dumps(line) for line in lines)
        (folder / FOLDER / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.slow
@pytest.mark.nightly  # every day: the reports' own tests, and conversations/, pairs/ and drafts/ with a real service
async def test_a_planted_label_is_counted_as_a_wrong_reuse(tmp_path: Path) -> None:
    results = Results(tmp_path / "results.jsonl")
    asked = Asked(first=(1,), show=True)
    report = await evaluate_live_reuse(data_of(tmp_path / "data"), asked, results, quiet)
    found = report.as_json()
    assert list(found) == [AS_IT_IS, "first 1", ALWAYS_SEARCH]
    lines = [json.loads(line) for line in (tmp_path / "results.jsonl").read_text(encoding="utf-8").splitlines()]
    reused = {(line["row"], line["turn"]): line["reused"] for line in lines}
    for row in (AS_IT_IS, "first 1"):
        wrong = sum(reused[row, number] for number in (2, 3))
        assert reused[row, 2], "the same question again is answered from what is in hand"
        assert found[row]["wrongly reused: label none"]["hits"] == wrong
        assert found[row]["reused of reusable: all gold in hand"]["of"] >= 1
    assert not any(reused[ALWAYS_SEARCH, number] for number in (1, 2, 3))
    assert found[ALWAYS_SEARCH]["answered from all gold"]["share"] == 1.0


def test_passages_that_say_the_same_are_one(tmp_path: Path) -> None:
    mtrag = read_mtrag(data_of(tmp_path))
    assert sorted(mtrag.passages) == sorted(["bikes", "dogs", *MORE])
    assert [sorted(turn.gold) for turn in mtrag.conversations[0]] == [["bikes"], ["bikes"], ["dogs"]]
    assert [turn.label for turn in mtrag.conversations[0]] == [None, "none", "none"]


@pytest.mark.parametrize(("first", "expected"), [(None, (2, 300)), (1, (1, 1000))])
def test_the_scratch_pack_loads_with_the_probes_figure(
    first: int | None, expected: tuple[int, int], tmp_path: Path
) -> None:
    passages = {line["id"]: PassageLine.model_validate(line) for line in PASSAGES}
    filling = filling_of(tmp_path, passages, first)
    assert filling.packs_dir is not None
    pack = load_pack(filling.packs_dir / PACK)
    probe = pack.data_types[0].probe
    assert (probe.first, probe.near_best) == expected
    written = (filling.packs_dir / PACK / "documents" / "bikes.md").read_text(encoding="utf-8")
    assert written == f'---\ntitle: "Bicycles"\n---\n\n{BIKES}\n'


async def test_missing_data_is_said(tmp_path: Path) -> None:
    with pytest.raises(DataMissing, match="mtrag/passages.jsonl"):
        await evaluate_live_reuse(tmp_path, Asked(), Results(None), quiet)


@pytest.mark.public_data
@needs(FOLDER, "passages.jsonl")
def test_the_public_set_is_read_whole() -> None:
    mtrag = read_mtrag(DATA)
    labels = [turn.label for conversation in mtrag.conversations for turn in conversation if turn.label]
    assert len(mtrag.conversations) == 55
    assert {label: labels.count(label) for label in set(labels)} == {
        "full": 22, "partial": 88, "none": 221, "no_gold": 32,
    }  # fmt: skip
