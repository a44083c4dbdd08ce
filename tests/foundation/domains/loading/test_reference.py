"""docs/packs.md says what the loader takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from foundation.domains.loading.reference import field_reference, with_reference
from foundation.domains.schema.pack import Pack

PAGE = Path(__file__).resolve().parents[4] / "docs" / "packs.md"


def test_the_page_holds_the_reference_as_the_models_say_it_now() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert with_reference(page) == page, "renew it with foundation.domains.loading.reference.with_reference"


def test_every_key_of_a_pack_is_in_the_reference_but_the_loaders_own() -> None:
    reference = field_reference()
    for name in Pack.model_fields:
        assert (f"| `{name}` |" in reference) == (name != "root"), name


def test_a_page_without_a_place_for_it_is_refused() -> None:
    with pytest.raises(ValueError, match="no `<!-- generated"):
        with_reference("# nothing")
