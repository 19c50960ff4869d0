"""A fight's state: in the process, as a text in its row, and as the log that leads on from that text."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from combat import documents
from combat.selectors import encounter_now
from combat.services.recording import TEXT_EVERY
from tests.shell.fight import fresh, press, replayed, started

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def forget(monkeypatch):
    """As a process that has only just been started."""
    return lambda: monkeypatch.setattr(documents, "_recent", documents._Recent())


def hit(client, encounter, times=1):
    for _ in range(times):
        assert press(client, encounter, "damage", combatant="goblin-1", amount=1).status_code == 204


def health(encounter):
    return documents.state_of(encounter_now(encounter.pk))["goblin-1"].health


def texts(queries):
    return sum('"document"' in query["sql"] for query in queries)


def test_the_text_is_written_now_and_then_and_the_log_leads_on_from_it(cast, browse, forget):
    encounter, gwen = started(cast, browse), browse(cast.gwen)
    seen = set()
    for _ in range(TEXT_EVERY + 3):
        hit(gwen, encounter)
        after = fresh(encounter)
        seen.add(after.document_version)
        assert after.version - after.document_version < TEXT_EVERY
        assert documents.stored_state(after) == replayed(after)
    assert len(seen) == 2
    forget()
    assert health(encounter) == 40 - TEXT_EVERY - 3


def test_who_knows_a_slightly_older_state_follows_the_log_and_reads_no_text(cast, browse, forget):
    encounter, gwen = started(cast, browse), browse(cast.gwen)
    older = documents._recent
    forget()
    hit(gwen, encounter, 3)
    documents._recent = older
    with CaptureQueriesContext(connection) as queries:
        assert health(encounter) == 37
    assert texts(queries) == 0


def test_nobody_follows_the_log_across_an_undo(cast, browse, forget):
    encounter, gwen = started(cast, browse), browse(cast.gwen)
    hit(gwen, encounter, 2)
    older = documents._recent
    forget()
    hit(gwen, encounter)
    assert press(gwen, encounter, "undo", steps=2).status_code == 204
    assert fresh(encounter).document_version == fresh(encounter).version
    hit(gwen, encounter)
    for known in (documents._recent, older, documents._Recent()):
        documents._recent = known
        assert health(encounter) == 38
    assert documents.stored_state(fresh(encounter)) == replayed(fresh(encounter))


def test_a_fight_that_is_over_has_its_last_state_as_a_text(cast, browse):
    encounter, gwen = started(cast, browse), browse(cast.gwen)
    hit(gwen, encounter)
    assert press(gwen, encounter, "end").status_code == 204
    assert fresh(encounter).document_version == fresh(encounter).version
