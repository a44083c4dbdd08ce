"""Says of the previous answer what a message asks about it: another form, what it rests on, of when that is, all that
its passage says. What takes a model (simpler words, another language) is reported as such. Nothing is searched, and
nothing is added to what the data says."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from execution_agents.analysis.cells import ARTICLE, title_of, words_of
from execution_agents.answer.evidence.citations import MARKER, Numbered
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.not_there import NO_REASON
from execution_agents.answer.quoting.plan import ended, quote
from foundation.language.cues import HANGUL, language_of
from foundation.language.dates.month_names import date_words
from foundation.language.sentences import sentences_of
from foundation.language.wanted.asking import gives_reason
from foundation.language.wanted.forms import Form, in_one_sentence

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
    "no_translation": {
        "ko": "자료를 한국어로 옮기려면 언어 모델이 있어야 합니다. 자료의 말로는 이렇습니다:",
        "en": "Translating the data takes a language model. In the words of the source:",
    },
    "certain": {"ko": "자료에는 이렇게 나와 있습니다:", "en": "This is what the data says:"},
    "of_date": {"ko": "{date} 자료입니다 {marker}.", "en": "It is of {date} {marker}."},
    "newest": {"ko": "가지고 있는 가장 최근 자료입니다.", "en": "It is the newest there is."},
    "no_date": {
        "ko": "자료에 날짜가 적혀 있지 않습니다. 출처는 다음과 같습니다:",
        "en": "The data bears no date. Its source is:",
    },
    "opening": {"ko": "처음에 이렇게 물어보셨습니다: “{question}”", "en": "Your first question was: “{question}”"},
    "too long ago": {
        "ko": "처음 물어보신 것은 너무 오래되어 가지고 있지 않습니다. 대화의 맨 위에 남아 있습니다.",
        "en": "Your first question is too long ago for me to have. It still stands in the conversation.",
    },
    "count": {"ko": "모두 {count}개입니다.", "en": "There are {count} in all."},
    "of_table": {"ko": "| 구분 | 내용 |", "en": "| What | Value |"},
}
LANGUAGES: Mapping[Form, str] = {"english": "en", "korean": "ko"}
MOST = 3
"""Sentences of a summary."""
LONGEST = 1_200
"""Characters of a passage that is shown whole."""
_QUOTED = re.compile(r"“(?P<text>.+?)”(?: — \*\*.+?\*\*)? ?(?P<markers>(?:\[\d+\])*)", re.DOTALL)
_LISTED = re.compile(r"^[-*] (?P<name>[^:\n]+): (?P<rest>.+)$", re.MULTILINE)
_ROW_SAID = re.compile(r"([^:“\n]{1,60}): ([^:“\n]+) \[\d+\]$")
_ONLY_SOURCE = re.compile(r"^— \*\*.+?\*\* \[\d+\]$")

MORE = re.compile(r"^\(이 밖에 (\d+)건이|^\((\d+) more are", re.MULTILINE)
"""How many rows a list left out, as `more_than` says it."""
Tell = Callable[[AnswerRequest], str]
"""The answer to a question, without a model."""


def in_form(request: AnswerRequest, items: Sequence[Numbered], tell: Tell) -> str:
    """The last answer in the form asked for, or the question's own in one sentence; "" if no form is asked for, or if
    there is no earlier answer."""
    form, before = request.form, _asked_before(request)
    if form == "opening":
        said = words_of(WORDS["opening" if request.opened_with else "too long ago"], request.language)
        return said.format(question=request.opened_with)
    if form is None and in_one_sentence(request.question):
        form, before = "sentence", request
    if form is None or before is None or not items:
        return ""
    spoken = LANGUAGES.get(form, request.language)
    request, before = replace(request, language=spoken), replace(before, language=spoken)
    shown = tell(before)
    if not MARKER.search(shown):
        return ""
    return _formed(form, shown, request, items)


def _asked_before(request: AnswerRequest) -> AnswerRequest | None:
    """The last question, with what it takes over from the one before it."""
    questions = [question for question, _ in request.history]
    if not questions:
        return None
    alone = " ".join(questions[-2:]) if request.standalone != request.question else questions[-1]
    return replace(request, question=questions[-1], standalone=alone, history=request.history[:-1], of_last=False)


def _formed(form: Form, shown: str, request: AnswerRequest, items: Sequence[Numbered]) -> str:
    parts = [part for part in shown.split("\n\n") if not _ONLY_SOURCE.match(part)]
    return _SAID.get(form, lambda last: last.shown)(_Last(shown, parts, request, items))


@dataclass(frozen=True)
class _Last:
    """The last answer and its paragraphs, to be shown in another form."""

    shown: str
    parts: Sequence[str]
    request: AnswerRequest
    items: Sequence[Numbered]

    @property
    def first(self) -> str:
        return first_sentence(self.parts)

    def words(self, name: str) -> str:
        return words_of(WORDS[name], self.request.language)

    def sources(self, *, articles: bool = False) -> str:
        return sources(self.shown, self.request, self.items, articles=articles)

    def table(self) -> str:
        return table(self.shown, self.request.language) or f"{self.words('no_table')}\n\n{self.first}"

    def certain(self) -> str:
        lines = _items(self.shown)
        said = self.first if MARKER.search(self.first) or not lines else "\n".join(lines)
        return "\n\n".join(dict.fromkeys([self.words("certain"), said, self.sources()]))

    def spoken(self) -> str:
        known = is_in(self.request.language, self.shown)
        return self.shown if known else f"{self.words('no_translation')}\n\n{self.shown}"

    def reason(self) -> str:
        """The sentence of its passage that gives one, or that none is given."""
        passage = next((one for one in self.items if one.marker in cited_in(self.shown)[:1] and not one.is_row), None)
        given = [text for text in sentences_of(passage.item.text) if gives_reason(text)] if passage is not None else []
        if passage is None or not given:
            return f"{words_of(NO_REASON, self.request.language)}\n\n{self.first}"
        title = title_of(passage.item, self.request.pack, self.request.language)
        return quote(title, ended(given[0], LONGEST), passage.marker)

    def whole(self) -> str:
        return whole_passages(self.shown, self.request, self.items) or self.shown


_SAID: Mapping[Form, Callable[[_Last], str]] = {
    "again": lambda last: last.shown,
    "count": lambda last: counted(last.shown, last.parts, last.request.language),
    "list": lambda last: listed(last.parts),
    "certain": _Last.certain,
    "date": lambda last: dated(last.shown, last.request, last.items),
    "reason": _Last.reason,
    "detail": _Last.whole,
    "whole": _Last.whole,
    "english": _Last.spoken,
    "korean": _Last.spoken,
    "sentence": lambda last: last.first,
    "summary": lambda last: summary(last.parts),
    "table": _Last.table,
    "article": lambda last: last.sources(articles=True),
    "source": _Last.sources,
    "simpler": lambda last: f"{last.words('simpler')}\n\n{last.first}",
}


def is_in(language: str, shown: str) -> bool:
    """True if an answer has no words of another language: rows are said in either, a passage as it is written."""
    return language_of(MARKER.sub("", shown)) == language and not (language == "en" and HANGUL.search(shown))


def dated(shown: str, request: AnswerRequest, items: Sequence[Numbered]) -> str:
    """Of when the data is that the answer cites, and whether it is the newest: where no time was asked for, the search
    takes that."""
    cited = [one for one in items if one.marker in cited_in(shown)]
    days = {one.marker: f"{one.item.as_of:%Y-%m-%d}" for one in cited if one.item.as_of is not None}
    if not days:
        return "\n".join([words_of(WORDS["no_date"], request.language), sources(shown, request, items)])
    of_rows = {one.marker for one in cited if one.is_row}
    said = {marker: day[:7] if marker in of_rows and day.endswith("-01") else day for marker, day in days.items()}
    lines = [
        words_of(WORDS["of_date"], request.language).format(
            date=date_words(value, request.language),
            marker="".join(f"[{marker}]" for marker, own in said.items() if own == value),
        )
        for value in list(dict.fromkeys(said.values()))[:MOST]
    ]
    periods = [slot.name for slot in request.pack.slots if slot.parser == "period"]
    unasked = not any(one.evidence.slots.get(name) for one in cited for name in periods)
    last = max((one.item.as_of for one in items if one.is_row and one.item.as_of is not None), default=None)
    alone = len(set(said.values())) == 1 and last is not None and f"{last:%Y-%m-%d}" in days.values()
    newest = [words_of(WORDS["newest"], request.language)] if of_rows and unasked and alone else []
    return "\n\n".join([" ".join([*lines, *newest]), sources(shown, request, items)])


def whole_passages(shown: str, request: AnswerRequest, items: Sequence[Numbered]) -> str:
    """The passage that the answer leads with, as it is written, under its title; "" if it leads with a row."""
    first = next((one for one in items if one.marker in cited_in(shown)[:1] and not one.is_row), None)
    if first is None:
        return ""
    title = title_of(first.item, request.pack, request.language)
    return f"**{title}** [{first.marker}]\n\n{ended(first.item.text, LONGEST)}"


def counted(shown: str, parts: Sequence[str], language: str) -> str:
    """How many the lines of the answer's list are, those that it left out counted too, and the lines; what the answer
    says first where it lists none, or where its first words are a number."""
    lines = _items(shown)
    if len(lines) < 2 or re.match(r"\d", first_sentence(parts)):
        return first_sentence(parts)
    more = MORE.search(shown)
    count = len(lines) + (int(more[1] or more[2]) if more else 0)
    left = [shown[more.start() :].split("\n")[0]] if more else []
    return "\n\n".join([words_of(WORDS["count"], language).format(count=count), "\n".join(lines), *left])


def listed(parts: Sequence[str]) -> str:
    """The sentences of the answer and of what it quotes, a line each; a list as it is."""
    shown = "\n\n".join(parts)
    if lines := _items(shown):
        return "\n".join(lines)
    said = [first_sentence(parts)]
    for found in _QUOTED.finditer(shown):
        texts = re.split(r"; | … |(?<=[.다요]) ", found["text"])
        said += [f"{text} {found['markers']}".strip() for text in texts if text and text not in said[0]]
    return "\n".join(f"- {line}" for line in dict.fromkeys(said))


def _items(shown: str) -> list[str]:
    return [line for line in shown.split("\n") if re.match(r"(?:[-*]|\d{1,2}[.)])\s", line)]


def cited_in(shown: str) -> list[int]:
    """The markers of an answer in its order, each once."""
    return list(dict.fromkeys(int(each) for each in re.findall(r"\[(\d+)\]", shown)))


def first_sentence(parts: Sequence[str]) -> str:
    """The sentence that answers; of a list or a table its first row."""
    first = next((part for part in parts if not part.startswith("|") and not part.rstrip().endswith(":")), parts[0])
    line = first.strip().split("\n")[0]
    if line.startswith("|"):
        rows = [each for each in first.split("\n") if each.startswith("|")]
        line = rows[min(2, len(rows) - 1)].strip("| ").replace(" | ", ", ")
    return line.removeprefix("- ").strip()


def summary(parts: Sequence[str]) -> str:
    """The sentence that answers and, of what supports it, the first sentences; of a list its first lines."""
    items = [ended(line, 120) for line in _items("\n".join(parts))]
    if len(items) > 1:
        return "\n".join(items[:MOST])
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
    cited = cited_in(shown)
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
