"""What is said about the last answer and names nothing else: another form of it, its source, its date, a doubt."""

from __future__ import annotations

import re
from typing import Literal

from foundation.language.cues import composed, references, topic_words

Form = Literal[
    "simpler", "table", "article", "source", "sentence", "summary", "certain", "date", "again", "detail", "whole",
    "english", "korean", "count", "list", "opening",
]  # fmt: skip


def _words(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


_THAT = r"(?:that|this|it|those|these)"
_YOU = r"(?:you|u)"
_FORMS: tuple[tuple[Form, re.Pattern[str]], ...] = (
    (
        "opening",
        _words(
            r"(?:내가|나|제가)?\s*(?:맨\s*)?(?:처음|첫\s*번째로|제일\s*먼저)(?:에|으로)?\s*(?:뭐|뭘|무엇을?|무슨\s*질문)[을를]?\s*(?:물어|물었|질문|여쭤|했)\S*",
            r"(?:내|제)?\s*(?:첫|처음)\s*질문\S*\s*(?:뭐|무엇)\S*",
            r"\bwhat\s+(?:did\s+i\s+ask(?:\s+you)?\s+(?:at\s+)?first|was\s+(?:my|the)\s+first\s+question|my\s+first\s+question\s+was)\b",
            r"\bwhat\s+did\s+i\s+first\s+ask\b|\bmy\s+first\s+question\b",
        ),
    ),
    (
        "count",
        _words(
            r"(?:총|전부|모두|다\s*(?:해서|합쳐서?)|그게)?\s*몇\s*(?:개|가지|단계|종류|종|건)(?:야|예요|에요|인가요?|이야|이에요|임|냐|나\s*돼|나\s*되|지|죠)\S*",
            rf"\bhow\s+many\s+(?:\w+\s+)?(?:is|are|was|were)\s+(?:there|they|{_THAT})\b(?:\s+(?:altogether|in\s+(?:all|total)))?",
            r"\bhow\s+many\s+of\s+(?:them|those|these)\b(?:\s+are\s+there)?",
        ),
    ),
    (
        "list",
        _words(
            r"(?:목록|리스트)(?:으로|로)?\S*|\S*별로|항목별\S*|나눠서?\S*|\b(?:as\s+|in\s+)?(?:an?\s+)?(?:bullet(?:ed|s)?(?:\s+points?)?|list)\b",
        ),
    ),
    (
        "simpler",
        _words(
            r"(?:더\s*)?(?:쉽게|쉬운\s*말로?)|무슨\s*(?:말|소리|뜻)\S*|모르겠\S*|이해가?\s*(?:안|못)\s*\S*|어렵다|어려(?:워|운)\S*",
            r"\b(?:more\s+)?simp(?:ly|ler)\b|\b(?:in\s+)?(?:plain|simple)\s+(?:words?|english)\b|\blayman\S*",
            rf"\b(?:don['’]?t|do\s+not|can['’]?t)\s+(?:get|understand|follow)\b|\bwhat\s+(?:do|does)\s+(?:{_YOU}|{_THAT})\s+mean\b",
            r"\bconfus\w+|^\W*huh\b",
        ),
    ),
    ("table", _words(r"표(?:로|\s*형식|\s*형태)(?![가-힣])", r"\b(?:as|in(?:to)?)\s+a\s+table\b")),
    (
        "article",
        _words(
            r"(?:제?\s*몇\s*조|어느\s*(?:조항|법|조)|무슨\s*(?:법|조항))\S*|근거\s*조항",
            r"\bwhich\s+(?:article|law|section)\b",
        ),
    ),
    (
        "source",
        _words(
            r"출처|근거|어느\s*문서\S*|어디(?:에|서|에서)?\s*(?:나와|나온|나왔|나오|적혀|적힌|쓰여|써\s*있)\S*|몇\s*(?:쪽|페이지)\S*",
            r"왜\s*그렇게\s*(?:생각|말)\S*|(?:뭘|뭐|무엇을?)\s*보고\S*",
            r"\bsources?\b|\b(?:which|what)\s+(?:page|document|chapter)\b|\bsays\s+who\b|\bwho\s+says\b",
            rf"\bwhere\s+(?:does|did|do|is|was|are)\s+(?:{_THAT}|{_YOU})\b|\bwhere\s*(?:['’]?s)\s+{_THAT}\s+from\b",
            rf"\bhow\s+do\s+{_YOU}\s+know\b|\bwhy\s+do\s+{_YOU}\s+(?:think|say)\b|\bcitations?\b",
        ),
    ),
    (
        "sentence",
        _words(
            r"한\s*(?:문장|줄|마디)(?:으로|로)?|(?:숫자|금액|결론|값)만\S*",
            r"\b(?:in\s+)?(?:one|a\s+single)\s+(?:sentence|word|line)s?\b|\bjust\s+the\s+(?:number|figure|answer|amount)s?\b",
            r"\bbottom\s+line\b",
        ),
    ),
    (
        "summary",
        _words(
            r"(?:[세3]|세네?)\s*줄로?|(?:더\s*)?(?:짧게|간단히|간단하게)|요약(?:해|하|\s|$)\S*|정리(?:해|하)\S*",
            r"(?:핵심|요점|중요한\s*것?)만\S*|너무\s*길\S*|\btoo\s+long\b",
            r"\bshorter\b|\bsummar(?:i[sz]e|y)\b|\btl;?dr\b",
        ),
    ),
    (
        "date",
        _words(
            r"언제\s*(?:적|꺼|거|것|기준|자료|데이터|나온|시세)\S*|몇\s*월\s*(?:자료|기준|꺼|거|것)\S*|기준일\S*",
            r"(?:더\s*)?(?:최신|최근|새로운)\s*(?:자료|데이터|정보|것|거|꺼|게|값)\S*",
            r"\bhow\s+(?:recent|old|current|fresh|up[- ]to[- ]date)\b|\bas\s+of\s+when\b|\b(?:newer|more\s+recent)\b",
            r"\blast\s+updated\b",
            rf"\bwhen\s+(?:is|was|were|are)\s+{_THAT}\s+(?:from|for|updated|published|dated)\b|\bup\s+to\s+date\b",
        ),
    ),
    (
        "whole",
        _words(r"원문\S*|원본\S*|전문(?:을|\s|$)\S*", r"\b(?:full|original|exact|whole)\s+(?:text|wording|passage)\b"),
    ),
    (
        "detail",
        _words(
            r"(?:좀\s*)?(?:더\s*)?(?:자세히|자세하게|상세히|상세하게|구체적으로)|더\s*(?:알려|말해|설명)\S*",
            r"\b(?:in\s+)?(?:more\s+)?details?\b|\btell\s+me\s+more\b|\belaborate\b|\bgo\s+on\b|\bwhat\s+else\b|\bmore\s+info\w*",
        ),
    ),
    ("english", _words(r"(?:영어|영문)(?:으로|로|\s*버전|\s*번역)\S*", r"\bin\s+english\b")),
    ("korean", _words(r"(?:한국어|한글|우리말)(?:로|\s*버전|\s*번역)\S*", r"\bin\s+korean\b")),
    (
        "again",
        _words(
            r"다시\s*(?:한\s*번\s*)?(?:말|설명|얘기|알려|보여)\S*|뭐라[고구]\S*|(?:한\s*번|한번)\s*더\S*",
            rf"\b(?:say|explain|tell|show)\s+(?:me\s+)?(?:{_THAT}\s+)?(?:again|once\s+more)\b|\brepeat\b|\bpardon\b|\bcome\s+again\b",
            rf"\bonce\s+more\b|\bmissed\s+{_THAT}\b|못\s*(?:들|봤|알아들)\S*",
            r"^\W*(?:what|again|다시)\W*$",
        ),
    ),
    (
        "certain",
        _words(
            r"확실(?:해|한|하|함)\S*|ㄹㅇ|리얼|뻥\S*|거짓말\S*|구라\S*|농담\S*|믿(?:어도|을)\s*\S*|진짜\S*|정말\S*|실화\S*|맞(?:나|냐|는\s*거|는거|는지|죠|지)\S*|맞[아어](?:요)?\s*\?",
            r"아닌\s*(?:데|것|거)\S*|아닐\s*텐데\S*|틀(?:렸|린|리|림)\S*|잘못\s*(?:됐|된|되|알|아)\S*|말도\s*안\s*\S*",
            rf"\b(?:are|r)\s+{_YOU}\s+(?:sure|certain|positive)\b|\b{_YOU}\s+(?:sure|certain)\b|\bfor\s+(?:real|sure)\b|\breally\b",
            rf"\bis\s+{_THAT}\s+(?:right|correct|true|accurate)\b|\b{_THAT}\s+(?:right|correct|true)\s*\?",
            r"\bdouble[- ]check\b|\btrust\b",
            r"\b(?:wrong|incorrect|nonsense|seriously)\b|\bnot\s+(?:right|true|correct|what\s+i\s+heard)\b",
            rf"\bdon['’]?t\s+(?:think\s+so|believe\s+(?:{_THAT}|{_YOU}))\b",
        ),
    ),
)
"""In the order in which the first that a message says is meant. What is said in doubt or against an answer asks for
what it rests on."""
_FORM = _words(*(f"(?:{pattern.pattern})" for _, pattern in _FORMS))
_EMPTY = re.compile(
    r"법$|부분|볼$|에이$|부탁|기억|뽑아|적어|써줘|쭉|아니|아냐|시세|그거|그것|이거|이것|그게|이게|그럼|그래|근데|방금|아까|위|답변?|내용|설명|자료|전부|모두|다시|좀|조금|말|만들|바꿔|바꾸|보여|알려"
    r"|같[은아다]|혹시|제대로|그런|있[어나]|없[어나]|줘"
    r"|(?:what['’]?s|what|can|you|u|in|one|i|im|i['’]?m|me|any|no|so|ok|hm+|oh|do|does|says?|have|got|is|was|all|it|be|pls|plz|bit|right|there|anything|for|get|got|stick|turn|lay|out|them|just|but|and|more|sorry|could|would|see|the|lol)$"
    r"|make|remind|remember|answer|explain|put|give|show|words?|sentences?|that|this|please|again|from|think|about|little|data",
    re.IGNORECASE,
)
_ONE_SENTENCE = re.compile(
    r"한\s*(?:문장|줄)(?:으로|로)(?![가-힣])|\bin\s+(?:one|a\s+single)\s+sentence\b", re.IGNORECASE
)


LONGEST = 120
"""Characters of what is only said about an answer."""
_OF_ITS_WORDS: frozenset[Form] = frozenset({"detail", "whole", "list", "count", "table", "summary"})


def form_of(text: str, said: str = "") -> Form | None:
    """The form, if a message asks for nothing else; None for any other. `said`: the question before."""
    if not asks_for_a_form(text, said):
        return None
    plain = composed(text)
    return next((form for form, pattern in _FORMS if pattern.search(plain)), None)


def in_one_sentence(text: str) -> bool:
    """True where one sentence is asked for, of whatever the question names: 수성구 시세를 한 문장으로 알려줘."""
    return _ONE_SENTENCE.search(composed(text)) is not None


def asks_for_a_form(text: str, said: str = "") -> bool:
    """True where it names nothing but the form; for more of an answer, or the parts of it, the words of the question
    before, `said`, count as nothing (청소 방법까지 더 자세히)."""
    if len(text) > LONGEST:
        return False
    plain = composed(text)
    form = next((form for form, pattern in _FORMS if pattern.search(plain)), None)
    if form is None:
        return False
    again = topic_words(composed(said)) if form in _OF_ITS_WORDS else ()
    left = _FORM.sub(" ", plain)
    for word in references(left):
        left = left.replace(word.text, " ")
    return all(_EMPTY.match(word) or any(word[:2] == one[:2] for one in again) for word in topic_words(left))
