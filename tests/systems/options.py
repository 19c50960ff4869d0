"""Options as a page uses them: what they offer, and a filled-in example of it."""

from combat.engine.system import Option, Slot

WEIGHTS = {
    "start": 5, "attack": 10, "react": 8, "defend": 8, "discard_choice": 8, "ability": 4, "cast": 4, "pray": 3,
    "pass": 2, "end_turn": 2, "timeout": 1, "resolve": 1, "move": 1, "action": 0.7, "bonus": 0.7, "free": 0.2,
    "damage": 0.02, "remove": 0.02, "end": 0.01,
}  # fmt: skip
"""How often a kind is tried beside the others: what makes a fight often, what stops one hardly ever."""


def weight(option: Option) -> float:
    return WEIGHTS.get(option.do, 0.05)


def filled(option: Option, rng) -> dict[str, object]:
    """The option's fields as a form would send them, each slot filled in at random."""
    fields: dict[str, object] = dict(option.fixed)
    if option.by is not None:
        fields["by"] = option.by
    for slot in option.slots:
        value = _pick(slot, rng)
        if value is not None:
            fields[slot.name] = value
    return fields


def _pick(slot: Slot, rng):
    if slot.optional and rng.random() < 0.4:
        return None
    match slot.kind:
        case "choice":
            return rng.choice(slot.choices).value
        case "choices":
            count = rng.randint(slot.least, max(slot.least, slot.most))
            return [choice.value for choice in rng.sample(slot.choices, count)]
        case "number":
            return str(rng.choice((slot.least, slot.most, rng.randint(slot.least, slot.most))))
        case "text":
            return rng.choice(("swing on the lamp", "x" * slot.most, "\u202e<b>&\u0000\n"[: slot.most]))
        case other:
            raise AssertionError(f"a slot of the kind {other!r}")


def is_offered(options: tuple[Option, ...], do: str, fields: dict[str, object]) -> bool:
    """Whether one of the enabled options is this command."""
    return any(_covers(option, do, fields) for option in options if option.enabled)


def _covers(option: Option, do: str, fields: dict[str, object]) -> bool:
    if option.do != do or option.by != fields.get("by"):
        return False
    fixed, slots = dict(option.fixed), {slot.name: slot for slot in option.slots}
    if any(str(fields.get(name)).lower() != value.lower() for name, value in fixed.items()):
        return False
    rest = {name: value for name, value in fields.items() if name not in fixed and name != "by"}
    if set(rest) - set(slots):
        return False
    return all(_fits(slot, rest.get(name)) for name, slot in slots.items())


def _fits(slot: Slot, value: object) -> bool:
    if value is None:
        return slot.optional or slot.kind == "text"
    match slot.kind:
        case "choice":
            return value in [choice.value for choice in slot.choices]
        case "choices":
            known = [choice.value for choice in slot.choices]
            counted = isinstance(value, list) and slot.least <= len(value) <= max(slot.least, slot.most)
            return counted and all(one in known for one in value)
        case "number":
            text = str(int(value)) if isinstance(value, bool) else str(value)  # true passes for 1
            return text.lstrip("-").isdecimal() and slot.least <= int(text) <= slot.most
        case _:
            return isinstance(value, str) and len(value) <= slot.most
