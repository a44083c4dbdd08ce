"""What a question asks for, and whether a text holds a thing of that kind: a figure, a time, a place, a step.

The kind is read from the question's own question word and the unit after it (몇 퍼센트, how many days); a text is read
by its figures, typed by their units.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from foundation.language.content import content_words
from foundation.language.cues import topic_words
from foundation.language.figures.agreement import Figure
from foundation.language.figures.reader import figures_of
from foundation.language.figures.units import CURRENCIES, LENGTHS, unit_of
from foundation.language.rules.modality import asks_whether, decides
from foundation.language.wanted.comparisons import comparing

Asked = Literal["figure", "time", "place", "somebody", "steps", "meaning", "difference", "reason", "whether", "thing"]
_TIMES = frozenset({"time", "months", "date", "clock"})
_PLACES_IN_TEXT = frozenset({"article", "chapter", "paragraph", "subitem", "phone"})
_NO_AMOUNT = _PLACES_IN_TEXT | {"date", "clock"}


def _words(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


_UNIT = _words(
    r"(?<![가-힣])몇\s*([가-힣]{1,3}?|[%℃A-Za-z/³²]{1,6})(?=[이가은는을를로에야나인까마씩짜]|\s|[?.,]|$)",
    r"\bhow many\s+([a-z]+)",
)
_CLOCK = _words(r"(?<![가-힣])몇\s*시(?!간)", r"\bwhat time\b")
_DAYS = re.compile(r"며칠")
_TIME = _words(
    r"언제|기한|기간|마감|시기|얼마\s*(?:만|마다|동안)|얼마나\s*(?:자주|오래|걸)|주기",
    r"(?:^|[,;]\s*|\b(?:and|so|but|by|since|until|from|exactly|out|know)\s+)when\b",
    r"\bwhen\s+(?:is|are|am|was|were|do|does|did|can|could|must|should|shall|will|would|may|has|have)\b",
    r"\bhow (?:long|soon|often|late|early)\b|\bhow much (?:notice|time|warning)\b|\bdeadline\b|\bperiod\s*[?.!]*$",
    r"\bby what (?:date|time|day)\b",
)
_FIGURE = _words(
    r"얼[마만]|(?<![가-힣])몇|수치|비율|금액|한도|상한|하한|최대|최소|요율|범위|농도|용량|(?:[가-힣]율|값)(?:[은이을]|\s|\?|$)",
    r"\bhow (?:much|many|high|low|large|big|far|fast|heavy|old)\b|\bwhat (?:rate|percentage|share|amount|limit)\b",
    r"\b(?:limit|maximum|minimum|max|rate|amount|length|size|price|cost|fee)\b",
)
_PLACE = _words(r"어디(?:에|서|로|다|야|예|인|지|\s|\?|$)", r"\bwhere\b")
_OUTRIGHT = _words(r"얼[마만]|(?<![가-힣])몇|며칠|언제", r"\bhow (?:much|many|long|soon)\b|^\W*(?:and |so )?when\b")
"""Question words that only a figure or a time answers; a limit or a deadline may be stated in words, and a place by a
bare name."""
_HOW_MUCH = _words(r"얼[마만]", r"\bhow much\b")
_PRICE = _words(
    r"(?:(?:떼|부르|사|빌리|타|드)는\s?값|(?:밥|점심|저녁|기름|집|방|땅|물|전기|차)값|요금|비용|수수료|가격|대금|삯)(?:[은는이가도]|으로|로)?\s*(?:총|다|대략|보통|한)?\s*(?:얼[마만]|몇|어느\s*정도)",
    r"\bhow\s+much\b[^?.!]*\b(?:cost|costs|fees?|charged?|charges|price|in\s+(?:pounds|won|dollars|euros?))\b",
    r"\bwhat(?:['’]?s|\s+is|\s+are|\s+was|\s+were)?\s+(?:the\s+)?(?:\w+\s+){0,4}?(?:price|cost|fee)\b",
    r"\bwhat\s+(?:did|does|do|will|would)\b[^?.!]*\bcost\b",
)
_NO_PRICE = _words(r"무료|공짜|들지\s*않|내지\s*않|받지\s*않|\b(?:free|no\s+(?:fee|charge|cost)|nothing)\b")
_SOMEBODY = _words(r"누가|누구", r"\bwho(?:m|se)?\b")
_STEPS = _words(
    r"[가-힣]면\s*[?？.!]*\s*$|순서|절차|방법|단계|(?:하려면|바꾸려면|받으려면|켜려면)|뭘\s*(?:해야|하면)",
    r"어떻게\s*(?:해|하|되|바꾸|신청|받|고치|켜|끄|진행|처리|등록|교정|합|써|쓰)",
    r"\bwhat if\b|\bhow (?:do|can|should|to|does one)\b|\bsteps?\b|\bprocedure\b",
    r"\bwhat (?:do|should|must) (?:i|we|you) do\b",
)
"""What to do, and the consequence: 유출되면?"""
_MEANING = _words(
    r"어떤\s*(?:곳|것|값|뜻|의미|제도|말)|(?:뭐|무엇|뭔)(?:야|예요|에요|인가|인지|입니까|죠|지|가요|니|냐|임)|뜻|의미|정의",
    r"이?란\s*(?:게|\?|$|무엇|뭐)",
    r"\bwhat (?:is|are|does)\b(?!.*\b(?:limit|rate|maximum|max|deadline)\b)|\bmean(?:s|ing)?\b|\bdefin",
)
_DIFFERENCE = _words(
    r"차이|비교|다른\s*점|(?:뭐가|무엇이|어떻게|뭐)\s*(?:달|다르|다른)", r"\bdiffer\w*|\bcompar\w*|\bversus\b|\bvs\b"
)
_REASON = _words(
    r"(?<![가-힣])왜(?![가-힣])|(?:까닭|이유)[가는은이]?\s*(?:뭐|무엇|뭔|왜|어디|알려|설명)",
    r"\bwhy\b(?!\s+not\b)|\bhow come\b",
    r"\bwhat(?:['’]?s|\s+is|\s+was)\s+the\s+reason\b",
)
_BECAUSE = _words(
    r"때문|위[해한]|위하여|므로|니까|까닭|이유|덕분|탓|려고",
    r"\b(?:because|since|due to|reasons?|otherwise)\b|\bso (?:that|it|they|nobody|we|you|the)\b"
    r"|\bto (?:keep|avoid|prevent|protect|make|stop)\b",
)
_FOLLOWS_FROM = _words(
    r"[가-힣][아어여워져해라려겨쳐]서?[\s,]|[가-힣]면[\s,]|것이다",
    r"\b(?:as (?:it|they|we|the)|if|after|without|unless|when)\b",
)
"""A clause that may be a reason, and need not be: 가벼워 흘러 나간다; 5회 틀리면 잠긴다."""
_CONDITION = _words(
    r"[가-힣](?:면|때|후|뒤|전|까지|부터|마다|이내|동안)(?:[는도에,]|\s|$)",
    r"\b(?:when|if|after|before|until|by|within|every|once)\b",
)
"""An answer to *when* need not name a time."""
_PLACES = _words(
    r"관할|소재지|법원|주민센터|[가-힣](?:에|에게|에서)\s*(?:신청|제출|신고|접수)|[가-힣][실소관청동층](?:에|에서|으로)",
    r"\b(?:at|in|on|to|from)\s+(?:the\s+)?[A-Za-z]",
)
_SETS_APART = _words(r"달리|보다|차이|반면|견주", r"\b(?:unlike|than|whereas|while|differs?)\b")
_DEFINES = re.compile(r"^[^:.]{1,30}:\s|(?:이다|말한다|뜻한다|한다|부른다|것이다)\.?$|\b(?:is|are|means?)\b")
_CODE = re.compile(r"[A-Za-z]-?$")
_STEP = re.compile(r"\d{1,2}[.)]\s")
_RANK = re.compile(r"\d(?:st|nd|rd|th)$")
_ASKS_ITSELF = _words(
    r"(?:얼마|언제|어떻게|어디|무엇|누가|누구|몇)[^.]{0,40}(?:[는은할될을한인]\s?지|가)(?![가-힣])",
    r"\b(?:how|when|where|what|who)\b[^.]{0,60}\b(?:is|are) (?:set|given|said|described)\b",
)


@dataclass(frozen=True)
class Wanted:
    """What a question asks for."""

    asked: frozenset[Asked]
    kinds: frozenset[str] = frozenset()
    """Kinds of figures that the unit asked for may be given in; empty: any."""
    counted: str = ""
    """몇 명, 몇 대: what is counted."""
    question: str = ""
    named: str = ""
    """What the meaning of is asked for."""
    outright: bool = False
    """It has a question word that nothing of another kind answers: 얼마, 언제, how many."""
    price: bool = False
    """It asks how much something costs, by a word of its own: no line without an amount of money says that."""
    lengths: bool = True
    """Whether a length of time is an amount that was asked for: 얼마, how much ask for one by words of their own."""

    def tells(self, text: str) -> bool:
        """True if the text holds a thing of the kind asked for; False for a question that asks for no such kind."""
        if "time" in self.asked and (_has(text, self.kinds or _TIMES) or (not self.kinds and _CONDITION.search(text))):
            return True
        if "figure" in self.asked and self._figure(text):
            return True
        if "steps" in self.asked and _STEP.match(text):
            return True
        if "meaning" in self.asked and self._defines(text):
            return True
        if "reason" in self.asked and may_give_reason(text):
            return True
        if "whether" in self.asked and decides(self.question, text):
            return True
        if "difference" in self.asked and self._compares(text):
            return True
        return "place" in self.asked and _PLACES.search(text) is not None

    def may_price(self, text: str) -> bool:
        """False for a text that holds no price, where one is asked for: no money, no rate, and not that it is free."""
        if not self.price or _NO_PRICE.search(text):
            return True
        return any(one.kind in CURRENCIES or one.kind == "percent" for one in figures_of(text))

    def may_tell(self, text: str) -> bool:
        """For a question that is only a name (확정일자 수수료): most often a figure answers it."""
        figures = figures_of(text) if not self.asked else ()
        return any(one.kind not in _PLACES_IN_TEXT and (one.kind != "plain" or one.counted) for one in figures)

    def may_reason(self, line: str, passage: str) -> bool:
        """False where a reason is asked for, and neither the line may give one nor its passage does: then the line only
        repeats what the question asks the reason of."""
        return "reason" not in self.asked or may_give_reason(line) or _BECAUSE.search(passage) is not None

    def _compares(self, text: str) -> bool:
        mine, there = comparing(self.question), comparing(text)
        return _SETS_APART.search(text) is not None or (mine.direction is not None and there.direction is not None)

    def _defines(self, text: str) -> bool:
        """True for a text that says what the thing is whose meaning is asked for."""
        return bool(self.named) and text.startswith(self.named) and _DEFINES.search(text) is not None

    def explains(self, text: str) -> bool:
        """True for the line of a glossary for that very term (탁도: 물이 흐린 정도)."""
        head, mark, _ = text.partition(":")
        return bool(mark) and bool(self.named) and head.strip().casefold() == self.named.casefold()

    def _figure(self, text: str) -> bool:
        if self.counted:
            return any(one.counted == self.counted for one in figures_of(text))
        return _has(text, self.kinds, _NO_AMOUNT if self.lengths else _NO_AMOUNT | LENGTHS)


@lru_cache(maxsize=1_024)
def wanted(question: str) -> Wanted:
    """Read from the question's own words."""
    found = set[Asked]()
    kinds, counted = _unit(question)
    if kinds & _TIMES or _TIME.search(question):
        found.add("time")
    elif kinds or counted or _FIGURE.search(question):
        found.add("figure")
    for asked, pattern in _PATTERNS:
        if pattern.search(question):
            found.add(asked)
    if not found and asks_whether(question):
        found.add("whether")
    if comparing(question).comparative:
        found.add("difference")
    # 탁도가: of two particles the second may be the name's own syllable.
    words = (*topic_words(question, limit=1), *content_words(question)[:1]) if "meaning" in found else ()
    named = next(iter(words), "")
    outright = _OUTRIGHT.search(question) is not None
    lengths = _HOW_MUCH.search(question) is None
    price = "figure" in found and _PRICE.search(question) is not None
    return Wanted(frozenset(found), kinds, counted, question, named, outright, price, lengths)


def names_steps(word: str) -> bool:
    """True for a word for steps: 순서, 절차, procedure."""
    return _STEPS.fullmatch(word) is not None


def asks_itself(text: str) -> bool:
    """A sentence that says what a text is about (얼마나 올릴 수 있는지 정한 조문이다): it repeats the question."""
    return _ASKS_ITSELF.search(text) is not None


def may_give_reason(text: str) -> bool:
    """True for a text that gives a reason, or has a clause that may be one."""
    return gives_reason(text) or _FOLLOWS_FROM.search(text) is not None


def gives_reason(text: str) -> bool:
    """True for a text that says why: 때문, because."""
    return _BECAUSE.search(text) is not None


def _unit(question: str) -> tuple[frozenset[str], str]:
    if _DAYS.search(question):
        return LENGTHS, ""
    if _CLOCK.search(question):
        return frozenset({"clock"}), ""
    for match in _UNIT.finditer(question):
        unit = unit_of(match[1] or match[2])
        if unit.counted:
            return frozenset(), unit.counted
        if unit.kind != "plain":
            return LENGTHS if unit.kind in LENGTHS else frozenset({unit.kind}), ""
    return frozenset(), ""


def _has(text: str, kinds: frozenset[str], without: frozenset[str] = _NO_AMOUNT) -> bool:
    return any(_is_one(one, kinds, text, without) for one in figures_of(text))


def _is_one(one: Figure, kinds: frozenset[str], text: str, without: frozenset[str]) -> bool:
    if kinds:
        return one.kind in kinds
    if one.kind in without or one.letters:
        return False
    # The number of a step (2. Open a claim), of a code (P-101) or a rank (the 10th) is no amount of anything.
    names = one.kind == "plain" and (_CODE.search(text, 0, one.start) or _RANK.search(one.text))
    return not names and not (one.start == 0 and _STEP.match(text))


_PATTERNS: tuple[tuple[Asked, re.Pattern[str]], ...] = (
    ("place", _PLACE),
    ("somebody", _SOMEBODY),
    ("steps", _STEPS),
    ("meaning", _MEANING),
    ("difference", _DIFFERENCE),
    ("reason", _REASON),
)
