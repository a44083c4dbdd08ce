"""Every attribute name a span carries, in one place: OpenTelemetry's semantic conventions where they have one, else
our own below `suffice.`. (GenAI and database conventions, opentelemetry-semantic-conventions 0.66; a test holds the
names to that package.)
"""

from __future__ import annotations

from collections.abc import Mapping

OPERATION = "gen_ai.operation.name"
PROVIDER = "gen_ai.provider.name"
MODEL = "gen_ai.request.model"
INPUT_TOKENS = "gen_ai.usage.input_tokens"
OUTPUT_TOKENS = "gen_ai.usage.output_tokens"
PROMPT = "gen_ai.prompt.name"
CONVERSATION = "gen_ai.conversation.id"
AGENT = "gen_ai.agent.name"
USER = "user.id"
ERROR = "error.type"
DATABASE = "db.system.name"
STATEMENT = "db.query.text"
"""With its placeholders; values are always bound and never recorded."""

CONVENTIONS = (
    OPERATION, PROVIDER, MODEL, INPUT_TOKENS, OUTPUT_TOKENS, PROMPT, CONVERSATION, AGENT, USER, ERROR, DATABASE,
    STATEMENT,
)  # fmt: skip
"""Those that OpenTelemetry names."""

FACTS: Mapping[str, str] = {
    "run_id": "suffice.run.id",
    "session_id": CONVERSATION,
    "owner_id": USER,
    "tenant_id": "suffice.tenant.id",
    "pack": "suffice.pack",
    "variant": "suffice.variant",
    "attempt": "suffice.run.attempt",
    "outcome": "suffice.outcome",
    "model": MODEL,
    "input_tokens": INPUT_TOKENS,
    "output_tokens": OUTPUT_TOKENS,
    "cost": "suffice.model.cost",
    "requests": "suffice.model.requests",
    "failed": ERROR,
}
"""A fact's name (see `foundation/contracts/telemetry.py`) -> its attribute."""


def attribute(fact: str) -> str:
    """The attribute of a fact."""
    return FACTS.get(fact, f"suffice.{fact}")
