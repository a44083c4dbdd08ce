"""What an attached file says as a whole, where nothing narrower is asked of it: how each of its parts begins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from execution_agents.analysis.cells import words_of
from execution_agents.answer.evidence.citations import Numbered
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.plan import ended, marked
from foundation.contracts.work import UPLOAD
from foundation.language.sentences import is_row, sentences_of

SAYS = {"ko": "{name}에는 다음과 같이 적혀 있습니다.", "en": "This is what {name} says."}
BEGINS = {
    "ko": "{name}의 각 부분은 다음과 같이 시작합니다(전체는 아닙니다).",
    "en": "This is how the parts of {name} begin, not all they say.",
}
NEWEST = {"ko": "가장 나중에 첨부한 {name}", "en": "{name}, the newest attached file,"}
"""How a file is called that the person did not name: of several the newest is meant."""
MOST = 8
"""Parts that are shown."""
SHOWN = 200
"""Characters of each."""
_APART = re.compile(r"[\W_]+")


def overview(items: Sequence[Numbered], request: AnswerRequest) -> str:
    """The beginning of each part under its heading, in reading order; "" if anything else than a whole file is asked
    for."""
    mine = [one for one in items if one.item.source == UPLOAD and _file_of(one) == request.standalone]
    if not mine or len(mine) < len(items):
        return ""
    mine.sort(key=lambda one: int(one.item.item_id.partition("#")[2] or 1))
    parts = [part for one in mine if (part := part_of(one)).said]
    called = "{name}" if _is_named(request) else words_of(NEWEST, request.language)
    cut = len(parts) > MOST or any(part.more for part in parts)
    begins = words_of(BEGINS if cut else SAYS, request.language).replace("{name}", called)
    return "\n".join([begins.format(name=request.standalone), "", *(part.line for part in parts[:MOST])])


@dataclass(frozen=True)
class Part:
    """A part of a document, and how it begins."""

    heading: str
    said: str
    more: bool
    """True if it says more than is shown."""
    marker: int

    @property
    def line(self) -> str:
        """As a line of a list."""
        text = marked(f"{self.said} …" if self.more and not self.said.endswith("…") else self.said, self.marker)
        return f"- **{self.heading}**: {text}" if self.heading else f"- {text}"


def part_of(one: Numbered) -> Part:
    """Its first sentences, as many as there is room for; of a table alone its head and first row."""
    sentences = sentences_of(one.item.text)
    prose = [text for text in sentences if not is_row(text)]
    chosen = prose[:1] or sentences[:2]
    chosen += [text for at, text in enumerate(prose[1:], 2) if len(" ".join(prose[:at])) <= SHOWN]
    said = ended((" " if prose else "; ").join(chosen), SHOWN)
    heading = one.item.title.split(" > ")[-1] if " > " in one.item.title else ""
    return Part(heading, said, len(chosen) < len(sentences) or said.endswith("…"), one.marker)


def _is_named(request: AnswerRequest) -> bool:
    """By its name, or by what stands before the ending (stock 2026)."""
    stem = PurePosixPath(request.standalone).stem
    said, question = (_APART.sub(" ", text).strip().casefold() for text in (stem, request.question))
    return said in question


def _file_of(one: Numbered) -> str:
    return one.item.title.split(" > ")[0]
