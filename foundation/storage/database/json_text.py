"""Text and JSON that PostgreSQL takes.

People, documents and models can send NUL characters and halves of surrogate pairs; neither `text` nor `jsonb` can
hold them, and a statement that carries one fails as a whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def plain(value: str) -> str:
    """The same text with every character PostgreSQL cannot hold replaced by U+FFFD."""
    return _UNSTORABLE.sub("�", value) if _UNSTORABLE.search(value) else value


def dump(value: Any) -> str:
    """Compact JSON, Korean readable, storable."""
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_plain_value)
    except (TypeError, ValueError) as error:
        raise TypeError(f"This cannot be stored as JSON: {error}") from error
    if "\\u0000" in text or _UNSTORABLE.search(text):
        text = json.dumps(_clean(value), ensure_ascii=False, separators=(",", ":"), default=_plain_value)
    return text


def load(text: str | None) -> Any:
    """The stored value; None for SQL NULL."""
    return None if text is None else json.loads(text)


def _plain_value(value: Any) -> Any:
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if isinstance(value, (set, frozenset)):
        return sorted(cast("set[str]", value))
    raise TypeError(f"{type(value).__name__} is not a plain value")


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, Mapping):
        entries = cast("Mapping[Any, Any]", value)
        return {_clean(key): _clean(entry) for key, entry in entries.items()}
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray)):
        return [_clean(entry) for entry in cast("Sequence[Any]", value)]
    return value
