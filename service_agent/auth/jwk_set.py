"""A provider's published keys (RFC 7517): those that can check signatures, each only as what it is."""

from __future__ import annotations

from typing import Any, cast

import jwt

from service_agent.auth.tokens import ASYMMETRIC

TYPE_OF = {"RS": "RSA", "PS": "RSA", "ES": "EC", "Ed": "OKP"}
"""First letters of an algorithm -> its key type. `oct` is missing: a published key cannot be a shared secret."""


class JwkSet:
    """Keys by id."""

    def __init__(self, document: Any) -> None:
        """Raises ValueError when the document is no key set."""
        listed = cast("dict[str, Any]", document).get("keys") if isinstance(document, dict) else None
        if not isinstance(listed, list):
            raise ValueError("not a key set")
        keys = [cast("dict[str, Any]", one) for one in cast("list[Any]", listed) if isinstance(one, dict)]
        self._keys = [key for key in keys if _checks_signatures(key)]
        self._made: dict[tuple[str | None, str], jwt.PyJWK] = {}

    def __len__(self) -> int:
        return len(self._keys)

    def find(self, kid: str | None, algorithm: str) -> jwt.PyJWK | None:
        """The key of this id for this algorithm; without an id, the only one for it."""
        if (kid, algorithm) not in self._made:
            fitting = [one for one in self._keys if _fits(one, algorithm) and kid in (None, one.get("kid"))]
            if len(fitting) != 1:
                return None
            try:
                self._made[kid, algorithm] = jwt.PyJWK(fitting[0], algorithm)
            except (jwt.PyJWTError, ValueError, TypeError):
                return None
        return self._made[kid, algorithm]


def _checks_signatures(key: dict[str, Any]) -> bool:
    return key.get("use") in (None, "sig") and key.get("kty") in TYPE_OF.values()


def _fits(key: dict[str, Any], algorithm: str) -> bool:
    return algorithm in ASYMMETRIC and key["kty"] == TYPE_OF[algorithm[:2]] and key.get("alg") in (None, algorithm)
