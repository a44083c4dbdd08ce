"""Gives the previous answer in another form: one sentence, a summary, a table, only its articles or sources. A form
that takes a model (simpler words) is reported as such. Nothing is searched, and nothing is added to what the answer
said."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from execution_agents.analysis.cells import ARTICLE, title_of, words_of
from execution_agents.answer.evidence.citations import MARKER, Numbered
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.plan import ended
from foundation.language.beside import MARK
from foundation.language.sentences import sentences_of
from foundation.language.wanted.forms import Form, form_of, in_one_sentence

WORDS: Mapping[str, Mapping[str, str]] = {
    "simpler": {
        "ko": "더 쉬운 말로 풀어 쓰려면 언어 모델이 있어야 합니다. 자료의 말로는 이렇습니다:",
        "en": "Putting it into simpler words takes a language model. In the words of the source:",
    },
    "no_table": {
        "ko": "이 내용은 글로 되어 있어 표로 나눌 값이 없습니다. 자료의 말로는 이렇습니다:",
        "en": "This is running text without rows or values, so there is no table to make. In the words of the source:",
    },
    "no_article": {
        "ko": "이 답은 법 조문에서 온 것이 아닙니다. 출처는 다음과 같습니다:",
        "en": "This answer does not come from an article of a law. Its source is:",
    },
    "of_table": {"ko": "| 구분 | 내용 |", "en": "| What | Value |"},
}
MOST = 3
"""Sentences of a summary."""
_QUOTED = re.compile(r"“(?P<text>.+?)”(?: — \*\*.+?\*\*)? ?(?P<markers>(?:\[\d+\])*)", re.DOTALL)
_LISTED = re.compile(r"^[-*] (?P<name>[^:\n]+): (?P<rest>.+)$", re.MULTILINE)
_ROW_SAID = re.compile(r"([^:“\n]{1,60}): ([^:“\n]+) \[\d+\]$")
_ONLY_SOURCE = re.compile(r"^— \*\*.+?\*\* \[\d+\]$")

Tell = Callable[[AnswerRequest], str]
"""The answer to a question, without a model."""


def in_form(request: AnswerRequest, items: Sequence[Numbered], tell: Tell) -> str:
    """The last answer in the form asked for, or the question's own in one sentence; "" if no form is asked for, or if
    there is no earlier answer."""
    form, before = form_of(request.question), _asked_before(request)
    if form is None and in_one_sentence(request.question):
        form, before = "sentence", request
    if form is None or before is None or not items:
        return ""
    shown = tell(before)
    if not MARKER.search(shown):
        return ""
    return _formed(form, shown, request, items)


def _asked_before(request: AnswerRequest) -> AnswerRequest | None:
    """The last question that asked for more than a form, with what it takes over from earlier ones."""
    questions = [question for question, _ in request.history if form_of(question) is None]
    if not questions and request.history:
        # After several forms of one answer its question is no longer in the history: the slots taken over give the
        # topic.
        questions = [request.standalone.replace(request.question, " ").strip(f" ,.{MARK}")]
    if not any(questions):
        return None
    last = questions[-1]
    alone = " ".join(questions[-2:]) if request.standalone != request.question else last
    return replace(request, question=last, standalone=alone if len(questions) > 1 else last)


def _formed(form: Form, shown: str, request: AnswerRequest, items: Sequence[Numbered]) -> str:
    language, parts = request.language, [part for part in shown.split("\n\n") if not _ONLY_SOURCE.match(part)]
    match form:
        case "sentence":
            return first_sentence(parts)
        case "summary":
            return summary(parts)
        case "table":
            return table(shown, language) or f"{words_of(WORDS['no_table'], language)}\n\n{first_sentence(parts)}"
        case "article":
            return sources(shown, request, items, articles=True)
        case "source":
            return sources(shown, request, items)
        case "simpler":
            return f"{words_of(WORDS['simpler'], language)}\n\n{first_sentence(parts)}"


def first_sentence(parts: Sequence[str]) -> str:
    """The sentence that answers; of a list or a table its first row."""
    first = next((part for part in parts if not part.startswith("|") and not part.rstrip().endswith(":")), parts[0])
    line = first.strip().split("\n")[0]
    if line.startswith("|"):
        rows = [each for each in first.split("\n") if each.startswith("|")]
        line = rows[min(2, len(rows) - 1)].strip("| ").replace(" | ", ", ")
    return line.removeprefix("- ").strip()


def summary(parts: Sequence[str]) -> str:
    """The sentence that answers and, of what supports it, the first sentences."""
    first = first_sentence(parts)
    lines = [first]
    for part in parts:
        for found in _QUOTED.finditer(part):
            own = [one for one in sentences_of(found["text"].replace(" … ", " ")) if " | " not in one]
            lines += [f"{ended(one, 120)} {found['markers']}".strip() for one in own if one not in first]
    lines = list(dict.fromkeys(lines))[:MOST]
    return lines[0] if len(lines) == 1 else "\n".join(f"- {line}" for line in lines)


def table(shown: str, language: str) -> str:
    """The answer's table, or one made of its list or of a table it quotes; "" if it has no rows."""
    parts = shown.split("\n\n")
    drawn = [at for at, part in enumerate(parts) if part.startswith("|")]
    if drawn:
        at = drawn[0]
        caption = parts[at - 1] if at and parts[at - 1].rstrip().endswith(":") else ""
        return "\n\n".join(part for part in (caption, parts[at]) if part)
    listed = [(found["name"], found["rest"]) for found in _LISTED.finditer(shown)]
    if listed:
        return "\n".join(
            [words_of(WORDS["of_table"], language), "| --- | --- |", *(f"| {a} | {b} |" for a, b in listed)]
        )
    for found in _QUOTED.finditer(shown):
        rows = [row.split(" | ") for row in re.split(r"; | … ", found["text"]) if " | " in row]
        said = _ROW_SAID.match(parts[0])
        if rows and said is not None and len(rows[0]) == len(said.groups()):
            rows.insert(1, [*said.groups()])  # The row that answers is stated above the others.
        if len(rows) > 1 and len({len(row) for row in rows}) == 1:
            drawn_rows = [f"| {' | '.join(row)} |" for row in rows]
            rule = f"| {' | '.join(['---'] * len(rows[0]))} |"
            return "\n".join([drawn_rows[0], rule, *drawn_rows[1:], "", found["markers"]]).rstrip()
    alone = _ROW_SAID.match(parts[0])
    if alone is None:
        return ""
    return "\n".join([words_of(WORDS["of_table"], language), "| --- | --- |", f"| {' | '.join(alone.groups())} |"])


def sources(shown: str, request: AnswerRequest, items: Sequence[Numbered], *, articles: bool = False) -> str:
    """The answer's citations by title; only the articles of law if those are asked for."""
    cited = list(dict.fromkeys(int(each) for each in re.findall(r"\[(\d+)\]", shown)))
    titles = {one.marker: title_of(one.item, request.pack, request.language) for one in items}
    own = {one.marker: one.item.title for one in items}
    known = [marker for marker in cited if marker in titles]
    if articles:
        law = [marker for marker in known if ARTICLE.match(own[marker])]
        if not law:
            preface = words_of(WORDS["no_article"], request.language)
            return "\n".join([preface, *(f"- {titles[marker]} [{marker}]" for marker in known[:MOST])])
        named = [(marker, _article(own[marker], titles[marker], request.language)) for marker in law[:MOST]]
        end = "입니다" if request.language == "ko" else ""
        return f"{', '.join(f'{name} [{marker}]' for marker, name in named)}{end}."
    return "\n".join(f"- {titles[marker]} [{marker}]" for marker in known[:MOST])


def _article(own: str, title: str, language: str) -> str:
    found = ARTICLE.match(own)
    return found["whole"] if found is not None and language == "ko" else title
