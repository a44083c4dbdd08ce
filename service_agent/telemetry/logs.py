"""Logs: JSON lines or a console, with run, session and person bound; never secrets, and content only when asked for."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, cast

import structlog

from foundation.contracts.errors import SufficeError
from foundation.language.printable import escaped
from service_agent.settings.environment import secrets_set
from service_agent.settings.secrets import Secrets
from service_agent.settings.settings import Settings

CONTENT = frozenset({"content", "question", "answer", "text"})
"""Names whose values hold text of people and documents: logged only with LOG_CONTENT."""
WITHHELD = frozenset({"token", "key", "password", "authorization", "cookie", "api_key", "secret"})
"""Names whose values never reach a log, from any logger."""
TRACES = frozenset({"exception", "stack"})
"""Names whose values have several lines."""
ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None]
ASKED = "(withheld: SUFFICE_LOG_CONTENT=on shows it)"
NEAREST = 8
"""Calls shown of a failure: those next to where it happened."""


@dataclass(frozen=True)
class _Form:
    """How lines are written."""

    as_json: bool
    level: str
    content: bool = False
    secrets: Secrets = field(default_factory=Secrets)


def configure_logging(settings: Settings) -> None:
    """Send our logs and those of the libraries to standard error in one form."""
    as_json = settings.log_format == "json" or (settings.log_format == "auto" and not sys.stderr.isatty())
    _configure(_Form(as_json, settings.log_level.upper(), settings.log_content, Secrets.of(settings)))


def log_only_errors() -> None:
    """For commands: they print their own output, and only failures are logged beside it."""
    _configure(_Form(as_json=False, level="ERROR", secrets=Secrets.among(secrets_set())))


def _configure(form: _Form) -> None:
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        withhold(content=form.content),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    rendered: list[Any] = [escape_values, structlog.dev.ConsoleRenderer()]
    if form.as_json:
        rendered = [structlog.processors.JSONRenderer(serializer=_json_line)]
    processors = [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.ExceptionRenderer(cast("Any", traced(content=form.content))),
        *rendered,
    ]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Discreet(form.secrets, foreign_pre_chain=shared, processors=processors))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(form.level)
    for noisy in ("httpx", "httpcore", "openai", "websockets", "uvicorn", "alembic", "procrastinate"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, root.level))


class _Discreet(structlog.stdlib.ProcessorFormatter):
    """The last step for every line: removes secrets, whichever logger wrote them."""

    def __init__(self, secrets: Secrets, **parts: Any) -> None:
        super().__init__(**parts)
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        return self._secrets.hide(super().format(record))


def withhold(*, content: bool = False) -> Callable[[Any, str, dict[str, Any]], dict[str, Any]]:
    """Takes the values of withheld names out of a log line."""
    names = WITHHELD if content else WITHHELD | CONTENT

    def withheld(_logger: Any, _method: str, event: dict[str, Any]) -> dict[str, Any]:
        return {name: "(withheld)" if name in names else value for name, value in event.items()}

    return withheld


def escape_values(_logger: Any, _method: str, event: dict[str, Any]) -> dict[str, Any]:
    """For the console, which writes words as they are: none of them commands the terminal or looks like a line of its
    own. Tracebacks keep their lines."""
    return {name: _on_one_line(value, name) if isinstance(value, str) else value for name, value in event.items()}


def _on_one_line(text: str, name: str) -> str:
    return escaped(text if name in TRACES else text.replace("\n", "\\n"))


def _json_line(event: Any, **how: Any) -> str:
    return escaped(json.dumps(event, ensure_ascii=False, **how))


def traced(*, content: bool = False) -> Callable[[ExceptionInfo], str]:
    """Tracebacks as text. A library's exception may quote people's input (a validator names the wrong value), so only
    its type and place are shown. Messages of our own errors are shown: they are written for readers."""

    def as_text(info: ExceptionInfo) -> str:
        return "\n".join(_lines(info[1], content, set()))

    return as_text


def _lines(error: BaseException, content: bool, seen: set[int]) -> list[str]:
    seen.add(id(error))
    lines: list[str] = []
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None and id(before) not in seen:
        lines += [*_lines(before, content, seen), "", "and then:", ""]
    nearest = traceback.StackSummary.from_list(traceback.extract_tb(error.__traceback__)[-NEAREST:])
    lines += ["".join(nearest.format()).rstrip()]
    said = str(error) if content or isinstance(error, SufficeError) else ASKED
    lines.append(f"{type(error).__module__}.{type(error).__qualname__}: {said}")
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
            lines += ["", "of which:", *_lines(one, content, seen)]  # pyright: ignore[reportUnknownArgumentType]
    return lines
