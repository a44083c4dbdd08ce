"""Permissions of every route and every frame, in one place. Those not listed need an admin.

Ownership is not checked here: the repositories read and write only rows of the Principal they are given
(`foundation.storage.database.repository.who`), so another person's rows do not exist for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from foundation.contracts.errors import MissingRole
from foundation.contracts.identity import Principal, Role


class Open(StrEnum):
    """Not a role."""

    ANYBODY = "anybody"
    """No sign-in: it knows nothing of anybody, or is the way to sign in."""


Need = Role | Open

ROUTES: Mapping[str, Need] = {
    "GET /": Open.ANYBODY,
    "GET /s/{session_id}": Open.ANYBODY,
    "GET /dashboard": Open.ANYBODY,
    "GET /admin": Open.ANYBODY,
    "GET /knowledge": Open.ANYBODY,
    "GET /models": Open.ANYBODY,
    "GET /embed": Open.ANYBODY,
    "GET /embed.js": Open.ANYBODY,
    "GET /shared/{token}": Open.ANYBODY,
    "GET /api/shared/{token}": Open.ANYBODY,
    "GET /assets/{name}": Open.ANYBODY,
    "GET /static/{name}": Open.ANYBODY,
    "GET /healthz": Open.ANYBODY,
    "GET /readyz": Open.ANYBODY,
    "GET /metrics": Role.OPERATOR,
    "GET /api/endpoint-reports": Role.OPERATOR,
    "GET /api/prompts": Role.OPERATOR,
    "GET /api/openapi.json": Open.ANYBODY,
    "GET /api/sign-in": Open.ANYBODY,
    "POST /api/sign-in": Open.ANYBODY,
    "GET /api/sign-in/oidc": Open.ANYBODY,
    "GET /api/sign-in/callback": Open.ANYBODY,
    "POST /api/sign-out": Open.ANYBODY,
    "POST /api/chat": Role.PERSON,
    "GET /v1/models": Role.PERSON,
    "GET /v1/models/{model:path}": Role.PERSON,
    "POST /v1/chat/completions": Role.PERSON,
    "POST /v1/responses": Role.PERSON,
    "GET /v1/responses/{response_id}": Role.PERSON,
    "POST /mcp": Role.PERSON,
    "POST /agui": Role.PERSON,
    "POST /api/sessions": Role.PERSON,
    "GET /api/sessions": Role.PERSON,
    "GET /api/sessions/{session_id}": Role.PERSON,
    "PATCH /api/sessions/{session_id}": Role.PERSON,
    "DELETE /api/sessions/{session_id}": Role.PERSON,
    "GET /api/sessions/{session_id}/messages": Role.PERSON,
    "GET /api/sessions/{session_id}/export": Role.PERSON,
    "GET /api/sessions/{session_id}/share": Role.PERSON,
    "POST /api/sessions/{session_id}/share": Role.PERSON,
    "DELETE /api/sessions/{session_id}/share": Role.PERSON,
    "GET /api/search/sessions": Role.PERSON,
    "GET /api/sessions/{session_id}/ratings": Role.PERSON,
    "GET /api/sessions/{session_id}/evidence": Role.PERSON,
    "GET /api/sessions/{session_id}/evidence/{evidence_id}": Role.PERSON,
    "POST /api/messages/{message_id}/feedback": Role.PERSON,
    "GET /api/me": Role.PERSON,
    "DELETE /api/me": Role.PERSON,
    "GET /api/me/settings": Role.PERSON,
    "PUT /api/me/settings": Role.PERSON,
    "GET /api/me/memories": Role.PERSON,
    "POST /api/me/memories": Role.PERSON,
    "DELETE /api/me/memories": Role.PERSON,
    "PUT /api/me/memories/{memory_id}": Role.PERSON,
    "DELETE /api/me/memories/{memory_id}": Role.PERSON,
    "GET /api/packs": Role.PERSON,
    "GET /api/graph": Role.PERSON,
    "GET /api/chunks/{chunk_id:path}": Role.PERSON,
    "GET /api/documents/{document_id:path}": Role.PERSON,
    "GET /api/documents/{draft_id:uuid}": Role.PERSON,
    "GET /api/documents/{draft_id:uuid}/versions": Role.PERSON,
    "POST /api/documents/{draft_id:uuid}/approve": Role.PERSON,
    "POST /api/sessions/{session_id}/attachments": Role.PERSON,
    "GET /api/sessions/{session_id}/attachments": Role.PERSON,
    "DELETE /api/sessions/{session_id}/attachments/{attachment_id}": Role.PERSON,
    "GET /api/runs/{run_id}/trace": Role.PERSON,
    "GET /api/answers/failed": Role.OPERATOR,
    "GET /api/answers/{run_id}": Role.PERSON,
    "POST /api/answers/{run_id}/review": Role.OPERATOR,
    "POST /api/corpora/{pack}/documents": Role.OPERATOR,
    "GET /api/knowledge/{pack}": Role.PERSON,
    "GET /api/knowledge/{pack}/documents": Role.PERSON,
    "GET /api/knowledge/{pack}/rows": Role.PERSON,
    "GET /api/knowledge/{pack}/search": Role.PERSON,
    "DELETE /api/knowledge/{pack}/documents/{document_id:path}": Role.OPERATOR,
    "POST /api/knowledge/{pack}/reindex": Role.OPERATOR,
    "GET /api/model": Role.OPERATOR,
    "POST /api/model/try": Role.OPERATOR,
    "POST /api/model/agreement": Role.OPERATOR,
    "PUT /api/model/endpoint": Role.ADMIN,
    "DELETE /api/model/endpoint": Role.ADMIN,
    "WEBSOCKET /ws/chat/{session_id}": Role.PERSON,
}
"""Method and path, as the route is written."""

FAMILIES: Mapping[str, Need] = {
    "/api/experiments": Role.OPERATOR,
    "/api/decisions/": Role.OPERATOR,
    "/api/reviews": Role.OPERATOR,
    "/api/admin/": Role.ADMIN,
    "/api/graph/": Role.PERSON,
}
"""Beginnings of paths whose routes all need the same; a line of ROUTES beats them."""

FRAMES: Mapping[str, Need] = {
    "authenticate": Open.ANYBODY,
    "user_message": Role.PERSON,
    "confirmation_response": Role.PERSON,
    "clarification_response": Role.PERSON,
    "form_response": Role.PERSON,
    "prompt_extend": Role.PERSON,
    "reuse_override": Role.PERSON,
    "cancel": Role.PERSON,
    "ping": Role.PERSON,
}
"""The frames a client sends, by `type`."""


def need_of_route(method: str, path: str) -> Need:
    """What a route needs."""
    exact = ROUTES.get(f"{'GET' if method == 'HEAD' else method} {path}")
    if exact is not None:
        return exact
    return next((need for beginning, need in FAMILIES.items() if path.startswith(beginning)), Role.ADMIN)


def need_of_frame(kind: str) -> Need:
    """What a frame needs."""
    return FRAMES.get(kind, Role.ADMIN)


def require(principal: Principal, need: Need) -> None:
    """Raises MissingRole when this person may not. The check precedes every lookup, so it reveals nothing."""
    if isinstance(need, Role) and need not in principal.roles:
        raise MissingRole(f"This takes the role {need}; sign in as somebody who has it.")
