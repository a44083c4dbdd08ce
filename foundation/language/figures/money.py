"""Amounts of won the way people write them: in 억 and 만원 or in millions of ₩; exact, but for computed means."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

KOREAN_UNITS = ((10**12, "조"), (10**8, "억"), (10**4, "만"))
TENTH = Decimal("0.1")
TEN_THOUSAND, MILLION, BILLION, TRILLION = 10**4, 10**6, 10**9, 10**12


def won(amount: int, language: str) -> str:
    """Exactly this amount: "3억 2,000만원" or "₩320 million"."""
    if amount < 0:
        return f"-{won(-amount, language)}"
    return korean_won(amount) if language == "ko" else english_won(amount)


def mean_won(amount: float, language: str) -> str:
    """A computed amount, to the 만원 from a million won on: nobody reads the last four digits of an average."""
    return won(shown_won(amount), language)


def shown_won(amount: float) -> int:
    """The whole amount a computed one is shown as."""
    step = TEN_THOUSAND if amount >= MILLION else 1
    return int((Decimal(str(amount)) / step).quantize(Decimal(1), ROUND_HALF_UP)) * step


def shown_digits(number: Decimal) -> Decimal:
    """A computed number as it is shown: to two decimals, and one below 0.1 to two digits that count (0.0473 is 0.047,
    and no 0.05)."""
    places = 2 if number == 0 or abs(number) >= TENTH else 1 - number.adjusted()
    return round(number, places)


def korean_won(amount: int) -> str:
    """320000000 -> "3억 2,000만원"."""
    parts: list[str] = []
    rest = amount
    for unit, name in KOREAN_UNITS:
        count, rest = divmod(rest, unit)
        if count:
            parts.append(f"{count:,}{name}")
    if rest or not parts:
        parts.append(f"{rest:,}")
    return " ".join(parts) + "원"


def english_won(amount: int) -> str:
    """320000000 -> "₩320 million", 1250000000 -> "₩1,250 million": one unit, so that figures side by side compare
    at a glance; billions only from a trillion on. An amount that two decimals cannot write is written out."""
    unit, name = (BILLION, "billion") if amount >= TRILLION else (MILLION, "million")
    if amount >= MILLION and amount % (unit // 100) == 0:
        return f"₩{plain(Decimal(amount) / unit)} {name}"
    return f"₩{amount:,}"


def plain(number: Decimal | float | int) -> str:
    """A number with thousands separators and without trailing zeros."""
    exact = number if isinstance(number, Decimal) else Decimal(str(number))
    written = f"{exact:,f}"
    return written.rstrip("0").rstrip(".") if "." in written else written
