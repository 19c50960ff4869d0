"""What the one whose turn it is may do, and what not (R40 to R51, R60)."""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache, partial

from combat.engine.records import replace
from combat.engine.system import Option, Slot
from combat.engine.viewers import Viewer
from combat.systems.ctg import legal
from combat.systems.ctg.knowledge import Knowledge
from combat.systems.ctg.options.abilities import ability_target, why_not_ability
from combat.systems.ctg.options.labels import ACTION_NOTES, ICONS
from combat.systems.ctg.options.slots import (
    card_slot,
    number_slot,
    owed_slot,
    target_slot,
    text_slot,
    weapon_slot,
)
from combat.systems.ctg.refusals import WORDS
from combat.systems.ctg.sheet import Ability, Weapon
from combat.systems.ctg.state import Combatant, State, Turn
from combat.systems.ctg.wording import ACTION_NAMES, ability_note

UNSEEN = "You do not see this hand."
GMS_MODIFIER = number_slot("modifier", "Modifier", -99, 99, optional=True)


ATTACK = Option(do="attack", label="Attack", icon=ICONS["attack"])
MOVE = Option(do="move", label="Move", icon=ICONS["move"], group="move")
STAND = Option(do="move", fixed=(("stand", "true"),), label="Stand up", icon=ICONS["stand"], group="move")
END_TURN = Option(do="end_turn", label="End turn", icon=ICONS["end_turn"], group="turn")
PASS = replace(END_TURN, label="Pass")


def _kinds(do: str, actions: Iterable[str]) -> dict[str, Option]:
    return {
        action: Option(
            do=do,
            fixed=(("action", action),),
            label=ACTION_NAMES.get(action, action),
            note=ACTION_NOTES[action],
            icon=ICONS[action],
            group=do,
        )
        for action in actions
    }


ACTIONS = _kinds("action", legal.ACTIONS)
BONUSES = _kinds("bonus", (action for action in legal.BONUS_ACTIONS if action != "ability"))


@lru_cache(maxsize=1024)
def _kinds_of(ability: str, note: str, bonus: bool) -> tuple[Option, ...]:
    it = ("ability", ability)
    kind = Option(do="ability", fixed=(it,), label=ability, note=note, icon="star")
    if not bonus:
        return (kind,)
    # The command `ability` says the same of a bonus ability: one truth, but no second button.
    return replace(kind, do="bonus", fixed=(("action", "ability"), it), group="bonus"), replace(kind, group="also")


class TurnOptions:
    """The options of one combatant, for one viewer who may act for it."""

    def __init__(self, state: State, viewer: Viewer, one: Combatant) -> None:
        self._state = state
        self._viewer = viewer
        self._one = one
        self._is_gm = viewer.is_gm
        self._turn: Turn | None = state.turn if legal.can_take_turn_commands(state, one) else None
        self._sees_hand = Knowledge(state=state, viewer=viewer).sees_hand(one)
        self._owed = legal.owed_cards(state, one)
        self._spendable = legal.spendable_cards(state, one) if self._turn else ()
        self._why_no_action = self._what_forbids_an_action()
        self._why_no_bonus = self._what_forbids_a_bonus()

    def all(self) -> Iterator[Option]:
        yield from self._group("action", self._why_no_action, self._owed_seen, self._actions)
        yield from self._group("bonus", self._why_no_bonus, self._spendable, self._bonuses)
        yield self._move()
        if self._one.has_flag("prone"):
            yield self._stand()
        yield self._end_turn()

    def settled_by_rules(self) -> Iterator[Option]:
        """Those that need nobody's judgement and that somebody who plays itself may want."""
        if self._turn is None:
            return
        yield self._attack()
        yield from self._abilities("action")
        for action in ("defend", "aid"):
            yield self._action(action)
        yield self._bonus("first_aid")
        yield from self._abilities("bonus")
        if self._one.has_flag("prone"):
            yield self._stand()
        yield self._end_turn()

    def _actions(self) -> Iterator[Option]:
        yield self._attack()
        yield from self._abilities("action")
        for action in ACTIONS:
            yield self._action(action)

    def _bonuses(self) -> Iterator[Option]:
        for action in BONUSES:
            yield self._bonus(action)
        yield from self._abilities("bonus")

    def _group(
        self, name: str, why: str, cards: tuple[str, ...], make: Callable[[], Iterator[Option]]
    ) -> tuple[Option, ...]:
        """Made again only where something that they rest on has changed; what is closed to all rests on little."""
        one, state, turn = self._one, self._state, self._turn
        read: tuple[object, ...]
        if why:
            key, read = (name, why), (one.id, one.sheet)
        else:
            place = state.faces, state.environment, state.house_rules
            used = one.uses, one.last_target, one.last_weapon, turn.attacked_with if turn else ()
            key, read = (name, self._viewer.role), (one.id, one.sheet, cards, place, used)
        return state.memo.of(key, read, lambda: tuple(make()))

    @property
    def _owed_seen(self) -> tuple[str, ...]:
        """Abilities ask for a suit or a value, also of a card that the viewer does not see."""
        return self._owed if self._sees_hand or self._one.sheet.abilities else ()

    # Why not.

    def _why_no_turn(self) -> str:
        one, state = self._one, self._state
        if not one.is_awake:
            return WORDS["dead" if one.is_dead else "unconscious"]
        if not one.can_act:
            return WORDS["cannot_act"]
        acting = state.turn is not None and state.turn.combatant == one.id
        return WORDS["window_open"] if acting else WORDS["not_your_turn"]

    def _what_forbids_an_action(self) -> str:
        if self._turn is None:
            return self._why_no_turn()
        return "" if self._turn.actions_left > 0 else WORDS["no_action_left"]

    def _what_forbids_a_bonus(self) -> str:
        if self._turn is None:
            return self._why_no_turn()
        if not legal.has_bonus_left(self._state, self._turn):
            return WORDS["bonus_limit"]
        if not self._spendable:
            return "You have no other card to spend."
        return "" if self._sees_hand else UNSEEN

    def _option(self, kind: Option, slots: tuple[Slot | None, ...], why: str, *, missing: str = "") -> Option:
        """Enabled if nothing speaks against it and every slot has something to choose."""
        reason = why or (missing if None in slots else "")
        if reason:
            return replace(kind, by=self._one.id, enabled=False, reason=reason)
        return replace(kind, by=self._one.id, slots=tuple(filter(None, slots)))

    # Slots.

    def _targets(self, fits: Callable[[Combatant, Combatant], bool], *, optional: bool = False) -> Slot | None:
        return target_slot(self._state, self._viewer, self._one, partial(fits, self._one), optional=optional)

    def _weapons(
        self, fits: Callable[[Weapon], bool], *, off_hand: bool = False, optional: bool = False
    ) -> Slot | None:
        found = filter(fits, self._one.sheet.weapons)
        return weapon_slot(self._state, self._one, found, off_hand=off_hand, optional=optional)

    def _is_usable(self, weapon: Weapon) -> bool:
        return legal.is_usable_here(self._state, weapon.kind)

    @cached_property
    def _foes_slot(self) -> Slot | None:
        return self._targets(legal.is_attack_target)

    @cached_property
    def _said_slots(self) -> tuple[Slot | None, ...]:
        """Of what is told in words: at whom, if at anybody."""
        return self._targets(lambda _one, _other: True, optional=True), text_slot()

    @cached_property
    def _spend_slot(self) -> Slot | None:
        return card_slot(self._spendable)

    @cached_property
    def _own_weapons_slot(self) -> tuple[Slot, ...]:
        slot = self._weapons(lambda _: True, optional=True)
        return (slot,) if slot else ()

    @cached_property
    def _owed_slot(self) -> tuple[Slot, ...]:
        """For a GM who does not see the hand the rules choose among equal cards."""
        return owed_slot(self._owed) if self._sees_hand else ()

    # The kinds.

    def _attack(self) -> Option:
        why = self._why_no_action
        slots: tuple[Slot | None, ...] = ()
        if not why:
            gm = (GMS_MODIFIER,) if self._is_gm else ()
            slots = self._weapons(self._is_usable), self._foes_slot, *self._owed_slot, *gm
        return self._option(ATTACK, slots, why, missing="No weapon or no target is here.")

    def _action(self, action: str) -> Option:
        why = self._why_no_action
        slots: tuple[Slot | None, ...] = ()
        if not why:
            target: tuple[Slot | None, ...] = ()
            if action == "aid":
                target = (self._targets(legal.is_aid_target),)
            elif action in legal.ANNOUNCED:
                target = self._said_slots
            slots = (*target, *self._owed_slot)
        return self._option(ACTIONS[action], slots, why, missing="No ally is here.")

    def _bonus(self, action: str) -> Option:
        why = self._why_no_bonus
        slots: tuple[Slot | None, ...] = ()
        missing = ""
        if not why:
            slots, missing = self._bonus_slots(action)
            slots = (*slots, self._spend_slot)
        return self._option(BONUSES[action], slots, why, missing=missing or f"{self._one.name} cannot do that now.")

    def _bonus_slots(self, action: str) -> tuple[tuple[Slot | None, ...], str]:
        match action:
            case "first_aid":
                return (self._targets(legal.is_first_aid_target),), "Nobody here needs First Aid."
            case "off_hand":
                weapons = self._weapons(self._is_for_the_off_hand, off_hand=True)
                return (weapons, self._foes_slot), "You need another one-handed weapon."
            case "draw_weapon" | "reload":
                return self._own_weapons_slot, ""
            case "improvise":
                return self._said_slots, ""
            case _:
                return (), ""

    def _is_for_the_off_hand(self, weapon: Weapon) -> bool:
        turn = self._turn
        return turn is not None and legal.is_off_hand_weapon(turn, weapon) and self._is_usable(weapon)

    def _abilities(self, cost: str) -> Iterator[Option]:
        for ability in self._one.sheet.abilities:
            if ability.cost == cost:
                yield from self._ability(ability)

    def _ability(self, ability: Ability) -> Iterator[Option]:
        bonus = ability.cost == "bonus"
        why = (self._why_no_bonus if bonus else self._why_no_action) or why_not_ability(self._state, self._one, ability)
        slots: tuple[Slot | None, ...] = ()
        if not why:
            slots = (*ability_target(self._state, self._viewer, self._one, ability), *self._paid_with(ability))
        for kind in _kinds_of(ability.name, ability_note(ability), bonus):
            yield self._option(kind, slots, why, missing="No target or no fitting card.")

    def _paid_with(self, ability: Ability) -> tuple[Slot | None, ...]:
        if ability.cost == "bonus":
            return (card_slot(legal.fitting(self._state, self._spendable, ability)),)
        if not self._owed:
            return ()
        if not self._sees_hand:
            # The tier is public, the suits are not.
            fits = ability.suit is None and bool(legal.fitting(self._state, self._owed, ability))
            return () if fits else (None,)
        fitting = legal.fitting(self._state, self._owed, ability)
        return owed_slot(fitting) if fitting else (None,)

    def _move(self) -> Option:
        why, left = self._why_no_move(0)
        slots = (number_slot("feet", "Feet", 0, left),) if not why else ()
        return self._option(replace(MOVE, note=f"{left} ft left"), slots, why)

    def _stand(self) -> Option:
        cost = legal.standing_up(self._state, self._one)
        why, _ = self._why_no_move(cost)
        return self._option(replace(STAND, note=f"{cost} ft"), (), why)

    def _why_no_move(self, cost: int) -> tuple[str, int]:
        turn = self._turn
        if turn is None:
            return self._why_no_turn(), 0
        left = max(0, legal.movement(self._state, self._one, turn) - turn.moved)
        if self._one.has_flag("cannot_move"):
            return WORDS["cannot_move"], left
        return ("" if left > 0 and cost <= left else WORDS["no_move_left"]), left

    def _end_turn(self) -> Option:
        why = self._why_no_turn() if self._turn is None else ""
        slots = self._owed_slot if not why else ()
        kind = PASS if self._turn is not None and self._turn.surprise else END_TURN
        return self._option(kind, slots, why)
