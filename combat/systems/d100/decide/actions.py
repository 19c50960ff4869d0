"""What an Action can pay for besides attacks, spells and prayers (D1, D13, D23, D25)."""

from combat.systems.d100 import body, legal
from combat.systems.d100 import events as ev
from combat.systems.d100.commands import Act
from combat.systems.d100.decide import attacks, conditions, healing, magic, movement
from combat.systems.d100.decide.contests import against_number
from combat.systems.d100.legal.actions import charge_yards, weapon_to_reload
from combat.systems.d100.legal.attacks import attack_from, require_weapon
from combat.systems.d100.legal.moves import landing
from combat.systems.d100.scene import Scene
from combat.systems.d100.state import Combatant, Request
from combat.systems.d100.targets import Kind


def act(scene: Scene, command: Act) -> None:
    combatant = legal.check_action(scene.state, scene.actor, command)
    match command.action:
        case "charge":
            _charge(scene, combatant, command)
            return
        case "reload":
            weapon = weapon_to_reload(scene.state, combatant, command.weapon)
        case _:
            weapon = None
    scene(ev.ActionSpent(combatant=combatant.id, action=command.action))
    _carry_out(scene, combatant, command, weapon)


def _carry_out(scene: Scene, combatant: Combatant, command: Act, weapon: str | None) -> None:
    match command.action:
        case "sprint":
            _sprint(scene, combatant)
        case "aim":
            scene(ev.Aimed(combatant=combatant.id))
        case "reload":
            assert weapon is not None, "checked"
            _reload(scene, combatant, weapon)
        case "gather":
            magic.gather(scene, combatant)
        case "break_free":
            _break_free(scene, combatant)
        case "extinguish":
            _extinguish(scene, combatant)
        case "heal":
            healing.treat(scene, combatant, command)
        case "disengage":
            movement.disengage(scene, combatant.id)
        case "pick_up":
            scene(ev.WeaponPickedUp(combatant=combatant.id, weapon=command.weapon or combatant.dropped[0]))
        case _:
            _request(scene, combatant, command)


def _charge(scene: Scene, combatant: Combatant, command: Act) -> None:
    """R31: into melee, and then the blow."""
    state, target = scene.state, scene.get(command.target or "")
    distance = charge_yards(state, combatant, target, command)
    assert distance is not None, "checked"
    attack = attack_from(state, combatant, target, require_weapon(combatant, command.weapon), command)
    scene(ev.ActionSpent(combatant=combatant.id, action="charge"))
    movement.walk(scene, combatant.id, distance, landing(state, combatant, target), charge=True)
    attacks.declare(scene, attack)


def _sprint(scene: Scene, combatant: Combatant) -> None:
    """R23; running is the one thing that the Broken do undisturbed."""
    kind = Kind(skill="athletics", tags=frozenset(("running",)))
    test = scene.plain_test(combatant.id, "athletics", "sprint", difficulty=20, kind=kind, shown=True)
    scene(ev.Sprinted(combatant=combatant.id, sl=test.sl))


def _reload(scene: Scene, combatant: Combatant, id: str) -> None:
    """D25: the SL of failures count, the sum is never below 0."""
    weapon = require_weapon(combatant, id)
    test = scene.plain_test(
        combatant.id, weapon.group, "reload", kind=Kind(skill=weapon.group, weapon=weapon), shown=True
    )
    progress = max(0, combatant.unloaded[id] + test.sl)
    needed = body.quality(scene.state.rules, weapon, "reload")
    scene(ev.WeaponReloaded(combatant=combatant.id, weapon=id, progress=progress, needed=needed))


def _break_free(scene: Scene, combatant: Combatant) -> None:
    condition = combatant.condition("entangled")
    assert condition is not None, "checked"
    result = against_number(scene, combatant.id, "s", condition.strength, "break free")
    if result.winner == "attacker":
        conditions.lose(scene, combatant.id, "entangled", 1 + result.net_sl)


def _extinguish(scene: Scene, combatant: Combatant) -> None:
    test = scene.plain_test(combatant.id, "athletics", "extinguish", shown=True)
    if test.success:
        conditions.lose(scene, combatant.id, "ablaze", 1 + test.sl)


def _request(scene: Scene, combatant: Combatant, command: Act) -> None:
    request = Request(
        id=scene.state.requested + 1, by=combatant.id, action=command.action, text=command.text.strip(),
        target=command.target,
    )  # fmt: skip
    scene(ev.RequestOpened(by=combatant.id, target=command.target, request=request))
