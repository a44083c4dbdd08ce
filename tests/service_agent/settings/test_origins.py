"""Whose page may connect: this service's own at its own address and by a scheme no weaker than ours."""

from __future__ import annotations

import pytest

from foundation.contracts.errors import ForbiddenOrigin
from service_agent.settings.origins import Origins

OWN = Origins(frozenset({"https://desk.example"}), local_only=False)
HOST = "answers.example:8000"


@pytest.mark.parametrize(
    ("origin", "encrypted"),
    [
        (None, False),
        ("http://answers.example:8000", False),
        ("https://answers.example:8000", False),
        ("https://Answers.example:8000", True),
        ("https://desk.example", True),
    ],
)
def test_our_own_pages_may_connect(origin: str | None, encrypted: bool) -> None:
    OWN.check(origin, HOST, encrypted=encrypted)


@pytest.mark.parametrize(
    ("origin", "encrypted"),
    [
        ("http://answers.example:8000", True),
        ("ftp://answers.example:8000", False),
        ("http://answers.example:8001", False),
        ("http://desk.example", False),
        ("null", False),
    ],
)
def test_pages_of_others_or_of_a_weaker_scheme_may_not(origin: str, encrypted: bool) -> None:
    with pytest.raises(ForbiddenOrigin):
        OWN.check(origin, HOST, encrypted=encrypted)
