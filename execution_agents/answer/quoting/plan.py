"""What an answer from passages says, in order: the sentence that answers, then what supports it, cut where it stops
helping."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from execution_agents.answer.evidence.answering import Line, lines_of
from execution_agents.answer.evidence.passages import Sentence
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.lists import Room, list_around, step_number
from foundation.language.asking import wanted
from foundation.language.grams import grams_of
from foundation.language.modality import WORDS as YES_OR_NO
from foundation.language.modality import yes_or_no
from foundation.language.particles import with_particle
from foundation.language.polite import polite
from foundation.language.sentences import HANGUL, is_row

QUOTED = " — “"
_LEANS_BACK = re.compile(
    r"(?:이(?:것|를|는|때|날|권리|경우|기간|금액|규정)?|그(?:것|때|날|러나|런데|리고|동안|럴|렇)?|다만|또|또한|둘째|셋째|넷째|하나는)(?=[\s,을를은는이가도에]|\S{0,2}\s)"
    r"|(?:this|that|it|they|these|those|he|she|however|then|but|otherwise|also)\b",
    re.IGNORECASE,
)
"""A sentence that begins so says something of the one before it."""
_BARE_NUMBER = re.compile(r"[\d.]*$")


@dataclass(frozen=True)
class Found:
    """The passages' sentences with how well each answers."""

    scored: Sequence[tuple[Sentence, float]]
    """Best first."""
    sentences: Sequence[Sentence]
    """All of them."""
    titles: Mapping[int, str]

    def of(self, marker: int) -> list[Sentence]:
        """One passage's, in reading order."""
        return sorted((one for one in self.sentences if one.marker == marker), key=lambda one: one.position)

    def score_of(self, one: Sentence) -> float:
        """How well it answers; 0 for what cannot."""
        return next((score for each, score in self.scored if each is one), 0.0)


def planned(found: Found, request: AnswerRequest, room: int) -> list[str]:
    """The parts of the answer: the sentence that answers, its support, at most one more passage."""
    best, most = found.scored[0]
    figures = request.pack.answering.quoting
    first = _told(best, found, request, room)
    left = room - sum(map(len, first))
    near = figures.near_answer / 1000 * most
    other = next((one for one, score in found.scored if one.marker != best.marker and score >= near), None)
    title = found.titles[other.marker] if other else ""
    if other is None or len(other.text) + len(title) > left:
        return first
    heads = next((line.heads for line in lines_of(found.of(other.marker)) if line.sentence is other), "")
    text = f"{heads}; {other.text}" if heads else other.text
    return [*first, quote(title, text, other.marker)]


def _told(best: Sentence, found: Found, request: AnswerRequest, room: int) -> list[str]:
    mine, title = found.of(best.marker), found.titles[best.marker]
    figures = request.pack.answering.quoting
    at = mine.index(best)
    steps = step_number(best) is not None
    if steps or (is_row(best.text) and _of_whole_table(best, mine, found)):
        longest = request.pack.answering.longest if steps else room
        listed = list_around(mine, at, Room(figures, longest - len(title)))
        if listed and len(listed) > 1:
            return [listed_steps(title, listed) if steps else quote(title, "; ".join(one.text for one in listed), best.marker)]
    lead = lead_of(next(line for line in lines_of(mine) if line.sentence is best), request)
    left = room - len(lead) - len(title) - len(QUOTED)
    support = support_of(best, mine, found, left, figures.support / 1000)
    shown = quote(title, support, best.marker) if support else f"**{title}** [{best.marker}]"
    return [f"{lead} [{best.marker}]", shown]


def listed_steps(title: str, steps: Sequence[Sentence]) -> str:
    """A text's own steps, each on its line."""
    return "\n".join([f"**{title}** [{steps[0].marker}]", "", *(one.text for one in steps)])


def _of_whole_table(best: Sentence, mine: Sequence[Sentence], found: Found) -> bool:
    """Rows that answer equally well: the table is asked for."""
    score = found.score_of(best)
    return sum(is_row(one.text) and found.score_of(one) >= score - 0.01 for one in mine) > 2


def quote(title: str, text: str, marker: int) -> str:
    """One passage's quote."""
    return f"**{title}**{QUOTED}{text}” [{marker}]"


def lead_of(line: Line, request: AnswerRequest) -> str:
    """The sentence that answers as it is said to the person; a yes or no before it where it decides one."""
    text = line.sentence.text
    if line.heads:
        return row_said(line, request)
    korean = HANGUL.search(text) is not None
    if korean != (request.language == "ko"):
        return f"“{text}”"
    said = polite(text) if korean else text
    decided = yes_or_no(request.question, text, request.pack.answering.quoting.decides / 1000)
    if decided is None:
        return said
    return f"{YES_OR_NO[decided]['ko' if korean else 'en']} {said}"


def row_said(line: Line, request: AnswerRequest) -> str:
    """A row in words: what it is of, and the cells asked for under their heads."""
    cells, heads = line.sentence.text.split(" | "), line.heads.split(" | ")
    if len(cells) < 2 or len(cells) != len(heads):
        return line.sentence.text
    start = 1 if _BARE_NUMBER.match(cells[0]) is None or _BARE_NUMBER.match(cells[0])[0] != cells[0] or len(cells) < 3 else 2
    key, pairs = cells[start - 1], list(zip(heads[start:], cells[start:], strict=True))
    asked = grams_of(request.standalone)
    shares = [len(grams_of(head) & asked) / (len(grams_of(head)) or 1) for head, _ in pairs]
    kept = [pair for pair, share in zip(pairs, shares, strict=True) if share >= 0.5]
    if not kept:
        wants = wanted(request.question)
        kept = [pair for pair in pairs if wants.tells(pair[1])] or pairs
    if len(kept) == 1 and request.language == "ko" and HANGUL.search(line.heads):
        head, cell = kept[0]
        return f"{key}의 {with_particle(head, '은', '는')} {cell}입니다."
    if len(pairs) == 1:
        return f"{key}: {pairs[0][1]}"
    return f"{key}: {', '.join(f'{head} {cell}' for head, cell in kept)}"


def support_of(best: Sentence, mine: Sequence[Sentence], found: Found, room: int, share: float) -> str:
    """What stands beside the sentence and helps: the one it leans on, then those next to it that answer nearly as well."""
    at = mine.index(best)
    first, last, left = at, at, room
    least = share * found.score_of(best)
    if at and _LEANS_BACK.match(best.text) and len(mine[at - 1].text) <= left:
        first, left = at - 1, left - len(mine[at - 1].text)
    while True:
        beside = [mine[each] for each in (first - 1, last + 1) if 0 <= each < len(mine)]
        fitting = [
            one for one in beside if len(one.text) + 1 <= left and not is_row(one.text) and found.score_of(one) >= least
        ]
        if not fitting:
            break
        one = max(fitting, key=found.score_of)
        left -= len(one.text) + 1
        first, last = (first - 1, last) if mine.index(one) < first else (first, last + 1)
    before, behind = mine[first:at], mine[at + 1 : last + 1]
    return " … ".join(" ".join(one.text for one in part) for part in (before, behind) if part)
