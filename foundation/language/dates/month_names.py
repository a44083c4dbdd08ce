"""Months and days in words a person reads: 2026년 3월, March 2026, and from one to another."""

from __future__ import annotations

ENGLISH_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


def date_words(value: str, language: str) -> str:
    """ "2026-03" -> "2026년 3월" or "March 2026"; "2026-03-05" -> "2026년 3월 5일" or "5 March 2026".

    Raises ValueError for what is neither a month nor a day.
    """
    year, month, *day = (int(part) for part in value.split("-"))
    if language == "ko":
        return " ".join([f"{year}년", f"{month}월", *(f"{one}일" for one in day)])
    return " ".join([*(str(one) for one in day), ENGLISH_MONTHS[month - 1], str(year)])


def span_words(first: str, last: str, language: str) -> str:
    """From one to another, both included: "2025년 12월부터 2026년 1월까지", "December 2025 to January 2026"."""
    begins, ends = date_words(first, language), date_words(last, language)
    if first == last:
        return begins
    return f"{begins}부터 {ends}까지" if language == "ko" else f"{begins} to {ends}"
