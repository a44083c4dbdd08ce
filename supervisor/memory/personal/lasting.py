"""Whether a statement about oneself lasts: a state, a habit, a wish, or an event that changed one of these."""

from __future__ import annotations

import re

from foundation.language.script import HANGUL

_CHANGED = re.compile(
    r"넘[었어]|지났|이사|옮[겼기]|결혼|이혼|입사|퇴사|퇴직|은퇴|이직|승진|바[뀌꿨꾸]|샀|매수|매입|구입|분양"
    r"|팔았|계약(?:했|을\s*했)|태어났|졸업|취직|취업|입주|전역|늘[었어]|줄[었어]|올[랐라렸려]|내[렸려]|낮[췄춰]|높[였여]|줄였|늘렸|잘못\s*말|됐"
    r"|되었|시작했|그만|끊었|낳았|얻었|진단|당첨|개업|전학|입학|들었어(?=.*보험)|살았"
    r"|했어요?(?=.*직업)|맡[았게]|생겼"
    r"|\b(?:moved|changed|retired|got|married|bought|sold|started|quit|switched|graduated"
    r"|joined|left|became|born|diagnosed|signed|inherited|adopted|had\s+(?:a|our|my)|relocated"
    r"|promoted|transferred|turned|opened|stopped|gave\s+up|rented|leased|increased|raised"
    r"|rose|went\s+up|dropped|downsized|divorced|took\s+over|hired)\b",
    re.IGNORECASE,
)
_KOREAN_PAST = re.compile(
    r"(?<!좋)[았었였했갔왔됐났샀졌봤썼켰꼈랐렸겼쳤뤘줬냈섰탔컸펐폈갰셨렀겠](?:어|습니다|다|어요|거든|는데|음|지|네|던|고)"
)
_ENGLISH_PAST = re.compile(
    r"^\W*(?:\w+[\s,]+){0,3}?(?:I|we)\s+(?:already\s+|really\s+|only\s+)?(?:was|were|did|went"
    r"|had|saw|read|made|took|came|found|heard|used\s+to|\w{2,}ed)\b",
    re.IGNORECASE,
)
_HOLDS = re.compile(
    r"\b(?:interested|allergic|married|retired|divorced|self-employed|employed|based|need(?:ed)?\b|required|widowed)\b"
    r"|\b(?:need|own|live|have)\b",
    re.IGNORECASE,
)
_KOREAN_WILL = re.compile(
    r"(?<![가-힣]만 볼)(?<!바꿀)(?<!옮길)(?:[갈올할볼쓸줄먹을자탈둘될릴날살일들킬]|을)게(?:요|용)?\s*[~.!ㅎㅋ]*$"
)
_WILL = re.compile(r"\b(?:I|we)(?:'ll|\s+will|\s+shall|\s+may|\s+can\s+(?:see|try|wait))\b", re.IGNORECASE)
_KOREAN_DECLARES = re.compile(
    r"(?<=[가-힣])[다요어아야여해돼워려져지음임함됨네죠워와게줘봐랴리셔구래래요]\s*[~.!,ㅎㅋㅠㅜ^]*$|(?:데"
    r"|고|서|라|니까|지만)요?\s*,?$"
)


def lasts(sentence: str) -> bool:
    """False for what was done once, or is only promised."""
    changed = _CHANGED.search(sentence) is not None
    if HANGUL.search(sentence):
        if _KOREAN_WILL.search(sentence):
            return False
        past = _KOREAN_PAST.search(sentence[-14:]) is not None
        return (changed or not past) and _KOREAN_DECLARES.search(sentence.strip()) is not None
    if _WILL.search(sentence):
        return False
    return changed or _ENGLISH_PAST.search(sentence) is None
