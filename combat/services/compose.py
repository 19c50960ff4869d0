"""Composing an encounter before its table opens. Who may is the door's business (`access.encounter_gm_door`)."""

from collections.abc import Callable, Iterable

from django.db import transaction

from combat.codec import dump, load
from combat.engine.errors import IllegalCommand
from combat.engine.records import record, replace
from combat.library import library
from combat.lineup import MOST_OF_ONE, Missing, read_line, suggestions
from combat.models import Campaign, Character, Encounter, EncounterStatus, MemberRole
from combat.plan import FOES, MOST_COMBATANTS, PARTY, Plan, Planned, with_combatants

MOST = 200
"""Encounters of one campaign that are not over."""


def encounter_create(*, campaign: Campaign, system: str, name: str) -> Encounter:
    if campaign.encounters.exclude(status=EncounterStatus.ENDED).count() >= MOST:
        raise IllegalCommand("too_many", f"A campaign holds {MOST} encounters that are not over. Delete one first.")
    return Encounter.objects.create(campaign=campaign, system=system, name=name, plan=dump(Plan()))


def encounter_duplicate(*, encounter: Encounter) -> Encounter:
    """The plan again, as a new encounter: of a fight that is over, too."""
    copy = encounter_create(campaign=encounter.campaign, system=encounter.system, name=f"{encounter.name[:73]} (copy)")
    copy.plan, copy.notes = encounter.plan, encounter.notes
    copy.save(update_fields=["plan", "notes"])
    return copy


@transaction.atomic
def encounter_delete(*, encounter: Encounter) -> None:
    locked = Encounter.objects.select_for_update().get(pk=encounter.pk)
    if locked.status == EncounterStatus.RUNNING:
        raise IllegalCommand("running", "This fight is running. End it first.")
    locked.delete()


def plan_of(encounter: Encounter) -> Plan:
    plan: Plan = load(Plan, encounter.plan or {})
    return plan


@transaction.atomic
def plan_change(*, encounter: Encounter, change: Callable[[Plan], Plan]) -> Plan:
    """Change a plan under the row's lock, so that two pages of the GM do not undo each other's work."""
    locked = Encounter.objects.select_for_update().get(pk=encounter.pk)
    if locked.status != EncounterStatus.PLANNED:
        raise IllegalCommand("already_started", "The table is open already. Change things there.")
    plan = change(plan_of(locked))
    if len(plan.combatants) > MOST_COMBATANTS:
        raise IllegalCommand("too_many", f"A fight holds {MOST_COMBATANTS} combatants. Add fewer, or remove some.")
    locked.plan = encounter.plan = dump(plan)
    locked.save(update_fields=["plan"])
    return plan


def encounter_describe(*, encounter: Encounter, name: str, notes: str) -> None:
    encounter.name, encounter.notes = name, notes
    encounter.save(update_fields=["name", "notes"])


@record
class Candidate:
    """Somebody whom a typed line may mean."""

    name: str
    planned: Planned
    about: str = ""


def candidates(encounter: Encounter) -> dict[str, Candidate]:
    """By name: the campaign's characters first, then the library's foes and ready characters."""
    shelf = library(encounter.system)
    found = {character.name: _of_character(character) for character in _characters(encounter)}
    for foe in shelf.foes.values():
        planned = Planned(key=0, name=foe.name, kind=foe.name, sheet=dump(foe.sheet))
        found.setdefault(foe.name, Candidate(name=foe.name, planned=planned, about=foe.kind))
    for ready in shelf.characters.values():
        planned = Planned(key=0, name=ready.name, kind=ready.name, colour=ready.colour, sheet=dump(ready.sheet))
        found.setdefault(ready.name, Candidate(name=ready.name, planned=planned, about=ready.character_class))
    return found


def _characters(encounter: Encounter) -> Iterable[Character]:
    everyone = encounter.campaign.characters.filter(system=encounter.system)
    return everyone.select_related("owner").order_by("id")


def _of_character(character: Character) -> Candidate:
    return Candidate(name=character.name, planned=planned_character(character), about="character")


def planned_character(character: Character) -> Planned:
    """A player's own stands in the party and is linked to its sheet; the GM's are copied, as often as they are wanted."""
    owner = character.owner
    played = owner is not None and owner.left_at is None and owner.role == MemberRole.PLAYER
    return Planned(
        key=0,
        name=character.name,
        side=PARTY if played else FOES,
        character=character.pk if played else None,
        member=character.owner_id if played else None,
        colour=character.colour if played else "",
        kind="" if played else character.name,
        sheet=character.sheet,
    )


def party_of(encounter: Encounter) -> tuple[Planned, ...]:
    """The characters of all players who are there."""
    planned = (planned_character(character) for character in _characters(encounter))
    return tuple(one for one in planned if one.character is not None)


def party_add(*, encounter: Encounter) -> Plan:
    """Everybody in one click; who is there already is not added twice."""
    party = party_of(encounter)
    if not party:
        raise IllegalCommand("no_party", "No player has a character yet. Make one for somebody, or add by name.")

    def change(plan: Plan) -> Plan:
        there = {one.character for one in plan.combatants}
        return with_combatants(plan, (one for one in party if one.character not in there))

    return plan_change(encounter=encounter, change=change)


class Unknown(IllegalCommand):
    """Names that nobody has. Nothing of the line was added."""

    def __init__(self, missing: Missing) -> None:
        super().__init__("unknown_name", missing.words)
        self.missing = missing


def line_read(*, encounter: Encounter, line: str) -> tuple[tuple[int, Candidate], ...]:
    """Who a line like "5 goblins and a wolf" means. Raises Unknown, or IllegalCommand for a count that is none."""
    known = candidates(encounter)
    answers = read_line(line, known)
    if not answers:
        raise IllegalCommand("bad_value", "Type who is to come, such as “5 goblins”.")
    wanted = []
    for answer in answers:
        if isinstance(answer, Missing):
            raise Unknown(answer)
        if not 1 <= answer.wish.count <= MOST_OF_ONE:
            raise IllegalCommand("bad_value", f"Add 1 to {MOST_OF_ONE} of “{answer.name}” at a time.")
        wanted.append((answer.wish.count, known[answer.name]))
    return tuple(wanted)


def line_planned(*, encounter: Encounter, line: str, side: str = "") -> tuple[Planned, ...]:
    """The combatants that a line asks for, not yet in any plan."""
    people: list[Planned] = []
    for count, candidate in line_read(encounter=encounter, line=line):
        one = candidate.planned
        if one.character is None:
            one = replace(one, side=side or one.side)
            people += [one] * count
        else:
            people.append(one)
    return tuple(people)


def line_add(*, encounter: Encounter, line: str, side: str = "") -> Plan:
    people = line_planned(encounter=encounter, line=line, side=side)

    def change(plan: Plan) -> Plan:
        twice = next((one for one in people if one.character and _is_there(plan, one)), None)
        if twice is not None:
            raise IllegalCommand("bad_value", f"{twice.name} is there already.")
        return with_combatants(plan, people)

    return plan_change(encounter=encounter, change=change)


def _is_there(plan: Plan, one: Planned) -> bool:
    return any(other.character == one.character for other in plan.combatants)


def own_foe_add(*, encounter: Encounter, name: str, sheet: dict[str, object]) -> Planned:
    """Somebody who is in no library, with the system's plain sheet to begin with."""
    own = Planned(key=0, name=name, sheet=sheet)
    return plan_change(encounter=encounter, change=lambda plan: with_combatants(plan, [own])).combatants[-1]


def search(*, encounter: Encounter, typed: str) -> tuple[Candidate, ...]:
    """The library's shelf for a search: by name, or by kind."""
    known = candidates(encounter)
    typed = typed.strip()
    if not typed:
        foes = [one for one in known.values() if one.planned.character is None and one.planned.side == FOES]
        return tuple(foes)
    wanted = typed.casefold()
    names = [*suggestions(typed, known)]
    names += [name for name, one in known.items() if wanted in name.casefold() or wanted in one.about.casefold()]
    return tuple(known[name] for name in dict.fromkeys(names))
