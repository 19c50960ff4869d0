"""What the general tests have to know of ctg: fights of all kinds, what to try in them, and what is secret."""

from collections import Counter
from dataclasses import fields

from combat import codec
from combat.engine.records import replace
from combat.engine.system import Newcomer, Setup
from combat.systems.ctg import CTG
from combat.systems.ctg.house_rules import HouseRules
from tests.systems.ctg import secrets
from tests.systems.ctg.pack import JOKERS, PACK, SUITS
from tests.systems.ctg.secrets import CANARY_HEALTH

WEAPONS = [
    {"name": "Club", "kind": "melee", "damage": "1d6", "type": "blunt", "proficient": True},
    {"name": "Dirk", "kind": "melee", "damage": "1d4+1", "properties": ["precision"]},
    {"name": "Maul", "kind": "melee", "damage": "2d6", "properties": ["two_handed"]},
    {"name": "Bow", "kind": "ranged", "damage": "1d8", "type": "piercing"},
    {"name": "Revolver", "kind": "firearm", "damage": "2d6+1d4", "proficient": True},
    {"name": "Hex", "kind": "pattern", "damage": "1d10", "type": "fire"},
]
EFFECTS = [
    {"name": "Blessed", "modifiers": {"attack": 2}, "duration": {"unit": "next_attack"}},
    {"name": "Slowed", "modifiers": {"speed": -15}, "duration": {"unit": "rounds", "count": 2}},
    {"name": "Stunned", "flags": ["cannot_act"], "duration": {"unit": "turns", "count": 1}},
    {"name": "Dazed", "flags": ["cannot_react", "cannot_move"], "duration": {"unit": "cards", "count": 2}},
    {"name": "Raging", "modifiers": {"damage": 3, "armour_class": -2}, "duration": {"unit": "draw"}},
    {"name": "Guarded", "modifiers": {"armour_class": 2}, "duration": {"unit": "until_turn"}},
    {"name": "Cursed", "modifiers": {"checks": -4, "damage": -30}, "duration": {"unit": "removed"}},
]
STEPS = [
    {"do": "damage", "dice": "1d6", "type": "fire"},
    {"do": "damage", "dice": "2d4", "attack": "melee"},
    {"do": "damage", "dice": "1d8+2", "type": "cold", "attack": "pattern"},
    {"do": "heal", "dice": "1d8"},
    {"do": "draw", "count": 2},
    {"do": "discard", "count": 1, "how": "random"},
    {"do": "discard", "count": 2, "how": "choice"},
    {"do": "move", "feet": 10},
    {"do": "extra_action", "count": 1},
    {"do": "damage_card", "value": 15},
    *({"do": "effect", "effect": effect} for effect in EFFECTS),
]
ENVIRONMENTS = [
    {"name": "Cellar"},
    {"name": "Mire", "speed": 0.5, "attack": {"melee": -2}},
    {"name": "Pool", "unusable": ["firearm", "ranged"], "speed": 2},
    {"name": "Fire", "round_damage": {"dice": "1d4", "type": "fire"}},
]
CHOICES = {
    "ace": ("high", "low"),
    "jokers": ("high", "out"),
    "deck": ("shared", "own"),
    "late_join": ("discard_passed", "next_draw"),
    "gm_sees_hands": ("on_request", "always", "never"),
    "same_tier": ("agility", "alternate"),
    "miss_ends_turn": ("yes", "unless_actions_left", "no"),
    "bonus_actions_per_turn": ("any", 0, 1, 3),
    "reaction_seconds": (0, 12, 12),
    "equal_hits": ("no", "yes"),
    "naturals": ("none", "classic"),
    "damage_modifier": ("score", "modifier"),
    "bleeding": ("none", "per_round"),
    "npc_health": ("bands", "exact", "hidden"),
}
ACTIONS = (
    "attack", "ability", "dash", "defend", "aid", "hide", "search", "use_item", "grapple", "shove", "ready",
    "improvise", "dance",
)  # fmt: skip
BONUSES = ("first_aid", "draw_weapon", "reload", "aim", "off_hand", "ability", "improvise", "dance")
REACTIONS = ("dodge", "opportunity", "interpose", "ability", "improvise", "dance")


class CtgSample:
    system = CTG

    def combatants(self, state):
        return state.combatants

    # Fights of all kinds.

    def setup(self, rng) -> Setup:
        rules = {key: rng.choice(values) for key, values in CHOICES.items()}
        assert set(rules) == {item.name for item in fields(HouseRules)}
        count = rng.randint(3, 9)
        newcomers = [self.newcomer(rng, number) for number in range(count)]
        return Setup(
            house_rules=codec.load(HouseRules, rules),
            combatants=tuple(newcomers),
            environment=codec.load(type(CTG.empty().environment), rng.choice(ENVIRONMENTS)),
        )

    def newcomer(self, rng, number: int) -> Newcomer:
        owner = rng.choice(("1", "2", "3", None, None)) if number else "1"
        hidden = owner is None and rng.random() < 0.3
        return Newcomer(
            id=f"zq{number}zq",
            name=f"Wx{number}wx",
            side=rng.choice(("party", "foes")),
            owner=owner,
            hidden=hidden,
            sheet=codec.load(CTG.sheet_type, self.sheet(rng, canary=owner is None and rng.random() < 0.3)),
        )

    def sheet(self, rng, *, canary: bool = False) -> dict:
        most = rng.randint(20, 120)
        sheet = {
            "strength": rng.randint(1, 20),
            "agility": rng.choice((6, 10, 10, 14, 18)),
            "proficiency_bonus": rng.randint(0, 4),
            "max_health": most,
            "health": rng.choice((most, most, most, most, most // 2, 1, 0, -2)),
            "temporary_health": rng.choice((0, 0, 4)),
            "armour": rng.randint(-4, 3),
            "speed": rng.choice((0, 25, 30)),
            "skills": {"First Aid": rng.randint(-2, 8)},
            "resistances": {"fire": rng.choice(("resistant", "weak", "immune", ["resistant", "weak"]))},
            "weapons": rng.sample(WEAPONS, rng.randint(0, len(WEAPONS))),
            "abilities": [self.ability(rng, number) for number in range(rng.randint(0, 4))],
            "class": rng.choice(("", "tester")),
        }
        if canary:
            most = CANARY_HEALTH + rng.randint(0, 2000)
            sheet |= {"max_health": most, "health": rng.randint(2000, most), "armour": 20}
            sheet |= {"shield": 20, "other": 20, "temporary_health": rng.randint(3000, 9000)}
        return sheet

    def ability(self, rng, number: int) -> dict:
        ability = {
            "name": f"Trick {number}",
            "cost": rng.choice(("action", "bonus", "reaction", "free")),
            "target": rng.choice(("self", "ally", "enemy", "any")),
            "effects": rng.sample(STEPS, rng.randint(0, 3)),
        }
        if rng.random() < 0.3:
            ability["suit"] = rng.choice(SUITS)
        if rng.random() < 0.3:
            ability["min_value"] = rng.randint(2, 12)
        if rng.random() < 0.7:
            ability["uses"] = {"per": rng.choice(("combat", "draw")), "count": rng.randint(1, 2)}
        return ability

    # What a GM does of his own will.

    def gm_command(self, state, rng):
        one = rng.choice(state.combatants).id if state.combatants else "zq0zq"
        hand = state.get(one).hand if state.get(one) else ()
        number = len(state.combatants) + rng.randint(0, 3)
        tries = [
            ("start", {"surprisers": rng.sample([c.id for c in state.combatants], min(2, len(state.combatants)))}),
            ("damage", {"combatant": one, "amount": str(rng.randint(0, 12)), "type": rng.choice(("", "fire"))}),
            ("heal", {"combatant": one, "amount": str(rng.randint(0, 25))}),
            ("set", {"combatant": one, "health": str(rng.randint(-5, 12))}),
            ("set", {"combatant": one, "temporary_health": str(rng.randint(0, 7))}),
            ("effect", {"combatant": one, "effect": rng.choice(EFFECTS)}),
            ("remove_effect", {"combatant": one, "effect": rng.choice(EFFECTS)["name"]}),
            ("remove_effect", {"combatant": one, "effect": "Prone"}),
            ("deal", {"combatant": one, "count": str(rng.choice((1, 2, 3, 3, 40)))}),
            ("deal", {"combatant": one, "cards": rng.sample(PACK, 2)}),
            ("discard", {"combatant": one, "count": str(rng.randint(1, 3))}),
            ("discard", {"combatant": one, "cards": rng.sample(hand, min(2, len(hand)))}),
            ("hide", {"combatant": one}),
            ("reveal", {"combatant": one}),
            ("reveal", {"combatant": one}),
            ("look", {"combatant": one}),
            ("assign", {"combatant": one, "owner": rng.choice(("1", "2", "3"))}),
            ("assign", {"combatant": one}),
            ("environment", {"environment": rng.choice(ENVIRONMENTS)}),
            ("end_turn", {}),
            ("timeout", {}),
            ("switch", {"auto_pass": rng.choice(("true", "false"))}),
            ("resolve", self.resolution(state, one, rng)),
        ]
        if state.phase == "setup" and rng.random() < 0.6:
            return tries[0]
        if state.phase == "turns" and state.turn is None:
            return "set", {"combatant": one, "health": str(rng.randint(1, 20))}
        if rng.random() < 0.1:
            tries = [("remove", {"combatant": one})] if len(state.combatants) > 5 else [self.joiner(rng, number)]
        return rng.choice(tries)

    def resolution(self, state, one: str, rng) -> dict:
        request = {"request": rng.choice(state.requests).id if state.requests else 1}
        extras = [
            {"check": {"modifier": 2, "dc": 10}, "damage": 3, "type": "fire"},
            {"heal": 4, "target": one},
            {"effect": rng.choice(EFFECTS), "outcome": "so be it"},
            {},
        ]
        return request | rng.choice(extras)

    def joiner(self, rng, number: int):
        new = self.newcomer(rng, number)
        raw = {"id": new.id, "name": new.name, "side": new.side, "player": new.owner, "hidden": new.hidden}
        return "add", {"combatant": raw | {"sheet": self.sheet(rng)}}

    # Everything that could be asked for.

    def grid(self, state):
        """The finite grid of commands of combatants: action x combatant x weapon x target x card."""
        ids = [one.id for one in state.combatants] + ["nobody"]
        for one in state.combatants:
            cards = [None, *one.hand[:4], "2C", "??"]
            for target in ids:
                for card in cards:
                    yield from self._with_target(one, target, card)
            for card in cards:
                yield from self._without_target(one, card)
            yield "pass", {"by": one.id}
            yield "free", {"by": one.id, "text": "hello"}
            yield "move", {"by": one.id, "stand": True}
            for feet in ("0", "5", "30", "1000", "-5"):
                yield "move", {"by": one.id, "feet": feet}
            for count in (1, 2):
                yield "discard_choice", {"by": one.id, "cards": list(one.hand[:count])}

    def _with_target(self, one, target, card):
        paid = {} if card is None else {"card": card}
        for weapon in [*(weapon.name for weapon in one.sheet.weapons), "Spoon"]:
            yield "attack", {"by": one.id, "weapon": weapon, "target": target, **paid}
            yield "bonus", {"by": one.id, "action": "off_hand", "weapon": weapon, "target": target, **paid}
        for ability in [*(ability.name for ability in one.sheet.abilities), "Fly"]:
            named = {"by": one.id, "ability": ability, "target": target, **paid}
            yield "ability", named
            yield "bonus", {"action": "ability", **named}
            yield "react", {"reaction": "ability", **named}
        for action in ACTIONS:
            yield "action", {"by": one.id, "action": action, "target": target, **paid}
        yield "bonus", {"by": one.id, "action": "first_aid", "target": target, **paid}

    def _without_target(self, one, card):
        paid = {} if card is None else {"card": card}
        for action in ACTIONS:
            yield "action", {"by": one.id, "action": action, "text": "x", **paid}
        for action in BONUSES:
            yield "bonus", {"by": one.id, "action": action, "text": "x", **paid}
        for reaction in REACTIONS:
            yield "react", {"by": one.id, "reaction": reaction, "text": "x", **paid}
        for ability in one.sheet.abilities:
            yield "ability", {"by": one.id, "ability": ability.name, **paid}
            yield "react", {"by": one.id, "reaction": "ability", "ability": ability.name, **paid}
        yield "end_turn", {"by": one.id, **paid}

    def as_offered(self, state, do: str, fields: dict) -> dict:
        """The same command as an option has it: words may be added to anything, and oneself goes without saying."""
        fields = {name: value for name, value in fields.items() if value != "" and name != "text"}
        one = next((each for each in state.combatants if each.id == fields.get("by")), None)
        ability = one.sheet.ability(fields.get("ability", "")) if one is not None else None
        if ability is not None and ability.target == "self" and fields.get("target") == one.id:
            del fields["target"]
        return fields

    def is_harmless(self, do: str, name: str, fields: dict) -> bool:
        """Text may be anything, and a switch may be set either way."""
        return (name in ("text", "outcome") and isinstance(fields[name], str)) or do == "switch"

    # What must always be so.

    def check_state(self, state) -> None:
        for deck in set(state.piles) | set(state.discards) | set(state.packs):
            self._check_deck(state, deck)
        for one in state.combatants:
            assert one.health <= one.sheet.max_health, one
            assert one.temporary_health >= 0, one
            names = [borne.effect.name for borne in one.effects]
            assert len(names) == len(set(names)), one
        if state.turn is not None:
            assert state.acting is not None, state.turn
            assert state.acting.can_act or state.turn.surprise, state.turn
            assert state.phase in ("turns", "surprise")
        if state.window is not None:
            assert state.window.waiting

    def _check_deck(self, state, deck: str) -> None:
        """Each card of each pack is in exactly one place."""
        own = state.house_rules.deck == "own"
        hands = [one.hand for one in state.combatants if not own or one.id == deck]
        there = Counter(state.piles.get(deck, ())) + Counter(state.discards.get(deck, ()))
        for hand in hands:
            there += Counter(hand)
        pack = PACK + (JOKERS if state.house_rules.jokers == "high" else ())
        packs = state.packs.get(deck, 0)
        if own and state.get(deck) is None:
            assert sum(there.values()) <= packs * len(pack), deck
            return
        assert there == Counter({card: packs for card in pack if packs}), (deck, there)

    def but_for_undo(self, state):
        """The state without what an undo may change: the order of the piles, and switches."""
        piles = {deck: tuple(sorted(pile)) for deck, pile in state.piles.items()}
        return replace(state, piles=piles, sunk={}, switches={})

    def check_view(self, state, viewer, view, text: str) -> None:
        """`text` is all that this viewer gets of the present: the view and the options."""
        secrets.check_view(state, viewer, view, text)

    def check_sent(self, before, after, viewer, events, sent: list, text: str) -> None:
        """`sent` is what this viewer gets of the events of one command."""
        secrets.check_sent(before, after, viewer, events, sent, text)
