"""Greetings, thanks and closings: the parts of a message beside its question.

A message is small talk if nothing is left without them, or nothing that the pack knows (`supervisor/planning`). The
words here only decide what is removed, never what a message means.
"""

from __future__ import annotations

import re

from foundation.language.script import composed


def _words(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


GREETING = _words(
    r"^\s*(?:안녕(?!히)|반가워|반갑|하이|헬로|좋은\s*(?:아침|저녁))",
    r"^\s*(?:hi|hello|hey|good\s+(?:morning|afternoon|evening))\b",
)
SMALL_TALK = _words(
    GREETING.pattern,
    r"^\s*(?:안녕히|좋은\s*하루)",
    r"고마워|고맙|감사(?:합니다|해요|드려요)|수고(?:했|하셨|하세요)|잘\s*있어|안녕히",
    r"(?:너|넌|네|당신|챗봇|서비스)(?:는|은|가)?\s*(?:누구|이름|뭐\s*(?:하는|할)|무엇을\s*할|어떤\s*(?:일|걸))",
    r"(?:뭐|뭘|무엇을?|어떤\s*(?:것|걸|거|질문)[을를]?)\s*(?:할\s*줄|대답|답해\s*줄|알려\s*줄)",
    r"(?:뭘|무엇을|뭐를|어떤\s*(?:것|걸|도움|질문|일))[을를]?\s*(?:도와|해\s*줄|할\s*수|받을\s*수|물어|알려\s*줄\s*수)",
    r"\b(?:thanks|thank\s+you|bye|goodbye|see\s+you)\b",
    r"^\W*(?:(?:and|so|ok)\W+)*what\s(?:(?:kind\sof\s)?(?:topics?|questions?|things?)\s)?can\syou\s(?:answer|help|tell|do)\b|\bwho\s+are\s+you\b|\bwhat\s+(?:can|do)\s+you\s+(?:do|know)\b|\bhow\s+can\s+you\s+help\b|\bwhat\s+are\s+you\b|\byour\s+name\b",
    r"(?:너|네|당신)(?:한테|에게)[는은]?\s*(?:뭐|뭘)\s*물어\S*(?:\s*되는데)?",
    r"(?<![가-힣])뭐\s*(?:도와|물어볼\s*수|물어보면\s*돼)",
    r"\bwhat\s+can\s+(?:you\s+help(?:\s+me)?(?:\s+with)?|i\s+ask(?:\s+you)?(?:\s+about)?)\b",
)
"""Greetings, thanks and questions about the assistant that hold in any domain."""
_WHOLE_ABOUT = (
    r"^\W{0,3}(?:(?:hi|hello|hey|ok(?:ay)?|so|and)\W{1,3}){0,3}"
    r"(?:what(?:['’]?s|\sis)\sthis(?:\s(?:thing|app|site|page|for|about)){0,3}|what\s(?:can|could|do)\si\sask(?:\s(?:you|here))?"
    r"|how\sdoes\sthis\swork|who\s(?:are|r)\s(?:you|u))\W{0,5}$",
    r"^(?:안녕\S{0,5}\s)?(?:이게|이거|여기|여긴|여기는|이건)\s?(?:뭐|뭔|뭘|무엇|뭐\s?하는\s?(?:곳|데|거))(?:야|예요|에요|가요|인가요|지|임)?"
    r"\W{0,3}(?:처음\S{0,5}\s?\S{0,6})?\W{0,5}$",
)
"""A whole message that asks what this is: within a conversation it may mean the answer."""
LAUGHTER = r"[ㄱ-ㅎㅏ-ㅣ]+|lo+l|lmao|ha(?:ha)+"
_ACKNOWLEDGED = (
    rf"{LAUGHTER}"
    r"|(?:알겠|알았|이해했|이해됐|확인했|고맙|감사하)(?:음|슴|다|어|어요|습니다|네|네요|네용|당)"
    r"|그렇(?:구나|군|군요|네|네요|구만)|그랬(?:구나|군|군요)|오(?:케이|키|케)(?:이?요)?|넵+|넹"
    r"|수고(?:요|욤|염|하셈|하십쇼|하셔요)?|땡큐|굿|굳|감사(?:요|욤|함|합니당)|고마(?:워|워요|웡)"
    r"|ok(?:ay|ie)?|okey|got\s+it|gotcha|i\s+see|understood|noted|alright|all\s+right|makes\s+sense|fair\s+enough"
    r"|ta|that['’]?s\s+all(?:\s+i\s+(?:need(?:ed)?|want(?:ed)?))?|good\s+to\s+know|cool|nice|great|perfect|awesome|thx|ty|tysm|thanks|thank\s+you|cheers"
)
_BESIDE_IT = (
    r"아+하?|오+|와+우?|음+|네+|예|응+|잘|그냥|정말|진짜|너무"
    r"|oh+|ah+|aha|hm+|yes|yeah|yep|so|very|much|a\s+lot|that|then"
)
_LONGEST_CLOSING = 80
_CLOSING = re.compile(
    rf"(?:(?:{_BESIDE_IT})[\s,.!~^…]+)*(?:{_ACKNOWLEDGED})(?!\w)"
    rf"(?:[\s,.!~^…]+(?:{_ACKNOWLEDGED}|{_BESIDE_IT})(?!\w))*[\s,.!~^…]*",
    re.IGNORECASE,
)
"""A whole message that acknowledges and asks nothing: laughter and other single letters, 알겠음, got it."""
WHAT_IS_THIS = _words(*_WHOLE_ABOUT)
THANKS = _words(r"고마워|고맙|감사|땡큐|수고(?!\s?(?:비|료))", r"\b(?:thanks|thank\s+you|thx|cheers)\b")
FAREWELL = _words(r"잘\s*(?:있어|가|지내)(?![가-힣])|안녕히|이만\s*(?:갈|끝|줄)", r"\b(?:good)?bye\b|\bsee\s+you\b")
ABOUT_ASSISTANT = _words(
    r"누구|이름|할\s*[수줄]|도와|도움|하는\s*(?:거|일|서비스)|물어[볼보]",
    r"who are you|what are you|what (?:(?:kind of )?(?:topics?|questions?|things?) )?(?:can|do) you|what can i ask",
    r"how can you help|your name",
)
_AT_AN_EDGE = re.compile(
    rf"^(?:(?:{_BESIDE_IT}|{_ACKNOWLEDGED})(?!\w)[\s,.!~^…]*)*(?:{_ACKNOWLEDGED})(?!\w)|(?<!\w)(?:{_ACKNOWLEDGED})(?!\w)[\s.!~^…]*$",
    re.IGNORECASE,
)


_LAUGHS = re.compile(rf"(?<!\w)(?:{LAUGHTER})(?!\w)[\s.!~^…]*$", re.IGNORECASE)


def without_laughter(text: str) -> str:
    """What is asked with a laugh is asked (and the minibar lol); a laugh alone stays."""
    return _LAUGHS.sub("", text).strip() or text


def closes(text: str) -> bool:
    """ㅎㅎ 알겠음, ㅇㅋ, ok got it: the message acknowledges the answer and asks nothing."""
    said = composed(text).strip()
    return len(said) <= _LONGEST_CLOSING and _CLOSING.fullmatch(said) is not None


def without_courtesies(text: str) -> str | None:
    """The message without its greetings, thanks and closings; None if it has none. A courtesy in the middle (a nice
    flat) is none."""
    said = composed(text).strip()
    if len(said) > _LONGEST_CLOSING:
        return None
    left = _AT_AN_EDGE.sub(" ", SMALL_TALK.sub(" ", said))
    return None if left == said else left.strip(" ,.!~^…")
