"""What a table says in words of the one thing a question names: 신생아 전세대출은 소득 얼마까지?

A thing is named by words of its title that no other title holds together. What is asked of it stands in a column of
words as one of several clauses; the clause that holds the question's other words answers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from execution_agents.answer.quoting.rows import Row, Showing
from foundation.language.content import content_words
from foundation.language.grams import grams_of
from foundation.language.particles import with_particle
from foundation.language.wanted.asking import wanted

_WORD = re.compile(r"[가-힣A-Za-z]{2,}")
_CLAUSE = re.compile(r"(?<=[가-힣A-Za-z)])[,;]\s+|(?<=\.)\s+")
HELD = 0.5
"""Least share of a word's 2-grams that a clause holds: 소득 in 연소득."""


def named_row(rows: Sequence[Row], question: str) -> Row | None:
    """The one row whose title the question calls by the rarest words; None where none or several are called so."""
    low = question.lower()
    titles = {id(row): set(_WORD.findall(row.title.lower())) for row in rows}
    scores: list[tuple[float, Row]] = []
    for row in rows:
        words = [word for word in titles[id(row)] if word in low]
        others = [sum(word in title for title in titles.values()) for word in words]
        scores.append((sum(math.log(len(rows) / count) for count in others), row))
    best = max((score for score, _ in scores), default=0.0)
    called = [row for score, row in scores if score > 0.0 and math.isclose(score, best)]
    return called[0] if len(called) == 1 else None


def described(row: Row, showing: Showing) -> str:
    """The clause of the row's words that answers, as a sentence; "" where its words do not hold what is asked."""
    wants = wanted(showing.own)
    title = grams_of(row.title)
    asked = [grams for word in content_words(showing.own) if (grams := grams_of(word)) and not grams & title]
    found: tuple[float, str, str] = (0.0, "", "")
    for cell in row.of("label"):
        for clause in _CLAUSE.split(cell.shown) if cell.shown != row.title else ():
            held = sum(len(one & grams_of(clause)) / len(one) >= HELD for one in asked)
            if held > found[0] and wants.tells(clause):
                found = (held, cell.label, clause.rstrip("."))
    if not found[0]:
        return ""
    if showing.language == "ko":
        return f"{row.title}의 {with_particle(found[1], '은', '는')} {found[2]}입니다 [{row.marker}]."
    return f"{row.title}: {found[2]} [{row.marker}]."
