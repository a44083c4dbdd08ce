"""A server somebody else runs: what is wrong with it, or with how it is named, is one sentence that says what to do."""

from __future__ import annotations

from dataclasses import replace

import psycopg
import pytest
from psycopg import sql

from foundation.contracts.errors import DatabaseUnfit, DatabaseUnreachable, WrongSetting
from foundation.storage.database.engine import DatabaseAddress, check_fit, open_engine, parse_url
from foundation.storage.database.migrate import upgrade


def as_administrator(server: DatabaseAddress, *statements: sql.SQL | sql.Composed) -> None:
    with psycopg.connect(**server.psycopg_kwargs(), autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)


@pytest.fixture
def theirs(server: DatabaseAddress, worker_id: str) -> DatabaseAddress:
    """An empty database with pgvector that belongs to its administrator."""
    name = f"theirs_{worker_id}"
    named = sql.Identifier(name)
    as_administrator(
        server,
        sql.SQL("DROP DATABASE IF EXISTS {}").format(named),
        sql.SQL("CREATE DATABASE {}").format(named),
    )
    address = replace(server, database=name)
    as_administrator(address, sql.SQL("CREATE EXTENSION vector"))
    return address


@pytest.fixture
def guest(theirs: DatabaseAddress, worker_id: str) -> DatabaseAddress:
    """A user of that database who owns nothing in it."""
    name = f"guest_{worker_id}"
    with psycopg.connect(**theirs.psycopg_kwargs(), autocommit=True) as connection:
        if connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (name,)).fetchone() is None:
            connection.execute(sql.SQL("CREATE ROLE {} LOGIN PASSWORD 'a guest'").format(sql.Identifier(name)))
    return replace(theirs, user=name, password="a guest")


def test_a_user_who_may_not_make_tables_is_asked_to_become_the_owner(guest: DatabaseAddress) -> None:
    with pytest.raises(DatabaseUnfit, match="may not set up the database .*public.*OWNER TO"):
        upgrade(guest)


def test_a_user_who_may_not_switch_pgvector_on_learns_who_can(guest: DatabaseAddress, theirs: DatabaseAddress) -> None:
    as_administrator(theirs, sql.SQL("DROP EXTENSION vector"))
    # The embedded server trusts pgvector to anybody who may create in the database; a guest may not.
    with pytest.raises(DatabaseUnfit, match="CREATE EXTENSION vector"):
        upgrade(guest)


def test_an_owner_who_is_not_an_administrator_may_do_everything(
    theirs: DatabaseAddress, guest: DatabaseAddress
) -> None:
    names = sql.Identifier(theirs.database), sql.Identifier(guest.user)
    as_administrator(theirs, sql.SQL("ALTER DATABASE {} OWNER TO {}").format(*names))
    upgrade(guest)
    upgrade(guest)


def test_a_database_that_takes_no_writes_is_reported(theirs: DatabaseAddress) -> None:
    named = sql.Identifier(theirs.database)
    as_administrator(theirs, sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = on").format(named))
    with pytest.raises(DatabaseUnfit, match="takes no writes"):
        upgrade(theirs)


def test_an_encoding_that_cannot_hold_korean_is_named(server: DatabaseAddress, worker_id: str) -> None:
    name = f"latin_{worker_id}"
    as_administrator(
        server,
        sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name)),
        sql.SQL(
            "CREATE DATABASE {} ENCODING 'LATIN1' LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
        ).format(sql.Identifier(name)),
    )
    with pytest.raises(DatabaseUnfit, match="LATIN1.*ENCODING 'UTF8'"):
        upgrade(replace(server, database=name))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"password": "wrong"}, r"let us in \(password authentication failed for user"),
        ({"user": "nobody_we_know"}, r"let us in \(password authentication failed for user \"nobody_we_know\"\)"),
        ({"database": "nowhere"}, r"let us in \(database \"nowhere\" does not exist\)"),
        ({"host": "127.0.0.1", "port": 1}, r"does not answer \(.*refused"),
    ],
)
async def test_both_drivers_tell_a_refusal_from_silence(
    server: DatabaseAddress, wrong: dict[str, str], said: str
) -> None:
    address = replace(server, **wrong)
    with pytest.raises(DatabaseUnreachable, match=said):
        upgrade(address)
    engine = open_engine(address, pool_size=1)
    with pytest.raises(DatabaseUnreachable, match=said.replace("refused", "")):
        await check_fit(engine)
    await engine.dispose()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://a:p@ss@127.0.0.1/b", "%40"),
        ("postgresql://a:b@127.0.0.1:65536/c", "the port 65536"),
        ("postgresql://a:b@127.0.0.1:0/c", "the port 0"),
        ("postgresql://a:b@/c?port=five", "the port five"),
        ("postgresql://a:b@127.0.0.1:five/c", "is not a URL"),
        ("mysql://a:b@127.0.0.1/c", "only postgresql://"),
        ("postgresql://a:b@127.0.0.1", "names no database"),
    ],
)
def test_an_address_that_cannot_be_meant_says_which_part(url: str, said: str) -> None:
    with pytest.raises(WrongSetting, match=said):
        parse_url(url)


def test_a_password_may_hold_anything_when_it_is_written_as_urls_want() -> None:
    address = parse_url("postgresql://app:p%40ss%2Fw%C3%B6rd%3A1@127.0.0.1:65535/c?sslmode=require")
    assert (address.password, address.port, address.sslmode) == ("p@ss/wörd:1", 65535, "require")
