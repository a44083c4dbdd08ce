"""What is shipped to run the service elsewhere names settings that exist, and keeps what it promises."""

from __future__ import annotations

import http.server
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
import yaml

from foundation.contracts.errors import WrongSetting
from foundation.storage.database.engine import parse_url
from service_agent.settings.operation import OperationSettings
from service_agent.settings.settings import PREFIX, Settings

CHECKOUT = Path(__file__).resolve().parents[2]
DEPLOY = CHECKOUT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text("utf-8")
EXAMPLE = (DEPLOY / "suffice.env.example").read_text("utf-8")
FILES = sorted(path for path in DEPLOY.rglob("*") if path.is_file() and path.name != "suffice.env")


def compose() -> dict[str, Any]:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))


def example() -> dict[str, str]:
    """The example's lines, those commented out too."""
    pairs = re.findall(r"^(?:# )?([A-Z_]+)=(.*)$", EXAMPLE, re.MULTILINE)
    assert pairs
    return dict(pairs)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_setting_named_exists(path: Path) -> None:
    known = {f"{PREFIX}{name.upper()}" for name in Settings.model_fields}
    assert set(re.findall(rf"\b{PREFIX}[A-Z_]+\b", path.read_text("utf-8"))) <= known


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_download_host_is_named_beyond_images(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not re.search(
        r"index-url|pypi|registry|supervisord|https?://(?!127\.0\.0\.1|collector|models\.example)", text
    )


def chosen_in(text: str) -> dict[str, Any]:
    """The settings a file sets."""
    pairs = re.findall(r"^([A-Z_]+)=(.+)$", text, re.MULTILINE)
    return {name.removeprefix(PREFIX).lower(): value for name, value in pairs if name.startswith(PREFIX)}


def test_the_example_as_it_is_starts_nothing() -> None:
    with pytest.raises(WrongSetting, match="SUFFICE_AUTH_KEYS still holds a key of the example"):
        Settings(**chosen_in(EXAMPLE)).checked()


def test_the_example_filled_in_starts_a_service_that_signs_people_in() -> None:
    settings = Settings(**chosen_in(EXAMPLE.replace("operator:change-me-", "operator:my-own-"))).checked()
    assert settings.signed_in
    assert settings.database_url is not None
    address = parse_url(settings.database_url.get_secret_value())
    assert (address.host, address.user, address.database) == ("postgres", "suffice", "suffice")
    assert address.password == example()["POSTGRES_PASSWORD"]


def test_the_image_runs_as_nobody_in_particular_and_is_built_in_two_stages() -> None:
    assert DOCKERFILE.count("\nFROM ") == 2
    last = DOCKERFILE.rsplit("\nFROM ", 1)[1]
    assert re.findall(r"^USER (\S+)$", last, re.MULTILINE) == ["suffice"]
    assert "useradd --system" in last
    assert "COPY . ." not in last
    assert "--require-hashes" in DOCKERFILE
    assert "sh scripts/page build" in DOCKERFILE, "whoever runs the image has nothing to build the page with"
    assert "HEALTHCHECK" in last


def ignored(path: str) -> bool:
    """Whether the build's context leaves this file of the checkout out; no pattern of ours is taken back by another."""
    lines = [line for line in (CHECKOUT / ".dockerignore").read_text("utf-8").splitlines() if line and line[0] != "#"]
    assert not any(line.startswith("!") for line in lines)
    ways = [path, *(parent.as_posix() for parent in Path(path).parents)]
    return any(
        fnmatchcase(way, pattern) for way in ways for line in lines for pattern in (line, line.removeprefix("**/"))
    )


@pytest.mark.parametrize("secret", ["deploy/suffice.env", ".env", "deploy/.env", ".data/embedded", ".git/config"])
def test_nothing_anybody_filled_in_gets_into_the_image(secret: str) -> None:
    assert ignored(secret)


def test_what_the_image_is_built_and_runs_from_gets_into_it() -> None:
    copied = [line.split()[1] for line in DOCKERFILE.splitlines() if line.startswith("COPY ") and "--from" not in line]
    assert copied == ["requirements.lock", "."]
    floors = ["service_agent", "supervisor", "execution_agents", "prompts", "foundation"]
    others = [
        "pyproject.toml",
        "README.md",
        "requirements-dev.lock",
        "alembic.ini",
        "alembic",
        "packs",
        "web",
        "scripts",
    ]
    for path in [*copied, *floors, *others]:
        assert (CHECKOUT / path).exists(), path
        assert not ignored(path)
    assert all(ignored(path) for path in ("tests/conftest.py", "benchmarks/soak/run.py", "web/node_modules/x"))


@contextmanager
def answering(status: int) -> Generator[int]:
    """A service that says how it is; its port."""

    class Answers(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/readyz" else 404)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Nothing."""

    with http.server.HTTPServer(("127.0.0.1", 0), Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.mark.parametrize(("status", "healthy"), [(200, True), (503, False), (404, False)])
def test_the_images_health_check_asks_the_service_itself_also_where_a_proxy_leads_out(
    status: int, healthy: bool
) -> None:
    health = re.search(r"^HEALTHCHECK .*\\\n +CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
    assert health is not None
    program, *arguments = json.loads(health.group(1))
    assert program == "python"
    with answering(status) as port:
        environment = {**os.environ, "SUFFICE_PORT": str(port), "http_proxy": "http://127.0.0.1:1"}
        asked = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, check=False)
    assert (asked.returncode == 0) is healthy


def test_backups_of_all_processes_lie_in_one_place() -> None:
    services, folder = compose()["services"], example()["SUFFICE_BACKUP_DIR"]
    for name in ("serve", "worker"):
        assert f"backups:{folder}" in services[name]["volumes"]
    assert folder in DOCKERFILE, "made there with its owner: a new volume takes both from the image"


def test_every_service_waits_for_what_it_stands_on_and_is_asked_how_it_is() -> None:
    services = compose()["services"]
    assert set(services) == {"serve", "worker", "postgres", "redis"}
    for name in ("serve", "worker"):
        assert {need["condition"] for need in services[name]["depends_on"].values()} == {"service_healthy"}
        assert services[name]["command"] == [name]
    assert all("healthcheck" in services[name] for name in ("postgres", "redis", "worker"))
    assert services["postgres"]["image"].startswith("pgvector/pgvector:")


def test_a_stopping_container_is_given_time_to_drain() -> None:
    grace = compose()["x-suffice"]["stop_grace_period"]
    assert int(grace.removesuffix("s")) > 15


def test_the_port_is_published_to_this_machine_alone() -> None:
    assert all(port.startswith("127.0.0.1:") for port in compose()["services"]["serve"]["ports"])


def test_volumes_that_are_used_are_declared() -> None:
    made = compose()
    used = {volume.split(":")[0] for service in made["services"].values() for volume in service.get("volumes", [])}
    assert used == set(made["volumes"])


def test_the_secrets_of_the_example_are_no_ones() -> None:
    assert all("change-me" in example()[name] for name in ("POSTGRES_PASSWORD", "SUFFICE_AUTH_KEYS"))


def test_retention_in_the_example_is_what_the_settings_take() -> None:
    kept = {name for name in example() if name.startswith(f"{PREFIX}KEEP_")}
    assert kept <= {f"{PREFIX}{name.upper()}" for name in OperationSettings.model_fields}
