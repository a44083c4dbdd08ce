"""One setting as a field: what it means and what values it takes, for the sentence that reports a wrong one."""

from __future__ import annotations

from typing import Any

from pydantic import Field

WITH_HOST = r"^https?://[^\s/?#:]+"
"""An address of the web that names a host."""


def setting(default: Any, meaning: str, takes: str, **bounds: Any) -> Any:
    """A pydantic field that knows its sentence: what it means, and what values it takes."""
    return Field(default, description=meaning, json_schema_extra={"takes": takes}, **bounds)
