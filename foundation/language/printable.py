"""External text for a terminal or a log, without characters a terminal would interpret."""

from __future__ import annotations

import json
import re
from typing import Any

COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""C0 without tab and line feed, DEL, C1 (one of them is CSI), and Unicode's marks of direction."""


def escaped(text: str) -> str:
    """The text with those written as JSON and Python write them: \\u009b."""
    return COMMANDS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def json_text(value: Any, indent: int | None = None) -> str:
    """JSON a person can read: JSON itself escapes C0 alone."""
    return escaped(json.dumps(value, ensure_ascii=False, indent=indent))
