"""The embedded server under every circumstance it must bear: any path, any user, shared, killed, outdated, refused."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from foundation.contracts.errors import DatabaseVersion, EmbeddedDatabaseFailed
from foundation.storage.database.embedded import EmbeddedPostgres, embedded_files
from foundation.storage.database.embedded_home import LONGEST_SOCKET, NOTE, SYSTEM_ROOT, earlier_home, home_of
from foundation.storage.database.engine import DatabaseAddress

ROOT = Path(__file__).resolve().parents[4]
IS_ROOT = os.geteuid() == 0
NOBODY = 65534
FAST = {"fsync": "off"}

as_root = pytest.mark.skipif(not IS_ROOT, reason="needs root")


@pytest.fixture
def place() -> Generator[Path]:
    """A private folder with a space in its path, whose server is removed at the end."""
    outer = Path(tempfile.mkdtemp(prefix="suffice embedded "))
    inner = outer / "data of mine"
    inner.mkdir(mode=0o700)
    yield inner
    EmbeddedPostgres(inner).remove()
    shutil.rmtree(outer)


def ask(address: DatabaseAddress, query: str = "SELECT 41 + 1") -> object:
    with psycopg.connect(**address.psycopg_kwargs()) as connection:
        row = connection.execute(query.encode()).fetchone()
    return row[0] if row else None


def server_pid(place: Path) -> int:
    return int((embedded_files(place) / "data" / "postmaster.pid").read_text().split()[0])


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def interpreter_for(user: int | None) -> str:
    """A Python of our version that this user may run: ours may lie in root's home."""
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for candidate in (sys.executable, f"/usr/bin/{name}", f"/usr/local/bin/{name}"):
        try:
            subprocess.run([candidate, "-c", ""], check=True, cwd="/", user=user, group=user, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        return candidate
    pytest.skip("no Python here that another user may run")


def run_python(program: str, *arguments: str, user: int | None = None) -> subprocess.Popen[str]:
    paths = [str(ROOT), *(path for path in sys.path if path.endswith("site-packages"))]
    return subprocess.Popen(
        [interpreter_for(user), "-c", program, *arguments],
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"},
        cwd="/",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        user=user,
        group=user,
        extra_groups=[] if user is not None else None,
    )


USER = """
import sys
from pathlib import Path
from foundation.storage.database.embedded import EmbeddedPostgres
server = EmbeddedPostgres(Path(sys.argv[1]), extra={"fsync": "off"})
address = server.start()
print(address.host, flush=True)
if sys.stdin.readline():
    server.stop()
"""
"""Starts, says where, and stops when it is told to (it never is, when it is killed)."""


def started(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    said = process.stdout.readline().strip()
    if not said:
        raise AssertionError(process.communicate()[1])
    return said


def stopped(process: subprocess.Popen[str]) -> None:
    _, complaint = process.communicate("stop\n", timeout=60)
    assert process.returncode == 0, complaint


def test_it_starts_from_a_private_folder_with_a_space_and_keeps_its_data(place: Path) -> None:
    for turn in range(2):
        with EmbeddedPostgres(place, extra=FAST) as address:
            assert ask(address) == 42
            if turn == 0:
                with psycopg.connect(**address.psycopg_kwargs()) as connection:
                    connection.execute("CREATE TABLE kept AS SELECT 7 AS n")
            else:
                assert ask(address, "SELECT n FROM kept") == 7


def test_nothing_is_left_behind_and_no_parent_folder_is_touched(place: Path) -> None:
    before = place.stat().st_mode, place.parent.stat().st_mode
    server = EmbeddedPostgres(place, extra=FAST)
    address = server.start()
    pid = server_pid(place)
    server.stop()
    assert not is_alive(pid)
    assert not Path(address.host).exists()
    assert (place.stat().st_mode, place.parent.stat().st_mode) == before
    server.remove()
    assert not embedded_files(place).exists()


def test_from_a_path_of_150_characters_the_socket_is_short_enough(place: Path) -> None:
    deep = place / ("d" * (150 - len(str(place))))
    with EmbeddedPostgres(deep, extra=FAST) as address:
        assert ask(address) == 42
        assert len(os.fsencode(Path(address.host) / ".s.PGSQL.5432")) <= LONGEST_SOCKET
    EmbeddedPostgres(deep).remove()


def test_there_is_no_tcp_port_and_the_password_is_needed_and_private(place: Path) -> None:
    with EmbeddedPostgres(place, extra=FAST) as address:
        assert ask(address, "SHOW listen_addresses") == ""
        assert ask(address, "SELECT count(*) FROM pg_hba_file_rules WHERE auth_method <> 'scram-sha-256'") == 0
        secret = embedded_files(place) / "password"
        assert secret.stat().st_mode & 0o777 == 0o600
        wrong = replace(address, password="wrong")
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(**wrong.psycopg_kwargs())
        assert address.password not in repr(address)


@as_root
def test_roots_server_runs_as_nobody_in_particular_under_the_system_folder(place: Path) -> None:
    with EmbeddedPostgres(place, extra=FAST) as address:
        assert embedded_files(place).parent == SYSTEM_ROOT
        owner = Path(f"/proc/{server_pid(place)}").stat().st_uid
        assert owner not in (0, NOBODY)
        assert (embedded_files(place) / "data_dir").read_text().strip() == str(place)
        assert ask(address) == 42


@pytest.mark.long  # every day: a kill of the server, below
def test_commits_survive_a_power_cut_by_default(place: Path) -> None:
    with EmbeddedPostgres(place) as address:
        for name in ("fsync", "full_page_writes", "synchronous_commit"):
            assert ask(address, f"SHOW {name}") == "on"


def test_the_last_user_stops_it(place: Path) -> None:
    first, second = EmbeddedPostgres(place, extra=FAST), EmbeddedPostgres(place, extra=FAST)
    address = first.start()
    assert second.start() == address
    assert first.start() == address
    pid = server_pid(place)
    first.stop()
    first.stop()
    assert ask(address) == 42
    second.stop()
    assert not is_alive(pid)


@pytest.mark.long  # every day: processes that start at once, below
def test_a_home_removed_while_another_waits_is_made_again(place: Path) -> None:
    first = EmbeddedPostgres(place, extra=FAST)
    first.start()
    home = home_of(place)
    with home.transition.open() as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        waiting = run_python(USER, str(place))
        time.sleep(1.5)
        (home.transition).unlink()
    started(waiting)
    stopped(waiting)
    first.stop()


async def test_it_can_be_held_by_async_with(place: Path) -> None:
    async with EmbeddedPostgres(place, extra=FAST) as address:
        assert ask(address) == 42


def test_processes_that_start_at_once_share_one_server(place: Path) -> None:
    users = [run_python(USER, str(place)) for _ in range(4)]
    assert len({started(user) for user in users}) == 1
    pid = server_pid(place)
    for user in users:
        assert is_alive(pid)
        stopped(user)
    assert not is_alive(pid)


def test_after_a_kill_of_its_user_it_is_adopted_and_stopped(place: Path) -> None:
    killed = run_python(USER, str(place))
    started(killed)
    pid = server_pid(place)
    killed.kill()
    killed.communicate()
    assert is_alive(pid)
    with EmbeddedPostgres(place) as address:
        assert ask(address) == 42
        assert server_pid(place) == pid
    assert not is_alive(pid)


def test_after_a_kill_of_the_server_the_next_user_starts_it_again(place: Path) -> None:
    server = EmbeddedPostgres(place, extra=FAST)
    with psycopg.connect(**server.start().psycopg_kwargs()) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 7 AS n")
    pid = server_pid(place)
    os.kill(pid, signal.SIGKILL)
    while is_alive(pid):
        time.sleep(0.01)
    assert (embedded_files(place) / "data" / "postmaster.pid").exists()
    with EmbeddedPostgres(place) as address:
        assert ask(address, "SELECT n FROM kept") == 7
    server.stop()
    assert not (embedded_files(place) / "data" / "postmaster.pid").exists()


def test_a_stale_pid_that_another_program_got_does_not_stop_the_start(place: Path) -> None:
    with EmbeddedPostgres(place, extra=FAST):
        pid_file = embedded_files(place) / "data" / "postmaster.pid"
        left = pid_file.read_text().split("\n", 1)[1]
        owner = pid_file.stat()
    other = subprocess.Popen(["sleep", "60"], user=owner.st_uid if IS_ROOT else None)
    try:
        pid_file.write_text(f"{other.pid}\n{left}")
        os.chown(pid_file, owner.st_uid, owner.st_gid)
        with EmbeddedPostgres(place, extra=FAST) as address:
            assert ask(address) == 42
    finally:
        other.kill()
        other.wait()


@pytest.mark.long  # every day: a start that fails, below
def test_a_setup_that_was_interrupted_is_done_again(place: Path) -> None:
    with EmbeddedPostgres(place, extra=FAST):
        pass
    home = home_of(place)
    home.cluster.rename(home.root / "data.new")  # as if killed just before it was ready
    (home.root / "data.new.password").write_text("half")
    with EmbeddedPostgres(place, extra=FAST) as address:
        assert ask(address) == 42
    assert not (home.root / "data.new.password").exists()


def test_another_versions_data_is_one_sentence_and_stays_untouched(place: Path) -> None:
    with EmbeddedPostgres(place, version=16, extra=FAST) as address:
        assert ask(address, "SELECT current_setting('server_version_num')::int / 10000") == 16
    with pytest.raises(DatabaseVersion, match=r"PostgreSQL 16.*PostgreSQL 18.*db backup"):
        EmbeddedPostgres(place).start()
    with EmbeddedPostgres(place, version=16, extra=FAST) as address:
        assert ask(address) == 42


@pytest.mark.long  # every day: another version's data, above
def test_a_start_that_fails_quotes_the_log_and_leaves_no_lease(place: Path) -> None:
    with EmbeddedPostgres(place, extra=FAST):
        pass
    with pytest.raises(EmbeddedDatabaseFailed, match=r"max_connections.*server\.log"):
        EmbeddedPostgres(place, extra={"max_connections": "0"}).start()
    with EmbeddedPostgres(place, extra=FAST) as address:
        assert ask(address) == 42


def test_a_version_without_binaries_is_refused() -> None:
    with pytest.raises(EmbeddedDatabaseFailed, match="16, 18"):
        EmbeddedPostgres(Path("/nowhere"), version=12)


@pytest.mark.skipif(IS_ROOT, reason="root's server lies elsewhere")
def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(EmbeddedDatabaseFailed, match="SUFFICE_DATA_DIR"):
        EmbeddedPostgres(tmp_path).start()


def test_removing_is_refused_while_somebody_uses_it(place: Path) -> None:
    user = run_python(USER, str(place))
    started(user)
    with pytest.raises(EmbeddedDatabaseFailed, match="stop it first"):
        EmbeddedPostgres(place).remove()
    stopped(user)
    EmbeddedPostgres(place).remove()
    EmbeddedPostgres(place).remove()
    assert not embedded_files(place).exists()


def test_removing_stops_a_server_whose_user_was_killed(place: Path) -> None:
    killed = run_python(USER, str(place))
    started(killed)
    pid = server_pid(place)
    killed.kill()
    killed.communicate()
    EmbeddedPostgres(place).remove()
    assert not is_alive(pid)


@pytest.mark.long  # every day: root's server, above
@as_root
def test_an_ordinary_user_keeps_everything_in_their_own_folder() -> None:
    own = Path(tempfile.mkdtemp(prefix="suffice ordinary "))
    os.chown(own, NOBODY, NOBODY)
    data_dir = own / "data"
    runtime: list[str] = []
    try:
        for _ in range(2):
            user = run_python(USER, str(data_dir), user=NOBODY)
            runtime.append(started(user))
            pid = int((data_dir / "postgres" / "data" / "postmaster.pid").read_text().split()[0])
            assert Path(f"/proc/{pid}").stat().st_uid == NOBODY
            assert Path(runtime[0]).stat().st_mode & 0o777 == 0o700
            stopped(user)
            assert not is_alive(pid)
            assert not Path(runtime[0]).exists()
    finally:
        shutil.rmtree(own)


@as_root
def test_a_runtime_folder_somebody_else_made_is_not_used() -> None:
    own = Path(tempfile.mkdtemp(prefix="suffice-ordinary-"))
    os.chown(own, NOBODY, NOBODY)
    try:
        user = run_python(USER, str(own), user=NOBODY)
        trap = Path(started(user))
        stopped(user)
        trap.mkdir(mode=0o777)
        user = run_python(USER, str(own), user=NOBODY)
        _, complaint = user.communicate(timeout=60)
        assert "belongs to somebody else" in complaint
        trap.rmdir()
    finally:
        shutil.rmtree(own)


@pytest.mark.long  # every day: root's server, above
@as_root
def test_roots_data_is_reported_when_its_folder_moved_until_it_is_in_place_again(place: Path) -> None:
    with EmbeddedPostgres(place) as address:
        ask(address, "SELECT 1 FROM (SELECT lo_from_bytea(0, 'kept')) AS made")
    assert earlier_home(place) is None
    old = home_of(place).root
    moved = place.rename(place.with_name("moved"))
    remedy = ""
    try:
        for _ in range(2):  # every start says so, not only the first
            with EmbeddedPostgres(moved) as address:
                assert ask(address, "SELECT count(*) FROM pg_largeobject_metadata") == 0
            earlier = earlier_home(moved)
            assert earlier is not None
            assert earlier.root == old
            assert f"mv '{old}' '{home_of(moved).root}'" in earlier.remedy
            remedy = earlier.remedy
        command = remedy.partition(": ")[2].partition(". ")[0]
        subprocess.run(["sh", "-c", command], check=True)
        assert earlier_home(moved) is None
        with EmbeddedPostgres(moved) as address:
            assert ask(address, "SELECT count(*) FROM pg_largeobject_metadata") == 1
        assert (moved / NOTE).read_text().strip() == str(home_of(moved).root)
    finally:
        EmbeddedPostgres(moved).remove()
        shutil.rmtree(moved)


@as_root
def test_another_accounts_data_is_reported(place: Path) -> None:
    (place / "postgres" / "data").mkdir(parents=True)
    earlier = earlier_home(place)
    assert earlier is not None
    assert earlier.root == place / "postgres"
    assert "as the account that owns it" in earlier.remedy
