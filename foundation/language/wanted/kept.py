"""Whether a question asks if a limit is kept (지켰나, can I, is that ok) or passed (넘었나, too high): what a yes would
say."""

from __future__ import annotations

import re
from typing import Literal

from foundation.language.cues import composed
from foundation.language.figures.reader import figures_of
from foundation.language.figures.units import LENGTHS

Asked = Literal["kept", "passed"]
_TIMES = LENGTHS | {"date", "clock"}


def _words(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


_PASSED = _words(
    # Without an object it says that something changes hands: 경매에 넘어간대요.
    r"넘(?:은|었|어(?![가간갈갔오온왔])|나|니|는|겼|긴|기)|[을를]\s?넘어[가간갈갔]|초과(?:했|하|한|인|야|된|됐)|벗어(?:났|난|나)|어긴|어겼|어기|위반|웃돌|밑돌|못\s?미[치쳤]|걸리[나는]|미달",
    r"(?:너무|지나치게)\s?(?:높|낮|많|적|크|작|비싸|길|짧)",
    r"\b(?:exceed(?:s|ed|ing)?|(?:go(?:ne)?|went|was|were|is|are|be)\s+(?:over|above|beyond|below|under)|over\s+(?:the|our|its)"
    r"|too\s+(?:high|low|much|many|long|short|big|large|small|late|early)|break(?:s|ing)?|broke|breach(?:ed)?|violat\w+"
    r"|out\s+of\s+(?:range|limits?|bounds))\b",
)
_KEPT = _words(
    r"지[켰켜키킨]|(?:안에|이내에?|범위에)\s?(?:들|있|맞)|이내[인였]|만족|충족|통과|달성|(?:기준|목표|한도|범위)[가-힣]{0,2}\s?(?:맞|(?:안|이?내)(?:이|인|에|으로|야|였|죠|지))|괜찮|정상|안전|문제\s?없",
    r"수\s?(?:는|도|가)?\s?있|(?:[해어아여도]도?|면)\s?(?:되|돼|됩|될|괜찮)|(?:되|돼)(?:나|냐|니|나요|는지|는\s?(?:거|건|게)|요|는데|ㅁ)|됩니까|될까|됨(?=\s*[?.~ㅋ]|\s*$)|(?:되|될)려나|(?:되|돼)요?(?=\s*[?~]|\s*$)|가능"
    r"|맞(?:나|는지|죠|지|아요|습니까)|해당|적용(?:되|돼|받)|대상(?:이|인)|들어가(?:나|요)|받(?:나|아지|을\s?수)|인정",
    r"\b(?:kept?|keep|within|met|meets?|inside|stay(?:ed)?|compl(?:y|ies|ied|iant)|can|could|may|allowed|permitted|ok(?:ay)?|fine"
    r"|eligible|qualif(?:y|ies)|count|enough|normal|good\s+to|in\s+time|acceptable|alright|all\s+right|possible|reliable|still\s+(?:ok|good|valid|apply|work)|do(?:es)?\s+(?:it|that|this|they)\s+(?:still\s+)?(?:work|apply)|legal)\b",
)
_WELL = _words(
    r"정상|괜찮|문제\s?없|이상\s?없|양호|안전",
    r"\b(?:ok(?:ay)?|fine|normal|safe|alright|all\s+right|acceptable|good\s+to|meets?|within|inside)\b",
)
_WHETHER_KO = re.compile(r"[가-힣](?:나|까|냐|니|죠|지|가|려나|는지)(?:요|여|용)?\s*[?~.!ㅋㅎㅠ]*\s*$")
_WHETHER_EN = re.compile(
    r"(?:^|[.!?;,]\s+|\b(?:so|and|then|but)\s+)(?:am|is|are|was|were|do|does|did|can|could|may|will|would|has|have)"
    r"\s+(?:i|we|you|he|she|it|they|that|this|these|those|there|my|our|the|her|his|their|someone|anyone|[£$₩]?\d[\d,.]*)\b[^!]*\?",
    re.IGNORECASE,
)
_DENIED = _words(
    r"(?:지|진|질)(?:는|도|를)?\s?(?:않|못|아니)|(?<![가-힣])(?:안|못)\s?(?=넘|벗어|초과|어[기겼]|걸리|지[켰키]|되|돼|됨|들)|없(?:었|나|는|지|어|음)",
    r"\b(?:not|never|no)\b|n['’]t\b",
)
_NOT_ABLE = _words(
    r"(?<![가-힣])못\s?[가-힣]|지\s?(?:는|도|를)?\s?못|수\s?(?:는|가|도)?\s?없|(?:면|도|서|선)\s?안\s?(?:되|돼|됩|된)",
    r"\b(?:can(?:no|['’]?)t|can\s+not|couldn['’]?t|may\s+not|mustn['’]?t|not\s+(?:allowed|permitted|able|possible))\b",
)
_RIGHT = _words(
    r"맞(?:죠|지|나|아|습니까)|[가-힣](?:죠|지)요?\s*[?~.]*\s*$|[거건]죠",
    r"\b(?:right|correct|yeah|true)\s*[?]*\s*$",
)
"""Whoever asks so holds it for true: 맞죠, right?"""
_OTHER = _words(
    r"얼마|언제|몇|며칠|어떻게|왜|누가|누구|어디|어느|무엇|무슨|뭐|뭔|어떤|까지야|알려|계산|차이",
    r"(?:야|아야|어야|여야|해야)\s*(?:되|돼|됨|하|합|할|해|만)",
    r"(?:^|[,;.?]\s*|\b(?:so|and|then|but)\s+)(?:when|how|what|who|where|why|which)\b"
    r"|\bhow\s+(?:many|much|long|often|far)\b|\b(?:must|have\s+to|need\s+to|required|should)\b|\bor\b.*\?",
)
_NORM = re.compile(r"목표|기준|범위|한도|\b(?:targets?|limits?|standards?|range|goals?)\b", re.IGNORECASE)
_WAS = re.compile(
    r"[았었였켰렸났겼했쳤됐]|[난은]\s?(?:날|적|경우)|\b(?:was|were|did|has|have|had|kept|stayed|exceeded|met)\b",
    re.IGNORECASE,
)
"""It speaks of what was."""


def names_a_norm(question: str) -> bool:
    """True if a question names a target, a limit or a range."""
    return _NORM.search(composed(question)) is not None


def asks_of_norm(question: str) -> bool:
    """True if a question asks whether what was measured kept a norm that it names."""
    plain = composed(question)
    return names_a_norm(plain) and _WAS.search(plain) is not None and asks_kept(plain) is not None


def asks_of_a_value(question: str) -> bool:
    """True if a question asks whether a value that it states would keep a limit (120 NTU면 괜찮아?), not whether one
    that was kept it."""
    plain = composed(question)
    if asks_kept(plain) is None or _WAS.search(plain) is not None:
        return False
    return any(one.kind not in _TIMES for one in figures_of(plain))


def asks_kept(question: str) -> Asked | None:
    """What a yes would say of the value: that it keeps the limit, or that it passes it. None if the question asks
    neither, both, something else besides, or whether something has to be done."""
    plain = composed(question)
    if _OTHER.search(plain):
        return None
    passed, rest = _PASSED.search(plain), _PASSED.sub(" ", plain)
    kept = _KEPT.search(rest)
    if passed is None and _NOT_ABLE.search(plain):  # 5프로 넘게는 못 올리는 거 맞죠: a yes says that it passes.
        return "passed" if _RIGHT.search(plain) else None
    if passed is None and kept is None:
        return None
    if passed is not None:
        denied = _denied_near(plain, passed)
        return "kept" if denied else "passed"
    return None if kept is not None and _denied_near(rest, kept) else "kept"


def _denied_near(text: str, said: re.Match[str]) -> bool:
    """True if the word is denied: directly before it or directly behind. 벗어난 날이 없었나 asks for none as much as it
    asks for some: whoever asks so hopes for none."""
    near = text[max(0, said.start() - 8) : said.end() + 10]
    return _DENIED.search(near) is not None


def asks_if_well(question: str) -> bool:
    """True if a question asks whether something is as it should be: 정상인가, is that ok, does it meet the target."""
    return _WELL.search(composed(question)) is not None


def asks_whether_it_is(question: str) -> bool:
    """True if a question asks for yes or no by its form, and for nothing else besides."""
    plain = composed(question).strip()
    return _OTHER.search(plain) is None and (_WHETHER_KO.search(plain) or _WHETHER_EN.search(plain)) is not None


def without_asking(question: str) -> str:
    """A question without the words that ask for yes or no."""
    return _KEPT.sub(" ", _PASSED.sub(" ", question))
