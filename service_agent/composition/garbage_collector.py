"""The interpreter's garbage collector in a process that stays."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def left_alone() -> Generator[None]:
    """While inside nothing is collected: libraries make objects by the hundred thousand and no garbage, and walking
    through them again and again took a fifth of the time importing them takes."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def keep_what_is_there() -> None:
    """Takes what lives now (libraries, packs, the application) out of the collector's rounds, once all is open.

    Nine of ten objects it would walk through come from imports and never go; each full round stopped every turn of
    the process for a quarter of a second (docs/decisions/0017).
    What is garbage by now is collected first; objects that come later are collected as ever.
    """
    gc.collect()
    gc.freeze()
