"""The statements that every press needs, written by hand: several times cheaper than the ORM's, for the same tables.

Everything else goes through the ORM. What is read here becomes rows like the ORM's; a column that was not read is read
when somebody asks for it. Any number of rows goes in as one text of JSON, so that a statement is always the same one.
They run on PostgreSQL and on SQLite; inside a transaction PostgreSQL keeps them prepared, for to plan such a statement
costs more than to carry it out.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.models.base import ModelState

from combat.models import Campaign, Encounter, LogEntry, Membership

ROW = (
    "id", "campaign_id", "public_id", "name", "system", "status", "version", "document_version", "window",
    "window_closes_at", "mover", "autoplay_at", "chance", "streams", "lines", "opened_at", "ended_at",
)  # fmt: skip
"""Of an encounter: all but its long texts."""
CAMPAIGN = ("id", "public_id", "name", "expires_at")
MEMBER = ("id", "campaign_id", "user_id", "role", "name")
PRESS = {"encounter_id": "bigint", "user_id": "bigint", "command_id": "text"}
RECEIPT = {
    "encounter_id": "bigint", "command_id": "text", "user_id": "bigint", "body_hash": "text", "code": "text",
    "words": "text", "version": "bigint", "at": "timestamptz",
}  # fmt: skip
ENTRY = {
    "encounter_id": "bigint", "number": "bigint", "kind": "text", "do": "text", "user_id": "bigint", "seat": "bigint",
    "events": "jsonb", "uses": "jsonb", "undoable": "boolean", "detail": "jsonb", "lines": "jsonb", "at": "timestamptz",
}  # fmt: skip
MOVED = {
    "version": "bigint", "document": "text", "document_version": "bigint", "lines": "jsonb", "status": "text",
    "opened_at": "timestamptz", "ended_at": "timestamptz", "window": "text", "window_closes_at": "timestamptz",
    "mover": "text", "autoplay_at": "timestamptz", "chance": "jsonb", "streams": "jsonb",
}  # fmt: skip
"""What a change may move in a row. Without a text it keeps the one that it has."""
JSON = ("chance", "streams", "lines")
MOMENTS = ("window_closes_at", "autoplay_at", "opened_at", "ended_at", "expires_at")


class Receipt(NamedTuple):
    """The answer that a press got, as it is stored."""

    encounter_id: int
    command_id: str
    user_id: int
    body_hash: str
    code: str
    """Empty: accepted. Else the refusal's code."""
    words: str
    version: int
    at: datetime


class Asking(NamedTuple):
    """Who is asking, at one table: a member who has not left."""

    membership: Membership
    seat: int | None
    receipt: Receipt | None
    """The answer that the id of this press got before."""


def rows_locked(encounters: Collection[int | UUID], *, wait: bool) -> list[Encounter]:
    """With their campaigns; in the order of their keys, so that two who want the same ones do not wait for each other.

    Without `wait` only those that nobody else has in hand. On SQLite the transaction has the whole database.
    """
    by_name = any(isinstance(one, UUID) for one in encounters)
    keys = [one.hex if isinstance(one, UUID) else one for one in encounters]
    return [_encounter(values) for values in _rows(_lock_sql, keys, by_name, wait)]


@cache
def _lock_sql(vendor: str, by_name: bool, wait: bool) -> str:
    key, kind = ("public_id", "uuid") if by_name else ("id", "bigint")
    cast, lock = (f"::{kind}", " FOR NO KEY UPDATE OF e") if vendor == "postgresql" else ("", "")
    wanted = "json_array_elements_text(%s)" if vendor == "postgresql" else "json_each(%s)"
    return (
        f"SELECT {_columns('e', ROW)}, {_columns('c', CAMPAIGN)}"
        " FROM combat_encounter e JOIN combat_campaign c ON c.id = e.campaign_id"
        f" WHERE e.{key} IN (SELECT value{cast} FROM {wanted} AS wanted)"
        f" ORDER BY e.id{lock}{' SKIP LOCKED' if lock and not wait else ''}"
    )


def _encounter(values: Sequence[Any]) -> Encounter:
    row: Encounter = _made(Encounter, ROW, values)
    row._state.fields_cache["campaign"] = _made(Campaign, CAMPAIGN, values[len(ROW) :])
    return row


def askings(presses: Collection[tuple[int, int, str]]) -> dict[tuple[int, int, str], Asking]:
    """By encounter, user and id of the press. Whoever is not in it has no place at that table."""
    rows = [dict(zip(PRESS, press, strict=True)) for press in presses]
    return {tuple(values[:3]): _asking(values[3:]) for values in _rows(_asking_sql, rows)}


def _asking(values: Sequence[Any]) -> Asking:
    receipt = values[len(MEMBER) + 1 :]
    member = _made(Membership, MEMBER, values)
    return Asking(member, values[len(MEMBER)], None if receipt[0] is None else Receipt(*receipt))


@cache
def _asking_sql(vendor: str) -> str:
    return (
        f"SELECT {_columns('p', PRESS)}, {_columns('m', MEMBER)}, s.number, {_columns('r', RECEIPT)}"
        f" FROM ({_given(vendor, PRESS)}) AS p JOIN combat_encounter e ON e.id = p.encounter_id"
        " JOIN combat_membership m ON m.campaign_id = e.campaign_id AND m.user_id = p.user_id AND m.left_at IS NULL"
        " JOIN combat_user u ON u.id = m.user_id AND u.is_active"
        " LEFT JOIN combat_seat s ON s.encounter_id = e.id AND s.membership_id = m.id"
        " LEFT JOIN combat_receipt r ON r.encounter_id = e.id AND r.command_id = p.command_id"
    )


def entry_new(*, events_text: str, **values: Any) -> LogEntry:
    """Not written yet. Its events are at hand as the text that is stored."""
    entry: LogEntry = _made(LogEntry, tuple(values), tuple(values.values()))
    entry.undone_by, entry.events_text = None, events_text
    return entry


def written(entries: Iterable[LogEntry], rows: Iterable[Encounter], receipts: Iterable[Receipt]) -> int:
    """Write it all. How many of the rows were still as they were read (`stored_version`); the others are left alone."""
    lists = (
        [
            {**_values(one, ENTRY), "events": orjson.Fragment(one.events_text), "detail": _any_json(one.detail)}
            for one in entries
        ],
        [one._asdict() for one in receipts],
        [{**_values(one, MOVED), "id": one.pk, "was": one.stored_version} for one in rows],
    )
    if connections[DEFAULT_DB_ALIAS].vendor == "postgresql":
        return len(_rows(_written_sql, *lists))
    return [len(_rows(sql, one)) for sql, one in zip(WRITING, lists, strict=True)][-1]


def _any_json(value: Any) -> orjson.Fragment:
    """A game master may have typed a number of more than 64 bits: it is beyond the fast writer."""
    try:
        return orjson.Fragment(orjson.dumps(value))
    except orjson.JSONEncodeError:
        return orjson.Fragment(json.dumps(value))


@cache
def _entries_sql(vendor: str) -> str:
    return f"INSERT INTO combat_logentry ({_columns('', ENTRY)}) {_given(vendor, ENTRY)} RETURNING 1"


@cache
def _receipts_sql(vendor: str) -> str:
    return f"INSERT INTO combat_receipt ({_columns('', RECEIPT)}) {_given(vendor, RECEIPT)} RETURNING 1"


@cache
def _moved_sql(vendor: str) -> str:
    given = _given(vendor, {**MOVED, "id": "bigint", "was": "bigint"})
    sets = ", ".join(f'"{name}" = v."{name}"' for name in MOVED if name != "document")
    return (
        f"UPDATE combat_encounter SET {sets}, document = COALESCE(v.document, combat_encounter.document)"
        f" FROM ({given}) AS v WHERE combat_encounter.id = v.id AND combat_encounter.version = v.was"
        " RETURNING combat_encounter.id"
    )


@cache
def _written_sql(vendor: str) -> str:
    return f"WITH entries AS ({_entries_sql(vendor)}), receipts AS ({_receipts_sql(vendor)}) {_moved_sql(vendor)}"


WRITING = (_entries_sql, _receipts_sql, _moved_sql)


# What goes in and what comes out.


def _rows(sql: Any, *values: Any) -> list[Sequence[Any]]:
    """Lists go in as JSON; what is no list says which statement is meant."""
    connection = connections[DEFAULT_DB_ALIAS]
    vendor = connection.vendor
    texts = [_text(vendor, value) for value in values if isinstance(value, list)]
    statement = sql(vendor, *(value for value in values if not isinstance(value, list)))
    if vendor == "postgresql":
        # Values go to the server beside the statement: to write them into it, as Django does, costs far more.
        connection.ensure_connection()
        cursor = connection.Database.Cursor(connection.connection)
        # Only where a rollback follows a failure: it drops what was prepared for a column that has changed since.
        prepared = {"prepare": connection.in_atomic_block}
    else:
        cursor, prepared = connection.cursor(), {}
    with connection.wrap_database_errors, cursor:
        cursor.execute(statement, texts, **prepared)
        found: list[Sequence[Any]] = cursor.fetchall()
    return found


def _text(vendor: str, rows: list[Any]) -> str:
    if vendor == "postgresql":
        return orjson.dumps(rows).decode()
    return orjson.dumps(rows, default=_moment_text, option=orjson.OPT_PASSTHROUGH_DATETIME).decode()


def _moment_text(moment: datetime) -> Any:
    return connections[DEFAULT_DB_ALIAS].ops.adapt_datetimefield_value(moment)


def _given(vendor: str, kinds: Mapping[str, str]) -> str:
    """The rows of such a text."""
    if vendor == "postgresql":
        columns = ", ".join(f'"{name}" {kind}' for name, kind in kinds.items())
        return f"SELECT {_columns('', kinds)} FROM json_to_recordset(%s) AS given({columns})"
    columns = ", ".join(f"json_extract(value, '$.{name}') AS \"{name}\"" for name in kinds)
    return f"SELECT {columns} FROM json_each(%s)"


def _columns(table: str, names: Iterable[str]) -> str:
    return ", ".join(f'{table}."{name}"' if table else f'"{name}"' for name in names)


def _values(row: models.Model, names: Iterable[str]) -> dict[str, Any]:
    held = row.__dict__
    return {name: held.get(name) for name in names}


def _made(kind: type[models.Model], names: Sequence[str], values: Sequence[Any]) -> Any:
    """As the ORM would make it of a row, without asking each field. JSON is text still; on SQLite more is."""
    made: Any = object.__new__(kind)
    made._state = ModelState()
    made._state.adding, made._state.db = False, DEFAULT_DB_ALIAS
    held = made.__dict__
    held.update(zip(names, values, strict=False))
    for name in JSON:
        if held.get(name).__class__ is str:
            held[name] = orjson.loads(held[name])
    if held.get("public_id").__class__ is str:
        held["public_id"] = UUID(held["public_id"])
        convert = connections[DEFAULT_DB_ALIAS].ops.convert_datetimefield_value
        held.update({name: convert(held[name], None, None) for name in MOMENTS if name in held})
    return made
