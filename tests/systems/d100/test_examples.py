"""The worked examples, and what their runner finds."""

import copy
import json
from pathlib import Path

import pytest
from django.core.management import call_command

from combat.systems.d100.examples import differences

FILE = Path(__file__).parent / "d100_vectors.json"
OURS = FILE.with_name("more_vectors.json")
EXAMPLES = [one for file in (FILE, OURS) for one in json.loads(file.read_text("utf-8"))["vectors"]]


@pytest.mark.parametrize("example", EXAMPLES, ids=[one["id"] for one in EXAMPLES])
def test_a_worked_example_comes_out_as_written(example):
    assert differences([example]) == ()


@pytest.mark.parametrize("kind", sorted({one["kind"] for one in EXAMPLES}))
def test_a_wrong_number_in_an_example_is_found(kind):
    example = copy.deepcopy(next(one for one in EXAMPLES if one["kind"] == kind))
    key = next(iter(example["expect"]))
    example["expect"][key] = "something else"
    found = differences([example])
    assert len(found) == 1
    assert key in str(found[0])


def test_an_unknown_kind_is_a_difference():
    assert len(differences([{"id": "X1", "kind": "dance", "input": {}, "expect": {}}])) == 1


def test_the_command_is_silent_about_what_is_right(capsys):
    call_command("vectors", str(FILE), str(OURS))
    assert capsys.readouterr().out == ""


def test_the_command_says_each_difference_in_a_line_and_exits_with_one(tmp_path, capsys):
    spoiled = copy.deepcopy(EXAMPLES[:5])
    for one in spoiled[:2]:
        one["expect"] = dict.fromkeys(one["expect"], "no")
    file = tmp_path / "spoiled.json"
    file.write_text(json.dumps({"version": 1, "vectors": spoiled}))
    with pytest.raises(SystemExit) as exit:
        call_command("vectors", str(file))
    assert exit.value.code == 1
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_the_command_refuses_what_is_no_file_of_examples(tmp_path):
    file = tmp_path / "other.json"
    file.write_text('{"vectors": [1]}')
    with pytest.raises(SystemExit) as exit:
        call_command("vectors", str(file))
    assert exit.value.code == 2


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "9" * 5_000, "\ufeff{}", "null"])
def test_what_is_no_json_is_refused(tmp_path, text):
    file = tmp_path / "other.json"
    file.write_text(text, "utf-8")
    with pytest.raises(SystemExit) as exit:
        call_command("vectors", str(file))
    assert exit.value.code == 2


def test_there_are_examples_of_our_own_of_every_kind():
    kinds = [{one["kind"] for one in json.loads(file.read_text("utf-8"))["vectors"]} for file in (FILE, OURS)]
    assert kinds[0] == kinds[1]


@pytest.mark.parametrize(
    ("example", "words"),
    [
        (5, "vectors[1]: give an object"),
        ({"kind": "test", "input": None, "expect": {}}, "vectors[1].input: give an object"),
        ({"kind": "test", "input": {}, "expect": [1]}, "vectors[1].expect: give an object"),
        ({"kind": "test", "input": {"target": 5}, "expect": {}}, "vectors[1].input: 'roll' is missing"),
        ({"kind": "test", "input": {"roll": "x", "target": 5}, "expect": {}}, "vectors[1].input: test cannot use it"),
        ({"kind": "attack", "input": {"attacker": 5, "defender": {}}, "expect": {}}, "vectors[1].input: attack cannot"),
        ({"kind": "zero_track", "input": {"tb": 10**9, "hit_zero_in_round": 1}, "expect": {}}, "vectors[1].input: zero"),
        ({"kind": "rounds", "input": {"order": ["a"], "rounds": 0}, "expect": {}}, "vectors[1].input: rounds cannot"),
        ({"kind": "location", "input": {"number": 101}, "expect": {}}, "vectors[1].input: location cannot use it"),
        (
            {"kind": "attack", "input": {"attacker": {"weapon": {"qualities": {"odd": 1}}, "skill": 1, "roll": 1},
                                         "defender": {"skill": 1}}, "expect": {}},
            "vectors[1].input: attack cannot use it: there is no such quality",
        ),
    ],
)  # fmt: skip
def test_a_malformed_example_is_refused_with_its_place(tmp_path, capsys, example, words):
    file = tmp_path / "malformed.json"
    file.write_text(json.dumps({"vectors": [EXAMPLES[0], example]}))
    with pytest.raises(SystemExit) as exit:
        call_command("vectors", str(file))
    assert exit.value.code == 2
    assert words in capsys.readouterr().err
