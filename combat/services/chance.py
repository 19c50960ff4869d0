"""The stream of a fight, out of its row and back."""

import secrets
from dataclasses import fields
from typing import Any

from combat import codec
from combat.engine.chance import Cut, Position, SeededChance, Use, commitment
from combat.models import Encounter


def stream_commit(encounter: Encounter) -> None:
    """Draw a new seed and commit to it, before anything is drawn from it. Not saved here."""
    seed = secrets.token_bytes(32)
    encounter.streams = [*encounter.streams, {"commitment": commitment(seed)}]
    encounter.chance = {"seed": seed.hex(), "position": codec.dump(Position())}


def stream_reveal(encounter: Encounter) -> None:
    """Open the running stream's seed to everybody. Not saved here."""
    assert encounter.chance is not None
    *earlier, newest = encounter.streams
    encounter.streams = [*earlier, {**newest, "seed": encounter.chance["seed"]}]


def stream_number(encounter: Encounter) -> int:
    return len(encounter.streams) - 1


def chance_for(encounter: Encounter) -> Any:
    """What a command draws from. Keep it with `chance_keep` if the command is accepted."""
    assert encounter.chance is not None
    return SeededChance(
        seed=bytes.fromhex(encounter.chance["seed"]),
        encounter=str(encounter.public_id),
        position=position_of(encounter),
    )


def chance_keep(encounter: Encounter, chance: Any) -> list[dict[str, Any]]:
    """Move the row's stream on; what was used, as the log keeps it."""
    position_keep(encounter, chance.position)
    return [{"stream": stream_number(encounter), **_plain(use, USE)} for use in chance.uses]


def position_of(encounter: Encounter) -> Position:
    assert encounter.chance is not None
    stored = encounter.chance["position"]
    return Position(**{**stored, "cuts": tuple(Cut(**cut) for cut in stored["cuts"])})


def position_keep(encounter: Encounter, position: Position) -> None:
    assert encounter.chance is not None
    encounter.chance = {**encounter.chance, "position": _plain(position, POSITION)}


# What the codec would say, without asking it: nothing here has a name of its own outside, and all of it is ours.
POSITION = tuple(one.name for one in fields(Position))
USE = tuple(one.name for one in fields(Use))


def _plain(value: Position | Use, names: tuple[str, ...]) -> dict[str, Any]:
    return {**{name: getattr(value, name) for name in names}, "cuts": [codec.dump(cut) for cut in value.cuts]}
