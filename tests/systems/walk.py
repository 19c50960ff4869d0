"""A fight that takes its own random way, as a test watches it."""

import random
import uuid

from combat import codec
from combat.engine import history
from combat.engine.chance import Cut, Position, SeededChance
from combat.engine.errors import IllegalCommand
from combat.engine.history import Entry
from combat.engine.records import replace
from combat.engine.viewers import GM, SPECTATOR, player
from combat.fairness import Line, Stream, fight_record
from tests.systems.options import filled, weight


class Walk:
    """One fight under way: its state, its entries, its chance. Everything follows from the seed."""

    def __init__(self, sample, seed: int) -> None:
        self.sample, self.system, self.seed = sample, sample.system, seed
        self.rng = random.Random(seed)
        self.secret = self.rng.randbytes(32)
        self.encounter = str(uuid.UUID(int=self.rng.getrandbits(128)))
        self.position = None
        self.entries: list[Entry] = []
        self.state = self.system.empty()
        opening = self.system.open(sample.setup(self.rng))
        self.lines = [Line(number=0, kind="opening", events=opening)]
        self._keep(opening, undoable=False)

    @property
    def viewers(self):
        owners = sorted({one.owner for one in self.sample.combatants(self.state) if one.owner is not None})
        return (GM, SPECTATOR, *(player(owner) for owner in owners))

    def submit(self, actor, command):
        """The events of an accepted command; a refused one leaves everything as it was."""
        chance = self.chance()
        events = self.system.decide(self.state, actor, command, chance)
        self.position = chance.position
        line = Line(number=len(self.lines), kind="command", events=events, actor=actor, command=command)
        self.lines.append(replace(line, uses=chance.uses))
        self._keep(events, undoable=command.undoable)
        return events

    def chance(self) -> SeededChance:
        return SeededChance(seed=self.secret, encounter=self.encounter, position=self.position)

    def undo(self, steps: int):
        undo = history.undo(self.system, self.entries, steps)
        self.entries = [
            replace(entry, undone=True) if entry.number in undo.numbers else entry for entry in self.entries
        ]
        self.lines = [replace(line, undone=line.undone or line.number in undo.numbers) for line in self.lines]
        self.lines.append(Line(number=len(self.lines), kind="undo", events=undo.events, numbers=undo.numbers))
        self.entries.append(Entry(number=len(self.entries), events=undo.events, undoable=False))
        self.state = undo.state
        return undo.events

    def cut(self, text: str) -> None:
        self.position = (self.position or Position()).with_cut(Cut(seat=1, cut=text))

    def _keep(self, events, *, undoable: bool) -> None:
        self.entries.append(Entry(number=len(self.entries), events=events, undoable=undoable))
        self.state = history.fold(self.system, self.state, events)

    def parsed(self, do: str, fields):
        return codec.parse_command(self.system, do, fields)

    def step(self):
        """One random accepted command: most of the time what an option offers, now and then the GM's own will."""
        if self.state.phase == "ended":
            self.undo(1)
            return
        if self.rng.random() < self.gms_share():
            self.gm_step()
            return
        options = [
            (viewer, option)
            for viewer in self.viewers
            for option in self.system.options(self.state, viewer)
            if option.enabled
        ]
        if not options or self.rng.random() < 0.1:
            self.grid_step()
            return
        weights = [weight(option) for _, option in options]
        viewer, option = self.rng.choices(options, weights)[0]
        fields = filled(option, self.rng)
        try:
            self.submit(viewer, self.parsed(option.do, fields))
        except IllegalCommand as refusal:
            raise AssertionError(f"{self}: offered to {viewer.audience} and refused: {option} {fields}") from refusal

    def gms_share(self) -> float:
        """The GM starts the fight, and raises somebody where nobody can act any more."""
        stuck = self.state.phase == "turns" and self.state.turn is None
        return 0.7 if stuck or self.state.phase == "setup" else 0.12

    def grid_step(self):
        """Something that a combatant could ask for, whether or not it was offered; it may be refused."""
        grid = list(self.sample.grid(self.state))
        owners = {one.id: one.owner for one in self.sample.combatants(self.state)}
        for do, fields in self.rng.sample(grid, min(len(grid), 60)):
            owner = owners.get(fields["by"])
            try:
                self.submit(GM if owner is None else player(owner), self.parsed(do, fields))
                return
            except IllegalCommand:
                continue

    def gm_step(self):
        """Something that only a GM does; it may be refused."""
        do, fields = self.sample.gm_command(self.state, self.rng)
        try:
            self.submit(GM, self.parsed(do, fields))
        except IllegalCommand:
            return

    def record(self):
        """The fight as a file, as if it had ended now."""
        return fight_record(
            system=self.system,
            name=f"fight {self.seed}",
            encounter=self.encounter,
            streams=[Stream(seed=self.secret)],
            lines=self.lines,
        )

    def __repr__(self) -> str:
        return f"<fight {self.system.key} {self.seed} after {len(self.entries) - 1} commands>"
