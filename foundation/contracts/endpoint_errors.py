"""What can go wrong when a model endpoint is entered."""

from __future__ import annotations

from foundation.contracts.error_codes import ErrorCode
from foundation.contracts.errors import Unavailable, WrongUse


class EndpointRefused(WrongUse):
    """The model's address is private or unreadable; give a public one, or set SUFFICE_TRY_PRIVATE_ENDPOINTS=true."""

    code = ErrorCode.ENDPOINT_REFUSED


class KeyNeeded(WrongUse):
    """The stored key was changed meanwhile, belongs to another address, or cannot be read here; enter the key again."""

    code = ErrorCode.KEY_NEEDED


class KeyInClear(WrongUse):
    """A key goes to a public address over https alone; give an https address, or no key."""

    code = ErrorCode.KEY_IN_CLEAR


class SettingsKeyUnusable(Unavailable):
    """This process has no secret to encrypt keys with; set SUFFICE_SETTINGS_KEY to 32 random characters or more."""

    code = ErrorCode.SETTINGS_KEY_UNUSABLE
    retryable = False
