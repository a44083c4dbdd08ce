"""Which addresses belong to the public internet: the one reader for everything that goes where somebody else says."""

from __future__ import annotations

import ipaddress

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_SPECIAL = tuple(map(ipaddress.ip_network, ("192.0.0.0/24", "192.88.99.0/24", "3fff::/20")))
"""Of IANA's special-purpose registries what the standard library of Python 3.11 calls global in whole or part: protocol
assignments, relays of 6to4, documentation."""


def is_public(address: Address) -> bool:
    """Whether an address belongs to the public internet, also where another one is written inside it. What is reserved
    does not: translators of one network (64:ff9b:1::/48, ::ffff:0:0:0/96) lead inside it."""
    inner = _written_in(address)
    of_site = isinstance(inner, ipaddress.IPv6Address) and inner.is_site_local
    special = any(inner in network for network in _SPECIAL)
    return inner.is_global and not (inner.is_multicast or inner.is_reserved or of_site or special)


def _written_in(address: Address) -> Address:
    """The address a packet ends at: the one inside, where an IPv6 address carries an IPv4 one."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    teredo = address.teredo[1] if address.teredo else None
    nat64 = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF) if address in _NAT64 else None
    return address.ipv4_mapped or address.sixtofour or teredo or nat64 or address
