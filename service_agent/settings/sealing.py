"""Keys that people enter, encrypted for the database (Fernet: AES-128-CBC, HMAC-SHA256) under this service's secret.

The secret is SETTINGS_KEY, or a file of the data folder that is made when the first key is to be stored. What is sealed
names whom and which address it belongs to: whoever may write into the database cannot have a key sent elsewhere.
"""

from __future__ import annotations

import base64
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from pydantic import SecretStr, TypeAdapter, ValidationError

from foundation.contracts.endpoint_errors import SettingsKeyUnusable
from service_agent.settings.operation import SHORTEST_KEY, keys_in

FILE = "settings.key"
PURPOSE = b"suffice: keys entered on the page"
_SEALED = TypeAdapter(dict[str, str])
UNREADABLE = (
    "The stored key of the model endpoint cannot be decrypted with this process's secret (SUFFICE_SETTINGS_KEY, or "
    "settings.key in the data folder); give every process the secret it was stored under, or enter the key again."
)


class NotOpened(Exception):
    """It was sealed under another secret, for something else, or is no seal."""


class Sealing:
    """Seals and opens."""

    def __init__(self, settings_key: SecretStr | None, data_dir: Path) -> None:
        self._given = settings_key
        self._file = data_dir / FILE

    def seal(self, key: str, of: Mapping[str, str]) -> str:
        """The key, encrypted together with what it belongs to. Raises SettingsKeyUnusable."""
        if self._given is None and not self._file.exists():
            self._make()
        try:
            ring = self._ring()
        except NotOpened as problem:
            raise SettingsKeyUnusable from problem
        return ring.encrypt(_SEALED.dump_json({**of, "key": key})).decode()

    def opened(self, sealed: str, of: Mapping[str, str]) -> str:
        """The key. Raises NotOpened when it does not belong to this."""
        try:
            held = _SEALED.validate_json(self._ring().decrypt(sealed.encode()))
        except (InvalidToken, ValidationError, ValueError) as problem:
            raise NotOpened from problem
        key = held.pop("key", "")
        if held != dict(of):
            raise NotOpened
        return key

    def _ring(self) -> MultiFernet:
        return MultiFernet([Fernet(_derived(secret)) for secret in self._secrets()])

    def _secrets(self) -> list[str]:
        if self._given is not None:
            return keys_in(self._given.get_secret_value())
        try:
            found = self._file.read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError) as problem:
            raise NotOpened from problem
        if len(found) < SHORTEST_KEY:
            raise NotOpened
        return [found]

    def _make(self) -> None:
        """A file of its owner alone. Of processes that make it together one does: all read what lies there then."""
        half = self._file.with_name(f".{FILE}.{secrets.token_hex(8)}")
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(48) + "\n")
                file.flush()
                os.fsync(file.fileno())
            with suppress(FileExistsError):
                os.link(half, self._file)
        except OSError as problem:
            raise SettingsKeyUnusable from problem
        finally:
            with suppress(OSError):
                half.unlink()


def _derived(secret: str) -> bytes:
    """Fernet takes 32 bytes; the secret is random, so one step of a hash makes them."""
    made = HKDF(algorithm=SHA256(), length=32, salt=None, info=PURPOSE).derive(secret.encode())
    return base64.urlsafe_b64encode(made)
