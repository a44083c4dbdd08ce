"""The public certificates, read once a worker. Each client of httpx reads them anew, which takes the processor a
twentieth of a second, and tests make thousands of clients, nearly all of which speak plain HTTP."""

from __future__ import annotations

import functools
import ssl

import certifi

MAKE = ssl.create_default_context


@functools.cache
def _public() -> ssl.SSLContext:
    return MAKE(cafile=certifi.where())


def read_once(
    purpose: ssl.Purpose = ssl.Purpose.SERVER_AUTH,
    *,
    cafile: str | None = None,
    capath: str | None = None,
    cadata: str | bytes | None = None,
) -> ssl.SSLContext:
    """In place of `ssl.create_default_context`: the same context for whoever wants no other certificates than these."""
    if purpose is ssl.Purpose.SERVER_AUTH and (cafile, capath, cadata) == (certifi.where(), None, None):
        return _public()
    return MAKE(purpose, cafile=cafile, capath=capath, cadata=cadata)
