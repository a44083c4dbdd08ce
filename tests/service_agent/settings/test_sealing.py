"""Keys are sealed under the service's secret, and open for what they belong to alone."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from foundation.contracts.endpoint_errors import SettingsKeyUnusable
from service_agent.settings.sealing import FILE, NotOpened, Sealing
from service_agent.settings.secrets import Secrets
from service_agent.settings.settings import Settings

KEY = "sk-123456789"
OF = {"tenant": "local", "base_url": "https://models.example/v1"}
FIRST, SECOND = SecretStr("f" * 32), SecretStr("s" * 32)


def sealed_in(folder: Path) -> str:
    return Sealing(None, folder).seal(KEY, OF)


def test_what_was_sealed_opens_for_what_it_belongs_to_alone(tmp_path: Path) -> None:
    sealing = Sealing(FIRST, tmp_path)
    sealed = sealing.seal(KEY, OF)
    assert KEY not in sealed
    assert sealing.opened(sealed, OF) == KEY
    for other in ({**OF, "tenant": "b"}, {**OF, "base_url": "https://elsewhere.example/v1"}, {"tenant": "local"}, {}):
        with pytest.raises(NotOpened):
            sealing.opened(sealed, other)


def test_nothing_but_a_whole_seal_of_this_secret_opens(tmp_path: Path) -> None:
    sealed = Sealing(FIRST, tmp_path).seal(KEY, OF)
    for text in (sealed[:-4], "", "키", "gAAAA"):
        with pytest.raises(NotOpened):
            Sealing(FIRST, tmp_path).opened(text, OF)
    with pytest.raises(NotOpened):
        Sealing(SECOND, tmp_path).opened(sealed, OF)


def test_of_several_secrets_the_first_seals_and_all_open(tmp_path: Path) -> None:
    old = Sealing(FIRST, tmp_path).seal(KEY, OF)
    both = Sealing(SecretStr(f"{SECOND.get_secret_value()}, {FIRST.get_secret_value()}"), tmp_path)
    assert both.opened(old, OF) == KEY
    assert Sealing(SECOND, tmp_path).opened(both.seal(KEY, OF), OF) == KEY


def test_processes_that_start_together_make_one_file_of_its_owners(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    with ThreadPoolExecutor(8) as pool:
        sealed = list(pool.map(sealed_in, [folder] * 8))
    assert {Sealing(None, folder).opened(one, OF) for one in sealed} == {KEY}
    assert [path.name for path in folder.iterdir()] == [FILE]
    assert stat.S_IMODE((folder / FILE).stat().st_mode) == 0o600


def test_nothing_is_made_where_nothing_is_sealed(tmp_path: Path) -> None:
    with pytest.raises(NotOpened):
        Sealing(None, tmp_path).opened("gAAAA", OF)
    assert list(tmp_path.iterdir()) == []


def test_a_secret_that_cannot_be_made_or_read_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / FILE).write_text("short")
    for folder in (tmp_path, tmp_path / "file"):
        with pytest.raises(SettingsKeyUnusable, match="SUFFICE_SETTINGS_KEY"):
            Sealing(None, folder).seal(KEY, OF)


def test_a_secret_that_can_be_guessed_stops_the_start() -> None:
    for short in ("x" * 31, f"{'x' * 32},short", " "):
        with pytest.raises(ValidationError):
            Settings(settings_key=SecretStr(short))


def test_each_of_several_secrets_is_kept_out_of_the_logs() -> None:
    settings = Settings(settings_key=SecretStr(f"{'f' * 32},{'s' * 32}"))
    assert Secrets.of(settings).hide(f"one {'s' * 32}, other {'f' * 32}") == "one (secret), other (secret)"
