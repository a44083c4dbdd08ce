"""The few tests that failed in a whole run are run once more, alone: `python -m tests.again`, after pytest ended in 1.

A run of twelve thousand tests that kill processes, fill pools and play a browser on two cores meets a race of a test
(or of the service) every few runs. What passes alone does not stop the work of everybody, but it is named at the very
end: it is a fault to mend. More than `MOST` failures are no chance: they are not run again.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

MOST = 3
KEY = "suffice/failed"
"""In pytest's cache: what failed in the last run, also where xdist had a test run again whose worker died."""
FAILED = Path(".pytest_cache") / "v" / KEY


def again(options: list[str]) -> int:
    """Runs them with these options of pytest. The exit code is that of the second run, 1 where there was none."""
    failed = sorted(json.loads(FAILED.read_text("utf-8"))) if FAILED.is_file() else []
    if not 0 < len(failed) <= MOST:
        return 1
    print(f"\nRun again, alone ({len(failed)} failed): {', '.join(failed)}", flush=True)  # noqa: T201
    # Whatever mark they bear: they were in the run, so they are in this.
    code = subprocess.run([sys.executable, "-m", "pytest", "-q", "-m", "", *options, *failed], check=False).returncode
    if code == 0:
        print("They failed in the whole run and passed alone, by chance or by what ran beside them. Mend them:")  # noqa: T201
        print("\n".join(failed))  # noqa: T201
    return code


if __name__ == "__main__":
    sys.exit(again(sys.argv[1:]))
