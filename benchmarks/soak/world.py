"""What a soak runs in: a folder of its own, the embedded PostgreSQL, Redis where there is one, all on loopback."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from foundation.domains.loading.loader import shipped_packs
from foundation.storage.database.embedded import EmbeddedPostgres, embedded_files
from foundation.storage.database.engine import DatabaseAddress

PACK = "real_estate"
LEASE_S = 1.0
"""The shortest the service takes: a stop has to be longer, and there are hundreds of them."""
CONFIRM_S = 2.0
ASKS_ALWAYS = "\njudge1_rules: { start: 800 }\n"
"""Medium confidence: every turn that could reuse asks the person."""


@dataclass
class World:
    """Servers, and how services find them."""

    folder: Path
    address: DatabaseAddress
    postgres: EmbeddedPostgres
    redis: OwnRedis | None
    restarts: int = 0
    """Of PostgreSQL."""
    packs: Path = field(init=False)

    def __post_init__(self) -> None:
        self.packs = self.folder / "packs"
        shutil.copytree(shipped_packs() / PACK, self.packs / PACK)
        with (self.packs / PACK / "pack.yaml").open("a", encoding="utf-8") as file:
            file.write(ASKS_ALWAYS)

    def settings(self, port: int, points: str) -> dict[str, str]:
        """A service's environment."""
        found = {
            "DATABASE_URL": url_of(self.address),
            "DATA_DIR": str(self.folder / "data"),
            "PACKS_DIR": str(self.packs),
            "PACK": PACK,
            "PORT": str(port),
            "VARIANT_WEIGHTS": '{"hybrid_confirm": 1}',
            "ASK_WORTH_S": "0",
            "CONFIRM_TIMEOUT_S": str(CONFIRM_S),
            "RUN_LEASE_S": str(LEASE_S),
            "RUN_ATTEMPTS": "10000",
            "RUN_STALLS": "10000",
            "QUEUE_LIMIT": "10000",
            "DB_CONNECTIONS": "12",
            "LOG_FORMAT": "json",
            "LOG_LEVEL": "warning",
            "FAIL_POINTS": points,
        } | ({"REDIS_URL": self.redis.url} if self.redis else {})
        return {f"SUFFICE_{name}": value for name, value in found.items()}

    async def restart_postgres(self) -> None:
        """kill -9, and start again: what was acknowledged is there, everything else is gone."""
        os.kill(postmaster_of(self.folder), signal.SIGKILL)
        self.restarts += 1
        await asyncio.sleep(0.5)
        await asyncio.to_thread(self.postgres.ensure_running)


@dataclass
class OwnRedis:
    """A Redis on a socket file, which keeps nothing."""

    folder: Path
    kills: int = 0
    _process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """As SUFFICE_REDIS_URL takes it."""
        return f"unix://{self.folder / 'redis.sock'}"

    def start(self) -> None:
        """Start it; services find it when it answers."""
        options = ["--port", "0", "--unixsocket", str(self.folder / "redis.sock"), "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(
            ["redis-server", *options], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def kill(self) -> None:
        """As if its machine had gone."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
            self.kills += 1


@asynccontextmanager
async def own_world() -> AsyncGenerator[World]:
    """Everything running; gone afterwards."""
    # Short, because a socket's path may have 107 bytes.
    folder = Path(tempfile.mkdtemp(prefix="soak-"))
    postgres = EmbeddedPostgres(folder)
    redis = OwnRedis(folder) if shutil.which("redis-server") else None
    try:
        address = await asyncio.to_thread(postgres.start)
        if redis is not None:
            redis.start()
        yield World(folder, address, postgres, redis)
    finally:
        if redis is not None:
            redis.kill()
        await asyncio.to_thread(postgres.remove)
        shutil.rmtree(folder, ignore_errors=True)


def postmaster_of(folder: Path) -> int:
    """The process id of the server of this data folder."""
    return int((embedded_files(folder) / "data" / "postmaster.pid").read_text().split()[0])


def free_ports(count: int) -> list[int]:
    """Ports nobody listens on now."""
    taken = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in taken]
    for each in taken:
        with suppress(OSError):
            each.close()
    return ports


def url_of(address: DatabaseAddress) -> str:
    """The address as SUFFICE_DATABASE_URL takes it (a socket's folder goes into the query)."""
    query = f"host={quote(address.host, safe='')}&port={address.port}"
    return f"postgresql://{quote(address.user)}:{quote(address.password, safe='')}@/{address.database}?{query}"


def plain_environment(names: Mapping[str, str]) -> dict[str, str]:
    """Without any setting of whoever started the soak."""
    return {name: value for name, value in names.items() if not name.startswith(("SUFFICE_", "OPENAI_"))}
