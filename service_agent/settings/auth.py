"""The settings AUTH_* and how they fit together. `service_agent/settings/settings.py` reads them with all others."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import SecretStr, field_validator
from pydantic_settings import BaseSettings, NoDecode

from foundation.contracts.errors import WrongSetting
from foundation.contracts.identity import Role
from service_agent.settings.field import setting
from service_agent.settings.keys import EXAMPLE, any_begins, read_keys
from service_agent.settings.origins import is_loopback

SHORTEST_SECRET = 32
"""Bytes of an HS256 secret: RFC 7518 3.2 wants as many as the hash has."""
ADDRESS = "an https:// address (http:// on this machine alone)"


class AuthSettings(BaseSettings):
    """Sign-in is on as soon as one of its kinds is configured, or AUTH_REQUIRED says so."""

    auth_required: bool = setting(
        False, "Sign-in is on even with nothing else set: keys of `suffice keys create` sign in", "on or off"
    )
    auth_keys: SecretStr | None = setting(
        None,
        "Static API keys; setting them turns sign-in on",
        "entries name:key or name:key:role with keys of 16 characters or more, each key once, separated by commas",
    )
    auth_jwt_issuer: str | None = setting(
        None, "Provider whose tokens (JWT) sign in: their `iss`, exactly; turns sign-in on", ADDRESS
    )
    auth_jwt_audience: Annotated[tuple[str, ...], NoDecode] = setting(
        (), "Tokens must be meant for one of these (`aud`); unset: for AUTH_OIDC_CLIENT_ID", "names separated by commas"
    )
    auth_jwks_url: str | None = setting(
        None, "Where the provider's keys are; unset: what its discovery document says", ADDRESS
    )
    auth_jwt_secret: SecretStr | None = setting(
        None,
        "Shared secret of HS256 tokens; with it no other algorithm and no JWKS is used",
        f"{SHORTEST_SECRET} bytes or more",
    )
    auth_clock_skew_s: float = setting(
        60.0, "How far the provider's clock may be off, in seconds", "a number from 0 to 600", ge=0, le=600
    )
    auth_owner_claim: str = setting(
        "sub", "Claim that names the person", "a claim's name, dots for nesting", min_length=1
    )
    auth_tenant_claim: str | None = setting(
        None, "Claim that names the tenant; unset: everybody is of one", "a claim's name, dots for nesting"
    )
    auth_roles_claim: str | None = setting(
        None, "Claim that lists roles or groups; unset: AUTH_DEFAULT_ROLE", "a claim's name, dots for nesting"
    )
    auth_role_map: Annotated[dict[str, Role], NoDecode] = setting(
        {"person": Role.PERSON, "operator": Role.OPERATOR, "admin": Role.ADMIN},
        "What the provider's roles are here",
        'JSON such as {"staff": "operator"} over person, operator, admin',
    )
    auth_default_role: Literal["person", "none"] = setting(
        "person", "Role of somebody whose token names none; none: they may do nothing", "person or none"
    )
    auth_oidc_client_id: str | None = setting(
        None, "Client id of the page's sign-in at the provider (code flow with PKCE)", "the provider's client id"
    )
    auth_oidc_client_secret: SecretStr | None = setting(
        None, "Secret of that client; unset: a public client", "the provider's client secret"
    )
    auth_oidc_scope: str = setting("openid", "Scopes the page's sign-in asks for", "names separated by blanks")
    auth_session_s: int = setting(
        28_800,
        "How long the page stays signed in, in seconds",
        "a whole number from 60 to 2592000",
        ge=60,
        le=2_592_000,
    )
    public_url: str | None = setting(
        None,
        "Where people reach the page, when a proxy is in front; unset: as the request says, if it names a known host",
        ADDRESS,
    )

    @field_validator("auth_jwt_audience", mode="before")
    @classmethod
    def _split_names(cls, value: Any) -> Any:
        return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value

    @field_validator("auth_role_map", mode="before")
    @classmethod
    def _read_map(cls, value: Any) -> Any:
        return json.loads(value) if isinstance(value, str) else value

    @field_validator("auth_keys")
    @classmethod
    def _keys_readable(cls, keys: SecretStr | None) -> SecretStr | None:
        if keys is not None:
            read_keys(keys)
        return keys

    @field_validator("auth_jwt_secret")
    @classmethod
    def _long_enough(cls, secret: SecretStr | None) -> SecretStr | None:
        if secret is not None and len(secret.get_secret_value().encode()) < SHORTEST_SECRET:
            raise ValueError("the secret is too short")
        return secret

    @field_validator("auth_jwt_issuer", "auth_jwks_url", "public_url")
    @classmethod
    def _cannot_be_listened_to(cls, url: str | None) -> str | None:
        """Keys and codes that come over plain HTTP could be anybody's."""
        if url is not None:
            parts = urlsplit(url)
            local = parts.scheme == "http" and is_loopback(parts.hostname or "")
            if not parts.netloc or not (parts.scheme == "https" or local):
                raise ValueError("not an https address")
        return url

    @property
    def takes_tokens(self) -> bool:
        """True when JWTs sign in."""
        return self.auth_jwt_issuer is not None or self.auth_jwt_secret is not None

    @property
    def signed_in(self) -> bool:
        """True when sign-in is on."""
        return self.auth_required or self.auth_keys is not None or self.takes_tokens

    @property
    def audiences(self) -> tuple[str, ...]:
        """Whom tokens must be meant for."""
        return self.auth_jwt_audience or ((self.auth_oidc_client_id,) if self.auth_oidc_client_id else ())

    def require_whole(self) -> None:
        """Raises WrongSetting when settings of sign-in need or exclude each other."""
        for broken, sentence in (
            (self.takes_tokens and not self.audiences, _NO_AUDIENCE),
            (self.auth_jwks_url and not self.auth_jwt_issuer, _NO_ISSUER.format("AUTH_JWKS_URL")),
            (self.auth_oidc_client_id and not self.auth_jwt_issuer, _NO_ISSUER.format("AUTH_OIDC_CLIENT_ID")),
            (self.auth_oidc_client_secret and not self.auth_oidc_client_id, _NO_CLIENT),
            (self.auth_keys and any_begins(self.auth_keys, EXAMPLE), _EXAMPLE_KEY),
            (self.auth_jwt_secret and (self.auth_jwks_url or self.auth_oidc_client_id), _SECRET_ALONE),
        ):
            if broken:
                raise WrongSetting(sentence)


_EXAMPLE_KEY = (
    f"SUFFICE_AUTH_KEYS still holds a key of the example ({EXAMPLE}…), which anybody can read; put one of your own "
    "in its place."
)
_NO_AUDIENCE = "SUFFICE_AUTH_JWT_AUDIENCE is unset: without it tokens meant for other services would sign in; name it."
_NO_ISSUER = "SUFFICE_{} needs SUFFICE_AUTH_JWT_ISSUER, the provider it belongs to; set that too."
_NO_CLIENT = (
    "SUFFICE_AUTH_OIDC_CLIENT_SECRET needs SUFFICE_AUTH_OIDC_CLIENT_ID, the client it belongs to; set that too."
)
_SECRET_ALONE = (
    "SUFFICE_AUTH_JWT_SECRET excludes SUFFICE_AUTH_JWKS_URL and SUFFICE_AUTH_OIDC_CLIENT_ID (a shared secret and "
    "public keys are never mixed); unset one or the other."
)
