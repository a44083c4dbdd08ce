"""Structured replies: the schema a model is shown, and a parser that forgives the wrapping but never the content."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, cast

from pydantic import BaseModel, ValidationError

from foundation.contracts.ports import Message, ModelT, Reads
from foundation.contracts.untrusted_json import too_deep_at

MAX_REPLY = 200_000
"""Characters of a reply that are looked at."""
QUOTED_REPLY = 2_000
"""Characters of a wrong reply quoted back in the repair."""
MAX_STARTS = 64
"""Places in a reply where an object may be tried to start."""
THINKING = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
OBJECT_START = re.compile(r'\{\s*"')
FENCE = re.compile(r"```[a-zA-Z]*\s*\n?(.*?)```", re.DOTALL)


class Malformed(Exception):
    """A reply that is no JSON object, or not of the shape asked for."""

    def __init__(self, reason: str, problems: tuple[str, ...], field: str = "") -> None:
        self.reason = reason
        """empty, bad_json or wrong_shape."""
        self.problems = problems
        self.field = field
        """The first field that is wrong; "": the reply as a whole."""
        super().__init__("; ".join(problems))


def parse_reply(text: str, schema: type[ModelT]) -> ModelT:
    """The validated reply. Raises Malformed."""
    found = parse_object(text)
    try:
        return schema.model_validate(found)
    except ValidationError as error:
        raise Malformed("wrong_shape", problems_of(error), wrong_field(error)) from error


def read_reply(text: str, schema: type[ModelT], otherwise: Reads[ModelT] | None) -> ModelT:
    """The same, or what `otherwise` reads. Raises Malformed."""
    try:
        return parse_reply(text, schema)
    except Malformed:
        read = otherwise(text[:MAX_REPLY]) if otherwise is not None and text.strip() else None
        if read is None:
            raise
        return read


def parse_object(text: str) -> dict[str, Any]:
    """The JSON object in a reply, out of fences, thinking and prose. Raises Malformed."""
    if not text.strip():
        raise Malformed("empty", ("the reply was empty",))
    for candidate in candidates(text[:MAX_REPLY]):
        found = decoded(candidate)
        if found is not None:
            return found
    raise Malformed("bad_json", ("the reply holds no JSON object",))


def candidates(text: str) -> Iterator[str]:
    """Parts of a reply that may be the object, most likely first."""
    plain = THINKING.sub("", text)
    yield plain
    yield from FENCE.findall(plain)
    for match in islice(re.finditer(r"\{", plain), MAX_STARTS):
        yield plain[match.start() :]
        if OBJECT_START.match(plain, match.start()):
            # A broken object: an object inside it is not the reply, and taking it for one would be guessing.
            return


def decoded(text: str) -> dict[str, Any] | None:
    """The object at the start of the text; what follows it is ignored."""
    if too_deep_at(text) is not None:
        return None
    try:
        found, _ = json.JSONDecoder(parse_constant=refuse_constant).raw_decode(text.strip())
    except ValueError:
        return None
    return cast("dict[str, Any]", found) if isinstance(found, dict) else None


def refuse_constant(name: str) -> None:
    """NaN and Infinity are no JSON, and no confidence either."""
    raise ValueError(name)


def problems_of(error: ValidationError) -> tuple[str, ...]:
    """One line per problem: where, and what is wrong."""
    return tuple(
        f"{'.'.join(str(part) for part in problem['loc']) or 'reply'}: {problem['msg']}"
        for problem in error.errors(include_url=False, include_context=False, include_input=False)[:8]
    )


def wrong_field(error: ValidationError) -> str:
    """The first wrong field, as the schema names it: what lies below it may be the model's own words."""
    place = next(iter(error.errors(include_url=False, include_context=False, include_input=False)))["loc"]
    return str(place[0]) if place else ""


def schema_of(schema: type[BaseModel]) -> dict[str, Any]:
    """The JSON Schema sent to the endpoint."""
    return schema.model_json_schema(mode="validation")


def schema_message(schema: type[BaseModel]) -> Message:
    """Says the shape in words, for endpoints that cannot be held to a schema."""
    written = json.dumps(schema_of(schema), ensure_ascii=False)
    asked = "Reply with one JSON object and nothing else. It must follow this JSON Schema:"
    return Message("system", f"{asked}\n{written}")


def repair_messages(reply: str, malformed: Malformed) -> tuple[Message, ...]:
    """The one re-ask: the wrong reply, and what was wrong with it."""
    problems = "\n".join(f"- {problem}" for problem in malformed.problems)
    again = "Reply again with the corrected JSON object and nothing else."
    asked = Message("user", f"That reply could not be used:\n{problems}\n{again}")
    quoted = reply.strip()[:QUOTED_REPLY]
    return (Message("assistant", quoted), asked) if quoted else (asked,)
