"""What the pages need of each rule system's sheet. The only list; a system's desk is `sheets/<key>.py`."""

from combat.forms.sheets.ctg import CtgDesk
from combat.forms.sheets.desk import SheetDesk

DESKS: dict[str, SheetDesk] = {desk.key: desk for desk in (CtgDesk(),)}
MENDERS = {key: desk.mend for key, desk in DESKS.items()}
