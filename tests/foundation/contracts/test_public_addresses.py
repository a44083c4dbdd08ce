"""Private addresses are none of the public internet, however they are written."""

from __future__ import annotations

import ipaddress

import pytest

from foundation.contracts.public_addresses import is_public

PRIVATE = [
    "127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
    "255.255.255.255", "::1", "fe80::1", "fc00::1", "ff02::1", "::", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
    "2002:7f00:1::", "2002:a00:1::1", "64:ff9b::a00:1", "64:ff9b:1::a00:1", "::10.0.0.1", "::ffff:0:a00:1", "fec0::1",
    "2001:0:4136:e378:8000:63bf:80ff:fffe",
    # IANA's special-purpose registries, entry by entry
    "192.0.0.0", "192.0.0.7", "192.0.0.8", "192.0.0.9", "192.0.0.10", "192.0.0.170", "192.0.0.171", "192.0.0.255",
    "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "240.0.0.1", "100::1", "100:0:0:1::1",
    "2001:1::1", "2001:2::1", "2001:10::1", "2001:20::1", "2001:30::1", "2001:db8::1", "3fff::1", "3fff:fff::1",
    "5f00::1", "::ffff:192.0.0.8", "64:ff9b::c000:8", "2002:c000:8::",
]  # fmt: skip
PUBLIC = ["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "64:ff9b::808:808"]


@pytest.mark.parametrize("address", PRIVATE)
def test_addresses_that_are_not_of_the_public_web_are_refused(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", PUBLIC)
def test_addresses_of_the_public_web_are_allowed(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))
