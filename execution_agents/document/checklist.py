"""Compares a contract with a pack's checklist: each sentence by its subject, its actor and whether it requires or
denies something, or by the figure it names. A contract is only read: no instruction in it is followed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from execution_agents.document.consistency import contradictions
from execution_agents.document.rates import Stated, stated_in, worked_out
from foundation.contracts.drafting import ReviewFinding
from foundation.domains.schema.documents import Checklist, ChecklistItem, Limit, Stance
from foundation.domains.schema.pack import Pack
from foundation.language.figures.reader import figures_of
from foundation.language.rules.causes import lacks
from foundation.language.rules.contract_text import ContractSentence, contract_sentences
from foundation.language.rules.undertakings import Part, denied, is_sanction, parts_of
from foundation.language.rules.verb_forms import START

ORDER = {"against": 0, "unusual": 1, "missing": 2, "fine": 3}
_UNITS = {"percent": "percent", "months": "months", "days": "time", "won": "won"}
_TIMES = re.compile(
    r"(?P<n>\d+|한|두|세|네|일|이|삼)\s?(?:기(?!간|한|타|준|존|본|재|일|초|말|록|관|계|술|능)|회|차례|개월|달|번)(?:분|치)?"
)
_COUNTS = {"한": 1, "두": 2, "세": 3, "네": 4, "일": 1, "이": 2, "삼": 3}
_AHEAD = re.compile(r"\s?(?:전|이전)(?![세용체부액기])|\s+(?:before|prior|in advance)", re.IGNORECASE)
_MONTHLY = re.compile(r"(?:월|매월|매달|한\s?달에|1개월에)\s?$")


def kind_of(text: str, checklist: Checklist) -> str:
    """The kind of contract: the one with the most matching words; the first one if none match."""
    counted = [
        (sum(text.count(word) for word in kind.words), -place, kind.name) for place, kind in enumerate(checklist.kinds)
    ]
    return max(counted)[2] if counted else ""


def reviewed(text: str, pack: Pack, language: str, kind: str = "") -> list[ReviewFinding]:
    """The findings on a contract, worst first; a sentence without a finding is fine and left out."""
    checklist = pack.checklist
    kind = kind or kind_of(text, checklist)
    items = [one for one in checklist.items if not one.kinds or kind in one.kinds]
    parties = {party.name: party.words for party in checklist.parties}
    sentences = contract_sentences(text)
    stated = stated_in(text, checklist.amounts())
    found: dict[tuple[int, int], ReviewFinding] = {}
    spoken: set[str] = set()
    for sentence in sentences:
        parts = parts_of(sentence.text, parties)
        for item in items:
            if not speaks_of(item, sentence):
                continue
            spoken.add(item.name)
            if item.bound is None or not violates(item, sentence, parts, stated):
                continue
            made = finding_of(item, sentence, language)
            held = found.get((sentence.start, sentence.end))
            if held is None or ORDER[made.verdict] < ORDER[held.verdict]:
                found[sentence.start, sentence.end] = made
    for made in contradictions(text, sentences, checklist.amounts(), parties, language):
        found.setdefault((made.start, made.end), made)
    missing = [missing_of(one, language) for one in items if one.expected and one.name not in spoken]
    ordered = sorted(found.values(), key=lambda one: (ORDER[one.verdict], one.start))
    return [*ordered, *missing]


def speaks_of(item: ChecklistItem, sentence: ContractSentence) -> bool:
    """True if a sentence is about the item's subject; every word group but the last may match in the clause's title."""
    whole = f"{sentence.title} {sentence.text}"
    *about, act = item.topic or ((),)
    return bool(act) and said(act, sentence.text) is not None and all(said(group, whole) is not None for group in about)


def violates(item: ChecklistItem, sentence: ContractSentence, parts: Sequence[Part], stated: Stated) -> bool:
    """True if a sentence says what the item's bound excludes."""
    if said(item.unless, sentence.text) is not None:
        return False
    match item.bound:
        case Stance():
            stance = item.bound
            stands = lacks(stance.cause, sentence.text)
            return stands and any(_takes_stance(stance, item.topic[-1], part) for part in parts)
        case Limit():
            return any(_beyond(item.bound, item.topic[-1], part, stated) for part in parts)
        case None:
            return False


def _takes_stance(bound: Stance, act: Sequence[str], part: Part) -> bool:
    if bound.party is not None and part.party not in ("", bound.party):
        return False
    if (bound.named and part.party == "") or (bound.unconditional and part.at > 0):
        return False
    places = [one for one in places_of(act, part.text) if not bound.named or one[0] >= part.at]
    return any(bound.denied is None or _is_denied(part, place) == bound.denied for place in places)


def _is_denied(part: Part, place: tuple[int, int]) -> bool | None:
    """True if the act at this place is denied. An act in a condition is denied if a sanction follows from it
    (전입신고를 하면 계약은 무효로 한다); otherwise it is neither required nor denied."""
    at = place[0] - part.at
    if at >= 0:
        return denied(part.main, at, place[1] - part.at)
    return not denied(part.text[: part.at], *place) if is_sanction(part.main) else None


def _beyond(bound: Limit, act: Sequence[str], part: Part, stated: Stated) -> bool:
    if bound.party is not None and part.party not in ("", bound.party):
        return False
    if said(act, part.text) is None:
        return False
    if bound.worked_out:
        values = [float(value) for value in worked_out(bound.worked_out, part.text, stated)]
    else:
        values = list(_values(bound.unit, part.text, ahead=bound.ahead))
    over = bound.at_most is not None and any(value > bound.at_most for value in values)
    under = bound.at_least is not None and any(value < bound.at_least for value in values)
    return over or under


def _values(unit: str, text: str, *, ahead: bool) -> Iterator[float]:
    if unit == "times":
        for match in _TIMES.finditer(text):
            yield _COUNTS.get(match["n"], 0) or int(match["n"])
        return
    for figure in figures_of(text):
        if ahead and not _AHEAD.match(text[figure.start + len(figure.text) :]):
            continue
        if figure.kind == _UNITS[unit]:
            value = float(figure.value)
            if unit == "days":
                value /= 86_400
            if unit == "percent" and _MONTHLY.search(text[: figure.start]):
                value *= 12
            yield value
        elif unit == "days" and figure.kind == "months":
            yield float(figure.value) * 30


def finding_of(item: ChecklistItem, sentence: ContractSentence, language: str) -> ReviewFinding:
    """The item's finding on this sentence."""
    return ReviewFinding(
        item=item.name,
        verdict=item.severity,
        quote=sentence.text,
        start=sentence.start,
        end=sentence.end,
        label=words_in(item.label, language),
        why=words_in(item.why, language),
        article="" if item.article is None else f"{item.article.law} {item.article.article}".strip(),
    )


def missing_of(item: ChecklistItem, language: str) -> ReviewFinding:
    """The finding on a clause that is missing."""
    return ReviewFinding(
        item=item.name,
        verdict="missing",
        label=words_in(item.label, language),
        why=words_in(item.expected_why or item.why, language),
        article="" if item.article is None else f"{item.article.law} {item.article.article}".strip(),
    )


def words_in(text: Mapping[str, str], language: str) -> str:
    """The words in this language, else in the first there are."""
    return text.get(language) or next(iter(text.values()), "")


def said(words: Sequence[str], text: str) -> str | None:
    """The first of the words that occurs in a text."""
    return next((text[start:end] for start, end in places_of(words, text)), None)


def places_of(words: Sequence[str], text: str) -> Iterator[tuple[int, int]]:
    """The positions of any of the words in a text."""
    if words:
        for match in _pattern(tuple(words)).finditer(text):
            yield match.span()


@lru_cache(maxsize=1024)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Words with or without spaces between them; Latin ones match whole words; ~ matches up to twelve characters."""
    return re.compile("|".join(_spelled(word) for word in sorted(words, key=len, reverse=True)), re.IGNORECASE)


def _spelled(word: str) -> str:
    start = r"(?<![가-힣])" if word.startswith(START) else ""
    word = word.removeprefix(START)
    parts = [r"\s?".join(re.escape(piece) for piece in part.split()) for part in word.split("~")]
    body = r"[^.\n]{0,12}?".join(parts)
    return rf"\b{body}\b" if word.isascii() else f"{start}{body}"
