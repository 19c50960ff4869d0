"""Lines of a ctg fight's log that come with nearly every press, and what their numbers were made of."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from combat.engine.cards import card_name
from ctg_site import telling as tell

if TYPE_CHECKING:
    from combat.lines import Reader


def attack_rolled(e: Any, reader: "Reader") -> Markup:
    last, who, target = e.last, tell.who(e.name), tell.who(e.target_name)
    taken = last.damage.taken if last.damage else 0
    harm = f"{taken} {escape(e.damage_type)}" if e.damage_type else taken
    outcome = f"hits {target} for <span class='harm'>{harm}</span>" if last.hit else f"misses {target}"
    added = last.total - last.roll
    total = f" {tell.signed(added)} is <b>{last.total}</b>" if added else ""
    sentence = Markup(f"{who} {outcome}: {last.roll}{total}.")
    return tell.line_of(e, reader, last.by, e.name, sentence, why=_attack_ledger(last, e.damage_type))


def action_taken(e: Any, reader: "Reader") -> Markup:
    pays = f" {'plays' if e.slot == 'action' else 'spends'} the {tell.card(e.card)} and" if e.card else ""
    words = f": <q>{tell.words(e.text)}</q>" if e.text else "."
    by_gm = f" <span class='override'>{tell.plus(e.modifier)} by the game master</span>" if e.modifier else ""
    sentence = Markup(f"{tell.who(e.name)}{pays} {_deed(e)}{words}{by_gm}")
    return tell.line_of(e, reader, e.combatant, e.name, sentence, paid=e.card or "")


def _deed(e: Any) -> str:
    target = tell.who(e.target_name)
    if e.action in ("attack", "off_hand"):
        other_hand = " in the other hand" if e.action == "off_hand" else ""
        if e.weapon_kind == "pattern":
            return f"casts <i>{escape(e.weapon)}</i> at {target}{other_hand}"
        return f"attacks {target}{f' with <i>{escape(e.weapon)}</i>' if e.weapon else ''}{other_hand}"
    if e.ability:
        is_aimed = e.target_name and e.target != e.combatant
        return f"uses <i>{escape(e.ability)}</i>{f' on {target}' if is_aimed else ''}"
    return f"{escape(tell.does(e.action))}{f' {target}' if e.target_name else ''}"


# ---- what a number was made of ----


def _modifiers(given: Iterable[tuple[str, int]] | None) -> str:
    return "".join(
        tell.row("The game master" if what == "gm" else what.replace("_", " ").capitalize(), tell.plus(value))
        for what, value in given or ()
    )


def _attack_ledger(last: Any, damage_type: str) -> Markup:
    against = tell.row("Armour class", last.armour_class) if last.armour_class is not None else ""
    total = tell.row(f"Attack: {'hits' if last.hit else 'misses'}", last.total, is_sum=True)
    attack = tell.ledger(tell.row("d20 rolled", last.roll), _modifiers(last.modifiers), against, total)
    return attack + _damage_ledger(last.damage, damage_type) if last.damage else attack


def _damage_ledger(damage: Any, damage_type: str) -> Markup:
    rows = [tell.row("Dice rolled", " + ".join(str(shows) for shows in damage.dice) or "0")]
    name = card_name(damage.card) if damage.card else ""
    if damage.modifier is not None:
        rows.append(tell.row(f"Card drawn, {name}" if name else "Added", tell.plus(damage.modifier)))
    elif name:
        rows.append(tell.row("Card drawn", name))
    rows.append(tell.row(f"{damage_type} damage".strip().capitalize(), damage.total, is_sum=True))
    if damage.taken != damage.total:
        rows.append(tell.row("After resistance", damage.taken))
    return tell.ledger(*rows)


def check_ledger(last: Any, given: Iterable[tuple[str, int]] | None) -> Markup:
    works = tell.row("It works" if last.success else "It fails", last.total, is_sum=True)
    return tell.ledger(
        tell.row("d20 rolled", last.roll), _modifiers(given), tell.row("To meet or beat", last.dc), works
    )
