"""What a question is: its type, its key words, how strictly passages are taken."""

from __future__ import annotations

import pytest

from execution_agents.retrieval.analysis import Analyser, key_words
from foundation.domains.schema.retrieving import (
    AnalysisFigures,
    HybridFigures,
    QuestionTypeName,
    QuestionTypeWords,
    RetrievalFigures,
)

ANALYSER = Analyser(RetrievalFigures())


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("AI플랫폼 URL은 무엇인가요?", "system_info"),
        ("관리 서버의 포트와 계정을 알려줘", "system_info"),
        ("대항력이란 무엇인가요?", "definition"),
        ("임차권등기명령은 어떻게 신청하나요? 절차를 알려주세요", "procedural"),
        ("침전지의 탁도 기준값은 얼마인가요?", "numeric"),
        ("시중은행과 지방은행의 차이는?", "comparative"),
        ("펌프에 오류가 발생했을 때 원인과 조치는?", "problem"),
        ("여과지의 규격과 재질은?", "technical_spec"),
        ("여과지는 얼마나 자주 점검하고 관리하나요?", "operational"),
        ("정수장", "general"),
        ("What is the difference between a lease and a licence?", "comparative"),
        ("How do I request annual leave? What are the steps?", "procedural"),
    ],
)
def test_each_of_the_nine_types_is_recognised_by_its_words(question: str, expected: QuestionTypeName) -> None:
    assert ANALYSER.read(question).question_type == expected


def test_the_documents_example_scores_as_the_document_says() -> None:
    read = ANALYSER.read("AI플랫폼 URL은 무엇인가요?")
    assert (read.question_type, read.confidence) == ("system_info", 500)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which equipment is supported?", "general"),
        ("Which port has the account of the IP?", "system_info"),
        ("Which IP and which port are open?", "system_info"),
        ("Which IPs and ports are open?", "system_info"),
        ("서버 IP를 알려줘", "system_info"),
        ("포트IP는?", "system_info"),
        ("백업 장비 IP는?", "system_info"),
        ("curl로 시험해도 돼?", "general"),  # no URL
        ("zip으로 보내?", "general"),
        ("How much coal did one engine use compared to the other?", "comparative"),
    ],
)
def test_an_english_keyword_inside_another_word_is_none(question: str, expected: QuestionTypeName) -> None:
    assert ANALYSER.read(question).question_type == expected


def test_a_packs_own_words_count_beside_the_defaults() -> None:
    plain = "응집제 주입률 표"
    own: dict[QuestionTypeName, QuestionTypeWords] = {"technical_spec": QuestionTypeWords(patterns=("주입률",))}
    assert ANALYSER.read(plain).question_type == "general"
    assert Analyser(RetrievalFigures(), own).read(plain).question_type == "technical_spec"


def test_a_score_at_the_least_is_general_and_above_it_is_not() -> None:
    keyword = {"problem": QuestionTypeWords(keywords=("먹통",))}
    at_least = Analyser(RetrievalFigures(), {"problem": keyword["problem"]}).read("화면 먹통")
    below = RetrievalFigures(analysis=AnalysisFigures(least_score=99))
    assert at_least.question_type == "general"
    assert Analyser(below, {"problem": keyword["problem"]}).read("화면 먹통").question_type == "problem"


def test_words_that_only_ask_are_no_key_words_unless_nothing_else_is_there() -> None:
    assert key_words("보증금은 어떻게 되나요?") == ("보증금은",)
    assert key_words("What is the deposit?") == ("deposit",)
    assert key_words("어떻게 되나요?") == ("어떻게", "되나요")


def test_numeric_and_long_questions_ask_for_less_confidence() -> None:
    assert ANALYSER.read("정수장").threshold == 200
    assert ANALYSER.read("기준값은 얼마인가요?").threshold == 120
    assert ANALYSER.read(" ".join(f"낱말{at}" for at in range(20))).threshold == 130


def test_the_built_in_embedder_gets_the_share_the_figures_give_it() -> None:
    question = "대항력이란 무엇인가요?"
    a_tenth = Analyser(RetrievalFigures(hybrid=HybridFigures(built_in_dense_share=100)))
    assert ANALYSER.read(question).dense_weight == 700
    assert a_tenth.read(question, built_in=True).dense_weight == 70
    assert ANALYSER.read(question, built_in=True).dense_weight == 0


def test_terms_of_accounts_and_figures_are_repeated() -> None:
    assert ANALYSER.read("서버 포트와 계정 URL을 알려줘").repeated == ("포트와", "계정", "url을")
    assert ANALYSER.read("정수장").repeated == ()
    assert ANALYSER.read("Which port and account, and which portable desk? IPad?").repeated == ("port", "account")


def test_a_pasted_text_is_read_to_its_limit_only() -> None:
    assert ANALYSER.read("가나 " * 100_000).tokens <= 2_000
