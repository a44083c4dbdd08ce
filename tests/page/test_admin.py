"""The administrator's page in a real browser, against a real service."""

from __future__ import annotations

import json
import sys

import pytest

from tests.page import test_browser
from tests.page.test_browser import EVERY_SIZE, PART, Place, ok, place, played

__all__ = ["place"]

pytestmark = test_browser.pytestmark

PEOPLE = {"boss": "admin", "olga": "operator", "ann": "person"}


EVERY_DAY = ("admin: a key",)
LONG = ("admin: limits", "admin: a person", "admin: an operator")
FEW_OR_ALL = [EVERY_DAY, pytest.param(LONG, marks=pytest.mark.long), pytest.param((), marks=pytest.mark.nightly)]


@pytest.mark.timeout(900)
@pytest.mark.parametrize("stories", FEW_OR_ALL, ids=["few", "some", "all"])
async def test_administrators_do_their_work_and_it_is_written_down(place: Place, stories: tuple[str, ...]) -> None:
    keys = {name: f"{name}-0123456789abcdef" for name in PEOPLE}
    lines = await played(
        place,
        {
            "ADMIN": "yes",
            "PEOPLE": json.dumps(keys),
            "PART": PART or "|".join(stories),
            **({} if stories else EVERY_SIZE),
        },
        SUFFICE_AUTH_KEYS=",".join(f"{name}:{keys[name]}:{role}" for name, role in PEOPLE.items()),
    )
    sys.stdout.write("\n".join(lines) + "\n")
    assert [line for line in lines if not line.startswith("@ok")] == [f"@played {len(ok(lines))}"], lines
    assert PART or len(ok(lines)) == (len(stories) or 5), lines
