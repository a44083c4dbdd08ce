"""What a person sees of a turn, in both languages, on narrow and low screens."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from service_agent.terminal import render
from service_agent.terminal.answering import Answering
from service_agent.terminal.view import OpenPrompt, Step, TurnView
from service_agent.terminal.words import ENGLISH, KOREAN, Words, words_for

PROMPT = OpenPrompt(
    prompt_id="c1",
    message="앞서 찾은 자료를 다시 쓸까요, 새로 검색할까요?",
    summary="시세 10건 (2분 전): “대구 달서구 아파트 시세 알려줘”",
    reason="이전 자료로 충분하다는 확신이 80%입니다.",
    options=[
        {"value": "use_previous", "label": "이전 자료 사용", "description": "약 4.0초 절약"},
        {"value": "search_new", "label": "새로 검색", "description": "자료를 다시 찾음"},
    ],
    expires_in_s=30.0,
)
ANSWER: dict[str, Any] = {
    "content": "평균은 3억입니다 [1].",
    "reuse": {"badge": "21:34 자료 10건 재사용", "decision": "reuse", "undo_available": False},
    "notices": ["이 자료는 예시입니다."],
    "citations": [
        {"marker": number, "title": f"달서구 {number}", "quote": "평균\n3억", "uri": "", "example": number == 1}
        for number in range(1, 9)
    ],
    "engine": "rules",
    "timings_ms": {"total": 340},
    "confidence": 0.67,
}


def shown(what: RenderableType, width: int = 80, height: int = 50) -> str:
    console = Console(width=width, height=height, file=io.StringIO())
    with console.capture() as captured:
        console.print(what)
    return captured.get()


@pytest.mark.parametrize("width", [60, 80, 100])
def test_the_question_shows_what_is_in_hand_why_we_doubt_the_keys_and_the_countdown(width: int) -> None:
    card = shown(render.question_card(Answering(PROMPT), KOREAN, 27.4), width)
    for part in (
        "시세 10건 (2분 전)",
        "80%",
        "[1]",
        "이전 자료 사용",
        "약 4.0초 절약",
        "[2]",
        "[k]",
        "27초 뒤에는",
    ):
        assert part in card
    assert {cell_len(line) for line in card.splitlines()} == {width}, "the frame is straight around Korean text"


@pytest.mark.parametrize(
    ("left", "words", "said"),
    [
        (0.2, KOREAN, "0초 뒤에는 새로 검색합니다"),
        (-3, KOREAN, "0초 뒤에는 새로 검색합니다"),
        (None, KOREAN, "시간 제한 없음"),
        (12, ENGLISH, "searches again in 12 s"),
        (None, ENGLISH, "no time limit"),
    ],
)
def test_the_countdown_never_runs_below_zero_and_may_be_absent(left: float | None, words: Words, said: str) -> None:
    assert said in shown(render.question_card(Answering(PROMPT), words, left))


def test_an_answer_shows_its_badge_its_notices_its_sources_and_how_it_was_made() -> None:
    text = shown(render.finished(TurnView(answer=ANSWER), KOREAN))
    order = [
        "↻ 21:34",
        "평균은 3억",
        "! 이 자료는",
        "출처",
        "달서구 1",
        "(예시 데이터)",
        "[6]",
        "그 밖에 2건",
        "규칙 엔진",
        "/again",
    ]
    places = [text.index(part) for part in order]
    assert places == sorted(places)
    assert "0.34초 · 확신 67%" in text
    assert "[7]" not in text


def test_all_sources_are_shown_when_asked_for() -> None:
    assert "[8]" in shown(render.sources(ANSWER["citations"], ENGLISH, all_sources=True))


def test_a_web_page_without_a_day_says_when_it_was_found() -> None:
    undated = {**ANSWER["citations"][0], "web": True, "as_of": None, "fetched_at": "2026-11-30T10:00:00Z"}
    dated = {**undated, "as_of": "2025-08-14"}
    assert "(web, found 2026-11-30)" in shown(render.sources([undated], ENGLISH, all_sources=True))
    assert "(웹, 2026-11-30에 찾음)" in shown(render.sources([undated], KOREAN, all_sources=True))
    assert "(web, 2025-08-14)" in shown(render.sources([dated], ENGLISH, all_sources=True))


def test_after_the_clock_decided_the_earlier_results_are_offered() -> None:
    late = {**ANSWER, "reuse": {"badge": None, "decision": "search", "undo_available": True}}
    assert "/previous" in shown(render.finished(TurnView(answer=late), KOREAN))
    assert "/again" not in shown(render.finished(TurnView(answer=late), KOREAN))


def test_what_is_being_written_stays_in_view_on_a_low_screen() -> None:
    view = TurnView(run_id="r1", streamed="\n\n".join(f"문단 {number}" for number in range(60)))
    text = shown(render.working(view, KOREAN, 1.0, None), height=12)
    assert "문단 59" in text
    assert "문단 1\n" not in text
    assert len(text.splitlines()) <= 12


def test_the_beginning_of_an_earlier_answer_is_cut_at_lines_with_words() -> None:
    text = shown(render.Head(render.AnswerMarkdown("하나\n\n둘\n\n셋"), 2))
    assert text.split() == ["하나", "둘", "…"]


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (TurnView(), "질문을 읽는 중"),
        (TurnView(steps={"search/a": Step("실거래 검색 중", progress="1/2")}), "실거래 검색 중 1/2"),
        (TurnView(steps={"search": Step("search")}), "질문을 읽는 중"),
        (TurnView(steps={"search/a": Step("실거래 10건 찾음", status="done")}), "답을 쓰는 중"),
        (TurnView(streamed="평균"), "답을 쓰는 중"),
        (TurnView(streamed="평균", stopping=True), "멈추는 중"),
    ],
)
def test_the_running_line_says_what_is_being_done(view: TurnView, said: str) -> None:
    assert render.doing(view, KOREAN) == said


def test_every_sentence_exists_in_both_languages_with_the_same_places_to_fill() -> None:
    for name in Words.__dataclass_fields__:
        korean, english = getattr(KOREAN, name), getattr(ENGLISH, name)
        assert korean, name
        assert english, name
        assert korean.count("{") == english.count("{"), name


@pytest.mark.parametrize(("language", "words"), [("ko", KOREAN), ("en", ENGLISH), ("en_US.UTF-8", ENGLISH)])
def test_the_named_language_is_spoken(language: str, words: Words) -> None:
    assert words_for(language) is words


@pytest.mark.parametrize(("spoken", "words"), [("C.UTF-8", KOREAN), ("C", KOREAN), ("en_GB.UTF-8", ENGLISH)])
def test_a_terminal_without_a_language_speaks_korean(
    spoken: str, words: Words, monkeypatch: pytest.MonkeyPatch
) -> None:
    def setlocale(_category: int) -> str:
        return spoken

    monkeypatch.setattr("locale.setlocale", setlocale)
    assert words_for(None) is words


def test_a_sign_stands_behind_what_is_marked_whatever_letters_come_before() -> None:
    content = "𝔸 평균은 3억입니다 [1]. 곧 오릅니다. 끝."
    start = len(content[: content.index("곧")].encode("utf-16-le")) // 2
    marks = [{"start": start, "end": start + len("곧 오릅니다."), "why": "advice"}]
    assert render.signed(content, marks) == "𝔸 평균은 3억입니다 [1]. 곧 오릅니다. ⚠ 끝."
    assert "곧 오릅니다. ⚠" in shown(
        render.Group(*render.answer({**ANSWER, "content": content, "marks": marks}, KOREAN))
    )
