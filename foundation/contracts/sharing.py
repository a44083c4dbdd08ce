"""The data of a link that shares a conversation with others."""

from __future__ import annotations

from foundation.contracts.error_codes import ErrorCode
from foundation.contracts.errors import NotFound


class UnknownShare(NotFound):
    """This link leads nowhere; ask whoever sent it for a new one."""

    code = ErrorCode.UNKNOWN_SHARE
