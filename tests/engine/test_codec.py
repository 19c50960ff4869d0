"""What comes from outside becomes a typed value or a refusal in words."""

import json
from typing import ClassVar, Literal

import pytest
from pydantic import ValidationError

from combat import codec
from combat.engine.errors import IllegalCommand
from combat.engine.records import field, record, replace


@record
class Wave:
    do: Literal["wave"] = "wave"
    undoable: ClassVar[bool] = True
    feet: int | None = None
    proud: bool = False
    cards: tuple[str, ...] = ()
    to: tuple[int, int] | None = None


@record
class Parry:
    do: Literal["parry"] = "parry"
    undoable: ClassVar[bool] = True
    with_: str
    how: Literal["high", "low"] = "high"


@record
class Toy:
    command_type: object


@record
class Shelf:
    items: dict[str, Wave | Parry] = field(default_factory=dict)


TOY = Toy(command_type=Wave | Parry)


def test_a_form_has_only_text():
    command = codec.parse_command(TOY, "wave", {"feet": "15", "proud": "true", "to": ["1", "2"], "cards": ""})
    assert command == Wave(feet=15, proud=True, to=(1, 2))


@pytest.mark.parametrize(
    ("kind", "fields", "words"),
    [
        ("fly", {}, "There is no command called 'fly'."),
        ("wave", {"feet": "far"}, "feet: give a whole number."),
        ("wave", {"feet": "9" * 5000}, "feet: that number is too large."),
        ("wave", {"proud": "perhaps"}, "proud: say yes or no."),
        ("wave", {"cards": "KC"}, "cards: give a list."),
        ("wave", {"height": 3}, "height: there is no such field here; leave it out."),
        ("wave", {"to": ["1", "x"]}, "to[1]: give a whole number."),
        ("parry", {}, "with: this has to be filled in."),
        ("parry", {"with": "sword", "how": "wild"}, "how: that is not one of the choices ('high' or 'low')."),
        ("parry", {"with_": "sword"}, "with: this has to be filled in."),
    ],
)
def test_a_bad_field_is_named_with_what_to_do(kind, fields, words):
    with pytest.raises(IllegalCommand) as refusal:
        codec.parse_command(TOY, kind, fields)
    assert (refusal.value.code, refusal.value.words) == ("bad_value", words)


def test_a_word_that_python_has_taken_is_the_fields_name_outside():
    parry = codec.parse_command(TOY, "parry", {"with": "sword"})
    assert parry == Parry(with_="sword")
    assert codec.dump(parry) == {"do": "parry", "with": "sword", "how": "high"}
    assert codec.command_fields(TOY, "parry") == ("do", "with", "how")


def test_what_is_written_is_read_back():
    commands = (Wave(feet=3, cards=("KC",)), Parry(with_="axe"))
    kind = tuple[Wave | Parry, ...]
    assert codec.load(kind, codec.dump(commands)) == commands
    assert codec.load_text(kind, codec.dump_text(commands)) == commands
    shelf = Shelf(items={"a": commands[0], "b": commands[1]})
    assert codec.load_text(Shelf, codec.dump_text(shelf)) == shelf


def test_a_file_may_not_write_a_number_as_text():
    assert codec.load_strict(Wave, {"do": "wave", "feet": 5}).feet == 5
    with pytest.raises(ValidationError):
        codec.load_strict(Wave, {"do": "wave", "feet": "5"})


def test_fields_that_nobody_declared_are_refused():
    with pytest.raises(ValidationError):
        codec.load(Wave, {"do": "wave", "wings": 2})


@record
class Lamp:
    KEEPS_TEXT: ClassVar = True

    class_: str = "oil"
    light: int = 0


@record
class Wall:
    lamps: tuple[Lamp, ...] = ()
    height: int = 0


def test_text_says_what_plain_json_says():
    wall = Wall(lamps=(Lamp(light=3), Lamp(class_='käse \u2212 "x"')), height=2)
    for _ in range(2):
        assert json.loads(codec.dump_text(wall)) == codec.dump(wall)
        assert codec.load_text(Wall, codec.dump_text(wall)) == wall


def test_a_changed_record_is_written_anew():
    lamp = Lamp(light=3)
    assert codec.dump_text(lamp) == '{"class":"oil","light":3}'
    assert codec.dump_text(replace(lamp, light=4)) == '{"class":"oil","light":4}'


def test_a_number_of_any_size_is_written():
    wall = Wall(lamps=(Lamp(light=10**30),), height=-(10**30))
    assert codec.load_text(Wall, codec.dump_text(wall)) == wall
