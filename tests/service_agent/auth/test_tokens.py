"""Tokens against a provider over real HTTP: which are taken, which are not, and what the provider's moods do."""

from __future__ import annotations

import asyncio
import base64
import hmac
import json
import time
import warnings
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from math import inf
from typing import Any

import httpx
import jwt
import pytest
import pytest_asyncio
from cryptography.hazmat.primitives import serialization

from foundation.contracts.errors import SignInEnded, SignInUnavailable, Unauthenticated
from foundation.contracts.identity import Role
from service_agent.auth import provider as provider_module
from service_agent.auth.claims import ClaimNames
from service_agent.auth.provider import KEPT_S, REFRESH_S, RETRY_S, Provider
from service_agent.auth.tokens import SharedSecret, TokenRules, Tokens
from tests.identity_provider import AUDIENCE, ScriptedProvider, SigningKey, new_signing_key, providing

NAMES = ClaimNames("sub", None, None, {}, Role.PERSON)
SECRET = "a shared secret of thirty-two bytes and more"


@dataclass
class Scene:
    """A provider and who checks its tokens, with a clock of their own."""

    scripted: ScriptedProvider
    provider: Provider
    tokens: Tokens
    now: list[float]

    async def takes(self, token: str) -> str:
        """The owner a token names."""
        return (await self.tokens.signed_in(token)).principal.owner_id


@pytest_asyncio.fixture
async def scene() -> AsyncGenerator[Scene]:
    """A provider in a good mood."""
    async with AsyncExitStack() as stack:
        scripted = await stack.enter_async_context(providing())
        http = await stack.enter_async_context(httpx.AsyncClient(trust_env=False))
        now = [1000.0]
        provider = Provider(http, scripted.issuer, clock=lambda: now[0])
        stack.push_async_callback(provider.aclose)
        rules = TokenRules(scripted.issuer, (AUDIENCE,), 60.0, NAMES)
        yield Scene(scripted, provider, Tokens(provider, rules), now)


@pytest.mark.parametrize("algorithm", ["RS256", "PS384", "ES256", "EdDSA"])
async def test_a_token_of_the_provider_signs_in_whatever_its_kind_of_key(scene: Scene, algorithm: str) -> None:
    scene.scripted.keys = [new_signing_key(algorithm)]
    signed_in = await scene.tokens.signed_in(scene.scripted.token("ann", exp=int(time.time()) + 100))
    assert (signed_in.principal.tenant_id, signed_in.principal.owner_id) == ("local", "ann")
    assert signed_in.principal.roles == {Role.PERSON}
    assert signed_in.expires_at == pytest.approx(time.time() + 160, abs=5), "its end and the skew"


def in_s(seconds: int) -> int:
    return int(time.time()) + seconds


@pytest.mark.parametrize(
    ("claims", "error"),
    [
        ({"exp": -50}, None),
        ({"exp": -70}, SignInEnded),
        ({"nbf": 50}, None),
        ({"nbf": 90}, Unauthenticated),
        ({"iat": 90}, Unauthenticated),
        ({"exp": None}, Unauthenticated),
        ({"aud": "another service"}, Unauthenticated),
        ({"aud": ["another service", AUDIENCE]}, None),
        ({"aud": None}, Unauthenticated),
        ({"iss": "https://another.example"}, Unauthenticated),
        ({"iss": None}, Unauthenticated),
        ({"sub": None}, Unauthenticated),
        ({"sub": ""}, Unauthenticated),
        ({"sub": "a\x00b"}, Unauthenticated),
        ({"sub": "x" * 256}, Unauthenticated),
        ({"exp": "soon"}, Unauthenticated),
        ({"exp": "4102444800"}, Unauthenticated),
        ({"exp": [1]}, Unauthenticated),
        ({"exp": 1e308}, Unauthenticated),
        ({"exp": inf}, Unauthenticated),
        ({"exp": 10.0**12}, Unauthenticated),
        ({"sub": "a\x9bb"}, Unauthenticated),
    ],
)
async def test_what_a_token_says_is_checked_with_a_minute_for_clocks(
    scene: Scene, claims: dict[str, Any], error: type[Exception] | None
) -> None:
    moments: dict[str, Any] = {name: in_s(value) if isinstance(value, int) else value for name, value in claims.items()}
    token = scene.scripted.token("ann", **moments)
    if error is None:
        assert await scene.takes(token) == "ann"
        return
    with pytest.raises(Unauthenticated) as caught:
        await scene.takes(token)
    assert type(caught.value) is error


@pytest.mark.parametrize("ends", [10**400, 10**309, -(10**400)])
async def test_an_end_beyond_all_time_is_refused_as_any_other_wrong_one(scene: Scene, ends: int) -> None:
    with pytest.raises(Unauthenticated):
        await scene.takes(scene.scripted.token("ann", exp=ends))


def unsigned(scripted: ScriptedProvider) -> str:
    claims = jwt.decode(scripted.token(), options={"verify_signature": False})
    return jwt.encode(claims, "", "none")


def confused(scripted: ScriptedProvider) -> str:
    """HS256 with the published key as the secret."""
    key = scripted.keys[0]
    public = key.private.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    head = segment(json.dumps({"alg": "HS256", "kid": key.kid}).encode())
    signed = f"{head}.{scripted.token().split('.')[1]}"
    return f"{signed}.{segment(hmac.digest(public, signed.encode(), 'sha256'))}"


def segment(content: bytes) -> str:
    """As a token's parts are written."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def forged(scripted: ScriptedProvider) -> str:
    """Signed with a key of the forger's under the provider's key id."""
    return scripted.token(key=replace(new_signing_key(), kid=scripted.keys[0].kid))


def self_made(scripted: ScriptedProvider) -> str:
    """It brings the key it was signed with along."""
    key = new_signing_key()
    claims = jwt.decode(scripted.token(), options={"verify_signature": False})
    headers = {"kid": scripted.keys[0].kid, "jwk": key.public(), "jku": scripted.issuer + "/keys"}
    return jwt.encode(claims, key.private, "ES256", headers=headers)


def another_algorithm(scripted: ScriptedProvider) -> str:
    """A published key of another type than the header's algorithm."""
    head = segment(json.dumps({"alg": "RS256", "kid": scripted.keys[0].kid}).encode())
    return ".".join((head, *scripted.token().split(".")[1:]))


def changed(scripted: ScriptedProvider) -> str:
    head, _, signature = scripted.token("ann").split(".")
    return ".".join((head, scripted.token("bob").split(".")[1], signature))


FORGERIES: list[Callable[[ScriptedProvider], str]] = [
    unsigned,
    confused,
    forged,
    self_made,
    another_algorithm,
    changed,
    lambda scripted: scripted.token() + "x",
    lambda scripted: scripted.token(more="x" * 9000),
    lambda _: "a.b.c",
    lambda _: "..",
    lambda _: "[" * 3000 + ".e30.e30",
    lambda _: segment(b"[" * 4000) + ".e30.e30",
    lambda _: segment(b'{"alg":["ES256"],"kid":{}}') + ".e30.e30",
]


@pytest.mark.parametrize("forgery", FORGERIES)
async def test_a_forged_token_is_refused_without_a_reason(
    scene: Scene, forgery: Callable[[ScriptedProvider], str]
) -> None:
    with pytest.raises(Unauthenticated) as caught:
        await scene.takes(forgery(scene.scripted))
    assert caught.value.message == Unauthenticated().message


async def test_a_short_rsa_key_checks_nothing(scene: Scene) -> None:
    scene.scripted.keys = [new_signing_key("RS256", bits=1024)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        token = scene.scripted.token()
    with pytest.raises(Unauthenticated):
        await scene.takes(token)


async def test_keys_that_are_not_for_signatures_or_secret_ones_are_not_used(scene: Scene) -> None:
    key = scene.scripted.keys[0]

    class Published(SigningKey):
        def public(self) -> dict[str, Any]:
            return {**key.public(), "use": "enc"}

    scene.scripted.keys = [Published(key.kid, key.algorithm, key.private)]
    with pytest.raises(Unauthenticated):
        await scene.takes(scene.scripted.token())


async def test_keys_are_read_once_and_again_when_a_token_names_a_new_one(scene: Scene) -> None:
    for _ in range(3):
        await scene.takes(scene.scripted.token())
    assert scene.scripted.key_reads == 1
    old = scene.scripted.token()
    scene.scripted.rotate()
    scene.now[0] += RETRY_S
    assert await scene.takes(scene.scripted.token("bob")) == "bob"
    assert scene.scripted.key_reads == 2
    with pytest.raises(Unauthenticated):
        await scene.takes(old)


async def test_made_up_key_ids_do_not_make_us_knock_at_the_providers_door(scene: Scene) -> None:
    await scene.takes(scene.scripted.token())
    for _ in range(50):
        with pytest.raises(Unauthenticated):
            await scene.takes(scene.scripted.token(key=new_signing_key()))
    assert scene.scripted.key_reads == 1
    scene.now[0] += RETRY_S
    tokens = [scene.scripted.token(key=new_signing_key()) for _ in range(20)]
    await asyncio.gather(*(scene.takes(token) for token in tokens), return_exceptions=True)
    assert scene.scripted.key_reads == 2, "all who wait, wait for the same fetch"


async def test_keys_are_looked_at_again_from_time_to_time_without_anybody_waiting(scene: Scene) -> None:
    await scene.takes(scene.scripted.token())
    withdrawn = scene.scripted.token()
    scene.scripted.rotate()
    scene.now[0] += REFRESH_S + 1
    assert await scene.takes(withdrawn) == "ann"
    with pytest.raises(Unauthenticated):
        async with asyncio.timeout(20):
            while await scene.takes(withdrawn):
                await asyncio.sleep(0.01)
    assert scene.scripted.key_reads == 2


@pytest.mark.parametrize("mood", ["failing", "garbage", "huge", "redirecting", "slow"])
async def test_a_provider_that_is_away_stops_nobody_whose_key_is_known(
    scene: Scene, mood: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = scene.scripted.token()
    await scene.takes(known)
    scene.scripted.mood = mood
    if mood == "slow":
        monkeypatch.setattr(provider_module, "FETCH_LIMIT_S", 0.2)
    scene.now[0] += REFRESH_S + 1
    assert await scene.takes(known) == "ann"
    scene.now[0] += RETRY_S
    with pytest.raises(SignInUnavailable):
        await scene.takes(scene.scripted.token(key=new_signing_key()))
    assert await scene.takes(known) == "ann"
    scene.now[0] += KEPT_S
    with pytest.raises(SignInUnavailable):
        await scene.takes(known)
    scene.scripted.mood = "well"
    monkeypatch.setattr(provider_module, "FETCH_LIMIT_S", 20.0)
    scene.now[0] += RETRY_S
    assert await scene.takes(known) == "ann"


async def test_a_provider_that_is_away_from_the_start_is_reported_as_that(scene: Scene) -> None:
    scene.scripted.mood = "failing"
    with pytest.raises(SignInUnavailable, match="HTTP 500"):
        await scene.takes(scene.scripted.token())


async def test_a_provider_that_is_away_for_long_keeps_nothing_of_those_it_turned_away(scene: Scene) -> None:
    scene.scripted.mood = "failing"
    depths: list[int] = []
    for _ in range(3):
        with pytest.raises(SignInUnavailable) as refused:
            await scene.takes(scene.scripted.token())
        depths.append(len(refused.traceback))
    assert depths[2] == depths[1], "one error, raised again, grows by every request that met it"


async def test_beginning_a_hundred_sign_ins_reads_the_providers_page_about_itself_once(scene: Scene) -> None:
    for _ in range(100):
        assert (await scene.provider.metadata()).token_endpoint == f"{scene.scripted.issuer}/token"
    assert scene.scripted.discoveries == 1
    scene.now[0] += REFRESH_S + 1
    await scene.provider.metadata()
    assert scene.scripted.discoveries == 2


async def test_beginning_a_hundred_sign_ins_asks_a_provider_that_is_away_once_in_its_retry_time(scene: Scene) -> None:
    scene.scripted.mood = "failing"
    for _ in range(100):
        with pytest.raises(SignInUnavailable, match="HTTP 500"):
            await scene.provider.metadata()
    assert scene.scripted.discoveries == 1
    scene.scripted.mood = "well"
    scene.now[0] += RETRY_S
    assert (await scene.provider.metadata()).token_endpoint == f"{scene.scripted.issuer}/token"
    assert scene.scripted.discoveries == 2


async def test_a_discovery_document_that_speaks_for_another_is_not_believed(scene: Scene) -> None:
    scene.scripted.claimed_issuer = "https://another.example"
    with pytest.raises(SignInUnavailable, match="AUTH_JWT_ISSUER"):
        await scene.takes(scene.scripted.token())


@pytest.mark.parametrize(
    ("named", "roles", "expected"),
    [
        ("groups", ["staff"], {Role.PERSON, Role.OPERATOR}),
        ("groups", "staff boss", {Role.PERSON, Role.OPERATOR, Role.ADMIN}),
        ("groups", ["unknown"], set[Role]()),
        ("groups", [7, None], set[Role]()),
        ("https://suffice.example/groups", ["boss"], set(Role)),
        ("realm.groups", ["staff"], {Role.PERSON, Role.OPERATOR}),
        ("absent", ["staff"], set[Role]()),
    ],
)
async def test_roles_and_tenants_come_from_the_claims_that_are_configured(
    scene: Scene, named: str, roles: Any, expected: set[Role]
) -> None:
    names = ClaimNames("email", "org", named, {"staff": Role.OPERATOR, "boss": Role.ADMIN}, None)
    tokens = Tokens(scene.provider, TokenRules(scene.scripted.issuer, (AUDIENCE,), 60.0, names))
    claims: dict[str, Any] = (
        {"realm": {"groups": roles}} if named == "realm.groups" else {named: roles} if named != "absent" else {}
    )
    token = scene.scripted.token("u-1", email="ann@a.example", org="a", **claims)
    person = (await tokens.signed_in(token)).principal
    assert (person.tenant_id, person.owner_id, person.roles) == ("a", "ann@a.example", expected)
    with pytest.raises(Unauthenticated, match="claim org names no tenant"):
        await tokens.signed_in(scene.scripted.token(email="ann@a.example"))


async def test_a_shared_secret_takes_its_own_tokens_and_nothing_of_public_keys(scene: Scene) -> None:
    tokens = Tokens(SharedSecret(SECRET), TokenRules(None, (AUDIENCE,), 60.0, NAMES))
    claims = {"sub": "ann", "aud": AUDIENCE, "exp": in_s(60)}
    assert (await tokens.signed_in(jwt.encode(claims, SECRET, "HS256"))).principal.owner_id == "ann"
    for wrong in (
        jwt.encode(claims, SECRET + "!", "HS256"),
        jwt.encode(claims, SECRET + "x" * 32, "HS512"),
        jwt.encode(claims, "", "none"),
        scene.scripted.token(),
    ):
        with pytest.raises(Unauthenticated):
            await tokens.signed_in(wrong)
