"""Whether a question only asks for another form of the last answer: a table, plainer words, its source."""

from __future__ import annotations

import re
from typing import Literal

from foundation.language.cues import composed, references, topic_words

_FORM = re.compile(
    r"표(?:로|\s*형식|\s*형태)(?![가-힣])|(?:더\s*)?(?:쉽게|쉬운\s*말로|짧게|간단히|간단하게|자세히|자세하게)"
    r"|한\s*(?:문장|줄|마디)(?:으로|로)?|세\s*줄로?|요약(?:해|하|\s|$)\S*|정리(?:해|하)\S*"
    r"|출처|근거(?:\s*조항)?|(?:제?\s*몇\s*조|어느\s*(?:조항|법|문서|조))\S*|영어로|한국어로|우리말로|다시\s*(?:말|설명)\S*"
    r"|\b(?:as|in)\s+a\s+table\b|\b(?:more\s+)?simp(?:ly|ler|le)\b|\bin\s+(?:one|a\s+single|simple|plain)\s+(?:sentences?|words?|english)\b"
    r"|\bshorter\b|\bsummar(?:i[sz]e|y)\b|\bsources?\b|\bwhich\s+(?:article|law|page|document|section)\b"
    r"|\bwhere\s+(?:does|did)\s+(?:it|that|this)\s+(?:say|come\s+from)\b|\b(?:explain|say)\s+(?:it|that)\s+again\b",
    re.IGNORECASE,
)
_EMPTY = re.compile(
    r"그거|그것|이거|이것|그게|이게|방금|아까|위|답변?|내용|설명|전부|모두|다시|좀|조금|말|만들|바꿔|바꾸|보여|알려"
    r"|what['’]?s$|what$|can$|you$|make|answer|explain|put|give|show|words?|sentences?|in$|one$|that|this|it|please|again|have|got|say|says|from|is|was|all",
    re.IGNORECASE,
)
_ONE_SENTENCE = re.compile(
    r"한\s*(?:문장|줄)(?:으로|로)(?![가-힣])|\bin\s+(?:one|a\s+single)\s+sentence\b", re.IGNORECASE
)


Form = Literal["simpler", "table", "article", "source", "sentence", "summary"]
_FORMS: tuple[tuple[Form, str], ...] = (
    ("simpler", r"쉽게|쉬운\s*말|\bsimp(?:ly|ler|le)\b|\b(?:plain|simple)\s+(?:words?|english)\b"),
    ("table", r"표(?:로|\s*형식|\s*형태)|\btable\b"),
    ("article", r"몇\s*조|어느\s*(?:조항|법|조)|근거\s*조항|\bwhich\s+(?:article|law|section)\b"),
    ("source", r"출처|근거|어느\s*문서|\bsources?\b|\bwhich\s+(?:page|document)\b|\bwhere\s+(?:does|did)\b"),
    ("sentence", r"한\s*(?:문장|줄|마디)|\b(?:one|a\s+single)\s+(?:sentence|word)s?\b"),
    ("summary", r"요약|정리|세\s*줄|짧게|간단|\bsummar(?:i[sz]e|y)\b|\bshorter\b"),
)


def form_of(text: str) -> Form | None:
    """The form, if a question asks for nothing else; None for any other question, and for a repetition."""
    if not asks_for_a_form(text):
        return None
    plain = composed(text)
    return next((form for form, words in _FORMS if re.search(words, plain, re.IGNORECASE)), None)


def in_one_sentence(text: str) -> bool:
    """True where one sentence is asked for, of whatever the question names: 수성구 시세를 한 문장으로 알려줘."""
    return _ONE_SENTENCE.search(composed(text)) is not None


def asks_for_a_form(text: str) -> bool:
    """True where it names nothing but the form."""
    plain = composed(text)
    if _FORM.search(plain) is None:
        return False
    left = _FORM.sub(" ", plain)
    for word in references(left):
        left = left.replace(word.text, " ")
    return not [word for word in topic_words(left) if not _EMPTY.match(word)]
