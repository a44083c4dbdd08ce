"""Settings: one sentence per wrong value, and nothing else stops the start."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from foundation.contracts.errors import UnsafeHost, WrongSetting
from foundation.contracts.identity import Role
from service_agent import settings as settings_module
from service_agent.settings import Settings, is_loopback, read_keys, read_settings, takes


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting of whoever runs the tests, no `.env` of the checkout."""
    for name in os.environ:
        if name.startswith(("SUFFICE_", "OPENAI_")):
            monkeypatch.delenv(name)
    monkeypatch.setattr(settings_module, "CHECKOUT", tmp_path / "checkout")
    monkeypatch.chdir(tmp_path)


def test_defaults_are_those_of_the_protocol() -> None:
    read = read_settings()
    assert read.warnings == ()
    settings = read.settings
    assert (settings.host, settings.port, settings.pack) == ("127.0.0.1", 8000, "real_estate")
    assert (settings.confirm_timeout_s, settings.clarify_timeout_s) == (30, 120)
    assert (settings.ask_worth_s, settings.audit_share, settings.risk_bound) == (1.5, 0.1, 0.01)
    assert (settings.turn_limit_s, settings.multitask) == (60, "enqueue")
    assert (settings.checkpoint_durability, settings.llm_planning) == ("exit", "auto")
    assert not settings.model_configured


WRONG = [
    ("PORT", "abc"),
    ("PORT", "65536"),
    ("PORT", "-1"),
    ("CONFIRM_TIMEOUT_S", "0"),
    ("CONFIRM_TIMEOUT_S", "nan"),
    ("ASK_WORTH_S", "-0.1"),
    ("ASK_WORTH_S", "inf"),
    ("TURN_LIMIT_S", "0"),
    ("AUDIT_SHARE", "1.1"),
    ("MULTITASK", "both"),
    ("CHECKPOINT_DURABILITY", "never"),
    ("DB_CONNECTIONS", "7"),
    ("VARIANT_WEIGHTS", "{"),
    ("VARIANT_WEIGHTS", '{"unheard_of": 1}'),
    ("VARIANT_WEIGHTS", '{"hybrid": -1}'),
    ("VARIANT_WEIGHTS", '{"hybrid": 0}'),
    ("VARIANT_WEIGHTS", '{"hybrid": NaN}'),
    ("VARIANT_WEIGHTS", "[1]"),
    ("DATABASE_URL", "mysql://a/b"),
    ("LLM_BASE_URL", "ftp://a"),
    ("AUTH_KEYS", "me:short"),
    ("AUTH_KEYS", "me:0123456789abcdef:king"),
    ("PACK", "Real Estate"),
    ("QUERY_ROUTING", "perhaps"),
]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_wrong_value_is_one_sentence_that_names_it_and_what_it_takes(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"SUFFICE_{name}", value)
    with pytest.raises(WrongSetting) as caught:
        read_settings()
    assert f"SUFFICE_{name}" in caught.value.message
    assert takes(name.lower()) in caught.value.message
    assert "\n" not in caught.value.message


def test_every_wrong_value_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUFFICE_PORT", "x")
    monkeypatch.setenv("SUFFICE_MULTITASK", "y")
    with pytest.raises(WrongSetting) as caught:
        read_settings()
    assert len(caught.value.message.splitlines()) == 2


@pytest.mark.parametrize(
    ("name", "value"), [("AUTH_KEYS", "me:hush-hush"), ("DATABASE_URL", "mysql://u:hush-hush@h/d")]
)
def test_a_wrong_secret_is_named_but_never_shown(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"SUFFICE_{name}", value)
    with pytest.raises(WrongSetting) as caught:
        read_settings()
    assert name in caught.value.message
    assert "hush-hush" not in caught.value.message


def test_secrets_are_not_in_the_printed_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LLM_API_KEY", "REDIS_URL"):
        monkeypatch.setenv(f"SUFFICE_{name}", "hush-hush")
    monkeypatch.setenv("SUFFICE_AUTH_KEYS", "me:hush-hush-hush-hush")
    monkeypatch.setenv("SUFFICE_DATABASE_URL", "postgresql://u:hush-hush@h/d")
    assert "hush" not in repr(read_settings().settings)


def test_an_unknown_name_warns_with_the_nearest_known_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUFFICE_PROT", "1")
    monkeypatch.setenv("SUFFICE_TEST_DATA", "/somewhere")
    (warning,) = read_settings().warnings
    assert "SUFFICE_PROT" in warning
    assert "SUFFICE_PORT" in warning


def test_a_setting_of_a_later_version_warns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUFFICE_REDIS_URL", "redis://localhost")
    (warning,) = read_settings().warnings
    assert "SUFFICE_REDIS_URL" in warning


def test_flags_beat_the_environment_and_that_beats_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("SUFFICE_PORT=1\nSUFFICE_PACK=handbook\nSUFFICE_HOST=localhost\n")
    monkeypatch.setenv("SUFFICE_PORT", "2")
    monkeypatch.setenv("SUFFICE_PACK", "construction")
    settings = read_settings({"port": 3, "pack": None}).settings
    assert (settings.port, settings.pack, settings.host) == (3, "construction", "localhost")


def test_an_empty_value_is_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUFFICE_PORT", "")
    assert read_settings().settings.port == 8000


def test_the_usual_names_of_openai_are_honoured_and_ours_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://theirs")
    monkeypatch.setenv("OPENAI_API_KEY", "theirs")
    monkeypatch.setenv("SUFFICE_LLM_BASE_URL", "http://ours")
    monkeypatch.setenv("SUFFICE_LLM_MODEL", "m")
    settings = read_settings().settings
    assert settings.llm_base_url == "http://ours"
    assert settings.llm_api_key is not None
    assert settings.llm_api_key.get_secret_value() == "theirs"
    assert settings.model_configured


@pytest.mark.parametrize("given", [{"OPENAI_API_KEY": "k"}, {"SUFFICE_LLM_MODEL": "m"}])
def test_half_a_model_configuration_warns_and_the_rules_answer(
    given: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    read = read_settings()
    assert not read.settings.model_configured
    assert len(read.warnings) == 1


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.0.2", "example.com"])
def test_another_host_than_loopback_is_refused_without_sign_in(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUFFICE_HOST", host)
    with pytest.raises(UnsafeHost):
        read_settings()
    monkeypatch.setenv("SUFFICE_AUTH_KEYS", "me:0123456789abcdef")
    assert read_settings().settings.host == host


@pytest.mark.parametrize(
    ("host", "loopback"),
    [("127.0.0.1", True), ("127.9.9.9", True), ("::1", True), ("[::1]", True), ("localhost", True), ("", False),
     ("localhost.example.com", False), ("0.0.0.0", False)],
)  # fmt: skip
def test_loopback(host: str, loopback: bool) -> None:
    assert is_loopback(host) is loopback


def test_keys_name_people_and_roles() -> None:
    keys = Settings(auth_keys="ann:0123456789abcdef, bob:fedcba9876543210:operator").auth_keys  # pyright: ignore[reportArgumentType]
    assert keys is not None
    ann, bob = read_keys(keys).values()
    assert (ann.owner_id, bob.owner_id) == ("ann", "bob")
    assert (ann.roles, bob.roles) == ({Role.PERSON}, {Role.PERSON, Role.OPERATOR})
