"""Answers that need no evidence: greetings, questions about the service, off-topic or too vague messages, questions
about earlier messages."""

from __future__ import annotations

import re
from collections.abc import Mapping

from execution_agents.analysis.cells import words_of
from execution_agents.answer.checks.numbers import check_numbers
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.evidence.unknown import unknown_words
from execution_agents.answer.quoting.not_there import nothing_of
from foundation.contracts.errors import ModelFailed
from foundation.contracts.events import AnswerWritten
from foundation.contracts.ports import Delta, LanguageModel, Message, Usage
from foundation.language.courtesies import (
    ABOUT_ASSISTANT,
    FAREWELL,
    GREETING,
    THANKS,
    WHAT_IS_THIS,
    without_courtesies,
)
from foundation.language.cues import says_nothing
from foundation.language.figures.reader import figures_of
from prompts.catalog import shipped_prompts

CERTAIN = 1000
EXAMPLES = 4
LINES_READ = 100
"""Lines of the pack that its language is read from."""
MARKER_WITH_SPACE = re.compile(r"\s?\[\d{1,3}\]")
LOOKS_BACK = {"ko": "앞서 이렇게 답했습니다: {answer}", "en": "This is what I answered before: {answer}"}
NO_HISTORY = {"ko": "(앞선 대화 없음)", "en": "(no earlier conversation)"}
LANGUAGES = {"ko": "한국어", "en": "English"}


async def early_answer(
    request: AnswerRequest, model: LanguageModel | None, usage: Usage, delta: Delta
) -> AnswerWritten:
    """The whole answer; the model writes it only if the person just chats."""
    text, engine = None, "rules"
    if model is not None and request.ends_early == "direct":
        text = await direct_response(request, model, usage)
        engine = "model"
    if text is None:
        text, engine = early_words(request), "rules"
    await delta(text)
    return AnswerWritten(content=text, confidence=CERTAIN, engine="model" if engine == "model" else "rules")


async def direct_response(request: AnswerRequest, model: LanguageModel, usage: Usage) -> str | None:
    """The model's words; None if it failed or gave figures nobody mentioned."""
    messages = direct_messages(request)
    try:
        pieces = [piece async for piece in model.stream("direct_response", messages, usage)]
    except ModelFailed:
        return None
    text = "".join(pieces).strip()
    known = figures_of("\n".join(message.content for message in messages))
    return text if text and not check_numbers(text, known, request.pack.answering.check).unsupported else None


def direct_messages(request: AnswerRequest) -> tuple[Message, ...]:
    """The prompt, rendered."""
    lines = [f"Q: {question}\nA: {answer}" for question, answer in request.history]
    return shipped_prompts().render(
        "direct_response",
        language=LANGUAGES.get(request.language, request.language),
        about=words_of(request.pack.replies.about, request.language),
        history="\n".join(lines) or words_of(NO_HISTORY, request.language),
        memories="\n".join(f"- {' '.join(one.split())}" for one in request.memories) or "-",
        question=request.question,
    )


def early_words(request: AnswerRequest) -> str:
    """The pack's own reply, after what the question names and the pack has no word of."""
    if request.ends_early == "direct" and request.route == "history_required" and request.history:
        return words_of(LOOKS_BACK, request.language).format(answer=uncited(request.history[-1][1]))
    reply = early_reply(request)
    said = words_of(reply, request.language)
    if request.ends_early != "direct":
        unknown = unknown_words(request, [one.line for one in request.pack.line_questions[:LINES_READ]])
        said = f"{nothing_of(unknown, request.language)} {said}".strip()
    return f"{said}\n\n{examples(request)}".strip() if reply is request.pack.replies.about else said


def examples(request: AnswerRequest) -> str:
    """Questions of the pack to begin with, in the person's language where it has some: a line each."""
    mine = [one.text for one in request.pack.examples if one.language == request.language]
    return "\n".join(f"- {text}" for text in (mine or [one.text for one in request.pack.examples])[:EXAMPLES])


def early_reply(request: AnswerRequest) -> Mapping[str, str]:
    """Which of the pack's replies fits."""
    replies, question = request.pack.replies, request.question
    if request.ends_early == "irrelevant":
        return replies.irrelevant
    if request.ends_early == "unclear":
        return replies.empty if says_nothing(question) else replies.unclear
    thanks = THANKS.search(question)
    if WHAT_IS_THIS.search(question):
        return replies.about
    if ABOUT_ASSISTANT.search(question) and not (thanks and request.history):
        return replies.about
    if thanks:
        return replies.thanks
    if FAREWELL.search(question):
        return replies.farewell
    greets = GREETING.search(question) or not request.history or without_courtesies(question) is None
    return replies.greeting if greets else replies.thanks


def uncited(answer: str) -> str:
    """An earlier answer without its markers: they would point at nothing here."""
    return MARKER_WITH_SPACE.sub("", answer)
