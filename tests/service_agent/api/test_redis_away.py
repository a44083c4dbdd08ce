"""A Redis that is away costs nothing but time: the service starts, answers, says so, and takes it again."""

from __future__ import annotations

import asyncio
from typing import Any

from pydantic import SecretStr

from tests.redis_server import NEEDS_REDIS, OwnRedis, own_redis
from tests.serving import Serve, Serving
from tests.stories.client import talking

__all__ = ["own_redis"]


async def readiness(service: Serving) -> dict[str, Any]:
    answer = await service.http.get("/readyz")
    assert answer.status_code == 200, answer.text
    return answer.json()["checks"]


async def test_a_wrong_address_of_redis_stops_nothing_and_is_reported(serve: Serve) -> None:
    async with serve(redis_url=SecretStr("redis://u:hush-hush@127.0.0.1:1/0")) as service:
        redis = (await readiness(service))["redis"]
        assert redis["ok"]
        assert "SUFFICE_REDIS_URL" in redis["message"]
        assert "hush" not in redis["message"]
        assert "127.0.0.1" not in redis["message"], "where it is is nobody's business"
        assert "127.0.0.1:1" in service.services.degraded()["redis"].reason, "for whoever runs it"
        async with talking(service.url, await service.session()) as client:
            await client.next()
            assert (await client.turn("안녕하세요"))["type"] == "answer"


@NEEDS_REDIS
async def test_redis_killed_under_a_conversation_and_started_again(serve: Serve, own_redis: OwnRedis) -> None:
    async with serve(redis_url=SecretStr(own_redis.url)) as service:
        assert "redis" not in await readiness(service)
        async with talking(service.url, await service.session()) as client:
            await client.next()
            await client.turn("안녕하세요")
            own_redis.kill()
            assert (await client.turn("고마워요"))["type"] == "answer"
            while "redis" not in await readiness(service):
                await asyncio.sleep(0.05)
            own_redis.start()
            while "redis" in await readiness(service):
                await asyncio.sleep(0.05)
            assert (await client.turn("안녕하세요"))["type"] == "answer"
