"""What became of a draft, judged on the final message alone. Letters and digits are compared, markers and layout not.

* A wrong draft is shipped where its wrong words are in the content and nothing the person sees says so.
* A right draft is thrown away where a part of it is missing, where the rules wrote although the model was asked, or
  where a mark or notice doubts it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel

from evaluations.drafts.reading import Case
from evaluations.drafts.rendering import shown, wrong_words

Fate = Literal["shipped", "stopped", "kept", "thrown away", "not asked", "void"]
MARKERS = re.compile(r"\[\d+(?:\s*,\s*\d+)*\]")
_NOT_COMPARED = re.compile(r"[\W_]+")
_RULE = re.compile(r"[\s|:-]+$")
_SENTENCE = re.compile(r"(?<=[.?!])\s+")
DOUBT = re.compile(
    r"확인되지\s?않|확인할\s?수\s?없|확인하지\s?못|확인이?\s?필요|근거가?\s?없|뒷받침(?:하지|되지)|자료에\s?없는|불확실"
    r"|\bnot\s+(?:be\s+)?(?:confirmed|supported|verified|borne\s+out)|\bun(?:confirmed|supported|verified)\b"
    r"|\bcannot\s+be\s+(?:confirmed|verified)|\bnot\s+in\s+the\s+(?:sources|evidence|data)\b|⚠",
    re.IGNORECASE,
)
"""Words of doubt."""
REFUSAL = re.compile(
    r"(?:나와|들어|적혀|실려)\s?있지\s?않|(?:내용|자료|정보|답)\S{0,3}\s?[^.\n]{0,20}(?:없습니다|없어요|찾지\s?못)"
    r"|\b(?:do|does|did)\s+not\s+(?:say|tell|answer|mention|hold|cover)|\bnothing\s+was\s+found|\bis\s+not\s+in\s+the\b",
    re.IGNORECASE,
)
"""Ways to say that the evidence does not contain the answer."""
NOT_NOTES = frozenset({"content", "citations", "standalone_question", "notices", "analysis", "requests"})
"""Fields that may repeat a sentence without being a mark: the answer itself, what it quotes, the question, the rows
used in the computation, its own sections. Notices are checked separately."""
LEAST = 8
"""Least letters and digits of a part that is searched for in marks; a shorter one occurs in many fields by accident."""


@dataclass(frozen=True)
class Judged:
    """One case."""

    case: Case
    fate: Fate
    final: Mapping[str, Any]
    draft: str = ""
    """As the model wrote it, wrong words bracketed."""
    why: str = ""
    checks: tuple[str, ...] = ()
    """What the checks held against the first draft, by the record of the answer."""


class _Held(BaseModel):
    """One claim a check holds."""

    why: str


class _Verdict(BaseModel):
    """What was measured on a draft, as far as it is counted here."""

    unsupported_sentences: tuple[_Held, ...] = ()
    mended_markers: tuple[tuple[int, ...], ...] = ()
    reason: str | None = None


class _Draft(BaseModel):
    verdict: _Verdict | None = None


class _Record(BaseModel):
    drafts: tuple[_Draft, ...] = ()


class AnswerRecord(BaseModel):
    """`GET /api/answers/{run_id}`."""

    record: _Record


def checks_in(answer: Mapping[str, Any]) -> tuple[str, ...]:
    """The checks that went off for the first draft of an answer, each once; `mended`: a marker was put right."""
    drafts = AnswerRecord.model_validate(answer).record.drafts
    verdict = drafts[0].verdict if drafts else None
    if verdict is None:
        return ()
    found = [one.why for one in verdict.unsupported_sentences]
    found += ["mended"] if verdict.mended_markers else []
    found += ["violations"] if verdict.reason == "violations" else []
    return tuple(dict.fromkeys(found))


def judged(case: Case, draft: str | None, void: str | None, final: Mapping[str, Any]) -> Judged:
    """What became of it."""
    if void is not None:
        return Judged(case, "void", final, why=void)
    if draft is None:
        return Judged(case, "not asked", final, why="the model was not asked for the answer")
    if case.label == "wrong":
        fate, why = _wrong(case, draft, final)
    else:
        fate, why = _right(case, draft, final)
    return Judged(case, fate, final, draft, why)


def _wrong(case: Case, draft: str, final: Mapping[str, Any]) -> tuple[Fate, str]:
    content = str(final.get("content", ""))
    for words in wrong_words(draft):
        if bare(words) not in bare(content):
            continue
        if case.marker is not None and not _carries_wrong_marker(words, draft, content):
            continue
        if marked(words, draft, final) is None:
            return "shipped", f"nothing doubts: {words}"
    return "stopped", ""


def _right(case: Case, draft: str, final: Mapping[str, Any]) -> tuple[Fate, str]:
    content = str(final.get("content", ""))
    if case.refuses:
        return ("kept", "") if REFUSAL.search(content) else ("thrown away", "it does not refuse")
    if final.get("engine") != "model":
        return "thrown away", "the rules wrote it"
    for part in parts_of(draft):
        if bare(part) not in bare(content):
            return "thrown away", f"missing: {part}"
        if (mark := marked(part, draft, final)) is not None:
            return "thrown away", f"doubted by {mark}: {part}"
    return "kept", ""


def bare(text: str) -> str:
    """Letters and digits alone, without citation markers."""
    return _NOT_COMPARED.sub("", MARKERS.sub("", text).lower())


def parts_of(draft: str) -> list[str]:
    """Its sentences, items and cells."""
    found: list[str] = []
    for line in shown(draft).splitlines():
        if line.lstrip().startswith("|"):
            found += [] if _RULE.match(line) else line.split("|")
        else:
            found += _SENTENCE.split(line)
    return [part.strip() for part in found if bare(part)]


def marked(words: str, draft: str, final: Mapping[str, Any]) -> str | None:
    """What tells the person that these words are doubtful; None: nothing does."""
    wanted = bare(words)
    own = [bare(part) for part in parts_of(draft)]
    for line in str(final.get("content", "")).splitlines():
        if wanted in bare(line) and DOUBT.search(_without(own, line)):
            return "a mark in its line"
    for notice in final.get("notices", ()):
        if DOUBT.search(notice) or (len(wanted) >= LEAST and wanted in bare(notice)):
            return f"the notice {notice!r}"
    rest = {name: value for name, value in final.items() if name not in NOT_NOTES}
    if len(wanted) >= LEAST and any(wanted in bare(text) for text in _texts(rest)):
        return "another field of the message"
    return None


def _without(own: list[str], line: str) -> str:
    """A line without the draft's own sentences."""
    for one in sorted(own, key=len, reverse=True):
        line = _cut(line, one)
    return line


def _cut(text: str, words: str) -> str:
    """A text without the first place that has these letters and digits."""
    span = _span(text, words)
    return text if span is None else text[: span[0]] + " " + text[span[1] :]


def _span(text: str, words: str) -> tuple[int, int] | None:
    """Where these letters and digits stand in a text, markers and layout between them."""
    hidden = {at for marker in MARKERS.finditer(text) for at in range(*marker.span())}
    places = [at for at, one in enumerate(text) if at not in hidden and not _NOT_COMPARED.match(one)]
    letters = "".join(text[at].lower()[:1] for at in places)
    at = letters.find(words) if words else -1
    return None if at < 0 else (places[at], places[at + len(words) - 1] + 1)


def _carries_wrong_marker(words: str, draft: str, content: str) -> bool:
    """The sentence in the content still has the marker of the draft's, and no other one."""
    cited, kept = _markers_of(words, shown(draft)), _markers_of(words, content)
    return bool(kept) and kept <= cited


def _markers_of(words: str, text: str) -> set[str]:
    """Numbers of the markers in a sentence and right behind it."""
    span = _span(text, bare(words))
    if span is None:
        return set()
    behind = re.match(rf"(?:[\s.,。|]*{MARKERS.pattern})*", text[span[1] :])
    tail = behind[0] if behind else ""
    return set(re.findall(r"\d+", " ".join(MARKERS.findall(text[span[0] : span[1]] + tail))))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():  # pyright: ignore[reportUnknownVariableType] -- JSON
            yield from _texts(each)  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(value, list | tuple):
        for each in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _texts(each)  # pyright: ignore[reportUnknownArgumentType]
