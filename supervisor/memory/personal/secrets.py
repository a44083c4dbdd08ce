"""What is never stored, whoever asks for it: passwords, numbers of accounts, cards and identity papers, keys."""

from __future__ import annotations

import re

_NAMED = re.compile(
    r"비밀\s*번호|비번|패스\s*워드|암호(?!화)|핀\s*번호|주민\s*(?:등록)?\s*번호"
    r"|외국인\s*등록\s*번호|여권\s*번호|면허\s*번호"
    r"|계좌|카드\s*번호|보안\s*카드|인증\s*번호|인증서|API\s*키|액세스\s*키|비밀\s*키|토큰"
    r"|\bpass\s?(?:word|code|phrase)s?\b|\bPINs?\b|\bPIN\s?code|\bOTP\b|\bCV[CV]2?\b|\bSSN\b|social\s+security\s+n"
    r"|\bpassport\s+(?:number|no)|\b(?:bank\s+)?account\s+(?:number|no|is\b)|\bbank\s+account\b"
    r"|\b(?:credit|debit)?\s*card\s+(?:number|no)|\bcredit\s+card\b|\b(?:API|access|secret|private|licen[cs]e)\s+key\b"
    r"|\b(?:driver'?s?\s+)?licen[cs]e\s+(?:number|no)|\b(?:ID|identity|resident|registration)\s+(?:number|no\b)"
    r"|\b(?:access\s+)?token\b|\bIBAN\b|\brouting\s+number|\blog\s?in\s+(?:is|details)|\bcredentials?\b",
    re.IGNORECASE,
)
_SHAPED = re.compile(
    r"\b\d{6}\s?-?\s?[1-8]\d{6}\b"
    r"|\b(?:\d[ -]?){12,18}\d\b"
    r"|\b\d{2,6}-\d{2,6}-\d{3,8}(?:-\d+)*\b"
    r"|\b[A-Z]{1,2}\d{7,9}\b"
    r"|\b(?:sk|pk|ghp|gho|xox[bp]|AKIA)[-_A-Za-z0-9]{8,}"
    r"|\b(?=[A-Za-z0-9_+/=-]*\d)(?=[A-Za-z0-9_+/=-]*[A-Za-z])[A-Za-z0-9_+/=-]{20,}\b"
)
"""A resident number, a card, an account or telephone number, a passport, a key."""


def holds_a_secret(text: str) -> bool:
    """True when the text names a secret or holds something shaped like one."""
    return _NAMED.search(text) is not None or _SHAPED.search(text) is not None
