"""Lines of three kinds are put as messages, and questions back are counted where they are due and where not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from evaluations.clarification.questions import Put, PutReport, Questions, put_questions
from evaluations.harness.files import Results, lines_of
from foundation.contracts.errors import WrongUse
from tests.evaluations.harness.made import quiet

OWN = Path(__file__).parents[3] / "evaluations" / "clarification" / "questions.jsonl"
DUE = Questions(pack="water_treatment", question="양정", ask=True, options_must_include=("취수|intake", "송수"))
CLEAR = Questions(pack="handbook", question="sick pay?")


def put(line: Questions, *labels: str, due: bool | None) -> Put:
    final: dict[str, Any] = {"type": "answer", "clarification": None}
    if labels:
        final = {"type": "clarify", "clarification": {"options": [{"label": each} for each in labels]}}
    return Put(line, line.spoken[0][0], due, final)


def test_each_kind_of_line_says_where_a_question_back_is_due() -> None:
    assert DUE.spoken == (("양정", True),)
    assert Questions(pack="handbook", say="sick pay?").spoken == (("sick pay?", False),)
    talk = Questions.model_validate(
        {
            "pack": "handbook",
            "turns": ["hello", {"say": "it?", "outcome": ["ask", "refuse"]}, {"say": "pay?", "outcome": "answer"}],
        }
    )
    assert talk.spoken == (("hello", False), ("it?", None), ("pay?", False))


def test_shares_are_of_the_questions_they_are_due_for() -> None:
    said = [
        put(DUE, "Intake pump", "송수펌프", due=True),
        put(DUE, "취수펌프", "정수지", due=True),
        put(DUE, due=True),
        put(CLEAR, due=False),
        put(CLEAR, "a", "b", due=False),
        put(CLEAR, "a", "b", due=None),
    ]
    report = PutReport("made up", said)
    assert report.as_json() == {
        "asked": {"hits": 2, "of": 3},
        "asked or all cases said": {"hits": 2, "of": 3},
        "asked needlessly": {"hits": 1, "of": 2},
        "choices offered": {"hits": 1, "of": 2},
    }
    assert said[0].json()["choices"] == ["Intake pump", "송수펌프"]
    assert said[3].json()["choices"] == []


@pytest.mark.parametrize(
    ("content", "all_of_them"),
    [
        ("취수펌프: 양정 24 m [1]. 송수펌프: 양정 65 m [2].", True),
        ("취수펌프: 양정 24 m [1].", False),
        ("취수펌프: 양정 24.5 m [1]. 송수펌프: 양정 165 m [2].", False),
        (f"취수펌프: 양정 24 m [1].{' 이하 생략' * 60} 송수펌프: 양정 65 m [2].", False),
    ],
)
def test_an_answer_that_begins_with_every_case_needs_no_question(content: str, all_of_them: bool) -> None:
    line = DUE.model_copy(update={"cases": ("24", "65|64")})
    said = Put(line, "양정", True, {"type": "answer", "content": content})
    assert said.all_cases is all_of_them
    shares = PutReport("made up", [said]).as_json()
    assert (shares["asked"]["hits"], shares["asked or all cases said"]["hits"]) == (0, int(all_of_them))


def test_a_form_asks_back_with_the_choices_in_its_words() -> None:
    said = Put(DUE, "양정", True, {"type": "form", "content": "양정을 계산하려면 펌프(취수·송수)가 필요합니다."})
    assert (said.asked, said.offered, said.all_cases) == (True, True, False)


async def test_a_line_of_two_kinds_is_refused_before_anything_starts(tmp_path: Path) -> None:
    path = tmp_path / "wrong.jsonl"
    path.write_text('{"pack": "handbook", "question": "pay?", "say": "pay?"}\n', encoding="utf-8")
    with pytest.raises(WrongUse, match="line 1"):
        await put_questions([path], None, tmp_path / "kept", Results(None), quiet)
    assert not (tmp_path / "kept").exists()


def test_the_own_file_has_thirty_questions_of_either_kind() -> None:
    lines = lines_of(OWN, Questions)
    assert [sum(one.ask is due for one in lines) for due in (True, False)] == [30, 30]
    assert {one.pack for one in lines} == {"construction", "real_estate", "water_treatment", "handbook"}
