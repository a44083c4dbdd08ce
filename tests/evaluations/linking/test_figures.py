"""What counts as found, as right and as wrong when mentions are held against labels."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluations.linking.figures import Figures, compared
from evaluations.linking.reading import LabelledMention, LabelledQuestion, by_world, read_questions
from evaluations.linking.stress import stressed
from execution_agents.knowledge_graph.linker import link
from foundation.contracts.entities import Mention
from foundation.contracts.errors import DataMissing
from tests.execution_agents.knowledge_graph import little_town

INDEX = little_town.index()


def counted(question: str, *labels: tuple[str, str, str]) -> Figures:
    mentions = tuple(LabelledMention(text=text, status=status, entity=entity) for text, status, entity in labels)  # pyright: ignore[reportArgumentType]
    return compared(LabelledQuestion(question=question, mentions=mentions), link(question, INDEX), INDEX)


def test_a_known_name_is_right_by_name_alias_value_id_or_what_it_lies_in() -> None:
    for entity in ("대구 수성구", "수성구", "region:대구 수성구", "대구", ""):
        figures = counted("수성구 시세", ("수성구", "known", entity))
        assert (figures.of["known"].labelled_found, figures.of["known"].found_right) == (1, 1), entity
    assert counted("민법 제618조", ("제618조", "known", "민법 제618조")).of["known"].found_right == 1
    wrong = counted("수성구 시세", ("수성구", "known", "강남구"))
    assert (wrong.of["known"].labelled_found, wrong.of["known"].found, wrong.of["known"].found_right) == (0, 1, 0)
    assert len(wrong.faults) == 2


def test_a_name_without_a_label_is_wrong_and_a_word_of_a_closed_list_counts_neither_way() -> None:
    assert counted("수성구 시세").of["known"].found == 1
    assert counted("전세 시세").of["known"].found == 0


def test_what_is_called_unknown_without_being_labelled_so_is_a_false_unknown() -> None:
    assert counted("부산 시세").false_unknown == 1
    right = counted("부산 시세", ("부산", "unknown", ""))
    assert (right.false_unknown, right.of["unknown"].recall.value) == (0, 1)
    missed = counted("바다 시세", ("바다", "unknown", ""))
    assert (missed.of["unknown"].labelled, missed.of["unknown"].labelled_found) == (1, 0)


def test_a_name_that_stands_twice_is_looked_for_twice() -> None:
    figures = counted("부산 말고 부산", ("부산", "unknown", ""), ("부산", "unknown", ""))
    assert figures.of["unknown"].labelled_found == 2


def test_weak_mentions_are_neither_right_nor_wrong() -> None:
    weak = Mention("Paris", 0, 5, "weak")
    figures = compared(LabelledQuestion(question="Paris"), [weak], INDEX)
    assert (figures.of["known"].found, figures.false_unknown) == (0, 0)


def test_ordinary_questions_count_lists_apart_from_shapes() -> None:
    stress = stressed("set", "pack", iter(("부산 어때", "소나무은행", "안녕")), INDEX)
    assert (stress.questions, stress.by_list, stress.by_shape) == (3, 1, 1)
    assert stress.examples == ["소나무은행: 소나무은행"]


def test_questions_are_read_with_their_pack_and_world(tmp_path: Path) -> None:
    file = tmp_path / "linking.yaml"
    file.write_text("- {question: 수성구, mentions: []}\n- {question: 강남, pack: other, data: public, mentions: []}\n")
    assert list(by_world(read_questions(file, "town"))) == [("town", "shipped"), ("other", "public")]


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ("- {question: 수성구, mentions: [{text: 강남, status: known}]}", "'강남' does not stand"),
        ("- {question: 수성구, mentions: [{text: 수성구, status: perhaps}]}", "0.mentions.0.status"),
        ("- {questoin: 수성구}", "0.question"),
        ("- [", "not YAML"),
    ],
)
def test_a_wrong_label_is_one_sentence(tmp_path: Path, written: str, wrong: str) -> None:
    file = tmp_path / "linking.yaml"
    file.write_text(written)
    with pytest.raises(DataMissing, match=wrong):
        read_questions(file)
    with pytest.raises(DataMissing, match="cannot be read"):
        read_questions(tmp_path / "nowhere.yaml")
