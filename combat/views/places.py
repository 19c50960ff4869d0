"""What the prep page shows of a plan: the sides, the deal, what differs, and what a typed line would add."""

from collections.abc import Mapping
from typing import Any

from combat.codec import load
from combat.engine.errors import IllegalCommand
from combat.forms.sheets import DESKS
from combat.forms.sheets.desk import Brief
from combat.library import library
from combat.models import Encounter
from combat.plan import FOES, PARTY, Named, Plan, Planned, named, with_combatants
from combat.registry import SYSTEMS
from combat.services.compose import Unknown, line_planned

NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
TITLES = {FOES: "Foes", PARTY: "Party"}


def spelled(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def sheets_of(encounter: Encounter, plan: Plan) -> dict[int, Mapping[str, Any]]:
    """By key: the character's sheet as it is now, else the plan's own."""
    linked = [one.character for one in plan.combatants if one.character is not None]
    now = dict(encounter.campaign.characters.filter(pk__in=linked).values_list("pk", "sheet"))
    return {one.key: now.get(one.character, one.sheet) if one.character else one.sheet for one in plan.combatants}


def rules_of(encounter: Encounter, plan: Plan) -> Any:
    campaign = encounter.campaign.house_rules.get(encounter.system, {})
    return load(SYSTEMS[encounter.system].house_rules_type, {**campaign, **plan.house_rules})


def place_context(encounter: Encounter, plan: Plan) -> dict[str, Any]:
    desk, rules, sheets = DESKS[encounter.system], rules_of(encounter, plan), sheets_of(encounter, plan)
    briefs = {one.key: desk.brief(sheets[one.key]) for one in plan.combatants}
    people = named(plan.combatants)
    names = {member.pk: member.name for member in encounter.campaign.memberships.all()}
    surprisers = [one.name for one in people if one.planned.surprises]
    differing = rule_words(SYSTEMS[encounter.system], rules)
    return {
        "plan": plan,
        "sides": [_side(side, people, briefs, names) for side in _sides(plan)],
        "deal": desk.deal([(one.side, sheets[one.key]) for one in plan.combatants], rules),
        "rules": [(rule, getattr(rules, rule.key)) for rule in SYSTEMS[encounter.system].house_rules],
        "differing": differing,
        "place_words": desk.place_words(library(encounter.system).environments.get(plan.environment or "")),
        "surprise_words": desk.surprise_words(surprisers),
        "spelled": spelled,
    }


def _sides(plan: Plan) -> list[str]:
    return list(dict.fromkeys([FOES, PARTY, *(one.side for one in plan.combatants)]))


def _side(
    side: str, people: tuple[Named, ...], briefs: Mapping[int, Brief], members: Mapping[int, str]
) -> dict[str, Any]:
    places = [
        {
            "one": one.planned, "name": one.name, "brief": briefs[one.planned.key],
            "player": members.get(one.planned.member, "") if one.planned.member else "",
        }
        for one in people
        if one.planned.side == side
    ]  # fmt: skip
    cards = [place["brief"].cards for place in places if place["brief"].cards is not None]
    return {"key": side, "title": TITLES.get(side, side), "places": places, "cards": sum(cards) if cards else None}


def rule_words(system: Any, rules: Any) -> list[str]:
    """House rules that differ from the default, a line each."""
    words = []
    for rule in system.house_rules:
        value = getattr(rules, rule.key)
        if value != rule.default:
            label = next((one.label for one in rule.allowed if one.value == str(value)), str(value))
            words.append(f"{rule.label}: {label[:1].lower()}{label[1:]}.")
    return words


def says(encounter: Encounter, plan: Plan, line: str, side: str) -> dict[str, Any]:
    """What a typed line would add, in words; or that nobody has that name, with suggestions."""
    if not line.strip():
        return {"says": None, "missing": None, "refused": ""}
    try:
        people = line_planned(encounter=encounter, line=line, side=side if side in (PARTY, FOES) else "")
    except Unknown as error:
        return {"says": None, "missing": error.missing, "refused": error.words}
    except IllegalCommand as error:
        return {"says": None, "missing": None, "refused": error.words}
    groups = [_group(encounter, group) for group in _groups(plan, people)]
    return {"says": {"groups": groups, "count": spelled(len(people))}, "missing": None, "refused": ""}


def _groups(plan: Plan, people: tuple[Planned, ...]) -> list[list[Named]]:
    """The newcomers under the names that they would get, those of one name together."""
    after = named(with_combatants(plan, people).combatants)[len(plan.combatants) :]
    groups: dict[str, list[Named]] = {}
    for one in after:
        groups.setdefault(one.planned.name, []).append(one)
    return list(groups.values())


def _group(encounter: Encounter, group: list[Named]) -> dict[str, Any]:
    brief = DESKS[encounter.system].brief(group[0].planned.sheet)
    cards = "" if brief.cards is None else f"{spelled(brief.cards)} card{'' if brief.cards == 1 else 's'}"
    each = f"{cards} each" if cards and len(group) > 1 else cards
    side = TITLES.get(group[0].planned.side, group[0].planned.side).lower()
    return {
        "first": group[0].name, "last": group[-1].name if len(group) > 1 else "", "side": side,
        "words": ", ".join(part for part in (brief.words, each) if part),
    }  # fmt: skip
