"""What is right of a public question is what its labels say: marked words, a sentence, a refusal."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from evaluations.answering.admitted import Asked
from evaluations.thinking.public import PublicQuestion, Turn, nearest
from evaluations.thinking.public_report import PublicReport
from evaluations.thinking.public_run import (
    AFTER,
    BARE,
    BEFORE,
    BY_RULES,
    bare,
    became,
    by_rules,
    by_simulated,
    read_public,
)
from evaluations.thinking.reading import Part, holds
from evaluations.thinking.rules import Rules
from foundation.contracts.errors import ModelFailed
from foundation.contracts.ports import Message, ModelT, Reads, Usage, Writing
from tests.service_agent.cli.conftest import Suffice, suffice

__all__ = ["suffice"]

LAKE = "새벽호수는 북쪽에 있다. 새벽호수의 가장 깊은 곳은 40미터이다. 새벽호수를 처음 그린 사람은 김하나이다."
HILL = "노을산은 남쪽에 있다. 노을산의 높이는 900미터이다."
BRIDGE = "The bridge of Alder is old. The bridge of Alder is 300 metres long and was opened in 1931."
MILL = "The mill of Birch grinds wheat. It stands beside the river."
PERFECT, POOR = Rules(p=1.0, broken=0.0), Rules(p=0.05, broken=0.0)


def unseen(what: str, done: int, of: int) -> None:
    """Progress nobody watches."""


@dataclass
class Saying:
    """A model with one thing to say."""

    text: str
    name: str = "saying"
    is_small: bool = True

    async def structured(
        self,
        prompt_name: str,
        messages: Sequence[Message],
        schema: type[ModelT],
        usage: Usage,
        otherwise: Reads[ModelT] | None = None,
    ) -> ModelT:
        """Nothing."""
        raise ModelFailed

    async def stream(
        self, prompt_name: str, messages: Sequence[Message], usage: Usage, wish: Writing | None = None
    ) -> AsyncGenerator[str, None]:
        """It."""
        yield self.text


def marked(name: str, question: str, text: str, passage: str) -> dict[str, Any]:
    """A question as KorQuAD labels it."""
    return {"id": name, "question": question, "answers": [{"text": text, "answer_start": passage.index(text)}]}


def turn(name: str, question: str, answerability: str, answer: str, gold: list[str]) -> dict[str, Any]:
    """A turn as MTRAG labels it."""
    return {
        "task_id": name, "question": question, "rewrite": None, "answerability": answerability, "answer": answer,
        "gold_ids": gold,
    }  # fmt: skip


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two small sets in the form of the public ones."""
    asked = [
        marked("deep", "새벽호수의 가장 깊은 곳은 몇 미터인가?", "40미터", LAKE),
        marked("drawn", "새벽호수를 처음 그린 사람은 누구인가?", "김하나", LAKE),
    ]
    paragraphs = [
        {"context": LAKE, "qas": asked},
        {"context": HILL, "qas": [marked("high", "노을산의 높이는 얼마인가?", "900미터", HILL)]},
    ]
    (tmp_path / "korquad1_dev").mkdir()
    (tmp_path / "korquad1_dev" / "KorQuAD_v1.0_dev.json").write_text(
        json.dumps({"data": [{"title": "지리", "paragraphs": paragraphs}]}), "utf-8"
    )
    turns = [
        turn("long", "How long is the bridge of Alder?", "ANSWERABLE", "It is 300 metres long, opened in 1931.", ["b"]),
        turn("vague", "What is the mill of Birch for?", "ANSWERABLE", "Bread, mostly, as far as people know.", ["m"]),
        turn("owner", "Who owns the bridge of Alder?", "UNANSWERABLE", "I do not know.", []),
        turn("partly", "Who built the bridge?", "PARTIAL", "Somebody.", ["b"]),
    ]
    (tmp_path / "mtrag").mkdir()
    (tmp_path / "mtrag" / "conversations.jsonl").write_text(json.dumps({"conversation": 1, "turns": turns}), "utf-8")
    passages = [{"id": "b", "title": "Alder", "text": BRIDGE}, {"id": "m", "title": "Birch", "text": MILL}]
    (tmp_path / "mtrag" / "passages.jsonl").write_text("\n".join(map(json.dumps, passages)), "utf-8")
    return tmp_path


async def questions_of(data: Path) -> list[PublicQuestion]:
    """All of them."""
    return [one for each in await read_public(data, 10) for one in each.kept]


async def test_what_is_right_comes_from_the_labels(data: Path) -> None:
    asked = {one.question.id: one.question for one in await questions_of(data)}
    # The turn of which no sentence is near to the person's answer is left out, and so is the partial one.
    # Of two withheld ones nothing else is found.
    assert asked.keys() == {"deep", "drawn", "high", "deep-withheld", "long", "owner"}
    [deep], [long] = asked["deep"].parts, asked["long"].parts
    assert (deep.fact, deep.sentence) == ("40미터", "새벽호수의 가장 깊은 곳은 40미터이다.")
    assert deep.mistaken == ("김하나",)
    assert long.sentence == "The bridge of Alder is 300 metres long and was opened in 1931"
    assert asked["deep-withheld"].parts == asked["owner"].parts == ()
    assert all("40미터" not in item.text for item in asked["deep-withheld"].request.evidence[0].items)


async def test_what_was_left_out_is_counted(data: Path) -> None:
    assert [one.without_sentence for one in await read_public(data, 10)] == [0, 0, 1, 0]


async def test_a_model_that_never_errs_is_right_in_every_way(data: Path) -> None:
    found = await by_simulated(await questions_of(data), PERFECT, unseen)
    assert {one.way for one in found} == {BARE, BEFORE, AFTER}
    assert [(one.way, one.public.question.id, one.content) for one in found if one.became != "right"] == []


async def test_a_model_that_errs_is_refused_or_wrong_and_the_same_seed_says_the_same(data: Path) -> None:
    asked = await questions_of(data)
    first, second = [await by_simulated(asked, POOR, unseen) for _ in range(2)]
    assert {"refused", "wrong"} <= {one.became for one in first if one.way == BARE}
    assert [(one.way, one.became, one.content) for one in first] == [
        (one.way, one.became, one.content) for one in second
    ]


async def test_the_report_has_a_row_for_each_set_kind_and_way(data: Path) -> None:
    sets = await read_public(data, 10)
    asked = [one for each in sets for one in each.kept]
    found = [*await by_rules(asked, unseen), *await by_simulated(asked, PERFECT, unseen)]
    text = PublicReport("tiny", sets, found).text
    for data_set in ("KorQuAD", "MTRAG"):
        for kind in ("answered", "not answered"):
            assert all(f"| {data_set}, {kind} | {way} |" in text for way in (BY_RULES, BARE, BEFORE, AFTER))
    assert "1 without a labelled sentence" in text


def test_a_sentence_is_right_only_where_it_is_near_to_the_persons_answer() -> None:
    asked = Turn(Asked("q", "How long?", {"b"}), "It is 300 metres long and was opened in 1931.")
    part = nearest(asked, [BRIDGE, MILL])
    assert part is not None
    assert part.fact.startswith("The bridge of Alder is 300 metres")
    assert nearest(asked, [MILL]) is None


@pytest.mark.parametrize(
    ("text", "is_said"),
    [
        ("1120년", False), ("120년 뒤", True), ("12년", False), ("그 120", True), ("1,120년", False), ("3.120", False),
        ("120.5년", False), ("120,500명", False), ("값은 120.", True), ("80, 120, 160", True), ("2012. 120명", True),
        ("3120과 120", True),
    ],
)  # fmt: skip
def test_a_figure_inside_a_longer_one_is_another(text: str, is_said: bool) -> None:
    assert holds(text, Part("a", "?", "120", "")) is is_said


def test_what_is_right_may_be_spaced_otherwise_but_for_its_figures() -> None:
    assert holds("깊이는 4 0 미터가 아니라 40 미터", Part("a", "?", "40미터", ""))
    assert not holds("깊이는 4 0 미터", Part("a", "?", "40미터", ""))


async def test_a_refusal_is_one_in_every_way_whatever_it_quotes(data: Path) -> None:
    deep = next(one for one in await questions_of(data) if one.question.id == "deep")
    refusal = "자료에 나와 있지 않습니다. 가장 깊은 곳은 40미터이다."
    said = [await bare(deep, Saying(text), 1) for text in (refusal, "40미터이다. 다른 것은 자료에 나와 있지 않습니다.")]
    assert [one.became for one in said] == ["refused", "right"]
    assert became(deep, refusal, refuses=True) == "refused"


def test_the_command_writes_a_line_for_each_answer(
    data: Path, suffice: Suffice, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SUFFICE_TEST_DATA", str(data))
    out = tmp_path / "answers.jsonl"
    outcome = suffice("eval", "small-model", "--sample", "1", "--p", "1", "--json", str(out))
    assert outcome.code == 0, outcome.err
    assert "KorQuAD, answered" in outcome.out
    lines = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert len(lines) == 4 * 4
    assert {line["became"] for line in lines if line["way"] == AFTER} == {"right"}
