"""Other rule figures for kept decisions: `judge2.few_results_penalty=100`, `market.freshness.stale_after_s=172800`.

A row stores the figures it was judged by and the values they were compared with: ages, counts, conflicts, the probe's
lead. So penalties, ages and bands can be replaced. Figures of which the row stores only the result cannot; they are
refused by name.
"""

from __future__ import annotations

import copy
import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import yaml
from pydantic import ValidationError

from foundation.contracts.errors import WrongUse
from foundation.domains.schema.declared import Declared
from foundation.domains.schema.pack import Freshness, Judge1RuleFigures, Judge2Figures, ProbeFigures

JUDGE1 = "judge1_rules"
"""The rules judge's figures: one set for all data types."""
ROOMS: Mapping[str, type[Declared]] = {
    JUDGE1: Judge1RuleFigures,
    "judge2": Judge2Figures,
    "freshness": Freshness,
    "probe": ProbeFigures,
}
_SEARCHED = "only what the probe found over the index of then is kept, not the passages it found it in"
_WORDS = "only which of them conflicted is kept, not the words it was read from"
NOT_KEPT: Mapping[str, str] = {
    "probe.enabled": _SEARCHED,
    "probe.top": _SEARCHED,
    "probe.support": _SEARCHED,
    "probe.window_share": _SEARCHED,
    "probe.apart_weight": _SEARCHED,
    "probe.first": _SEARCHED,
    "matching_slots": _WORDS,
    "gates": _WORDS,
    "ask_worth_s": "whether asking was worth it hung on the costs measured then; a turn that asked is held to ask",
}
"""What no row can say, and why."""


@dataclass(frozen=True)
class Figure:
    """One figure that is another in the replay."""

    data_type: str | None
    """None: of every data type."""
    room: str
    name: str
    value: object

    @property
    def path(self) -> str:
        """Its place, as it was given."""
        return ".".join(part for part in (self.data_type, self.room, self.name) if part)


def read_figures(given: Iterable[str]) -> tuple[Figure, ...]:
    """Parses `[data type.]room.name=value`, each. Raises WrongUse with the fault, or why it cannot be replayed."""
    return tuple(_figure(each) for each in given)


def with_figures(inputs: Mapping[str, Any], figures: Sequence[Figure]) -> dict[str, Any]:
    """A row's inputs with these figures in place of its own. Raises KeyError for a row of another version."""
    changed: dict[str, Any] = {
        **inputs,
        "figures": copy.deepcopy(inputs["figures"]),
        JUDGE1: dict(inputs[JUDGE1]),
    }
    for figure in figures:
        if figure.room == JUDGE1:
            changed[JUDGE1][figure.name] = figure.value
            continue
        for name, kept in changed["figures"].items():
            if figure.data_type in (None, name):
                kept[figure.room][figure.name] = figure.value
    return changed


def _figure(given: str) -> Figure:
    address, equals, value = given.partition("=")
    parts = address.strip().split(".")
    if not equals or not value.strip():
        raise WrongUse(f"--figure: {given!r} has no value; write it like judge2.few_results_penalty=100.")
    for unkept, why in NOT_KEPT.items():
        if ".".join(parts[-len(unkept.split(".")) :]) == unkept:
            raise WrongUse(
                f"--figure: {address} cannot be replayed: {why}. Run `suffice eval pack` to measure it anew."
            )
    data_type = parts.pop(0) if len(parts) == 3 else None
    if len(parts) != 2 or parts[0] not in ROOMS or (data_type is not None and parts[0] == JUDGE1):
        raise WrongUse(f"--figure: there is no figure {address}; there are {', '.join(known_figures())}.")
    room, name = parts
    if name not in ROOMS[room].model_fields:
        near = difflib.get_close_matches(f"{room}.{name}", known_figures(), 1, 0.0)
        raise WrongUse(f"--figure: {room} has no figure {name}; did you mean {near[0]}?")
    return Figure(data_type, room, name, _value(address, ROOMS[room], name, value))


def _value(address: str, room: type[Declared], name: str, text: str) -> object:
    """As the pack's file would take it. Raises WrongUse."""
    try:
        given = yaml.safe_load(text)
        return getattr(room.model_validate({name: None if given == "none" else given}), name)
    except yaml.YAMLError:
        raise WrongUse(f"--figure: {address}: {text!r} is no number; write one, or none.") from None
    except ValidationError as error:
        mistake = error.errors(include_url=False)[0]
        raise WrongUse(f"--figure: {address}={text}: {mistake['msg']}.") from None


def known_figures() -> list[str]:
    """Every figure that can be another, without its data type."""
    names = [f"{room}.{name}" for room, figures in ROOMS.items() for name in figures.model_fields]
    return [name for name in names if name not in NOT_KEPT]
