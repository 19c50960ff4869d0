"""What the pages need of each rule system's sheet: its desk is `DESK` in `sheets/<key>.py`."""

from importlib import import_module

from combat.forms.sheets.desk import SheetDesk
from combat.registry import SYSTEMS

DESKS: dict[str, SheetDesk] = {key: import_module(f"{__name__}.{key}").DESK for key in SYSTEMS}
MENDERS = {key: desk.mend for key, desk in DESKS.items()}
