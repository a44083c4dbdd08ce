"""The page's own tests (Vitest) and its types, run where the page's packages are."""

from __future__ import annotations

import subprocess

import pytest

from service_agent.settings.settings import CHECKOUT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1000),
    pytest.mark.skipif(
        not (CHECKOUT / "web" / "node_modules" / ".stamp").is_file(),
        reason="the page's packages are not installed; run `make page` with a network",
    ),
]


@pytest.mark.parametrize("what", ["test", pytest.param("check", marks=pytest.mark.nightly)])  # `make check` checks
def test_the_pages_own_tests_and_types_are_in_order(what: str) -> None:
    done = subprocess.run(
        ["sh", "scripts/page", what], cwd=CHECKOUT, capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, f"{done.stdout[-6000:]}\n{done.stderr[-3000:]}"


def test_the_lock_names_no_download_host() -> None:
    lock = (CHECKOUT / "web" / "package-lock.json").read_text()
    assert '"resolved"' not in lock
    assert '"integrity"' in lock
