"""Signing in to a whole service: keys, tokens, the page's cookie, the provider; and what ends each of them."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from foundation.contracts.errors import NameTaken, UnknownKey
from foundation.contracts.identity import Role
from service_agent.settings.keys import KEY_PREFIX, hash_of
from tests.identity_provider import AUDIENCE, CLIENT_ID, CLIENT_SECRET, ScriptedProvider, providing
from tests.service_agent.auth.conftest import Keys
from tests.serving import Serve, Serving
from tests.stories.client import talking

STATIC = "ann-0123456789abc"
KEYS = f"ann:{STATIC},boss:boss-0123456789abc:admin"


def bearer(token: str) -> dict[str, str]:
    """As programs sign in."""
    return {"Authorization": f"Bearer {token}"}


def own(service: Serving) -> dict[str, str]:
    """What a browser and our page send along with what changes something."""
    return {"Origin": service.url, "Sec-Fetch-Site": "same-origin", "X-Suffice-Page": "1"}


async def who(service: Serving, **sent: Any) -> str:
    """The owner the service takes a request for, or the error's code."""
    answer = await service.http.get("/api/me", **sent)
    return str(answer.json()["owner_id"] if answer.is_success else answer.json()["code"])


async def signed_page(service: Serving, token: str) -> httpx.AsyncClient:
    """A browser whose page signed in."""
    page = httpx.AsyncClient(base_url=service.url, trust_env=False)
    answer = await page.post("/api/sign-in", json={"token": token}, headers=own(service))
    assert answer.status_code == 200, answer.text
    return page


async def test_a_stored_key_signs_in_until_it_is_revoked_and_is_kept_only_as_its_hash(serve: Serve, keys: Keys) -> None:
    async with serve(auth_required=True) as service:
        secret, row = await keys.make()
        assert secret.startswith(KEY_PREFIX)
        assert row.key_hash == hash_of(secret)
        assert row.last_used_at is None
        assert await who(service, headers=bearer(secret)) == row.principal.owner_id
        assert await who(service, headers=bearer(secret[:-1] + "x")) == "unauthenticated"
        (listed,) = [key for key in await keys.stored.keys("local") if key.key_id == row.key_id]
        assert listed.last_used_at is not None
        with pytest.raises(NameTaken):
            await keys.stored.create_key(row.principal, row.name, "another", None)
        await keys.stored.revoke_key("local", row.name)
        assert await who(service, headers=bearer(secret)) == "unauthenticated"
        with pytest.raises(UnknownKey):
            await keys.stored.revoke_key("local", row.key_id)
        await keys.stored.create_key(row.principal, row.name, "another", None)


async def test_a_key_whose_day_is_over_and_a_key_of_another_tenant_are_no_use(serve: Serve, keys: Keys) -> None:
    async with serve(auth_required=True) as service:
        over, _ = await keys.make(ends=datetime.now(UTC) - timedelta(seconds=1))
        assert await who(service, headers=bearer(over)) == "unauthenticated"
        _, row = await keys.make()
        with pytest.raises(UnknownKey):
            await keys.stored.revoke_key("another", row.key_id)


async def test_other_headers_sign_nobody_in(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service:
        long = "Bearer " + "x" * 9000
        for header in ("", "Bearer", "Basic YTpi", f"Bearer {KEY_PREFIX}", long, "Bearer a.b.c", "Bearer é"):
            assert await who(service, headers={"Authorization": header.encode("latin-1")}) == "unauthenticated", header
            assert await who(service, headers=bearer(STATIC)) == "ann", header


async def test_the_pages_cookie_is_opaque_strict_and_out_of_scripts_reach(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service:
        answer = await service.http.post("/api/sign-in", json={"token": STATIC}, headers=own(service))
        assert answer.json() == {"tenant_id": "local", "owner_id": "ann", "roles": ["person"]}
        name, _, value = answer.headers["set-cookie"].partition("=")
        value, *attributes = value.split("; ")
        assert name == "suffice"
        assert STATIC not in value
        assert {"HttpOnly", "SameSite=strict", "Path=/", "Max-Age=28800"} == set(attributes)
        assert await who(service) == "ann"
        encrypted = {**own(service), "Origin": service.url.replace("http", "https")}
        answer = await service.http.post("/api/sign-in", json={"token": STATIC}, headers=encrypted)
        assert answer.headers["set-cookie"].startswith("__Host-suffice=")
        assert "Secure" in answer.headers["set-cookie"].split("; ")


async def test_an_encrypted_page_is_known_only_by_the_cookie_no_sibling_domain_can_set(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service:
        page = await signed_page(service, STATIC)
        value = page.cookies["suffice"]
        await page.aclose()
        plain, prefixed = {"Cookie": f"suffice={value}"}, {"Cookie": f"__Host-suffice={value}"}
        behind = {"X-Forwarded-Proto": "https"}
        assert await who(service, headers=plain) == "ann"
        assert await who(service, headers=prefixed | behind) == "ann"
        assert await who(service, headers=plain | behind) == "unauthenticated"
        assert await socket_ends(service, prefixed) != 4401
        assert await socket_ends(service, plain | behind) == 4401
    async with serve(auth_keys=KEYS, public_url="https://answers.example") as service:
        assert await who(service, headers=prefixed) == "ann"
        assert await who(service, headers=plain) == "unauthenticated"
        left = await service.http.post("/api/sign-out", headers=own(service) | plain)
        assert left.status_code == 204
        assert await who(service, headers=prefixed) == "ann", "a cookie that is not taken ends nothing"


async def socket_ends(service: Serving, headers: dict[str, str]) -> int:
    """How a line ends whose first frame is no sign-in and whose conversation does not exist."""
    secure = "https" if "X-Forwarded-Proto" in headers else "http"
    origin = service.url.replace("http", secure, 1)
    async with talking(service.url, "no-such-session", headers=headers | {"Origin": origin}) as client:
        await client.send(type="ping")
        return await client.closed()


def without(headers: dict[str, str], *names: str) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name not in names}


async def test_a_cookie_alone_changes_nothing_for_a_page_of_another_site(serve: Serve) -> None:
    async with serve(auth_keys=KEYS, allowed_origins=("https://desk.example",)) as service:
        page, good = await signed_page(service, STATIC), own(service)
        tried: list[tuple[dict[str, str], int]] = [
            (good, 201),
            (without(good, "Sec-Fetch-Site"), 201),
            (without(good, "X-Suffice-Page"), 403),
            (without(good, "Sec-Fetch-Site", "Origin"), 403),
            ({**good, "Sec-Fetch-Site": "same-site"}, 403),
            ({**good, "Sec-Fetch-Site": "cross-site", "Origin": "https://desk.example"}, 403),
            ({**good, "Sec-Fetch-Site": "none"}, 403),
            ({**good, "Origin": "https://evil.example"}, 403),
            ({**good, "Origin": "null"}, 403),
            (bearer(STATIC), 201),
        ]
        for headers, status in tried:
            answer = await page.post("/api/sessions", headers=headers)
            assert answer.status_code == status, headers
        assert (await page.get("/api/sessions")).status_code == 200
        for path in ("/api/sign-out", "/api/sign-in"):
            refused = await page.post(path, headers={"Sec-Fetch-Site": "cross-site"}, json={"token": STATIC})
            assert refused.status_code == 403, path
        await page.aclose()


async def test_signing_out_ends_the_cookie_for_whoever_kept_a_copy(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service:
        page = await signed_page(service, STATIC)
        copy = dict(page.cookies)
        other = await signed_page(service, STATIC)
        assert (await page.post("/api/sign-out", headers=own(service))).status_code == 204
        assert not page.cookies
        async with httpx.AsyncClient(base_url=service.url, cookies=copy, trust_env=False) as thief:
            answer = await thief.get("/api/me")
        assert (answer.status_code, answer.json()["code"]) == (401, "sign_in_ended")
        assert (await other.get("/api/me")).status_code == 200, "another browser stays signed in"
        assert (await page.post("/api/sign-out", headers=own(service))).status_code == 204, "twice is once"
        await page.aclose()
        await other.aclose()


@pytest.mark.long  # every day: a made-up and an ended cookie, in this module
async def test_a_cookie_ends_with_the_key_it_was_made_from(serve: Serve, keys: Keys) -> None:
    secret, row = await keys.make()
    async with serve(auth_required=True) as service:
        page = await signed_page(service, secret)
        assert (await page.get("/api/me")).status_code == 200
        await keys.stored.revoke_key("local", row.key_id)
        assert (await page.get("/api/me")).json()["code"] == "sign_in_ended"
        await page.aclose()
    async with serve(auth_keys=KEYS) as service:
        page = await signed_page(service, STATIC)
    async with serve(auth_keys="boss:boss-0123456789abc:admin") as service:
        cookies = dict(page.cookies)
        await page.aclose()
        async with httpx.AsyncClient(base_url=service.url, cookies=cookies, trust_env=False) as kept:
            assert (await kept.get("/api/me")).json()["code"] == "sign_in_ended", "a static key that is gone"


async def test_a_made_up_cookie_is_nobodys(serve: Serve) -> None:
    async with serve(auth_keys=KEYS) as service:
        for value in ("x", "é".encode().decode("latin-1"), "x" * 3000, '"quoted\\"'):
            sent = {"Cookie": f"suffice={value}".encode("latin-1")}
            assert await who(service, headers=sent) == "sign_in_ended"


async def test_with_sign_in_off_whoever_comes_is_local_and_needs_no_cookie(serve: Serve) -> None:
    async with serve() as service:
        assert (await service.http.get("/api/sign-in")).json() == {"required": False, "provider": False}
        assert await who(service, headers={"Cookie": "suffice=old"}) == "local"
        answer = await service.http.post("/api/sign-in", json={"token": "anything"}, headers=own(service))
        assert answer.json()["owner_id"] == "local"
        assert "set-cookie" not in answer.headers
        assert (await service.http.get("/api/sign-in/oidc")).status_code == 404


def oidc(provider: ScriptedProvider) -> dict[str, Any]:
    """Settings of a service that signs in at this provider."""
    return {
        "auth_jwt_issuer": provider.issuer,
        "auth_jwt_audience": (AUDIENCE,),
        "auth_oidc_client_id": CLIENT_ID,
        "auth_oidc_client_secret": CLIENT_SECRET,
    }


async def test_a_token_of_the_provider_signs_in_and_a_cookie_from_it_ends_no_later(serve: Serve) -> None:
    async with providing() as provider, serve(**oidc(provider)) as service:
        assert await who(service, headers=bearer(provider.token("ann"))) == "ann"
        expired = provider.token("ann", exp=int(time.time()) - 70)
        answer = await service.http.get("/api/me", headers=bearer(expired))
        assert (answer.status_code, answer.json()["code"]) == (401, "sign_in_ended")
        assert "expired" in answer.json()["detail"]
        token = provider.token("ann", exp=int(time.time()) + 40)
        answer = await service.http.post("/api/sign-in", json={"token": token}, headers=own(service))
        lasts = next(part for part in answer.headers["set-cookie"].split("; ") if part.startswith("Max-Age="))
        assert 60 < int(lasts.removeprefix("Max-Age=")) <= 100, "its end and a minute for clocks"


async def through_the_provider(browser: httpx.AsyncClient) -> tuple[str, httpx.Response]:
    """What a browser does when its person presses "sign in"; the callback's address, the answer to it."""
    begun = await browser.get("/api/sign-in/oidc")
    assert begun.status_code == 303
    assert "SameSite=lax" in begun.headers["set-cookie"]
    back = await browser.get(begun.headers["location"])
    return back.headers["location"], await browser.get(back.headers["location"])


async def test_the_page_signs_in_at_the_provider(serve: Serve) -> None:
    async with (
        providing() as provider,
        serve(**oidc(provider)) as service,
        httpx.AsyncClient(base_url=service.url, trust_env=False) as browser,
    ):
        assert (await browser.get("/api/sign-in")).json() == {"required": True, "provider": True}
        address, landed = await through_the_provider(browser)
        assert (landed.status_code, landed.headers["location"]) == (303, "/")
        assert (await browser.get("/api/me")).json()["owner_id"] == "ann"
        assert list(browser.cookies) == ["suffice"], "the flow's cookie is gone"
        again = await browser.get(address)
        assert again.headers["location"] == "/?sign_in=unauthenticated", "an answer is good once"


async def test_an_end_of_a_token_that_is_no_moment_is_401_everywhere(serve: Serve) -> None:
    async with providing() as provider, serve(**oidc(provider)) as service:
        token = provider.token("ann", exp=10**400)
        for answer in (
            await service.http.get("/api/me", headers=bearer(token)),
            await service.http.post("/api/sign-in", json={"token": token}, headers=own(service)),
        ):
            assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
            assert "(exp) is no moment" in answer.json()["detail"]


async def test_people_come_back_only_to_a_host_that_is_known(serve: Serve) -> None:
    known = ("localhost:9", "[::1]:9", "pages.example")
    others = (
        "pages.example:444", "evil.example", "localhost@evil.example", "127.0.0.1/@evil.example", "x",
        "localhost.evil.example", "127.0.0.1:80#evil.example",
    )  # fmt: skip
    async with providing() as provider, serve(allowed_origins=("https://pages.example",), **oidc(provider)) as service:
        for host in known:
            begun = await service.http.get("/api/sign-in/oidc", headers={"Host": host})
            back = parse_qs(urlsplit(begun.headers["location"]).query)["redirect_uri"][0]
            assert back == f"http://{host}/api/sign-in/callback"
        for host in others:
            begun = await service.http.get("/api/sign-in/oidc", headers={"Host": host})
            assert begun.status_code == 403, host
            assert "set SUFFICE_PUBLIC_URL to the address people open" in begun.json()["detail"]


async def test_a_public_url_is_where_people_come_back_to_whatever_the_host(serve: Serve) -> None:
    async with providing() as provider, serve(public_url="https://answers.example", **oidc(provider)) as service:
        begun = await service.http.get("/api/sign-in/oidc", headers={"Host": "evil.example"})
        back = parse_qs(urlsplit(begun.headers["location"]).query)["redirect_uri"][0]
        assert back == "https://answers.example/api/sign-in/callback"


async def test_a_flow_that_is_not_this_browsers_or_not_the_providers_signs_nobody_in(serve: Serve) -> None:
    async with providing() as provider, serve(**oidc(provider)) as service:
        async with httpx.AsyncClient(base_url=service.url, trust_env=False) as thief:
            begun = await thief.get("/api/sign-in/oidc")
            theirs = (await thief.get(begun.headers["location"])).headers["location"]
        for change in ("nothing", "cookie", "state", "code", "nonce", "refused"):
            async with httpx.AsyncClient(base_url=service.url, trust_env=False) as browser:
                begun = await browser.get("/api/sign-in/oidc")
                state = parse_qs(urlsplit(begun.headers["location"]).query)["state"][0]
                provider.nonce = "another" if change == "nonce" else None
                back = (await browser.get(begun.headers["location"])).headers["location"]
                if change == "cookie":
                    browser.cookies.clear()
                sent = {
                    "state": back.replace(state, "another"),
                    "cookie": theirs,
                    "code": f"/api/sign-in/callback?code=made-up&state={state}",
                    "refused": f"/api/sign-in/callback?error=access_denied&state={state}",
                }
                landed = await browser.get(sent.get(change, back))
                failed = landed.headers["location"] != "/"
                assert failed is (change != "nothing"), change
                assert (await browser.get("/api/me")).status_code == (401 if failed else 200), change


async def test_made_up_answers_of_a_provider_are_wrong_tries_of_their_address(serve: Serve) -> None:
    async with providing() as provider, serve(limit_sign_ins_minute=2, **oidc(provider)) as service:
        made_up, flow = "/api/sign-in/callback?code=x&state=s", {"Cookie": "suffice-flow=s.n.v"}
        tries = [{}, {}, {}, flow, flow, flow]
        landed = [(await service.http.get(made_up, headers=sent)).headers["location"] for sent in tries]
        assert landed == ["/?sign_in=unauthenticated"] * 5 + ["/?sign_in=over_limit"]
        assert await who(service, headers=bearer(provider.token())) == "ann", "others' tries are not its own"


async def test_a_right_token_comes_in_after_any_number_of_wrong_ones(serve: Serve) -> None:
    async with providing() as provider, serve(auth_keys=KEYS, limit_sign_ins_minute=3, **oidc(provider)) as service:
        right = provider.token()
        wrong = [right[:-8] + f"{number:08}" for number in range(5)]
        assert [await who(service, headers=bearer(one)) for one in wrong] == ["unauthenticated"] * 3 + [
            "over_limit"
        ] * 2
        assert await who(service, headers=bearer(right)) == "ann"
        assert await who(service, headers=bearer(STATIC)) == "ann", "a wrong token is no guess at a key"


async def test_a_provider_that_is_away_is_reported_as_that(serve: Serve) -> None:
    async with providing() as provider, serve(auth_keys=KEYS, **oidc(provider)) as service:
        provider.mood = "failing"
        answer = await service.http.get("/api/me", headers=bearer(provider.token()))
        assert (answer.status_code, answer.json()["code"]) == (503, "sign_in_unavailable")
        assert (await service.http.get("/api/sign-in/oidc")).json()["code"] == "sign_in_unavailable"
        assert await who(service, headers=bearer(STATIC)) == "ann", "keys do not need it"


async def test_a_role_that_is_missing_is_reported_before_anything_is_looked_up(serve: Serve, keys: Keys) -> None:
    async with serve(auth_required=True) as service:
        person, _ = await keys.make()
        operator, _ = await keys.make(role=Role.OPERATOR)
        where = "/api/corpora/real_estate/documents?name=a.md"
        for pack in ("real_estate", "no_such_pack"):
            refused = await service.http.post(
                where.replace("real_estate", pack), content=b"# a", headers=bearer(person)
            )
            assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
        allowed = await service.http.post(
            where.replace("real_estate", "no_such_pack"), content=b"# a", headers=bearer(operator)
        )
        assert allowed.json()["code"] == "unknown_pack"
