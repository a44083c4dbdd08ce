"""Where this service is, for the links that its answers carry."""

from __future__ import annotations

from fastapi import Request

from foundation.contracts.errors import ForbiddenOrigin
from service_agent.api.requests.access import services_of
from service_agent.settings.origins import own_address


def base_of(request: Request) -> str:
    """The service's address; "" where it is known only from a Host header that is not allowed."""
    signing = services_of(request).access.sign_in
    if signing.public_url:
        return signing.public_url.rstrip("/")
    try:
        return own_address(request.url.scheme, request.headers.get("host"), signing.hosts)
    except ForbiddenOrigin:
        return ""
