"""Words that set a value otherwise and name nothing: 20년으로 늘리면, 7억에 사는 걸로 하면요, if I make it 4 nights."""

from __future__ import annotations

import re

_KOREAN = (
    r"(?<![가-힣])(?:(?:것|거|걸|쪽|경우)(?:으?로)?|쪽)?\s?"
    r"(?:하|했|한|할|해|치|친|칠|쳐|쳤|잡|잡아|보|봐|바꾸|바꿔|바꾼|바뀌|늘리|늘려|늘린|늘어|줄이|줄여|줄인|줄어|올리|올려|올린|올라|오르|오른"
    r"|내리|내려|내린|내려가|내려갔|올라가|올라갔|깎|깎아|깎았|깎은|깎였|합의하|합의해|합의했|낮추|낮춰|낮춘|낮아지|높이|높여|높인|높아지|떨어지|떨어진|되|된|돼|됐|넣|넣어|가|간|이|였|이었|라)"
    r"(?:[으]?면|다면|라면|으면|는데|은데|고|어서|아서|서|다|네|어|습니다)(?:요|은|는|도)?(?![가-힣])"
)
_SUPPOSES = re.compile(
    rf"{_KOREAN}"
    r"|(?<![가-힣])[가-힣]{1,3}[는은을]\s?(?:거|것)(?:예요|에요|야|임|지|죠|입니다|니까)(?![가-힣])"
    r"|(?<![가-힣])[았었였][가-힣]{0,5}(?![가-힣])|(?<=[가-힣\d%])(?:일|[았었였]?을)\s?(?:때|경우)(?:는|엔|에는|에)?(?![가-힣])"
    r"|(?<![가-힣])(?:만약에?|만일|혹시|가령|예를\s?들어|이번엔?|이번에는|대신에?|차라리|그냥|걍|올해|이번\s?(?:해|달|주)|[내살받쓰갚]고\s?(?:있으면|있다면|있는데)|같이|함께|있으면|있다면|있을\s?때|글고|글면|그러면|만)(?![가-힣])"
    r"|(?<=[가-힣\d%])(?:였|이었|했|됐|되었|라고|라|이라|이라고)?(?:으면|면|다면|라면|하면|치면|쳐도)(?:요|은|는)?(?![가-힣])"
    r"|\b(?:if|suppose|supposing|say|let'?s\s+say|assum(?:e|ing)|imagine|instead|rather|otherwise|make|made|change[sd]?|turn(?:s|ed)?"
    r"|go(?:es)?|went|g[eo]t\s+(?:it|that|them)\s+(?:down|up)|settled?|agreed?|negotiated?|drop(?:s|ped)?|fall(?:s)?|fell|rise[sn]?|rose|climb(?:s|ed)?|raise[sd]?|lower(?:s|ed)?|cut|extend(?:s|ed)?"
    r"|up|down|stretch(?:ed)?|shorten(?:ed)?|took|take|do|did|something|somewhere|one|ones|thing|only|just|even|really|back|same|flat|each|every|(?:this|last|next)\s+(?:year|month|week|time))\b",
    re.IGNORECASE,
)
_ABOUT_SOMETHING_ELSE = re.compile(
    r"(?<![가-힣])(?:뭐|뭘|뭔|무엇|무슨|왜|어떻게|어떤|어디|언제|누가|누구|어느)|방법|절차|서류|조건|요건|이유|차이점"
    r"|\b(?:who|whom|whose|when|where|why|which|how\s+(?:do|can|should|to|does|soon|often|long\s+(?:do|does|can|will)))\b",
    re.IGNORECASE,
)


_AGAIN = re.compile(r"다시|\bagain\b|\bredo\b", re.IGNORECASE)


def asks_again(text: str) -> bool:
    """True if it asks for a result once more."""
    return bool(_AGAIN.search(text))


def besides_supposing(text: str) -> str:
    """What a message says besides words that set a value; every other word stays in its place."""
    return _SUPPOSES.sub(lambda found: " " * len(found[0]), text)


def asks_something_else(text: str) -> bool:
    """True if it asks for a person, a time, a place, a reason or a way: no figure of a calculation."""
    return bool(_ABOUT_SOMETHING_ELSE.search(text))


_CONDITION = re.compile(
    r"\b(?:if|when|once|after|suppose|supposing|assuming|given|since|because)\b[^,;?.!]*"
    r"|[^,;?.!]*?(?:[으]?면|는데|은데|인데|니까|[아어여]서|고\s?나서|뒤에?|후에?)(?=\s|[,;?.!]|$)"
    r"|\bi(?:['’]ve|\s+have|['’]d|\s+already)?\s+(?:already\s+)?\w+ed\b[^,;?.!]*?(?=\s+(?:so|and|how|what)\b|[,;?.!]|$)",
    re.IGNORECASE,
)


def without_condition(text: str, at: int) -> str:
    """The text without the conditional clause in which this place lies; unchanged where it lies in none."""
    for match in _CONDITION.finditer(text):
        if match.start() <= at < match.end():
            return f"{text[: match.start()]} {text[match.end() :]}"
    return text
