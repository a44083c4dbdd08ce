"""Built index folders of one (tenant, pack) on disk, shared by the processes of one machine.

<shelf>/build.lock      held (flock) by the one process that builds
<shelf>/.build-*        a folder being written; left over only by a killed builder
<shelf>/<version>/      a finished index, moved here by one rename; never written again
<shelf>/<version>/lease held shared (flock) by whoever reads it; a version nobody holds may be removed
"""

from __future__ import annotations

import fcntl
import os
import shutil
import weakref
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp

from execution_agents.retrieval.index.lexical import TantivyIndex
from execution_agents.retrieval.index.parts import Before, PartedBuilder, parts_in
from foundation.language.tokens import GRAMS

_LEASE = "lease"
_BUILDING = ".build-"
_REMOVED = ".removed-"


class IndexShelf:
    """Opens versions, and makes those that are missing. Its methods block: call them off the event loop."""

    def __init__(
        self, folder: Path, open_index: Callable[[Path], TantivyIndex], grams: tuple[int, ...] = GRAMS
    ) -> None:
        self._folder = folder
        self._open_index = open_index
        self._grams = grams

    def open(self, version: str) -> TantivyIndex | None:
        """The finished index of this version; it holds the lease as long as it lives. None when there is none."""
        folder = self._folder / version
        lease = _held(folder)
        if lease is None:
            return None
        try:
            index = self._open_index(folder)
        except (OSError, ValueError):
            # Damaged on disk: the index is a copy, so it is rebuilt instead of repaired.
            os.close(lease)
            shutil.rmtree(folder, ignore_errors=True)
            return None
        weakref.finalize(index, os.close, lease)
        return index

    def before(self, version: str) -> Before | None:
        """The newest finished index of the same format and n-grams, whose parts may be taken over for this version; its
        lease is held until it is closed. None when there is none."""
        with suppress(OSError):
            for name in sorted(self.versions(), key=self._age):
                lease = _held(self._folder / name) if _format_of(name) == _format_of(version) else None
                if lease is None:
                    continue
                parts = parts_in(self._folder / name, self._grams)
                if parts is not None:
                    return Before(self._folder / name, parts, lease)
                os.close(lease)
        return None

    def build(self, version: str, fill: Callable[[PartedBuilder], None]) -> TantivyIndex:
        """The index of this version, filled by `fill` unless another process was faster; older ones are removed."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with self._building():
            index = self.open(version)
            if index is None:
                self._write(version, fill)
                index = self.open(version)
            self._tidy(version)
        if index is None:
            raise OSError(f"the index folder {self._folder / version} cannot be opened")
        return index

    def tidy(self, keep: str) -> None:
        """Removes other versions that nobody holds any more: they may hold what was erased."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with self._building():
            self._tidy(keep)

    def sweep(self, keep: str | None) -> int:
        """`tidy` for a caller that does not read here; returns how many versions were removed; None keeps none but
        those in use. During a build nothing is done: the builder tidies up."""
        try:
            with self._building(fcntl.LOCK_NB):
                return self._tidy(keep)
        except (BlockingIOError, FileNotFoundError):  # it is being built, or somebody removed the folder
            return 0

    def versions(self) -> list[str]:
        """Finished versions on disk."""
        return sorted(entry.name for entry in self._folder.iterdir() if entry.is_dir() and entry.name[0] != ".")

    def _age(self, version: str) -> float:
        """The lower the newer; a folder that was removed meanwhile is the oldest."""
        with suppress(OSError):
            return -(self._folder / version / _LEASE).stat().st_mtime
        return 0.0

    @contextmanager
    def _building(self, more: int = 0) -> Generator[None]:
        with (self._folder / "build.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | more)
            yield

    def _write(self, version: str, fill: Callable[[PartedBuilder], None]) -> None:
        folder = Path(mkdtemp(prefix=_BUILDING, dir=self._folder))
        try:
            builder = PartedBuilder(folder, self._grams)
            fill(builder)
            builder.commit()
            (folder / _LEASE).touch()
            folder.rename(self._folder / version)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise

    def _tidy(self, keep: str | None) -> int:
        """Removes what nobody holds; returns how many versions. Only under the build lock: no folder here is being
        written."""
        for entry in self._folder.iterdir():
            if entry.name.startswith((_BUILDING, _REMOVED)):
                shutil.rmtree(entry, ignore_errors=True)
        return sum(self._removed(version) for version in self.versions() if version != keep)

    def _removed(self, version: str) -> bool:
        folder = self._folder / version
        with suppress(OSError), (folder / _LEASE).open("r+") as lease:
            fcntl.flock(lease, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Renamed under the lease, so a process that waited for it sees that the folder is gone.
            removed = folder.rename(self._folder / f"{_REMOVED}{version}")
            shutil.rmtree(removed, ignore_errors=True)
            return True
        return False


def sweep_shelves(root: Path, current: Mapping[Path, str]) -> int:
    """Removes every version below `root` (<tenant>/<pack>/<version>) that nobody holds and that is not the current one
    of its shelf, or whose shelf has none; how many."""
    shelves = [folder for folder in root.glob("*/*") if folder.is_dir()]
    return sum(IndexShelf(folder, TantivyIndex).sweep(current.get(folder)) for folder in shelves)


def _format_of(version: str) -> str:
    return version.partition("-")[0]


def _held(folder: Path) -> int | None:
    """A shared lease on the folder, or None when the folder is not there (any more)."""
    try:
        lease = os.open(folder / _LEASE, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return None
    fcntl.flock(lease, fcntl.LOCK_SH)
    with suppress(OSError):
        if os.fstat(lease).st_ino == (folder / _LEASE).stat().st_ino:
            return lease
    os.close(lease)
    return None
