"""First Aid: d20 and the skill against 10, meet or beat (R86, D15)."""

from combat.systems.ctg import events as ev
from combat.systems.ctg.decide.desk import Desk
from combat.systems.ctg.decide.harm import status_follows
from combat.systems.ctg.decide.requests import roll_check

DC = 10
SKILL = "First Aid"


def first_aid(desk: Desk, by: str, target: str) -> None:
    one, other = desk[by], desk[target]
    skill = one.sheet.skills.get(SKILL, 0)
    if not roll_check(desk, one, "first_aid", ((SKILL, skill),), DC, target=other):
        return
    desk(ev.Stabilised(combatant=other.id, name=other.name, hidden=other.hidden))
    status_follows(desk, other)
