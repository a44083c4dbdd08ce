"""The YAML between two `---` lines at the top of a Markdown file: split off and parsed, not yet validated."""

from __future__ import annotations

import re
from dataclasses import dataclass

from execution_agents.ingest.reading.bounds import Unreadable
from foundation.domains.loading.yaml_places import Marks, Plain, plain_yaml

MAX_FRONT = 64_000
"""Characters of a front matter; those of 23 public statutes have under 1,000."""
_CLOSING = re.compile(r"^---[ \t]*$", re.MULTILINE)


@dataclass(frozen=True)
class Front:
    """A Markdown file, taken apart."""

    fields: dict[str, Plain]
    body: str
    body_line: int
    """The file's line the body begins on."""


def split_front_matter(text: str) -> Front:
    """The fields and the rest. Raises Unreadable with the line when the YAML is broken, too large or has aliases."""
    opening, _, rest = text.partition("\n")
    closing = _CLOSING.search(rest)
    if opening.strip() != "---" or not closing:
        return Front({}, text, 1)
    if closing.start() > MAX_FRONT:
        raise Unreadable(f"its front matter has more than {MAX_FRONT:,} characters; move text below it", line=1)
    marks = Marks()
    # The line break replaces the first line, so that line numbers match the file.
    fields = plain_yaml("\n" + rest[: closing.start()], "", (), marks)
    if marks.mistakes:
        first = min(marks.mistakes)
        raise Unreadable(f"its front matter cannot be used: {first.wrong}; {first.remedy}", line=first.line)
    if fields is not None and not isinstance(fields, dict):
        raise Unreadable("its front matter is not a list of `name: value` lines; write it so, or remove it", line=2)
    body_at = closing.end()
    return Front(fields or {}, rest[body_at:], rest.count("\n", 0, body_at) + 2)
