"""The administrator's page in a real browser, against a real service."""

from __future__ import annotations

import json
import sys

import pytest

from tests.page import test_browser
from tests.page.test_browser import PART, Place, ok, place, played

__all__ = ["place"]

pytestmark = test_browser.pytestmark

PEOPLE = {"boss": "admin", "olga": "operator", "ann": "person"}


@pytest.mark.timeout(900)
async def test_administrators_do_their_work_and_it_is_written_down(place: Place) -> None:
    keys = {name: f"{name}-0123456789abcdef" for name in PEOPLE}
    told = await played(
        place,
        {"ADMIN": "yes", "PEOPLE": json.dumps(keys)},
        SUFFICE_AUTH_KEYS=",".join(f"{name}:{keys[name]}:{role}" for name, role in PEOPLE.items()),
    )
    sys.stdout.write("\n".join(told) + "\n")
    assert [line for line in told if not line.startswith("@ok")] == [f"@played {len(ok(told))}"], told
    assert PART or len(ok(told)) == 4, told
