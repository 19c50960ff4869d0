"""The statements that every press needs, written by hand: several times cheaper than the ORM's, for the same tables.

Everything else goes through the ORM. What is read here becomes rows like the ORM's; a column that was not read is read
when somebody asks for it. They run on PostgreSQL and on SQLite.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson
from django.db import connection, models
from django.db.models.base import ModelState

from combat.models import Campaign, Encounter, LogEntry, Membership

Values = Sequence[Any]

ROW = (
    "id", "campaign_id", "public_id", "name", "system", "status", "version", "document_version", "window", "window_closes_at", "mover",
    "autoplay_at", "chance", "streams", "lines", "opened_at", "ended_at",
)  # fmt: skip
"""Of an encounter: all but its long texts."""
CAMPAIGN = ("id", "public_id", "name", "expires_at")
MEMBER = ("id", "campaign_id", "user_id", "role", "name")
RECEIPT = {
    "encounter_id": "bigint", "command_id": "text", "user_id": "bigint", "body_hash": "text", "code": "text",
    "words": "text", "version": "bigint",
}  # fmt: skip
ENTRY = {
    "encounter_id": "bigint", "number": "bigint", "kind": "text", "do": "text", "user_id": "bigint", "seat": "bigint",
    "events": "jsonb", "uses": "jsonb", "undoable": "boolean", "detail": "jsonb", "lines": "jsonb", "at": "timestamptz",
}  # fmt: skip
MOVED = {
    "version": "bigint", "document": "text", "document_version": "bigint", "lines": "jsonb", "status": "text", "opened_at": "timestamptz",
    "ended_at": "timestamptz", "window": "text", "window_closes_at": "timestamptz", "mover": "text",
    "autoplay_at": "timestamptz", "chance": "jsonb", "streams": "jsonb",
}  # fmt: skip
"""What a change may move in a row. Without a text it keeps the one that it has."""
JSON = frozenset({"chance", "streams", "lines"})
MOMENTS = frozenset({"window_closes_at", "autoplay_at", "opened_at", "ended_at", "expires_at"})


def rows_locked(encounters: Collection[int | UUID], *, wait: bool) -> list[Encounter]:
    """With their campaigns; in the order of their keys, so that two who want the same ones do not wait for each other.

    Without `wait` only those that nobody else has in hand. On SQLite the transaction has the whole database.
    """
    by_name = any(isinstance(one, UUID) for one in encounters)
    lock = f" FOR NO KEY UPDATE OF e{'' if wait else ' SKIP LOCKED'}" if connection.vendor == "postgresql" else ""
    found = _rows(
        f"SELECT {_columns('e', ROW)}, {_columns('c', CAMPAIGN)}"
        " FROM combat_encounter e JOIN combat_campaign c ON c.id = e.campaign_id"
        f" WHERE {_among('e.public_id' if by_name else 'e.id')} ORDER BY e.id{lock}",
        _list(encounters),
    )
    return [_encounter(values) for values in found]


def _encounter(values: Values) -> Encounter:
    row: Encounter = _made(Encounter, ROW, values)
    row._state.fields_cache["campaign"] = _made(Campaign, CAMPAIGN, values[len(ROW) :])
    return row


def members(asked: Collection[tuple[Encounter, int]]) -> dict[tuple[int, int], Membership]:
    """Whoever has not left, by campaign and user; `seats_here`: the numbers of their seats by encounter."""
    encounters = {encounter.pk for encounter, _ in asked}
    campaigns, users = {encounter.campaign_id for encounter, _ in asked}, {user for _, user in asked}
    if not asked:
        return {}
    found = _rows(
        f"SELECT {_columns('m', MEMBER)}, s.encounter_id, s.number"
        " FROM combat_membership m JOIN combat_user u ON u.id = m.user_id AND u.is_active"
        f" LEFT JOIN combat_seat s ON s.membership_id = m.id AND {_among('s.encounter_id')}"
        f" WHERE m.left_at IS NULL AND {_among('m.campaign_id')} AND {_among('m.user_id')}",
        _list(encounters), _list(campaigns), _list(users),
    )  # fmt: skip
    people: dict[tuple[int, int], Membership] = {}
    for values in found:
        campaign, user = values[1:3]
        member = people.get((campaign, user))
        if member is None:
            member = people[campaign, user] = _made(Membership, MEMBER, values)
            member.seats_here = {}
        member.seats_here[values[-2]] = values[-1]
    return people


def receipts(encounters: Collection[int], command_ids: Collection[str]) -> list[Values]:
    """The answers (`RECEIPT`) that these ids got already."""
    if not encounters:
        return []
    return _rows(
        f"SELECT {_columns('r', RECEIPT)} FROM combat_receipt r"
        f" WHERE {_among('r.encounter_id')} AND {_among('r.command_id')}",
        _list(encounters), _list(command_ids),
    )  # fmt: skip


def receipts_add(answers: Iterable[Values], at: datetime) -> None:
    kinds = {**RECEIPT, "at": "timestamptz"}
    rows = [dict(zip(kinds, (*answer, at), strict=True)) for answer in answers]
    _rows(f"INSERT INTO combat_receipt ({_columns('', kinds)}) {_select(kinds)} RETURNING 1", _text(rows))


def entry_new(*, events_text: str, **values: Any) -> LogEntry:
    """Not written yet. Its events are at hand as the text that is stored."""
    entry: LogEntry = _made(LogEntry, tuple(values), tuple(values.values()))
    entry.undone_by, entry.events_text = None, events_text
    return entry


def entries_add(entries: Iterable[LogEntry]) -> None:
    rows = [{**_values(one, ENTRY), "events": orjson.Fragment(one.events_text)} for one in entries]
    _rows(f"INSERT INTO combat_logentry ({_columns('', ENTRY)}) {_select(ENTRY)} RETURNING 1", _text(rows))


def rows_move(encounters: Iterable[Encounter]) -> int:
    """Write what has changed into each row that is still as it was read (`stored_version`); how many were."""
    rows = [{**_values(one, MOVED), "id": one.pk, "was": one.stored_version} for one in encounters]
    given = _select({**MOVED, "id": "bigint", "was": "bigint"})
    sets = ", ".join(f'"{name}" = v."{name}"' for name in MOVED if name != "document")
    moved = _rows(
        f"UPDATE combat_encounter SET {sets}, document = COALESCE(v.document, combat_encounter.document)"
        f" FROM ({given}) AS v WHERE combat_encounter.id = v.id AND combat_encounter.version = v.was"
        " RETURNING combat_encounter.id",
        _text(rows),
    )
    return len(moved)


# Rows and values.


def _made(kind: type[models.Model], names: Sequence[str], values: Values) -> Any:
    """As the ORM would make it of a row, without asking each field."""
    made = kind.__new__(kind)
    made._state = ModelState()
    made._state.adding, made._state.db = False, connection.alias
    held = made.__dict__
    for name, value in zip(names, values, strict=False):
        held[name] = _read(name, value) if value.__class__ is str or value.__class__ is datetime else value
    return made


def _read(name: str, value: Any) -> Any:
    """JSON comes as text; on SQLite ids do too, and moments without their zone."""
    if name in JSON:
        return orjson.loads(value)
    if name in MOMENTS and connection.vendor != "postgresql":
        return connection.ops.convert_datetimefield_value(value, None, connection)
    return UUID(value) if name == "public_id" else value


def _values(row: models.Model, names: Iterable[str]) -> dict[str, Any]:
    held = row.__dict__
    return {name: held.get(name) for name in names}


def _columns(table: str, names: Iterable[str]) -> str:
    return ", ".join(f'{table}."{name}"' if table else f'"{name}"' for name in names)


# What goes in: one text of JSON for any number of rows, so that a statement is always the same.


def _text(rows: list[dict[str, Any]]) -> str:
    if connection.vendor == "postgresql":
        return orjson.dumps(rows).decode()
    return orjson.dumps(rows, default=_adapted, option=orjson.OPT_PASSTHROUGH_DATETIME).decode()


def _adapted(moment: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(moment)


def _select(kinds: Mapping[str, str]) -> str:
    """The rows of such a text; by name, and of which kind."""
    if connection.vendor == "postgresql":
        columns = ", ".join(f'"{name}" {kind}' for name, kind in kinds.items())
        return f"SELECT {_columns('', kinds)} FROM json_to_recordset(%s::json) AS rows({columns})"
    columns = ", ".join(f"json_extract(value, '$.{name}') AS \"{name}\"" for name in kinds)
    return f"SELECT {columns} FROM json_each(%s)"


def _list(values: Iterable[int | str | UUID]) -> Any:
    if connection.vendor == "postgresql":
        return list(values)
    return orjson.dumps([one.hex if isinstance(one, UUID) else one for one in values]).decode()


def _among(column: str) -> str:
    """That it is one of such a list."""
    if connection.vendor == "postgresql":
        return f"{column} = ANY(%s)"
    return f"{column} IN (SELECT value FROM json_each(%s))"


# Running them.


def _rows(sql: str, *values: Any) -> list[Values]:
    with _cursor() as cursor, connection.wrap_database_errors:
        cursor.execute(sql, values)
        found: list[Values] = cursor.fetchall()
    return found


def _cursor() -> Any:
    """On PostgreSQL values go to the server beside the statement; to write them into it costs far more."""
    if connection.vendor != "postgresql":
        return connection.cursor()
    connection.ensure_connection()
    return connection.Database.Cursor(connection.connection)
