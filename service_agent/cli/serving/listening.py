"""The port a service takes, and where services of a data folder listen: one small file for each, found by commands.

A process that was killed leaves its file: whoever reads one asks the address before believing it.
"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Generator
from pathlib import Path

from foundation.contracts.errors import PortTaken

FOLDER = "listening"


@contextlib.contextmanager
def listens(data_dir: Path, address: str, port: int) -> Generator[None]:
    """The address stands in the data folder meanwhile. A folder that takes no files has been said to be one."""
    noted = data_dir / FOLDER / str(port)
    with contextlib.suppress(OSError):
        noted.parent.mkdir(parents=True, exist_ok=True)
        noted.write_text(f"{address}\n", encoding="utf-8")
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            noted.unlink(missing_ok=True)


def addresses(data_dir: Path) -> list[str]:
    """Where services of this folder say they listen."""
    found: list[str] = []
    with contextlib.suppress(OSError, UnicodeDecodeError):
        for noted in sorted((data_dir / FOLDER).iterdir()):
            found.append(noted.read_text(encoding="utf-8").strip())
    return [one for one in found if one.startswith("http://")]


def take_port(host: str, port: int) -> socket.socket:
    """Bind the address without listening yet, so that a port in use is reported before anything else starts."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host.strip("[]"), port))
    except OSError as error:
        listening.close()
        raise PortTaken(
            f"Cannot listen on {host}:{port} ({error.strerror}); stop what uses it or choose another SUFFICE_PORT."
        ) from error
    return listening
