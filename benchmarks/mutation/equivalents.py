"""Faults that change nothing anybody could see, each with the reason. Keys are `Mutant.key`."""

from __future__ import annotations

from collections.abc import Mapping

QUALITY: Mapping[str, str] = {}
GATES: Mapping[str, str] = {}
NARROWING: Mapping[str, str] = {}
VARIANTS: Mapping[str, str] = {
    "draw_variant: weight > 0 -> weight >= 0": "a weight of zero adds nothing to the sum",
    "draw_variant: total <= 0 -> total < 0": "at a sum of zero the loop draws nothing and the same default stays",
    "draw_variant: 'hybrid_confirm' -> '_hybrid_confirm_'": "replaced by the first weight above zero, and there is one",
    "draw_variant: weight <= 0 -> weight < 0": "a weight of zero leaves the point where it was: the next one is drawn",
    "draw_variant: point < 0 -> point <= 0": "differs for one hash in 2**64",
}
ROUTER: Mapping[str, str] = {
    "_shares_words: ' ' -> '_ _'": "what parts the question from its answer is part of no word",
}
PROMPTS: Mapping[str, str] = {}
STATEMENTS: Mapping[str, str] = {}
