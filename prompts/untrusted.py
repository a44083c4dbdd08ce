"""Text from outside (evidence, history, a question) goes into a prompt as data between marks it cannot know.

The marks carry a nonce made for this one call; anything in the text that looks like a mark, a chat template's control
token or a citation marker is replaced by a harmless lookalike, so that neither a person nor a document can close the
block, write as another role or add a citation.
"""

from __future__ import annotations

import re
from secrets import token_hex

OPEN = "<<<DATA {nonce} {name}"
CLOSE = "DATA {nonce} END>>>"

_TWINS = str.maketrans({"<": "‹", ">": "›", "＜": "‹", "＞": "›"})
_ANGLES = re.compile(r"[<＜]{2,}|[>＞]{2,}|[<＜](?=[|｜/!a-zA-Z])|(?<=[|｜])[>＞]")
_ROLE = re.compile(
    r"^([^\S\n]*+)(#{0,6}+[^\S\n]*+)(system|assistant|user|developer|tool)(\s*[:：])", re.IGNORECASE | re.MULTILINE
)
_TEMPLATE = re.compile(r"\[(/?)(INST|SYS)\]", re.IGNORECASE)
_MARKER = re.compile(r"[\[［【](\s*\d{1,3}(?:\s*,\s*\d{1,3})*\s*)[\]］】]")
_BREAKS = re.compile("[\u0085\u2028\u2029]")
"""Line ends other than a newline: a role may follow these too."""
_INVISIBLE = re.compile(
    r"[\u0000-\u0008\u000b-\u001f\u007f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|[\U000e0000-\U000e007f]"
)


def make_nonce() -> str:
    """64 random bits, new for every call."""
    return token_hex(8)


def neutralised(text: str) -> str:
    """The same words without anything that could be read as a mark, a role or a citation."""
    visible = _BREAKS.sub("\n", _INVISIBLE.sub("", text))
    flat = _ANGLES.sub(lambda match: match.group().translate(_TWINS), visible)
    named = _ROLE.sub(lambda match: f"{match[1]}{match[2]}‘{match[3]}’{match[4]}", flat)
    return _MARKER.sub(r"(\1)", _TEMPLATE.sub(r"(\1\2)", named))


def wrapped(name: str, text: str, nonce: str) -> str:
    """The text as a block of data."""
    inner = neutralised(_INVISIBLE.sub("", text).replace(nonce, ""))
    return f"{OPEN.format(nonce=nonce, name=name)}\n{inner}\n{CLOSE.format(nonce=nonce)}"
