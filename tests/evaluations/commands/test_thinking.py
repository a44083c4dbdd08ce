"""The key of the settings goes to the endpoint they name, and nowhere else."""

from __future__ import annotations

import pytest
from pydantic import SecretStr

from evaluations.commands.thinking import client_of, key_for
from foundation.contracts.ports import Message, Usage
from foundation.llm.scripted import ANY, ScriptedEndpoint
from service_agent.settings.settings import Settings

OWN = "https://models.example/v1"


@pytest.mark.parametrize(
    ("base_url", "sent"),
    [
        (OWN, True),
        ("https://MODELS.example:443/other/v1", True),
        ("http://models.example/v1", False),
        ("https://models.example:8443/v1", False),
        ("https://models.example.evil/v1", False),
        ("https://models.example@evil.example/v1", False),
        ("https://api.openai.com/v1", False),
    ],
)
def test_only_the_configured_host_gets_the_configured_key(base_url: str, sent: bool) -> None:
    settings = Settings(llm_base_url=OWN, llm_model="m", llm_api_key=SecretStr("secret"))
    assert key_for(base_url, settings) == ("secret" if sent else "")


def test_without_an_address_the_key_is_openais() -> None:
    settings = Settings(llm_base_url=None, llm_model="m", llm_api_key=SecretStr("secret"))
    assert key_for("https://api.openai.com/v1", settings) == "secret"
    assert key_for(OWN, settings) == ""


@pytest.mark.parametrize("given", ["", "theirs"])
async def test_another_endpoint_gets_the_key_that_was_given(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("SUFFICE_LLM_BASE_URL", OWN)
    monkeypatch.setenv("SUFFICE_LLM_API_KEY", "secret")
    async with ScriptedEndpoint({ANY: "yes"}) as endpoint:
        client = client_of(endpoint.base_url, "m", given or None)
        assert [piece async for piece in client.stream("answer", [Message("user", "?")], Usage())]
        await client.aclose()
    [call] = endpoint.calls
    assert "secret" not in call.headers["authorization"]
    assert (given or "none") in call.headers["authorization"]
