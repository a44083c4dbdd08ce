"""External text without what nobody sees: characters a terminal would interpret, and characters without a shape."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""C0 without tab and line feed, DEL, C1 (one of them is CSI), and Unicode's marks of direction."""

_SHAPELESS = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Unicode's Default_Ignorable_Code_Point beyond the category Cf: joiners, fillers and selectors of variants."""

_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""What a file of Word (XML 1.0, 2.2) cannot hold, and C1."""


def writable(text: str) -> str:
    """The text as any file can hold it: a blank for each control character but tabs and ends of lines."""
    return _UNWRITABLE.sub(" ", text)


def visible(text: str) -> str:
    """The text as it looks: without characters of no width, which part a word for a reader of characters alone."""
    if text.isascii():
        return text
    return _SHAPELESS.sub("", "".join(each for each in text if unicodedata.category(each) != "Cf"))


def escaped(text: str) -> str:
    """The text with those written as JSON and Python write them: \\u009b."""
    return COMMANDS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def json_text(value: Any, indent: int | None = None) -> str:
    """JSON a person can read: JSON itself escapes C0 alone."""
    return escaped(json.dumps(value, ensure_ascii=False, indent=indent))
