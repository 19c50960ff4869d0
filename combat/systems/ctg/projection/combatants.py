"""One combatant as a viewer may know it (R23, R97)."""

from typing import Any

from combat.systems.ctg import legal
from combat.systems.ctg.attack_numbers import sheet_modifiers
from combat.systems.ctg.knowledge import Knowledge
from combat.systems.ctg.sheet import Ability, Sheet, Weapon
from combat.systems.ctg.state import Borne, Combatant, State, Switches
from combat.systems.ctg.view import AbilityView, CombatantView, EffectView, WeaponView
from combat.systems.ctg.wording import ability_note, effect_does, effect_lasts, effect_tone, weapon_note


def band_of(one: Combatant) -> str:
    """R97; a half and a quarter are rounded up (D19)."""
    maximum = one.sheet.max_health
    if one.health <= 0:
        return "dead" if one.is_dead else "down"
    if one.health >= maximum:
        return "unhurt"
    if one.health <= -(-maximum // 4):
        return "failing"
    return "bloodied" if one.health <= -(-maximum // 2) else "hurt"


def combatant_view(knows: Knowledge, one: Combatant) -> CombatantView:
    """Kept with the combatant, who is immutable: most of them are the same from one command to the next."""
    state, turn, window = knows.state, knows.state.turn, knows.state.window
    acts = turn is not None and turn.combatant == one.id
    waits = window is not None and one.id in window.waiting
    switches = state.switches_of(one.owner)
    read = acts, waits, state.phase, switches, state.environment, state.house_rules
    # Players see of others what a spectator sees.
    kind = "truth" if knows.everything else knows.audience if knows.is_gm or knows.owns(one) else "spectator"
    kept = one.views.get(kind)
    if kept is None or kept[0] != read:
        view = _combatant_view(knows, one, switches, acts=acts, waits=waits)
        view = state.memo.same(("combatant", kind, one.id), view)
        kept = one.views[kind] = read, view
    found: CombatantView = kept[1]
    return found


def _combatant_view(knows: Knowledge, one: Combatant, switches: Switches, *, acts: bool, waits: bool) -> CombatantView:
    state, sheet, is_gms = knows.state, one.sheet, one.owner is None
    sheet_known, health_known = knows.sees_sheet(one), knows.sees_health(one)
    band = None if health_known or not knows.sees_band(one) else band_of(one)
    effects, effect_views = _effects(state, one)
    return CombatantView(
        id=one.id,
        name=one.name,
        side=one.side,
        owner=one.owner,
        is_yours=knows.owns(one),
        is_gms=is_gms,
        sub=sheet.class_ if sheet_known or not is_gms else "",
        colour=one.colour,
        hidden=one.hidden,
        status=one.status,
        health=one.health if health_known else None,
        max_health=sheet.max_health if health_known else None,
        temporary_health=one.temporary_health if health_known else None,
        band=band,
        health_words=_health_words(one, band, known=health_known),
        armour_class=one.armour_class if knows.sees_armour_class(one) else None,
        hand=one.hand if knows.sees_hand(one) else None,
        cards=len(one.hand),
        effects=effects,
        effect_views=effect_views,
        is_acting=acts,
        is_waited_for=waits,
        auto_pass=switches.auto_pass,
        auto_end=switches.auto_end if sheet_known else None,
        autoplay=one.autoplay,
        reaction_spent=one.reaction_spent,
        passed=state.phase == "turns" and not one.hand,
        speed=legal.speed(state, one) if sheet_known or not is_gms else None,
        hand_size=sheet.hand_size if sheet_known else None,
        weapons=_weapons(state, one) if sheet_known else _weapons_shown(state, one),
        abilities=_abilities(state, one) if sheet_known else None,
        at=one.at,
    )


def _health_words(one: Combatant, band: str | None, *, known: bool) -> str:
    if known:
        return f"{one.health} of {one.sheet.max_health}"
    return band or ("" if one.is_awake else one.status)


def effect_value(borne: Borne) -> int | str:
    return borne.left if borne.unit == "rounds" else borne.unit


Effects = tuple[dict[str, int | str], tuple[EffectView, ...]]
NO_EFFECTS: Effects = ({}, ())


def _effects(state: State, one: Combatant) -> Effects:
    """By name for programs, and in words."""

    def make() -> Effects:
        values = {borne.effect.name: effect_value(borne) for borne in one.effects}
        return values, tuple(_effect(borne) for borne in one.effects)

    return state.memo.of(("effects", one.id), (one.effects,), make) if one.effects else NO_EFFECTS


def _effect(borne: Borne) -> EffectView:
    tone: Any = effect_tone(borne.effect)
    return EffectView(
        name=borne.effect.name,
        does=effect_does(borne.effect),
        lasts=effect_lasts(borne),
        tone=tone,
        ability=next(iter(borne.effect.modifiers), ""),
        value=effect_value(borne),
    )


def _weapons(state: State, one: Combatant) -> tuple[WeaponView, ...]:
    read = one.sheet, state.environment, state.house_rules
    return state.memo.of(
        ("weapons", one.id), read, lambda: tuple(_weapon(state, one.sheet, w) for w in one.sheet.weapons)
    )


def _weapon(state: State, sheet: Sheet, weapon: Weapon) -> WeaponView:
    modifiers = sheet_modifiers(sheet, weapon.kind, precise=weapon.precise, proficient=weapon.proficient)
    return WeaponView(
        name=weapon.name,
        kind=weapon.kind,
        damage=weapon.damage,
        type=weapon.type,
        attack=sum(value for _, value in modifiers),
        note=weapon_note(sheet, weapon, state.house_rules),
        properties=weapon.properties,
        usable=legal.is_usable_here(state, weapon.kind),
    )


def _weapons_shown(state: State, one: Combatant) -> tuple[WeaponView, ...]:
    """Only those that the table has seen in use, and of them only what could be seen."""

    def make() -> tuple[WeaponView, ...]:
        found = (one.sheet.weapon(name) for name in one.weapons_shown)
        return tuple(WeaponView(name=weapon.name, kind=weapon.kind) for weapon in found if weapon is not None)

    return state.memo.of(("weapons shown", one.id), (one.sheet, one.weapons_shown), make)


def _abilities(state: State, one: Combatant) -> tuple[AbilityView, ...]:
    def make() -> tuple[AbilityView, ...]:
        return tuple(_ability(one, ability) for ability in one.sheet.abilities)

    return state.memo.of(("abilities", one.id), (one.sheet, one.uses), make)


def _ability(one: Combatant, ability: Ability) -> AbilityView:
    return AbilityView(
        name=ability.name,
        description=ability.description,
        cost=ability.cost,
        note=ability_note(ability),
        target=ability.target,
        uses_left=legal.uses_left(one, ability),
    )
