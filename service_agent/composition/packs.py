"""The packs this service knows: the shipped ones, and one's own, which are read again while it serves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path

import structlog

from foundation.contracts.errors import SufficeError, WrongSetting
from foundation.domains.loading.loader import find_packs, load_pack, shipped_packs
from foundation.domains.schema.pack import Pack
from foundation.storage.database.engine import AWAY
from service_agent.jobs.background import Chore
from service_agent.settings.settings import Settings

log = structlog.get_logger(__name__)

LOOK_S = 3.0
"""Between two looks at one's own packs. What is taken up was the same in two of them, so it is not half written."""
_Seen = tuple[tuple[str, int, int], ...]
"""(name, size, time of the last change) of each file that declares a pack."""


def load_packs(settings: Settings) -> dict[str, Pack]:
    """Every pack, the shipped ones and one's own. Raises WrongPack, WrongSetting."""
    found = find_packs((shipped_packs(), settings.packs_dir))
    if settings.pack not in found:
        known = ", ".join(sorted(found))
        raise WrongSetting(f"SUFFICE_PACK={settings.pack} names no pack; there are {known}.")
    return {name: _loaded(folder, settings) for name, folder in found.items()}


class LivePacks(Mapping[str, Pack]):
    """Packs by name. One that is added to SUFFICE_PACKS_DIR, or whose declarations change there, is taken up within
    seconds; one with mistakes is not, and what was there before stays. A folder that goes takes nothing away."""

    def __init__(self, settings: Settings) -> None:
        """Raises WrongPack, WrongSetting."""
        self._settings = settings
        self._known = self._look()
        self._packs = load_packs(settings)
        self._last = self._known

    def __getitem__(self, name: str) -> Pack:
        return self._packs[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._packs)

    def __len__(self) -> int:
        return len(self._packs)

    def chore(self, fill: Callable[[Pack], Awaitable[object]]) -> Chore:
        """Looking for new packs. `fill` stores a pack's own documents and tables."""
        return Chore("packs", LOOK_S, lambda: self.renew(fill))

    async def renew(self, fill: Callable[[Pack], Awaitable[object]]) -> int:
        """Takes up what is new since the last look but one; returns how many packs."""
        seen = await asyncio.to_thread(self._look)
        due = [name for name, files in seen.items() if files == self._last.get(name) and files != self._known.get(name)]
        self._last = seen
        taken = 0
        for name in due:
            try:
                pack = await asyncio.to_thread(_loaded, self._settings.packs_dir / name, self._settings)
                await fill(pack)
            except AWAY as error:  # it waits for the database, and is tried at the next look
                log.warning("pack_waits", pack=name, why=str(error))
                continue
            except SufficeError as error:  # it is looked at again when it is mended
                log.warning("pack_not_taken_up", pack=name, why=error.message)
                self._known = {**self._known, name: seen[name]}
                continue
            self._known = {**self._known, name: seen[name]}
            self._packs = {**self._packs, name: pack}  # whoever is going through them goes through the old ones
            log.info("pack_taken_up", pack=name)
            taken += 1
        return taken

    def _look(self) -> dict[str, _Seen]:
        found = find_packs((self._settings.packs_dir,))
        return {name: _declared_by(folder) for name, folder in found.items()}


def _declared_by(folder: Path) -> _Seen:
    seen: list[tuple[str, int, int]] = []
    for path in sorted(folder.glob("*.*")):
        try:
            file = path.stat()
        except OSError:  # gone since
            continue
        seen.append((path.name, file.st_size, file.st_mtime_ns))
    return tuple(seen)


def _loaded(folder: Path, settings: Settings) -> Pack:
    pack = load_pack(folder)
    return pack.with_web() if settings.web_search_url else pack
