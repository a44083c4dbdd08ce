"""The limits a text states: a quantity may be at most, at least, or between; each with what it holds for.

A limit is a figure with words beside it that bound it (이하, 까지, at most, no more than), a pair of figures with such
words between them (0.60~1.00 mg/L), or one of a list of figures that such words govern (상한은 서울 9억 원, 부산 6억
9천만 원; up to 165 million in Seoul, 145 million in the capital zone). A figure that starts something (15 NTU를 넘으면
밸브가 닫힌다) bounds nothing, unless its sentence forbids what lies beyond it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from foundation.language.figures.agreement import EXACT, Figure
from foundation.language.figures.reader import figures_of
from foundation.language.figures.units import LENGTHS, unit_of
from foundation.language.rules.modality import says
from foundation.language.script import HANGUL

Bound = Literal["most", "below", "least", "above"]
Norm = Literal["target", "legal", "range"]
OPPOSITE: dict[Bound, Bound] = {"most": "above", "below": "least", "least": "below", "above": "most"}


def _words(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


_ASIDE = r"^\s*(?:\([^)]{0,40}\)\s*)?"
_BEHIND: tuple[tuple[Bound, bool, re.Pattern[str]], ...] = (
    ("most", True, _words(_ASIDE + r"[을를]?\s?(?:넘지|초과하지|넘을\s수|넘길\s수|넘으면\s안|넘겨서는\s안)")),
    ("least", True, _words(_ASIDE + r"[이가]?\s?(?:지나야|돼야|되어야)")),
    ("most", False, _words(_ASIDE + r"(?:이하|까지|이내|안(?:에|이|으로)?(?![가-힣])|or\s+(?:less|fewer|under)\b)")),
    ("below", False, _words(_ASIDE + r"(?:미만|아래(?=여야|이어야|이다|입니다|로\s?(?:유지|지[킨켜])))")),
    ("least", False, _words(_ASIDE + r"(?:이상|or\s+(?:more|over|above)\b|and\s+(?:over|above|up(?!\s+to))\b)")),
    ("above", False, _words(_ASIDE + r"(?:초과|[을를]?\s?(?:넘는|넘으면|넘긴|넘게))")),
)
"""What follows a figure that is a limit; True: the words forbid what lies beyond by themselves."""
_BEFORE: tuple[tuple[Bound, bool, re.Pattern[str]], ...] = (
    (
        "least",
        True,
        _words(
            r"\b(?:at\s+least|(?:no|not)\s+(?:less|fewer|earlier|lower|sooner)\s+than|(?:a\s+)?min(?:imum)?(?:\s+of)?|not\s+within)\s*$",
            r"(?:최소|적어도|최저)\s*$",
        ),
    ),
    (
        "most",
        True,
        _words(
            r"\b(?:(?<!add\s)(?<!adds\s)up\s+to|at\s+most|(?:no|not)\s+(?:more|longer|later|higher)\s+than|(?:a\s+)?max(?:imum)?(?:\s+of)?|within"
            r"|(?:not|never)\s+(?:to\s+)?exceed(?:ing)?|capped\s+at|(?:limited\s+to|limit\s+of))\s*(?:the\s+)?$",
            r"(?:최대|최고|최장|많아야)\s*$",
        ),
    ),
    ("below", False, _words(r"\b(?:less|fewer|lower|shorter)\s+than\s*$", r"\b(?:under|below)\s*$")),
    ("above", False, _words(r"\b(?:more|longer|higher)\s+than\s*$", r"\b(?:exceed(?:ing|s)?|above)\s*$")),
)
_IN_THE_FIRST = re.compile(r"\b(?:in|during|within|for)\s+(?:the|your|their)\s+first\s*$", re.IGNORECASE)
_NOBODY = re.compile(r"\b(?:nobody|no\s?one|none|not|never|cannot|can['’]?t|n['’]t)\b", re.IGNORECASE)
_GOVERNS_MOST = re.compile(
    r"(?:상한|한도|최대(?:치|값)?|최고액)[가-힣]{0,2}(?=\s|:|\(|$)|\b(?:caps?|ceilings?|limits?|maximum|max)\b",
    re.IGNORECASE,
)
_GOVERNS_LEAST = re.compile(r"(?:하한|최소(?:치|값|액)?)[가-힣]{0,2}(?=\s|:|\(|$)|\bminimum\b", re.IGNORECASE)
_LISTED_BELOW = re.compile(r"(?:아래|다음)(?:의)?\s?(?:금액|기준|값|수|한도)?\s?(이하|미만|이상|초과)")
_KOREAN_BOUND: dict[str, Bound] = {"이하": "most", "미만": "below", "이상": "least", "초과": "above"}
_BETWEEN = re.compile(r"^\s*(?:~|～|〜|∼|-|–|—|에서|부터|to|and)\s*$", re.IGNORECASE)
_BOTH = re.compile(
    r"^\s*(?:이상|초과)\s?(?:이고|이며|,|~|에서)?\s*$|^\s*(?:and|but|,)?\s*(?:at\s+most|no\s+more\s+than|up\s+to|below|under)\s*$",
    re.IGNORECASE,
)
"""Between a lower and an upper limit of one thing."""
_UPPER = re.compile(r"\s?(?:이하|미만)")
_IS_RANGE = _words(r"목표|범위|유지|사이|지[켜킨키]|기준|운영|[만]\s?배[웠운]|\bbetween\b|\brange\b|\bkeep|\btarget\b")
_LINKED = re.compile(r"[,·]|[가-힣]고\s|[가-힣]며\s|\band\b|\bor\b|이고|이며", re.IGNORECASE)
_OTHER_SUBJECT = re.compile(r"\b(?:we|you|they|it|is|are|has|have|must|may|can|if|pays?|get|at|every)\b", re.IGNORECASE)
"""Between two figures: the second one belongs to another statement."""
_COPULA = re.compile(r"^\s*(?:원\s?)?(?:이고|이며|이다|입니다|이에요|[,.;]|$)")
_REST_OF_UNIT = re.compile(r"^\s*(?:[a-z]+\s+)?(days?|weeks?|hours?|months?)\b", re.IGNORECASE)
_SCALED = re.compile(r"(?:million|billion|\dm|bn|mn)$", re.IGNORECASE)
_TRIGGER = re.compile(
    r"\s*(?:\([^)]*\)\s*)?[을를이가]?\s?(?:(?:이상|이하|미만|초과)\s?(?:이?면|일\s?때|인\s?경우|에서)|넘으면|넘게|넘고|넘긴)"
)
_UNTIL = re.compile(_ASIDE + "까지")
_UNTIL_HERE = re.compile(_ASIDE + r"까지(?:만|이?다(?![가-힣])|입니다|이?[고며](?=[,\s]))")
_TRIGGER_BEFORE = re.compile(r"\b(?:if|when|whenever|once|where)\b[^,.;]*$", re.IGNORECASE)
_CASE = re.compile(r"^\s*이?(?:면|라면)(?=[\s,])")
_NORMS: tuple[tuple[Norm, re.Pattern[str]], ...] = (
    ("legal", _words(r"법정|법적|먹는물", r"\b(?:legal|statutory|by\s+law)\b")),
    ("target", _words(r"목표|자체\s?기준", r"\b(?:targets?|goals?)\b")),
    ("range", _words(r"(?:관리|운영|운전)\s?범위", r"\b(?:control|operating)\s+range\b")),
)
_CLAUSE_END = re.compile(r"(?<=[가-힣])(?:고|며|지만|는데|으나)[,\s]|[;.]\s|,\s(?=(?:and|but)\s)|\s(?=but\s)")


@dataclass(frozen=True)
class Limit:
    """One limit as a sentence states it."""

    kind: str
    """What is measured, as figures are typed."""
    text: str
    """As it is written, without the words that bound it."""
    low: Decimal | None = None
    high: Decimal | None = None
    low_met: bool = True
    """The bound itself is allowed."""
    high_met: bool = True
    factor: Decimal = Decimal(1)
    counted: str = ""
    place: str = ""
    """The words that say which of several things this one holds for."""
    norm: Norm | None = None
    demand: str = ""
    """Of a time limit in Korean, what has to be done within it (30일 안에 신고해야 한다): it bounds nothing else."""
    start: int = 0
    end: int = 0

    def is_met(self, value: Decimal) -> bool:
        """True if a value keeps it."""
        above = self.low is None or value > self.low or (self.low_met and value == self.low)
        return above and (self.high is None or value < self.high or (self.high_met and value == self.high))

    @property
    def ends(self) -> tuple[Decimal | None, Decimal | None, bool, bool]:
        """What it allows, whatever the words."""
        return self.low, self.high, self.low_met, self.high_met


def norm_in(text: str) -> Norm | None:
    """The kind of norm that a text names; None for none and for several."""
    found: list[Norm] = [norm for norm, pattern in _NORMS if pattern.search(text)]
    return found[0] if len(found) == 1 else None


def governing(text: str) -> Bound | None:
    """What the heads of a table, or the words before a list, say of the figures under them."""
    if _GOVERNS_MOST.search(text):
        return None if _GOVERNS_LEAST.search(text) else "most"
    return "least" if _GOVERNS_LEAST.search(text) else None


def listed_below(sentence: str) -> Bound | None:
    """The bound that a sentence says of the figures behind it: 보증금이 아래 금액 이하여야."""
    found = _LISTED_BELOW.search(sentence)
    return _KOREAN_BOUND[found[1]] if found else None


@lru_cache(maxsize=2_048)
def amounts_of(text: str) -> tuple[Figure, ...]:
    """The figures of a text that measure or count something: 20 working days are days, 80 million is money."""
    found: list[Figure] = []
    for one in figures_of(text):
        if one.kind in EXACT or (one.letters and one.kind in ("plain", "percent")):
            continue
        behind = _REST_OF_UNIT.match(text[one.start + len(one.text) :])
        if one.kind == "plain" and not one.counted and behind:
            unit = unit_of(behind[1].lower())
            one = replace(
                one, kind=unit.kind, value=one.value * unit.factor, factor=unit.factor, text=f"{one.text}{behind[0]}"
            )
        elif one.kind == "plain" and _SCALED.search(one.text):
            one = replace(one, kind="won")
        found.append(one)
    return tuple(found)


@lru_cache(maxsize=4_096)
def limits_in(sentence: str, carried: Bound | None = None) -> tuple[Limit, ...]:
    """The limits of one sentence. `carried`: what the sentence before, or the head of the table, says of its
    figures."""
    figures = amounts_of(sentence)
    if _is_example(sentence, figures):
        return ()
    found: list[Limit] = []
    at = 0
    while at < len(figures):
        pair = _range(sentence, figures, at)
        if pair is not None:
            found.append(pair)
            at += 2
            continue
        bound = _own_bound(sentence, figures[at]) or _listed(sentence, figures, at, carried)
        if bound is not None:
            one = _limit(sentence, figures, at, bound)
            whole = _both_ends(found[-1], one, sentence) if found else None
            found[-1:] = [whole] if whole is not None else [*found[-1:], one]
        at += 1
    return tuple(found)


def _both_ends(low: Limit, high: Limit, sentence: str) -> Limit | None:
    """One range of a lower and an upper limit of the same thing (18 % 이상 23.5 % 이하): neither is met alone."""
    if low.low is None or low.high is not None or high.high is None or high.low is not None:
        return None
    alike = (low.kind, low.counted) == (high.kind, high.counted) and low.low < high.high
    if not alike or not _BOTH.match(sentence[low.end : high.start]):
        return None
    behind = _UPPER.match(sentence[high.end :])
    text = sentence[low.start : high.end] + (behind[0] if behind else "")
    return replace(low, text=text, high=high.high, high_met=high.high_met, demand="", end=high.end)


def carries_on(sentence: str) -> bool:
    """True for a sentence of amounts alone, which goes on with the list before it: 광역시는 8,500만 원이고 나머지는
    7,500만 원이다."""
    figures = amounts_of(sentence)
    alone = len(figures) == len(figures_of(sentence))
    return bool(figures) and alone and all(_COPULA.match(sentence[one.start + len(one.text) :]) for one in figures)


def bound_of(sentence: str, figure: Figure) -> tuple[Bound, bool] | None:
    """The bound the words beside a figure say, and whether they forbid by themselves what lies beyond it."""
    behind, before = sentence[figure.start + len(figure.text) :], sentence[: figure.start]
    for bound, denies, pattern in _BEHIND:
        if pattern.match(behind):
            return bound, denies
    if _IN_THE_FIRST.search(before):
        return ("least", True) if _NOBODY.search(before) else None
    return next(((bound, denies) for bound, denies, pattern in _BEFORE if pattern.search(before)), None)


def _own_bound(sentence: str, figure: Figure) -> Bound | None:
    said = bound_of(sentence, figure)
    if said is None:
        return None
    bound, denies = said
    if denies:
        return None if _TRIGGER_BEFORE.search(sentence[: figure.start]) else bound
    modal = says(_said_of(sentence, figure))
    if modal == "must_not":
        return OPPOSITE[bound]
    behind = sentence[figure.start + len(figure.text) :]
    if _UNTIL.match(behind):
        return bound if modal == "may" or _UNTIL_HERE.match(behind) else None
    if bound == "above":
        return bound if modal == "may" and "초과" in behind[:12] else None
    return None if modal != "may" and _starts(sentence, figure) else bound


def _said_of(sentence: str, figure: Figure) -> str:
    """What is said of a figure: in Korean the rest of its clause, in English its whole clause."""
    if HANGUL.search(sentence):
        start = figure.start + len(figure.text)
        end = next((one.start() for one in _CLAUSE_END.finditer(sentence) if one.start() > start), len(sentence))
        return sentence[start:end]
    return _clause_from(sentence, figure.start)


def _starts(sentence: str, figure: Figure) -> bool:
    """True if a value on the other side only starts something: 넘으면, 25 ℃ 이상이면, when it is above 30."""
    behind, before = sentence[figure.start + len(figure.text) :], sentence[: figure.start]
    return _TRIGGER.match(behind) is not None or _TRIGGER_BEFORE.search(before) is not None


def _is_example(sentence: str, figures: Sequence[Figure]) -> bool:
    """True if a sentence works its figures out for one case: 보증금이 3억 원이면 1천5백만 원까지다."""
    return any(_CASE.match(sentence[one.start + len(one.text) :]) for one in figures) or "예를 들어" in sentence


def _clause_from(sentence: str, start: int) -> str:
    """The clause around a figure, up to its end."""
    end = next((one.start() for one in _CLAUSE_END.finditer(sentence) if one.start() > start), len(sentence))
    begin = max((one.end() for one in _CLAUSE_END.finditer(sentence) if one.end() <= start), default=0)
    return sentence[begin:end]


def _listed(sentence: str, figures: Sequence[Figure], at: int, carried: Bound | None) -> Bound | None:
    """The bound that governs a list of figures of one kind: before it, or behind its last one."""
    mine = figures[at]
    if mine.kind == "plain" and not mine.counted:
        return None
    if carried is not None and _COPULA.match(sentence[mine.start + len(mine.text) :]):
        return carried
    for step in (-1, 1):
        place, last = at + step, mine
        while 0 <= place < len(figures) and figures[place].kind == mine.kind:
            one = figures[place]
            first, second = (one, last) if step < 0 else (last, one)
            between = sentence[first.start + len(first.text) : second.start]
            if not _LINKED.search(between) or _OTHER_SUBJECT.search(between):
                break
            if bound_of(sentence, one) is not None:
                korean = HANGUL.search(sentence) is not None
                return _own_bound(sentence, one) if korean == (step > 0) else None
            place, last = place + step, one
    before = sentence[: figures[0].start]
    return governing(before) if all(one.kind == mine.kind for one in figures[: at + 1]) else None


def _range(sentence: str, figures: Sequence[Figure], at: int) -> Limit | None:
    if at + 1 >= len(figures):
        return None
    first, second = figures[at], figures[at + 1]
    between = sentence[first.start + len(first.text) : second.start]
    raised = re.match(r"\s?(?:사이)?(?:로(?!\s?(?:유지|지|운))|의\s)", sentence[second.start + len(second.text) :])
    if raised or not _BETWEEN.match(between) or first.kind != second.kind or first.value >= second.value:
        return None
    alone = not HANGUL.search(sentence) and not re.search(r"[a-z]{4}", sentence)
    if not (alone or second.counted == "세" or _IS_RANGE.search(sentence)):
        return None
    end = second.start + len(second.text)
    return Limit(
        second.kind, sentence[first.start : end].strip(), first.value, second.value, factor=second.factor,
        counted=second.counted, place=_place(sentence, figures, at), norm=_norm(sentence, first.start),
        start=first.start, end=end,
    )  # fmt: skip


def _limit(sentence: str, figures: Sequence[Figure], at: int, bound: Bound) -> Limit:
    one = figures[at]
    upper = bound in ("most", "below")
    return Limit(
        one.kind, one.text, None if upper else one.value, one.value if upper else None,
        low_met=bound != "above", high_met=bound != "below", factor=one.factor, counted=one.counted,
        place=_place(sentence, figures, at), norm=_norm(sentence, one.start), demand=_demand(sentence, one),
        start=one.start, end=one.start + len(one.text),
    )  # fmt: skip


def _demand(sentence: str, figure: Figure) -> str:
    if figure.kind not in LENGTHS or not HANGUL.search(sentence):
        return ""
    behind = _said_of(sentence, figure)
    return behind if says(behind) == "must" else ""


def _place(sentence: str, figures: Sequence[Figure], at: int) -> str:
    """The words between this figure and its neighbours: those before it, and in English those behind it too where a
    preposition begins them (145 million in the capital zone)."""
    one = figures[at]
    first = figures[at - 1].start + len(figures[at - 1].text) if at else 0
    last = figures[at + 1].start if at + 1 < len(figures) else len(sentence)
    behind = sentence[one.start + len(one.text) : last]
    if not HANGUL.search(sentence) and re.match(r"\s*(?:won\s+)?(?:in|for|at|of)\s", behind):
        return re.split(r"[,;.]|\band\b(?=[^,]*$)", behind)[0].strip()
    before = sentence[first : one.start]
    if HANGUL.search(sentence):
        return before.strip(" ,.")
    return re.split(r"[,;:]", before)[-1].strip()


def _norm(sentence: str, start: int) -> Norm | None:
    """The norm that a figure states: the one named last before it."""
    before = _clause_from(sentence, start)
    found = norm_in(before)
    if found is not None:
        return found
    places: list[tuple[int, Norm]] = [
        (one.end(), norm) for norm, pattern in _NORMS for one in pattern.finditer(sentence[:start])
    ]
    return max(places)[1] if places else None


def limit_of_cell(cell: str, head: str) -> Limit | None:
    """The limit that a cell states: by its own words, or by its head where it holds one amount (limit: £165)."""
    bound, own = governing(head), limits_in(cell)
    if len(own) == 1:
        return replace(own[0], norm=own[0].norm or norm_in(head))
    figures = amounts_of(cell)
    if own or bound is None or not figures or figures[0].start > 1:
        return None
    return replace(_limit(cell, figures[:1], 0, bound), norm=norm_in(head))
