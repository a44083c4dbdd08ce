"""The only reader of the environment.

Sources, strongest first: flags of the command line, the environment, `.env` of the working directory,
`.env` of the checkout. A wrong value stops the start with one sentence that names it (all wrong ones
are listed); a name nobody knows only warns.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from io import StringIO
from pathlib import Path
from typing import Any

from dotenv import dotenv_values
from dotenv.parser import parse_stream
from pydantic import AliasChoices, ValidationError

from foundation.contracts.errors import WrongSetting
from service_agent.settings.settings import CHECKOUT, PREFIX, Settings, data_warnings, takes

ENCODING = "utf-8-sig"
"""Of `.env` files: UTF-8, with the mark some editors put first or without."""
READ_BY_TESTS = "SUFFICE_TEST_DATA"
"""Where the public data lies; tests and `suffice eval` alone read it (see `public_data_dir`)."""


@dataclass(frozen=True)
class Read:
    """What the environment said."""

    settings: Settings
    warnings: tuple[str, ...]
    """One sentence each; none of them stops the start."""


def read_settings(flags: Mapping[str, Any] | None = None) -> Read:
    """Read flags, environment and `.env` files once. Raises WrongSetting with every wrong value, UnsafeHost."""
    files = _files()
    given = {name: value for name, value in (flags or {}).items() if value is not None}
    for file in files:
        _require_readable(file)
    try:
        settings = Settings(**given, _env_file=files, _env_file_encoding=ENCODING)  # pyright: ignore[reportCallIssue]
    except ValidationError as error:
        raise WrongSetting("\n".join(_sentences(error))) from None
    return Read(settings.checked(), _warnings(settings, _names_set(files)))


def _files() -> tuple[Path, ...]:
    return tuple(dict.fromkeys((CHECKOUT / ".env", Path.cwd() / ".env")))


def _require_readable(file: Path) -> None:
    """A file that is half read would leave settings out without a word. Raises WrongSetting."""
    if not file.is_file():
        return
    try:
        text = file.read_text(encoding=ENCODING)
    except UnicodeDecodeError:
        raise WrongSetting(f"{file} is not UTF-8 text; save it as UTF-8.") from None
    except OSError as error:
        raise WrongSetting(f"{file} cannot be read ({error.strerror}); mend its rights or remove it.") from None
    broken = next((each.original.line for each in parse_stream(StringIO(text)) if each.error), None)
    if broken is not None:
        raise WrongSetting(f"{file}, line {broken}: this is not NAME=value; mend it, or begin it with #.")


def public_data_dir() -> Path | None:
    """Where the public data lies, for tests and `suffice eval`; None when it is not there."""
    path = Path(os.environ.get(READ_BY_TESTS) or CHECKOUT.parent / "shared" / "data")
    return path if path.is_dir() else None


def secrets_set() -> tuple[str, ...]:
    """The values of secret settings as the environment and the `.env` files have them, right or wrong: for whoever must
    not print them and cannot wait until the settings were checked."""
    held: dict[str, str | None] = {}
    for file in (*_files(), None):
        # A file that cannot be read is reported where the settings are read.
        with suppress(OSError, UnicodeDecodeError):
            held.update(os.environ if file is None else dotenv_values(file, encoding=ENCODING))
    named = {name.upper(): value for name, value in held.items()}
    secret = [name for name, field in Settings.model_fields.items() if _holds_secrets(field.annotation)]
    found = [named.get(alias) for name in secret for alias in _names_of(name)]
    return tuple(value for value in found if value)


def _holds_secrets(annotation: object) -> bool:
    return any(secret in str(annotation) for secret in ("SecretStr", "McpServer"))


def _names_of(name: str) -> list[str]:
    alias = Settings.model_fields[name].validation_alias
    choices = alias.choices if isinstance(alias, AliasChoices) else []
    return [f"{PREFIX}{name.upper()}", *(str(choice).upper() for choice in choices)]


def _sentences(error: ValidationError) -> list[str]:
    sentences: dict[str, str] = {}
    for mistake in error.errors(include_url=False):
        name = _field_of(str(mistake["loc"][0]))
        within = ".".join(str(part) for part in mistake["loc"][1:])[:80]
        given = f"{PREFIX}{name.upper()}{f', {within}' if within else ''}{_shown(name, mistake['input'])}"
        sentences.setdefault(name, f"{given} is wrong: it takes {takes(name)}.")
    return list(sentences.values())


def _field_of(location: str) -> str:
    """The field behind a pydantic location, which for an aliased field is the alias that was set."""
    if location in Settings.model_fields:
        return location
    return location.lower().removeprefix("suffice_").removeprefix("otel_exporter_").replace("openai_", "llm_")


def _shown(name: str, value: object) -> str:
    if _holds_secrets(Settings.model_fields[name].annotation):
        return ""
    text = value if isinstance(value, str) else json.dumps(value, default=str, ensure_ascii=False)
    return f"={text[:80]}"


def _names_set(files: tuple[Path, ...]) -> list[str]:
    names = {name.upper() for name in os.environ}
    for file in files:
        if file.is_file():
            names.update(name.upper() for name in dotenv_values(file, encoding=ENCODING))
    return sorted(names)


def _warnings(settings: Settings, names: list[str]) -> tuple[str, ...]:
    known = {f"{PREFIX}{name.upper()}" for name in Settings.model_fields} | {READ_BY_TESTS}
    warnings = [_unknown(name, known) for name in names if name.startswith(PREFIX) and name not in known]
    warnings += data_warnings(settings)
    if settings.fail_points:
        warnings.append("SUFFICE_FAIL_POINTS is set: this process breaks on purpose.")
    if settings.llm_model is None and (settings.llm_base_url or settings.llm_api_key):
        warnings.append("A model endpoint is set but SUFFICE_LLM_MODEL is not: the rules engine answers.")
    if bool(settings.embeddings_base_url) != bool(settings.embeddings_model):
        warnings.append(
            "SUFFICE_EMBEDDINGS_BASE_URL and SUFFICE_EMBEDDINGS_MODEL belong together, and only one is set: the "
            "built-in embedder is used."
        )
    if bool(settings.check_base_url) != bool(settings.check_model):
        warnings.append(
            "SUFFICE_CHECK_BASE_URL and SUFFICE_CHECK_MODEL belong together, and only one is set: no grounding model "
            "is asked."
        )
    if settings.llm_model is not None and not settings.model_configured:
        warnings.append("SUFFICE_LLM_MODEL is set without SUFFICE_LLM_BASE_URL or a key: the rules engine answers.")
    warnings += _thinks_nowhere(settings)
    return tuple(warnings)


def _thinks_nowhere(settings: Settings) -> list[str]:
    """Why no answer is thought through although somebody switched the thinking mode on."""
    mode, small = settings.thinking_mode, settings.llm_small_models
    if mode == "auto" and not small:
        return ["SUFFICE_THINKING_MODE=auto does nothing: SUFFICE_LLM_SMALL_MODELS names no model that would think."]
    if mode == "auto" and settings.model_configured and settings.llm_model not in small:
        return [
            f"SUFFICE_THINKING_MODE=auto does nothing for SUFFICE_LLM_MODEL={settings.llm_model}: "
            "SUFFICE_LLM_SMALL_MODELS does not name it."
        ]
    if mode == "on" and not settings.model_configured:
        return [
            "SUFFICE_THINKING_MODE=on does nothing until a model is set (SUFFICE_LLM_MODEL) or entered on the page."
        ]
    return []


def _unknown(name: str, known: set[str]) -> str:
    near = get_close_matches(name, sorted(known), n=1, cutoff=0.6)
    hint = f"; did you mean {near[0]}?" if near else "."
    return f"{name} is not a setting of this service and is ignored{hint}"


def environment_with(chosen: Mapping[str, str]) -> dict[str, str]:
    """This process's environment with these settings instead: for a process that it starts."""
    return {**os.environ, **chosen}
