"""Ids that the service makes."""

from __future__ import annotations

import json
import uuid
from hashlib import sha256


def new_id() -> str:
    """A fresh id for a message or session."""
    return uuid.uuid4().hex


def derived_id(kind: str, *parts: str) -> str:
    """The same id for the same parts: what is sent twice is done once."""
    return f"{kind}-{sha256(json.dumps(parts).encode()).hexdigest()[:32]}"
