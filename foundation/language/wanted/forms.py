"""What is said about the last answer and names nothing else: another form of it, its source, its date, a doubt."""

from __future__ import annotations

import re
from typing import Literal

from foundation.language.content import content_words
from foundation.language.cues import composed
from foundation.language.wanted.counted import several_meant, without_several

Form = Literal[
    "simpler", "table", "article", "source", "sentence", "summary", "certain", "date", "again", "detail", "whole",
    "english", "korean", "count", "list", "opening",
    "reason",
]  # fmt: skip


def _words(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


_THAT = r"(?:that|this|it)"
_YOU = r"(?:you|u)"
_FORMS: tuple[tuple[Form, re.Pattern[str]], ...] = (
    (
        "opening",
        _words(
            r"(?:처음|첫\s?번째|제일\s?먼저)(?:에|으로)?\s?(?:내가\s?|제가\s?)?(?:뭐라고|뭐|뭘|무엇을?|무슨\s?질문을?)\s?(?:물어|물었|질문|여쭤|여쭸)\S*",
            r"처음에?\s?(?:내가\s?|제가\s?)?물어\s?본\s?[게거것건]\S*|(?:첫|처음)\s?질문\S*",
            r"\bwhat\s(?:did\si\sask(?:\syou)?\sfirst|did\si\sfirst\sask|was\smy\sfirst\squestion)\b|\bmy\sfirst\squestion\b",
        ),
    ),
    (
        "reason",
        _words(
            r"^(?:근데|그럼|아니)?\s?왜(?:요|죠|지|그런데|그래요?|그런\s?거야|그런가요?)?\W*$",
            r"^(?:but\s|and\s|ok\s)?(?:why|how\scome)\W*$",
        ),
    ),
    (
        "count",
        _words(
            r"(?:총|전부|모두|다\s?해서|다\s?합쳐서?)\s?몇\s?(?:개|가지|단계|종류|건|일)\S*|몇\s?(?:개|가지|종류|단계)(?:야|예요|에요|인가요?|임|지|죠|나\s?돼|나\s?되)\S*",
            r"\bhow\smany\s(?:are|is|were|was)\s(?:there|that|they|those)\b|\bhow\smany\s\w+\s(?:is|was)\s(?:that|it)\b|\bcount\sthem\b",
        ),
    ),
    ("list", _words(r"(?:목록|리스트)으?로\S*|항목별로\S*", r"\b(?:as|in)\sa\slist\b|\bbullet(?:s|\s?points?)?\b")),
    (
        "simpler",
        _words(
            r"(?:더\s?)?(?:쉽게|쉬운\s?말로)|(?:무슨|뭔)\s?(?:말|소리|뜻)\S*|모르겠\S*|이해가?\s?(?:안|못)\s?\S*",
            r"\b(?:more\s)?simp(?:ly|ler)\b|\b(?:in\s)?(?:plain|simple)\s(?:words?|english)\b|\blayman\S*|^huh\b",
            rf"\bdo(?:n['’]?t|\snot)\s(?:get|understand|follow)\b|\bwhat\sdo(?:es)?\s(?:{_YOU}|{_THAT})\smean\b|\bi['’]?m\slost\b",
        ),
    ),
    (
        "table",
        _words(r"표(?:로|\s?형식으?로?|\s?형태로?)(?![가-힣])", r"\b(?:as|in(?:to)?)\sa\stable\b|\ba\stable\sof\b"),
    ),
    (
        "article",
        _words(
            r"제?\s?몇\s?조(?:\s?몇\s?항)?\S*|(?:어느|무슨)\s?(?:조항|법|조)\S*",
            r"\bwhich\s(?:article|law|section|clause)\b",
        ),
    ),
    (
        "source",
        _words(
            r"출처\S*|근거[가는를]?(?:\s?조항)?|어디(?:에|서|에서)?\s?(?:나와|나온|나왔|적혀|쓰여|써)\S*|어디서\s?(?:봤|본|찾|가져)\S*",
            r"어느\s?문서\S*|몇\s?(?:쪽|페이지)\S*|왜\s?그렇게\s?(?:생각|말)\S*|(?:뭘|뭐)\s?보고\S*",
            r"\bsources?\b|\b(?:which|what)\s(?:page|document|chapter)\b|\bsays\swho\b|\bwho\ssays\b|\bhow\sdo\s(?:you|u)\sknow\b",
            rf"\bwhere\s(?:does|did)\s{_THAT}\s(?:say|come\sfrom)\b|\bwhere(?:\s(?:is|was)|['’]?s)\s{_THAT}\s(?:from|written)\b",
            rf"\bwhere\sdoes\sit\ssay\b|\bwhere\sdid\s{_YOU}\s(?:get|find|read)\b|\bwhy\sdo\s{_YOU}\s(?:think|say)\b",
        ),
    ),
    (
        "sentence",
        _words(
            r"한\s?(?:문장|줄|마디)(?:으로|로)?|(?:숫자|금액|결론)만\S*",
            r"\b(?:in\s)?(?:one|a\ssingle)\s(?:sentence|word|line)\b|\bjust\sthe\s(?:number|figure|answer|amount)s?\b|\bbottom\sline\b",
        ),
    ),
    (
        "summary",
        _words(
            r"[세3]\s?줄(?:로)?|(?:더\s?)?(?:짧게|간단히|간단하게)|(?:요약|정리)(?:해\s?줘|해\s?주\S*|좀|부탁)?(?![가-힣])|(?:핵심|요점)만\S*|너무\s?(?:길|긴)\S*",
            r"\bshorter\b|\bin\sshort\b|\bsummar(?:i[sz]e|y)\b|\btl;?dr\b|\btoo\slong\b|\bthe\sgist\b|\bkey\spoints\b",
        ),
    ),
    (
        "date",
        _words(
            r"언제\s?(?:적|꺼|거|기준|자료|데이터|시세)\S*|몇\s?월\s?(?:자료|기준|꺼|거)\S*|기준일\S*",
            r"최신(?:이야|이에요|인가|인지|임)\S*",
            r"(?:더\s?)?(?:최신|최근)\s?(?:자료|데이터|정보|거|것|꺼|게|값)\S*",
            r"\bhow\s(?:recent|current|fresh|up[- ]to[- ]date)\b|\bhow\sold\sis\s(?:that|this)\b",
            r"\bas\sof\swhen\b|\bmore\srecent\b",
            rf"\bnewer\s(?:data|figures?|numbers?|info)\b|\blast\supdated\b|\bwhen\s(?:is|was|were|are)\s{_THAT}\s(?:from|updated|dated)\b",
            r"\bup\sto\sdate\b|\bout\sof\sdate\b|\bstill\s(?:true|valid|current)\b|\bthe\slatest\b",
        ),
    ),
    (
        "whole",
        _words(
            r"(?:원문|원본|전문)\S*",
            r"\b(?:full|original|exact|whole)\s(?:text|wording|passage|clause)\b|\bquote\sit\b",
        ),
    ),
    (
        "detail",
        _words(
            r"(?:더\s?)?(?:자세히|자세하게|상세히|상세하게|구체적으로)|더\s?(?:알려|말해|설명)\S*|그게\s?다야|더\s?없[어나]\S*",
            r"\b(?:in\s)?(?:more\s)?details?\b|\btell\sme\smore\b|\bexplain\smore\b|\belaborate\b|\bwhat\selse\b|\bmore\sinfo\w*|\bis\sthat\sall\b",
        ),
    ),
    ("english", _words(r"(?:영어|영문)(?:으로|로|\s?버전|\s?번역)\S*", r"\bin\senglish\b")),
    ("korean", _words(r"(?:한국어|한국말|한글|우리말)(?:로|\s?버전|\s?번역)\S*", r"\bin\skorean\b")),
    (
        "again",
        _words(
            r"다시\s?(?:한\s?번\s?)?(?:만\s?)?(?:말|설명|얘기|알려|보여)\S*|뭐라[고구]\S*|한\s?번\s?더\S*|못\s?(?:들었|봤|알아들)\S*|^다시(?:\s?한\s?번)?$",
            rf"\b(?:say|explain|tell|show)\s(?:me\s)?(?:{_THAT}\s)?(?:again|once\smore)\b|\brepeat\b|\bpardon\b|\bcome\sagain\b",
            rf"\bonce\smore\b|\bmissed\s{_THAT}\b|^(?:what|again)\W*$",
        ),
    ),
    (
        "certain",
        _words(
            r"확실(?:해|한|하|함)\S*|ㄹㅇ|리얼|뻥\S*|구라\S*|거짓말\S*|진짜\S*|정말\S*|실화\S*|맞(?:나|냐|는\s?거|는거|는지|죠|지)\S*|맞[아어]요?\s?\?",
            r"아닌\s?(?:데|것|거)\S*|아닐\s?텐데\S*|틀(?:렸|린|림)\S*|잘못\s?(?:됐|된\s?거|된거|안\s?거|안거)\S*",
            r"말도\s?안\s?\S*|믿어도\s?\S*|이상한데\S*",
            rf"\b(?:are|r)\s{_YOU}\s(?:sure|certain|positive)\b|\b{_YOU}\s(?:sure|certain)\b|^sure\W*$|\bfor\s(?:real|sure)\b|\breally\b",
            rf"\bis\s{_THAT}\s(?:\w+\s)?(?:right|correct|true|accurate)\b|\b{_THAT}\s(?:right|correct|true)\s?\?",
            r"\bdouble[- ]check\b",
            r"\btrust\s(?:that|this|you)\b|\b(?:wrong|incorrect|nonsense|seriously|doubt\sit)\b|\b(?:not|\w+n['’]t)\s(?:(?:be|sound|look)\s)?(?:right|true|correct)\b|못\s?믿\S*",
            rf"\bdo(?:n['’]?t|\snot)\s(?:think\sso|believe\s(?:{_THAT}|{_YOU}))\b",
        ),
    ),
)
"""In the order in which the first that a message says is meant. What is said in doubt or against an answer asks for
what it rests on. One blank stands for any."""
_ASKS_OF_IT = re.compile(
    r"면(?:요)?\W*$|(?<!믿어)도\s?(?:돼|되|됨|괜찮|가능)\S*\W*$|야\s?(?:만\s?)?(?:해|돼|되|하|함)\S*\W*$"
    r"|^\W*(?:(?:and|so|but|ok)\s)?what\sif\b|\b(?:do|did|am|should|must)\s(?:i|we)\b(?!\sask)|\b(?:can|may|could)\s(?:i|we)\b(?!\s(?:see|have|get|trust)\b)",
    re.IGNORECASE,
)
"""A condition, a permission or a duty (what if it is wrong; 영어로 써도 돼?): of the matter, not of the answer."""
_PLAIN = re.compile(
    r"(?:[그이저](?:거|것|게|건|걸)?|그럼|그래서?|근데|그런데|아|아니|아냐|아니야|음|어|오|헐|에이|야|네|예|응|좀|조금|더|혹시|제대로|방금|아까|맨"
    r"|내가|나|제가|위|답|답변|대답|내용|설명|얘기|이야기|자료|데이터|정보|시세|법|부분|말|전부|모두|다|다시|또|한|번|걸로|거|것|건|게|쭉"
    r"|주세요|주라|줘|줘봐|줄래요?|주실래요|해|해줘|해봐|해주세요|해주실래요|보여|보여줘|보여주세요|알려|알려줘|알려주세요|알려주실래요|말해줘|말해|말씀해|말씀"
    r"|적어|써줘|뽑아줘?|만들어줘?|바꿔줘?|정리|부탁해?요?|부탁드려요|뭐야|뭐예요|뭐|뭔데|뭐지|어디야?|어디|있[어나]요?|없[어나]요?|있을까요|없을까요|볼|수"
    r"|같은데요?|같아요?|기억나요?|죄송한데|미안한데|마|치지|설명해\s?줘?|설명해주세요|해석|아님|[ㄱ-ㅎㅏ-ㅣ]+)(?:[은는이가을를도만의요로]|이?야|예요|이?에요|인가요?)?"
    r"|(?:a|an|the|i|i['’]?m|me|my|you|u|your|it|it['’]?s|its|that|that['’]?s|thats|this|these|those|them|they|there|is|are|was|were|be|do|does|did"
    r"|can|could|would|will|please|pls|plz|so|and|but|ok|okay|oh|hm+|hey|sorry|well|just|actually|acutally|for|of|to|in|on|with|at|as|into|about"
    r"|again|one|more|some|any|all|altogether|bit|little|now|then|what|whats|what['’]s|which|where|how|tell|give|show|put|make|get|got|turn|stick|lay"
    r"|out|say|said|says|explain|let|answer|see|have|need|remind|lol|haha|else|no|yes|yeah|not|right|go|version|asked|question|data|info|list|text|only)",
    re.IGNORECASE,
)
"""Words that name nothing beside it."""
_TOKEN = re.compile(r"[A-Za-z][A-Za-z'’]*|[가-힣]+|[ㄱ-ㅎㅏ-ㅣ]+|\d+")
_ONE_SENTENCE = re.compile(
    r"한\s*(?:문장|줄)(?:으로|로)(?![가-힣])|\bin\s+(?:one|a\s+single)\s+sentence\b", re.IGNORECASE
)
_BESIDE = _words(
    r"나란히\S*|(?:서로\s?)?비교\S*|견주\S*|한\s?(?:눈|자리)에\S*|(?:요약|정리)\S*|표(?:로|\s?형식\S*)(?![가-힣])|목록으?로|리스트로",
    r"\bside\sby\sside\b|\bnext\sto\seach\sother\b|\bcompar(?:e|ed|ison)\b|\b(?:in(?:to)?|as)\s(?:a|one)\s(?:table|list)\b"
    r"|\bsummar(?:i[sz]e|y)\b|\brecap\b",
)
_ALL = _words(
    r"(?<![가-힣])(?:전부|모두|다|여태|지금까지|위에\s?거|위의?\s?것)(?![가-힣])",
    r"\ball(?:\s(?:of\s)?(?:those|these|them|that|this))?\b|\b(?:those|these|them)\b",
)
LONGEST = 80
"""Characters of what is only said about an answer."""
_OF_ITS_WORDS: frozenset[Form] = frozenset({"detail", "whole", "list", "count", "table", "summary"})


def form_of(text: str, said: str = "") -> Form | None:
    """The form, if a message asks for nothing else; None for any other. `said`: the question before, whose words count
    as nothing beside a request for more of its answer, or for its parts (청소 방법까지 더 자세히)."""
    if len(text) > LONGEST:
        return None
    plain = " ".join(composed(text).split()).strip(" .!~…")
    form: Form | None = next((form for form, pattern in _FORMS if pattern.search(plain)), None)
    if form is None or _ASKS_OF_IT.search(plain):
        return None
    left = plain
    for _, pattern in _FORMS:
        left = pattern.sub(" ", left)
    again = content_words(said) if form in _OF_ITS_WORDS else ()
    return form if all(_PLAIN.fullmatch(word) or _said(word, again) for word in _TOKEN.findall(left)) else None


def answers_meant(text: str) -> int | None:
    """How many of the answers before a message asks to see beside each other (all three side by side, 둘 다 표로): 0
    where it does not count them (put all of those in a table). None for a message that names anything else, or one
    answer."""
    plain = " ".join(composed(text).split()).strip(" .!?~…")
    many = several_meant(plain)
    if len(text) > LONGEST or not (_BESIDE.search(plain) and (many or _ALL.search(plain))) or _ASKS_OF_IT.search(plain):
        return None
    if not many and form_of(text) == "summary":  # All of the last answer, in short.
        return None
    left = _ALL.sub(" ", _BESIDE.sub(" ", without_several(plain)))
    return (many or 0) if all(_PLAIN.fullmatch(word) for word in _TOKEN.findall(left)) else None


def asks_for_a_form(text: str, said: str = "") -> bool:
    """True where it names nothing but the form."""
    return form_of(text, said) is not None


def in_one_sentence(text: str) -> bool:
    """True where one sentence is asked for, of whatever the question names: 수성구 시세를 한 문장으로 알려줘."""
    return _ONE_SENTENCE.search(composed(text)) is not None


def _said(word: str, again: tuple[str, ...]) -> bool:
    """A Korean word with whatever particle; an English one in either number."""
    low = word.casefold()
    return any(
        low.rstrip("s") == one.casefold().rstrip("s") or (not low.isascii() and low.startswith(one)) for one in again
    )
