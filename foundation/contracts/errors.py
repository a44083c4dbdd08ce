"""Every failure a person can meet, as one tree.

    SufficeError
    ├── WrongUse            the person or client asked for something that cannot be (4xx, exit code 2)
    ├── NotFound            the thing does not exist, or is somebody else's (404: never told apart)
    ├── Conflict            somebody or something was faster (409)
    ├── Refused             not allowed, or too much at once (401, 403, 413, 429)
    └── Unavailable         a thing we stand on does not answer (503, exit code 1)

A class's docstring is its default sentence: what is wrong and what to do. `code` is the closed enum clients may rely on
(error_codes.py), `status` the HTTP status. `make schemas` writes `docs/errors.md` from this tree.
"""

from __future__ import annotations

from inspect import cleandoc
from typing import ClassVar

from foundation.contracts.error_codes import ErrorCode


class SufficeError(Exception):
    """Something went wrong inside the service; the log line with this run's id tells more."""

    code: ClassVar[ErrorCode] = ErrorCode.INTERNAL
    status: ClassVar[int] = 500
    retryable: ClassVar[bool] = False

    def __init__(self, message: str | None = None, **data: object) -> None:
        self.message = message or cleandoc(type(self).__doc__ or "")
        self.data = data
        super().__init__(self.message)


class WrongUse(SufficeError):
    """The request cannot be understood; the message names the field and what it takes."""

    code = ErrorCode.INVALID_INPUT
    status = 422


class NotFound(SufficeError):
    """There is no such thing here; list what exists and use one of those ids."""

    code = ErrorCode.UNKNOWN_SESSION
    status = 404


class Conflict(SufficeError):
    """Something else was decided in the meantime; reload and look at the present state."""

    code = ErrorCode.ALREADY_DECIDED
    status = 409


class Refused(SufficeError):
    """This is not allowed with these credentials; sign in as somebody who may."""

    code = ErrorCode.FORBIDDEN
    status = 403


class Unavailable(SufficeError):
    """Something the service stands on does not answer; it will be tried again."""

    code = ErrorCode.INTERNAL
    status = 503
    retryable = True


# --- settings, packs, documents -------------------------------------------------------------------


class WrongSetting(WrongUse):
    """A setting has a value the service cannot use; the message names it and what it takes."""

    code = ErrorCode.WRONG_SETTING


class UnsafeHost(WrongSetting):
    """HOST is not loopback while sign-in is off; set SUFFICE_HOST=127.0.0.1 or configure AUTH_*."""

    code = ErrorCode.UNSAFE_HOST


class PortTaken(Unavailable):
    """The port is in use by another program; stop it or choose another with SUFFICE_PORT."""

    code = ErrorCode.PORT_TAKEN


class WrongPack(WrongUse):
    """The pack has a mistake; `suffice packs check` lists every one with file and line."""

    code = ErrorCode.WRONG_PACK


class UnknownPack(NotFound):
    """There is no pack of this name; `suffice packs list` shows those that exist."""

    code = ErrorCode.UNKNOWN_PACK


class UnknownSource(WrongUse):
    """The pack has no such source; `suffice packs list` shows its sources."""

    code = ErrorCode.UNKNOWN_SOURCE


class BrokenDocument(WrongUse):
    """A document could not be read and was left out; the others went on. Mend it and ingest again."""

    code = ErrorCode.BROKEN_DOCUMENT


class NothingToIngest(WrongUse):
    """Nothing under this path is of a kind the pack takes; the message lists the kinds it takes."""

    code = ErrorCode.NOTHING_TO_INGEST


class UnknownEvaluation(WrongUse):
    """There is no evaluation of this name; `suffice eval --help` lists them."""

    code = ErrorCode.UNKNOWN_EVALUATION


class DataMissing(Unavailable):
    """The public data is not there; point SUFFICE_TEST_DATA at the folder that holds it."""

    code = ErrorCode.DATA_MISSING
    retryable = False


# --- database -------------------------------------------------------------------------------------


class DatabaseUnreachable(Unavailable):
    """The database does not answer; start it, or mend SUFFICE_DATABASE_URL, or unset it for the embedded one."""

    code = ErrorCode.DATABASE_UNREACHABLE


class DatabaseTakesNoWrites(DatabaseUnreachable):
    """The database takes no more writes: its disk is full, or it is read-only; make room, and everything goes on."""

    code = ErrorCode.DATABASE_TAKES_NO_WRITES


class DatabaseUnfit(Unavailable):
    """The database lacks something we need (PostgreSQL 15 or newer with pgvector); the message names it."""

    code = ErrorCode.DATABASE_UNFIT
    retryable = False


class DatabaseVersion(Unavailable):
    """The data folder belongs to another PostgreSQL version; `suffice db backup` there, `db restore` here."""

    code = ErrorCode.DATABASE_VERSION
    retryable = False


class EmbeddedDatabaseFailed(Unavailable):
    """The embedded PostgreSQL did not start; the message quotes its log's last line and names the log."""

    code = ErrorCode.EMBEDDED_DATABASE
    retryable = False


class FolderTakesNoWrites(Unavailable):
    """The data folder takes no more files; make room on its disk, or choose another SUFFICE_DATA_DIR."""

    code = ErrorCode.DATA_DIR_TAKES_NO_WRITES


class BackupUnreadable(WrongUse):
    """This file is not a backup made by `suffice db backup`; nothing was changed."""

    code = ErrorCode.BACKUP_UNREADABLE


# --- people ---------------------------------------------------------------------------------------


class Unauthenticated(Refused):
    """No valid sign-in came with the request; send `Authorization: Bearer …` or the `authenticate` frame."""

    code = ErrorCode.UNAUTHENTICATED
    status = 401


class SignInEnded(Unauthenticated):
    """The sign-in ended (it expired, was signed out or revoked, or the person was erased); sign in again."""

    code = ErrorCode.SIGN_IN_ENDED


class SignInUnavailable(Unavailable):
    """The sign-in provider does not answer and its keys are not known here; try again, or use an API key."""

    code = ErrorCode.SIGN_IN_UNAVAILABLE


class MissingRole(Refused):
    """This takes a role you do not have; sign in as somebody who has it."""


class ForbiddenOrigin(Refused):
    """The Origin header is not one of this service's own pages; open the page from the service itself."""

    code = ErrorCode.FORBIDDEN_ORIGIN


class UnknownSession(NotFound):
    """There is no such session of yours; `GET /api/sessions` lists them, `POST /api/sessions` makes one."""


class UnknownRun(NotFound):
    """There is no such run of yours; it may have been erased."""

    code = ErrorCode.UNKNOWN_RUN


class UnknownMessage(NotFound):
    """There is no such message of yours; it may have been erased."""

    code = ErrorCode.UNKNOWN_MESSAGE


class UnknownPrompt(NotFound):
    """There is no such question waiting for you; the newest one comes with `session_ready`."""

    code = ErrorCode.UNKNOWN_PROMPT


class UnknownDocument(NotFound):
    """There is no such passage; it may have been removed from the corpus since."""

    code = ErrorCode.UNKNOWN_DOCUMENT


class UnknownEvidence(NotFound):
    """There is no such evidence of yours; its conversation may have been erased."""

    code = ErrorCode.UNKNOWN_EVIDENCE


class UnknownKey(NotFound):
    """There is no such key that is not revoked; `suffice keys list` shows them."""

    code = ErrorCode.UNKNOWN_KEY


class NameTaken(Conflict):
    """There is a key of this name already; revoke it or choose another name."""

    code = ErrorCode.NAME_TAKEN


class UnknownAddress(NotFound):
    """There is no such address here; docs/openapi.json lists them."""

    code = ErrorCode.UNKNOWN_ADDRESS


# --- the wire -------------------------------------------------------------------------------------


class MalformedFrame(WrongUse):
    """The frame is not what the protocol takes; the message names the field."""

    code = ErrorCode.MALFORMED_FRAME


class UnknownFrame(MalformedFrame):
    """The frame's `type` is not one the protocol knows; docs/events.schema.json lists them."""

    code = ErrorCode.UNKNOWN_FRAME


class OversizedFrame(WrongUse):
    """The frame or body is too large; split the text or upload it as a document."""

    code = ErrorCode.OVERSIZED_FRAME
    status = 413


class MessageIdReused(Conflict):
    """This message_id was already used for another text; make a new one for a new message."""

    code = ErrorCode.MESSAGE_ID_REUSED


class LateAnswer(Conflict):
    """The time to answer was over and the safe choice was taken; the answer offers to use the earlier results."""

    code = ErrorCode.LATE_ANSWER


class AlreadyDecided(Conflict):
    """Somebody (perhaps you, on another device) already answered this differently; nothing was changed."""


class InvalidAnswer(WrongUse):
    """That is not one of the choices; the message lists them. The question is still open."""

    code = ErrorCode.INVALID_ANSWER


class RunInProgress(Conflict):
    """A question of this session is still being answered; wait for it or cancel it (MULTITASK=refuse)."""

    code = ErrorCode.RUN_IN_PROGRESS


class Busy(Refused):
    """Too many questions are waiting; try again after the seconds given in retry_after_s."""

    code = ErrorCode.BUSY
    status = 429
    retryable = True


class OverLimit(Busy):
    """More was asked than this service allows in the time; try again after the seconds given in retry_after_s."""

    code = ErrorCode.OVER_LIMIT


class ServiceUnreachable(Unavailable):
    """No Suffice service answers at that address; start one with `make run` or `suffice serve`."""

    code = ErrorCode.SERVICE_UNREACHABLE


# --- a run ----------------------------------------------------------------------------------------


class Fenced(Conflict):
    """Another process took this run over; this one's writes were refused and it stops."""

    code = ErrorCode.FENCED


class RunCancelled(Conflict):
    """The question was stopped before it was answered; ask it again, as a new message."""

    code = ErrorCode.RUN_CANCELLED


class RunGaveUp(Unavailable):
    """Answering this question was begun many times and never came to an end; ask it otherwise, or tell the operator."""

    code = ErrorCode.RUN_GAVE_UP
    status = 500
    retryable = False


class RunStalled(RunGaveUp):
    """Answering this question stopped its process more than once, so it was given up; ask for less at once."""

    code = ErrorCode.RUN_STALLED


class GoingDown(Unavailable):
    """This process is being stopped and takes nothing new; another one does, or try again in a moment."""

    code = ErrorCode.GOING_DOWN


class TurnTimeout(Unavailable):
    """The turn took longer than TURN_LIMIT_S; ask again, or ask for less at once."""

    code = ErrorCode.TURN_TIMEOUT
    status = 504


class ModelFailed(Unavailable):
    """The model endpoint failed or gave nothing usable; the built-in rules answered instead."""

    code = ErrorCode.MODEL_FAILED
    status = 502


class SourceFailed(Unavailable):
    """A source did not answer; the answer says what is missing because of it."""

    code = ErrorCode.SOURCE_FAILED
    status = 502


def error_with(code: ErrorCode, message: str) -> SufficeError:
    """The error a stored code and sentence stand for (runs fail in one process and are reported by another)."""
    waiting: list[type[SufficeError]] = [SufficeError]
    for kind in waiting:
        if kind.code == code and kind not in (WrongUse, NotFound, Conflict, Refused, Unavailable):
            return kind(message)
        waiting.extend(kind.__subclasses__())
    return SufficeError(message)
