"""The preconditions of a clause: none at all (no cause, nobody's consent), or no fault of the affected party."""

from __future__ import annotations

import re
from typing import Literal

_ASKED = r"(?:이유|사유|원인|까닭|사정|경위|동의|승낙|허락|협의|합의|통지|통보|예고|연락|고지|최고|절차|소송|재판|판결)"
_FAULT = r"(?:잘못|과실|고의|귀책|책임|탓|원인|사유|이유)"
_LEFT_OUT = (
    r"(?:묻지|따지지|밝히지|가리지|거치지|얻지|구하지|대지)\s?(?:않|아니)|불문|막론|관계\s?없|상관\s?없|무관|여하"
)
_NONE = re.compile(
    rf"{_ASKED}(?:의\s?(?:유무|여부))?[을를은는이가도나과와에]?\s?(?:어떠하든\s?|{_LEFT_OUT}|없이|없더라도|없어도|하지\s?않고)"
    r"|알리지\s?(?:않|아니)|언제든|임의로|일방적으로|마음대로|뜻대로|단독으로|재량|자유로이|자유롭게"
    r"|\b(?:at any time|without (?:notice|cause|reason|consent)|at (?:its|his|her|their) (?:sole )?discretion"
    r"|for any reason)\b",
    re.IGNORECASE,
)
_NO_FAULT = re.compile(
    rf"{_FAULT}(?:이나\s?{_FAULT}|\s?또는\s?{_FAULT}|[·,]\s?{_FAULT})?(?:의\s?(?:유무|여부)|\s?(?:유무|여부))?"
    rf"[을를은는이가도과와에]?\s?(?:{_LEFT_OUT}|없(?:더라도|어도|는\s?(?:경우|때|것)(?:에도|이라도|에|도)|이도?)|아니(?:더라도|어도|라도|라\s?해도))"
    r"|누구의\s?(?:잘못|책임|탓)|천재지변|불가항력"
    r"|\b(?:regardless of (?:fault|cause)|whoever is at fault|even (?:if|though) not at fault)\b",
    re.IGNORECASE,
)

Cause = Literal["", "none", "no_fault"]


def lacks(cause: Cause, text: str) -> bool:
    """Whether a text asks for no cause, or for no fault; "" is always so."""
    match cause:
        case "":
            return True
        case "none":
            return _NONE.search(text) is not None
        case "no_fault":
            return _NO_FAULT.search(text) is not None
