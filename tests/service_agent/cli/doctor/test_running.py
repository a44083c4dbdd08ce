"""Whose settings the doctor tells: a service of the data folder is asked, and says what it has."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from foundation.llm.scripted import Reply, ScriptedEndpoint
from service_agent.cli.doctor.health import asking_line
from service_agent.cli.doctor.model_lines import model_line
from service_agent.cli.doctor.running import find_running, service_of
from service_agent.cli.serving.listening import FOLDER, addresses, listens
from service_agent.services.endpoints.reports import EndpointVerdict, keep
from service_agent.settings.settings import Settings
from service_agent.terminal.client import address_of
from tests.serving import Serve, Serving

KEY = "ada-key-0123456789"
NOWHERE = 1
"""A port that nothing listens on."""


def environment(data_dir: Path, **chosen: Any) -> Settings:
    """The settings of whoever runs the doctor."""
    return Settings(data_dir=data_dir, port=NOWHERE, **chosen)


def port_of(served: Serving) -> int:
    return int(served.url.rpartition(":")[2])


async def test_a_service_of_the_folder_is_found_wherever_it_listens(serve: Serve, data_dir: Path) -> None:
    async with serve(ask_worth_s=0.0) as served:
        with listens(data_dir, served.url, port_of(served)):
            line, running = await find_running(environment(data_dir), None, None)
            assert running is not None
            asking = await asking_line(environment(data_dir), served.services, running)
        assert not addresses(data_dir)
    assert (line.mark, served.url in line.text) == ("ok", True)
    assert running.value("ask_worth_s", 1.5) == "0.0"
    assert asking.mark == "ok"
    assert f"SUFFICE_ASK_WORTH_S=0 of the service at {served.url}" in asking.text


async def test_commands_find_the_folders_service_wherever_it_listens(
    serve: Serve, data_dir: Path, tmp_path: Path
) -> None:
    async with serve() as served:
        with listens(data_dir, served.url, port_of(served)), listens(tmp_path, served.url, port_of(served)):
            assert await service_of(environment(data_dir), None) == served.url
            assert await service_of(environment(tmp_path), None) is None, "it has another folder"
    assert await service_of(environment(data_dir), None) is None


async def test_without_a_service_its_own_environment_is_reported_as_such(serve: Serve, data_dir: Path) -> None:
    line, running = await find_running(environment(data_dir), None, None)
    assert running is None
    assert (line.mark, line.text.endswith("All settings are shown as this environment has them")) == ("note", True)
    async with serve() as served:
        asking = await asking_line(environment(data_dir, ask_worth_s=600.0), served.services, None)
    assert "nobody will be asked" in asking.text
    assert "SUFFICE_ASK_WORTH_S=600 of this environment" in asking.text


async def test_a_service_of_another_folder_is_not_taken_for_this_ones(serve: Serve, tmp_path: Path) -> None:
    async with serve() as served:
        mine = environment(tmp_path).model_copy(update={"port": port_of(served)})
        line, running = await find_running(mine, None, None)
        asked, named = await find_running(mine, served.url, None)
    assert running is None
    assert "another data folder" in line.text
    assert (asked.mark, named is not None) == ("ok", True)


async def test_a_service_that_wants_sign_in_is_asked_with_a_key(serve: Serve, data_dir: Path) -> None:
    async with serve(auth_keys=f"ada:{KEY}:admin") as served:
        with listens(data_dir, served.url, port_of(served)):
            refused, nothing = await find_running(environment(data_dir), None, None)
            _, running = await find_running(environment(data_dir), None, KEY)
    assert nothing is None
    assert "--token" in refused.text
    assert running is not None


def test_what_a_killed_service_left_behind_is_only_an_address(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "8000").write_text(f"{address_of('0.0.0.0', 8000)}\n")
    (tmp_path / FOLDER / "8001").write_text("rm -rf /\n")
    assert addresses(tmp_path) == ["http://127.0.0.1:8000"]
    assert addresses(tmp_path / "nowhere") == []


@pytest.mark.parametrize("asked", [True, False], ids=["asked", "not asked"])
async def test_a_model_entered_on_the_page_is_known(serve: Serve, data_dir: Path, asked: bool) -> None:
    script = {"direct_response": Reply("ready")}
    async with ScriptedEndpoint(script) as model, serve(try_private_endpoints=True) as served:
        await served.http.put("/api/model/endpoint", json={"base_url": model.base_url, "model": "entered"})
        _, running = await find_running(environment(data_dir), served.url, None)
        line = await model_line(environment(data_dir), served.services, running if asked else None)
    assert line.mark == "ok"
    assert f"entered (entered on the page, at {model.base_url}) answers" in line.text


async def test_a_model_of_the_services_environment_is_reported_and_not_called(serve: Serve, data_dir: Path) -> None:
    async with serve() as served:
        _, running = await find_running(environment(data_dir), served.url, None)
        assert running is not None
        said = {**running.model, "chosen_by": "environment", "model": "big", "base_url": "http://127.0.0.1:9/v1"}
        line = await model_line(environment(data_dir), served.services, replace(running, model=said))
        keep(data_dir, EndpointVerdict("http://127.0.0.1:9/v1", "big", "writes only", {}))
        known = await model_line(environment(data_dir), served.services, replace(running, model=said))
        none = await model_line(environment(data_dir), served.services, running)
    assert (line.mark, f"big (set for the service at {served.url})" in line.text) == ("note", True)
    assert ("judged" in line.text, known.text.endswith(": writes only")) == (False, True)
    assert "none entered on the page" in none.text
    assert served.services.endpoints.configured.model is None
