"""One sentence for each way a field of a body or frame may be wrong: what is wrong with it, and what to send."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_COUNTED = {
    "string_too_long": "it has more than {max_length:,} characters; shorten it.",
    "string_too_short": "it has fewer than {min_length:,} characters; write more.",
    "too_long": "it has more than {max_length:,} entries; leave some out.",
    "too_short": "it has fewer than {min_length:,} entries; add some.",
    "greater_than": "it has to be more than {gt}.",
    "greater_than_equal": "it has to be {ge} or more.",
    "less_than": "it has to be less than {lt}.",
    "less_than_equal": "it has to be {le} or less.",
    "literal_error": "it is none of its values; send {expected}.",
    "string_pattern_mismatch": "it is not of the form this field takes; /api/openapi.json has it.",
}
_PLAIN = {
    "missing": "it is missing; send it.",
    "extra_forbidden": "it is not known here; leave it out.",
    "string_type": "it takes a text.",
    "beyond_calendar": "it lies beyond the years 1 to 9999 in UTC; send an earlier or a later time.",
    "control_characters": "control characters are not taken here; leave them out.",
    "string_unicode": "it holds half a character; send whole ones.",
    "list_type": "it takes a list.",
    "dict_type": "it takes an object.",
    "model_type": "it takes an object.",
    "model_attributes_type": "it takes an object.",
    "bool_type": "it takes true or false.",
    "bool_parsing": "it takes true or false.",
    "int_type": "it takes a whole number.",
    "int_parsing": "it takes a whole number.",
    "float_type": "it takes a number.",
    "float_parsing": "it takes a number.",
}


def sentence_of(mistake: Mapping[str, Any]) -> str:
    """What is wrong, without the field's name; a kind that nobody has worded in the validator's own words."""
    kind = str(mistake["type"])
    context: Mapping[str, Any] = mistake.get("ctx") or {}
    if kind == "string_too_short" and context.get("min_length") == 1:
        return "it is empty; write something."
    if kind == "string_pattern_mismatch" and str(context.get("pattern", "")).startswith("^https?://"):
        return "it takes an http:// or https:// address, without a user's name, a query or a fragment."
    if kind in _COUNTED:
        return _COUNTED[kind].format(**context)
    return _PLAIN.get(kind, f"{mistake['msg']}.")
