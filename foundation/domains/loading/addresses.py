"""Addresses from untrusted sources that say where an original is. They are shown as links, so few schemes are
accepted."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import quote

_SCHEME = re.compile(r"[^/?#]*?:")
_WEB = re.compile(r"https?://(?![^/?#]*@)[^/?#]", re.IGNORECASE)
"""Without a name and password: `https://bank.example@evil.example` is read as the bank's."""
_ENDS_A_LINK = re.compile(r"[\s<>()\"\\`{}|^]")
_HIDDEN = frozenset(("Cc", "Cf", "Zl", "Zp"))
"""Invisible characters; browsers drop some of them before they look for a scheme."""


def web_address(text: str) -> str:
    """The address when it is one of http or https with a host and no name of a user, else ""."""
    return text if _WEB.match(text) and not _hides(text) else ""


def sound_address(text: str) -> str:
    """The same, or a relative address; "" for any other scheme (javascript:, data:, file: …)."""
    return text if not _SCHEME.match(text) and not _hides(text) else web_address(text)


def relative_address(name: str) -> str:
    """A file's name as an address: without the `./` the part before a colon would be a scheme (RFC 3986, 4.2)."""
    return f"./{name}" if _SCHEME.match(name) else name


def written_address(text: str) -> str:
    """The same address without a character that ends a link or begins another where Markdown is read."""
    return _ENDS_A_LINK.sub(lambda match: quote(match[0], safe=""), text)


def _hides(text: str) -> bool:
    return any(unicodedata.category(character) in _HIDDEN for character in text)
