"""The only reader of the environment: every setting, what it means, and what it takes.

Sources, strongest first: flags of the command line, the environment, `.env` of the working directory,
`.env` of the checkout. A wrong value stops the start with one sentence that names it (all wrong ones
are listed); a name nobody knows only warns. Secrets are SecretStr and never printed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from io import StringIO
from math import inf
from pathlib import Path
from typing import Annotated, Any, Literal, Self, cast

from dotenv import dotenv_values
from dotenv.parser import parse_stream
from pydantic import AliasChoices, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import NoDecode, SettingsConfigDict
from redis.asyncio.connection import parse_url as redis_address

from foundation.contracts.errors import UnsafeHost, WrongSetting
from foundation.contracts.plan import VariantName
from service_agent.auth.origins import is_loopback
from service_agent.auth.settings import AuthSettings
from service_agent.failpoints import read_points
from service_agent.limits.settings import LimitSettings
from service_agent.operation import OperationSettings
from service_agent.setting import setting
from service_agent.whereabouts import misplaced

PREFIX = "SUFFICE_"
ENCODING = "utf-8-sig"
"""Of `.env` files: UTF-8, with the mark some editors put first or without."""
CHECKOUT = Path(__file__).resolve().parents[1]
READ_BY_TESTS = "SUFFICE_TEST_DATA"
"""Where the public data lies; tests and `suffice eval` alone read it (see `public_data_dir`)."""

NOT_YET: frozenset[str] = frozenset(
    {
        "web_search_url",
        "thinking_mode",
        "clarify_timeout_s",
    }
)
"""Settings of the protocol this version checks but does not use yet: setting one of them warns."""


def default_data_dir() -> Path:
    """`.data` of the checkout where that may be written, else the person's own data folder (XDG)."""
    beside = _beside()
    if os.access(beside if beside.exists() else CHECKOUT, os.W_OK):
        return beside
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "suffice"


def _beside() -> Path:
    return CHECKOUT / ".data"


def data_warnings(settings: Settings) -> list[str]:
    """What is to be said of the data these settings find; nothing when it is where it was."""
    if settings.database_url is not None:
        return []
    return misplaced(_beside(), settings.data_dir, chosen="data_dir" in settings.model_fields_set)


class Settings(AuthSettings, OperationSettings, LimitSettings):
    """Every setting of the service, by its name without the prefix SUFFICE_."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, extra="ignore", frozen=True, populate_by_name=True
    )

    database_url: SecretStr | None = setting(
        None, "PostgreSQL to use; unset: the embedded one", "a postgresql:// address"
    )
    data_dir: Path = Field(
        default_factory=default_data_dir,
        description="Folder of the embedded database, indexes and uploads",
        json_schema_extra={"takes": "the path of a folder that can be written"},
    )
    pack: str = setting("real_estate", "The pack new sessions use", "a pack's name", pattern=r"^[a-z][a-z0-9_]{0,39}$")
    packs_dir: Path = setting(CHECKOUT / "packs", "Folder that holds the packs", "the path of a folder")
    host: str = setting("127.0.0.1", "Address to listen on", "a host name or address", min_length=1)
    port: int = setting(8000, "Port to listen on", "a whole number from 0 to 65535", ge=0, le=65535)
    allowed_origins: Annotated[tuple[str, ...], NoDecode] = setting(
        (), "Origins of other pages that may connect", "origins such as https://a.example, separated by commas"
    )

    llm_base_url: str | None = Field(
        default=None,
        validation_alias=AliasChoices("SUFFICE_LLM_BASE_URL", "OPENAI_BASE_URL", "llm_base_url"),
        description="OpenAI-compatible endpoint; unset with a key: OpenAI's own",
        json_schema_extra={"takes": "an http:// or https:// address"},
        pattern=r"^https?://",
    )
    llm_api_key: SecretStr | None = Field(
        default=None,
        validation_alias=AliasChoices("SUFFICE_LLM_API_KEY", "OPENAI_API_KEY", "llm_api_key"),
        description="Key of that endpoint",
        json_schema_extra={"takes": "the endpoint's key"},
    )
    llm_model: str | None = setting(None, "Model that plans and writes; unset: the rules engine", "a model's name")
    llm_small_models: Annotated[tuple[str, ...], NoDecode] = setting(
        (), "Models that get single-task calls", "model names, separated by commas"
    )
    llm_planning: Literal["auto", "merged", "split"] = setting(
        "auto", "One planning call or several", "auto, merged or split"
    )
    llm_timeout_s: float = setting(
        60.0,
        "Longest model call in seconds; prompts have shorter limits of their own",
        "a number above 0, at most 600",
        gt=0,
        le=600,
    )
    llm_concurrency: int = setting(
        16, "Model calls in flight per process", "a whole number from 1 to 1000", ge=1, le=1000
    )

    embeddings_base_url: str | None = setting(
        None,
        "OpenAI-compatible embeddings endpoint; unset: an embedder fitted to the documents",
        "an http:// or https:// address",
        pattern=r"^https?://",
    )
    embeddings_model: str | None = setting(None, "Embeddings model", "a model's name")
    embeddings_api_key: SecretStr | None = setting(None, "Key of the embeddings endpoint", "the endpoint's key")
    rerank_url: str | None = setting(
        None,
        "Re-ranking endpoint, its whole address (…/rerank); unset: the built-in re-ranker",
        "an http:// or https:// address",
        pattern=r"^https?://",
    )
    rerank_model: str | None = setting(None, "Re-ranking model, where the endpoint wants one named", "a model's name")
    rerank_api_key: SecretStr | None = setting(None, "Key of the re-ranking endpoint", "the endpoint's key")
    web_search_url: str | None = setting(None, "Web search endpoint", "an http:// or https:// address")
    redis_url: SecretStr | None = setting(
        None,
        "Redis that carries wake-ups and answers being written between processes; unset: PostgreSQL alone",
        "a redis://, rediss:// or unix:// address",
    )

    variant_weights: Annotated[dict[VariantName, float] | None, NoDecode] = setting(
        None,
        "Weights new sessions' variants are drawn by; unset: the pack's",
        'JSON such as {"hybrid_confirm": 1} over no_reuse, supervisor_only, hybrid, hybrid_confirm',
    )
    confirm_timeout_s: float = setting(
        30.0, "How long a confirmation waits, in seconds", "a number from 1 to 3600", ge=1, le=3600
    )
    clarify_timeout_s: float = setting(
        120.0, "How long a clarification waits, in seconds", "a number from 1 to 3600", ge=1, le=3600
    )
    multitask: Literal["enqueue", "replace", "refuse"] = setting(
        "enqueue", "What a second message does while one runs", "enqueue, replace or refuse"
    )
    thinking_mode: Literal["off", "on", "auto"] = setting("off", "Deeper answers", "off, on or auto")
    query_routing: bool = setting(
        True, "Small talk and questions of another field are answered without a search", "on or off"
    )
    turn_limit_s: float = setting(
        60.0, "Longest turn in seconds, waiting for the person not counted", "a number from 1 to 3600", ge=1, le=3600
    )

    checkpoint_durability: Literal["exit", "async", "sync"] = setting(
        "exit", "When a turn's checkpoint is written", "exit, async or sync"
    )
    db_connections: int = setting(
        20, "Database connections of one process, divided among its parts", "a whole number from 8 to 500", ge=8, le=500
    )
    run_slots: int = setting(20, "Turns in flight per process", "a whole number from 1 to 500", ge=1, le=500)
    run_lease_s: float = setting(
        10.0, "A dead process's questions are taken over after this, in seconds", "a number from 1 to 600", ge=1, le=600
    )
    run_attempts: int = setting(
        10,
        "How often a question is begun at most, after crashes and lost connections",
        "a whole number from 1 to 10000",
        ge=1,
        le=10_000,
    )
    queue_limit: int = setting(
        20, "Unfinished questions one person may have", "a whole number from 1 to 10000", ge=1, le=10_000
    )
    fail_points: str | None = setting(
        None,
        "Places where this process breaks on purpose, for tests (loopback only)",
        "point=action pairs separated by commas, such as after_claim=kill:0.05",
    )
    log_level: Literal["debug", "info", "warning", "error"] = setting(
        "info", "How much is logged", "debug, info, warning or error"
    )
    log_format: Literal["auto", "console", "json"] = setting(
        "auto", "How it is logged; auto: console on a terminal, else JSON", "auto, console or json"
    )

    log_content: bool = setting(
        False, "Logs also say what people, documents and models said; secrets never", "on or off"
    )

    @field_validator("llm_small_models", "allowed_origins", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value

    @field_validator("variant_weights", mode="before")
    @classmethod
    def _read_json(cls, value: Any) -> Any:
        return json.loads(value) if isinstance(value, str) else value

    @field_validator("variant_weights")
    @classmethod
    def _some_weight(cls, weights: dict[VariantName, float] | None) -> dict[VariantName, float] | None:
        if weights is not None and (
            not all(0 <= weight < inf for weight in weights.values()) or not any(weights.values())
        ):
            raise ValueError("weights are not negative and not all 0")
        return weights

    @field_validator("database_url")
    @classmethod
    def _postgres(cls, url: SecretStr | None) -> SecretStr | None:
        if url is not None and not url.get_secret_value().startswith(("postgresql://", "postgres://", "postgresql+")):
            raise ValueError("not a PostgreSQL address")
        return url

    @field_validator("redis_url")
    @classmethod
    def _redis(cls, url: SecretStr | None) -> SecretStr | None:
        if url is not None:
            redis_address(url.get_secret_value())
        return url

    @field_validator("fail_points")
    @classmethod
    def _points_readable(cls, points: str | None) -> str | None:
        if points is not None:
            read_points(points)
        return points

    @property
    def model_configured(self) -> bool:
        """True when a model plans and writes; False: the rules engine does."""
        return self.llm_model is not None and (self.llm_base_url is not None or self.llm_api_key is not None)

    def checked(self) -> Self:
        """These settings, if they may be served with. Raises UnsafeHost, WrongSetting."""
        self.require_whole()
        if not self.signed_in and not is_loopback(self.host):
            raise UnsafeHost(
                f"SUFFICE_HOST={self.host} is not loopback while sign-in is off; "
                "set SUFFICE_HOST=127.0.0.1 or configure a sign-in (docs/sign-in.md)."
            )
        if self.fail_points and not is_loopback(self.host):
            raise UnsafeHost(
                f"SUFFICE_FAIL_POINTS breaks the service on purpose and SUFFICE_HOST={self.host} is not loopback; "
                "unset SUFFICE_FAIL_POINTS."
            )
        return self


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
        # A file that cannot be read is told when the settings are.
        with suppress(OSError, UnicodeDecodeError):
            held.update(os.environ if file is None else dotenv_values(file, encoding=ENCODING))
    named = {name.upper(): value for name, value in held.items()}
    secret = [name for name, field in Settings.model_fields.items() if "SecretStr" in str(field.annotation)]
    found = [named.get(alias) for name in secret for alias in _names_of(name)]
    return tuple(value for value in found if value)


def _names_of(name: str) -> list[str]:
    alias = Settings.model_fields[name].validation_alias
    choices = alias.choices if isinstance(alias, AliasChoices) else []
    return [f"{PREFIX}{name.upper()}", *(str(choice).upper() for choice in choices)]


def takes(name: str) -> str:
    """What values a setting takes, in words."""
    extra = cast("dict[str, Any]", Settings.model_fields[name].json_schema_extra)
    return str(extra["takes"])


def _sentences(error: ValidationError) -> list[str]:
    told: dict[str, str] = {}
    for mistake in error.errors(include_url=False):
        name = _field_of(str(mistake["loc"][0]))
        given = f"{PREFIX}{name.upper()}{_shown(name, mistake['input'])}"
        told.setdefault(name, f"{given} is wrong: it takes {takes(name)}.")
    return list(told.values())


def _field_of(location: str) -> str:
    """The field behind a pydantic location, which for an aliased field is the alias that was set."""
    if location in Settings.model_fields:
        return location
    return location.lower().removeprefix("suffice_").removeprefix("otel_exporter_").replace("openai_", "llm_")


def _shown(name: str, value: object) -> str:
    if "SecretStr" in str(Settings.model_fields[name].annotation):
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
    warnings += [
        f"{name} is understood but not used by this version yet."
        for name in names
        if name.removeprefix(PREFIX).lower() in NOT_YET and name.startswith(PREFIX)
    ]
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
    if settings.llm_model is not None and not settings.model_configured:
        warnings.append("SUFFICE_LLM_MODEL is set without SUFFICE_LLM_BASE_URL or a key: the rules engine answers.")
    return tuple(warnings)


def _unknown(name: str, known: set[str]) -> str:
    near = get_close_matches(name, sorted(known), n=1, cutoff=0.6)
    hint = f"; did you mean {near[0]}?" if near else "."
    return f"{name} is not a setting of this service and is ignored{hint}"
