"""Which quantity a figure measures, by the noun or the verb beside it.

연봉 5200 and 5천만 원을 버는데 are income, 6억짜리 아파트 is a price, a 350 million deposit is a deposit.

The noun right before the figure decides, then the one right behind it, then the only one of its clause. Nouns of a home
name its price only where nothing else is named: 보증금 2억짜리 집.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from foundation.language.figures.agreement import Figure
from foundation.language.figures.units import CURRENCIES, LENGTHS

Quantity = Literal["income", "pay", "deposit", "rent", "loan", "price", "age", "marriage", "birth", "service", "area"]
MONEY: frozenset[Quantity] = frozenset({"income", "pay", "deposit", "rent", "loan", "price"})


def _words(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


_OF_MONEY: Mapping[Quantity, re.Pattern[str]] = {
    "pay": _words(
        r"월급|월\s?(?:소득|수입|급여)|한\s?달에|매달|달마다",
        r"\bmonthly\s+(?:income|salary|pay)\b|\b(?:a|per)\s+month\b",
    ),
    "income": _words(
        r"연봉|연\s?소득|소득|연\s?수입|수입|벌이|(?<![가-힣])(?:버[는니네]|번다|벌[어고면며]|법니다)",
        r"\b(?:earn(?:s|ing)?|incomes?|salary|salaries)\b|\b(?:i|we|they|s?he)\s+makes?\b",
    ),
    "deposit": _words(
        r"(?<!환산)보증금(?!반환|보험)|전세금|전세(?!\s?(?:대출|자금|사기|계약))",
        r"\b(?:deposits?|jeonse)\b(?!\s+(?:loan|guarantee))",
    ),
    "rent": _words(r"월세(?!자금)|차임|임대료|(?<![가-힣])월(?=\s?$)", r"\brents?\b"),
    "loan": _words(r"대출|빌[리려릴린]|융자|한도", r"\b(?:borrow(?:s|ing)?|loans?|lend)\b"),
    "price": _words(
        r"집값|매매가|매매|분양가|시세|매입|구입|(?<![가-힣])사(?:려|는|면|서|도)|(?<![가-힣])(?:살\s?(?:수|까)|샀)",
        r"\b(?:pric(?:es?|ed)|worth|costs?|costing|buy(?:s|ing)?|purchase)\b",
    ),
}  # fmt: skip
_HOMES = _words(
    r"(?<![가-힣])(?:집|주택|아파트|빌라|오피스텔)(?!주인|안|사람)",
    r"\b(?:homes?|houses?|flats?|apartments?|place)\b",
)
"""They name a price where nothing else does."""
_FOR_SO_MUCH = re.compile(r"^\s?원?짜리\s?(?:집|주택|아파트|빌라|오피스텔)")
_OF_LENGTHS: Mapping[Quantity, re.Pattern[str]] = {
    "marriage": _words(r"결혼|혼인|신혼", r"\b(?:married|marriage|wed(?:ding)?)\b"),
    "birth": _words(r"출산|출생|낳|태어|아기|애기", r"\b(?:born|birth|baby)\b"),
    "service": _words(
        r"입사|근속|재직|다닌|다녔|일한|일했|근무",
        r"\b(?:joined|been\s+here|work(?:ed|ing)|service|started)\b"
        r"|\b(?:i['’]?m|i\s+am|been)\s+in(?=\s*(?:$|[,;.?!]|(?:now|and|so)\b))",
    ),
}  # fmt: skip
_AGED_BEFORE = re.compile(
    r"\b(?:i['’]?m|i\s+am|(?:s?he|is)['’]?s?|aged?|turn(?:ed|s)?)\s*$|(?<![가-힣])만\s?$", re.IGNORECASE
)
_AGED_BEHIND = re.compile(r"^\s*(?:years?\s+old\b|year-old\b|yo\b)|^\s+old\b", re.IGNORECASE)
_CLAUSE = re.compile(
    r"(?<=[가-힣])(?:는데|인데|거든|지만|이?고|으?며|이?면)(?:요)?(?=[\s,.?!])|[,;.?!](?=\s|$)"
    r"|\b(?:and|but|so|then|can|could|may|does|do|will|would)\b",
    re.IGNORECASE,
)
_RIGHT_BEFORE = re.compile(
    r"^(?:[은는이가도을를의]|\s?(?:약|총|현재|지금|대략|월|of|is|was|about|around|up\s+to|at\s+most)\b){0,2}\s*[:₩£$]?\s*$",
    re.IGNORECASE,
)
_RIGHT_BEHIND = re.compile(
    r"^(?:천|백|만)?\s?원?(?:짜리|의|에)?\s?(?:(?:이하|이상|미만|초과|까지|정도|쯤)(?:의|인)?\s)?"
    r"\s?(?:won\s+)?(?:(?:or\s+less|a\s+year|of|monthly)\s+){0,2}$",
    re.IGNORECASE,
)  # fmt: skip


def quantity_of(text: str, figure: Figure, figures: Sequence[Figure]) -> Quantity | None:
    """What a figure of a text measures; None where the text does not say it, or names two things."""
    if figure.counted == "세" or _is_age(text, figure):
        return "age"
    if figure.kind == "area":
        return "area"
    if figure.kind in LENGTHS:
        return _only_one(_OF_LENGTHS, " ".join(around(text, figure, figures)))
    if figure.counted or not (figure.kind == "plain" or figure.kind in CURRENCIES):
        return None
    # A length beside it (한 달에 400) belongs to what it measures.
    amounts = [one for one in figures if one.kind not in LENGTHS]
    return _of_money(*around(text, figure, amounts)) or _named_before(text, figure, amounts)


def quantities_in(text: str) -> set[Quantity]:
    """The quantities of money that a text names, a home's price among them."""
    found: set[Quantity] = {name for name, pattern in _OF_MONEY.items() if pattern.search(text)}
    if not found and _HOMES.search(text):
        found.add("price")
    return found


def around(text: str, figure: Figure, figures: Sequence[Figure]) -> tuple[str, str]:
    """The words of its clause before a figure and behind it, up to its neighbours."""
    end = figure.start + len(figure.text)
    first = max((one.start + len(one.text) for one in figures if one.start < figure.start), default=0)
    last = min((one.start for one in figures if one.start > figure.start), default=len(text))
    before, behind = text[first : figure.start], text[end:last]
    starts = [one.end() for one in _CLAUSE.finditer(before)]
    stop = _CLAUSE.search(behind)
    return before[starts[-1] if starts else 0 :], behind[: stop.end() if stop else len(behind)]


def _is_age(text: str, figure: Figure) -> bool:
    before, behind = text[: figure.start], text[figure.start + len(figure.text) :]
    old = _AGED_BEHIND.match(behind) is not None
    return old or (figure.kind == "plain" and not figure.counted and _AGED_BEFORE.search(before) is not None)


def _of_money(before: str, behind: str) -> Quantity | None:
    ends: list[tuple[int, Quantity]] = [(one.end(), name) for name, one in _named(before)]
    starts: list[tuple[int, Quantity]] = [(one.start(), name) for name, one in _named(behind)]
    last, first = max(ends, default=None), min(starts, default=None)
    if _FOR_SO_MUCH.match(behind) and (last is None or last[1] not in ("deposit", "rent")):
        return "price"  # 그 대출 6억짜리 집도 되나: the loan is no amount here
    if last is not None and _RIGHT_BEFORE.match(before[last[0] :]):
        bare = last[1] == "rent" and before.rstrip().endswith("월") and first is not None
        return None if bare else last[1]
    if first is not None and _RIGHT_BEHIND.match(behind[: first[0]]):
        return first[1]
    whole = f"{before} {behind}"
    return _only_one(_OF_MONEY, whole) if last or first else ("price" if _HOMES.search(whole) else None)


def _named(text: str) -> Iterator[tuple[Quantity, re.Match[str]]]:
    for name, pattern in _OF_MONEY.items():
        for one in pattern.finditer(text):
            yield name, one


def _named_before(text: str, figure: Figure, amounts: Sequence[Figure]) -> Quantity | None:
    """What the clauses before it speak of, back to the figure before: 연봉 합치면 9천인데."""
    first = max((one.start + len(one.text) for one in amounts if one.start < figure.start), default=0)
    before, behind = around(text, figure, amounts)
    named = any(pattern.search(f"{before} {behind}") for pattern in _OF_MONEY.values())
    return None if named else _only_one(_OF_MONEY, text[first : figure.start])


def _only_one(families: Mapping[Quantity, re.Pattern[str]], text: str) -> Quantity | None:
    found: list[Quantity] = [name for name, pattern in families.items() if pattern.search(text)]
    return found[0] if len(found) == 1 else None
