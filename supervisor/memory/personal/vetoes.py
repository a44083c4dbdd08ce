"""Reasons why a sentence is not a lasting statement of the person about themselves, whoever reads it: rules or a
model."""

from __future__ import annotations

import re

from foundation.language.script import HANGUL
from foundation.language.wanted.asking import wanted

_QUOTED = re.compile(r"[\"“‘《「『][^\"”’》」』]{2,}[\"”’》」』]|(?<![A-Za-z가-힣0-9])'[^']{3,}'(?![A-Za-z])")
_KOREAN_ASKS = re.compile(
    r"(?:[을를]까|을까|ㄹ까|[가-힣]까|나|니|냐|는가|은가|ㄴ가|인가|던가|는지|은지|을지|ㄹ지"
    r"|[가-힣]지|가|[가-힣]야|게)(?:요|여|용)?\s*[~.!ㅠㅜㅋㅎ]*$"
)
_ASKING_WORDS = re.compile(
    r"(?<![가-힣])(?:얼마|얼만|어떻게|어떤|어디(?!든)|언제(?![나든])|무엇(?!이?든)|무슨|뭐(?!든)|뭘|뭔|누구(?![나든])|왜|몇\s*(?:퍼센트"
    r"|명|일|개|년|평|%)|며칠|어느|어때|어떨|어떤가|알려|궁금)"
)
_ENDS_ASKING = re.compile(
    r"(?<![가-힣])(?:(?:얼마(?!\s?(?:전|안))|언제(?![나든])|어디(?!든)|며칠|뭐(?!든))"
    r"(?:이?에요|예요|이?야|이?죠|인가요?|일까요?|임)?"
    r"|뭘|무슨|어느|누가|몇\s?\S{1,6}(?<![전째다음임함])|"
    r"(?:얼마(?!\s?(?:전|안))|어떻게|어디(?!든)|뭐(?!든)|언제(?![나든])|며칠|누가|누구(?![나든]))[가-힣]{0,4}(?:\s+[가-힣]{1,5}){1,2}(?<![다음임함네]))"
    r"\s*[~.!ㅠㅜㅋㅎ]*$"
)
"""A word that asks at the end, or before a plain verb there: 얼마까지 나와."""
_ENGLISH_ASKS = re.compile(
    r"^\s*(?:(?:so|and|but|then|ok(?:ay)?|hi|hello|please|well)[\s,]+)*(?:what|how|where|when"
    r"|why|who|whom|whose|which|can|could|do|does|did"
    r"|is|are|am|was|were|should|shall|will|would|may|might|must|have\s+(?:I|we|you)|has)\b"
    r"|[,;]\s*(?:so\s+|and\s+|but\s+)?(?:(?:can|could|do|does|did|is|are|am|should|will|would|may|must)"
    r"\s+(?:I|we|you|it|that|this|they|there|the|my|our)|(?:what|how|when|why)(?:['’]?s|['’]?re)?)\b"
    r"|[,;]\s*which\s+\w+\s+(?:can|could|do|should|will|would|may)\s+(?:I|we)\b"
    r"|\bhow\s+(?:much|many|long|far|often|soon)\b"
    r"|\b(?:what|which)\s+(?:do|does|did|can|could|should|will|would)\s+(?:I|we|they|it|the|my)\b",
    re.IGNORECASE,
)
"""At its beginning, or in a clause of its own: I have been here 3 years, can I get a sabbatical, whats the rate."""
_SUPPOSED = re.compile(
    r"만약|만일|가령|혹시|가정(?:하|해|을\s*하)|(?:[다라]|이라"
    r"|[으하되가오보리이지니])면(?=[\s,은]|$)(?!\s*(?:좋|충분|안\s*돼))|[가-힣]다면|[가-힣]거든|할까|을까|일지도"
    r"|지도\s*모|고민|(?:할|볼|갈|살|올)지\s|생각\s*중|생각(?:도|만)?\s*하고|아마|것\s*같"
    r"|듯(?:해|하|싶)"
    r"|\bif\b(?!\s+possible)|\bsuppos|\bassum(?:e|ing)\b|\bimagine\b|\bhypothetic|\bwould\b"
    r"|\bmight\b|\bmaybe\b|\bperhaps\b|\bprobably\b|\bpossibly\b"
    r"|\bwhether\b|\bnot\s+sure\b|\bconsidering\b|\bthinking\s+(?:of|about)\b|\bin\s+case\b"
    r"|\bwhat\s+if\b|\blet'?s\s+say\b|\bsay\s+I\b|\bwere\s+to\b|\bcould\b",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"[가-힣](?<!두)(?<!세)(?<!네)대(?:요|용)?\s*[.!~]*$|[이라]래(?:요|용)?\s*[.!~]*$"
    r"|[다라냐자]고\s*(?:했|하|말|나와|들|합|그래|그랬|해(?!\s*줘))|다던데|다더|라던데|라더라"
    r"|\b(?:said|says|told|according\s+to|heard|reportedly|claims?)\b",
    re.IGNORECASE,
)
_PASSING = re.compile(
    r"배고|피곤|졸려|졸리|바빠|바쁘|아파요?$|급해|심심|지루|짜증|화나|기분|행복해|회의\s*(?:중"
    r"|끝|들어)|[가-힣]\s(?:안|밖|앞)(?:이야|이에요|입니다)|(?<![가-힣])(?:방금|곧|얼른|아까(?!.*잘못\s*말)|오늘|내일|이따|잠깐|잠시|금방|어젯밤)(?![가-힣])"
    r"|오늘은|나중에|하는\s*중|가는\s*중|먹는\s*중|보는\s*중|읽는\s*중"
    r"|\b(?:hungry|tired|busy|sleepy|bored|stuck|confused|thirsty)\b|\bin\s+a\s+(?:meeting"
    r"|hurry|rush|minute|moment)\b|\b(?:today|tonight|tomorrow|later|yesterday"
    r"|this\s+(?:morning|afternoon|evening))\b|\bI\s+just\b|\bI'?ve\s+just\b|\bon\s+(?:my"
    r"|the)\s+(?:way|phone)\b|\bat\s+the\s+moment\b|\bjust\s+went\b|\bon\s+(?:a|the)\s+(?:bus|train|subway|plane)\b",
    re.IGNORECASE,
)
_OF_THE_TALK = re.compile(
    r"알기로|알려\s*(?:드릴|줄)\s*수|반대야|찬성이야|동의해|\bI\s+don'?t\s+(?:care|mind)\b|"
    r"\bno\s+(?:idea|clue|doubt|problem|worries)\b|\bI\s+(?:can'?t|cannot"
    r"|couldn'?t)\s+(?:find|open|see|read|access|log|get|believe|wait|tell|hear|click)\b"
    r"|\bI\s+have\s+(?:a|an|another|one|some|to)\s+(?:\w+\s+)?(?:question|questions|problem"
    r"|doubt|feeling|meeting|call|appointment|headache|go|say|admit|ask)\b"
    r"|궁금|모르겠|모릅|몰라|알겠|이해(?:가|를|는)?\s*(?:안|못|했|됐)|생각(?:해|합|한|이|에)"
    r"|느껴|질문|물어|물은|여쭤|묻|말한\s*(?:건|것|거)|말씀드린|고마|감사|수고|미안|죄송"
    r"|이\s*(?:답|조항|설명)|그\s*(?:답|조항|설명|말)|(?:답|답변|대답|설명)(?:이|은"
    r"|는)?\s*(?:좀|너무|정말|참)?\s*(?:이상|틀|별로|좋|마음|맞|어려)|도움이|알고\s*싶"
    r"|보고\s*싶|듣고\s*싶|묻고\s*싶|확인하고\s*싶|부탁드"
    r"|\bI\s+(?:really\s+|do\s+|don'?t\s+|do\s+not\s+|didn'?t\s+|can'?t\s+|cannot\s+)*(?:think"
    r"|thought|guess|wonder|hope|mean|meant|see|understand|agree|disagree|doubt|believe|know"
    r"|ask|asked|forgot|get\s+it|follow|feel\s+like)\b"
    r"|\bI\s*(?:want|need|would\s+like|'d\s+like|have|wish|am\s+trying"
    r"|'m\s+trying)\s+(?:to\s+(?:know|see|ask|hear|check|understand|find\s+out|learn|compare"
    r"|clarify)|help|a\s+question|(?:some\s+)?information|an?\s+answer|you\s+to)\b"
    r"|\bI(?:'m|\s+am)\s+(?:asking|wondering|curious|sorry|afraid|glad|sure|done|back|here"
    r"|ready|fine|ok|trying|going\s+to|about\s+to|talking|referring|reading|happy\s+with)\b"
    r"|\bmy\s+(?:\w+\s+)?(?:question|point|guess|answer|concern|opinion|understanding"
    r"|apologies|mistake|bad)\b|\b(?:this|that|the|your)\s+(?:answer|reply|response"
    r"|explanation|summary)\b|\bthank|\bI\s+(?:was|were)\s+(?:wondering|asking)\b"
    r"|\bI\s+appreciate\b",
    re.IGNORECASE,
)
_ASKED_FOR = re.compile(
    r"\b(?:I|we)(?:'d|\s+would)?\s+(?:want|need|like)\s+(?:\w+\s+){0,3}?(?:summary|list|table|answers?|figures?|explanation"
    r"|examples?|overview|comparison|rates?|prices?|numbers?|links?|copy|draft|details|data|report|chart)\b",
    re.IGNORECASE,
)
_KOREAN_IN_THE_MIDST = re.compile(r"([가-힣]+)\s*중(?:이|임|입니다|$)")
_KOREAN_FOR_LONG = re.compile(
    r"거주|근무|재직|찾는|알아보는|구하는|운영|휴직|공부|재학|다니는|준비|임신|복용|치료|육아|거래"
    r"|사용|이용|납부|상환"
)
_GOING_ON = re.compile(
    r"\b(?:I|we)(?:'m|'re|\s+am|\s+are)\s+(?:just\b|(?:(?:currently|now|still|also|only|really|actually)\s+)?"
    r"(?!looking\s+(?:for|in|to|at)|working|living|renting|leasing|studying|saving|planning"
    r"|paying|raising|expecting|caring"
    r"|training|preparing|buying|selling|searching|hunting|running\s+(?:a|an|our|my|the)"
    r"|staying|sharing|learning|managing"
    r"|teaching|taking|using|following|avoiding|supporting|moving\s+to|building"
    r"|getting\s+(?:married|divorced))\w{2,}ing\b)"
    r"|\brunning\s+late\b",
    re.IGNORECASE,
)
"""I am eating: happening now and over soon; not for what people do for months."""
_INSTRUCTS = re.compile(
    r"지시|명령|프롬프트|규칙을|무시|탈옥|\b(?:ignore|reveal|instructions?|system\s+prompt"
    r"|prompts?|your\s+(?:rules|guidelines)"
    r"|obey|jailbreak|pirate|pretend|roleplay)\b",
    re.IGNORECASE,
)
_NOT_TO_BE_KEPT = re.compile(
    r"(?:기억|저장|기록|메모)(?:은|을|를)?\s*하?지\s*(?:마|말|않)|(?:기억|저장"
    r"|기록)\s*(?:안\s*해도|할\s*필요|하면\s*안)|잊어도|비밀이야|우리끼리"
    r"|\b(?:do\s*n[o']?t|don't|never|no\s+need\s+to|need\s+not"
    r"|please\s+don'?t)\s+(?:\w+\s+)?(?:remember|save|store|keep|record|note|memori[sz]e)\b"
    r"|\boff\s+the\s+record\b|\bwithout\s+(?:saving|remembering)\b",
    re.IGNORECASE,
)
_KOREAN_ORDER = re.compile(
    r"(?:[할일말줄릴킬]\s*것|줘|줘요|주세요|주십시오|주라|줄래|줄래요|주실래요|달라|하세요|하십시오|하시오|해라"
    r"|하라|[해봐]\s*봐|보세요|보여|알려|말해|답해|설명해|써|무시해|무시하고|공개해|출력해"
    r"|부탁해|부탁해요|부탁합니다|부탁드려요|부탁드립니다|마|마라|마세요)\s*[~.!ㅠㅜㅎㅋ]*$"
)
_ENGLISH_ORDER = re.compile(
    r"^\s*(?:please\s+|kindly\s+|now\s+|just\s+|then\s+|also\s+|and\s+)*(?:ignore|reveal|print"
    r"|show|tell|give|list|find|search|forget|delete|disregard|act|pretend|execute|run|send"
    r"|call|output|repeat|write|answer|reply|respond|explain|compare|calculate|translate|keep"
    r"|use|make|do|stop|start|go|help|let|be|follow|override|disable|enable|set|open|read"
    r"|draft|check|look|summari[sz]e)\b",
    re.IGNORECASE,
)


_PAST = re.compile(r"[았었였했왔갔됐봤샀]\S{0,3}\W*$|\b(?:was|were|did|had|\w+ed)\b")


def without_quotes(text: str) -> str:
    """The text without quotations of others."""
    return _QUOTED.sub(" ", text)


def asks(sentence: str) -> bool:
    """A question, with its mark or without."""
    text = sentence.strip()
    if text.endswith(("?", "？")) or _ENDS_ASKING.search(text):
        return True
    counts = wanted(text).kinds or wanted(text).counted
    if counts and not _PAST.search(text):  # 몇 명 필요해요, and not 몇 달 전 이사 왔어요
        return True
    if HANGUL.search(text):
        return _KOREAN_ASKS.search(text) is not None and _ASKING_WORDS.search(text) is not None or _plain_question(text)
    return _ENGLISH_ASKS.search(text) is not None


def _plain_question(text: str) -> bool:
    """Endings that only questions have."""
    return (
        re.search(
            r"(?:(?<=[하되있없같맞오가받는은인보드주했됐을])나요|까요|습니까|ㅂ니까|입니까|니까|을까"
            r"|ㄹ까|인가요|는가요|은가요|건가요|냐고|되나|하나|있나|없나|되니|있니)\s*[~.!]*$",
            text,
        )
        is not None
    )


def is_order(sentence: str) -> bool:
    """True if it orders somebody to do something."""
    if HANGUL.search(sentence):
        return _KOREAN_ORDER.search(sentence.strip()) is not None
    return _ENGLISH_ORDER.search(sentence) is not None


def is_supposed(sentence: str) -> bool:
    """True for what would be, or may be."""
    return _SUPPOSED.search(sentence) is not None


def is_reported(sentence: str) -> bool:
    """True for what somebody else said."""
    return _REPORTED.search(sentence) is not None


def passes(sentence: str) -> bool:
    """True for what is so today and not next month."""
    midst = _KOREAN_IN_THE_MIDST.search(sentence)
    if midst is not None and not _KOREAN_FOR_LONG.search(midst[1]):
        return True
    return _PASSING.search(sentence) is not None or _GOING_ON.search(sentence) is not None


def is_of_the_talk(sentence: str) -> bool:
    """True if it is about the question, the answer, or what the person wonders: of no use later."""
    return _OF_THE_TALK.search(sentence) is not None or _ASKED_FOR.search(sentence) is not None


def is_not_to_be_kept(message: str) -> bool:
    """True if the person asks for it not to be stored."""
    return _NOT_TO_BE_KEPT.search(message) is not None


def instructs(sentence: str) -> bool:
    """True if it addresses the service's own instructions."""
    return _INSTRUCTS.search(sentence) is not None
