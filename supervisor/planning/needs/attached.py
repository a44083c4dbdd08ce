"""Whether a question is about a file that is attached to the conversation.

One that names the file goes to it. One that does not goes where more of it is said: to the pack as without a file, to
the file where the pack has nothing of it, to both where the file says as much of it as the pack does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from pathlib import PurePosixPath

from execution_agents.search.field import is_enough, share_spoken_of, weight_spoken_of
from foundation.contracts.plan import Understanding
from foundation.contracts.work import UPLOAD, Reading
from foundation.language.content import content_words
from foundation.language.wanted.forms import form_of
from supervisor.planning.context import TurnContext
from supervisor.planning.needs.data_types import is_of_documents
from supervisor.planning.needs.going_on import asked_going_on
from supervisor.planning.plan import ending_of
from supervisor.planning.reading import read_question, says_domain_word

CERTAIN, LIKELY = 950, 700
"""Per mille: the question names the file; the file alone says what is asked."""
_FILE = r"(?:파일|문서|엑셀|시트|pdf|피디에프)"
_SAID = re.compile(
    rf"(?:제가\s*|내가\s*)?(?:첨부(?:한|된|해\s?준|했던)?|올린|올려\s?준|업로드(?:한|된)?|보낸|보내\s?준)\s*(?:{_FILE}|자료)"
    rf"|첨부한\s+\S{{1,12}}|(?<!\w)(?:이|그|저|해당|위)\s*{_FILE}"
    r"|\b(?:the|my|this)\s+attached\s+(?:file|document|pdf|spreadsheet|sheet|table|report|contract|text)s?\b"
    r"|\b(?:the|this)\s+attached(?=\s*(?:[?.!,]|$))"
    r"|\battached\s+(?:file|document|pdf|spreadsheet)s?\b"
    r"|\b(?:the\s+|my\s+)?(?:file|document|pdf|spreadsheet|one)s?\s+(?:that\s+)?i\s+(?:just\s+)?(?:attached|uploaded|sent)\b"
    r"|\b(?:this|that|my)\s+(?:file|pdf|spreadsheet|attachment|upload)\b|\bthis document\b"
    r"|\bi\s+(?:just\s+)?(?:attached|uploaded)\b",
    re.IGNORECASE,
)
"""첨부한 계약서, 이 파일, the attached report. Not 첨부 서류, "attached to" (papers somebody asks for) or 올린 것 (a
rent that was raised)."""
_BEHIND = re.compile(
    r"^\s*(?:에\s?따르면|에\s?의하면|에서는?|에는?|을|를|이|가|은|는|의|로|보고|보면|상|안에서?|내용)(?=[\s,]|$)"
)
_BEFORE = re.compile(r"(?:\b(?:according to|in|from|of|does|using|per|what is in|look at|see))\s*$", re.IGNORECASE)
_WRITTEN = re.compile(
    r"(?:되어|돼|적혀|쓰여|써|나와|명시되어)\s?있|적힌"
    r"|\b(?:does it say|is it written|is stated|is written|state[sd]? here)\b",
    re.IGNORECASE,
)
"""보증금이 얼마로 되어 있어?"""
_ALL_OF_IT = re.compile(
    r"내용|알려\S*|설명\S*|말해\S*|보여\S*|읽어\S*|뭐\S*|무슨|무엇\S*|어떤|있\S*|적혀\S*|쓰여\S*|나와\S*|돼\S*"
    r"|\b(?:what|is|are|does|do|did|in|it|about|say|says|said|contain|contains|tell|me|read|show|explain|describe|please|the)\b",
    re.IGNORECASE,
)
"""Words that ask what a file says as a whole."""
_APART = re.compile(r"[\W_]+")


async def with_attached(rules: Understanding, context: TurnContext) -> Understanding:
    """The understanding with the files' data type, alone or beside the pack's; unchanged if no file is meant."""
    files = context.attached
    if files is None or rules.document is not None or ending_of(rules, context.pack) == "direct":
        return rules
    if names_file(context.question, files.names):
        asked = asked_of_file(context.question, files.names)
        found = _of_files(rules, asked, CERTAIN)
        # The passages that one question found are not the whole file.
        return found.model_copy(update={"wants_fresh": True}) if asked in files.names else found
    if UPLOAD in rules.data_types or rules.computation is not None or rules.said is not None:
        return rules
    if going_on := await asked_going_on(rules, context, files):
        # Looked for by all its readings: set beside the question before alone, it would find that one's passage.
        followed = going_on != context.question
        found = _of_files(rules, going_on, LIKELY)
        return found.model_copy(update={"readings": rules.readings or found.readings}) if followed else found
    whole = asked_of_file(context.question, files.names)
    if whole in files.names and not context.exchanges and ending_of(rules, context.pack) == "unclear":
        return _of_files(rules, whole, LIKELY)  # 요약해줘, said to a file that was just attached.
    said = await context.compute(partial(share_spoken_of, files.index, rules.standalone, (UPLOAD,)))
    if ending_of(rules, context.pack) is not None:
        weight = await context.compute(partial(weight_spoken_of, files.index, rules.standalone, (UPLOAD,)))
        enough = is_enough(max(said, weight), rules.standalone)
        return _of_files(rules, rules.standalone, LIKELY) if enough else rules
    return await _beside_pack(rules, context, said) if is_enough(said, rules.standalone) else rules


async def _beside_pack(rules: Understanding, context: TurnContext, said: float) -> Understanding:
    """A question that the pack has data types for: the files' before them, instead of them, or not at all."""
    both = rules.model_copy(update={"data_types": (UPLOAD, *rules.data_types)})
    if all(is_of_documents(name, context.pack) for name in rules.data_types):
        beside = await context.documents.share(rules) if context.documents is not None else 0.0
        if said < beside:
            return rules
        more = said > beside or asks_what_is_written(context.question)
        return _of_files(rules, rules.standalone, LIKELY) if more else both
    # How much rows say of a question is not known: only a file that says all of it stands beside them.
    if said < 1:
        return rules
    reading = await context.compute(partial(read_question, context))
    foreign = [word for word in reading.residue if not says_domain_word(word, context.pack)]
    if foreign:
        return _of_files(rules, rules.standalone, LIKELY)
    return rules if any(one.origin == "named" for one in rules.slots) else both


def asks_what_is_written(question: str) -> bool:
    """True if it asks how something stands in a text: of a file and of a pack that say as much of it, the file."""
    return _WRITTEN.search(question) is not None


def names_file(question: str, names: Sequence[str]) -> bool:
    """True if a question speaks of an attached file, in general or by its name."""
    return _SAID.search(question) is not None or any(_is_named(name, question) for name in names)


def asked_of_file(question: str, names: Sequence[str]) -> str:
    """What is asked of the files; the name of one (the named one, else the newest) where the whole of it is asked for:
    summarise it, what does it say?"""
    asked = without_file(question)
    # Of lease.pdf and lease (2).pdf the one whose name is said whole.
    named = max((name for name in names if _is_named(name, question)), key=len, default="")
    rest = re.sub(re.escape(named), " ", asked, flags=re.IGNORECASE) if named else asked
    whole = form_of(rest) == "summary" or not content_words(_ALL_OF_IT.sub(" ", rest))
    return (named or names[0]) if whole else asked


def without_file(question: str) -> str:
    """What is asked of the file: the question without the words that only point at it, which no passage holds."""
    found = _SAID.search(question)
    if found is None:
        return question
    before, behind = question[: found.start()], question[found.end() :]
    behind = _BEHIND.sub("", behind)
    before = _BEFORE.sub("", before)
    return " ".join(f"{before} {behind}".split()).strip(" ,") or question


def _is_named(name: str, question: str) -> bool:
    """By its whole name; without the ending only where it is no word that a question may hold anyway (연차)."""
    stem = _APART.sub(" ", PurePosixPath(name).stem).strip().lower()
    asked = _APART.sub(" ", question).strip().lower()
    if name.lower() in question.lower():
        return True
    pieces = stem.split()
    if len(pieces) > 1 or any(character.isdigit() for character in stem):
        return len(stem) > 3 and f" {stem}" in f" {asked}"
    return bool(stem) and re.search(rf"(?<!\w){re.escape(stem)}\s*(?:파일|문서|file|document)", asked) is not None


def _of_files(rules: Understanding, asked: str, confidence: int) -> Understanding:
    """The question as one about the files alone."""
    return rules.model_copy(
        update={
            "intent": UPLOAD,
            "confidence": confidence,
            "data_types": (UPLOAD,),
            "standalone": asked,
            "readings": (Reading(text=asked, weight=1000),),
            "route": "rag_required" if rules.route == "simple" else rules.route,
            "slots": (),
            "shown": (),
            "unresolved": (),
            "ambiguity_reason": None,
            "computation": None,
            "said": None,
            "named": None,
            "graph": None,
            "choices": None,
        }
    )
