"""The interpreter's garbage collector in a process that stays."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def left_alone() -> Generator[None]:
    """Disables collection inside: imports create hundreds of thousands of objects and no garbage, and scanning them
    repeatedly took a fifth of the import time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def keep_what_is_there() -> None:
    """Freezes the objects that exist now (libraries, packs, the application), once everything is open.

    Nine of ten objects that a collection would scan come from imports and are never freed. Each full collection stopped
    every turn of the process for a quarter of a second (docs/decisions/0017). Existing garbage is collected first;
    later objects are collected as usual.
    """
    gc.collect()
    gc.freeze()
