"""The line that says the service is ready: which model answers, by whose word, and why not the one that was entered."""

from __future__ import annotations

from pathlib import Path

from foundation.llm.scripted import ScriptedEndpoint
from service_agent.cli.serving.running import answering
from service_agent.settings.settings import Settings
from tests.serving import Serve, Serving


async def engine_shown(served: Serving, data_dir: Path, **chosen: bool | str) -> tuple[str, str]:
    """The engine and the warning of a start with these settings."""
    found = await answering(served.services, Settings(data_dir=data_dir, **chosen))  # pyright: ignore[reportArgumentType]
    return found.engine, found.warning


async def test_without_a_model_the_rules_answer(serve: Serve, data_dir: Path) -> None:
    async with serve() as served:
        assert await engine_shown(served, data_dir) == ("built-in rules engine (no model configured)", "")
        assert (await engine_shown(served, data_dir, llm_model="m", llm_base_url="http://a"))[0] == "m"


async def test_a_model_entered_on_the_page_is_the_one_that_is_named(serve: Serve, data_dir: Path) -> None:
    async with ScriptedEndpoint({}) as model, serve(try_private_endpoints=True) as served:
        await served.http.put("/api/model/endpoint", json={"base_url": model.base_url, "model": "entered"})
        assert await engine_shown(served, data_dir, try_private_endpoints=True) == ("entered (entered on the page)", "")
        engine, warning = await engine_shown(served, data_dir)
    assert engine == "built-in rules engine"
    assert f"(entered at {model.base_url}) is not called: its address is private" in warning
    assert "SUFFICE_TRY_PRIVATE_ENDPOINTS=true" in warning


async def test_with_sign_in_only_the_environment_is_spoken_of(serve: Serve, data_dir: Path) -> None:
    async with serve() as served:
        engine, _ = await engine_shown(served, data_dir, auth_keys="ada:ada-key-0123456789:admin")
    assert engine == "built-in rules engine (no model in the environment)"
