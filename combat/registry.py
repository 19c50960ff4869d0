"""The rule systems of the product. The only list of them: to add one, add its line."""

from combat.engine.system import RuleSystem
from combat.systems.ctg import CTG
from combat.systems.d100 import D100

SYSTEMS: dict[str, RuleSystem] = {system.key: system for system in (CTG, D100)}
