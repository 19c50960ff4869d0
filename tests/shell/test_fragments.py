"""Parts: each is one element with its own id, made of what it says it reads, and rendered only then."""

import re

import pytest

from combat import codec
from combat.engine.viewers import GM, SPECTATOR, player
from combat.fragments import (
    PARTS,
    SHELL_PARTS,
    Shared,
    _environment,
    _paths,
    _reads,
    filled_sides,
    render_parts,
)
from combat.lines import page_lines
from combat.looks import look_of, people_of
from combat.registry import SYSTEMS
from combat.selectors import encounter_now, visible_log
from tests.shell.fight import HIDDEN_ID, owner_client, press, started, turn_of

EVENTS = [(key, name) for key, system in SYSTEMS.items() for name in codec.members(system.event_type, "type")]


@pytest.mark.parametrize(("key", "event"), EVENTS)
def test_every_event_has_a_line(key, event):
    assert _environment().get_template(f"combat/systems/{key}/log/{event}.html")


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_system_has_every_part(key):
    for part in (*PARTS, "combatant"):
        if part not in SHELL_PARTS:
            assert _environment().get_template(f"combat/systems/{key}/_{part}.html")


def test_a_combatants_part_reads_nothing_but_the_combatant():
    """Else every plate of the table would be rendered and sent again at every step."""
    for key in SYSTEMS:
        assert set(_reads(f"combat/systems/{key}/_combatant.html")) <= {"c", "viewer.is_gm", "viewer.role"}


@pytest.mark.parametrize(
    ("source", "reads"),
    [
        ("{{ view.turn }}{{ table.name }}", {"view.turn", "table.name"}),
        ("{% for one in view.combatants.values() %}{{ one.name }}{% endfor %}", {"view.combatants"}),
        ("{{ shown(view) }}{{ view.turn }}", {"view", "view.turn"}),
        ("{% if viewer.is_gm %}{{ options | length }}{% endif %}", {"viewer.is_gm", "options"}),
        ("{{ c.name }}", {"c"}),
        ("{% macro of(names) %}{{ names.x }}{% endmacro %}{{ of(1) }}", set()),
    ],
)
def test_what_a_template_reads_is_found_in_it(source, reads):
    tree = _environment().parse(source)
    names = {"view", "table", "viewer", "options", "c"} & set(re.findall(r"\w+", source))
    assert _paths(tree, names) == reads


@pytest.fixture
def table(cast, browse):
    encounter = started(cast, browse)
    press(browse(cast.gwen), encounter, "damage", combatant="goblin-1", amount=7)
    press(browse(cast.gwen), encounter, "undo", steps=1)
    return encounter_now(encounter.pk)


@pytest.mark.django_db
def test_what_is_improvised_has_one_line(cast, browse):
    encounter = started(cast, browse)
    acting = turn_of(encounter)
    client = owner_client(cast, browse, encounter, acting)
    words = "I pull the carpet away"
    assert press(client, encounter, "action", by=acting, action="improvise", text=words).status_code == 204
    table = encounter_now(encounter.pk)
    look = look_of(table, GM, people_of(table))
    lines = [text for text in page_lines(visible_log(table, GM), look) if words in text]
    assert len(lines) == 1
    assert "improvises" in lines[0]
    assert words in render_parts(look).html["requests"], "and the game master is asked"


@pytest.mark.django_db
@pytest.mark.parametrize("viewer", [GM, player("1"), SPECTATOR], ids=lambda viewer: viewer.audience)
def test_every_part_is_one_element_with_its_id(table, viewer):
    look = look_of(table, viewer, people_of(table))
    parts = render_parts(look)
    assert set(PARTS) <= set(parts.html)
    assert (f"c-{HIDDEN_ID}" in parts.html) is viewer.is_gm
    for part, text in parts.html.items():
        assert re.match(rf'<(\w+)\b[^>]*\bid="{part}"', text), part
        assert "csrf" not in text
    for key in look.view.combatants:
        assert parts.html[f"c-{key}"] in filled_sides(parts)


@pytest.mark.django_db
def test_what_has_not_changed_is_not_rendered_again(table, monkeypatch):
    look = look_of(table, player("1"), people_of(table))
    before = render_parts(look)
    asked = []
    environment = _environment()
    monkeypatch.setattr(type(environment), "get_template", lambda self, name, *rest, **named: asked.append(name))
    again = render_parts(look_of(table, player("1"), people_of(table)), before)
    assert asked == []
    assert again.html == before.html
    assert again.changed_since(before) == {}


@pytest.mark.django_db
def test_what_two_audiences_see_alike_is_rendered_once(table):
    shared = Shared()
    pia, paul = (render_parts(look_of(table, player(seat), people_of(table)), None, shared) for seat in ("1", "2"))
    for part in ("track", "people", "c-goblin-1"):
        assert pia.html[part] is paul.html[part], part
    assert pia.html["c-mara"] != paul.html["c-mara"], "one's own plate says so"
    alone = render_parts(look_of(table, player("2"), people_of(table)))
    assert paul.html == alone.html
