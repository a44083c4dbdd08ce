"""The final message as one text, for clients that know nothing but text: with its sources, or with numbered options,
and what the person's next line means then."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import quote

from execution_agents.answer.evidence.citations import defused
from foundation.domains.loading.addresses import web_address, written_address
from foundation.language.script import language_of

SOURCES = {"ko": "출처", "en": "Sources"}
ANSWER_WITH_NUMBER = {"ko": "번호로 답해 주세요.", "en": "Answer with its number."}
KNOWN = {"ko": "이미 아는 것:", "en": "Known already:"}
WEB = ("http://", "https://")
_MARKER = r"\[{}\](?!\()"
_OPTION = re.compile(r"^(\d{1,2})\. (?:\*\*.+?\*\*: )?(\S.*)$", re.MULTILINE)
_NUMBER = re.compile(r"^\s*\(?(\d{1,2})\s*(?:번|\.|\))?\s*$")


@dataclass(frozen=True)
class Cited:
    """Where the text cites what."""

    start: int
    """In characters of the text."""
    end: int
    url: str
    citation: Mapping[str, Any]


@dataclass(frozen=True)
class Shown:
    """The content that a text client shows."""

    text: str
    cited: tuple[Cited, ...] = ()


def shown(final: Mapping[str, Any], base: str) -> Shown:
    """The text of a final message; `base` is this service's address, for links to passages."""
    if final.get("form"):
        return Shown(_lacking(final["form"]))
    if final.get("clarification"):
        return Shown(_question_back(final["clarification"]))
    content, citations = str(final["content"]), list(final["citations"])
    if not citations:
        return Shown(content)
    links = {one["marker"]: _address(one, base) for one in citations}
    cited = [
        Cited(match.start(), match.end(), links[one["marker"]], one)
        for one in citations
        for match in re.finditer(_MARKER.format(one["marker"]), content)
    ]
    lines = [_source_line(one, links[one["marker"]]) for one in citations]
    heading = SOURCES[language_of(content)]
    text = "\n".join((f"{content}\n", f"{heading}:", *lines))
    return Shown(text, tuple(sorted(cited, key=lambda one: (one.start, one.end))))


def is_number(content: str) -> bool:
    """Whether it is nothing but the number of an option."""
    return _NUMBER.match(content) is not None


def meant(content: str, before: str | None) -> str:
    """What the person's line means after the assistant's: a bare number is the option it was shown with."""
    number = _NUMBER.match(content)
    if number is None or before is None:
        return content
    options = {int(one.group(1)): one.group(2).strip() for one in _OPTION.finditer(before)}
    in_order = list(options) == list(range(1, len(options) + 1))
    return options.get(int(number.group(1)), content) if in_order and _ends_with_a_request(before) else content


def _question_back(clarification: Mapping[str, Any]) -> str:
    message, options = str(clarification["message"]), clarification["options"]
    if not options:
        return message
    lines = [f"{place}. **{one['label']}**: {one['query']}" for place, one in enumerate(options, 1)]
    return "\n".join((message, "", *lines, "", ANSWER_WITH_NUMBER[language_of(message)]))


def _lacking(form: Mapping[str, Any]) -> str:
    """A form as a request for what is lacking, in the person's own words."""
    schema = cast("Mapping[str, Any]", form["schema"])
    lines: list[str] = []
    for name, field in schema["properties"].items():
        unit = f" ({field['unit']})" if field.get("unit") else ""
        choices = [one["title"] for one in field.get("oneOf", ())] or field.get("enum", ())
        among = f": {', '.join(str(one) for one in choices)}" if choices else ""
        lines.append(f"- {field.get('title', name)}{unit}{among}")
    known = [f"- {one['label']}: {one['value']}" for one in form.get("known", ())]
    language = language_of(str(form["message"]))
    return "\n".join((str(form["message"]), "", *lines, *(("", KNOWN[language], *known) if known else ())))


def _ends_with_a_request(text: str) -> bool:
    """Distinguishes a question back from an answer that merely ends with a numbered list."""
    return text.rstrip().endswith(tuple(ANSWER_WITH_NUMBER.values()))


def _address(citation: Mapping[str, Any], base: str) -> str:
    """Where the source itself is, or our copy of the passage. A row of a table or of another service has its values in
    the citation, and no page: it gets a name."""
    uri, place = str(citation.get("uri") or ""), quote(str(citation["chunk_id"]))
    if web_address(uri):
        return written_address(uri)
    return f"urn:suffice:{citation['source']}:{place}" if citation.get("fields") else f"{base}/api/chunks/{place}"


def _source_line(citation: Mapping[str, Any], address: str) -> str:
    line = f"[{citation['marker']}] {' '.join(defused(str(citation['title'])).split())}"
    return f"{line} ({address})" if address.startswith(WEB) else line
