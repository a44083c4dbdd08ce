"""Every setting: its name, what it means, and what it takes. Secrets are SecretStr and never printed."""

from __future__ import annotations

import json
import os
from math import inf
from pathlib import Path
from typing import Annotated, Any, Literal, Self, cast

from pydantic import AliasChoices, Field, SecretStr, field_validator
from pydantic_settings import NoDecode, SettingsConfigDict
from redis.asyncio.connection import parse_url as redis_address

from foundation.contracts.errors import UnsafeHost
from foundation.contracts.plan import VariantName
from service_agent.settings.auth import AuthSettings
from service_agent.settings.data_dir_warnings import misplaced
from service_agent.settings.failpoints import read_points
from service_agent.settings.field import WITH_HOST, setting
from service_agent.settings.limits import LimitSettings
from service_agent.settings.operation import OperationSettings
from service_agent.settings.origins import is_loopback

PREFIX = "SUFFICE_"
CHECKOUT = Path(__file__).resolve().parents[2]


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
        pattern=WITH_HOST,
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
    llm_planning: Literal["auto", "merged", "split", "rules"] = setting(
        "auto", "One planning call, several, or none (the model only writes)", "auto, merged, split or rules"
    )
    llm_timeout_s: float = setting(
        60.0,
        "Longest model call in seconds; prompts have shorter limits of their own",
        "a number above 0, at most 600",
        gt=0,
        le=600,
    )
    llm_concurrency: int = setting(
        20,
        "Model calls in flight per process; with fewer than RUN_SLOTS, a call's limit also passes while it waits",
        "a whole number from 1 to 1000",
        ge=1,
        le=1000,
    )

    try_private_endpoints: bool = setting(
        False, "Whether admins may try and enter model endpoints at private addresses on the page", "true or false"
    )
    embeddings_base_url: str | None = setting(
        None,
        "OpenAI-compatible embeddings endpoint; unset: an embedder fitted to the documents",
        "an http:// or https:// address",
        pattern=WITH_HOST,
    )
    embeddings_model: str | None = setting(None, "Embeddings model", "a model's name")
    embeddings_api_key: SecretStr | None = setting(None, "Key of the embeddings endpoint", "the endpoint's key")
    search_url: str | None = setting(
        None,
        "OpenSearch that searches the words and vectors of all passages; unset: each host's own disk, and PostgreSQL",
        "an http:// or https:// address",
        pattern=WITH_HOST,
    )
    search_user: str | None = setting(None, "Account of the search engine", "an account's name")
    search_password: SecretStr | None = setting(None, "Password of that account", "its password")
    search_prefix: str = setting(
        "suffice",
        "Begins the names of this installation's indexes; what else begins so is removed",
        "small letters and digits, a letter first",
        pattern=r"^[a-z][a-z0-9]{0,39}$",
    )
    search_shards: int = setting(
        1,
        "Shards of an index in the search engine; about one per 5 million passages",
        "a whole number from 1 to 64",
        ge=1,
        le=64,
    )
    rerank_url: str | None = setting(
        None,
        "Re-ranking endpoint, its whole address (…/rerank); unset: the built-in re-ranker",
        "an http:// or https:// address",
        pattern=WITH_HOST,
    )
    rerank_model: str | None = setting(None, "Re-ranking model, where the endpoint wants one named", "a model's name")
    rerank_api_key: SecretStr | None = setting(None, "Key of the re-ranking endpoint", "the endpoint's key")
    check_base_url: str | None = setting(
        None,
        "OpenAI-compatible endpoint of a grounding model (MiniCheck) that is asked about doubtful claims",
        "an http:// or https:// address",
        pattern=WITH_HOST,
    )
    check_model: str | None = setting(
        None, "The grounding model; unset: the rules alone check answers", "a model's name"
    )
    check_api_key: SecretStr | None = setting(None, "Key of that endpoint", "the endpoint's key")
    web_search_url: str | None = setting(
        None,
        "SearXNG-compatible endpoint that is searched where the pack's documents are few (its JSON format must be on);"
        " questions go there; unset: the web is not searched",
        "an http:// or https:// address",
        pattern=WITH_HOST,
    )
    redis_url: SecretStr | None = setting(
        None,
        "Redis that carries wake-ups and answers being written between processes; unset: PostgreSQL alone",
        "a redis://, rediss:// or unix:// address",
    )

    example_latency_s: float = setting(
        2.0,
        "Seconds the example service beside `suffice serve` takes for the loan products that ship; 0: none is started",
        "a number from 0 to 4",
        ge=0,
        le=4,
    )
    hold_out: float = setting(
        0.1,
        "Share of the conversations of `suffice serve` that never reuse, to compare with; unused with VARIANT_WEIGHTS",
        "a number from 0 to 0.9",
        ge=0,
        le=0.9,
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
    form_timeout_s: float = setting(
        1800.0, "How long a form waits, in seconds", "a number from 1 to 86400", ge=1, le=86_400
    )
    multitask: Literal["enqueue", "replace", "refuse"] = setting(
        "enqueue", "What a second message does while one runs", "enqueue, replace or refuse"
    )
    thinking_mode: Literal["off", "on", "auto"] = setting(
        "off",
        "Answers in single-task calls that check one another; auto: for models named in LLM_SMALL_MODELS",
        "off, on or auto",
    )
    query_routing: bool = setting(
        True, "Small talk and questions of another field are answered without a search", "on or off"
    )
    memory: bool = setting(
        True, "What people say of themselves is remembered from one conversation to the next", "on or off"
    )
    turn_limit_s: float = setting(
        60.0, "Longest turn in seconds, waiting for the person not counted", "a number from 1 to 3600", ge=1, le=3600
    )

    checkpoint_durability: Literal["exit", "async", "sync"] = setting(
        "exit", "When the graph's checkpoint is written: at a pause, or at each step", "exit, async or sync"
    )
    db_connections: int = setting(
        20, "Database connections of one process, divided among its parts", "a whole number from 8 to 500", ge=8, le=500
    )
    run_slots: int = setting(20, "Turns in flight per process", "a whole number from 1 to 500", ge=1, le=500)
    run_preparing: int = setting(
        10,
        "Of them, turns planned and searched side by side; more wait in the queue, those being written are not counted",
        "a whole number from 1 to 500",
        ge=1,
        le=500,
    )
    run_lease_s: float = setting(
        10.0, "A dead process's questions are taken over after this, in seconds", "a number from 1 to 600", ge=1, le=600
    )
    run_attempts: int = setting(
        10,
        "How often a question is begun at most, after crashes and lost connections; an answered card adds one",
        "a whole number from 1 to 10000",
        ge=1,
        le=10_000,
    )
    run_stalls: int = setting(
        2,
        "How often a question may stop its process for longer than RUN_LEASE_S before it is given up",
        "a whole number from 1 to 10000",
        ge=1,
        le=10_000,
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


def takes(name: str) -> str:
    """What values a setting takes, in words."""
    extra = cast("dict[str, Any]", Settings.model_fields[name].json_schema_extra)
    return str(extra["takes"])
