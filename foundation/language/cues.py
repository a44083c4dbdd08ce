"""Words that control a turn in any domain: freshness, reuse cues, references, requests to calculate.

Lists are Korean and English. They are matched on text as it was typed (any case); only `normalise` changes text. 최근
("lately") is not a request for fresh data: last week's prices are recent prices.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from foundation.language.script import HANGUL as HANGUL
from foundation.language.script import composed as composed
from foundation.language.script import language_of as language_of

Span = tuple[int, int]

_FINAL_HANGUL = re.compile(r"[가-힣]$")
_ZERO_WIDTH = re.compile("[\u200b-\u200f\u2060\ufeff]")


def _words(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


REUSE_CUES = _words(
    r"방금|아까|(?:조금|좀|바로)\s*전|앞에서|앞서",
    r"위에서|위의|위\s+(?:결과|내용|자료|시세|답변|조건)",
    r"(?:그|이)\s*결과",
    r"(?:이전|지난번|직전)(?:에|의)?\s*(?:결과|답변|자료|내용|검색|대화|말)",
    r"(?:찾아|알려|보여|말해|검색해)\s*(?:준|주신)",
    r"(?:말|설명|안내|검색|조회|언급)(?:한|했던|하신)\s*(?:것|거|건|말|내용|결과|시세|금리|자료|조건|상품|조항|그)",
    r"(?:네|니|당신)가\s*(?:말|알려|설명|찾)",
    r"\bjust now\b|\bearlier\b(?!\s+than)|\bprevious(?:ly)?\b",
    r"\b(?:the|mentioned|shown|listed|found|results?|see)\s+above\b|\babove\s+(?:results?|prices?|figures?|answer|data)\b",
    r"\byou\s+(?:just\s+)?(?:said|found|told|showed|mentioned|gave|listed)\b",
    r"\b(?:those|these|that)\s+results?\b",
)
_BASIS = re.compile(
    rf"(?:{REUSE_CUES.pattern})[^.?!,]{{0,15}}?[가-힣]+(?:으로|로)(?=\s)"
    r"|[^.?!,]{0,20}(?:넣어서?|포함해서?|고려해서?|반영해서?|(?:바탕|기준|토대)으로)(?=\s)"
    r"|\b(?:using|with|based on|from)\s+(?:the|those|these)\s+[^,.?]{0,40}?"
    r"\b(?:just|above|earlier|found|gave|showed)\b[^,.?]*",
    re.IGNORECASE,
)
_AGAIN = _words(r"(?<![가-힣])(?:다시|한\s*번\s*더|한번\s*더)(?![가-힣])", r"\b(?:again|once more|repeat)\b")
_FRESH = _words(
    r"지금(?!까지|껏)|오늘|현재|최신|실시간",
    r"(?:새로|다시)\s*(?:검색|조회|찾아)",
    r"업데이트",
    r"\b(?:right\s+)?now\b",
    r"\btoday(?:'s)?\b",
    r"\blatest\b",
    r"\bup[- ]to[- ](?:date|the[- ]minute)\b",
    r"\bcurrent(?:ly)?\b",
    r"\breal[- ]?time\b",
    r"\blive\s+(?:price|prices|data|rates?)\b",
    r"\b(?:search|look)\s+(?:it\s+up\s+)?again\b|\brefresh\b",
)
_SAME = _words(
    r"[가-힣]도\s*(?:똑?같|마찬가지|동일|그래|그런|그렇|적용|해당)",
    r"\b(?:(?:is|are)\s+(?:it|that|this|they|those)\s+the\s+same|same\s+(?:for|with|goes)|appl(?:y|ies)\s+(?:to|for)\b.*\btoo)\b",
)
_ANALYSE = _words(
    r"계산(?!되|된|서)",
    r"비교(?!적)",
    r"수익률",
    r"(?<!감정)평가(?:해|하|좀|를|\s|$)",
    r"분석",
    r"산출",
    r"따져",
    r"\bcalculat\w*|\bcomput(?:e|ing)\b",
    r"\bcompar(?:e|ing|ison)\w*",
    r"\bassess\w*",
    r"\bevaluat\w*",
    r"\banaly[sz]\w*",
    r"\byields?\b|\breturn on\b|\bROI\b",
)
_REFERENCES = _words(
    r"(?<![가-힣])(?:그|이|저|해당)\s*(?:조건|상품|집|아파트|매물|계약|요청|경우|법|조항|금리|대출|내용|문제|제도|말|기간|금액|물건)"
    r"(?=[은는이가을를의에로도과와\s?.!,]|으로|들|$)",
    r"(?<![가-힣])(?:그것|그거|그게|그건|그걸|이것|이거|이게|이건|저것|그중|그\s*중|(?:그|이)\s*\d+\s*(?:개월|달|년|주|일))",
    r"(?:관련된|관련)\s*(?:근거|조항|자료|내용)",
    r"\b(?:that|this|the same)\s+(?:product|condition|loan|apartment|contract|case|rule|article|rate|one)\b",
    r"\b(?:it|its|them|those|these)\b",
    r"\bthat\b(?=\s*[?.!]|$)",
    r"(?:(?<=\bis )|(?<=\bwas ))(?:that|this)\b(?!\s+(?:the|an?|my|our|your|I|we|you|he|she|they|it|there)\b)",
)
PERIOD_POINTERS = (
    "그 기간",
    "같은 기간",
    "그 시기",
    "그때",
    "그 달",
    "같은 달",
    "그 해",
    "같은 해",
    "그 두 달",
    "같은 두 달",
    "that month",
    "that period",
    "both months",
    "those two months",
    "the same two months",
)
"""Words every period slot is pointed at by."""
DAY_POINTERS = ("그날", "그 날", "같은 날", "that day", "the same day")
"""Words for the day that a conversation has found."""
REGION_POINTERS = (
    "그 지역들",
    "그 두 지역",
    "그 두 곳",
    "두 지역",
    "두 곳",
    "둘 중",
    "both areas",
    "both districts",
    "those areas",
    "those districts",
    "그 지역",
    "이 지역",
    "해당 지역",
    "그 동네",
    "이 동네",
    "그 구",
    "거기",
    "거긴",
    "그곳",
    "그쪽",
    "같은 지역",
    "that area",
    "this area",
    "that district",
    "this district",
    "that region",
    "the same area",
    "there",
)
"""Words every region slot is pointed at by, besides those a pack declares."""
SEVERAL_REGIONS = _words(r"들$|^(?:그\s*)?(?:두|둘)\s*(?:지역|곳|중)$|^both|^those")
"""Pointing words that mean more than one region."""
SEVERAL_MONTHS = _words(r"두\s*달$", r"\b(?:both|two)[\s-]+months$")
"""Pointing words that mean more than one month."""
ELSEWHERE = _words(
    r"(?<![가-힣])(?:옆|이웃|근처|주변|인근|다른)\s*(?:동네|지역|구|동|데|곳)(?:들)?(?:은|는|이|가|도|의)?(?:요)?(?:\s*(?:어때(?:요)?|시세는?))?\s*+(?:[?.!]++\s*+)?$",
    r"\b(?:next|neighbou?ring|nearby|other)\s+(?:area|district|town|neighbou?rhood)s?\s*+(?:\?++\s*+)?$",
)
"""Another, unnamed place is meant than the one mentioned before."""
_THERE_IS = re.compile(
    r"\bthere(?=\s+(?:is|are|was|were|any|a|an|will|has|have)\b|'s)|\b(?:is|are|was|were)\s+there", re.IGNORECASE
)
FOLLOW_UP_CUES = re.compile(
    r"^\s*(?:그럼|그러면|그렇다면|그리고|그런데|근데|또|아니|그래서"
    r"|and\b|then\b|so\b|what about\b|how about\b|also\b)[\s,]*",
    re.IGNORECASE,
)
COMPARES_WITH = _words(
    r"(?:이?랑|와|과|하고)\s*(?:(?:같이|함께|서로)\s*)?(?:비교|차이|견주)",
    r"(?:이?랑|와|과|하고)\s*(?:같이|함께)",
    r"\bcompar\w+\b.{0,20}?\b(?:with|to|against)\b|\bversus\b|\bvs\b",
)
"""A named value is compared with those mentioned before: 용산구와 비교해줘."""
FRAGMENT = re.compile(r"[가-힣A-Za-z0-9%㎡](?:이?면|[은는도])(?:요)?\s*[?]*\s*$")
"""Not a full sentence: 한도는? 거절하면? 10%면?"""
EXCHANGES_A_CONDITION = _words(r"로\s*(?:바꾸면|바꿔|바꿀)", r"이번에는|이번엔", r"대신", r"\binstead\b")
"""The question is the last one with a condition exchanged: 은평구로 바꾸면 …"""
OWN_CASE = re.compile(
    r"\b(?:i['’]?(?:ve|m)|we(?:['’]?ve|['’]re)|(?:i|we)\s+(?:have|am|are|earn|make|work|got|only|paid?|owe))\b[^?]*\d"
    r"|\bmy\s[\w\s-]{1,40}?\s(?:is|are|was)\s[^?]*\d"
    r"|(?<![가-힣])(?:제가|저는|전|내가|나는|난|우리는?)\s[^?]*\d"
    r"|^\s*(?:[가-힣]+(?:이|가|은|는)\s?)?(?:지금\s|현재\s)?\d[^?]*(?:인데|이에요|예요|입니다|이야|거든)",
    re.IGNORECASE,
)
"""A figure of the person's own case (i've been here 6 yrs): what was answered is to be applied to it."""
CORRECTION_CUES = re.compile(
    r"^\s*(?:(?:아차?|앗|어|참|oh|ah|wait|hang on)[\s,.!]+)*"
    r"(?:아니(?:요|에요|야|다|네|지)?(?=[\s,.]|$)|정정(?:할게요|합니다|해요)?"
    r"|(?:제가\s*)?잘못\s*(?:말(?:했\S*|씀\S*|함)?|(?:썼|적었|쳤|봤)(?:다|네|네요|어요?|습니다)(?=[\s,.]|$))"
    r"|(?:미안|죄송|실수|착각|오타)(?:[했였]\S*|해요?|한데|합니다|하지만|[예에]?요|여|임|네요?|입니다)?(?=[\s,.]|$)"
    r"|no\b[,.]?(?:\s*wait\b)?|s(?:orr?|r)y\b|(?:that['’]?s\s+an?\s+|an?\s+)?typo\b(?!\s+in\b)|w?h?oops\b(?:[\s,.!]*it['’]?s\b)?"
    r"|correction\b|my (?:bad|mistake)\b|I mean\b|(?:I\s+)?meant\b|make (?:it|that)\b|scratch that\b)[\s,.!]*",
    re.IGNORECASE,
)
TOPIC_CHANGES = _words(
    r"다른\s*(?:문제|질문|얘기|이야기|주제|건으로)(?:예요|이에요|인데|입니다|로|를|가|\s|$)",
    r"주제를?\s*(?:바꿔|바꾸)",
    r"(?<![가-힣])별개(?:로|의)",
    r"\b(?:another|different|new|unrelated)\s+(?:question|topic|matter)\b",
    r"(?:딴|다른)\s*(?:얘기|이야기|질문|주제)|(?:딴|다른)\s*(?:얘|애)긴데",
    r"\bby the way\b|^\s*btw\b|^\s*(?:an)?other\s+thing\b|^\s*one\s+more\s+thing\b",
    r"\bchang(?:e|ing) the (?:subject|topic)\b",
)
_OPENING = re.compile(
    r"^\s*(?:(?:아|어|음|참|oh|ah|ok(?:ay)?)[\s,]+)?"
    r"(?:(?:딴|다른)\s*(?:얘기|이야기|질문|말|주제)(?:인데|지만|이지만|로|ㄴ데)?요?|딴\s*(?:얘|애)긴데요?|(?:다른|딴)\s*(?:얘|애)긴데요?"
    r"|됐고요?|그건\s*그렇고|그나저나|btw|by the way|(?:an)?other\s+(?:thing|question|topic)|one\s+more\s+thing"
    r"|(?:a\s+)?(?:different|new|unrelated)\s+(?:thing|question|topic|matter)|separately)(?=[\s.,:;!…~-])[\s.,:;!…~-]*",
    re.IGNORECASE,
)
"""Words that open another topic and say nothing about it: 딴얘긴데, btw, other thing."""
_NEGATION = re.compile(r"[않못없]|아니|n't$", re.IGNORECASE)
_NEGATED_AFTER = re.compile(
    r"^\s*(?:쪽|것|거|계약)?(?:이|가|은|는|을|를)?\s*"
    r"(?:아니라|아니고|아닌(?!가|지)|말고(?!도)|대신|빼고|제외|(?:but\s+)?excluded)",
    re.IGNORECASE,
)
_NEGATED_BEFORE = re.compile(
    r"\b(?:not|instead of|rather than|except(?: for)?|excluding|without)\s+(?:in\s+|for\s+|the\s+)?$", re.IGNORECASE
)
_NO_MATTER = r"\s*(?:상관|구분|관계)\s*없이"
_ANY = {
    "region": _words(
        rf"전국|(?:모든|전체|아무)\s*지역|지역{_NO_MATTER}",
        r"\b(?:any|all)\s+(?:areas?|districts?|regions?)\b",
    ),
    "period": _words(
        rf"(?:모든|전체)\s*기간|기간{_NO_MATTER}|전\s*기간",
        r"\b(?:any|all)\s+(?:time|months|periods?)\b",
    ),
    "area": _words(
        rf"(?:모든|전체|전)\s*(?:평형|평수|면적)|(?:평형|평수|면적){_NO_MATTER}",
        r"\b(?:any|all)\s+sizes?\b",
    ),
    "amount": _words(rf"(?:금액|가격){_NO_MATTER}", r"\bany\s+(?:amount|price)\b"),
    "choice": _words(rf"(?:모든|전체)\s*(?:거래|주택)?\s*유형|유형{_NO_MATTER}", r"\b(?:any|all)\s+types?\b"),
}

PARTICLE = (
    r"(?:에서는|에서도|으로는|에게는|이라는|이라도|에서|에게|에는|에도|으로|까지|부터|보다|처럼|이랑|하고|이나|이고|이며|인데|"
    r"이에요|예요|이요|이야|야|요|은|는|이|가|을|를|의|에|와|과|랑|도|만|로|나)"
)
PARTICLE_TAIL = re.compile(PARTICLE + r"{0,2}$")
_REQUEST_WORDS = re.compile(
    r"^(?:알려|말해|보여|설명해|설명하|요약|정리해|찾아|검색해|조회해|비교|계산해|분석해|부탁|궁금|다시|얼[마만]|어떻게|어떤|어떨|어땠|어때|무엇|언제|어디|누구"
    r"|쉽게|쉬운|간단히|간단하게|자세히|자세하게|짧게|길게|줄여|한마디로|문장으로|보면|보자|말고|대신|아니|하나요|인가요|나요|그럼|그러면|그리고|전체|경우|관련해|주세요|줄래|주실)"
    r"|^(?:좀|왜|몇|할|수|것|거|때|네|예|더|또|뭐|뭔|줘|제|저|나|내|제가|저는|나는|내가)(?:은|는|이|가|을|를|의|도|만|야|지|죠)?$"
    r"|^(?:해|해도|해야|해줘|해요|해주\S*|하는|하면|하나|할까\S*|하고|했\S*|한|있\S*|없\S*|되\S{1,3}|된|될|돼\S*|확인할|확인해\S*)$"
)
_ONE_SYLLABLE_TOPICS = frozenset("법집돈땅방층")
_ENGLISH_STOP = frozenset(
    re.findall(
        r"[a-z']+",
        "a an the is are was were be do does did can could may might will would should i you he she it we they my your "
        "me of in on at to for from by with about regarding and or but not no what which who when where why how much "
        "many tell show give please there that this these those then so also if as than have has had get am "
        "let's current whats whos wheres whens hows",
    )
)


@dataclass(frozen=True)
class Reference:
    """A word that refers to something said before, and its position."""

    text: str
    span: Span


def normalise(text: str) -> str:
    """NFKC, case-folded, zero-width characters dropped, white space collapsed: the form keywords are matched on."""
    plain = _ZERO_WIDTH.sub("", unicodedata.normalize("NFKC", text))
    return " ".join(plain.casefold().split())


def says_nothing(text: str) -> bool:
    """True for blanks, marks and pictures alone: no letter and no digit."""
    return not any(character.isalnum() for character in text)


def reuse_cue(text: str) -> bool:
    """방금, 아까, just now …: earlier data is meant (never a demand for fresh data)."""
    return REUSE_CUES.search(composed(text)) is not None


def cue_text(text: str) -> str:
    """The first reuse cue; "" when there is none."""
    match = REUSE_CUES.search(composed(text))
    return match.group() if match else ""


def asks_again(text: str) -> bool:
    """다시, 한 번 더, again: the earlier answer is asked for again (not a new search: 다시 검색)."""
    return _AGAIN.search(composed(text)) is not None and not wants_fresh(text)


def asks_whether_same(text: str) -> bool:
    """월세도 같아?, is it the same for …: whether the answer just given holds for something else as well."""
    return _SAME.search(composed(text)) is not None


def wants_fresh(text: str) -> bool:
    """지금, 오늘, 최신, latest, now …: fresh data is demanded. "just now" is a reuse cue and does not count."""
    return _FRESH.search(REUSE_CUES.sub(" ", composed(text))) is not None


def asks_to_analyse(text: str) -> bool:
    """The question asks to calculate, compare or assess."""
    return _ANALYSE.search(composed(text)) is not None


def references(text: str) -> tuple[Reference, ...]:
    """Words that refer to the conversation in general (그 조건, 그 상품, it); regions have their own pointing words."""
    return tuple(Reference(m.group(), m.span()) for m in _REFERENCES.finditer(composed(text)))


def pointers(text: str, pointing_words: tuple[str, ...]) -> tuple[Reference, ...]:
    """The position of one of these pointing words (as a whole word; "there is" points at nothing)."""
    plain = composed(text)
    taken = {place for existential in _THERE_IS.finditer(plain) for place in range(*existential.span())}
    found: list[Reference] = []
    for word in sorted(set(pointing_words), key=len, reverse=True):
        for match in phrase(word).finditer(plain):
            if taken.isdisjoint(range(*match.span())):
                taken.update(range(*match.span()))
                found.append(Reference(match.group(), match.span()))
    return tuple(sorted(found, key=lambda reference: reference.span))


@lru_cache(maxsize=2048)
def phrase(words: str) -> re.Pattern[str]:
    """These words at a word's beginning: inner blanks and hyphens are optional, ASCII words also end as words."""
    inner = r"[\s-]*".join(re.escape(part) for part in re.split(r"[\s-]+", words.strip()))
    tail = "" if _FINAL_HANGUL.search(words) else r"(?![A-Za-z0-9])"
    return re.compile(rf"(?<![A-Za-z0-9가-힣]){inner}{tail}", re.IGNORECASE)


def without_negated(text: str, spans: tuple[Span, ...]) -> str:
    """The text with these stretches and the words that negate them blanked: 전세가 아니라 월세 -> 월세."""
    blanked = text
    for start, end in spans:
        stop = negation_end(text, end)
        blanked = blanked[:start] + " " * (stop - start) + blanked[stop:]
    return blanked


def negation_end(text: str, end: int) -> int:
    """The end of the words that negate what ends here: 아파트 빼고; `end` itself if nothing after it negates it."""
    match = _NEGATED_AFTER.match(text[end:])
    return end + match.end() if match else end


def without_basis(text: str) -> str:
    """The text without the earlier data it builds on: "방금 검색한 시세로 위험도 분석해줘" only asks for the risk."""
    return _BASIS.sub(" ", text)


def without_demand(text: str) -> str:
    """The text without its request for fresh data: "right now" is not about rights."""
    return _FRESH.sub(" ", text)


def without_opening(text: str) -> tuple[str, bool]:
    """The text without its opening (딴얘긴데 …, btw …, 아 됐고 …), and whether that opens another topic; unchanged if
    there is nothing else."""
    plain = composed(text)
    found = _OPENING.match(plain)
    if found is None or not topic_words(plain[found.end() :]):
        return text, False
    return plain[found.end() :], TOPIC_CHANGES.search(found.group()) is not None


def says_any(text: str, parser: str) -> bool:
    """The text lifts a condition: 모든 지역, 평수 상관없이, any size."""
    pattern = _ANY.get(parser)
    return pattern is not None and pattern.search(composed(text)) is not None


def negated(text: str, span: Span) -> bool:
    """The words at this span are excluded: 전세가 아니라 …, 서초구 말고 …, not Seocho …"""
    after, before = text[span[1] : span[1] + 30], text[max(0, span[0] - 30) : span[0]]
    return bool(_NEGATED_AFTER.match(after) or _NEGATED_BEFORE.search(before))


def is_request(word: str) -> bool:
    """알려줘, 설명해, 얼마: it asks, and names nothing."""
    return _REQUEST_WORDS.match(word) is not None


@lru_cache(maxsize=2_048)
def topic_words(text: str, limit: int = 8, *, short: bool = False) -> tuple[str, ...]:
    """The words a question is about, in order, without repetition: no particles, requests, cues, negations. `short`:
    with Korean words of one syllable (받은: 받; 프로 모드: 프, 모드): they certainly name nothing, but they distinguish
    two questions. Cached: a turn asks it of the same words many times."""
    found, plain = list[str](), _FRESH.sub(" ", REUSE_CUES.sub(" ", composed(text)))
    for token in re.findall(r"[A-Za-z][A-Za-z'-]*|[가-힣0-9㎡%,.~]+", plain):
        word = _bare(token.strip(",.~"), short)
        if len(found) < limit and word and not _NEGATION.search(word) and word not in found:
            found.append(word)
    return tuple(found)


def _bare(token: str, short: bool) -> str:
    if token.isascii():
        return "" if token.casefold() in _ENGLISH_STOP else token
    if _REQUEST_WORDS.match(token):
        return ""
    stem = PARTICLE_TAIL.sub("", token)
    return stem if short or len(stem) > 1 or stem in _ONE_SYLLABLE_TOPICS else ""
