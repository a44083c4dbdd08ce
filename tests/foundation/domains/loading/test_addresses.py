"""Addresses of originals, from strangers."""

from __future__ import annotations

import pytest

from foundation.domains.loading.addresses import sound_address, web_address, written_address


@pytest.mark.parametrize("text", ["https://me:pw@ok.example/a", "http://bank.example@evil.example", "https:///a"])
def test_an_address_with_a_users_name_is_none(text: str) -> None:
    assert (web_address(text), sound_address(text)) == ("", "")


@pytest.mark.parametrize("text", ["https://ok.example/@name", "https://[::1]/가?a=b@c#d", "http://ok"])
def test_an_address_stays_as_it_is(text: str) -> None:
    assert written_address(web_address(text)) == text


def test_what_ends_a_link_is_written_in_percent() -> None:
    assert written_address("https://ok/a)![x](http://e <b>") == "https://ok/a%29![x]%28http://e%20%3Cb%3E"
