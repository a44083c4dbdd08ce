"""Reads replies that are not valid JSON, each by what its node asks for. Small models write broken objects, lists and
prose; an unreadable reply is None, never a guess."""

from __future__ import annotations

import re
from collections.abc import Sequence

from foundation.language.wanted.questions import asks
from prompts.thinking_replies import (
    AccuracyReply,
    ClassifyReply,
    CompletenessReply,
    ConceptsReply,
    DecomposeReply,
    FactReply,
    FactsReply,
    of_hundred,
)

LONGEST_LINE, MOST_LINES = 400, 12
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_LINE = re.compile(r"^[ \t]*(?:[-*•]|\(?\d{1,2}[.)])[ \t]*(\S.*)$", re.MULTILINE)
_NUMBER = re.compile(r"(?<![\d.])(\d{1,3}(?:\.\d+)?)(?![\d.])")
_VERDICT = re.compile(r"\b(not[_ ](?:found|verified)|verified|contradicted)\b", re.IGNORECASE)
_SHARE = re.compile(r"(?<![\d.])(\d{1,3}(?:\.\d+)?)\s*(?:/|out of|of)\s*(\d{1,3})(?![\d.])")
"""A score of another whole (8/10)."""


def classified(text: str) -> ClassifyReply | None:
    """Simple or complex, where the reply says one of them."""
    simple, complex_ = (_said(text, word) is not None for word in ("simple", "complex"))
    if simple == complex_:
        return None
    return ClassifyReply(type="complex" if complex_ else "simple")


def concepts(text: str) -> ConceptsReply | None:
    """Two lists out of a broken object, or one list of lines."""
    found, keys = strings_of("concepts", text), strings_of("keywords", text)
    if not found and not keys:
        found = lines_of(text)
    return ConceptsReply(concepts=tuple(found[:5]), keywords=tuple(keys[:5])) if found or keys else None


def decomposed(text: str) -> DecomposeReply | None:
    """Questions out of a broken object, or lines that ask."""
    found = strings_of("sub_questions", text) or [line for line in lines_of(text) if "?" in line or asks(line)]
    return DecomposeReply(sub_questions=tuple(found)) if found else None


def accuracy(text: str) -> AccuracyReply | None:
    """The score, whether it answers, and what is named as unsupported."""
    score = score_of(text)
    if score is None:
        return None
    answers = re.search(r"answers_question\W*(?:false|no)\b", text, re.IGNORECASE) is None
    return AccuracyReply(score=score, answers_question=answers, unsupported=tuple(strings_of("unsupported", text)))


def completeness(text: str) -> CompletenessReply | None:
    """The score, yes or no, and what is missing."""
    score = score_of(text)
    said = first_of(("partially", "no", "yes"), text)
    if score is None or said is None:
        return None
    missing = tuple(strings_of("missing", text))
    return CompletenessReply.model_validate({"complete": said, "missing": missing, "score": score})


def facts(text: str) -> FactsReply | None:
    """One fact for each verdict: of a broken object the strings before it, else the line it stands in."""
    found: list[FactReply] = []
    for piece in re.split(r"[{\n]", text)[: 4 * MOST_LINES]:
        verdict = _VERDICT.search(piece)
        if verdict is None:
            continue
        said = strings_of("fact", piece) or [piece[: verdict.start()].strip(" \t-*•:|\"',")]
        if said[0]:
            word = verdict[1].lower().replace(" ", "_").replace("not_verified", "not_found")
            found.append(FactReply.model_validate({"fact": said[0][:LONGEST_LINE], "verdict": word}))
    return FactsReply(facts=tuple(found[:MOST_LINES])) if found else None


def strings_of(key: str, text: str) -> list[str]:
    """The strings behind a key of a broken object, up to the end of its list or the next key."""
    at = text.find(f'"{key}"')
    if at < 0:
        return []
    behind = text[at + len(key) + 2 :]
    end = min((place for place in (behind.find("]"), behind.find("}")) if place >= 0), default=len(behind))
    found: list[str] = []
    for one in _STRING.finditer(behind[:end]):
        if behind[one.end() :].lstrip()[:1] == ":":
            break
        found.append(one[1].strip()[:LONGEST_LINE])
    return [one for one in found if one][:MOST_LINES]


def lines_of(text: str) -> list[str]:
    """The lines of a list."""
    return [one.strip().strip("\"'").strip()[:LONGEST_LINE] for one in _LINE.findall(text)][:MOST_LINES]


def score_of(text: str) -> float | None:
    """The number behind "score", else the one number up to 100 there is; of 100."""
    at = text.lower().find("score")
    behind = text[at:] if at >= 0 else text
    share = _SHARE.search(behind)
    if share is not None and 0 < float(share[2]) >= float(share[1]):
        return 100 * float(share[1]) / float(share[2])
    found = [of_hundred(float(one) if "." in one else int(one)) for one in _NUMBER.findall(behind)]
    inside = [one for one in found if one <= 100]
    if at >= 0:
        return inside[0] if inside else None
    return inside[0] if len(inside) == 1 else None


def first_of(words: Sequence[str], text: str) -> str | None:
    """The word that the text says first; None if it says none of them."""
    said = {word: found for word in words if (found := _said(text, word)) is not None}
    return min(said, key=lambda word: said[word]) if said else None


def _said(text: str, word: str) -> int | None:
    """Where a text says the word, and does not deny it (not complex)."""
    found = re.search(rf"(?<![A-Za-z_])(?<!\bnot )(?<!n't ){word}(?![A-Za-z_])", text, re.IGNORECASE)
    return None if found is None else found.start()
