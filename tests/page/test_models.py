"""The page of models in a real browser, against a real service and a scripted endpoint."""

from __future__ import annotations

import json
import sys

import pytest

from tests.page import test_browser
from tests.page.test_admin import PEOPLE
from tests.page.test_browser import EVERY_SIZE, PART, Place, ok, place, played

__all__ = ["place"]

pytestmark = test_browser.pytestmark


@pytest.mark.nightly  # every day: the routes in tests/service_agent/api/test_model_endpoint.py, the parts in web/test
@pytest.mark.timeout(900)
async def test_administrators_enter_a_model_and_take_it_away(place: Place) -> None:
    keys = {name: f"{name}-0123456789abcdef" for name in PEOPLE}
    lines = await played(
        place,
        {"MODELS": "yes", "PEOPLE": json.dumps(keys), **EVERY_SIZE},
        SUFFICE_AUTH_KEYS=",".join(f"{name}:{keys[name]}:{role}" for name, role in PEOPLE.items()),
        SUFFICE_TRY_PRIVATE_ENDPOINTS="true",
    )
    sys.stdout.write("\n".join(lines) + "\n")
    assert [line for line in lines if not line.startswith("@ok")] == [f"@played {len(ok(lines))}"], lines
    assert PART or len(ok(lines)) == 5, lines
