"""How test modules go to workers: whole modules, and a worker that dies costs no more than the test it died in."""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling  # pyright: ignore[reportMissingTypeStubs]
from xdist.workermanage import WorkerController  # pyright: ignore[reportMissingTypeStubs]


class ModulesOnce(LoadScopeScheduling):
    """xdist's own scheduling by module, without its two ways to hang after a worker died (its issues 1323 and 1378)."""

    def remove_node(self, node: WorkerController) -> str | None:
        """Forget the worker; returns the test it died in, None if it had nothing left to do.

        What it had finished is not handed out again: a worker that gets modules without a test to run reports nothing,
        and so is given nothing more.
        """
        assigned = self.assigned_work[node]
        for module in [module for module, tests in assigned.items() if all(tests.values())]:
            del assigned[module]
        return super().remove_node(node)

    def schedule(self) -> None:
        """Hand out modules; also to a worker that takes a dead one's place, which needs a second module as those of the
        beginning do: it begins a test only when it knows the next."""
        super().schedule()
        for node in self.nodes:
            self._reschedule(node)
