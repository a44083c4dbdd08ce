"""What counts as shipped and as thrown away, one case for each rule of the public README."""

from __future__ import annotations

from typing import Any

import pytest

from evaluations.drafts.judging import Judged, judged
from evaluations.drafts.reading import Case
from evaluations.drafts.rendering import shown
from evaluations.drafts.report import DraftsReport
from service_agent.statistics.intervals import Rate
from tests.evaluations.harness.made import final_message

WRONG = "한 번만 쓸 수 있습니다 [1]. ⟦집주인의 실거주는 거절할 이유가 되지 못합니다⟧ [1]."
RIGHT = "London is £165 a night [2].\n- Abroad it is £150 a night [2]"


def case(label: str, **more: Any) -> Case:
    given: dict[str, Any] = {
        "id": "c", "kind": "k", "label": label, "pack": "handbook", "language": "ko", "question": "q",
        "plan": {"intent": "i", "slots": {}}, "draft": "", **more,
    }  # fmt: skip
    return Case.model_validate(given)


def fate(label: str, draft: str, content: str, more: dict[str, Any] | None = None, **final: Any) -> str:
    message = final_message(content, **{"engine": "model", "notices": [], **final})
    return judged(case(label, **(more or {})), draft, None, message).fate


@pytest.mark.parametrize(
    ("content", "final", "expected"),
    [
        (shown(WRONG), {}, "shipped"),
        ("**한 번만** 쓸 수 있습니다 [1].\n\n> 집주인의 실거주는, 거절할 이유가 되지 못합니다.", {}, "shipped"),
        ("한 번만 쓸 수 있습니다 [1].", {}, "stopped"),
        ("한 번만 쓸 수 있습니다. 집주인의 실거주는 거절할 이유가 됩니다 [1].", {}, "stopped"),
        (shown(WRONG).replace("못합니다 [1].", "못합니다 (자료로 확인되지 않음) [1]."), {}, "stopped"),
        (shown(WRONG) + " ⚠", {}, "stopped"),
        (shown(WRONG) + "\n자료로 확인되지 않음: 다른 문장", {}, "shipped"),
        (shown(WRONG), {"notices": ["집주인의 실거주는 거절할 이유가 되지 못합니다"]}, "stopped"),
        (shown(WRONG), {"notices": ["이 답의 한 문장은 자료로 확인되지 않습니다."]}, "stopped"),
        (shown(WRONG), {"notices": ["One figure is not supported by the sources."]}, "stopped"),
        (shown(WRONG), {"notices": ["예시 데이터: 보기용으로 만든 자료가 들어 있습니다."]}, "shipped"),
        (
            shown(WRONG),
            {"verification": {"unsupported": ["집주인의 실거주는 거절할 이유가 되지 못합니다 [1]"]}},
            "stopped",
        ),
        (shown(WRONG), {"citations": [{"quote": "집주인의 실거주는 거절할 이유가 되지 못합니다"}]}, "shipped"),
        (shown(WRONG), {"engine": "rules"}, "shipped"),
    ],
)
def test_a_wrong_draft_is_shipped_where_nothing_doubts_it(content: str, final: dict[str, Any], expected: str) -> None:
    assert fate("wrong", WRONG, content, **final) == expected


def test_doubt_in_the_drafts_own_sentences_is_no_mark() -> None:
    draft = "⟦등기부로 확인되지 않으면 계약은 무효입니다⟧ [1]."
    assert fate("wrong", draft, shown(draft)) == "shipped"
    assert fate("wrong", draft, f"{shown(draft)} 자료로 확인되지 않음.") == "stopped"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("보일러는 집주인이 고칩니다 [3].", "shipped"),
        ("보일러는 집주인이 고칩니다 [3][1].", "stopped"),
        ("보일러는 집주인이 고칩니다 [1].", "stopped"),
        ("보일러는 집주인이 고칩니다.", "stopped"),
        ("보일러는 집주인이 고칩니다 [3]. 그 밖의 것은 다릅니다 [1].", "shipped"),
    ],
)
def test_a_wrong_marker_is_shipped_while_the_sentence_has_it_and_not_the_right_one(content: str, expected: str) -> None:
    assert fate("wrong", "⟦보일러는 집주인이 고칩니다⟧ [3].", content, {"marker": ("a", "b")}) == expected


@pytest.mark.parametrize(
    ("content", "final", "expected"),
    [
        (RIGHT, {}, "kept"),
        ("London is **£165** a night [2].\n\nAbroad it is £150 a night [2]\n\nA notice.", {}, "kept"),
        ("London is £165 a night [2].", {}, "thrown away"),
        (RIGHT, {"engine": "rules"}, "thrown away"),
        (RIGHT.replace("[2].", "[2] (not confirmed by the sources)."), {}, "thrown away"),
        (RIGHT, {"notices": ["A figure in this answer is not supported."]}, "thrown away"),
        (RIGHT, {"notices": ["Example data: made up for demonstration, nothing real."]}, "kept"),
        (RIGHT, {"citations": [{"quote": "London is £165 a night"}]}, "kept"),
    ],
)
def test_a_right_draft_is_kept_whole_and_without_doubt(content: str, final: dict[str, Any], expected: str) -> None:
    assert fate("right", RIGHT, content, **final) == expected


def test_each_cell_of_a_table_must_be_there() -> None:
    table = "| Hotel | Limit |\n| --- | --- |\n| London | £165 [1] |\n| Abroad | £150 |"
    assert fate("right", table, table.replace("---", ":-:")) == "kept"
    assert fate("right", table, table.replace("£150", "-")) == "thrown away"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("자료에는 가격이 나와 있지 않습니다.", "kept"),
        ("찾은 자료에는 이 질문에 바로 답하는 내용이 없습니다.", "kept"),
        ("The documents do not say whether there is a canteen.", "kept"),
        ("값은 2억원입니다.", "thrown away"),
    ],
)
def test_a_refusal_may_be_said_in_other_words(content: str, expected: str) -> None:
    assert fate("right", "자료에는 없습니다.", content, {"refuses": True}, engine="rules") == expected


def test_who_was_not_asked_and_what_is_void_count_for_neither() -> None:
    wrong, right = case("wrong"), case("right")
    found = [
        judged(wrong, WRONG, None, final_message(shown(WRONG))),
        judged(wrong, WRONG, None, final_message("nothing")),
        judged(wrong, None, None, final_message("a fact")),
        judged(right, None, "no evidence is x", final_message("")),
        judged(right, "£165 a night", None, final_message("£165 a night [1]", engine="model")),
    ]
    assert [one.fate for one in found] == ["shipped", "stopped", "not asked", "void", "kept"]
    report = DraftsReport(found)
    assert (report.bad("wrong"), report.bad("right")) == (Rate(1, 2), Rate(0, 1))
    assert (report.count("not asked"), report.count("void")) == (1, 1)
    assert report.unusable is not None and "void" in report.unusable
    assert report.as_json()["kinds"]["wrong k"]["hits"] == 1


def test_a_run_whose_model_was_seldom_asked_says_nothing() -> None:
    kept = Judged(case("right"), "kept", {})
    unasked = Judged(case("right"), "not asked", {})
    assert DraftsReport([kept, kept, unasked]).unusable is not None
    assert DraftsReport([kept, kept, kept, unasked]).unusable is None
