"""The texts for a question that may mean several things: message, labels, the whole list. Korean and English."""

from __future__ import annotations

WHOLE_LIST = {"ko": "전체 목록", "en": "whole list"}
_WORDS = {
    "spec": {
        "ko": "{name} 규격이 {count}가지입니다{range}. 어느 규격을 찾으시나요?",
        "en": "{name} comes in {count} specs{range}. Which one do you mean?",
    },
    "name": {
        "ko": "'{asked}'에 해당하는 항목이 {count}가지입니다. 어느 것을 찾으시나요?",
        "en": "{count} things match “{asked}”. Which one do you mean?",
    },
    "place": {
        "ko": "{name} 항목이 {count}곳에 있습니다. 어느 곳의 것을 찾으시나요?",
        "en": "{name} stands in {count} places. Which one do you mean?",
    },
    "no_such_spec": {
        "ko": "{name}에는 {asked} 규격이 없습니다. 가까운 규격 가운데 고르시거나 다시 적어 주세요.",
        "en": "There is no {name} of {asked}. Choose one close to it, or write another.",
    },
    "kinds": {"ko": "{label} ({count}종)", "en": "{label} ({count})"},
    "via": {"ko": "{place}의 '{via}' ({type})", "en": "“{via}” ({type}) in {place}"},
    "whole": {"ko": "전체 목록 ({count})", "en": "Whole list ({count})"},
}


def said(key: str, language: str, **values: object) -> str:
    """The sentence, in the person's language."""
    words = _WORDS[key]["ko" if language == "ko" else "en"]
    return words.format(**values)


def label_of(label: dict[str, str], language: str) -> str:
    """The label in this language, else in the pack's own."""
    return label.get(language) or next(iter(label.values()))
