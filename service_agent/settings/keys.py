"""Secrets: how keys and cookies are made, and the hash that stands for them everywhere else."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Literal

from pydantic import SecretStr

from foundation.contracts.identity import Principal, Role, roles_up_to

KEY_PREFIX = "sfk_"
"""Begins every key of ours, so that people, and scanners of repositories, recognise one."""
RANDOM_BYTES = 32
"""256 bits: a hash of them needs no salt and no slowness, there is nothing to guess."""
SHORTEST_STATIC = 16
EXAMPLE = "change-me"
"""Begins the keys of examples anybody can read (deploy/suffice.env.example)."""
LONGEST_TOKEN = 8_000
"""Characters; as in the `authenticate` frame."""
Shape = Literal["made", "signed", "chosen"]


def new_key() -> str:
    """A fresh API key; it is shown once."""
    return KEY_PREFIX + secrets.token_urlsafe(RANDOM_BYTES)


def new_cookie() -> str:
    """A fresh value of the page's cookie: it means nothing by itself."""
    return secrets.token_urlsafe(RANDOM_BYTES)


def hash_of(secret: str) -> str:
    """What is stored and compared instead of the secret."""
    return sha256(secret.encode()).hexdigest()


def shape_of(token: str) -> Shape:
    """What a key or token looks like: `made` as a key of this service, `signed` as a token of a provider."""
    if token.startswith(KEY_PREFIX):
        return "made"
    return "signed" if token.count(".") == 2 else "chosen"


def shapes_of(keys: SecretStr) -> frozenset[Shape]:
    """What the static keys look like: a shape that one of them has is no sign of something nobody can guess."""
    return frozenset(shape_of(entry.strip().partition(":")[2].partition(":")[0]) for entry in _entries(keys))


def any_begins(keys: SecretStr, words: str) -> bool:
    """Whether one of the static keys begins with these."""
    return any(entry.strip().partition(":")[2].startswith(words) for entry in _entries(keys))


def read_keys(keys: SecretStr) -> dict[str, Principal]:
    """Hash of each static key -> who it is. Raises ValueError on an entry that is not name:key[:role],
    and on a key that stands twice, which would sign in as the later entry's person alone."""
    known: dict[str, Principal] = {}
    for entry in _entries(keys):
        name, _, rest = entry.strip().partition(":")
        key, _, role = rest.partition(":")
        if not name or len(key) < SHORTEST_STATIC or not key.isascii():
            raise ValueError("an entry is not name:key with a key of 16 ASCII characters or more")
        if hash_of(key) in known:
            raise ValueError(f"the key of {name} is another entry's too; give each its own")
        known[hash_of(key)] = Principal(
            tenant_id="local", owner_id=name, roles=roles_up_to(Role(role) if role else Role.PERSON)
        )
    return known


def _entries(keys: SecretStr) -> list[str]:
    return keys.get_secret_value().split(",")
