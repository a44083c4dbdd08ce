"""The generated files: `python -m service_agent.composition.schemas` writes them, `--check` fails when one drifted.

docs/events.schema.json   every frame of the WebSocket, both ways
docs/openapi.json         the HTTP side
docs/errors.md            every error: code, HTTP status, sentence, where it is met
docs/settings.md          every setting: its name, default, meaning and values
docs/packs.md             only its table of keys: the rest is written by hand
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from foundation.contracts import drafting, endpoint_errors, errors, experiment_errors, graph, memories, sharing
from foundation.contracts.error_codes import ErrorCode
from foundation.contracts.errors import SufficeError
from foundation.domains.loading.reference import with_reference
from service_agent.composition.app import describe
from service_agent.protocol.failures import CLOSES
from service_agent.protocol.final import FinalMessage
from service_agent.protocol.frames import SERVER_MESSAGE
from service_agent.protocol.inbound import CLIENT_MESSAGE
from service_agent.protocol.wire import PROTOCOL
from service_agent.settings.environment import READ_BY_TESTS
from service_agent.settings.settings import CHECKOUT, PREFIX, Settings, takes

DOCS = CHECKOUT / "docs"


def generate() -> dict[Path, str]:
    """File below docs/ -> its required content."""
    return {
        Path("events.schema.json"): _json(events_schema()),
        Path("openapi.json"): _json(describe().openapi()),
        Path("errors.md"): errors_page(),
        Path("settings.md"): settings_page(),
        Path("packs.md"): with_reference(_read(DOCS / "packs.md") or ""),
    }


def write(folder: Path = DOCS) -> list[Path]:
    """Write every generated file; those that changed."""
    drifted = check(folder)
    for name, text in generate().items():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return drifted


def check(folder: Path = DOCS) -> list[Path]:
    """Files that are missing or differ from what the code generates."""
    return [name for name, text in generate().items() if _read(folder / name) != text]


def events_schema() -> dict[str, Any]:
    """JSON Schema of the frames a client sends and receives, and of the final message."""
    parts = {
        "ClientMessage": CLIENT_MESSAGE.json_schema(ref_template="#/$defs/{model}"),
        "ServerMessage": SERVER_MESSAGE.json_schema(mode="serialization", ref_template="#/$defs/{model}"),
        "FinalMessage": FinalMessage.model_json_schema(mode="serialization", ref_template="#/$defs/{model}"),
    }
    definitions: dict[str, Any] = {}
    for name, part in parts.items():
        definitions |= part.pop("$defs", {})
        definitions[name] = part
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Frames of {PROTOCOL}",
        "description": "A client sends ClientMessage, the server ServerMessage; POST /api/chat returns FinalMessage.",
        "anyOf": [{"$ref": "#/$defs/ClientMessage"}, {"$ref": "#/$defs/ServerMessage"}],
        "$defs": dict(sorted(definitions.items())),
    }


WHERE: dict[ErrorCode, str] = {
    ErrorCode.WRONG_SETTING: "start of any command",
    ErrorCode.UNSAFE_HOST: "start of `suffice serve`",
    ErrorCode.PORT_TAKEN: "start of `suffice serve`",
    ErrorCode.WRONG_PACK: "start, `suffice packs check`",
    ErrorCode.UNKNOWN_SOURCE: "`suffice ingest`, uploads",
    ErrorCode.BROKEN_DOCUMENT: "`suffice ingest`, uploads",
    ErrorCode.NOTHING_TO_INGEST: "`suffice ingest`, uploads",
    ErrorCode.UNKNOWN_EVALUATION: "`suffice eval`, `suffice bench`",
    ErrorCode.DATA_MISSING: "`suffice eval`",
    ErrorCode.UNKNOWN_EXPERIMENT: "HTTP, `suffice experiments`",
    ErrorCode.OVERLAPPING_EXPERIMENT: "HTTP, `suffice experiments`",
    ErrorCode.THRESHOLD_REFUSED: "HTTP",
    ErrorCode.EXPERIMENT_CHANGED: "HTTP",
    ErrorCode.DATABASE_UNFIT: "start of any command",
    ErrorCode.DATABASE_VERSION: "start of any command",
    ErrorCode.EMBEDDED_DATABASE: "start of any command",
    ErrorCode.BACKUP_UNREADABLE: "`suffice db restore`",
    ErrorCode.UNKNOWN_KEY: "`suffice keys revoke`",
    ErrorCode.NAME_TAKEN: "`suffice keys create`",
    ErrorCode.ENDPOINT_REFUSED: "HTTP: entering a model endpoint",
    ErrorCode.KEY_NEEDED: "HTTP: entering a model endpoint",
    ErrorCode.KEY_IN_CLEAR: "HTTP: entering a model endpoint",
    ErrorCode.SETTINGS_KEY_UNUSABLE: "HTTP: entering a model endpoint",
    ErrorCode.MALFORMED_FRAME: "WebSocket",
    ErrorCode.UNKNOWN_FRAME: "WebSocket",
    ErrorCode.FENCED: "inside; a log line",
    ErrorCode.MODEL_FAILED: "inside; the answer says `engine: rules`",
    ErrorCode.SOURCE_FAILED: "inside; the answer says what is missing",
    ErrorCode.TURN_TIMEOUT: "HTTP, `run_failed`",
    ErrorCode.RUN_CANCELLED: "HTTP",
    ErrorCode.SERVICE_UNREACHABLE: "`suffice chat`, `suffice ask`",
}
"""Where an error is met; the rest: HTTP and WebSocket."""


def errors_page() -> str:
    """The table of all errors, from their classes."""
    lines = [
        "# Errors",
        "",
        "Generated from `foundation/contracts/errors.py` by `make schemas`; do not edit.",
        "",
        "Over HTTP each is an RFC 9457 problem document (`application/problem+json`) with `code`, `detail`, and where",
        "it applies `field` and `retry_after_s`. Over WebSocket it is an `error` frame (`code`, `message`, `field`);",
        "the connection stays open unless a close code is given. On the command line it is one sentence on standard",
        "error; exit code 2 for wrong use (marked *), else 1.",
        "",
        "| code | HTTP | close | met at | sentence |",
        "| --- | --- | --- | --- | --- |",
    ]
    return "\n".join([*lines, *(_line(kind) for kind in error_classes())]) + "\n"


def error_classes() -> list[type[SufficeError]]:
    """Every error with a code of its own, in the order they are written; the one of everything unexpected last."""
    groups = (errors.WrongUse, errors.NotFound, errors.Conflict, errors.Refused, errors.Unavailable)
    by_code: dict[ErrorCode, type[SufficeError]] = {}
    rooms = (errors, experiment_errors, endpoint_errors, memories, drafting, graph, sharing)
    for kind in (each for room in rooms for each in vars(room).values()):
        if isinstance(kind, type) and issubclass(kind, SufficeError) and kind not in (SufficeError, *groups):
            by_code.setdefault(kind.code, kind)
    for kind in (*groups, SufficeError):
        by_code.setdefault(kind.code, kind)
    return list(by_code.values())


def _line(kind: type[SufficeError]) -> str:
    close = next((str(CLOSES[part]) for part in kind.__mro__ if part in CLOSES), "")
    mark = "*" if issubclass(kind, errors.WrongUse) else ""
    where = WHERE.get(kind.code, "HTTP, WebSocket")
    return f"| `{kind.code}`{mark} | {kind.status} | {close} | {where} | {kind().message} |"


def _json(document: dict[str, Any]) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def settings_page() -> str:
    """The table of all settings, from their declarations."""
    lines = [
        "# Settings",
        "",
        "Generated from `service_agent/settings/settings.py` by `make schemas`; do not edit.",
        "",
        f"Environment variables with the prefix `{PREFIX}`, or lines of a `.env` file in the working directory or the",
        "checkout; flags of a command win over both. A wrong value stops the start with one sentence that names it.",
        "",
        f"`{READ_BY_TESTS}` is none of them: tests and `suffice eval` read the public data in the folder it names",
        "([testing.md](testing.md)); the service does not.",
        "",
        "| setting | default | meaning | takes |",
        "| --- | --- | --- | --- |",
    ]
    return "\n".join([*lines, *(_setting_line(name) for name in Settings.model_fields)]) + "\n"


def _setting_line(name: str) -> str:
    field = Settings.model_fields[name]
    return f"| `{PREFIX}{name.upper()}` | {_default_words(name)} | {field.description} | {takes(name)} |"


def _default_words(name: str) -> str:
    """The default as a person writes it; places inside the checkout without their machine's path."""
    default = Settings.model_fields[name].get_default()
    if name == "data_dir":
        return "`.data` of the checkout"
    if isinstance(default, Path):
        return f"`{default.relative_to(CHECKOUT)}`"
    if default in (None, ()):
        return "unset"
    if isinstance(default, bool):
        return "`on`" if default else "`off`"
    if isinstance(default, dict):
        return f"`{json.dumps(default, ensure_ascii=False)}`"
    return f"`{default:g}`" if isinstance(default, float) else f"`{default}`"


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


def main(arguments: list[str] | None = None) -> int:
    """The command; 1 when `--check` finds drift."""
    parser = argparse.ArgumentParser(
        prog="python -m service_agent.composition.schemas", description="Write the generated files."
    )
    parser.add_argument("--check", action="store_true", help="only say what drifted")
    only_check = parser.parse_args(arguments).check
    drifted = check() if only_check else write()
    for name in drifted:
        sys.stdout.write(
            f"docs/{name} {'is not what the code says; run `make schemas`' if only_check else 'written'}\n"
        )
    return 1 if only_check and drifted else 0


if __name__ == "__main__":
    sys.exit(main())
