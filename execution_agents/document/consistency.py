"""Contradictions inside a contract: amounts in letters and figures, parts and their sum, one amount stated twice, dates
and the resulting term, and parties that change roles. It needs no law and no words of the clause."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import pairwise

from execution_agents.document.rates import name_before
from foundation.contracts.drafting import ReviewFinding
from foundation.language.figures.agreement import Figure
from foundation.language.figures.reader import figures_of
from foundation.language.rules.contract_text import ContractSentence

ITEM = "contradiction"
WHOLE = ("price", "deposit")
"""The total that parts are paid towards; the first one stated counts."""
PARTS = ("down_payment", "interim", "balance")
_LABEL = {"ko": "서로 맞지 않는 내용", "en": "Says two different things"}
_WHY = {
    "letters": {
        "ko": "글자로 쓴 금액({a}원)과 숫자로 쓴 금액({b}원)이 다릅니다. 어느 쪽이 맞는지 정해 고쳐야 합니다.",
        "en": "The amount in letters ({a} won) and in figures ({b} won) differ: settle which one holds.",
    },
    "sum": {
        "ko": "나누어 내는 금액의 합이 {a}원으로, 적힌 총액 {b}원과 다릅니다.",
        "en": "The parts come to {a} won, the total is stated as {b} won.",
    },
    "twice": {
        "ko": "같은 금액을 앞에서는 {b}원, 여기서는 {a}원으로 적었습니다.",
        "en": "The same amount is {b} won before and {a} won here.",
    },
    "term": {
        "ko": "적힌 날짜로 세면 {a}개월인데 기간은 {b}개월로 적혀 있습니다.",
        "en": "The dates come to {a} months, the term is stated as {b}.",
    },
    "order": {"ko": "끝나는 날이 시작하는 날보다 앞섭니다.", "en": "The end lies before the beginning."},
    "sides": {
        "ko": "같은 사람({a})이 양쪽 당사자로 적혀 있습니다.",
        "en": "The same person ({a}) is named as both sides.",
    },
}
_BETWEEN = re.compile(r"\s?(?:원|정|원정)?\s?[((/]\s?(?:금\s?)?(?:₩|\\|원)?\s?$")
_STATES = re.compile(r"^\s?(?:총액|총)?\s?[은는:]?\s?(?:금|총)?\s?$")
_STATED = re.compile(r"^\s?(?:원|정|원정)?\s?(?:\(|/|,|\.|으로\s?[하한함정]|로\s?[하한함정]|이다|이며|임|$|\n)")
_UNTIL = re.compile(r"^[.일]?\s?(?:\([월화수목금토일]\))?\s?(?:부터|~|-|–|에서|to\b|until\b)")
_NAMED = re.compile(
    r"\s*+(?:[::]\s*+)?(?:성명\s*+(?:[::]\s*+)?)?(?P<name>[가-힣]{2,4})(?=\s*(?:[,()]|$|[은는과와](?=\s)))"
)


def contradictions(
    text: str,
    sentences: Sequence[ContractSentence],
    words: Mapping[str, Sequence[str]],
    parties: Mapping[str, Sequence[str]],
    language: str,
) -> Iterator[ReviewFinding]:
    """One finding for each place that contradicts another."""
    stated: dict[str, Decimal] = {}
    paid: dict[str, Decimal] = {}
    names: dict[str, str] = {}
    for sentence in sentences:
        figures = figures_of(sentence.text)
        for why, a, b in (*_letters(sentence.text, figures), *_dates(sentence.text, figures)):
            yield _finding(sentence, why, a, b, language)
        balance = False
        for name, value in _amounts(sentence.text, figures, words):
            balance = balance or name == "balance"
            if stated.setdefault(name, value) != value:
                yield _finding(sentence, "twice", _won(value), _won(stated[name]), language)
            if name in PARTS:
                paid.setdefault(name, value)
        if balance and (whole := _whole(stated)) is not None:
            parts = sum(paid.values(), Decimal(0))
            if "down_payment" in paid and parts != whole and not _open_part(text, paid, words):
                yield _finding(sentence, "sum", _won(parts), _won(whole), language)
        for name in _exchanged(sentence.text, parties, names):
            yield _finding(sentence, "sides", name, "", language)


def _letters(text: str, figures: Sequence[Figure]) -> Iterator[tuple[str, str, str]]:
    """An amount and the same amount in parentheses right after it."""
    for one, other in pairwise(figures):
        between = text[one.start + len(one.text) : other.start]
        if (
            one.kind == "won"
            and other.kind in ("won", "plain")
            and _BETWEEN.match(between)
            and one.value != other.value
        ):
            yield "letters", _won(one.value), _won(other.value)


def _dates(text: str, figures: Sequence[Figure]) -> Iterator[tuple[str, str, str]]:
    """A first and a last day, and the months stated beside them."""
    days = [figure for figure in figures if figure.kind == "date"]
    for one, other in pairwise(days):
        begin, end = _day(one), _day(other)
        if begin is None or end is None or not _UNTIL.match(text[one.start + len(one.text) :]):
            continue
        if end < begin:
            yield "order", "", ""
            continue
        said = [figure.value for figure in figures if figure.kind == "months" and figure.start > other.start]
        months = _months(begin, end)
        if said and months is not None and said[0] != months:
            yield "term", str(months), f"{said[0].normalize():f}"


def _day(figure: Figure) -> date | None:
    if len(figure.parts) != 3 or None in figure.parts:
        return None
    year, month, day = (part or 0 for part in figure.parts)
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _months(begin: date, end: date) -> int | None:
    """Whole months from the first to the last day, the last one counted or not; None if the term is not whole
    months."""
    months = (end.year - begin.year) * 12 + end.month - begin.month
    gap = begin.day - end.day
    if gap in (0, 1) or (begin.day == 1 and end.day >= 28):
        return months + (1 if begin.day == 1 and end.day >= 28 else 0)
    return None


def _amounts(text: str, figures: Sequence[Figure], words: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, Decimal]]:
    """Amounts that a sentence states for a name: 보증금은 금 3억원으로 한다, 잔금 2억원."""
    for figure in figures:
        if figure.kind != "won" or not (name := name_before(text, figure.start, words)):
            continue
        before = text[: figure.start]
        at = max((before.rfind(word) + len(word) for word in words[name] if word in before), default=0)
        states = _STATES.match(before[at:]) is not None
        part = name in PARTS
        if states and (part or _STATED.match(text[figure.start + len(figure.text) :])):
            yield name, figure.value


def _whole(stated: Mapping[str, Decimal]) -> Decimal | None:
    return next((stated[name] for name in WHOLE if name in stated), None)


def _open_part(text: str, paid: Mapping[str, Decimal], words: Mapping[str, Sequence[str]]) -> bool:
    """True if a part is mentioned whose amount was not read."""
    return any(name not in paid and any(word in text for word in words.get(name, ())) for name in PARTS)


def _exchanged(text: str, parties: Mapping[str, Sequence[str]], names: dict[str, str]) -> Iterator[str]:
    """People named as one party here and as the other before. A name counts if the sentence names both parties, or if a
    colon precedes it (임차인 동의 is no name)."""
    found: list[tuple[str, str, bool]] = []
    for side, words in parties.items():
        for word in (each for each in words if len(each) > 1):
            for match in re.finditer(rf"(?<![가-힣]){re.escape(word)}", text):
                if named := _NAMED.match(text[match.end() :]):
                    sure = any(mark in named[0] for mark in "::")
                    found.append((side, named["name"], sure))
    both = len({side for side, _, _ in found}) > 1 and len({name for _, name, _ in found}) > 1
    for side, name, sure in found:
        if (both or sure) and names.setdefault(name, side) != side:
            yield name


def _won(value: Decimal) -> str:
    return f"{value:,.0f}"


def _finding(sentence: ContractSentence, why: str, a: str, b: str, language: str) -> ReviewFinding:
    words = _WHY[why]
    return ReviewFinding(
        item=ITEM,
        verdict="unusual",
        quote=sentence.text,
        start=sentence.start,
        end=sentence.end,
        label=_LABEL.get(language, _LABEL["en"]),
        why=words.get(language, words["en"]).format(a=a, b=b),
    )
