"""What the GM composes before a fight, and how it becomes the fight's setup. Pure.

A plan is stored in `Encounter.plan` as the codec writes it. It names characters and members by their row's id; the
caller of `opening` says which seats and which sheets stand for them at that moment.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from combat.codec import load
from combat.engine.records import field, record, replace
from combat.engine.system import Newcomer, RuleSystem, Setup

PARTY, FOES = "party", "foes"
MOST_COMBATANTS = 60


@record
class Planned:
    """One combatant of a plan. Foes of one name are numbered when they are shown, so nobody types numbers."""

    key: int
    """The place by which prep's forms name it; never used again in the same plan."""
    name: str
    side: str = FOES
    character: int | None = None
    """Row of the character it is made from; its sheet then is read when the table opens."""
    member: int | None = None
    """Row of the membership that plays it; None: the GM does."""
    hidden: bool = False
    surprises: bool = False
    autoplay: bool = False
    """It plays itself."""
    colour: str = ""
    kind: str = ""
    """The library's name of it, if it came from there."""
    sheet: Mapping[str, Any] = field(default_factory=dict)
    """Plain JSON of the system's sheet; of a character: as it was when it was added."""


@record
class Plan:
    """Everything that opens with the table. `house_rules` has what differs from the campaign's."""

    format: int = 1
    combatants: tuple[Planned, ...] = ()
    environment: str | None = None
    """A name out of the library; None: open ground."""
    house_rules: Mapping[str, Any] = field(default_factory=dict)
    next_key: int = 1


@record
class Opening:
    """What `encounter_open` needs: the setup of the engine, and what is said after it."""

    setup: Setup
    surprisers: tuple[str, ...] = ()
    """Ids for the command `start`."""


def opening(
    system: RuleSystem,
    plan: Plan,
    *,
    house_rules: Mapping[str, Any],
    seats: Mapping[int, str],
    sheets: Mapping[int, Any],
    environment: Any = None,
) -> Opening:
    """The setup of a plan.

    `house_rules`: the campaign's differences for this system. `seats`: membership id to the seat's key; a member
    without a seat leaves the combatant with the GM. `sheets`: character id to its sheet as stored now; one that is
    missing falls back on the plan's copy. `environment`: the record that the plan's name stands for.
    """
    rules = load(system.house_rules_type, {**house_rules, **plan.house_rules})
    people = named(plan.combatants)
    newcomers = tuple(newcomer(system, one, seats=seats, sheets=sheets) for one in people)
    surprisers = tuple(one.id for one in people if one.planned.surprises)
    return Opening(setup=Setup(house_rules=rules, combatants=newcomers, environment=environment), surprisers=surprisers)


def newcomer(system: RuleSystem, one: "Named", *, seats: Mapping[int, str], sheets: Mapping[int, Any]) -> Newcomer:
    planned = one.planned
    sheet = planned.sheet if planned.character is None else sheets.get(planned.character, planned.sheet)
    return Newcomer(
        id=one.id,
        name=one.name,
        side=planned.side,
        owner=None if planned.member is None else seats.get(planned.member),
        hidden=planned.hidden and planned.member is None,
        autoplay=planned.autoplay,
        colour=planned.colour,
        sheet=load(system.sheet_type, sheet),
    )


@record
class Named:
    """A planned combatant with the name and the id that it will bear at the table."""

    planned: Planned
    name: str
    id: str


def named(people: Iterable[Planned], *, names: Iterable[str] = (), ids: Iterable[str] = ()) -> tuple[Named, ...]:
    """Number those of one name. `names` and `ids` are those already at the table (names: the visible ones).

    Who is visible is numbered first and without regard to the hidden, so that a gap in numbers, in names or in ids,
    gives no hidden one away. The order stays.
    """
    people = tuple(people)
    seen, used, done = list(names), set(ids), {}
    for hidden in (False, True):
        group = [one for one in people if one.hidden is hidden]
        for one in group:
            name = one.name if one.character is not None else _numbered(one.name, group, seen)
            seen.append(name)
            done[one.key] = Named(planned=one, name=name, id=_fresh_id(one, name, used))
    return tuple(done[one.key] for one in people)


def _numbered(name: str, group: list[Planned], seen: list[str]) -> str:
    alike = [one for one in group if one.name == name and one.character is None]
    highest = max((number_of(other, name) for other in seen), default=-1)
    if len(alike) == 1 and highest < 0:
        return name
    return f"{name} {highest + 1}" if highest > 0 else f"{name} {highest + 2}"


def number_of(other: str, name: str) -> int:
    """The number that `other` bears as one of the `name`s: 0 without one, -1 when it is none of them."""
    if other == name:
        return 0
    match = re.fullmatch(re.escape(name) + r" (\d{1,4})", other)
    return int(match[1]) if match else -1


def _fresh_id(one: Planned, name: str, used: set[str]) -> str:
    base = slug(name) + (f"-h{one.key}" if one.hidden else "")
    found, count = base, 1
    while found in used:
        count += 1
        found = f"{base}-{count}"
    used.add(found)
    return found


def slug(name: str) -> str:
    """Plain letters, digits and dashes, for ids and file names."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40] or "somebody"


def with_combatants(plan: Plan, people: Iterable[Planned]) -> Plan:
    """The plan with these added at the end, each under a key of its own."""
    added = tuple(replace(one, key=plan.next_key + place) for place, one in enumerate(people))
    return replace(plan, combatants=(*plan.combatants, *added), next_key=plan.next_key + len(added))


def marked(plan: Plan, key: int, **values: Any) -> Plan:
    """The plan with one combatant changed."""
    people = tuple(replace(one, **values) if one.key == key else one for one in plan.combatants)
    return replace(plan, combatants=people)


def without(plan: Plan, key: int) -> Plan:
    return replace(plan, combatants=tuple(one for one in plan.combatants if one.key != key))


def moved(plan: Plan, key: int, steps: int) -> Plan:
    """One combatant earlier or later among those of its side."""
    people = list(plan.combatants)
    places = [place for place, one in enumerate(people) if one.side == _side_of(plan, key)]
    at = next((place for place in places if people[place].key == key), None)
    if at is None:
        return plan
    to = places.index(at) + steps
    if 0 <= to < len(places):
        people[at], people[places[to]] = people[places[to]], people[at]
    return replace(plan, combatants=tuple(people))


def _side_of(plan: Plan, key: int) -> str | None:
    return next((one.side for one in plan.combatants if one.key == key), None)


def planned(plan: Plan, key: int) -> Planned | None:
    return next((one for one in plan.combatants if one.key == key), None)
