"""What a sentence rules: whether something may, must, must not or need not be done, by whom, when, how widely; and
whether it advises. Two frames of one matter contradict where one value excludes the other, whatever the words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

Modality = Literal["may", "must", "must_not", "need_not"]

_MODALITIES: tuple[tuple[Modality, str], ...] = (
    (
        "need_not",
        r"(?:지\s?않아도|안\s?해도|아니하여도|없어도|않고도)\s?(?:되|된|돼|됩|괜찮|할\s?수)|(?:필요|의무)(?:는|가|도|은|까지)?\s?없|생략"
        r"|(?:요건|조건|의무|필수)(?:이|가|은|는)?\s?아니|필요하지\s?(?:는\s?)?않"
        r"|\bno\s+(?:[\w'’]+\s+){1,3}(?:is|are)\s+(?:needed|required|necessary)\b|\bnobody\s+has\s+to\b"
        r"|\b(?:do|does|did)(?:n['’]t|\s+not)\s+(?:need|have)\s+to\b|\bneed\s?n['’]?o?t\b|\bno\s+need\b|\boptional\b"
        r"|\b(?:not|isn['’]t|aren['’]t)\s+(?:required|necessary|obliged|mandatory|obligatory|needed)\b|\bvoluntary\b",
    ),
    (
        "must_not",
        r"(?:지|서는|면)\s?(?:는\s?)?(?:못\s?[한합하해할됩된]|아니\s?(?:[된되됩합할]|한다)|안\s?[된되돼됩])"
        r"|수(?:는|가|도)?\s?없|금지|불가|허용(?:되|하)지\s?않"
        r"|\b(?:must|may|can|could|shall|should)(?:n['’]t|\s*not)\b|\bcan['’]t\b|\bno\s+\w+\s+may\b"
        r"|\b(?:not|never|isn['’]t|aren['’]t)\s+(?:be\s+)?(?:allowed|permitted|possible|accepted|welcome)\b"
        r"|\b(?:forbidden|prohibited|banned)\b",
    ),
    (
        "must",
        r"야(?:만)?\s?(?:하|한|합|해|할|됩|된|되|돼)|필요(?:합|하다|하며|하고|한데|해)|있어야|(?:할\s?)?의무(?:가|를|도)?\s?(?:있|진|지[며고])|필수|반드시"
        r"|\bmust\b|\bha(?:s|ve|d)\s+to\b|\b(?:needs?|requires?)\s+(?:to|an?|the|your)\b|\b(?:is|are|be)\s+(?:required|obliged|needed|necessary)\b"
        r"|\bmandatory\b|\bcompulsory\b|\bshall\b",
    ),
    (
        "may",
        r"수(?:도)?\s?있|[해아어여라]도\s?(?:된|되|돼|됩|좋|괜찮)|허용|가능(?!성)|자유롭게|마음대로"
        r"|\bmay\b|\bcan\b|\b(?:allowed|permitted|entitled|welcome|possible)\b|\bfree\s+to\b|\bas\s+(?:you|they)\s+like\b",
    ),
)
"""In the order in which they are read: what one has read, the next does not see."""
_READ: tuple[tuple[Modality, re.Pattern[str]], ...] = tuple(
    (name, re.compile(words, re.IGNORECASE)) for name, words in _MODALITIES
)
_OPPOSED = frozenset(
    frozenset(pair)
    for pair in (
        ("may", "must_not"),
        ("must", "must_not"),
        ("must", "need_not"),
        ("may", "must"),
        ("need_not", "must_not"),
    )
)


def are_opposed(one: Modality, other: Modality) -> bool:
    """Whether one excludes the other."""
    return frozenset({one, other}) in _OPPOSED


_LOOSE = frozenset({frozenset({"may", "must"})})
_WHEN: Mapping[str, str] = {
    "same day": r"(?:바로\s?)?(?:그날|당일|같은\s?날)(?:\s?바로)?|바로(?=\s)|즉시|곧바로"
    r"|\bsame\s+day\b|\bimmediately\b|\bat\s+once\b|\bstraight\s+away\b",
    "next day": r"다음\s?날|이튿날|익일|\bnext\s+day\b|\bday\s+after\b|\bfollowing\s+day\b",
}
"""Moments of which one excludes the other."""
_ON: Mapping[str, str] = {
    "goes on": r"계속|그대로|평소(?:대로|처럼)|유지|\bkeeps?\b|\bcontinu|\bgoes\s+on\b|\bas\s+usual\b",
    "stops": r"멈추|멈춘|멈춥|중단|중지|정지|끊|그만|\bstop(?:s|ped)?\b|\bsuspend|\bhalt|\bpause",
}
_DENIED = re.compile(r"^\S{0,2}\s?(?:이|가)?\s?(?:아니|않)")
_OPENED = re.compile(r"\bnot\s+(?:the\s+|on\s+the\s+)?$", re.IGNORECASE)
_EVERYWHERE = re.compile(
    r"항상|언제나|언제든|어디서나|어디서든|어디에서나|어디든|무조건|예외\s?없이|누구(?:나|든|에게나)|모든\s?경우|전국\s?어디"
    r"|어떤\s?경우에도|때와\s?장소"
    r"|\balways\b|\beverywhere\b|\banywhere\b|\bin\s+(?:all|every)\s+cases?\b|\bwithout\s+exceptions?\b|\bno\s+matter\b"
    r"|\bin\s+any\s+(?:case|country|office|circumstances?)\b|\bunder\s+all\s+circumstances\b|\bwhatever\s+the\b"
    r"|\bany\s?time\b",
    re.IGNORECASE,
)
_ADVISES = re.compile(
    r"하세요|하십시오|바랍니다|권(?:합니다|해\s?드|장|유)|(?:것이|편이|게)\s?(?:좋|안전|유리|낫)|상의|상담(?:하|받)|전망|예상"
    r"|(?:오를|내릴|떨어질|늘|줄)\s?것|것으로\s?보|보시면|확실|틀림없|걱정(?:하지|할)|추천"
    r"|\bshould\b|\brecommend|\badvis(?:e|able)|\bwise\b|\bbest\s+to\b|\bbetter\s+to\b"
    r"|\bsafer?\s+(?:choice|option|bet)\b|\bexpect(?:ed|s)?\s+to\b|\blikely\b|\bforecast|\bprobably\b|\bconsider\b"
    r"|\bworth\b|\bgood\s+(?:idea|time)\b|\bconsult\b|\bsuggest|\bcertain(?:ly)?\b|\bguarantee"
    r"|\bno\s+need\s+to\s+worry\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Frame:
    """One sentence or place."""

    modalities: frozenset[Modality]
    when: frozenset[str]
    on: frozenset[str]
    everywhere: bool
    advises: bool


@lru_cache(maxsize=2048)
def frame_of(text: str) -> Frame:
    """Read off its words."""
    everywhere, advises = bool(_EVERYWHERE.search(text)), bool(_ADVISES.search(text))
    return Frame(_modalities(text), _held(text, _WHEN), _held(text, _ON), everywhere, advises)


def exchanged_modality(mine: Frame, theirs: Frame, *, closely: bool) -> bool:
    """One allows what the other forbids or demands. That something may be done and must be done is said of one thing
    more loosely than that it may not: it counts where the two speak of the same `closely`."""
    if not mine.modalities or mine.modalities & theirs.modalities:
        return False
    pairs = {frozenset({one, other}) for one in mine.modalities for other in theirs.modalities}
    return bool(pairs & (_OPPOSED if closely else _OPPOSED - _LOOSE))


def exchanged_moment(mine: Frame, theirs: Frame) -> bool:
    """The same day for the next."""
    return _excluded(mine.when, theirs.when)


def exchanged_course(mine: Frame, theirs: Frame) -> bool:
    """Goes on where the other stops."""
    return _excluded(mine.on, theirs.on)


def _excluded(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    return len(mine) == 1 and bool(theirs) and not mine & theirs


def _modalities(text: str) -> frozenset[Modality]:
    found: set[Modality] = set()
    for name, words in _READ:
        left = words.sub(" ", text)
        if left != text:
            found.add(name)
        text = left
    return frozenset(found)


def _held(text: str, values: Mapping[str, str]) -> frozenset[str]:
    """Values that a text says and does not deny (그날이 아니라)."""
    return frozenset(
        name
        for name, words in values.items()
        for found in re.finditer(words, text, re.IGNORECASE)
        if not _DENIED.match(text[found.end() : found.end() + 8]) and not _OPENED.search(text[: found.start()])
    )
