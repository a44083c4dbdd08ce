"""A conversation's title by the model, beside the work: one try for each conversation, over the title of the rules.

The try is noted in the database before the model is asked, so no other process asks again, and a title that the
person gave meanwhile stays.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable

import structlog

from foundation.contracts.errors import ModelFailed
from foundation.contracts.ports import LanguageModel, Usage
from foundation.language.script import language_of
from foundation.storage.database.engine import AWAY
from foundation.storage.records import Run
from foundation.storage.repositories import Repositories
from prompts.catalog import shipped_prompts
from prompts.replies import SessionTitleReply

log = structlog.get_logger(__name__)
LANGUAGES = {"ko": "한국어", "en": "영어"}
LONGEST_SHOWN = 1_000
"""Characters of an answer the model is shown."""
AT_ONCE = 4
_FIGURE = re.compile(r"\d+")
_MARKS = re.compile(r"[\"'“”‘’「」<>\[\]{}|`*#\\]|[.?!。]$|\s{2,}|[\x00-\x1f]")

ModelFor = Callable[[Run], LanguageModel | None]
"""The model whose calls are counted as this person's."""


class Titling:
    """Titles of conversations whose first question was answered."""

    def __init__(self, repositories: Repositories, model_for: ModelFor) -> None:
        self._repositories = repositories
        self._model_for = model_for
        self._working: set[asyncio.Task[None]] = set()

    def soon(self, run: Run) -> None:
        """Look at the conversation of a run that was answered; nobody waits for it, and under load it is left out."""
        model = self._model_for(run)
        if model is None or run.options.history or len(self._working) >= AT_ONCE:
            return
        task = asyncio.create_task(self._tried(run, model))
        self._working.add(task)
        task.add_done_callback(self._working.discard)

    async def stop(self) -> None:
        """What is under way is given up: the rules' title stands."""
        for task in self._working:
            task.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)

    async def _tried(self, run: Run, model: LanguageModel) -> None:
        try:
            await self.title(run, model)
        except (ModelFailed, *AWAY) as failure:
            log.info("title_by_rules", run_id=run.run_id, reason=type(failure).__name__)
        except Exception:
            log.exception("title_failed", run_id=run.run_id)

    async def title(self, run: Run, model: LanguageModel) -> None:
        """Asks the model where the rules' title stands; what it says is held against the question."""
        sessions = self._repositories.sessions
        if not await sessions.claim_title(run.principal, run.session_id):
            return
        found = await self._repositories.messages.recent(run.principal, run.session_id, 1)
        if len(found) < 2:
            return
        question, answer = found[0].content, found[1].content
        messages = shipped_prompts().render(
            "session_title",
            language=LANGUAGES[language_of(question)],
            question=question[:LONGEST_SHOWN],
            answer=answer[:LONGEST_SHOWN],
        )
        reply = await model.structured("session_title", messages, SessionTitleReply, Usage())
        title = reply.title.strip()
        if is_title(title, question):
            await sessions.title(run.principal, run.session_id, title, "model", "model")


def is_title(title: str, question: str) -> bool:
    """Plain words in the question's language, without a figure that the question has not."""
    if len(title) < 2 or _MARKS.search(title) or language_of(title) != language_of(question):
        return False
    return set(_FIGURE.findall(title)) <= set(_FIGURE.findall(question))
