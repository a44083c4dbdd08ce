"""The scripted model: plans as a case says, and writes its draft on every answer prompt."""

from __future__ import annotations

from evaluations.drafts.reading import Case
from evaluations.drafts.rendering import Prompts, Void, rendered, shown
from foundation.llm.scripted import ANY, Call, Reply, ScriptedEndpoint

PLANNING = ("turn_planning", "query_router", "context_enhancement", "intent_analysis")
FIRST, STRICT = "answer", "answer_strict"
NOTHING = Reply("a case without evidence has no draft", status=422)
"""422: the endpoint is there and does not take this request. After five 404s a client takes the endpoint for down,
leaves it alone for 20 s, and the next cases would not be asked."""
UNKNOWN = Reply("nobody wrote what is replied to this", status=422)


class ScriptedModel:
    """Behind a real endpoint; plays one case after another, and takes no other prompt."""

    def __init__(self) -> None:
        self.endpoint = ScriptedEndpoint(
            {**dict.fromkeys(PLANNING, self._plan), FIRST: self._write, STRICT: self._write, ANY: UNKNOWN}
        )
        self._case: Case | None = None
        self._prompts = Prompts()
        self.draft: str | None = None
        """The draft it wrote last, wrong words bracketed; None: it was not asked."""
        self.void: str | None = None
        """Why there is none."""

    def play(self, case: Case) -> None:
        """The next case."""
        self._case, self._prompts, self.draft, self.void = case, Prompts(), None, None

    def _plan(self, _call: Call) -> Reply | dict[str, object]:
        return NOTHING if self._case is None else self._case.planned()

    def _write(self, call: Call) -> Reply | str:
        if self._case is None:
            return NOTHING
        self._prompts.take(call.text)
        text = self._case.draft if call.prompt == FIRST or self._case.retry is None else self._case.retry
        try:
            self.draft = rendered(self._case, text, self._prompts)
        except Void as void:
            self.void = str(void)
            return NOTHING
        return shown(self.draft)
