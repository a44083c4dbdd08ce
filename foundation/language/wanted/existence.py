"""Whether a question asks if something exists, and what: pet insurance in *is there pet insurance too?*, 비소 측정값 in
비소 측정값도 있어요?"""

from __future__ import annotations

import re

from foundation.language.cues import FOLLOW_UP_CUES, composed
from foundation.language.verb_stems import verbs_in

_KOREAN = re.compile(
    r"^(?P<what>[^?？]{2,40}?)(?:\s*같은(?:\s*(?:것|거))?)?(?:\s*(?:은|는|이|가|도|란|이란))?(?:\s*혹시)?\s*"
    r"(?:[있없](?:나요?|습니까|을까요?|는지요?|니|냐|는가요?)\s*[?？.!~]*|[있없](?:어요?|음)\s*[?？])\s*$"
)
_ENGLISH = re.compile(
    r"^(?:(?:ok|and|so|also)[\s,]+)*"
    r"(?:(?:is|are)\s+there|do(?:es)?\s+(?:you|we|they|it)\s+(?:also\s+)?(?:have|offer|provide))\s++(?:also\s++)?"
    r"(?:(?:an?|any|some)\s++)?(?P<what>[^?]{3,60}?)(?:\s+(?:too|as\s+well|also|here|at\s+all))*\s*+(?:[?.!]++\s*+)?$",
    re.IGNORECASE,
)
_OTHERWISE = re.compile(
    r"수\s*$|몇|며칠|언제|무엇|무슨|뭐|뭔|어디|어떤|어떻게|어느|얼마|누구|누가|왜|[을를]\s|[면고서]\s*$|[는은인한된]\s*(?:곳|데|것|거|사람)\s*$"
    r"|\b(?:how|what|when|where|who|which|why|else|more|other|if|to)\b",
    re.IGNORECASE,
)
"""할 수 있나, 언제 있어, 빌려주는 곳도 있나, anything else: no thing of a name of its own."""


_POINTED = re.compile(
    r"^(?:(?:그|이|저)(?:거|것|건|게)|거기|여기)[은는도에]{0,2}\s+|^(?:it|that|this)\s+", re.IGNORECASE
)
"""그거 중도상환수수료 있나: what is pointed at is there, its fee is asked for."""


def asked_to_exist(question: str) -> str:
    """What is asked to exist, in the question's words; "" where nothing is."""
    plain = FOLLOW_UP_CUES.sub("", composed(question).strip())
    found = _KOREAN.match(plain) or _ENGLISH.match(plain)
    if found is None:
        return ""
    what = _POINTED.sub("", found["what"].strip(" ,"))
    # A clause (낳았는데 …) is said of the person's case, and is no thing's name.
    return "" if _OTHERWISE.search(what) or verbs_in(what) else what
