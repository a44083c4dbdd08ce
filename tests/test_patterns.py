"""No pattern runs away: the work of each grows at most with the square of the text, whatever somebody repeats in it.

A match holds the interpreter lock from its beginning to its end: no other turn, no heartbeat and no time limit runs
beside it.
"""

from __future__ import annotations

import re

import pytest

from tests.pattern_growth import EXPONENTIAL, TOO_MUCH, growth_of
from tests.pattern_walk import patterns

OF_OLD = {
    "a line of dashes": (r"^[^\S\n]*(?:[#>*•-]+[^\S\n]*)*(\(?\d{1,2}[.)])(?=\s)", re.MULTILINE, EXPONENTIAL),
    "a contract's clause": (r"^[^\S\n]*(?:[#>*•○●◦▪-]+[^\S\n]*)*(?:제\s?\d+\s?조|[①-⑳])", re.MULTILINE, EXPONENTIAL),
    "a role": (r"^(\s*)(#{0,6}\s*)(system|assistant|user)(\s*[:：])", re.MULTILINE | re.IGNORECASE, 3),
    "an item of a statute": (r"\n+(?=\s*\d+(?:의\d+)?\\?\.)", 0, 3),
    "forget": (r"^\s*(?:please\s+)*(?P<does>forget|erase)\s+(?P<what>.+?)\s*[.!?]*\s*$", re.IGNORECASE, 4),
    "a memory's words": (r"(?:\s*(?:다는|는|은)\s*(?:거|것)?|\s*(?:에\s*대한)\s*(?:기억)?)?\s*(?:은|는)?\s*$", 0, 3),
    "remember": (r"\b(?:remember|note)\s*(?:that|it)?(?:\s+please)?\s*[.!]*\s*$", re.IGNORECASE, 3),
    "a break": (r"\s*(?:[,;]|\s[-–]\s)?\s*(?:\b(?:so|and)\s+)?(?=\b(?:what|how)\s+\w)", re.IGNORECASE, 3),
    "is there any": (
        r"^(?P<what>[^?？]{2,40}?)\s*(?:같은\s*(?:것)?)?(?:은|는)?\s*(?:혹시\s*)?(?:[있없]나)\s*$",
        0,
        2.5,
    ),
    "a limit": (r"\s*\)?\s*[을를이가]?\s*(?:이상|초과)", 0, 4),
    "per": (r"\(\s*(\d*)\s*([^()\d]{1,12}?)\s*당\s*\)", 0, 3),
}
KNOWN = {
    r"a+b": 2,
    r"^a+b": 1,
    r"(?<![a-z])[a-z]+\d": 1,
    r"a+": 1,
    r"\s*,\s*x": 2,
    r"\s*,?\s*x": 3,
    r"\s*+,?\s*+x": 2,
    r"(?>\s*)\s*x": 2,
    r"\s*(?=\s*x)y": 3,
    r"(?:a+)+b": EXPONENTIAL,
    r"(?:a|a)*b": EXPONENTIAL,
    r"(?:a+)+": 1,
    r"(?:a+,)+b": 2,
    r"(?:, ?)+b": 2,
    r"(?:,| ,|, )*b": 3,
    r"(?:,|,,)*b": EXPONENTIAL,
    r"\s*,?\s*+x": 3,
    r"\s*(?=\s*)x": 3,
    r"^(?:a?){3}b": 1,
}


@pytest.fixture(scope="module")
def bad() -> list[str]:
    found = ((growth_of(*key), name) for key, name in patterns().items())
    return [f"{name} grows with power {one.power} over {one.cycle!r}" for one, name in found if one.power >= TOO_MUCH]


def test_no_pattern_grows_faster_than_the_square_of_its_text(bad: list[str]) -> None:
    assert not bad, "\n".join(bad)


@pytest.mark.parametrize(("pattern", "flags", "power"), OF_OLD.values(), ids=OF_OLD)
def test_patterns_that_once_stopped_a_process_are_reported(pattern: str, flags: int, power: float) -> None:
    assert growth_of(pattern, re.UNICODE | flags).power >= power


@pytest.mark.parametrize(("pattern", "power"), KNOWN.items(), ids=KNOWN)
def test_the_growth_of_plain_patterns_is_what_it_is_known_to_be(pattern: str, power: float) -> None:
    assert growth_of(pattern, re.UNICODE).power == power


def test_every_package_has_patterns_that_are_looked_at() -> None:
    names = list(patterns().values())
    assert len(names) > 1_000
    assert {name.split(".")[0] for name in names} == {
        "execution_agents",
        "foundation",
        "prompts",
        "service_agent",
        "supervisor",
    }
