"""What docs/page.md says is looked at in every size is what the browser's stories look at."""

from __future__ import annotations

import pytest

from tests.page.looked import as_promised, in_the_docs, in_the_stories, seen_in


def test_the_docs_name_every_screen_the_stories_look_at() -> None:
    assert set(in_the_docs()) == set(in_the_stories())


def test_a_screen_is_told_with_all_its_stories() -> None:
    seen = seen_in(["@seen form ko dark,light 375,834,1440,1600", "@seen form en dark 375", "@ok a form (2.0 s)"])
    assert (seen["form"].languages, seen["form"].widths) == ({"ko", "en"}, {375, 834, 1440, 1600})


@pytest.mark.parametrize(
    "seen",
    ["form ko dark,light 375,834,1600", "form ko dark,light 375,1600\n@seen form en dark 375", "form en dark 375"],
    ids=["one language", "no tablet", "one theme"],
)
def test_what_was_promised_and_not_looked_at_fails(seen: str) -> None:
    lines = [*f"@seen {seen}".splitlines(), "@ok a form (2.0 s)"]
    assert as_promised(lines, whole=False) == ["@ok a form (2.0 s)"]
    with pytest.raises(AssertionError):
        as_promised(lines, whole=True)
