"""Units that may follow a figure, in Korean and English, with the factor to the unit each kind is compared in.

Factors: SI brochure (9th ed., 2019) and, for 평, the Korean measures act's 400/121 m²; feet, miles and acres are the
international ones of 1959. Won, shares, days and months are exact; a month is no number of days.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

Kind = str
"""What a figure measures. Figures of different kinds never support each other, whatever their value."""
CURRENCIES = frozenset({"won", "dollar", "pound", "euro", "yen"})
LENGTHS = frozenset({"time", "months"})
"""Kinds of lengths of time."""
DAY = 86_400
"""Seconds. A day that something is given for has no 24 hours of it, so lengths below it and from it on stay apart."""
ROUNDED_KINDS = CURRENCIES | frozenset(
    ("plain", "percent", "points", "area", "length", "mass", "volume", "times", "concentration", "turbidity", "flow")
    + ("speed", "celsius", "fahrenheit", "pressure", "power", "energy", "voltage", "current", "frequency", "turns")
    + ("bytes",)
)
"""Kinds whose figures may be rounded where the text says so (약, about); times and measurements too by their units."""


@dataclass(frozen=True)
class Unit:
    """One unit."""

    kind: Kind
    factor: Decimal
    """The factor to the kind's own unit."""
    counted: str = ""
    """What a bare number with this unit counts: 명 for 인 and 사람."""


_TABLE: Mapping[Kind, Mapping[str, str]] = {
    "won": {"1": "원(?!룸)|won|KRW"},
    "dollar": {"1": r"달러|dollars?|USD"},
    "pound": {"1": r"GBP|quid|파운드\s?스털링|sterling"},
    "euro": {"1": r"유로|euros?|EUR"},
    "yen": {"1": r"엔(?=[^가-힣]|$|[을를이은의에로도과와]|부터|까지)|yen|JPY"},
    "percent": {
        "1": r"%|％|퍼센트|percent|per\s+cent"
        r"|프로(?![가-힣])|프로(?=[로면에의를는은가도만씩대인였예요나라쯤짜까정부보고지거]|이[고면라나었에])"
        r"|퍼(?![가-힣])|퍼(?=[로면에의를는은가도만씩대인였예요나라쯤까지]\S{0,2}(?:\s|$|[?.,!]))",
        "0.1": r"‰|퍼밀|per\s+mille|per\s+thousand|permille",
    },
    "points": {"1": r"%p|％p|%\s?포인트|퍼센트\s?포인트|percentage\s+points?"},
    "times": {"1": r"배(?![가-힣]{2})|배(?=[가-힣])|-?fold|times(?=\s+(?:as|more|larger|higher|the))"},
    "area": {
        "1": r"㎡|m²|m2|m\^2|제곱\s*미터|평방미터"
        r"|제곱(?![가-힣]|\s?[근수])|제곱(?=[은는도만]|이[고면라에]|인데|짜리|정도)"
        r"|sqm|sq\.?\s?m|square\s+met(?:re|er)s?",
        "0.09290304": r"square\s+f(?:ee|oo)t|sq\.?\s?ft",
        "3.30578512396694": r"pyeong|pyong|평(?![균가생소온화등안양창택준면야원범판론])",
        "10000": r"ha|헥타르|hectares?",
        "1000000": r"㎢|km²|km2|제곱\s*킬로\s*미터|square\s+kilomet(?:re|er)s?",
        "2589988.110336": r"square\s+miles?|sq\s+mi",
        "4046.8564224": r"acres?|에이커",
    },
    "length": {
        "0.001": r"㎜|mm|밀리미터|millimet(?:re|er)s?",
        "0.01": r"㎝|cm|센티미터|centimet(?:re|er)s?",
        "1": r"m|미터|met(?:re|er)s?",
        "1000": r"㎞|km|킬로미터|kilomet(?:re|er)s?",
        "0.3048": r"feet|foot|ft|피트",
        "1609.344": r"miles?|마일",
        "0.0254": r"inch(?:es)?|인치",
    },
    "mass": {
        "0.000001": r"㎎|mg|밀리그램",
        "0.001": r"g|그램|grams?",
        "1": r"㎏|kg|킬로그램|kilograms?",
        "1000": r"t|톤|tons?|tonnes?",
        "0.45359237": r"pounds?|lbs?|파운드",
    },
    "volume": {
        "0.001": r"㎖|mL|ml|밀리리터",
        "1": r"ℓ|L|리터|lit(?:re|er)s?",
        "1000": r"㎥|m³|m3|루베|세제곱\s*미터|입방미터|cubic\s+met(?:re|er)s?",
    },
    "concentration": {
        "1": r"(?:mg|㎎)\s?/\s?(?:L|ℓ|l|리터)|g/m³|g/㎥|ppm",
        "1000": r"g\s?/\s?(?:L|ℓ)",
        "0.001": r"(?:㎍|μg|µg|ug)\s?/\s?(?:L|ℓ|l)|ppb",
        "0.000001": r"ng\s?/\s?(?:L|ℓ|l)|ppt",
    },
    "turbidity": {"1": r"NTU|FNU"},
    "flow": {
        "1": r"(?:㎥|m³|m3|톤|t)\s?/\s?(?:일|d(?:ay)?)",
        "24": r"(?:㎥|m³|m3|톤|t)\s?/\s?(?:시간|hr?)",
        "1440": r"(?:㎥|m³|m3)\s?/\s?(?:분|min)",
        "86400": r"(?:㎥|m³|m3)\s?/\s?(?:초|s(?:ec)?)",
    },
    "speed": {
        "0.44704": r"mph|miles\s+per\s+hour",
        "1": r"m/s|㎧",
        "0.277777777777778": r"km/h|㎞/h|kph",
    },
    "celsius": {
        "1": r"℃|°C|섭씨도|degrees\s+Celsius"
        r"|도(?=[^가-힣]|$|[를가는은에로의와]\s|까지|부터|에서|이[하상면]|미만|초과|인데|일\s?때|면)"
    },
    "fahrenheit": {"1": r"℉|°F|화씨도|degrees\s+Fahrenheit"},
    "pressure": {
        "0.001": r"Pa|파스칼",
        "0.1": r"hPa",
        "1": r"kPa|㎪",
        "1000": r"MPa|㎫",
        "100": r"bar",
        "98.0665": r"kgf?/(?:cm²|㎠|cm2)",
    },
    "power": {"1": r"W|와트", "1000": r"kW|㎾|킬로와트", "1000000": r"MW|메가와트"},
    "energy": {"1": r"kWh|㎾h", "1000": r"MWh"},
    "voltage": {"1": r"V|볼트", "1000": r"kV|㎸"},
    "current": {"1": r"(?-i:A)(?![A-Za-z²³])|암페어", "0.001": r"mA|㎃"},
    "frequency": {"1": r"Hz|헤르츠", "1000": r"kHz", "1000000": r"MHz", "1000000000": r"GHz"},
    "turns": {"1": r"rpm|RPM"},
    "bytes": {"1": r"KB|kB", "1000": r"MB", "1000000": r"GB", "1000000000": r"TB"},
    "time": {
        "1": r"초(?![등중고급대반음기순과점심보창록여콜청상승월빙])|seconds?|secs?",
        "60": r"분(?!의|[가-힣]?류|기|야|할|쟁|석|양|포)|minutes?|mins?",
        "3600": r"시간|hours?|hrs?",
        "86400": r"일(?![본반정시상치대련종원단]|\s?때)|days?",
        "604800": r"주일|주(?=간|이내|동안|이[다며고]|입니|마다|씩|차|후|전|뒤|만에|[에를가은는의로]?(?:[^가-힣]|$))"
        r"|weeks?",
    },
    "months": {"1": r"개월|달(?![러성라리])|months?", "12": r"개년|년(?!도|대|생|월)|years?|yrs?"},
}
_COUNTERS = {
    "명": r"명|인(?![가-힣])|사람",
    "세대": "세대|가구",
    "호": "호",
    "층": "층",
    "회": r"회|차례|times(?!\s+(?:as|more|larger|higher|the))",
    "개": "개(?!월|년)|가지|종|건|곳",
    "세": r"세(?![대금입제계종법])|살(?=[^가-힣]|$|[이도은의인]|부터|까지|미만)",
    "대": r"대(?![가-힣])",
}
"""What may follow a bare number, by what it counts."""

_SPELLED = [(Unit(kind, Decimal(factor)), one) for kind, found in _TABLE.items() for factor, one in found.items()] + [
    (Unit("plain", Decimal(1), counted), one) for counted, one in _COUNTERS.items()
]


def unit_pattern() -> str:
    """An alternation of every unit, longest spelling first; not inside a word."""
    whole = sorted((one for _, spelled in _SPELLED for one in alternatives(spelled)), key=lambda one: -len(one))
    return "|".join(
        f"{one}(?![A-Za-z²³])" if one[-1:].isascii() and one[-1:].isalpha() or one.endswith("?") else one
        for one in whole
    )


def alternatives(spelled: str) -> list[str]:
    """The top-level alternatives of a pattern."""
    found, depth, start = list[str](), 0, 0
    for at, character in enumerate(spelled):
        depth += character in "([" and spelled[at - 1 : at] != "\\"
        depth -= character in ")]" and spelled[at - 1 : at] != "\\"
        if character == "|" and not depth:
            found.append(spelled[start:at])
            start = at + 1
    return [*found, spelled[start:]]


_BY_SPELLING, _FOLDED = (
    tuple((re.compile(one, flags), unit) for unit, spelled in _SPELLED for one in alternatives(spelled))
    for flags in (0, re.IGNORECASE)
)
_MILLI = re.compile("m[A-Z]")


@lru_cache(maxsize=8192)
def unit_of(spelled: str, after: str = " ") -> Unit:
    """The unit of this spelling before this text; `UNITLESS` where it is none there. KM is km; mW is no MW, T no t."""
    folded = len(spelled) > 1 and not _MILLI.match(spelled)
    for pattern, unit in (*_BY_SPELLING, *(_FOLDED if folded else ())):
        found = pattern.match(spelled + after)
        if found is not None and found.end() == len(spelled):
            return unit
    return UNITLESS


SYMBOLS = r"₩\s*|\bKRW\s*|\$|\bUSD\s*|£\s?|\bGBP\s*|€\s?|\bEUR\s*|¥\s?|\bJPY\s*"
"""What may precede an amount of money, as a pattern."""
_MONEY = {
    "₩": "won",
    "KRW": "won",
    "$": "dollar",
    "USD": "dollar",
    "£": "pound",
    "GBP": "pound",
    "€": "euro",
    "EUR": "euro",
}


def currency_of(symbol: str) -> Kind:
    """The kind of an amount behind this sign."""
    return _MONEY.get(symbol.strip().upper(), "yen")


UNITLESS = Unit("plain", Decimal(1))


def unit_of_column(declared: str) -> Unit:
    """The unit that a column declares: one of pounds holds money, and no weights."""
    return unit_of("GBP" if declared == "pound" else declared)
