"""Faults that change nothing anybody could see, each with the reason. Keys are `Mutant.key`."""

from __future__ import annotations

from collections.abc import Mapping

QUALITY: Mapping[str, str] = {}
_FORTY_WORDS = "a question has at most 40 content words (terms.py), and 667 per mille of so few is no whole number"
_ASKED = "1000 * len(asked) >= _ASKED_BEFORE * max(1, len(words))"
GATES: Mapping[str, str] = {
    "_ASKED_BEFORE: 667 -> 668": _FORTY_WORDS,
    f"_same_topic: {_ASKED} -> {_ASKED.replace('>=', '>')}": _FORTY_WORDS,
}
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
_ONE_MICROSECOND = "differs only when the clock shows exactly `expires_at`, to the microsecond"
_SAME_RUN = "`locked` holds the run of this very question, so the condition says it twice"
PROMPTS: Mapping[str, str] = {"_over: prompt.expires_at <= now -> prompt.expires_at < now": _ONE_MICROSECOND}
_OF_THE_RUN = "WHERE prompt_id = :prompt_id AND pending_prompts.run_id = locked.run_id AND status = 'open'"
_OF_ANY_RUN = "WHERE prompt_id = :prompt_id AND true AND status = 'open'"
STATEMENTS: Mapping[str, str] = {
    **{f"{name}: {_OF_THE_RUN} -> {_OF_ANY_RUN}": _SAME_RUN for name in ("DECIDE", "EXPIRE", "EXTEND")},
    "DECIDE: AND (expires_at IS NULL OR expires_at > clock_timestamp())"
    " -> AND (expires_at IS NULL OR expires_at >= clock_timestamp())": _ONE_MICROSECOND,
    "EXPIRE: AND expires_at <= clock_timestamp() -> AND expires_at < clock_timestamp()": _ONE_MICROSECOND,
    "DUE: \" WHERE status = 'open' AND expires_at <= clock_timestamp() ORDER BY expires_at LIMIT 200\""
    " -> \" WHERE status = 'open' AND expires_at < clock_timestamp() ORDER BY expires_at LIMIT 200\"": _ONE_MICROSECOND,
    "EXTEND: AND expires_at > clock_timestamp() -> AND expires_at >= clock_timestamp()": _ONE_MICROSECOND,
}
