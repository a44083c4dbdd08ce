"""Korean statutes in Markdown (one file per statute, as public mirrors of law.go.kr publish them): a heading of level
five opens an article, any other heading (parts, chapters, the addenda 부칙) closes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from execution_agents.ingest.front_matter import Front, split_front_matter
from execution_agents.ingest.reading.bounds import MAX_BLOCKS, Unreadable
from execution_agents.ingest.reading.words import text_of

_HEADING = re.compile(r"^#{1,6} ")
_ARTICLE = re.compile(r"^##### +(제\d{1,5}조(?:의\d{1,4}){0,4})(?: *\((.*)\))? *$")


def read(path: Path) -> dict[str, Any]:
    """{"declared": the front matter, "articles": [[number, title, text, line], …]}. Raises Unreadable."""
    front = split_front_matter(text_of(path))
    found = list(islice(articles(front), MAX_BLOCKS + 1))
    if len(found) > MAX_BLOCKS:
        raise Unreadable(f"holds more than {MAX_BLOCKS:,} articles; split it")
    return {"declared": front.fields, "articles": found}


def articles(front: Front) -> Iterator[tuple[str, str, str, int]]:
    """The articles of a statute's text, in order."""
    opened: tuple[str, str, int] | None = None
    lines: list[str] = []
    for at, line in enumerate(front.body.split("\n"), front.body_line):
        if not _HEADING.match(line):
            lines.append(line)
            continue
        if opened:
            yield *opened[:2], "\n".join(lines).strip(), opened[2]
        found = _ARTICLE.match(line)
        opened = (found[1], (found[2] or "").strip(), at) if found else None
        lines = []
    if opened:
        yield *opened[:2], "\n".join(lines).strip(), opened[2]
