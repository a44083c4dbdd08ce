"""Region names of public files to the pack's canonical names."""

from __future__ import annotations

from foundation.domains.schema.pack import Pack


class RegionNames:
    """Looks up a written region by the longest beginning the pack knows; the rest is kept below it."""

    def __init__(self, pack: Pack) -> None:
        nodes = [node for slot in pack.slots if slot.parser == "region" for node in slot.regions]
        self._names = {alias: node.name for node in nodes for alias in (*node.aliases, node.name)}

    def canonical(self, written: str) -> str:
        """ "대구광역시 달서구 새동" -> "대구 달서구 새동"; a region the pack knows nothing of stays as it is."""
        words = written.split()
        for length in range(len(words), 0, -1):
            known = self._names.get(" ".join(words[:length]))
            if known:
                return " ".join([known, *words[length:]])
        return " ".join(words)
