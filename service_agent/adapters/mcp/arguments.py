"""What the tools take."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from service_agent.protocol.wire import Composed, ForeignId, Named, Text

MOST_FOUND = 20
PackName = Annotated[str | None, Field(max_length=40, description="The domain to ask; left out: the default one.")]


class Arguments(BaseModel):
    """Base: an unknown argument is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class AskArguments(Arguments):
    """Of `ask`."""

    question: Annotated[Text, Field(description="The question, in the person's own words and language.")]
    pack: PackName = None
    session: Annotated[
        Annotated[str, Field(max_length=64), Named] | None,
        Field(description="Go on with this conversation; its id stands under each answer."),
    ] = None
    reuse: Annotated[
        Literal["always", "never"] | None,
        Field(description="always: use what was found before when unsure; never: search again."),
    ] = None


class SearchArguments(Arguments):
    """Of `search`."""

    query: Annotated[str, Field(min_length=1, max_length=1_000, description="What to look for."), Composed]
    pack: PackName = None
    k: Annotated[int, Field(ge=1, le=MOST_FOUND, description="How many passages at most.")] = 5


class DocumentArguments(Arguments):
    """Of `get_document`."""

    document_id: Annotated[ForeignId, Field(min_length=1, description="As `search` names it.")]
    around: Annotated[ForeignId | None, Field(description="A passage's id: of a long document the part about it.")] = (
        None
    )
