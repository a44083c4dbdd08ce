"""What must never be written anywhere: the secrets of the settings, and passwords in addresses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Self, cast
from urllib.parse import quote, unquote, urlsplit

from pydantic import BaseModel, SecretStr
from pydantic_settings import BaseSettings

HIDDEN = "(secret)"
SHORTEST = 6
"""A shorter secret is no secret, and would be found inside other words."""
LISTED = 32
"""From this length on an entry of a list is a secret of its own."""
IN_ADDRESS = re.compile(r"(\b[a-z][a-z0-9+.-]*://[^/\s:@]*:)[^/\s@]+(?=@)", re.IGNORECASE)


class Secrets:
    """Known secrets, in every form they are written in."""

    def __init__(self, values: Iterable[str] = ()) -> None:
        forms = {form for value in values if len(value) >= SHORTEST for form in _forms(value)}
        # The longest first: of two secrets one may begin with the other.
        ordered = sorted(forms, key=len, reverse=True)
        self._known = re.compile("|".join(map(re.escape, ordered))) if ordered else None

    @classmethod
    def of(cls, settings: BaseSettings) -> Self:
        """Those of the settings, whole and by their parts: a key of a list, the password of an address."""
        return cls.among(value for _, held in settings for value in _held(held))

    @classmethod
    def among(cls, values: Iterable[str]) -> Self:
        """These values as they were set, whole and by their parts."""
        return cls(part for value in values for part in _parts(value))

    def hide(self, text: str) -> str:
        """The text without them."""
        found = IN_ADDRESS.sub(rf"\1{HIDDEN}", text)
        return found if self._known is None else self._known.sub(HIDDEN, found)


def _held(value: object) -> Iterable[str]:
    """The secrets in a setting: itself, or those of the things it names."""
    if isinstance(value, SecretStr):
        yield value.get_secret_value()
    elif isinstance(value, Mapping):
        for one in cast("Mapping[str, object]", value).values():
            yield from _held(one)
    elif isinstance(value, BaseModel):
        for _, one in value:
            yield from _held(one)


def _parts(secret: str) -> Iterable[str]:
    yield secret
    if "://" in secret:
        try:
            password = urlsplit(secret).password
        except ValueError:
            return
        if password:
            yield from (password, unquote(password))
        return
    for entry in secret.split(","):  # AUTH_KEYS: name:key[:role]; SETTINGS_KEY: key,key
        key, separator, rest = entry.strip().partition(":")
        if separator:
            yield rest.partition(":")[0]
        elif len(key) >= LISTED:
            yield key


def _forms(value: str) -> Iterable[str]:
    yield value
    yield json.dumps(value)[1:-1]
    yield json.dumps(value, ensure_ascii=False)[1:-1]
    yield repr(value)[1:-1]
    yield quote(value, safe="")
