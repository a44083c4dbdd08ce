"""The actors of a sentence: offices, roles and bodies, by their head noun (the finance lead, 법원)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

_KOREAN = re.compile(
    r"(?:(?P<of>[가-힣A-Za-z]{1,8})\s)?(?P<name>[가-힣]{0,10}?"
    r"(?:담당자|담당|책임자|관리자|관리인|운영자|근무자|작업자|감독관|감시인|당직자|팀장|과장|부장|소장|반장|실장|장관|시장|군수|구청장|도지사"
    r"|법원|세무서|구청|시청|군청|도청|주민센터|등기소|경찰서|보건소|위원회|공단|중개사|변호사|법무사|감정평가사|세무사|임대인|임차인|집주인|건물주"
    r"|세입자|양수인|매수인|매도인|채권자|채무자|보증인|조합|은행|사무소|본부))"
    r"(?P<case>에게서|에게|께서|께|에서|이나|에|이|가|은|는|의|로|으로)?(?![가-힣])"
)
_GENERIC = frozenset(
    {
        "담당",
        "담당자",
        "책임자",
        "관리자",
        "팀장",
        "과장",
        "부장",
        "소장",
        "반장",
        "실장",
        "위원회",
        "은행",
        "장관",
        "법원",
    }
)
"""Head nouns that say little without the word before them."""
_ENGLISH = re.compile(
    r"(?:(?P<of>[A-Za-z]+)\s+)?(?P<head>manager|lead|leader|head|director|officer|team|court|landlord|tenant|owner|employer"
    r"|engineer|payroll|committee|council|ministry|minister|department|bank|police|supervisor|service\s+desk|help\s?desk"
    r"|buyer|seller|broker|agent|insurer|lender|borrower|tenant|guarantor|accountant|lawyer|solicitor|notary|doctor|registry|tax\s+office|tribunal|board|HR|secretary|buddy|host|receptionist)s?\b",
    re.IGNORECASE,
)
_ARTICLES = frozenset(
    ["the", "a", "an", "your", "our", "their", "his", "her", "its", "my", "each", "every", "this", "that", "any"]
)
_SUBJECT = frozenset({"이", "가", "은", "는", "께서"})
_DOES = re.compile(r"\b(?:by|it\s+is)\s+(?:(?:the|your|our|an?|each|every)\s+)?$", re.IGNORECASE)
"""must be reported by the broker; it is the broker who reports."""
_BEGINS = re.compile(r"(?:^|[.;:!?]\s+|,\s+)(?:(?:the|your|our|a|an|each|every)\s+)?$", re.IGNORECASE)
Synonyms = Callable[[str], Iterable[str]]


@lru_cache(maxsize=2048)
def actors_of(text: str) -> frozenset[str]:
    """The actors a text names, in lower case, with the qualifying word if the noun alone does not identify one."""
    return frozenset([*_korean(text), *_english(text)])


def _korean(text: str) -> Iterable[str]:
    for found in _KOREAN.finditer(text):
        name = re.sub(r"\s", "", found["name"])
        yield (
            f"{found['of']} {name}"
            if name in _GENERIC and found["of"] and found["of"][-1] not in "은는을를의에"
            else name
        )


def _english(text: str) -> Iterable[str]:
    for found in _ENGLISH.finditer(text):
        of, head = (found["of"] or "").lower(), re.sub(r"\s+", " ", found["head"].lower())
        yield head if not of or of in _ARTICLES else f"{of} {head}"


def other_actor(mine: frozenset[str], theirs: frozenset[str], held: str, synonyms: Synonyms) -> str:
    """An actor of a sentence that its place lacks, if the place has another one instead; "" for none. `held`: all that
    the sentence may be taken from."""
    names = {actor: {actor, *synonyms(actor)} for actor in mine}
    instead = [
        actor
        for actor in theirs
        if not any(_says(name, actor) or _says(actor, name) for own in names.values() for name in own)
    ]
    if not instead:
        return ""
    return next((actor for actor in sorted(mine) if not any(_says(held, name) for name in names[actor])), "")


@lru_cache(maxsize=2048)
def subjects_of(text: str) -> frozenset[str]:
    """The actors that do something in a text: with the particle of a subject, or at the beginning of a sentence."""
    korean = {re.sub(r"\s", "", found["name"]) for found in _KOREAN.finditer(text) if found["case"] in _SUBJECT}
    english = {
        found["head"].lower()
        for found in _ENGLISH.finditer(text)
        for before in [text[: found.start() if not found["of"] else found.start("head")]]
        if _BEGINS.search(before) or _DOES.search(before)
    }
    return frozenset(korean | english)


def other_subject(mine: frozenset[str], theirs: frozenset[str], place: str, synonyms: Synonyms) -> str:
    """The actor of a sentence, if its place has another actor for it and does not name this one."""
    if len(mine) != 1 or not theirs:
        return ""
    [actor] = mine
    names = {actor, *synonyms(actor)}
    known = any(_says(name, other) or _says(other, name) for name in names for other in theirs)
    return "" if known or any(_says(place, name) for name in names) else actor


def _says(text: str, name: str) -> bool:
    return re.sub(r"\s", "", name.lower()) in re.sub(r"\s", "", text.lower())
