"""Patterns of a pack: what is taken, what is refused, and that what is taken stays fast."""

from __future__ import annotations

import re

import pytest

from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.loading.patterns import LARGE_REPEAT, MAX_LENGTH, pattern_fault


@pytest.mark.parametrize(
    "pattern",
    [
        "시세",
        r"제\s*\d+\s*조",
        r"(a|b){0,9}c",
        r"(a{1,9}){1,3}",
        r"(?:,\d{3})+",
        r"\b(average|median)\b.{0,20}\bprice\b",
        r"[()|*+]+a",
        r"\(a+\)+",
        r"(?<!전)환율",
        r"(?:ab)+",
        "a" * MAX_LENGTH,
        "(?:ab*){2,9}",
        ".*a.*",
    ],
)
def test_a_bounded_pattern_is_taken(pattern: str) -> None:
    assert pattern_fault(pattern) is None


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        "   ",
        "(",
        "a" * (MAX_LENGTH + 1),
        "(a+)+b",
        "((a*)b?)*c",
        "(a|aa)+b",
        "(?:x|xy)*z",
        "(a{1,9})+b",
        r"(?:\w{1,40}\s?){1,40}:",
        "(a?){0,40}b",
        "((a{0,9}){0,3}){0,4}b",
        f"(?:ab*){{2,{LARGE_REPEAT - 1}}}",
        f"(a+){{2,{LARGE_REPEAT}}}b",
        "(a*){3,}b",
        ".*a.*b.*c",
        r"\w+a\S+b[^x]+c",
        "a*",
        "a|",
    ],
)
def test_a_pattern_that_may_run_away_or_fits_everything_is_refused(pattern: str) -> None:
    fault = pattern_fault(pattern)
    assert fault is not None
    assert all(fault)


@pytest.mark.timeout(120)  # a pattern that ran away would take years
def test_the_shipped_patterns_end_on_hostile_questions() -> None:
    pack = load_pack(shipped_packs() / "real_estate")
    patterns = [pattern for intent in pack.intents for pattern in intent.patterns]
    patterns += [*pack.dictionary.small_talk, *pack.dictionary.off_topic, *pack.dictionary.vague]
    hostile = ["전세" * 2000, "보증금 " * 1500, " " * 4000, "제" + " " * 4000 + "1", "a" * 4000, "그거" + "은" * 4000]
    for pattern in patterns:
        compiled = re.compile(pattern, re.IGNORECASE)
        for text in hostile:
            compiled.search(text)
