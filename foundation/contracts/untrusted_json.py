"""JSON from untrusted sources.

`json` parses nested values recursively. Thousands of opening brackets reach the interpreter's recursion limit, which
ends in a RecursionError one could catch; but the lists created on the way start the garbage collector, and at that
depth every finalizer fails too, even of unrelated objects. So a text that is nested too deep is not parsed at all.
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any

DEEPEST = 200
"""Levels of lists and objects that are read: as many as pydantic's own reader takes."""

_STRUCTURE = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
"""A whole string (what it holds nests nothing; the last one may be cut off), or one bracket."""


def loads(data: str | bytes) -> Any:
    """What the JSON says, as `json.loads` gives it.

    Raises json.JSONDecodeError, also where it nests deeper than DEEPEST or a number is too long, and
    UnicodeDecodeError.
    """
    text = data if isinstance(data, str) else data.decode(json.detect_encoding(data), "surrogatepass")
    place = too_deep_at(text)
    if place is not None:
        raise json.JSONDecodeError(f"nested deeper than {DEEPEST} levels", text, place)
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        raise
    except ValueError:  # the interpreter's own limit, above which turning digits into a number takes longer and longer
        most = sys.get_int_max_str_digits()
        message = f"a number has more than {most:,} digits; write it shorter, or as a text in quotes"
        raise json.JSONDecodeError(message, text, 0) from None


def too_deep_at(text: str) -> int | None:
    """The position where lists and objects are nested deeper than DEEPEST; None if they are not. In one pass, whatever
    the text is."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return None
    depth = 0
    for match in _STRUCTURE.finditer(text):
        first = text[match.start()]
        if first in "[{":
            depth += 1
            if depth > DEEPEST:
                return match.start()
        elif first in "]}":
            depth = max(depth - 1, 0)
    return None
