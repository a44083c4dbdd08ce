"""Prompts as files: what is declared is used, what is missing or unused is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from foundation.llm.budget import estimate_tokens
from prompts.budgets import BUDGETS
from prompts.catalog import BrokenPrompt, Catalog
from prompts.replies import REPLIES

CATALOG = Catalog.load()
VARIABLES = {
    "turn_planning": {
        "now",
        "intents",
        "data_types",
        "slots",
        "things",
        "history",
        "standings",
        "memories",
        "question",
    },
    "query_router": {"history", "question"},
    "context_enhancement": {"history", "memories", "question"},
    "subtask_planning": {"most", "history", "question"},
    "query_variations": {"most", "question"},
    "intent_analysis": {"intents", "slots", "history", "memories", "question"},
    "data_sufficiency_check": {"now", "intent", "data_types", "history", "standings", "memories", "question"},
    "analysis_planning": {"tables", "question"},
    "clarification_intent": {"types", "question", "history"},
    "document_fields": {"fields", "conversation"},
    "contract_review": {"articles", "contract"},
    "answer": {"guidance", "sentences", "language", "notes", "evidence", "memories", "question"},
    "answer_strict": {"guidance", "sentences", "language", "notes", "evidence", "memories", "question"},
    "synthesis": {
        "guidance",
        "sentences",
        "language",
        "notes",
        "evidence",
        "memories",
        "question",
        "hallucination_feedback",
        "quality_feedback",
    },
    "hallucination_check": {"documents", "claims"},
    "answer_grader": {"question", "draft"},
    "document_grading": {"question", "documents"},
    "direct_response": {"language", "about", "history", "memories", "question"},
    "memory_writing": {"message", "memories"},
    "line_questions": {"heading", "lines"},
    "classify_question": {"question"},
    "extract_concepts": {"question"},
    "decompose_question": {"most", "question"},
    "answer_simple": {"language", "documents", "memories", "question"},
    "answer_subquestion": {"language", "documents", "question"},
    "synthesize_answers": {"language", "sub_answers", "memories", "question"},
    "accuracy_check": {"documents", "question", "draft"},
    "completeness_check": {"question", "draft"},
    "fact_verify": {"documents", "draft"},
    "refine_answer": {"language", "documents", "question", "draft", "issues"},
    "session_title": {"language", "question", "answer"},
}


def test_every_prompt_is_there_with_its_variables_and_a_budget() -> None:
    assert {name: set(prompt.variables) for name, prompt in CATALOG.prompts.items()} == VARIABLES
    assert BUDGETS.keys() == VARIABLES.keys()
    assert REPLIES.keys() <= VARIABLES.keys()


TRUSTED = {
    *("intents", "intent", "slots", "data_types", "things", "types", "about", "fields", "articles"),  # the pack's
    *("now", "most", "sentences", "guidance", "language"),  # the code's
}
"""What the operator or the code wrote: no person, document, page or model."""


def test_a_prompt_trusts_only_words_of_the_pack_and_code() -> None:
    trusted = {
        name for prompt in CATALOG.prompts.values() for name, trust in prompt.variables.items() if trust == "trusted"
    }
    assert trusted == TRUSTED


@pytest.mark.parametrize("name", VARIABLES)
def test_each_prompt_renders_with_all_its_variables_and_shows_every_one(name: str) -> None:
    values = {variable: f"value of {variable}" for variable in VARIABLES[name]}
    messages = CATALOG.render(name, **values)
    assert [message.role for message in messages] == ["system", "user"]
    whole = "\n".join(message.content for message in messages)
    assert all(value in whole for value in values.values())
    assert "{{" not in whole


@pytest.mark.parametrize("name", VARIABLES)
def test_a_missing_and_an_unused_variable_are_refused_by_name(name: str) -> None:
    values = dict.fromkeys(VARIABLES[name], "x")
    left_out = sorted(values)[0]
    with pytest.raises(BrokenPrompt, match=f"missing .'{left_out}'."):
        CATALOG.render(name, **{key: value for key, value in values.items() if key != left_out})
    with pytest.raises(BrokenPrompt, match="unused .'colour'."):
        CATALOG.render(name, **values, colour="blue")


def test_the_same_prompt_never_has_the_same_nonce_twice() -> None:
    first, second = (CATALOG.render("query_router", history="-", question="?") for _ in range(2))
    assert first != second


def test_a_value_that_looks_like_a_variable_is_not_filled_in() -> None:
    shown = CATALOG.render("query_router", history="SECRET", question="{{history}} {{nonce}}")[1].content
    assert shown.count("SECRET") == 1
    assert "{{history}} {{nonce}}" in shown


def test_an_unknown_prompt_is_named() -> None:
    with pytest.raises(BrokenPrompt, match="no prompt named 'haiku'"):
        CATALOG.render("haiku")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("no front matter", "no front matter"),
        ("---\nvariables: {a: trusted}\n---\n=== user\n{{b}}", "declared and used variables differ"),
        ("---\nvariables: {a: trusted}\n---\n=== user\nnothing", "declared and used variables differ"),
        ("---\nvariables: {a: perhaps}\n---\n=== user\n{{a}}", "must be trusted or untrusted"),
        ("---\nvariables: {nonce: trusted}\n---\n=== user\n{{nonce}}", "must be trusted or untrusted"),
        ("---\nvariables: {a: untrusted}\n---\n=== user\n{{a}}", "never says by which code"),
        ("---\nvariables: [a]\n---\n=== user\n{{a}}", "declares no variables"),
        ("---\nvariables: {}\n---\nno section", "no section"),
    ],
)
def test_a_broken_prompt_file_is_reported_at_loading(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "one.md").write_text(text, encoding="utf-8")
    with pytest.raises(BrokenPrompt, match=complaint):
        Catalog.load(tmp_path)


def test_one_name_in_two_rooms_is_refused(tmp_path: Path) -> None:
    for room in ("a", "b"):
        (tmp_path / room).mkdir()
        (tmp_path / room / "one.md").write_text("---\nvariables: {}\n---\n=== user\nhello", encoding="utf-8")
    with pytest.raises(BrokenPrompt, match="same name"):
        Catalog.load(tmp_path)


def test_the_judges_prompt_carries_the_worked_examples() -> None:
    for name in ("data_sufficiency_check", "turn_planning"):
        system = CATALOG.render(name, **dict.fromkeys(VARIABLES[name], "x"))[0].content
        for words in (
            "방금 검색한 시세로 투자 수익률 계산해줘",
            "서초구 시세 분석해줘",
            "위험도 분석해줘",
            "0.95",
            "0.3",
            "0.6",
        ):
            assert words in system


def test_the_judge_and_the_answer_have_the_designs_figures() -> None:
    judge, answer = BUDGETS["data_sufficiency_check"], BUDGETS["answer"]
    assert (judge.temperature, judge.max_tokens) == (0.1, 500)
    assert (answer.temperature, answer.top_p, answer.max_tokens) == (0, 0.9, 512)


@pytest.mark.parametrize("prompt", ["query_router", "turn_planning"])
def test_a_question_that_leans_on_the_conversation_may_still_need_data(prompt: str) -> None:
    variables = dict.fromkeys(VARIABLES[prompt], "-")
    system = CATALOG.render(prompt, **variables)[0].content
    assert "새 자료가 필요 없다는 뜻이" in system
    assert "새 자료가 전혀 필요 없" not in system


def test_a_thinking_prompt_takes_400_tokens_at_most_before_its_data() -> None:
    for name, prompt in CATALOG.prompts.items():
        if prompt.room == "thinking":
            said = "".join(message.content for message in prompt.render(**dict.fromkeys(prompt.variables, "")))
            assert estimate_tokens(said) <= 400, name


def test_another_text_or_another_trust_is_another_version(tmp_path: Path) -> None:
    versions: set[str] = set()
    for trust, said in (("trusted", "a"), ("trusted", "b"), ("untrusted", "a")):
        (tmp_path / "room").mkdir(exist_ok=True)
        text = f"---\nvariables: {{x: {trust}}}\n---\n=== user\n{{{{nonce}}}} {said} {{{{x}}}}"
        (tmp_path / "room" / "one.md").write_text(text, encoding="utf-8")
        versions.add(Catalog.load(tmp_path).prompts["one"].version)
    assert len(versions) == 3
    assert {len(prompt.version) for prompt in CATALOG.prompts.values()} == {12}
