"""Sentences a table adds to an answer: what it has instead of what was asked for. Korean and English."""

from __future__ import annotations

from collections.abc import Sequence

from foundation.language.dates.month_names import date_words

_SHOWN = 8

_WORDS = {
    "no_region": {
        "ko": "{source}에 {asked} 자료가 없습니다. 있는 지역: {known}.",
        "en": "There is no data for {asked} in “{source}”. It covers {known}.",
    },
    "some_regions": {
        "ko": "{source}에 {asked} 자료는 없습니다.",
        "en": "There is no data for {asked} in “{source}”.",
    },
    "wider_region": {
        "ko": "{source}에 {asked}만의 자료가 없어, 그곳을 포함하는 {used} 자료를 보였습니다.",
        "en": "There is no data for {asked} alone in “{source}”; this is for {used}, which includes it.",
    },
    "no_period": {
        "ko": "{source}에 {asked} 기간의 자료가 없습니다. 있는 기간: {known}.",
        "en": "There is no data for {asked} in “{source}”. It covers {known}.",
    },
    "no_day": {
        "ko": "{source}에 {asked} 자료가 없습니다. 그 달에 자료가 있는 날: {known}.",
        "en": "There is no data for {asked} in “{source}”. Days of that month with data: {known}.",
    },
    "none_next": {
        "ko": "{source}에 {asked} 것은 없습니다. 그다음은 {used}입니다.",
        "en": "“{source}” has none for {asked}; the next is {used}.",
    },
    "none_yet": {
        "ko": "{source}에 {asked} 것은 아직 없습니다. 마지막은 {used}입니다.",
        "en": "“{source}” has nothing for {asked} yet; its last is {used}.",
    },
    "months_alone": {
        "ko": "{source} 자료는 날짜 없이 달만 알 수 있어, {asked} 대신 {used} 한 달의 자료를 보였습니다.",
        "en": "“{source}” is kept by month: this is for all of {used}, not for {asked} alone.",
    },
    "newest_period": {
        "ko": "{source}에 {asked} 자료가 아직 없어, 가장 최근인 {used} 자료를 보였습니다.",
        "en": "There is no data for {asked} in “{source}” yet; this is the newest, {used}.",
    },
    "latest_year": {
        "ko": "연도가 없어 {source}에 자료가 있는 가장 최근 해로 보았습니다: {used}.",
        "en": "No year was named; this is the latest in “{source}” that has data, {used}.",
    },
    "not_applied": {
        "ko": "{source} 자료에는 {what} 조건을 적용할 수 없어, 그 조건 없이 찾은 것을 보였습니다.",
        "en": "“{source}” cannot be narrowed to {what}; this is what was found without that condition.",
    },
    "nothing": {
        "ko": "{source}에 조건에 맞는 자료가 없습니다.",
        "en": "Nothing in “{source}” fits these conditions.",
    },
    "nothing_fits_all": {
        "ko": "{source}에 모든 조건({kept})에 맞는 자료가 없고, 조건 하나만 빼서도 없습니다.",
        "en": "Nothing in “{source}” fits all of these conditions ({kept}), nor without any one of them.",
    },
    "drop_one": {
        "ko": "{source}에 모든 조건({kept})에 맞는 자료가 없습니다. 이 가운데 하나를 빼면 있습니다: {drop}.",
        "en": "Nothing in “{source}” fits all of these conditions ({kept}). Leaving out one finds some: {drop}.",
    },
    "empty": {
        "ko": "{source}에 아직 자료가 없습니다.",
        "en": "There is no data in “{source}” yet.",
    },
}


def notice(kind: str, language: str, **values: str) -> str:
    """The sentence."""
    return _WORDS[kind]["en" if language == "en" else "ko"].format(**values)


def listed(names: Sequence[str]) -> str:
    """A few names, and how many there are when not all are shown."""
    shown = ", ".join(names[:_SHOWN])
    return f"{shown} … ({len(names)})" if len(names) > _SHOWN else shown


def span(months: Sequence[str], language: str) -> str:
    """Months as their first and last: 2026년 1월~2026년 2월, January 2026 to February 2026."""
    ends = dict.fromkeys((months[0], months[-1])) if months else ()
    return ("~" if language == "ko" else " to ").join(date_words(month, language) for month in ends)


def spans(months: Sequence[str], language: str) -> str:
    """Sorted months as unbroken runs: 2017년 5월~2017년 7월, 2026년 1월~2026년 2월."""
    runs: list[list[str]] = []
    for month in months:
        if runs and _number(month) == _number(runs[-1][-1]) + 1:
            runs[-1].append(month)
        else:
            runs.append([month])
    return listed([span(run, language) for run in runs])


def _number(month: str) -> int:
    return int(month[:4]) * 12 + int(month[5:7])
