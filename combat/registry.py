"""The rule systems of the product. The only list of them: to add one, add its line."""

from combat.engine.system import RuleSystem
from combat.systems.ctg import CTG

SYSTEMS: dict[str, RuleSystem] = {system.key: system for system in (CTG,)}
