"""How a text names a formula: by a word of its own, by a pattern, by the article that states its rule; whether it
asks for a result at all, and of which day."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from execution_agents.analysis.formulas.roles import pattern_of
from foundation.domains.schema.formulas import Formula
from foundation.language.cues import PARTICLE_TAIL, asks_to_analyse
from foundation.language.figures.reader import figures_of
from foundation.language.rules.modality import asks_whether

ASKS = re.compile(
    r"얼[마만]|몇|며칠|계산|구해|산출|환산|총액|최대|한도|상한|알려|말해\s?[줘주]|"
    r"\bhow (?:much|many|long|far|fast|big|large)\b|\bwhat(?:'?s)?\b|\bcalculat|\bcomput|\bwork (?:it )?out\b"
    r"|\btotal\b|\bmax(?:imum)?\b"
    r"|괜찮|위험|안전|\ballowed\b|\bsafe\b|\brisky?\b|\bcost\b|\bget\b|\bleft\b|\bmost\b|\b(?:tell|give)\s+me\b",
    re.IGNORECASE,
)
_IN_YEAR = re.compile(r"\bin\s+((?:19|20)\d\d)\b(?!\s*(?:won|pounds?|m\b|[,.]\d))", re.IGNORECASE)
"""A bare year in English: back in 2019."""
OPEN_END = re.compile(r"(?:면|[은는])\s*[?？]?\s*$")
"""… 올리면?, 전세가율은?"""
_NOUNS = re.compile(
    r"^\s*(?!(?:is|are|am|can|could|may|must|do|does|did|should|will|would|who|whose|when|where|why)\b)[A-Za-z][^?]*\?\s*$",
    re.IGNORECASE,
)
"""CT value with 0.8 mg/L and 50 minutes? It is neither a yes-or-no question nor a name."""


def asks_to_work_out(text: str, formulas: Sequence[Formula]) -> bool:
    """True if a text asks for a figure, ends openly (… 올리면?), or ends with what a formula is called."""
    if ASKS.search(text) or OPEN_END.search(text) or asks_to_analyse(text):
        return True
    end = text.rstrip(" ?？.!")
    words = [word for formula in formulas for word in formula.words]
    if _NOUNS.search(text) and any(pattern_of(word).search(text) for word in words):
        return True
    if _NOUNS.search(text) and not asks_whether(text):
        return any(naming(formula, text) for formula in formulas)
    return any(end.casefold().endswith(word.casefold()) for word in words)


def naming(formula: Formula, text: str) -> int:
    """How clearly a text names a formula: the length of its longest matching word; 0 if none matches."""
    if is_unlike(formula, text):
        return 0
    words = [len(word) for word in formula.words if pattern_of(word).search(text)]
    patterns = [len(match[0]) for pattern in formula.patterns if (match := re.search(pattern, text, re.IGNORECASE))]
    return max([*words, *(min(length, 12) for length in patterns)], default=0) + (2 if patterns and words else 0)


def states_rule_of(heading: str, formula: Formula) -> int:
    """1 if a passage of this heading states the formula's rule: its source, or the article of a law."""
    title = heading.replace(" > ", ", ")
    articles = [one for one in formula.articles if re.search(r"제\d+조", one)]
    law = any(title.startswith(one) and not title.removeprefix(one).startswith("의") for one in articles)
    return int(bool(title) and (title in formula.source.values() or law))


def is_unlike(formula: Formula, text: str) -> bool:
    """True if a text names what the formula does not work out."""
    return any(pattern_of(word).search(text) for word in formula.unlike)


def says_its_name(formula: Formula, text: str) -> bool:
    """True if a word of the formula stands as a whole word, with no more than particles behind it."""
    matches = [match for word in formula.words if (match := pattern_of(word).search(text))]
    return any(PARTICLE_TAIL.fullmatch(re.match(r"[가-힣]*", text[one.end() :])[0]) for one in matches)  # type: ignore[index]


def day_spoken_of(text: str) -> date | None:
    """The last day of the year or month that a text names; None without one."""
    dates = [figure for figure in figures_of(text) if figure.kind == "date" and figure.parts and figure.parts[0]]
    if not dates and (year := _IN_YEAR.search(text)):
        return date(int(year[1]), 12, 28)
    if not dates:
        return None
    year, month, day = (*dates[0].parts, None, None)[:3]
    try:
        return date(int(year or 0), int(month or 12), int(day or 28))
    except ValueError:
        return None
