"""What the supervisor asks back, in each language."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, Mapping[str, str]] = {
    "ask_name": {
        "ko": "“{word}”에 해당하는 {kind}{subject} {count}개입니다. 어느 것을 말씀하시나요?",
        "en": "“{word}” may be any of {count} ({kind}). Which one do you mean?",
    },
    "why": {"ko": "어느 것인지에 따라 답이 다릅니다.", "en": "The answer differs between them."},
    "ask_reading": {
        "ko": "“{question}”은(는) 앞의 질문 {count}가지 가운데 어느 것에 이어지나요?",
        "en": "Which of the {count} questions before does “{question}” go on from?",
    },
    "ask_place": {
        "ko": "“{words}”에 해당하는 곳이 {count}군데 있습니다. 어느 것을 말씀하시나요?",
        "en": "There are {count} places about “{words}”. Which one do you mean?",
    },
    "ask_row": {
        "ko": "{name}: {column}에 따라 {count}가지가 있습니다. 어느 것을 말씀하시나요?",
        "en": "There are {count} of {name}, by {column}. Which one do you mean?",
    },
    "ask_choice": {
        "ko": "{column} {count}가지에 따라 답이 다릅니다. 어느 것을 말씀하시나요?",
        "en": "The answer differs between {count} ({column}). Which one do you mean?",
    },
    "ask_part": {
        "ko": "“{words}”에 해당하는 것이 {count}가지 있습니다. 어느 것을 말씀하시나요?",
        "en": "There are {count} with “{words}”. Which one do you mean?",
    },
    "why_row": {
        "ko": "{column}에 따라 답이 다릅니다.",
        "en": "The answer differs by {column}.",
    },
}


def said(sentence: str, language: str, /, **values: object) -> str:
    """A sentence in the person's language; English where there is none."""
    return SENTENCES[sentence].get(language, SENTENCES[sentence]["en"]).format_map(values)
