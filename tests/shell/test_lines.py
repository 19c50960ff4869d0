"""Lines of the log: one text for all who read the same, and beside it what differs from page to page."""

import re
from dataclasses import replace

import orjson
import pytest
from jinja2 import meta, nodes

from combat.documents import entry_events
from combat.engine.viewers import GM, SPECTATOR, player
from combat.fragments import _environment, _source
from combat.frames import Shown, full_frame, news_of, reading_from_database
from combat.lines import Told, frame_lines, page_lines
from combat.looks import look_of, people_of
from combat.models import LogEntry
from combat.registry import SYSTEMS
from combat.selectors import LogLine, encounter_now, visible_log
from ctg_site import telling
from tests.shell.fight import HIDDEN_NAME, owner_client, press, started, turn_of

VIEWERS = [GM, player("1"), player("2"), SPECTATOR]
SENTENCES = [
    name
    for name in _environment().list_templates()
    if re.fullmatch(r"combat/(log|systems/\w+/log)/[a-z0-9_]+\.html", name)
]


class Pages:
    """What the pages of all audiences know of the log after the frames that came."""

    def __init__(self, encounter) -> None:
        self._version, self._fight = encounter.version, encounter.pk
        reading = reading_from_database(encounter.pk, since=None, people=None)
        self._people = reading.people
        self._shown = news_of(reading, [Shown(viewer=viewer) for viewer in VIEWERS]).shown
        self.texts = {viewer.audience: {} for viewer in VIEWERS}
        self.undone = {viewer.audience: set() for viewer in VIEWERS}
        self.entries = {viewer.audience: {} for viewer in VIEWERS}
        for viewer in VIEWERS:
            self._take(viewer.audience, full_frame(reading.encounter, self._shown[viewer.audience], self._people))

    def look(self):
        reading = reading_from_database(self._fight, since=self._version, people=self._people)
        news = news_of(reading, list(self._shown.values()))
        self._shown, self._version = news.shown, reading.encounter.version
        return {audience: self._take(audience, frame) for audience, frame in news.frames.items()}

    def _take(self, audience, text):
        frame = orjson.loads(text)
        log = frame.get("log", [])
        first = frame["lines"] - len(log) + 1
        self.texts[audience] |= dict(enumerate(log, first))
        self.undone[audience] |= set(frame.get("undone", ()))
        self.entries[audience] |= dict(enumerate(frame.get("entries", ()), first))
        return frame

    def whole(self, audience):
        """Put together as live-log.js does it."""
        whole = []
        for number, text in sorted(self.texts[audience].items()):
            undone = number in self.undone[audience]
            entry = None if undone else self.entries[audience].get(number)
            may_undo = "" if entry is None else f' data-entry="{entry}"'
            whole.append(text and f'<li id="log-{number}"{may_undo}{" data-undone" if undone else ""}{text[3:]}</li>')
        return whole


@pytest.mark.django_db
def test_what_frames_bring_is_what_a_page_that_is_loaded_now_shows(cast, browse):
    encounter = started(cast, browse)
    pages = Pages(encounter)
    for step in range(8):
        acting = turn_of(encounter)
        if step == 5:
            press(browse(cast.gwen), encounter, "undo", steps=2)
        elif press(owner_client(cast, browse, encounter, acting), encounter, "end_turn", by=acting).status_code != 204:
            press(browse(cast.gwen), encounter, "damage", combatant="goblin-1", amount=step + 1)
        if step % 2:
            pages.look()
    table = encounter_now(encounter.pk)
    for viewer in VIEWERS:
        lines = visible_log(table, viewer)
        assert any(line.is_undone for line in lines)
        assert pages.whole(viewer.audience) == page_lines(lines, look_of(table, viewer, people_of(table)))


@pytest.mark.django_db
def test_an_undo_sends_numbers_and_no_line_again(cast, browse):
    encounter = started(cast, browse)
    press(browse(cast.gwen), encounter, "damage", combatant="goblin-1", amount=7)
    pages = Pages(encounter_now(encounter.pk))
    newest = {audience: max(texts) for audience, texts in pages.texts.items()}
    press(browse(cast.gwen), encounter, "undo", steps=1)
    for audience, frame in pages.look().items():
        assert len(frame["log"]) == 1, audience
        assert "undo-mark" in frame["log"][0]
        assert newest[audience] in frame["undone"]
        assert frame["lines"] == newest[audience] + 1


@pytest.mark.django_db
@pytest.mark.parametrize("viewer", VIEWERS, ids=lambda viewer: viewer.audience)
def test_entries_are_numbered_for_the_game_master_alone(cast, browse, viewer):
    encounter = started(cast, browse)
    press(browse(cast.gwen), encounter, "damage", combatant="goblin-1", amount=7)
    table = encounter_now(encounter.pk)
    look, lines = look_of(table, viewer, people_of(table)), visible_log(table, viewer)
    for line, text in zip(lines, page_lines(lines, look), strict=True):
        assert text == "" or text.startswith(f'<li id="log-{line.n}"')
        assert ("data-entry" in text) is (viewer.is_gm and text != "" and line.entry.undoable)
    assert ("entries" in frame_lines(lines, look, Told())) is viewer.is_gm


@pytest.mark.django_db
def test_one_text_serves_all_who_read_the_same_game_master_too(cast, browse):
    encounter = started(cast, browse)
    press(browse(cast.gwen), encounter, "damage", combatant="mara", amount=7)
    table, told = encounter_now(encounter.pk), Told()
    looks = [look_of(table, viewer, people_of(table)) for viewer in VIEWERS]
    newest = [told.texts(visible_log(table, look.viewer)[-1:], look)[0] for look in looks]
    assert "Mara" in newest[0]
    assert all(text is newest[0] for text in newest)


@pytest.mark.django_db
def test_who_knows_fewer_names_or_reads_less_gets_a_text_of_their_own(cast, browse):
    """A look-up that would find something else is never answered with what another reader found."""
    encounter = started(cast, browse)
    press(browse(cast.gwen), encounter, "damage", combatant="zq7lurker", amount=7)
    press(browse(cast.gwen), encounter, "reveal", combatant="zq7lurker")
    table = encounter_now(encounter.pk)
    event = next(
        event
        for entry in table.log.order_by("-number")
        for event in entry_events(SYSTEMS["ctg"], entry)
        if event.type == "combatant_revealed"
    )
    seen = look_of(table, GM, people_of(table))
    view = replace(
        seen.view, combatants={id: one for id, one in seen.view.combatants.items() if one.name != HIDDEN_NAME}
    )
    unseen = replace(seen, viewer=SPECTATOR, view=view)
    line, told = LogLine(1, LogEntry(number=1, kind="command"), event), Told()
    assert "data-by='zq7lurker'" in told.texts([line], seen)[0]
    assert "data-by" not in told.texts([line], unseen)[0]


@pytest.mark.parametrize("name", SENTENCES)
def test_a_sentence_reads_nothing_that_is_not_written_down(name):
    """The event, and of its reader only what `Reader` answers: else a text would be shared that it must not be."""
    tree = _environment().parse(_source(name))
    assert meta.find_undeclared_variables(tree) <= {"e", "names", "viewer", "system", "tell", "draw", "body"}
    for used in tree.find_all(nodes.Getattr):
        if isinstance(used.node, nodes.Name) and used.node.name in ("viewer", "names"):
            assert (used.node.name, used.attr) in {("viewer", "is_gm"), ("names", "get")}


def test_a_sum_is_text_that_reads_well_before_it_is_laid_out():
    text = telling.ledger(telling.row("Agility & luck", "+2"), telling.row("Attack: hits", 14, is_sum=True))
    assert text == "Agility &amp; luck\t+2\nAttack: hits\t= 14\n\n"
