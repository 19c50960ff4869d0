"""The parts of a ctg table that change with nearly every press, drawn as fast as Python can. Called `ctg` in its
templates."""

from ctg_site.ctg.log import action_taken, attack_rolled, check_ledger
from ctg_site.ctg.table import banner, held, plate, who
from ctg_site.ctg.tray import acting, waiting

__all__ = [
    "acting", "action_taken", "attack_rolled", "banner", "check_ledger", "held", "plate", "waiting", "who",
]  # fmt: skip
