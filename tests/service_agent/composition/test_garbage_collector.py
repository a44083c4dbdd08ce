"""What is there at start is walked by the collector no more; what comes later is, as ever."""

from __future__ import annotations

import gc
import weakref

from service_agent.composition.garbage_collector import keep_what_is_there, left_alone


class Circle:
    """Holds itself."""

    def __init__(self) -> None:
        self.itself = self


def test_what_is_there_is_kept_and_later_garbage_is_collected() -> None:
    garbage = weakref.ref(Circle())
    try:
        keep_what_is_there()
        assert garbage() is None, "collected, not kept"
        assert gc.get_freeze_count() > 1000
        gc.collect()
        assert len(gc.get_objects()) < gc.get_freeze_count(), "nearly all there is"
        later = weakref.ref(Circle())
        gc.collect()
        assert later() is None
    finally:
        gc.unfreeze()


def test_while_libraries_are_imported_nothing_is_collected_and_afterwards_as_before() -> None:
    with left_alone():
        assert not gc.isenabled()
        with left_alone():
            pass
        assert not gc.isenabled(), "whoever turned it off turns it on"
    assert gc.isenabled()
