"""Which requests are written down in the audit log: whatever changes something and takes an operator or administrator,
and a few others of note. A route may say more about its own; one that nobody named here is written down as its address.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from starlette.requests import Request
from starlette.types import Scope

from foundation.contracts.identity import Role
from foundation.storage.people.audit_log import NOBODY, Act, Result
from service_agent.auth.rules import need_of_route
from service_agent.auth.signed_in import SignedIn
from service_agent.services.audit_log import AuditLog, act_of
from service_agent.settings.origins import SAFE

ACTS: Mapping[str, str] = {
    "POST /api/sign-in": "sign_in",
    "GET /api/sign-in/callback": "sign_in",
    "POST /api/sign-out": "sign_out",
    "DELETE /api/me": "person_erased",
    "POST /api/sessions/{session_id}/share": "share_made",
    "DELETE /api/sessions/{session_id}/share": "share_ended",
    "POST /api/corpora/{pack}/documents": "document_added",
    "DELETE /api/knowledge/{pack}/documents/{document_id:path}": "document_removed",
    "POST /api/knowledge/{pack}/reindex": "index_renewed",
    "POST /api/model/try": "endpoint_tried",
    "POST /api/model/agreement": "endpoint_judged",
    "PUT /api/model/endpoint": "endpoint_entered",
    "DELETE /api/model/endpoint": "endpoint_removed",
    "POST /api/experiments": "experiment_declared",
    "POST /api/experiments/{name}/end": "experiment_ended",
    "POST /api/experiments/{name}/threshold": "threshold_tried",
    "DELETE /api/experiments/{name}/demo": "demo_erased",
    "POST /api/decisions/{run_id}/label": "decision_labelled",
    "DELETE /api/decisions/{run_id}/label": "label_taken_back",
    "POST /api/decisions/{run_id}/audit": "decision_compared",
    "POST /api/answers/{run_id}/review": "answer_reviewed",
    "GET /api/admin/audit/file": "audit_log_exported",
    "POST /api/admin/keys": "key_made",
    "DELETE /api/admin/keys/{key_id}": "key_revoked",
    "POST /api/admin/keys/{key_id}/replacement": "key_replaced",
    "PUT /api/admin/settings/{name}": "setting_chosen",
    "DELETE /api/admin/settings/{name}": "setting_given_back",
    "POST /api/admin/people/sign-out": "sign_ins_ended",
    "POST /api/admin/people/erase": "person_erased",
}
"""Route -> its act. What changes something and takes an operator or administrator needs no line to be written down."""
SUBJECTS = ("pack", "name", "run_id", "key_id")
"""Parts of an address that say what it was done to. Not a conversation: its id must be able to go."""
STATE = "note_of_act"


@dataclass
class Note:
    """What a route says of its own act."""

    who: SignedIn | None = None
    """Where the request itself does not say."""
    about: str = ""
    detail: dict[str, str | int | bool] = field(default_factory=dict[str, "str | int | bool"])
    result: Result | None = None
    code: str = ""
    written: bool = False
    """It stands there already, written with the act."""


def note_of(request: Request) -> Note:
    """What there is to say of this request's act."""
    found = getattr(request.state, STATE, None)
    if not isinstance(found, Note):
        found = Note()
        setattr(request.state, STATE, found)
    return found


def act_now(request: Request, action: str, signed_in: SignedIn, address: str) -> Act:
    """The act for a repository to write with what it does; when that fails, the request is written down as usual."""
    note_of(request).written = True
    return act_of(action, signed_in, address)


async def write_down(log: AuditLog, scope: Scope, status: int, lasted_s: float) -> None:
    """Write a request down, if it is one of those, now that its end is known."""
    path = getattr(scope.get("route"), "path", None)
    if path is None:
        return
    method: str = scope["method"]
    action = ACTS.get(f"{method} {path}")
    if action is None and (method in SAFE or need_of_route(method, path) not in (Role.OPERATOR, Role.ADMIN)):
        return
    state = cast("dict[str, Any]", scope.get("state", {}))
    said = state.get(STATE) or Note()
    result = said.result or _result_of(status)
    if result is None or (said.written and result == "done"):
        return
    signed_in = said.who or state.get("signed_in")
    if not isinstance(signed_in, SignedIn) and said.result is None:
        return  # nobody came in: a wrong key was written down where it was refused
    act = _act(scope, action or f"{method} {path}", said, signed_in)
    code = said.code or str(state.get("failure_code", "")) if result != "done" else ""
    # What was refused did nothing to its subject: whoever invents ids would otherwise write a row each, unpaced.
    subject = "" if result == "refused" else act.subject
    act = replace(act, result=result, code=code, lasted_s=lasted_s, subject=subject)
    await log.add(act, once_a_day=result == "refused" and signed_in is not None)


def _act(scope: Scope, action: str, said: Note, signed_in: SignedIn | None) -> Act:
    client = scope.get("client")
    address = str(client[0]) if client else ""
    given = cast("dict[str, object]", scope.get("path_params", {}))
    subject = next((str(given[name]) for name in SUBJECTS if name in given), "")
    made = (
        act_of(action, signed_in, address, said.detail)
        if signed_in is not None
        else Act(action, NOBODY, NOBODY, "none", origin=address, detail=said.detail)
    )
    return replace(made, subject=subject, about=said.about)


def _result_of(status: int) -> Result | None:
    """What was asked wrongly, or of what is not there, is no act: None."""
    if status < 400:
        return "done"
    return "refused" if status == 403 else "failed" if status >= 500 else None
