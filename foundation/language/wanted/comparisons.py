"""Words that compare, rank, sum up or ask what changed, whatever the domain: which way, how many, and among what."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from foundation.language.cues import composed
from foundation.language.lexicon import PREPOSITIONS
from foundation.language.numerals import ENGLISH, NATIVE, english_value, native_value

Direction = Literal["high", "low"]
Measured = Literal["money", "count", "size", "length", "weight"]
Among = Literal["place", "day", "month"]


def _words(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


_LOW_EN = (
    r"cheap(?:er|est)?|low(?:er|est)?|small(?:er|est)?|short(?:er|est)?|least|fewest|fewer|less|minimum"
    r"|cold(?:er|est)?|cool(?:er|est)|clear(?:er|est)|clean(?:er|est)|lighter|lightest"
)
_HIGH_EN = (
    r"expensive|pric(?:ey|iest|ier)|costl(?:y|iest|ier)|dear(?:er|est)?|high(?:er|est)?|large(?:r|st)?|big(?:ger|gest)?"
    r"|long(?:er|est)?|most|more|maximum|hot(?:ter|test)?|warm(?:er|est)?|(?:dirt|mudd|cloud|murk)(?:ier|iest)"
    r"|heav(?:ier|iest)|worst"
)
"""The worst of what is measured is the highest, unless another end is named."""
_LOW = _words(
    r"(?<!비)(?:싼|싸|쌌|쌀)(?![우운])|저렴|최저|최소",
    r"낮[은았아을게고던지]|적[은었을게던](?!행)|작[은았을게고던]|짧[은았을게고던]|좁[은았을게고던]|추[운웠워]|차가[운웠워]|맑[은았을아]|가벼[운웠워]",
    rf"\b(?:{_LOW_EN})\b",
)
_HIGH = _words(
    r"비[싼싸쌌쌀]|최고|최대|넓[은었을게고던]",
    r"높[은았아을게고던지]|심[했한하해]|많[은았아이을게고던]|[큰컸]|크[고다냐게]|긴(?![가-힣])|길[었게고]|더[운웠워](?!데)|뜨거[운웠워]|따뜻[한했해]|흐[린렸려]|탁[한했해]|무거[운웠워]|더러[운웠워]|(?:제일|가장|젤)\s?(?:나[쁜빴]|안\s?좋[은았])|최악(?!의\s)",
    rf"\b(?:{_HIGH_EN})\b",
)
_DEGREES = re.compile(rf"(?!최|max|min|most\b|least\b)(?:{_LOW.pattern}|{_HIGH.pattern})[가-힣]*", re.IGNORECASE)
_SUPERLATIVE = _words(
    r"가장|제일|젤(?=\s|싼|비|높|낮|많|적|큰|작)|최악(?!의\s)|최고|최저|최대|최소|(?:상위|하위|탑|톱)\s*\d",
    r"\b(?:cheap|low|small|short|high|larg|bigg|long|dear|pric[ei]|costli|few|hott|warm|cold|cool|light|heavi)est\b"
    r"|\b(?:clear|clean|dirti|muddi|cloudi|murki)est\b|\b(?:most|least|minimum|maximum|best|worst)\b",
    r"\btop\s+(?:\d|three|five|ten)",
)
_COMPARATIVE = _words(
    rf"(?<![가-힣])더\s*(?:비|저|크|{_LOW.pattern}|{_HIGH.pattern})(?![가-힣]{{0,2}}(?<=[아어해워려싸])지(?!\s?않))|중에?서?\s*(?:어디|어느|뭐|누|무엇|어떤)|보다\s",
    r"(?:둘|두\s*곳|두\s*지역)\s*중",
    r"\b(?:cheap|low|small|short|high|larg|bigg|long|dear|pric[ei]|costli|few|light|heavi)er\b|\bthan\b|\b(?:more|less)\s+expensive\b",
    r"\bwhich\s+(?:one|of\s+(?:the\s+)?(?:two|them|these|those))\b|\bwhich\b[^.?!]*(?<!\bno\s)(?<!\bonce\s)\b(?:more|less)\b",
)
_IS = (
    r"\b(?:is|are|was|were|be|been|lies?|lay|stands?|stood|stays?|stayed|remains?|remained|falls?|fell|comes?|came)\b"
    r"(?:[^.,;:?!\n]|[.,](?=\d))*?"
)
_SO_MUCH = r"(?:\b(?:how\s+(?:far|much)|per\s*cent(?:age)?|points?|[bm]illion|won)|%)\s+"
_NAMED = rf"(?!(?:{'|'.join(sorted(PREPOSITIONS))})\b)[a-z]"


def _beyond(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{_IS}|{_SO_MUCH})\b{word}\s+{_NAMED}", re.IGNORECASE)


_BEYOND: Mapping[Direction, re.Pattern[str]] = {"low": _beyond("(?:below|beneath)"), "high": _beyond("above")}
"""One lies below another, or so much below it. Not of a figure (above 85 m²), which is a bound, and not where something
stands (in the table below for May)."""
_SETS_BESIDE = _words(r"비교(?!적)|견주|차이|격차", r"\bcompar\w+|\bversus\b|\bvs\b|\bdifferen(?:ce|t)\b|\bgap\b")
_DIFFERENCE = _words(
    r"차이|격차|벌어[져졌진]|얼마나\s*더|얼마\s*더|얼마나?\s*(?:비싸|싸|높|낮)|\bhow\s+(?:far|much)\s+(?:below|above|under|over)\b|\bdifference\b|\bgap\b|\b(?:by\s+)?how\s+much\s+(?:more|less|cheaper|higher|lower)|\bby\s+how\s+much\b"
)
_RATIO = _words(r"몇\s*배|배나|배\s*(?:차이|정도)|\bratio\b|\bhow\s+many\s+times\b|\btimes\s+(?:as|more|higher)\b")
_APART = "비[싼싸쌌]|싼|싸|쌌|저렴|높|낮|많|적|크|큰|작|길|긴|짧|올|오르|내[리렸려]|늘|줄|떨어|빠|변"
"""How one thing differs from another: by how many per cent, not what per cent it is."""
_PART = _words(
    r"의\s*(?:약|대략|거의)?\s*몇\s*(?:%|퍼센트|퍼(?![가-힣])|프로)",
    rf"대비\s*(?:\S+\s+){{0,2}}?몇\s*(?:%|퍼센트|퍼(?![가-힣])|프로)(?!\S{{0,3}}\s*(?:더|덜|{_APART}))",
    r"\b(?:what|how\s+many|which)\s+(?:per\s*cent(?:age)?|%|share)\s+of\b|\bper\s*cent(?:age)?\s+of\b",
)
_PER_CENT = _words(r"몇\s*(?:%|퍼센트|퍼(?![가-힣])|프로)|퍼센트|비율|\bper\s*cent\b|\bpercent(?:age)?\b|\bwhat\s+%")
CHANGED = _words(
    r"올랐|올라(?:갔|서|왔)|올라\s*\?|오른|상승|내렸|내려갔|내린|하락|떨어졌|떨어진|빠졌|빠진|늘었|늘어났|늘은|줄었|줄어들|줄은|변(?:했|한|하|할)|변동|변화|달라졌|나아졌|좋아졌|나빠졌|뛰었|뛴",
    r"(?:전월|전달|지난달|전년)\s*(?:대비|보다)|(?:\d\s*[월년일]|분기|동월|동기)\s*(?:대비|에\s*비해)",
    r"\b(?:go(?:ne|es)?|went|going|com(?:e|es|ing)|came)\s+(?:up|down)\b(?!\s+with\b)|\b(?:rise|rose|risen|rising|fell|fall(?:en)?|drop(?:ped|s)?|gr[eo]wn?|shr[au]nk|increase[ds]?|decrease[ds]?|changed?|climb(?:ed)?)\b",
    r"\bup\s+or\s+down\b|\b(?:up|down)\s+(?:by\s+)?how\s+(?:much|many|far)\b|\bhow\s+(?:much|far)\s+(?:up|down)\b",
    r"\b(?:improve[ds]?|better|worse)\b",
)
_UP = (
    r"오[른르]|올[랐라]|상승|뛴|뛰었|늘[어었]|증가",
    r"(?:rose|risen|rise[sn]?|(?:went|gone|go(?:es)?)\s+up|increase[ds]?|grew|grown?|climb(?:ed)?|gain(?:ed)?)",
)
_DOWN = (
    r"내[린렸려]|떨어[진졌지]|하락|빠[진졌지]|줄[어었]|감소",
    r"(?:fell|fall(?:en|s)?|drop(?:ped|s)?|(?:went|gone|go(?:es)?)\s+down|decrease[ds]?|declined?|lost)",
)


def _moved_most(korean: str, english: str) -> re.Pattern[str]:
    return _words(
        rf"(?:가장|제일|젤)\s*(?:(?:많이|크게|심하게|빨리|빠르게)\s*)?(?:{korean})",
        rf"(?:{korean})(?:률|율|폭|세)?[이가은는도]?\s*(?:가장|제일|젤)\s*(?:높|큰|컸|크|심|많)",
        rf"\b{english}\b(?:\s+\w+){{0,3}}?\s+(?:the\s+)?most\b|\bmost\s+{english}\b",
        rf"\b(?:biggest|largest|highest|steepest|sharpest|greatest)\s+(?:price\s+|rent\s+)?{english}\b",
    )


_MOVED_MOST: Mapping[Direction, re.Pattern[str]] = {"high": _moved_most(*_UP), "low": _moved_most(*_DOWN)}
_SINCE_LAST_MONTH = _words(
    r"(?:전월|전달|지난\s*달|저번\s*달)\s*(?:대비|보다|에\s*비해|이?랑)|(?<![가-힣\d])한\s*달\s*(?:새|사이|만에)",
    r"\bmonth[\s-]on[\s-]month\b|\b(?:since|than|from|over)\s+(?:the\s+)?(?:last|previous)\s+month\b",
)
_ORDERED = _words(
    r"순서|순으로|순위|차례|정렬|랭킹|순\s*(?:$|정리|알려|보여)",
    r"\bsort(?:ed)?\b|\brank(?:ed|ing)?\b|\bin\s+order\b|\border(?:ed)?\s+by\b",
)
_TOTAL = _words(
    r"합치면|합하면|합쳐|합계|더하면|총합|총액|\bsum\b|\badd(?:ed)?\b|\baltogether\b|\bcombined\b|\bin\s+total\b|\btotal\b"
)
_JOINED = _words(
    r"(?:(?:이?랑|하고|와|과|도)|(?:까지|에다?가?)(?:도|는)?)\s*(?:다\s*)?(?:합[치하쳐]|더하|더해)",
    r"까지\s*(?:다\s*)?(?:하면|해서|치면|쳐서|넣으면)",
    r"\b(?:together|combined)\s+with\b|\badded\s+to\b|\bon\s+top\b",
)
_MEAN = _words(r"평균|\baverages?\b|\bmean\b")
_MEDIAN = _words(r"중위|중간값|중앙값|\bmedian\b")
_COUNT = _words(
    r"몇\s*(?:건|개|군데|곳|채|일|번)(?!월)|건수|개수|\bhow\s+many\b(?!\s+(?:%|per\s*cent|times\b))|\bnumber\s+of\b|\bcount\b"
)
_MONEY = _words(
    r"비[싼싸쌌쌀]|(?<!비)[싼싸쌌쌀](?![우운])|저렴|\b(?:cheap\w*|expensive|pric\w+|costl\w+|dear\w*|cost)\b"
)
_MANY = _words(
    r"많[은았아이을]|적[은었을]|\b(?:most|more|fewest|fewer|less)\s+(?:trades|sales|transactions|deals)\b|거래가?\s*(?:활발|많|적)",
    r"\b(?:most|fewest|more|fewer)\s+[a-z]+s\b(?=[^.?!]*\b(?:sold|traded|bought|rented|let|changed\s+hands)\b)"
    r"|\bsold\s+(?:the\s+)?(?:most|fewest|more|fewer)\b",
)
_SIZE = _words(r"넓|좁|[큰컸](?=\s*(?:집|평|아파트|면적))|\b(?:larg|bigg|small)(?:er|est)\b")
_LENGTH = _words(r"긴(?![가-힣])|길[었게]|짧[은았게]|오래|\b(?:long|short)(?:er|est)\b")
_WEIGHT = _words(r"무거[운웠워]|가벼[운웠워]|\b(?:heavi|light)(?:er|est)\b")
_PLACE = _words(
    r"(?<![가-힣])(?:구|동|군|시)(?=[은는이가를에의도\s,?.!]|$|별)|지역|동네|(?:어느|어떤|싼|비싼|높은|낮은)\s*(?:구|동|시|군|곳|데)(?![가-힣])|어디|(?:인|는|은|된|[한할])\s*곳(?=[은는이가을의도\s,?.!]|$)",
    r"\b(?:district|area|region|neighbou?rhood|city|place)s?\b|\bwhere\b",
)
_DAY = _words(r"날(?!씨|짜순)|언제|며칠|\b(?:days?|date|when)\b")
_MONTH = _words(
    r"(?:어느|몇|높은|낮은|비싼|비쌌던|높았던|낮았던|싼|쌌던)\s*(?:달|월)|달(?=[은는이가\s?]|$)|\bmonths?\b"
)
_COUNTED = r"(?:개|곳|군데|건|채|구|동|위|지역|가지|단지)"
_RANKED = rf"(?=\s*(?:(?:가장|제일|젤)\s*)?(?:{_LOW.pattern}|{_HIGH.pattern}))"
"""두번째로 비싼 is a place in a ranking; 두번째 집 is none."""
_NUMBER = re.compile(
    rf"(?:top|상위|하위|탑|톱|best|first)\s*(?P<top>\d{{1,2}}|{ENGLISH})(?![A-Za-z\d])"
    rf"|(?<![가-힣\d.])(?P<counted>\d{{1,2}}|{NATIVE})\s*{_COUNTED}(?!월)"
    rf"|\b(?P<english>\d{{1,2}}|{ENGLISH})\s+(?:most|least|cheapest|highest|lowest|largest|biggest|smallest|longest|shortest|priciest)\b"
    r"|(?P<upto>\d{1,2})\s*위까지"
    rf"|(?<![가-힣\d])(?P<nth>{NATIVE}|[2-9])\s*번\s*째로?{_RANKED}"
    r"|\b(?P<ordinal>2nd|second|3rd|third|4th|fourth|5th|fifth)[\s-]+(?:(?:most|least)\b|[a-z]+est\b)"
    rf"|(?P<next>(?<![가-힣])(?:그\s*)?(?:바로\s*)?다음으로{_RANKED}|\bnext[\s-]+(?=(?:most|least)\b|[a-z]+est\b))",
    re.IGNORECASE,
)
_ORDINALS = {
    "2n": "2", "se": "2", "3r": "3", "th": "3", "4t": "4", "fo": "4", "5t": "5", "fi": "5",
}  # fmt: skip
MOST_RANKED = 50


@dataclass(frozen=True)
class Comparing:
    """The comparison a question asks for."""

    direction: Direction | None = None
    """Which end is asked for; None: neither or both are named."""
    superlative: bool = False
    comparative: bool = False
    beyond: Direction | None = None
    """Above, below something named: a comparison only where the question names two things, else a limit or a place."""
    sets_beside: bool = False
    """비교, 차이, versus: things are set beside each other."""
    difference: bool = False
    ratio: bool = False
    per_cent: bool = False
    part: bool = False
    """What per cent of one figure another is, not by how many per cent they differ."""
    changed: bool = False
    moved_most: Direction | None = None
    """가장 많이 오른, fell the most: sought is what changed the most, up (high) or down (low). Nothing else is then
    compared: 많이 counts nothing."""
    since_last_month: bool = False
    """전월 대비: how the last month differs from the one before it, not from the earliest known."""
    ordered: bool = False
    total: bool = False
    joined: bool = False
    """1월이랑 합치면, together with January: what it names is added to what was shown."""
    mean: bool = False
    median: bool = False
    counts: bool = False
    first: int | None = None
    """How many of a ranking."""
    measured: Measured | None = None
    """What the adjective measures: 비싼 money, 넓은 size."""
    among: Among | None = None
    """The kind of thing sought: the place, the day, the month."""

    @property
    def asks(self) -> bool:
        """Whether any operation is asked for."""
        return any((self.superlative, self.comparative, self.sets_beside, self.changed, self.ordered, self.total))


@lru_cache(maxsize=512)
def comparing(text: str) -> Comparing:
    """The comparison, ranking or sum a text asks for. Cached: a turn asks it of the same question many times."""
    plain = composed(text)
    moved: Direction | None = next((way for way, pattern in _MOVED_MOST.items() if pattern.search(plain)), None)
    low, high = bool(_LOW.search(plain)) and not moved, bool(_HIGH.search(plain)) and not moved
    direction: Direction | None = None if low == high else "low" if low else "high"
    first = how_many(plain)
    return Comparing(
        direction=direction,
        superlative=bool(moved) or bool(_SUPERLATIVE.search(plain)) or bool(direction and first and first > 1),
        comparative=bool(_COMPARATIVE.search(plain)),
        beyond=next((way for way, pattern in _BEYOND.items() if pattern.search(plain)), None),
        sets_beside=bool(_SETS_BESIDE.search(plain)),
        difference=bool(_DIFFERENCE.search(plain)),
        ratio=bool(_RATIO.search(plain)),
        per_cent=bool(_PER_CENT.search(plain)),
        part=bool(_PART.search(plain)),
        changed=bool(moved) or bool(CHANGED.search(plain)) or bool(_SINCE_LAST_MONTH.search(plain)),
        moved_most=moved,
        since_last_month=bool(_SINCE_LAST_MONTH.search(plain)),
        ordered=bool(_ORDERED.search(plain)),
        total=bool(_TOTAL.search(plain)) or bool(_JOINED.search(plain)),
        joined=bool(_JOINED.search(plain)),
        mean=bool(_MEAN.search(plain)),
        median=bool(_MEDIAN.search(plain)),
        counts=bool(_COUNT.search(plain)),
        first=first,
        measured=None if moved else _measured(plain),
        among=_among(plain),
    )


def without_setting_beside(text: str) -> str:
    """The text without the words that set things beside each other."""
    return _SETS_BESIDE.sub(" ", composed(text))


def without_degrees(text: str) -> str:
    """The text without the adjectives that compare (longer, 낮아); the highest and the lowest name a figure."""
    return _DEGREES.sub(lambda found: " " * len(found[0]), composed(text))


def how_many(text: str) -> int | None:
    """top 5, 다섯 곳, the five most, the second lowest: the length of a ranking down to what is asked for; None if no
    number is given."""
    found = _NUMBER.search(text)
    said = next((part for part in found.groups() if part), None) if found else None
    if said is None:
        return None
    if found and found["next"]:
        return 2
    said = _ORDINALS.get(said[:2].lower(), said) if found and found["ordinal"] else said
    value = int(said) if said.isdigit() else native_value(said) if not said.isascii() else english_value(said)
    return int(value) if value is not None and 0 < value <= MOST_RANKED else None


def without_ranking(text: str) -> str:
    """The text without the words that say how many of a ranking are wanted (top 5) and what moved the most; as long as
    before."""
    plain = composed(text)
    for pattern in (_NUMBER, *_MOVED_MOST.values()) if comparing(plain).superlative else ():
        plain = pattern.sub(lambda found: " " * len(found[0]), plain)
    return plain


def ranked_words(text: str) -> tuple[str, ...]:
    """The words that say how many of a ranking are wanted, as they stand in the text: top 5, 다섯 곳."""
    return tuple(found[0] for found in _NUMBER.finditer(text)) if comparing(text).superlative else ()


def _measured(text: str) -> Measured | None:
    kinds: tuple[tuple[Measured, re.Pattern[str]], ...] = (
        ("money", _MONEY), ("size", _SIZE), ("length", _LENGTH), ("weight", _WEIGHT),
        ("count", _MANY)
    )  # fmt: skip
    return next((kind for kind, pattern in kinds if pattern.search(text)), None)


def _among(text: str) -> Among | None:
    kinds: tuple[tuple[Among, re.Pattern[str]], ...] = (("month", _MONTH), ("day", _DAY), ("place", _PLACE))
    return next((kind for kind, pattern in kinds if pattern.search(text)), None)
