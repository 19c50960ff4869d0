"""The answers to an attack (2.3 step 3)."""

from collections.abc import Iterator

from combat.engine.system import Choice, Option, Slot
from combat.engine.viewers import Viewer
from combat.systems.d100 import legal, targets, wording
from combat.systems.d100.data import CONTENT
from combat.systems.d100.legal.attacks import NOTHING, may_be_off_hand
from combat.systems.d100.options.slots import several
from combat.systems.d100.state import Combatant, State


def answers(state: State, viewer: Viewer, one: Combatant) -> Iterator[Option]:
    attack = state.attack
    if attack is None or attack.target != one.id:
        return
    weapon = targets.weapon_of(state.get(attack.by), attack.weapon)
    found, best = legal.defences(state, attack), legal.best_defence(state, attack)
    choices = tuple(
        Choice(
            value=with_, label=wording.defence(one, with_), preset=with_ == best,
            note=f"{targets.defence_sum(state, one, with_, weapon).target} or less",
        )
        for with_ in found
    )  # fmt: skip
    nothing = Choice(value=NOTHING, label="Let it come", note="only the attack is rolled")
    slot = Slot(name="with", label="Defence", choices=(*choices, nothing))
    yield Option(do="defend", by=one.id, label="Defend", icon="shield", group="reaction", slots=(slot,))
    for with_ in found:
        item = one.stats.weapon(with_)
        if item is not None and may_be_off_hand(item):
            off = CONTENT.situations["off_hand"]
            situation = (Choice(value=off.id, label="Off hand", note=f"{off.modifier}", preset=True),)
            yield Option(
                do="defend", by=one.id, fixed=(("with", with_),), label=f"{wording.defence(one, with_)}, off hand",
                icon="shield", group="also", slots=(several("situation", "Situation", situation, least=1),),
            )  # fmt: skip
