"""Wounds and conditions come and go, with all that follows from it (5, 6.5, D3, D13, D14)."""

from combat.systems.d100 import events as ev
from combat.systems.d100.data import CONTENT
from combat.systems.d100.scene import Scene
from combat.systems.d100.state import Combatant, Condition

IMMUNE = {"bloodless": ("bleeding", "poisoned", "fatigued"), "mindless": ("broken",)}
LEAVES_FATIGUED = ("bleeding", "broken", "poisoned")


def immune(combatant: Combatant, condition: str) -> bool:
    return any(condition in IMMUNE.get(trait, ()) for trait in combatant.stats.traits)


def gain(
    scene: Scene, id: str, name: str, levels: int = 1, *, held: bool = False, strength: int = 30, difficulty: int = 0
) -> None:
    """Levels add up where the condition has any. `held`: they stay until they are treated."""
    combatant = scene.get(id)
    if combatant.dead or levels < 1 or immune(combatant, name):
        return
    old = combatant.condition(name)
    had = old.levels if old else 0
    now = had + levels if CONTENT.conditions[name].stacks else 1
    if old is not None and now == had and not held:
        return
    condition = Condition(
        name=name,
        levels=now,
        since=old.since if old else scene.state.round,
        floor=min(now, (old.floor if old else 0) + (levels if held else 0)),
        strength=max(strength, old.strength) if old else strength,
        difficulty=min(difficulty, old.difficulty) if old else difficulty,
    )
    scene(ev.ConditionGained(combatant=id, condition=condition, levels=now - had))
    if old is None:
        _newly(scene, id, name)


def _newly(scene: Scene, id: str, name: str) -> None:
    if scene.state.rules.lose_advantage_on_new_condition:
        lose_advantage(scene, id, name)
    if name == "unconscious":
        leave_melee(scene, id)
        gain(scene, id, "prone")


def lose(scene: Scene, id: str, name: str, levels: int | None = None, *, by_hand: bool = False) -> None:
    """`by_hand`: the GM takes it off, and it leaves nothing behind (D28)."""
    condition = scene.get(id).condition(name)
    if condition is None:
        return
    most = condition.levels if by_hand else condition.levels - condition.floor
    gone = most if levels is None else min(levels, most)
    if gone < 1:
        return
    left = condition.levels - gone
    scene(ev.ConditionLost(combatant=id, condition=name, levels=gone, left=left))
    if left == 0 and not by_hand:
        _left_behind(scene, id, name)
    if left == 0 and name == "bleeding":
        wake(scene, id)


def _left_behind(scene: Scene, id: str, name: str) -> None:
    if name in LEAVES_FATIGUED or (name == "stunned" and not scene.get(id).has("fatigued")):
        gain(scene, id, "fatigued")
    elif name == "unconscious":
        gain(scene, id, "prone")
        gain(scene, id, "fatigued")


def wake(scene: Scene, id: str) -> None:
    """Unconscious ends with Wounds left and no Bleeding, unless something holds it (6.5, D14)."""
    combatant = scene.get(id)
    if combatant.wounds > 0 and not combatant.has("bleeding") and not combatant.dead:
        lose(scene, id, "unconscious")


def lose_wounds(scene: Scene, id: str, amount: int, why: str) -> None:
    combatant = scene.get(id)
    if combatant.dead:
        return
    lost = min(amount, combatant.wounds)
    if lost > 0:
        scene(ev.WoundsLost(combatant=id, amount=lost, left=combatant.wounds - lost, why=why))
        if combatant.stored:
            scene(ev.PowerStored(combatant=id, total=0))
    if amount > 0 and scene.get(id).wounds == 0:
        at_zero(scene, id)


def strike(scene: Scene, target: str, location: str, dealt: int, why: str) -> None:
    """The Wounds of a hit; old wounds at the same place open again."""
    lose_wounds(scene, target, dealt, why)
    if dealt > 0:
        opened = sum(one.reopens for one in scene.get(target).lasting if one.location == location)
        gain(scene, target, "bleeding", opened)


def at_zero(scene: Scene, id: str) -> None:
    """6.5: Prone; R38: a nameless foe dies."""
    if falls_dead(scene, scene.get(id)):
        die(scene, id, "0 Wounds")
    else:
        gain(scene, id, "prone")


def falls_dead(scene: Scene, combatant: Combatant) -> bool:
    """D21: of no note is who is the GM's and not marked notable."""
    return scene.state.rules.npc_sudden_death and combatant.owner is None and not combatant.stats.notable


def heal(scene: Scene, id: str, amount: int, *, magic: bool = False, why: str = "") -> None:
    """6.5: magic and prayer also close a Bleeding level for each Wound."""
    combatant = scene.get(id)
    if combatant.dead or amount < 1:
        return
    healed = min(amount, combatant.stats.max_wounds - combatant.wounds)
    scene(ev.WoundsHealed(combatant=id, amount=healed, now=combatant.wounds + healed, why=why))
    if magic and healed:
        lose(scene, id, "bleeding", healed)
    wake(scene, id)


def die(scene: Scene, id: str, why: str) -> None:
    if scene.get(id).dead:
        return
    scene(ev.Died(combatant=id, why=why))
    leave_melee(scene, id)


def leave_melee(scene: Scene, id: str) -> None:
    if any(id in pair for pair in scene.state.engaged):
        scene(ev.LeftMelee(combatant=id))


def win_advantage(scene: Scene, id: str, why: str) -> None:
    """Section 4; D29: at the cap nothing is added, and it counts as gained."""
    combatant, cap = scene.get(id), scene.state.rules.advantage_cap
    now = combatant.advantage if cap is not None and combatant.advantage >= cap else combatant.advantage + 1
    scene(ev.AdvantageChanged(combatant=id, was=combatant.advantage, now=now, why=why, gained=True))


def lose_advantage(scene: Scene, id: str, why: str) -> None:
    had = scene.get(id).advantage
    if had:
        scene(ev.AdvantageChanged(combatant=id, was=had, now=0, why=why))
