"""How the person wants every answer from now on: 앞으로 표로 답해줘, please always answer briefly."""

from __future__ import annotations

import re

from foundation.language.script import HANGUL

_KOREAN_ALWAYS = re.compile(
    r"(?:라고|이라)\s*불러|앞으로|이제부터|지금부터|오늘부터|다음부터|이제(?:는|\s)|항상|언제나|매번"
    r"|(?<![가-힣])늘(?![었어린])|계속|모든\s*(?:답|대답|질문)|(?:할|쓸|말할|답할|설명할"
    r"|대답할|나올)\s*때(?:는|마다|엔|에는)|기본적으로|절대"
)
_KOREAN_ONCE = re.compile(r"이번(?:에|엔|만|\s*답|\s*한)|한\s*번만|지금만|오늘만|이\s*답만|이것만")
_KOREAN_FORM = re.compile(
    r"불러|용어|표현|표(?:로|를|형|\s)|문장|짧|길게|간단|간략|자세|상세|요약|목록|글머리|불릿|존댓말|반말"
    r"|말투|높임|영어|한국어|한글|일본어|중국어|단위|만\s?원|제곱|미터|㎡|평으로|평수|조문"
    r"|조항|출처|근거|인용|이모지|이모티콘|숫자|순서|결론|예시|예를|쉬운|쉽게|형식|정리|굵게"
    r"|링크|날짜|소수점|반올림|줄로|줄\s*이내|개\s*이내|자\s*이내"
    r"|(?:로|으로|게|하게|히)\s*(?:답|대답|설명|말|써|적|알려|보여|정리)"
)
_KOREAN_REQUEST = re.compile(
    r"(?:불러|줘|줘요|주세요|주십시오|주라|줄래|달라|하세요|하십시오|해라|하라"
    r"|[답말설명정리써적보여]해|답해|말해|써|마|마라|마세요|말아|말아요|[해써줘]도\s*돼"
    r"|좋겠(?:어|어요|습니다|다)|됐으면|줬으면|바라|바랍니다|부탁(?:해|드려|드립니다)?(?:요)?"
    r"|부탁할게(?:요)?|싶어(?:요)?|원해(?:요)?|선호(?:해|합니다)(?:요)?|좋아(?:요|해|해요)?"
    r"|편(?:해|해요|이야|이에요))(?:,?\s*(?:앞으로도?|항상|늘|계속|언제나))?\s*[~.!ㅠㅜㅎㅋ]*$"
)
_ENGLISH_ALWAYS = re.compile(
    r"\bcall\s+me\b|\balways\b|\bnever\b|\bfrom\s+(?:now|here|today)\s+on(?:wards?)?\b"
    r"|\bin\s+(?:the\s+)?future\b|\bgoing\s+forward\b|\bevery\s+(?:time|answer|reply)\b"
    r"|\beach\s+time\b|\bwhenever\b|\bwhen(?:ever)?\s+you\b|\b(?:don't|do\s+not)\s+ever\b"
    r"|\bby\s+default\b|\b(?:all|any)\s+(?:of\s+)?(?:your\s+|my\s+|the\s+)?(?:answers|replies"
    r"|responses|figures|amounts|questions)\b|\bhenceforth\b|\bhereafter\b|\bfor\s+all\s+\w+\b"
    r"|\bas\s+a\s+rule\b|\bkeep\s+(?:your\s+)?(?:answers|replies|responses)\b"
    r"|\byour\s+(?:answers|replies|responses)\b",
    re.IGNORECASE,
)
_ENGLISH_ONCE = re.compile(
    r"\bthis\s+(?:time|once|one)\b|\bjust\s+(?:once|for\s+now|now)\b|\bfor\s+(?:now|this)\b|\bonly\s+this\b",
    re.IGNORECASE,
)
_ENGLISH_REQUEST = re.compile(
    r"(?:^|[,:.;]\s*|\b(?:please|kindly|and|always|never|on|onwards?|future|forward|ever"
    r"|default|you|to|should|must|can|just|only)\s+,?\s*)"
    r"(?:answer|reply|respond|write|use|give|cite|show|keep|speak|explain|call|address|list"
    r"|put|add|include|avoid|format|summari[sz]e|convert|round|start|begin|end|mention|quote"
    r"|talk|state|present|be|limit|skip|leave|express|say|spell|name|provide|structure|stick"
    r"|omit|translate|have|lead)\b"
    r"|\bI\s*(?:want|prefer|like|need|would\s+(?:like|prefer)|'d\s+(?:like"
    r"|prefer))\b.{0,40}\b(?:answers?|replies|responses?|explanations?|you\s+to|it\s+if)\b",
    re.IGNORECASE,
)
_ENGLISH_FORM = re.compile(
    r"\bcall\s+me\b|\b(?:answers?|repl(?:y|ies)|respon(?:d|ses?)|tables?|bullets?|lists?|sentences?|prose"
    r"|paragraphs?|short|brief(?:ly)?|concise(?:ly)?|long|detail(?:ed|s)?|simple|simply|plain"
    r"|English|Korean|Japanese|Chinese|formal(?:ly)?|informal(?:ly)?|polite(?:ly)?"
    r"|casual(?:ly)?|tone|emojis?|emoticons?|units?|metric|imperial|won|dollars|euros|pyeong"
    r"|square|cit(?:e|ations?)|sources?|references?|articles?|numbers?|figures?|amounts?"
    r"|decimals?|round(?:ed)?|dates?|examples?|steps?|summar(?:y|ies|ise|ize)|conclusion"
    r"|jargon|words|lines|bold|headings?|links?|name|explain|explanations?|first|format"
    r"|markdown)\b",
    re.IGNORECASE,
)
_NOT_OF_FORM = re.compile(
    r"될지|될까|어떻게\s*될|오를|내릴|\b(?:ignore|reveal|instructions?|system\s+prompt"
    r"|your\s+(?:rules|prompt|guidelines)|obey|jailbreak)\b|지시|명령|프롬프트|규칙을|무시",
    re.IGNORECASE,
)


def is_style(sentence: str) -> bool:
    """True for a wish about the form of all answers, not of this one, and about nothing but their form."""
    if _NOT_OF_FORM.search(sentence):
        return False
    text = sentence.strip()
    if HANGUL.search(text):
        once, always, form, request = _KOREAN_ONCE, _KOREAN_ALWAYS, _KOREAN_FORM, _KOREAN_REQUEST
    else:
        once, always, form, request = _ENGLISH_ONCE, _ENGLISH_ALWAYS, _ENGLISH_FORM, _ENGLISH_REQUEST
    return not once.search(text) and all(each.search(text) for each in (always, form, request))
