"""What one may do at any time: free words and abilities, answers, switches (R44, R55 to R57, D13)."""

from collections.abc import Iterator
from functools import cache

from combat.engine.cards import card_name
from combat.engine.system import Choice, Option, Slot
from combat.engine.viewers import Viewer
from combat.systems.ctg import legal
from combat.systems.ctg.knowledge import Knowledge
from combat.systems.ctg.options.abilities import ability_target, why_not_ability
from combat.systems.ctg.options.slots import card_slot, target_slot, text_slot
from combat.systems.ctg.refusals import WORDS
from combat.systems.ctg.sheet import Ability
from combat.systems.ctg.state import Combatant, State, Switches
from combat.systems.ctg.wording import ability_note


def free(one: Combatant) -> Option:
    return Option(
        do="free",
        by=one.id,
        label="Say something",
        note="Free: speak, drop something, let go",
        icon="pen",
        group="free",
        slots=(text_slot("Words or deed"),) if one.is_awake else (),
        enabled=one.is_awake,
        reason="" if one.is_awake else WORDS["dead" if one.is_dead else "unconscious"],
    )


def free_abilities(state: State, viewer: Viewer, one: Combatant) -> Iterator[Option]:
    for ability in one.sheet.abilities:
        if ability.cost != "free":
            continue
        why = _why_not_free(state, one) or why_not_ability(state, one, ability)
        slots = () if why else ability_target(state, viewer, one, ability)
        yield _ability_option("ability", "free", one, ability, slots, why)


def _why_not_free(state: State, one: Combatant) -> str:
    if not one.is_awake:
        return WORDS["dead" if one.is_dead else "unconscious"]
    if not one.can_act:
        return WORDS["cannot_act"]
    return WORDS["window_open"] if state.window is not None else ""


def _ability_option(
    do: str,
    group: str,
    one: Combatant,
    ability: Ability,
    slots: tuple[Slot | None, ...],
    why: str,
    fixed: tuple[tuple[str, str], ...] = (),
) -> Option:
    reason = why or ("No target or no fitting card." if any(slot is None for slot in slots) else "")
    return Option(
        do=do,
        by=one.id,
        fixed=(*fixed, ("ability", ability.name)),
        label=ability.name,
        note=ability_note(ability),
        icon="star",
        group=group,
        slots=() if reason else tuple(slot for slot in slots if slot is not None),
        enabled=not reason,
        reason=reason,
    )


def answers(state: State, viewer: Viewer, one: Combatant) -> Iterator[Option]:
    """For one who is waited for."""
    window = state.window
    if window is None or one.id not in window.waiting or not one.is_awake:
        return
    cards = legal.spendable_cards(state, one) if Knowledge(state=state, viewer=viewer).sees_hand(one) else ()
    pay = card_slot(cards)
    if pay is not None and not one.reaction_spent:
        yield Option(
            do="react",
            by=one.id,
            fixed=(("reaction", "dodge"),),
            label="Dodge",
            note="+3 armour class against this attack",
            icon="dash",
            group="reaction",
            slots=(pay,),
        )
        yield from _reaction_abilities(state, viewer, one, cards)
        yield Option(
            do="react",
            by=one.id,
            fixed=(("reaction", "improvise"),),
            label="Something else",
            note="Say it in your own words; the GM judges",
            icon="pen",
            group="reaction",
            slots=tuple(
                slot
                for slot in (pay, target_slot(state, viewer, one, lambda _: True, optional=True), text_slot())
                if slot is not None
            ),
        )
    yield Option(do="pass", by=one.id, label="Let it come", icon="cross", group="reaction", note="Keep your cards")


def _reaction_abilities(state: State, viewer: Viewer, one: Combatant, cards: tuple[str, ...]) -> Iterator[Option]:
    assert state.window is not None
    attacker = state.get(state.window.strike.by)
    for ability in one.sheet.abilities:
        if ability.cost != "reaction":
            continue
        why = why_not_ability(state, one, ability)
        slots: tuple[Slot | None, ...] = ()
        if not why:
            optional = (
                ability.target == "enemy" and attacker is not None and legal.is_ability_target(ability, one, attacker)
            )
            target = ability_target(state, viewer, one, ability, optional=optional)
            if optional:
                target = tuple(slot for slot in target if slot is not None)
            slots = (*target, card_slot(legal.fitting(state, cards, ability)))
        yield _ability_option("react", "reaction", one, ability, slots, why, (("reaction", "ability"),))


def discard_choice(state: State, viewer: Viewer, one: Combatant) -> Iterator[Option]:
    request = legal.discard_request(state, one)
    if request is None or not one.is_awake or not Knowledge(state=state, viewer=viewer).sees_hand(one):
        return
    count = min(request.count or 1, len(one.hand))
    lowest = one.hand[len(one.hand) - count :]
    first_preset = len(one.hand) - len(lowest)
    choices = tuple(
        Choice(value=card, label=card_name(card), preset=place >= first_preset) for place, card in enumerate(one.hand)
    )
    yield Option(
        do="discard_choice",
        by=one.id,
        label=f"Discard {count}",
        note="An ability forces you to; choose which",
        icon="cards",
        group="answer",
        slots=(Slot(name="cards", label="Cards", kind="choices", choices=choices, least=count, most=count),),
    )


def switches(state: State, viewer: Viewer) -> tuple[Option, ...]:
    return _switches(state.switches_of(viewer.player))


@cache
def _switches(now: Switches) -> tuple[Option, ...]:
    return tuple(_each_switch(now))


def _each_switch(now: Switches) -> Iterator[Option]:
    for name, is_on, label, note in (
        ("auto_end", now.auto_end, "End my turn by itself", "Once no action and no other card is left"),
        ("auto_pass", now.auto_pass, "Pass automatically", "Never ask me for a reaction; everybody sees it"),
    ):
        for value in (True, False):
            yield Option(
                do="switch",
                fixed=((name, "true" if value else "false"),),
                label=label if value else f"{label}: off",
                note=note,
                icon="check" if value != is_on else "",
                group="switch",
            )
