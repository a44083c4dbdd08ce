"""One try that failed, sorted by what may help: another try, another way of writing the request, or nothing."""

from __future__ import annotations

import re

import openai

from foundation.llm.retry import RETRIED_STATUS, retry_after_of

COMPLAINTS = frozenset({400, 422})
"""Statuses by which endpoints say that they do not take a part of the request."""
DETAIL = 200
"""Characters of an endpoint's own words that are passed on."""

LIKE_A_KEY = re.compile(r"\b(?:sk|pk|rk)-[A-Za-z0-9_*.-]{8,}|(?<=\bBearer )[A-Za-z0-9._~+/=*-]{6,}", re.IGNORECASE)
"""Keys of usual endpoints, whole or with their middle starred out, and what follows the name of the scheme."""
LEAST_SHOWN = 3
"""Characters that a text may end with although a key begins with them: "sk-" is no secret."""


class CallFailed(Exception):
    """One try failed. Stays inside this room: callers see ModelFailed."""

    def __init__(self, reason: str, detail: str, *, retryable: bool = False, endpoint_down: bool = False) -> None:
        self.reason = reason
        """Stable word: timeout, connection, rate_limited, status, bad_json, half_stream, empty, refused, key_in_clear,
        too_large."""
        self.detail = detail
        self.retryable = retryable
        self.endpoint_down = endpoint_down or retryable
        """Counts towards opening the breaker."""
        self.retry_after_s: float | None = None
        self.complaint: str | None = None
        """The endpoint's words when it did not like the request itself."""
        super().__init__(detail)


def failure_of(error: Exception) -> CallFailed:
    """The failure an exception means."""
    match error:
        case CallFailed():
            return error
        case openai.APIConnectionError(__cause__=CallFailed() as cause):
            return cause
        case TimeoutError() | openai.APITimeoutError():
            return CallFailed("timeout", "it did not answer in time", retryable=True)
        case openai.APIStatusError():
            return status_failure(error)
        case openai.APIConnectionError():
            return CallFailed("connection", "it could not be reached or hung up", retryable=True)
        case openai.APIError():
            return CallFailed("status", f"it reported: {error.message[:DETAIL]}", retryable=True)
        case _:
            return CallFailed("bad_json", "its answer was not readable", retryable=True)


def status_failure(error: openai.APIStatusError) -> CallFailed:
    """An HTTP status other than 2xx."""
    status = error.status_code
    if 300 <= status < 400:
        elsewhere = f"status {status}: it redirects, which is not followed; set the address that answers itself"
        return CallFailed("status", elsewhere, endpoint_down=True)
    words = f"status {status}: {error.message[:DETAIL]}"
    if status in COMPLAINTS:
        failure = CallFailed("status", words)
        failure.complaint = error.message
        return failure
    retryable = status in RETRIED_STATUS or status >= 500
    failure = CallFailed("rate_limited" if status == 429 else "status", words, retryable=retryable, endpoint_down=True)
    failure.retry_after_s = retry_after_of(error.response.headers)
    return failure


def without_secrets(text: str, key: str) -> str:
    """The text without the key, and without what looks like another's: an endpoint's words are shown as they come."""
    return LIKE_A_KEY.sub("(key)", without_key(text, key))


def without_key(text: str, key: str) -> str:
    """The text without the key, also where the text was cut off within it."""
    if not key:
        return text
    cut = text.replace(key, "(key)")
    for length in range(len(key) - 1, LEAST_SHOWN, -1):
        if cut.endswith(key[:length]):
            return f"{cut[:-length]}(key)"
    return cut
