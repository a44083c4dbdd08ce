"""What a sentence rules: whether something may, must, must not or need not be done (`language/modality`), when, in
which order, how widely; and whether it is advice. Two frames of one subject contradict each other if one value excludes
the other, whatever the words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from foundation.language.rules.modality import OPPOSED, Modal, modals_of

_LOOSE = frozenset({frozenset({"may", "must"})})
_WHEN: Mapping[str, str] = {
    "same day": r"(?:바로\s?)?(?:그날|당일|같은\s?날)(?:\s?바로)?|바로(?=\s)|즉시|곧바로"
    r"|\bsame\s+day\b|\bimmediately\b|\bat\s+once\b|\bstraight\s+away\b",
    "next day": r"다음\s?날|이튿날|익일|\bnext\s+day\b|\bday\s+after\b|\bfollowing\s+day\b",
}
"""Times of which one excludes the other."""
_ON: Mapping[str, str] = {
    "goes on": r"계속|그대로|평소(?:대로|처럼)|유지|\bkeeps?\b|\bcontinu|\bgoes\s+on\b|\bas\s+usual\b",
    "stops": r"멈추|멈춘|멈춥|중단|중지|정지|끊|그만|\bstop(?:s|ped)?\b|\bsuspend|\bhalt|\bpause",
}
_ORDER: Mapping[str, str] = {
    "before": r"기\s?전(?:에|까지|이라)|이전(?:에|이라)|\bbefore\b|\bprior\s+to\b|\bin\s+advance\b",
    "after": r"[가-힣]\s(?:뒤|후)(?:에|라야|부터)|이후에|\bafter\b|\bonce\b|\bafterwards\b",
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

    modalities: frozenset[Modal]
    when: frozenset[str]
    on: frozenset[str]
    order: frozenset[str]
    """Before or after what it names."""
    everywhere: bool
    advises: bool


@lru_cache(maxsize=2048)
def frame_of(text: str) -> Frame:
    """Read off its words."""
    everywhere, advises = bool(_EVERYWHERE.search(text)), bool(_ADVISES.search(text))
    return Frame(modals_of(text), _held(text, _WHEN), _held(text, _ON), _held(text, _ORDER), everywhere, advises)


def exchanged_modality(mine: Frame, theirs: Frame, *, closely: bool) -> bool:
    """True if one allows what the other forbids or requires. "May" and "must" are exchanged more freely in speech than
    "may" and "may not", so that pair counts only if the two are about the same thing `closely`."""
    if not mine.modalities or mine.modalities & theirs.modalities:
        return False
    pairs = {frozenset({one, other}) for one in mine.modalities for other in theirs.modalities}
    return bool(pairs & (OPPOSED if closely else OPPOSED - _LOOSE))


def exchanged_moment(mine: Frame, theirs: Frame) -> bool:
    """The same day for the next."""
    return _excluded(mine.when, theirs.when)


def exchanged_course(mine: Frame, theirs: Frame) -> bool:
    """True if one continues where the other stops."""
    return _excluded(mine.on, theirs.on)


def exchanged_order(mine: Frame, theirs: Frame) -> bool:
    """True if one demands "only after" what the other allows before it, or the reverse."""
    return _excluded(mine.order, theirs.order)


def _excluded(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    return len(mine) == 1 and bool(theirs) and not mine & theirs


def _held(text: str, values: Mapping[str, str]) -> frozenset[str]:
    """Values that a text states and does not deny (그날이 아니라)."""
    return frozenset(
        name
        for name, words in values.items()
        for found in re.finditer(words, text, re.IGNORECASE)
        if not _DENIED.match(text[found.end() : found.end() + 8]) and not _OPENED.search(text[: found.start()])
    )
