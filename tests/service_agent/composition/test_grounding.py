"""The grounding model is asked where both of its settings are there."""

from __future__ import annotations

import httpx

from service_agent.composition.grounding import grounder_of
from service_agent.settings.settings import Settings


async def test_both_settings_make_a_client_and_one_alone_none() -> None:
    address, model = "http://127.0.0.1:9/v1", "minicheck"
    async with httpx.AsyncClient() as http:
        both = grounder_of(Settings(check_base_url=address, check_model=model), http)
        assert both is not None
        assert both.name == model
        assert grounder_of(Settings(check_base_url=address), http) is None
        assert grounder_of(Settings(check_model=model), http) is None
