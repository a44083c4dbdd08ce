"""Several machines, of one of which the last question gave the flow: 그거 세 대 돌리면? after 1,700 ㎥/h 펌프."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from execution_agents.analysis.said.amounts import Said, amounts_in
from foundation.language.figures.units import UNITLESS, unit_of
from foundation.language.numerals import ENGLISH_TO_TWENTY, NATIVE, english_value, native_value
from foundation.language.wanted.rates import bases_in

FLOW = "flow"
"""What machines side by side add up to; a speed, a head or a temperature they do not."""
_KOREAN = re.compile(
    rf"(?<![가-힣\d.])(?:(?:그거|그걸|그게|이거|이걸|그런\s?거)\s+)?(?P<number>\d{{1,2}}|{NATIVE})\s?대(?=[\s?.!]|(?:를|로|면|씩|가|이면|라면)(?![가-힣]))"
)
_ENGLISH = re.compile(
    rf"\b(?P<number>\d{{1,2}}|{ENGLISH_TO_TWENTY})\s+(?:of\s+(?:those|them|these)|(?P<noun>[a-z]{{3,}}?)s)\b(?:\s+(?:run|running))?",
    re.IGNORECASE,
)


_WORD = re.compile(r"[a-z]+|[가-힣]+|\d+")
_RUNNING = re.compile(
    r"(?:그럼|그러면|다|모두|같이|동시에|얼마\S{0,3}|몇|으?로|하면|를|씩|가|(?:이|라)?면|(?:돌[리려아]|가동|운전|켜|쓰)[가-힣]{0,4}"
    r"|and|so|what|if|how|much|about|for|in|all|run(?:ning)?)",
    re.IGNORECASE,
)
"""What may be said of machines besides their number: that they run, and how much that is. To buy them is another."""


@dataclass(frozen=True)
class Machines:
    """How many there are, and where the question says so."""

    number: Decimal
    start: int
    end: int
    text: str


def machines_in(question: str, before: Said) -> Machines | None:
    """The number of machines; None where the question before does not give the flow of one."""
    own = [one for one in amounts_in(Said("", before.question)) if one.figure.kind == FLOW]
    if len(own) != 1 or _KOREAN.search(before.question):
        return None
    found = _KOREAN.search(question) or _ENGLISH.search(question)
    if found is None or len([*_KOREAN.finditer(question), *_ENGLISH.finditer(question)]) > 1:
        return None
    noun = found.groupdict().get("noun")
    if noun and unit_of(noun) != UNITLESS:
        return None  # Three days are no machines.
    if noun and not re.search(rf"\b{noun}s?\b", before.question, re.IGNORECASE):
        return None
    return Machines(_value(found["number"]), *found.span(), found[0])


def says_more(question: str, machines: Machines, before: Said) -> bool:
    """True if the question says more than that so many machines run."""
    rest = f"{question[: machines.start]} {question[machines.end :]}"
    for base in reversed(bases_in(rest)):
        rest = f"{rest[: base.start]} {rest[base.end :]}"
    said = _WORD.findall(before.question.lower())
    words = [word for word in _WORD.findall(rest.lower()) if _RUNNING.fullmatch(word) is None]
    return any(word not in said and not _is_begun(word, said) for word in words)


def _is_begun(word: str, said: Sequence[str]) -> bool:
    return len(word) > 1 and not word.isascii() and any(one.startswith(word) for one in said)  # 펌프면 says 펌프.


def _value(number: str) -> Decimal:
    if number.isdecimal():
        return Decimal(number)
    return (native_value(number) or Decimal(0)) if not number.isascii() else english_value(number)
