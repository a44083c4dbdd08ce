"""Errors on the operator's side (part of the tree in `errors.py`)."""

from __future__ import annotations

from foundation.contracts.error_codes import ErrorCode
from foundation.contracts.errors import Conflict, NotFound


class UnknownExperiment(NotFound):
    """There is no experiment of this name; `suffice experiments list` shows those there are."""

    code = ErrorCode.UNKNOWN_EXPERIMENT


class OverlappingExperiment(Conflict):
    """Another experiment runs on this pack in that time; end it first, or choose other times."""

    code = ErrorCode.OVERLAPPING_EXPERIMENT


class ThresholdRefused(Conflict):
    """The audited decisions do not prove that this threshold keeps wrong reuse within the bound; audit more of them."""

    code = ErrorCode.THRESHOLD_REFUSED


class ExperimentChanged(Conflict):
    """Somebody changed the experiment in the meantime; look at it again and repeat what still applies."""

    code = ErrorCode.EXPERIMENT_CHANGED
