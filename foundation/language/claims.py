"""Which parts of a draft are claims, by their position: list numbers, headings and a leading yes or no are none.

An item's number is at a line's beginning, alone in parentheses, or in a run that counts up from 1 within a line. A yes
or no that opens a sentence belongs to it and is no second denial; one that is a sentence of its own belongs to the next
sentence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from foundation.language.sentences import sentences_of

_MARKS = r"[^\S\n]*(?:[#>*•-][^\S\n]*)*"
AT_START = re.compile(rf"^{_MARKS}(\(?\d{{1,2}}[.)])(?=\s)(?!\s\d{{1,2}}\.)", re.MULTILINE)
"""Not 26. 3. 5."""
_OF_HEADING = re.compile(r"^[^\S\n]*#+[^\S\n]*(\d{1,2}(?:\.\d{1,2})+)(?=\s)", re.MULTILINE)
_IN_BRACKETS = re.compile(r"(?<!\S)(\(\d{1,2}\))(?=[.,;:!?]|\s+[^\W\d]|\s*$)")
_IN_LINE = re.compile(r"(?<=\s)\(?(?P<number>\d{1,2})(?P<mark>[.)])(?=\s+[^\W\d])")
_OPENS = re.compile(r"(?:^|[.!?:;,])\s*$")
"""Before the first number of a run inside a line."""
_BOLD_LINE = re.compile(r"^[^\S\n]*\*\*[^*\n]+\*\*[^\S\n]*:?[^\S\n]*$", re.MULTILINE)
_YES_OR_NO = re.compile(r"^\W*(?:yes|no|네|예|아니요|아니오|아뇨)(?:\s*[,.!:;–—-]+\s*|\s*$)", re.IGNORECASE)
"""With a full stop or comma after it: *No data is kept* and 네 명 are something else."""


@dataclass(frozen=True)
class Claim:
    """One sentence of a draft."""

    sentence: str
    """As it is written, with a preceding yes or no that was a sentence of its own."""
    text: str
    """Its text, without a list number, yes and no."""


def claims_of(text: str) -> list[Claim]:
    """The claims of a draft, in order; a line in bold alone is a heading."""
    found: list[Claim] = []
    before = ""
    for sentence in sentences_of(_BOLD_LINE.sub("", on_lines(text)) or text):
        said = without_yes_or_no(without_numbering(sentence).strip())
        whole = f"{before} {sentence}".strip()
        before = "" if said else whole
        if said:
            found.append(Claim(whole, said))
    return found


def on_lines(text: str) -> str:
    """The text, each item of a list within a line on a line of its own."""
    return "\n".join(_items_apart(line) for line in text.split("\n"))


def _items_apart(line: str) -> str:
    starts = _run(line)
    if not starts:
        return line
    ends = [*starts[1:], len(line)]
    items = [line[start:end].strip() for start, end in zip(starts, ends, strict=True)]
    return "\n".join(part for part in (line[: starts[0]].strip(), *items) if part)


def _run(line: str) -> Sequence[int]:
    """Where the items of the line's lists begin; empty where nothing counts on from 1."""
    begun, runs = AT_START.match(line), list[list[int]]()
    if begun is not None and re.sub(r"\D", "", begun[1]) == "1":
        runs.append([begun.start(1)])
    for match in _IN_LINE.finditer(line, begun.end() if begun else 0):
        number = int(match["number"])
        if runs and number == len(runs[-1]) + 1:
            runs[-1].append(match.start())
        elif number == 1 and _OPENS.search(line[: match.start()]):
            runs.append([match.start()])
    return [start for run in runs if len(run) > 1 for start in run]


def without_numbering(text: str) -> str:
    """The text with the numbers of its lists and headings blanked out, as long as before."""
    for pattern in (_OF_HEADING, AT_START, _IN_BRACKETS):
        text = pattern.sub(lambda match: match[0].replace(match[1], " " * len(match[1]), 1), text)
    return text


def without_yes_or_no(sentence: str) -> str:
    """The sentence after a leading yes or no; "" if there is nothing else."""
    return _YES_OR_NO.sub("", sentence, count=1)
