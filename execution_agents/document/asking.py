"""What a message asks of the document team, by rules: a draft, a single clause, a change of the draft, a review."""

from __future__ import annotations

import re
from datetime import date

from execution_agents.analysis.formulas.roles import pattern_of
from execution_agents.document.fields import QUOTED, read_fields
from foundation.contracts.drafting import DocumentAsked, DocumentVersion
from foundation.domains.schema.pack import Pack
from foundation.language.script import language_of

_WRITES = re.compile(
    r"(?:작성|초안|기안)\S{0,3}\s*(?:해|부탁|좀|만들|잡아|써|요청)|(?:만들어|써|뽑아|짜|작성해)\s*(?:줘|주|달라|줄래|줄|볼|보자)|초안\s*(?:줘|주세요)?[.!?]?$"
    r"|(?<!how to )(?<!do i )(?<!can i )(?<!should i )\b(?:draft|write|prepare|create|make)\b(?!\s+sure)",
    re.IGNORECASE,
)
_HOW = re.compile(r"(?:쓰는|작성하는|만드는)\s*(?:법|방법|순서)|\bhow\b|작성할\s*때|쓸\s*때", re.IGNORECASE)
_CHANGES = re.compile(
    r"바꿔|바꾸|고쳐|고치|수정|변경|정정|올려|낮춰|내려\s?줘|늘려|줄여|\b(?:change|update|set|replace|correct|raise|lower|make)\b",
    re.IGNORECASE,
)
_ADDS = re.compile(r"넣어|추가|더해|덧붙|포함|\b(?:add|include|insert)\b", re.IGNORECASE)
_REMOVES = re.compile(r"빼|삭제|제거|없애|지워|\b(?:remove|drop|delete|without)\b", re.IGNORECASE)
_CLAUSE = re.compile(r"특약|조항|문구|\b(?:clause|term)s?\b", re.IGNORECASE)
_WHOLE = re.compile(r"계약서|계약|합의서|보고서|청구서|\b(?:contract|lease|agreement|report|form)\b", re.IGNORECASE)
_REVIEWS = re.compile(
    r"검토|점검|살펴|봐\s?줘|봐\s?주|확인해|\b(?:review|check|look (?:at|over|through))\b", re.IGNORECASE
)
_OURS = re.compile(
    r"(?:방금|아까|지금|위에서?|네가|만든|작성한|쓴|이)(?:\s*+\S{1,6})?\s*+(?:초안|계약서|문서)|\b(?:the|this|that|my|your)\s+(?:draft|document)\b",
    re.IGNORECASE,
)
_DRAFTED = re.compile(r"초안|만든|만들어\s?준|작성한|써\s?준|\bdraft", re.IGNORECASE)
_ATTACHED = re.compile(r"첨부|올린|파일|보낸|\b(?:attach\w*|file|upload\w*)\b", re.IGNORECASE)
LISTED = "list"
"""Template name that stands for a document there is no template of."""


def may_speak_of_held(question: str) -> bool:
    """True if the conversation's document may be meant: only then it is loaded."""
    return bool(
        _CHANGES.search(question) or _ADDS.search(question) or _REMOVES.search(question) or _OURS.search(question)
    )


def may_speak_of_attached(question: str) -> bool:
    """Whether a file of the conversation may be meant."""
    if not _REVIEWS.search(question):
        return False
    named = _WHOLE.search(question) or _CLAUSE.search(question)
    return bool(_ATTACHED.search(question) or (named and not _DRAFTED.search(question)))


def document_asked(question: str, pack: Pack, held: DocumentVersion | None, today: date) -> DocumentAsked | None:
    """The request; None: nothing for the document team."""
    if held is not None and (changed := _change(question, pack, held, today)) is not None:
        return changed
    if not (pack.templates or pack.clauses) or _HOW.search(question) or not _WRITES.search(question):
        return None
    clauses = clauses_named(question, pack) if _CLAUSE.search(question) else ()
    template = template_named(question, pack)
    if clauses and (not template or writes_clause(question)):
        return DocumentAsked(kind="clause", clauses=clauses)
    return DocumentAsked(kind="draft", template=template, clauses=clauses) if template else None


def writes_clause(question: str) -> bool:
    """True if a clause is to be written, not a whole document: the word for it is the nearest to the verb, before it in
    Korean and after it in English."""
    verb = _WRITES.search(question)
    if verb is None:
        return False
    if language_of(verb[0]) == "ko":
        before = question[: verb.start()]
        clause = max((match.end() for match in _CLAUSE.finditer(before)), default=-1)
        return clause > max((match.end() for match in _WHOLE.finditer(before)), default=-1)
    clause, whole = _CLAUSE.search(question, verb.end()), _WHOLE.search(question, verb.end())
    return clause is not None and (whole is None or clause.start() < whole.start())


def _change(question: str, pack: Pack, held: DocumentVersion, today: date) -> DocumentAsked | None:
    if _OURS.search(question) and _REVIEWS.search(question):
        return DocumentAsked(kind="review", document_id=held.document_id)
    template = next((one for one in pack.templates if one.name == held.template), None)
    if template is None or question.rstrip().endswith("?"):
        return None
    moves = _ADDS.search(question) or _REMOVES.search(question)
    if moves and _CLAUSE.search(question) and (clauses_named(question, pack) or own_terms(question)):
        return DocumentAsked(kind="change", document_id=held.document_id, template=held.template)
    given = read_fields(question, template, today, language_of(question), "message")
    if _CHANGES.search(question) and given:
        return DocumentAsked(kind="change", document_id=held.document_id, template=held.template)
    return None


def removes(question: str) -> bool:
    """True if clauses are to be removed rather than added."""
    return bool(_REMOVES.search(question)) and not _ADDS.search(question)


def own_terms(question: str) -> tuple[str, ...]:
    """Clauses in the person's own words, in quotation marks."""
    return (
        tuple(" ".join(match["said"].split()) for match in QUOTED.finditer(question))
        if _CLAUSE.search(question)
        else ()
    )


def clauses_named(question: str, pack: Pack) -> tuple[str, ...]:
    """The pack's clauses whose subject is named; of overlapping words the longer."""
    found: list[tuple[int, int, str]] = []
    for clause in pack.clauses:
        for word in clause.words:
            found += [(*match.span(), clause.name) for match in pattern_of(word).finditer(question)]
    kept = [one for one in found if not any(_inside(one, other) for other in found)]
    return tuple(dict.fromkeys(name for _, _, name in sorted(kept)))


def _inside(one: tuple[int, int, str], other: tuple[int, int, str]) -> bool:
    return other[0] <= one[0] and one[1] <= other[1] and other[1] - other[0] > one[1] - one[0]


def template_named(question: str, pack: Pack) -> str:
    """The template whose longest word is named; "" where none is."""
    named = [
        (len(word), -at, template.name)
        for at, template in enumerate(pack.templates)
        for word in template.words
        if pattern_of(word).search(question)
    ]
    return max(named)[2] if named else ""
