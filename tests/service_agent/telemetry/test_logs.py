"""Logs say who and where, never what was said."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Generator

import pytest
import structlog

from foundation.contracts.errors import WrongUse
from foundation.language.printable import COMMANDS
from service_agent.settings.secrets import Secrets
from service_agent.settings.settings import Settings
from service_agent.telemetry.logs import (
    ASKED,
    NEAREST,
    ExceptionInfo,
    configure_logging,
    log_only_errors,
    traced,
    withhold,
)


def test_content_and_secrets_are_withheld_whoever_logs_them() -> None:
    line = withhold()(None, "info", {"event": "x", "run_id": "r", "content": "비밀", "authorization": "Bearer k"})
    assert line == {"event": "x", "run_id": "r", "content": "(withheld)", "authorization": "(withheld)"}


@pytest.fixture
def logs() -> Generator[None]:
    """Logging may be set up anew; afterwards it is as it was."""
    root, kept = logging.getLogger(), structlog.get_config()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.configure(**kept)


def fail_at(depth: int) -> None:
    secret_of_this_call = "비밀"
    if depth == 0:
        raise ValueError(f"broken after {len(secret_of_this_call)}")
    fail_below(depth)


def fail_below(depth: int) -> None:
    fail_at(depth - 1)


def log_a_failure() -> None:
    try:
        try:
            fail_at(50)
        except ValueError as cause:
            raise RuntimeError("and so this") from cause
    except RuntimeError:
        structlog.get_logger("test").exception("it_failed", run_id="r")


def require_plain(said: str) -> None:
    """The error, its cause, the nearest calls of each, nothing of their values or of what was said."""
    assert f"ValueError: {ASKED}" in said
    assert f"RuntimeError: {ASKED}" in said
    assert said.count(", in fail_") == NEAREST
    assert "비밀" not in said
    assert "locals" not in said


@pytest.mark.parametrize("form", ["console", "json"])
def test_an_unexpected_failure_is_a_short_trace_without_values(
    form: str, logs: None, capsys: pytest.CaptureFixture[str]
) -> None:
    configure_logging(Settings(log_format=form))  # pyright: ignore[reportArgumentType]
    log_a_failure()
    said = capsys.readouterr()
    require_plain(said.err if form == "console" else json.loads(said.err)["exception"])
    assert said.out == ""


@pytest.mark.parametrize("form", ["console", "json"])
def test_a_line_of_the_log_commands_no_terminal_and_is_one_line(
    form: str, logs: None, capsys: pytest.CaptureFixture[str]
) -> None:
    configure_logging(Settings(log_format=form))  # pyright: ignore[reportArgumentType]
    words = "\x9b31m빨강\x1b[2J\x7f\u202e뒤\n[error] forged"
    structlog.get_logger("test").warning(f"it {words}", path=f"/{words}", listed=[words], nested={"a": words})
    logging.getLogger("foreign").warning("said %s", words)
    try:
        raise WrongUse(words)
    except WrongUse:
        structlog.get_logger("test").exception("it_failed")
    said = capsys.readouterr().err
    if form == "console":
        said = re.sub(r"\x1b\[[0-9;]*m", "", said)
    assert COMMANDS.findall(said) == []
    assert "빨강" in said
    forged = [line for line in said.split("\n") if line.startswith("[error] forged")]
    assert len(forged) <= (form == "console"), "of a traceback alone"
    if form == "json":
        lines = [json.loads(line) for line in said.splitlines()]
        assert [lines[0]["path"], lines[0]["listed"], lines[0]["nested"]] == [f"/{words}", [words], {"a": words}]


def test_a_command_logs_errors_alone_and_never_into_what_it_prints(
    logs: None, capsys: pytest.CaptureFixture[str]
) -> None:
    log_only_errors()
    structlog.get_logger("test").info("pack_loaded", pack="real_estate")
    log_a_failure()
    said = capsys.readouterr()
    require_plain(said.err)
    assert "pack_loaded" not in said.err
    assert said.out == ""


def test_a_command_hides_the_secrets_of_the_settings_too(
    logs: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUFFICE_LLM_API_KEY", "key-nobody-may-see")
    monkeypatch.setenv("SUFFICE_DATABASE_URL", "postgresql://u:password-of-it@h/d")
    monkeypatch.setenv("SUFFICE_PORT", "and a wrong one")
    log_only_errors()
    structlog.get_logger("test").error("refused", said="key-nobody-may-see", more="password-of-it")
    said = capsys.readouterr().err
    assert "refused" in said
    assert "key-nobody-may-see" not in said
    assert "password-of-it" not in said


def test_content_is_logged_when_asked_for_and_secrets_are_not() -> None:
    line = withhold(content=True)(None, "info", {"event": "x", "content": "말", "token": "k"})
    assert line == {"event": "x", "content": "말", "token": "(withheld)"}


def raised(error: BaseException, cause: BaseException | None = None) -> ExceptionInfo:
    try:
        raise error from cause
    except BaseException as caught:  # noqa: BLE001 - any of them
        return type(caught), caught, caught.__traceback__


def test_a_traceback_names_types_and_places_but_not_what_foreign_exceptions_quote() -> None:
    group = ExceptionGroup("둘", [ValueError("주민번호 900101"), KeyError("비밀")])
    text = traced()(raised(RuntimeError("질문은 비밀"), group))
    assert "test_logs.py" in text
    assert all(name in text for name in ("RuntimeError", "ValueError", "KeyError", "ExceptionGroup"))
    assert not any(word in text for word in ("비밀", "900101", "둘"))
    assert "질문은 비밀" in traced(content=True)(raised(RuntimeError("질문은 비밀")))


def test_errors_of_our_own_keep_their_sentence() -> None:
    assert "the field that is wrong" in traced()(raised(WrongUse("x: the field that is wrong")))


def test_an_exception_that_is_its_own_context_ends() -> None:
    first, second = ValueError("a"), ValueError("b")
    first.__context__, second.__context__ = second, first
    assert traced()((ValueError, first, None)).count("ValueError:") == 2


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("postgresql://u:p4ss-w0rd@h/d", "postgresql://u:(secret)@h/d"),
        ("tried redis://:other@h:1 twice", "tried redis://:(secret)@h:1 twice"),
        ("the key is s3cret-key!", "the key is (secret)!"),
        ("quoted %22s3cret%2Fkey%22", "quoted %22(secret)%22"),
        ('json "한\\u0022글-비밀번호"', 'json "한\\u0022글-비밀번호"'),
        ("short ab", "short ab"),
        ("http://h/path@x", "http://h/path@x"),
    ],
)
def test_secrets_are_hidden_in_every_form_they_are_written_in(text: str, hidden: str) -> None:
    assert Secrets(["s3cret-key", "s3cret/key", "ab"]).hide(text) == hidden
