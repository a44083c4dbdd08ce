"""English words that carry no meaning of their own, where a draft is compared with its evidence."""

from __future__ import annotations

_LINES = (
    "a an the of to in on at for from by with and or but as is are was were be been being it its this that these those",
    "which who whom whose he she they we you i his her their our your my do does did has have had will would can could",
    "may might shall should must not no so such than then there here also into about over under between after before",
)
ENGLISH_STOP = frozenset(word for line in _LINES for word in line.split())
