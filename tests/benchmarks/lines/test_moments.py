"""A moment written as text is read back as a delay, whatever stands around it."""

from __future__ import annotations

import time

from benchmarks.lines.moments import DIGITS, delays_ms, now_marked


def test_a_moment_holds_no_figure_a_writer_could_be_blamed_for() -> None:
    assert not any(character.isdigit() for character in now_marked())


def test_moments_are_read_back_in_order_wherever_they_stand() -> None:
    written = f"{now_marked()} 그리고 {now_marked()}, 끝입니다."
    now = time.time()
    found = delays_ms(written, now + 2)
    assert len(found) == 2
    assert all(1_900 < delay < 60_000 for delay in found)


def test_text_without_a_moment_has_no_delay() -> None:
    assert delays_ms(f"{DIGITS} 대구 달서구", time.time()) == []
