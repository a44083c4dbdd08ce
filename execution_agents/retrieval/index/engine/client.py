"""The connection to the search engine (OpenSearch, by its official client): limits of time, and every failure as one
kind of error with a sentence that says what to do.

It is the blocking client: searches already run in threads beside the event loop, as those of the index on disk do.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any, TypeVar, cast

from opensearchpy import OpenSearch, helpers
from opensearchpy.exceptions import ConnectionTimeout, NotFoundError, OpenSearchException, TransportError

from execution_agents.retrieval.index.away import IndexAway, IndexGone
from execution_agents.retrieval.index.engine.address import EngineAddress
from execution_agents.retrieval.index.engine.layout import Json

BUILD_LIMIT_S = 120.0
REST_S = 3.0
"""After a failure nothing is asked for so long: a turn has several looks, and each would wait for the limit."""
BATCH = 500
"""Passages sent at a time; or 5 MB of them."""
LISTED = 5_000
"""Names read at a time."""
TRIES = 8
"""Of a batch the engine has no room for (429), after 1, 2, 4 ... 30 s."""
_SAID = {
    401: "refuses these credentials; set SUFFICE_SEARCH_USER and SUFFICE_SEARCH_PASSWORD",
    403: "does not allow this account to do that; give it all rights on indexes of SUFFICE_SEARCH_PREFIX",
    429: "has too much to do (429); it will be tried again",
}
AnswerT = TypeVar("AnswerT")
# The client warns of each answer above 300: an index that is not there yet is no fault, and every fault is raised.
logging.getLogger("opensearch").setLevel(logging.CRITICAL)


class EngineClient:
    """Asks the engine; for many threads."""

    def __init__(self, address: EngineAddress) -> None:
        self.address = address
        auth = (address.user, address.password) if address.user else None
        self._client = OpenSearch(
            hosts=[address.url],
            http_auth=auth,
            timeout=BUILD_LIMIT_S,
            max_retries=0,
            retry_on_timeout=False,
            pool_maxsize=16,
        )
        self._rests_until = 0.0
        self._why: IndexAway | None = None

    @property
    def trouble(self) -> str:
        """Why the last search failed; "" if it did not."""
        return self._why.message if self._why else ""

    def close(self) -> None:
        """Closes the connections."""
        with suppress(OpenSearchException):
            self._client.close()

    def searched(self, index: str, bodies: Iterable[Json]) -> list[Json]:
        """The answers to several searches of one index, in one request. Raises IndexAway at once while it rests."""
        self._require_rested()
        limit = self.address.search_limit_s
        lines = [line for body in bodies for line in ({}, {"timeout": f"{round(limit * 1000)}ms", **body})]
        options = {"request_timeout": limit, "params": {"max_concurrent_searches": 8}}
        try:
            answered = self._asked(lambda: self._client.msearch(body=lines, index=index, **options))
            answers = [_whole(answer) for answer in answered["responses"]]
            if len(answers) * 2 != len(lines):
                raise KeyError("responses")
        except (KeyError, TypeError, AttributeError) as odd:
            raise self._rested(self._said(f"answered what is no search result ({odd!r})")) from odd
        except IndexGone:
            raise
        except IndexAway as away:
            raise self._rested(away) from away
        self._why = None
        return answers

    def looked(self, ask: Callable[[OpenSearch], Any]) -> Json:
        """`get` for a turn that waits: it rests too, and the call has the limit of a search in its `params`."""
        self._require_rested()
        try:
            answer = self.get(ask)
        except IndexGone:
            raise
        except IndexAway as away:
            raise self._rested(away) from away
        self._why = None
        return answer

    @property
    def search_params(self) -> Json:
        """The limit of a search, as a call takes it."""
        return {"request_timeout": self.address.search_limit_s}

    def get(self, ask: Callable[[OpenSearch], Any]) -> Json:
        """One call of the client's. Raises IndexAway; IndexGone: there is no such index."""
        return self._asked(lambda: ask(self._client))

    def written(self, alias: str, documents: Iterable[tuple[str, Json]]) -> int:
        """Writes documents (id, fields) through an alias that must exist; how many. Raises IndexAway."""
        return self._sent(alias, ({"_op_type": "index", "_id": name, "_source": fields} for name, fields in documents))

    def added(self, alias: str, documents: Iterable[tuple[str, Json]]) -> int:
        """The same of documents that never change: one that is there already stays."""
        actions = ({"_op_type": "create", "_id": name, "_source": fields} for name, fields in documents)
        return self._sent(alias, actions, ignore_status=409)

    def removed(self, alias: str, names: Iterable[str]) -> int:
        """Removes documents through such an alias; one that is not there is no fault."""
        return self._sent(alias, ({"_op_type": "delete", "_id": name} for name in names), ignore_status=404)

    def names(self, index: str, query: Json) -> set[str]:
        """The ids of all documents that a query fits. Raises IndexAway."""
        body: Json = {"query": query, "_source": False}
        scan = partial(helpers.scan, self._client, query=body, index=index, size=LISTED, request_timeout=BUILD_LIMIT_S)
        try:
            return self._asked(lambda: {str(hit["_id"]) for hit in scan()})
        except (KeyError, TypeError, AttributeError) as odd:
            raise self._said(f"answered names that cannot be read ({odd!r})") from odd

    def _sent(self, alias: str, actions: Iterable[Json], **options: Any) -> int:
        sent = helpers.streaming_bulk(
            self._client,
            actions,
            chunk_size=BATCH,
            max_chunk_bytes=5_000_000,
            max_retries=TRIES,
            initial_backoff=1,
            max_backoff=30,
            index=alias,
            require_alias=True,
            request_timeout=BUILD_LIMIT_S,
            **options,
        )
        try:
            return self._asked(lambda: sum(1 for _ in sent))
        except (KeyError, TypeError, AttributeError) as odd:
            raise self._said(f"answered what says nothing of the passages it was sent ({odd!r})") from odd

    def _asked(self, ask: Callable[[], AnswerT]) -> AnswerT:
        try:
            return ask()
        except NotFoundError as gone:
            raise IndexGone() from gone
        except ConnectionTimeout as late:
            raise self._said("did not answer in time") from late
        except helpers.BulkIndexError as refused:
            raise self._said(
                f"did not take {len(refused.errors)} passages: {str(refused.errors[:1])[:300]}"
            ) from refused
        except TransportError as failed:
            raise self._said(_reason_of(failed)) from failed
        except OpenSearchException as odd:
            raise self._said("answered what cannot be read; is it a search engine?") from odd

    def _said(self, what: str) -> IndexAway:
        return IndexAway(f"The search engine at {self.address.shown} {what}.")

    def _require_rested(self) -> None:
        if self._why is not None and monotonic() < self._rests_until:
            raise IndexAway(self._why.message)

    def _rested(self, away: IndexAway) -> IndexAway:
        self._why, self._rests_until = away, monotonic() + REST_S
        return away


def _whole(answer: Json) -> Json:
    """Raises where only a part of it was searched: passages would be missing without a word."""
    if "error" in answer:
        status = cast(int, answer.get("status", 500))
        raise (IndexGone() if status == 404 else IndexAway(f"The search engine failed: {str(answer['error'])[:300]}."))
    if answer["timed_out"] or answer["_shards"]["failed"]:
        raise IndexAway("The search engine could not search all of the passages in time.")
    return answer


def _reason_of(failed: TransportError) -> str:
    status = failed.status_code
    if not isinstance(status, int):
        return "cannot be reached; start it, or mend SUFFICE_SEARCH_URL, or unset it to search without it"
    return _SAID.get(status, f"answered {status}: {str(failed.error)[:200]}")
