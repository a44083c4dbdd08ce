"""Whom a sentence is about: the person, their household or company, or somebody else."""

from __future__ import annotations

import re
from typing import Literal

from foundation.language.script import HANGUL

Whom = Literal["self", "other", "nobody"]
"""nobody: the sentence names no subject."""

_KOREAN_PEOPLE = (
    r"(?:너|당신|형|딸|분|걔|쟤|얘|그|그녀|그들|그분|[가-힣]{1,3}씨|[가-힣]{2,3}이네"
    r"|[가-힣]{0,3}(?:친구|지인|남편|아내|와이프|신랑|배우자|남친|여친|애인|약혼자|엄마|어머니"
    r"|어머님|아빠|아버지|아버님"
    r"|부모님?|할머니|할아버지|동생|누나|언니|오빠|형님|자매|남매|아들|자녀|아이|애기|애들"
    r"|첫째|둘째|막내|손자|손녀|조카"
    r"|삼촌|이모|고모|사촌|장인|장모|처남|처제|며느리|사위|친척|사장님?|대표님?|팀장님?"
    r"|부장님?|과장님?|차장님?|[가-힣]?대리님?|주임님?|팀원|상사|선배"
    r"|후배|동료|직원|신입|사수|부하|담당자|거래처|고객|손님|비서|집주인|임대인|세입자|임차인"
    r"|이웃|옆집|윗집|아랫집|앞집"
    r"|룸메이트|룸메|중개사|부동산|선생님|교수님?|의사|변호사|기사님?|사람))"
)
"""Also as the end of a longer word: 여동생, 직장동료."""
_KOREAN_OTHER = re.compile(
    r"(?<![가-힣0-9])(?:(?:내|제|우리|저희|나의|저의|울|그|저|이)\s*)?(?:[가-힣]{1,6}(?<![은는이가을를에서고도])\s+)?"
    rf"(?:{_KOREAN_PEOPLE})(?:님)?(?:들)?(?:의)?(?:\s+[가-힣]{{1,6}})?"
    r"(?:은|는|이|가|께서는?|께선|도|네는?|네가|의|한테는|하고는|랑|이랑|$)(?![가-힣])"
)
_KOREAN_HAS_PEOPLE = re.compile(
    r"^(?:저는?\s|나는?\s)?(?:[가-힣\d]{1,8}\s)?(?:아이|딸|아들|자녀|애|자식|동생|형제|자매|조카|손자|손녀)(?:들)?(?:이|가|만)?\s*"
    r"(?:[가-힣]+\s*)?(?:한|두|세|네|다섯|하나|둘|셋|넷|\d+)\s*(?:명|분)?(?:이나|만)?\s*(?:있|이야|이에요|입니다|예요)"
)
"""아이가 둘 있어요: what the person has."""
_KOREAN_GOES_ON = re.compile(r"[가-힣](?:서|고|데|니까|지만|라|며)요?[\s,]")
"""Between two clauses with a subject each."""
_KOREAN_SELF = re.compile(
    r"(?<![가-힣])(?:나는|난|저는|전(?=\s)|내가|제가|나도|저도|전\s|난\s|저희는|저희가|저희도"
    r"|저흰|우리는|우리가|우리도|우린|본인은|나한테|저한테|저에게|나에게|제게|내게|나(?=\s)"
    r"|저(?=\s)|나이고|저요|나야|나랑|저랑)"
)
_KOREAN_OWN = re.compile(
    rf"(?<![가-힣])(?:내|제|나의|저의|우리(?!나라|은행|카드|말|금융|사회)|저희"
    rf"|울)\s*(?!(?:{_KOREAN_PEOPLE})(?![가-힣]{{2}}))[가-힣A-Za-z]"
)
_KOREAN_ATTRIBUTE = re.compile(
    r"(?<![가-힣])(?:예산|연봉|소득|월급|급여|수입|직업|직장|직급|직책|직위|나이|차|차량|저축"
    r"|근무지|모아\s*둔\s*돈|취미|전공|알레르기|식구"
    r"|가족|출퇴근|통근|담당|고향|생일|혈액형|관심사"
    r"|(?:관심|선호|희망|원하는|찾는|사는|일하는|다니는|현재|지금|저희|가족|남은|필요한)\s+(?:있는\s+)?[가-힣]{1,4}?)"
    r"(?:은|는|이|가|도|을|를|으로|로)?(?=\s|$)"
)
"""Nouns that are the person's own without a possessive."""
_KOREAN_MAYBE_OWN = re.compile(
    r"(?:[가-힣\d]*층|집|자택|전세|월세|계약|기간|보증금|대출|지역|동네|아파트|평수|회사|학교"
    r"|업무|출장|휴가|연차|학군|주말|사무실|주차|방|자금)(?:은|는|이|가)"
)
"""Nouns that are the person's own if the sentence is a typical statement about oneself."""
_KOREAN_SUBJECT = re.compile(r"(?<![가-힣A-Za-z0-9])([가-힣A-Za-z0-9·-]{1,14}?)(?:은|는|이|가|께서)(?=\s)")
_KOREAN_STEM = re.compile(r"(?:하|되|다니|키우|기르|지내|바라|모르|보이|쓰|타|사|가|오|보|나오|드|걸리)$")
_KOREAN_ADVERB = re.compile(
    r"^(?:이제|때|지금|앞으|요즘|현재|올해|작년|내년|평소에|주말에|아직|사실|원래|보통|많|같|높|낮|없|있|좋|싫)$"
)
_KOREAN_OF_ONESELF = re.compile(
    r"살아|살고|삽니다|거주|다녀|다니|다닙|일해|일하|일합|근무|재직|이사(?:했|왔|갔|하)|키워"
    r"|키우|키웁|기르|선호|피하|피해|꺼리|꺼려|(?:사|살|받|구하|이사하)고\s*싶|좋겠|좋아(?:해"
    r"|하|합)|싫|찾고\s*있|찾아요|찾는\s*중|찾고|구하고|구해요"
    r"|구하는\s*중|원해|원합"
    r"|은퇴|결혼|이직|입사|퇴사|퇴직|취직|취업|승진|무주택|유주택|신혼|자취|관심\s*(?:있"
    r"|이\s*있|많)|알레르기|채식|임신|휠체어|전세\s*살|월세\s*살|가지고\s*있|갖고\s*있"
    r"|식구(?:야|예요|입니다|이|에요)|출퇴근|통근|운영(?:해|하|합)|알아보(?:는\s*중|고)|만\s*보고\s*있|[가-힣]보다는?\s.{1,16}(?:좋|낫|나아|편해|편하)|못\s*(?:먹|타|걸)"
)

_ENGLISH_PEOPLE = (
    r"(?:boy|girl)?friends?|husband|wife|spouse|partner|fianc[eé]e?|mother|mom|mum|father|dad"
    r"|parents?|grand(?:mother|father|ma|pa|parents?|son|daughter)|brothers?|sisters?"
    r"|siblings?"
    r"|sons?|daughters?|kids?|child(?:ren)?|baby|uncle|aunt|cousins?|nephew|niece|(?:mother"
    r"|father|brother|sister|son|daughter)s?-in-law|in-laws|relatives?"
    r"|boss|manager|supervisor|colleagues?|co-?workers?|team\s*mates?|employees?|staff"
    r"|assistant|secretary|ceo|director|intern|clients?|customers?|predecessor|successor"
    r"|landlord|landlady|tenants?|lessor|lessee|neighbou?rs?|room\s?mates?|flat\s?mates?|agent"
    r"|broker|realtor|lawyer|doctor|teacher|professor|accountant|ex|people|guy|buddy"
)
_ENGLISH_LEAD = (
    r"^\s*(?:(?:so|and|but|well|ok(?:ay)?|hi|hello|hey|yes|no|actually|also|besides|anyway"
    r"|correction|note|fyi|btw|update|sorry|please|remember|just|now|currently|personally"
    r"|honestly|generally|usually|mostly"
    r"|at\s+present|these\s+days|right\s+now|by\s+the\s+way|for\s+(?:your\s+information"
    r"|the\s+record|context|reference)|in\s+fact|to\s+be\s+clear|as\s+of\s+(?:now|this\s+\w+)"
    r"|as\s+an?\s+(?:[\w-]+\s+){0,4}?[\w-]+(?=[\s,]+(?:I|we)\b)"
    r"|since\s+\w+|last\s+\w+|this\s+year|because|since|because\s+of\s+\w+"
    r"|keep\s+in\s+mind\s+that|remember\s+that|note\s+that|that)[\s,:.-]+)*"
)
_ENGLISH_SELF = re.compile(_ENGLISH_LEAD + r"(?:I\b|we\b)", re.IGNORECASE)
_ENGLISH_OWN = re.compile(
    _ENGLISH_LEAD + rf"(?:my|our)\s+(?:own\s+)?(?!(?:\w+\s+){{0,2}}?(?:{_ENGLISH_PEOPLE})\b)[a-z]", re.IGNORECASE
)
_ENGLISH_OTHER = re.compile(
    _ENGLISH_LEAD + rf"(?:(?:my|our|the|a|an|his|her|their|your|one\s+of\s+my"
    rf"|some\s+of\s+my)\s+)?(?:[\w-]+\s+){{0,2}}?(?:{_ENGLISH_PEOPLE})(?:'s)?\b"
    r"|" + _ENGLISH_LEAD + r"(?:he|she|they|you|someone|somebody|everyone)\b",
    re.IGNORECASE,
)
_ENGLISH_AND_I = re.compile(rf"^\s*(?:my|our)\s+(?:\w+\s+)?(?:{_ENGLISH_PEOPLE})\s+and\s+I\b", re.IGNORECASE)
_ENGLISH_BARE = re.compile(
    _ENGLISH_LEAD + r"(?:looking\s+for|interested\s+in|living\s+in|working\s+(?:at|in|as|for)|renting"
    r"|allergic\s+to|budget|income|salary|area\s+of\s+interest|preferred?)\b",
    re.IGNORECASE,
)


_KOREAN_ORDER: tuple[tuple[re.Pattern[str], Whom], ...] = (
    (_KOREAN_SELF, "self"),
    (_KOREAN_OWN, "self"),
    (_KOREAN_OTHER, "other"),
)


def of_whom(sentence: str) -> Whom:
    """Whom the sentence is about, by its first subject."""
    return _in_korean(sentence) if HANGUL.search(sentence) else _in_english(sentence)


def speaks_of_oneself(text: str) -> bool:
    """True if it has a first person, or no subject at all where Korean needs none: worth a closer look."""
    if HANGUL.search(text):
        return any(each.search(text) for each in (_KOREAN_SELF, _KOREAN_OWN, _KOREAN_ATTRIBUTE, _KOREAN_OF_ONESELF))
    return re.search(r"\b(?:I|I'm|I've|me|my|mine|we|our|us)\b", text, re.IGNORECASE) is not None or bool(
        _ENGLISH_BARE.search(text)
    )


def _in_korean(sentence: str) -> Whom:
    if _KOREAN_HAS_PEOPLE.search(sentence):
        return "self"
    firsts: list[tuple[int, Whom]] = []
    for pattern, whom in _KOREAN_ORDER:
        match = pattern.search(sentence)
        if match is not None:
            firsts.append((match.start(), whom))
    if firsts:
        # 내 친구는: both patterns match at 내; the named person is meant.
        first = min(firsts, key=lambda one: (one[0], one[1] == "self"))
        own = [at for at, whom in firsts if whom == "self" and _KOREAN_GOES_ON.search(sentence, first[0], at)]
        return "self" if own else first[1]
    subjects = [m.group() for m in _KOREAN_SUBJECT.finditer(sentence) if _names_a_subject(m)]
    of_oneself = _KOREAN_OF_ONESELF.search(sentence)
    if not subjects:
        return "self" if of_oneself or _KOREAN_ATTRIBUTE.search(sentence) else "nobody"
    if any(_KOREAN_ATTRIBUTE.fullmatch(subject) for subject in subjects) or _KOREAN_ATTRIBUTE.match(sentence):
        return "self"
    return "self" if of_oneself and all(_KOREAN_MAYBE_OWN.fullmatch(subject) for subject in subjects) else "other"


def _names_a_subject(found: re.Match[str]) -> bool:
    """선호하는 편, 있는 집: a verb before a noun only looks like a topic."""
    word, particle = found.group(1), found.group()[len(found.group(1)) :]
    if _KOREAN_ADVERB.match(word):
        return False
    closed = "가" <= word[-1] <= "힣" and (ord(word[-1]) - ord("가")) % 28 > 0
    return not (particle == "는" and (closed or _KOREAN_STEM.search(word)))


def _in_english(sentence: str) -> Whom:
    if _ENGLISH_AND_I.search(sentence):
        return "self"
    if _ENGLISH_OTHER.search(sentence):
        return "other"
    if _ENGLISH_SELF.search(sentence) or _ENGLISH_OWN.search(sentence) or _ENGLISH_BARE.search(sentence):
        return "self"
    return "nobody"
