"""Settings: one sentence per wrong value, and nothing else stops the start."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pydantic import ValidationError

from foundation.contracts.errors import UnsafeHost, WrongSetting
from foundation.contracts.identity import Role
from service_agent.settings import environment
from service_agent.settings import settings as settings_module
from service_agent.settings.environment import read_settings, secrets_set
from service_agent.settings.keys import read_keys
from service_agent.settings.origins import is_loopback
from service_agent.settings.settings import Settings, takes


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting of whoever runs the tests, no `.env` of the checkout."""
    for name in os.environ:
        if name.startswith(("SUFFICE_", "OPENAI_")):
            monkeypatch.delenv(name)
    for module in (settings_module, environment):
        monkeypatch.setattr(module, "CHECKOUT", tmp_path / "checkout")
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
    ("LLM_BASE_URL", "http://"),
    ("LLM_PRICES", '{"a": 1}'),
    ("WEB_SEARCH_URL", "localhost:8080"),
    ("WEB_SEARCH_URL", "ftp://a"),
    ("WEB_SEARCH_URL", "http://"),
    ("WEB_SEARCH_URL", "https://:80/search"),
    ("AUTH_KEYS", "me:short"),
    ("AUTH_KEYS", "me:0123456789abcdef:king"),
    ("AUTH_KEYS", "me:열쇠는 아스키가 아니다, 정말로 아니다"),
    ("AUTH_JWT_ISSUER", "http://login.example"),
    ("AUTH_JWT_ISSUER", "login.example"),
    ("AUTH_JWKS_URL", "ftp://login.example/keys"),
    ("AUTH_JWT_SECRET", "thirty-one bytes are not enough"),
    ("AUTH_CLOCK_SKEW_S", "601"),
    ("AUTH_ROLE_MAP", '{"staff": "king"}'),
    ("AUTH_ROLE_MAP", "staff"),
    ("AUTH_DEFAULT_ROLE", "admin"),
    ("AUTH_SESSION_S", "59"),
    ("AUTH_REQUIRED", "perhaps"),
    ("PUBLIC_URL", "http://answers.example"),
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
    ("name", "value"),
    [
        ("AUTH_KEYS", "me:hush-hush"),
        ("DATABASE_URL", "mysql://u:hush-hush@h/d"),
        ("MCP_SERVERS", '{"a": {"url": "https://x.example/mcp", "token": "hush-hush", "more": "hush-hush"}}'),
    ],
)
def test_a_wrong_secret_is_named_but_never_shown(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"SUFFICE_{name}", value)
    with pytest.raises(WrongSetting) as caught:
        read_settings()
    assert name in caught.value.message
    assert "hush-hush" not in caught.value.message


def test_a_wrong_value_within_a_setting_is_named_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUFFICE_LLM_PRICES", '{"a": 1}')
    with pytest.raises(WrongSetting) as caught:
        read_settings()
    assert caught.value.message.startswith("SUFFICE_LLM_PRICES, a=1 is wrong: it takes JSON such as")


def test_secrets_are_not_in_the_printed_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUFFICE_LLM_API_KEY", "hush-hush")
    monkeypatch.setenv("SUFFICE_REDIS_URL", "redis://u:hush-hush@h/0")
    monkeypatch.setenv("SUFFICE_AUTH_KEYS", "me:hush-hush-hush-hush")
    monkeypatch.setenv("SUFFICE_DATABASE_URL", "postgresql://u:hush-hush@h/d")
    assert "hush" not in repr(read_settings().settings)


def test_an_unknown_name_warns_with_the_nearest_known_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUFFICE_PROT", "1")
    monkeypatch.setenv("SUFFICE_TEST_DATA", "/somewhere")
    (warning,) = read_settings().warnings
    assert "SUFFICE_PROT" in warning
    assert "SUFFICE_PORT" in warning


def test_a_web_search_endpoint_may_lie_in_ones_own_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUFFICE_WEB_SEARCH_URL", "http://localhost:8888")
    found = read_settings()
    assert (found.settings.web_search_url, found.warnings) == ("http://localhost:8888", ())


@pytest.mark.parametrize("url", ["localhost:6379", "http://localhost", "redis://h:port/0", "redis://u:hush@h:x"])
def test_a_redis_address_nobody_could_connect_to_stops_the_start_without_being_repeated(
    monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("SUFFICE_REDIS_URL", url)
    with pytest.raises(WrongSetting) as wrong:
        read_settings()
    assert "SUFFICE_REDIS_URL is wrong: it takes a redis://" in wrong.value.message
    assert "hush" not in wrong.value.message


def test_flags_beat_the_environment_and_that_beats_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("SUFFICE_PORT=1\nSUFFICE_PACK=handbook\nSUFFICE_HOST=localhost\n")
    monkeypatch.setenv("SUFFICE_PORT", "2")
    monkeypatch.setenv("SUFFICE_PACK", "construction")
    settings = read_settings({"port": 3, "pack": None}).settings
    assert (settings.port, settings.pack, settings.host) == (3, "construction", "localhost")


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("SUFFICE_PORT=1\n".encode("utf-16"), "is not UTF-8 text; save it as UTF-8."),
        (b"SUFFICE_PORT=1\n'half\nSUFFICE_PACK=handbook\n", "line 2: this is not NAME=value"),
        (b"SUFFICE_PORT=1\nSUFFICE_PACK 'handbook\n", "line 2: this is not NAME=value"),
    ],
)
def test_a_file_that_would_be_half_read_stops_the_start_by_name(tmp_path: Path, written: bytes, reason: str) -> None:
    (tmp_path / ".env").write_bytes(written)
    with pytest.raises(WrongSetting) as refused:
        read_settings()
    assert str(tmp_path / ".env") in refused.value.message and reason in refused.value.message


def test_a_file_with_a_byte_order_mark_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"\xef\xbb\xbfSUFFICE_PORT=1\n")
    read = read_settings()
    assert read.settings.port == 1
    assert read.warnings == ()


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


MODEL = {"LLM_BASE_URL": "http://ours", "LLM_MODEL": "m"}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"THINKING_MODE": "auto", **MODEL}, ["auto does nothing: SUFFICE_LLM_SMALL_MODELS names no model"]),
        ({"THINKING_MODE": "auto"}, ["auto does nothing: SUFFICE_LLM_SMALL_MODELS names no model"]),
        ({"THINKING_MODE": "auto", "LLM_SMALL_MODELS": "other", **MODEL}, ["SUFFICE_LLM_MODEL=m"]),
        ({"THINKING_MODE": "on"}, ["on does nothing until a model is set"]),
        ({"THINKING_MODE": "auto", "LLM_SMALL_MODELS": "other,m", **MODEL}, []),
        ({"THINKING_MODE": "auto", "LLM_SMALL_MODELS": "entered-on-the-page"}, []),
        ({"THINKING_MODE": "on", **MODEL}, []),
        ({"THINKING_MODE": "off"}, []),
    ],
)
def test_a_thinking_mode_that_does_nothing_is_said(
    given: dict[str, str], said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in given.items():
        monkeypatch.setenv(f"SUFFICE_{name}", value)
    warnings = read_settings().warnings
    assert len(warnings) == len(said)
    assert all(wanted in warning for wanted, warning in zip(said, warnings, strict=True))


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


LOGIN = "https://login.example"
SECRET = "a shared secret of thirty-two bytes"


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"JWT_ISSUER": LOGIN}, "AUTH_JWT_AUDIENCE"),
        ({"JWT_SECRET": SECRET}, "AUTH_JWT_AUDIENCE"),
        ({"JWKS_URL": LOGIN}, "AUTH_JWT_ISSUER"),
        ({"OIDC_CLIENT_ID": "page"}, "AUTH_JWT_ISSUER"),
        ({"OIDC_CLIENT_SECRET": "hush"}, "AUTH_OIDC_CLIENT_ID"),
        ({"JWT_SECRET": SECRET, "JWT_ISSUER": LOGIN, "JWKS_URL": LOGIN, "JWT_AUDIENCE": "a"}, "AUTH_JWT_SECRET"),
        ({"JWT_SECRET": SECRET, "JWT_ISSUER": LOGIN, "OIDC_CLIENT_ID": "page"}, "AUTH_JWT_SECRET"),
    ],
)
def test_half_a_sign_in_is_refused_naming_the_other_half(
    given: dict[str, str], named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in given.items():
        monkeypatch.setenv(f"SUFFICE_AUTH_{name}", value)
    with pytest.raises(WrongSetting) as caught:
        read_settings()
    assert f"SUFFICE_{named}" in caught.value.message
    assert "hush" not in caught.value.message


def test_the_examples_key_signs_nobody_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUFFICE_AUTH_KEYS", "ann:0123456789abcdef, operator:change-me-operator-key-7b21:operator")
    with pytest.raises(WrongSetting) as caught:
        read_settings()
    assert "put one of your own in its place" in caught.value.message
    assert "7b21" not in caught.value.message


@pytest.mark.parametrize(
    "given",
    [
        {"REQUIRED": "on"},
        {"KEYS": "me:0123456789abcdef"},
        {"JWT_SECRET": SECRET, "JWT_AUDIENCE": "suffice"},
        {"JWT_ISSUER": LOGIN, "JWT_AUDIENCE": "suffice, another"},
        {"JWT_ISSUER": "http://127.0.0.1:9000", "OIDC_CLIENT_ID": "page"},
    ],
)
def test_every_kind_of_sign_in_opens_the_door_to_other_machines(
    given: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUFFICE_HOST", "0.0.0.0")
    for name, value in given.items():
        monkeypatch.setenv(f"SUFFICE_AUTH_{name}", value)
    settings = read_settings().settings
    assert settings.signed_in
    assert settings.audiences == {"suffice": ("suffice",), "suffice, another": ("suffice", "another")}.get(
        given.get("JWT_AUDIENCE", ""), ("page",) if "OIDC_CLIENT_ID" in given else ()
    )


def test_keys_name_people_and_roles() -> None:
    keys = Settings(auth_keys="ann:0123456789abcdef, bob:fedcba9876543210:operator").auth_keys  # pyright: ignore[reportArgumentType]
    assert keys is not None
    ann, bob = read_keys(keys).values()
    assert (ann.owner_id, bob.owner_id) == ("ann", "bob")
    assert (ann.roles, bob.roles) == ({Role.PERSON}, {Role.PERSON, Role.OPERATOR})


def test_a_key_of_two_people_is_refused() -> None:
    with pytest.raises(ValidationError, match="the key of bob is another entry's too"):
        Settings(auth_keys="ann:0123456789abcdef, bob:0123456789abcdef:operator")  # pyright: ignore[reportArgumentType]


def test_data_that_is_not_where_it_was_is_reported_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    beside = tmp_path / "checkout" / ".data"
    beside.mkdir(parents=True)

    # Root may write everywhere: what the system says of the folder is put in its place.
    def access(path: Path, _mode: int) -> bool:
        return path != beside

    monkeypatch.setattr(os, "access", access)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    (warning,) = read_settings().warnings
    assert warning.startswith(f"{beside} cannot be written by this account")
    assert str(tmp_path / "home" / "suffice") in warning
    monkeypatch.setenv("SUFFICE_DATA_DIR", str(tmp_path / "chosen"))
    assert read_settings().warnings == ()


def test_secrets_are_known_before_the_settings_are_checked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SUFFICE_PORT", "wrong")
    monkeypatch.setenv("OPENAI_API_KEY", "key-of-the-endpoint")
    monkeypatch.setenv("SUFFICE_LLM_MODEL", "no-secret")
    (tmp_path / ".env").write_text("SUFFICE_DATABASE_URL=postgresql://u:pass-of-the-file@h/d\n")
    assert set(secrets_set()) == {"key-of-the-endpoint", "postgresql://u:pass-of-the-file@h/d"}
