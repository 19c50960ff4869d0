"""Equal tiers: agility, then dice (R24, R26, D2, D3)."""

from combat.systems.ctg.state import Combatant


def tie_order(holders: tuple[Combatant, ...], *, alternate: bool) -> tuple[Combatant, ...]:
    """Who comes first among those who hold a card of the tier; the order of joining where nothing tells them apart."""

    def key(one: Combatant) -> tuple[int, int, tuple[int, ...]]:
        return (one.turns_in_round if alternate else 0, -one.sheet.agility, tuple(-roll for roll in one.rolls))

    return tuple(sorted(holders, key=key))


def tied(holders: tuple[Combatant, ...], *, alternate: bool) -> tuple[Combatant, ...]:
    """Those whom agility and the rolls so far do not tell apart: each of them rolls once more."""
    return tuple(
        one
        for one in holders
        if any(other.id != one.id and not _told_apart(one, other, alternate=alternate) for other in holders)
    )


def _told_apart(one: Combatant, other: Combatant, *, alternate: bool) -> bool:
    if one.sheet.agility != other.sheet.agility:
        return True
    if alternate and one.turns_in_round != other.turns_in_round:
        return True
    return any(mine != theirs for mine, theirs in zip(one.rolls, other.rolls, strict=False))
