"""A sign-in provider that does what a test says: discovery, keys, authorization and token endpoint, over real HTTP."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import secrets
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import parse_qs, urlencode

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse
from jwt.algorithms import ECAlgorithm, OKPAlgorithm, RSAAlgorithm

from service_agent.cli.serving.server import HttpServer

AUDIENCE = "suffice"
CLIENT_ID = "suffice-page"
CLIENT_SECRET = "a client secret of the page"
Mood = Literal["well", "failing", "slow", "garbage", "huge", "redirecting"]


@dataclass(frozen=True)
class SigningKey:
    """One key pair of the provider."""

    kid: str
    algorithm: str
    private: Any

    def public(self) -> dict[str, Any]:
        """As the provider publishes it."""
        kinds: dict[str, Any] = {"RS": RSAAlgorithm, "PS": RSAAlgorithm, "ES": ECAlgorithm, "Ed": OKPAlgorithm}
        made = kinds[self.algorithm[:2]].to_jwk(self.private.public_key(), as_dict=True)
        return {**made, "kid": self.kid, "use": "sig", "alg": self.algorithm}


def new_signing_key(algorithm: str = "ES256", bits: int = 2048) -> SigningKey:
    """A fresh pair."""
    kid = secrets.token_hex(4)
    if algorithm[:2] in ("RS", "PS"):
        return SigningKey(kid, algorithm, rsa.generate_private_key(public_exponent=65537, key_size=bits))
    if algorithm == "EdDSA":
        return SigningKey(kid, algorithm, ed25519.Ed25519PrivateKey.generate())
    return SigningKey(kid, algorithm, ec.generate_private_key(ec.SECP256R1()))


@dataclass
class Pending:
    """A code that was given out."""

    challenge: str
    nonce: str
    redirect_uri: str
    sub: str


@dataclass
class ScriptedProvider:
    """What it publishes, and how it behaves."""

    issuer: str = ""
    keys: list[SigningKey] = field(default_factory=lambda: [new_signing_key()])
    mood: Mood = "well"
    claimed_issuer: str | None = None
    """What its discovery document says, when that is a lie."""
    key_reads: int = 0
    discoveries: int = 0
    person: str = "ann"
    """Who signs in at its page."""
    nonce: str | None = None
    """Goes into id tokens instead of the right one."""
    codes: dict[str, Pending] = field(default_factory=dict[str, Pending])

    def rotate(self) -> None:
        """From now on only a new key."""
        self.keys = [new_signing_key()]

    def token(self, sub: str = "ann", /, *, key: SigningKey | None = None, **claims: Any) -> str:
        """A token as it gives them; a claim of None is left out."""
        signer = key or self.keys[0]
        now = int(time.time())
        claims_given = {"iss": self.issuer, "aud": AUDIENCE, "sub": sub, "iat": now, "exp": now + 600} | claims
        kept = {name: value for name, value in claims_given.items() if value is not None}
        return jwt.encode(kept, signer.private, signer.algorithm, headers={"kid": signer.kid})

    def application(self) -> FastAPI:
        """Its routes."""
        app = FastAPI()
        app.add_api_route("/.well-known/openid-configuration", self._discovery)
        app.add_api_route("/keys", self._keys)
        app.add_api_route("/authorize", self._authorize)
        app.add_api_route("/token", self._token, methods=["POST"])
        return app

    async def _discovery(self) -> Response:
        self.discoveries += 1
        metadata = {
            "issuer": self.claimed_issuer or self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
        }
        return await self._in_this_mood(metadata)

    async def _keys(self) -> Response:
        self.key_reads += 1
        return await self._in_this_mood({"keys": [key.public() for key in self.keys]})

    async def _in_this_mood(self, document: dict[str, Any]) -> Response:
        if self.mood == "slow":
            await asyncio.sleep(60)
        answers: dict[Mood, Response] = {
            "failing": Response("no", 500),
            "garbage": Response("<html>", media_type="text/html"),
            "huge": JSONResponse({**document, "more": "x" * 2_000_000}),
            "redirecting": RedirectResponse("https://elsewhere.example/keys"),
        }
        return answers.get(self.mood) or JSONResponse(document)

    async def _authorize(self, request: Request) -> Response:
        asked = request.query_params
        assert asked["response_type"] == "code"
        assert asked["client_id"] == CLIENT_ID
        assert asked["code_challenge_method"] == "S256"
        assert "openid" in asked["scope"].split()
        code = secrets.token_urlsafe(8)
        self.codes[code] = Pending(asked["code_challenge"], asked["nonce"], asked["redirect_uri"], self.person)
        back = urlencode({"code": code, "state": asked["state"]})
        return RedirectResponse(f"{asked['redirect_uri']}?{back}")

    async def _token(self, request: Request) -> Response:
        form = {name: values[0] for name, values in parse_qs((await request.body()).decode()).items()}
        pending = self.codes.pop(form.get("code", ""), None)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(form["code_verifier"].encode()).digest()).rstrip(b"=")
        client = base64.b64encode(f"{CLIENT_ID}:{CLIENT_SECRET}".encode()).decode()
        right = (
            pending is not None
            and challenge.decode() == pending.challenge
            and form["redirect_uri"] == pending.redirect_uri
            and request.headers.get("authorization") == f"Basic {client}"
        )
        if pending is None or not right:
            return JSONResponse({"error": "invalid_grant"}, 400)
        token = self.token(pending.sub, aud=CLIENT_ID, nonce=self.nonce or pending.nonce)
        return JSONResponse({"access_token": "opaque", "token_type": "Bearer", "id_token": token})


@asynccontextmanager
async def providing() -> AsyncGenerator[ScriptedProvider]:
    """A provider that listens."""
    provider = ScriptedProvider()
    server = HttpServer(provider.application(), "127.0.0.1", 0)
    await server.start()
    provider.issuer = f"http://127.0.0.1:{server.port}"
    try:
        yield provider
    finally:
        await server.stop()
