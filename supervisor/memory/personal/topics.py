"""The topic of a statement, if only one statement on it can be true at a time, and its kind of memory.

A newer statement of the same topic replaces the older one; without a topic both stay.
"""

from __future__ import annotations

import re

from foundation.contracts.memories import MemoryKind


def _table(*rows: tuple[str, str]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, re.compile(words, re.IGNORECASE)) for name, words in rows)


STYLES = _table(
    ("language", r"영어|한국어|한글|일본어|중국어|영문|국문|\b(?:English|Korean|Japanese|Chinese)\b"),
    ("tone", r"존댓말|반말|말투|높임|격식|친근|정중|\b(?:tone|formal|informal|polite|casual|friendly)"),
    ("emoji", r"이모지|이모티콘|\bemojis?\b|\bemoticons?\b"),
    ("unit", r"단위|만\s?원으로|평으로|㎡|제곱미터|\bunits?\b|\bmetric\b|\bin\s+(?:won|dollars|euros|pyeong|square)"),
    ("source", r"조문|조항|출처|근거|인용|\bcit(?:e|ation)|\bsources?\b|\breferences?\b|\barticle\s+number"),
    (
        "format",
        r"표|문장|목록|글머리|불릿|번호를?\s*매|줄글|문단|\b(?:tables?|bullets?|lists?|sentences|prose|paragraphs?)\b",
    ),
    (
        "length",
        r"짧|간단|간략|요약|길게|자세|상세|한\s*줄|\b(?:short|brief|concise|long|detail|length|succinct|one\s+line)",
    ),
)
"""How answers are wanted; one choice each."""
_TOPICS = _table(
    ("budget", r"예산|\bbudget\b|\bcan\s+(?:spend|afford)\b|쓸\s*수\s*있는\s*돈"),
    (
        "interest",
        r"관심\s*(?:지역|동네|있는|이\s*있|은|이|이야|단지)|\binterested\s+in\b|\blooking\s+(?:in"
        r"|at|around)\b|\barea\s+of\s+interest",
    ),
    ("income", r"연봉|소득|월급|급여|수입|\bsalary\b|\bincome\b|\bearn\b|\bmake\s+[\d$₩]"),
    ("savings", r"저축|모아\s*둔|모은\s*돈|자금이|\bsavings\b|\bsaved\b"),
    (
        "household",
        r"식구|인\s*가구|가족(?:은|이)?\s*(?:모두\s*)?\S+\s*(?:명|이)|\bfamily\s+of\b|\bhousehold\s+of\b|\bof\s+us\b",
    ),
    ("lease end", r"계약.{0,12}(?:끝|만료|종료)|만기|\b(?:lease|contract|tenancy)\s+(?:ends?|expires?|runs)"),
    ("deposit", r"보증금|\bdeposit\s+of\b|\bmy\s+deposit\b"),
    (
        "rank",
        r"^(?:저는?|나는?|전|난)\s(?!.*(?:주택자|주의자|세입자|당사자))[^,]*[가-힣](?:원|사|자|장|관|수)"
        r"(?:이에요|예요|입니다|이야|야)[.!~\s]*$"
        r"|직급|직책|직위|승진|\bpromoted\b|\bmy\s+(?:title|rank|grade|position|role)\b",
    ),
    ("age", r"(?<![가-힣])(?:나이|\d+\s*살|\d+\s*세(?![가-힣]))|\byears\s+old\b|\bI'?\s?a?m\s+\d{2}\b"),
    (
        "work",
        r"일해|일하|일합|근무|재직|출퇴근|통근|직장|다니는\s*회사|회사에?\s*(?:다녀|다니|다닙)|이직|출근|취직"
        r"|취업|입사|퇴직|은퇴|\bwork(?:s|ing)?\s+(?:at|in|for|as|night|day|the|from)\b"
        r"|\b(?:switched|transferred|moved|changed)\s+(?:to\s+)?(?:\S+\s+){0,3}?(?:teams?|departments?|jobs?|compan(?:y|ies))\b"
        r"|\bemployed\b|\bjobs?\b|\bretired\b|\bmy\s+office\b",
    ),
    (
        "home",
        r"살아|살고|(?<![가-힣])사는|삽니다|살지|산다|거주|이사|(?:집|자택)은?.{0,16}(?:있|이야|이에요"
        r"|예요|입니다)|자취|전입|\bliv(?:e|es|ing)\s+(?:in|at|near|on|with)\b|\breside\b"
        r"|\bmoved\b|\bbased\s+in\b|\bmy\s+(?:home|house|flat|apartment)\s+is\b|\brelocated\b",
    ),
    (
        "deal",
        r"(?:전세|월세|매매|반전세|자가).{0,14}(?:선호|찾|원해|구하|구해|좋|보고|알아)|\b(?:prefer"
        r"|looking\s+for|want)\b.{0,24}\b(?:jeonse|rent|buy|buying|lease|sale)",
    ),
)
_PREFERENCE = re.compile(
    r"관심|선호|좋아|싫|원해|원합|찾고|찾는|찾아요|찾아$|구하(?:고|는)|구해요|예산|바라|바랍"
    r"|볼게|피하|피해|꺼려|더\s*좋|편이|싶"
    r"|\binterested\b|\bprefer|\blike\b|\bdislike|\bhate\b|\blove\b|\bwant\b|\blooking\b"
    r"|\bbudget\b|\bavoid\b|\brather\b|\bfavou?r",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"[가-힣](?:도|까지도)\s+(?:키|있|살|좋|관심|선호|일|다|보|찾|싫|같)|(?<![가-힣])(?:또"
    r"|추가로|그리고도|외에도|말고도)(?![가-힣])"
    r"|\b(?:also|too|as\s+well|another|in\s+addition|besides)\b",
    re.IGNORECASE,
)
"""Added to earlier statements, not replacing them."""


_CHANGES = re.compile(
    r"이제|바[뀌꾸꿨뀐]|부터\s|승진|옮[겼기겨]|올[렸랐]|내[렸려]|줄[었였]|늘[었렸]|팔았|더\s?이상|그만|없어졌|정정|잘못\s*말|대신|말고"
    r"|\b(?:now|no\s+longer|any\s?more|anymore|switched|changed|moved|sold|instead|actually|stopped|quit|gave\s+up|raised|lowered)\b",
    re.IGNORECASE,
)


def is_change(text: str) -> bool:
    """True if it says that something has changed."""
    return _CHANGES.search(text) is not None


def topic_of(text: str, kind: MemoryKind) -> str:
    """The topic; "" if several statements can be true together."""
    table = STYLES if kind == "style" else _TOPICS
    found = next((name for name, words in table if words.search(text)), "")
    return f"style: {found}" if kind == "style" and found else found


def kind_of(text: str) -> MemoryKind:
    """The kind of a statement that is no style of answering."""
    return "preference" if _PREFERENCE.search(text) else "fact"


def is_beside(text: str) -> bool:
    """나는 고양이도 키워, I also have a cat."""
    return _BESIDE.search(text) is not None
