"""What a run may wait for: a closed union of questions to the person, each with the values it takes and its default.

A run that pauses carries one of these out of its graph (`interrupt`). Everything else about pauses (storage, deadlines,
frames, answers) works over this union, so a new kind is a class here, its frame, and how its answer is checked.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import Field

from foundation.contracts.frozen import Frozen

PauseKind = Literal["confirmation", "clarification", "form"]


class PromptOption(Frozen):
    """One choice of a question to the person."""

    value: str
    label: str
    description: str = ""


class InHand(Frozen):
    """One kind of data the person is asked about, in values: a client words them in its person's language."""

    data_type: str
    items: int
    age_s: int | None = None
    """None: not known."""
    query: str = ""
    """The question it was found for."""
    issues: tuple[str, ...] = ()
    """What judge 2 holds against it, in its codes."""
    as_of: date | None = None
    """The newest date the data itself speaks of; None: it says none."""


class ConfirmationAsked(Frozen):
    """Judge 3: may the earlier data be used?"""

    kind: Literal["confirmation"] = "confirmation"
    message: str
    previous_data_summary: str
    data_age_s: int
    uncertainty_reason: str
    measured_saving_s: float
    options: tuple[PromptOption, ...]
    in_hand: tuple[InHand, ...] = ()
    safe: str = "search_new"
    """The value taken where nobody answers."""

    @property
    def values(self) -> tuple[str, ...]:
        """Nothing else is taken."""
        return tuple(option.value for option in self.options)

    @property
    def default(self) -> str:
        """What is decided when the time is over."""
        return self.safe


WHOLE = "whole"
"""Id of the option that opens the whole list instead of choosing."""


class ClarificationOption(Frozen):
    """One thing that may be meant."""

    id: str
    label: str
    query: str
    """Can be asked as it stands."""
    entity_id: str | None = None
    source_section: str | None = None


class Clarification(Frozen):
    """What is meant? Choices that can be asked as they stand; words of the person's own are an answer, too."""

    kind: Literal["clarification"] = "clarification"
    message: str
    reason: str
    original_query: str
    options: tuple[ClarificationOption, ...] = ()
    more: tuple[ClarificationOption, ...] = ()
    """Everything, where `options` were condensed: the whole list, for whoever asks to see it."""
    best: str = ""
    """Id of the option that is taken where nobody answers; "": the first."""
    likely: bool = True
    """Where nobody can be asked, the likeliest reading is answered. False: the question itself is the answer then."""

    @property
    def values(self) -> tuple[str, ...]:
        """Anything may be typed."""
        return ()

    @property
    def default(self) -> str:
        """What is decided when the time is over."""
        return self.best or next((option.id for option in self.options), "")

    def option(self, option_id: str) -> ClarificationOption | None:
        """The option of this id, of those shown or of the whole list."""
        return next((one for one in (*self.options, *self.more) if one.id == option_id), None)


class KnownValue(Frozen):
    """What is known already of what a form asks."""

    name: str
    label: str
    value: str
    """In words, with its unit."""


class FormRequest(Frozen):
    """Values are lacking; all of them are asked for at once."""

    kind: Literal["form"] = "form"
    message: str
    fields: dict[str, Any]
    """JSON Schema of an object: the lacking fields in order, with title, type, format, minimum, `oneOf` of constants
    with titles. `unit` is a word, `x-unit` what a number is read in; a field with `x-when` counts under these values of
    other fields alone."""
    known: tuple[KnownValue, ...] = ()
    query: str = ""
    """The question they are needed for."""

    @property
    def values(self) -> tuple[str, ...]:
        """Checked by `fields`."""
        return ()

    @property
    def default(self) -> str:
        """Nothing was given."""
        return ""


Pause = Annotated[ConfirmationAsked | Clarification | FormRequest, Field(discriminator="kind")]
