"""The stream of a fight, out of its row and back."""

import secrets
from typing import Any

from combat import codec
from combat.engine.chance import Position, SeededChance, commitment
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
    return [{"stream": stream_number(encounter), **codec.dump(use)} for use in chance.uses]


def position_of(encounter: Encounter) -> Position:
    assert encounter.chance is not None
    position: Position = codec.load(Position, encounter.chance["position"])
    return position


def position_keep(encounter: Encounter, position: Position) -> None:
    assert encounter.chance is not None
    encounter.chance = {**encounter.chance, "position": codec.dump(position)}
