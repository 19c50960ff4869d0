"""Scenarios played through HTTP and sockets: every viewer's page shows what the pure fight says it must.

Beside the table the same scenario runs in the engine alone; after each step each page's parts are compared with those
rendered from the engine's own state, and what the file calls absent is looked for in every byte that a viewer got.
"""

import html
import json
import re
from pathlib import Path

import pytest

from combat.documents import system_of
from combat.engine.chance import Position
from combat.engine.scripted import ScriptedChance
from combat.fragments import render_parts
from combat.looks import Look, table_of
from combat.models import MemberRole, Membership, User
from combat.scenarios import file, reading
from combat.scenarios.running import Fight, viewer_called
from combat.services import chance as streams
from tests.shell.fight import fresh, lay, press
from tests.shell.pages import in_thread, opened

FOLDER = Path(__file__).parent.parent / "scenarios"
CTG = (
    "r21_new_draw_when_hands_are_empty", "r22_late_joiner", "r23_gm_sees_hands_always", "r23_hands_are_private",
    "r24_equal_agility_rolls", "r25_empty_tiers_are_no_round", "r27_unconscious_card_is_discarded", "r30_surprise",
    "r40_the_card_that_is_owed", "r41_announced_action_and_the_gm", "r42_red_joker_two_actions",
    "r43_miss_ends_the_turn", "r50_bonus_limit", "r55_dodge", "r56_nothing_waits_for_those_who_cannot",
    "r65_abilities", "r75_firearm_draws_a_card", "r81_death_at_minus_half", "r95_authority",
    "r96_undo_takes_new_cards_and_dice", "r97_health_of_the_gms_combatants", "r98_hidden_combatant",
)  # fmt: skip
D100 = (
    "aim_and_reload", "criticals_drop_useless_limb_and_treatment", "fumble_wild_blow_and_skittish",
    "gm_and_players_authority", "gm_damage_heal_set_remove", "gm_hidden_combatant",
    "gm_undo_gives_back_the_state_not_the_dice", "gm_window_closes_when_the_attacker_is_out",
    "preset_literal_whole_round", "r05_stalemate_changes_nothing", "r10_a_double_in_a_lost_contest_is_nothing",
    "r12_exactly_zero_wounds_is_a_critical", "r18_a_new_condition_costs_all_advantage", "r19_surprised_loses_the_turn",
    "r21_newcomers_are_slotted_in", "r22_the_move_may_be_split", "r26_end_of_round_in_the_written_order",
    "r27_death_by_more_criticals_than_tb", "r29_spells_need_the_casting_number", "r30_prayers",
    "r31_a_charge_gives_advantage_first", "r33_timeout_takes_the_higher_target",
)  # fmt: skip
NAMES = [f"{system}/{name}" for system, names in (("ctg", CTG), ("d100", D100)) for name in names]
SHELL = ("do", "as", "refused")

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]


class Scripted(ScriptedChance):
    """The written cards and dice in the place of the table's stream."""

    position = Position()
    uses = ()


def seated(raw):
    """The file with seat numbers for its players' keys, and those keys in the order of the seats."""
    found = [one["player"] for one in raw["combatants"] if one.get("player")]
    found += [
        step["combatant"]["player"]
        for step in raw["steps"]
        if isinstance(step.get("combatant"), dict) and step["combatant"].get("player")
    ]
    keys = list(dict.fromkeys(found))
    numbers = {key: str(number) for number, key in enumerate(keys, start=1)}

    def renamed(value, name=""):
        if isinstance(value, dict):
            return {key: renamed(item, key) for key, item in value.items()}
        if isinstance(value, list):
            return [renamed(item) for item in value]
        return numbers.get(value, value) if name in ("player", "as") and isinstance(value, str) else value

    return renamed(raw), keys


def form(step):
    """A step's fields as a browser's form sends them."""
    return {name: _text(value) for name, value in step.items() if name not in (*SHELL, "by")} | (
        {"by": step["by"]} if "by" in step else {}
    )


def _text(value):
    if isinstance(value, dict):
        return json.dumps(value)
    if isinstance(value, list):
        return value
    return {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def with_sheets(step, system):
    """`add` in a file leaves out what a scenario's sheet has by itself."""
    if step["do"] != "add" or not isinstance(step["combatant"], dict):
        return step
    sheet = {**system.scenario_sheet, **step["combatant"].get("sheet", {})}
    return {**step, "combatant": {**step["combatant"], "sheet": sheet}}


class Live:
    """The table, its people, and their pages."""

    def __init__(self, cast, browse, scenario, keys):
        players = [cast.pia, cast.paul]
        for number in range(len(players), len(keys)):
            user = User.objects.create_user(f"player{number}", display_name=f"Player {number}")
            Membership.objects.create(
                campaign=cast.campaign, user=user, role=MemberRole.PLAYER, name=f"Player {number}"
            )
            players.append(user)
        self.encounter = lay(cast, setup=scenario.setup, system=scenario.system.key)
        self.clients = {str(number): browse(user) for number, user in enumerate(players, start=1)}
        self.clients |= {"gm": browse(cast.gwen), "spectator": browse(cast.sam)}
        self.pages = {}

    async def open(self):
        for name, client in self.clients.items():
            self.pages[name] = await opened(self.encounter, client)

    def take(self, step, sender):
        answer = press(self.clients[sender], self.encounter, step["do"], **form(step))
        refused = step.get("refused")
        assert (answer.status_code == 204) == (refused is None), (step, answer.content.decode())
        assert answer.headers.get("X-Refusal") == refused, step

    def expected(self, name, pure, people):
        encounter = fresh(self.encounter)
        viewer, system = viewer_called(name), system_of(encounter)
        view = system.project(pure.state, viewer)
        options = () if name == "spectator" else system.options(pure.state, viewer)
        look = Look(0, viewer, table_of(encounter, viewer, view), view, options, people)
        return view, {part: text for part, text in render_parts(look).html.items() if part != "people"}

    async def compare(self, pure, step):
        for name, page in self.pages.items():
            view, parts = await in_thread(self.expected)(name, pure, ())
            shown = lambda page=page: {part: text for part, text in page.parts.items() if part != "people"}  # noqa: E731
            try:
                await page.until(lambda parts=parts, shown=shown: shown() == parts, 5)
            except AssertionError:
                differing = [part for part in parts.keys() | shown().keys() if parts.get(part) != shown().get(part)]
                raise AssertionError(f"step {step}: the page of {name} differs in {differing}") from None
            values_are_shown(view, page.parts)

    def check_absent(self, step):
        sent = html.unescape(self.pages[step.viewer].everything)
        for text in step.absent:
            assert text not in sent, f"step {step.number}: {step.viewer} got {text!r}"


NUMBERS = ("health", "wounds", "advantage")


def values_are_shown(view, parts):
    """The values themselves, not only the same template: names, health, cards, headline."""
    plain = {part: html.unescape(re.sub(r"<[^>]*>", " ", text)) for part, text in parts.items()}
    assert view.banner.headline in " ".join(plain["banner"].split())
    assert {f"c-{key}" for key in view.combatants} == {part for part in parts if part.startswith("c-")}
    for key, one in view.combatants.items():
        assert one.name in plain[f"c-{key}"]
        for number in NUMBERS:
            if (value := getattr(one, number, None)) is not None:
                assert str(abs(value)) in plain[f"c-{key}"], number
        for card in getattr(one, "hand", None) or () if one.is_yours and one.is_acting else ():
            assert f"#f-{card}" in parts["hand"]


@pytest.fixture
def live(request, cast, browse, monkeypatch):
    raw, keys = seated(json.loads((FOLDER / f"{request.param}.json").read_text()))
    scenario = reading.read(json.dumps(raw))
    script = Scripted(scenario.script)
    monkeypatch.setattr(streams, "chance_for", lambda encounter: script)
    return raw, scenario, Live(cast, browse, scenario, keys)


@pytest.mark.parametrize("live", NAMES, indirect=True)
async def test_every_page_shows_the_values_of_the_scenario(live):
    raw, scenario, table = live
    pure = Fight(scenario)
    await table.open()
    for written, step in zip(raw["steps"], scenario.steps, strict=True):
        if isinstance(step, file.Do):
            written = with_sheets(written, scenario.system)
            await in_thread(table.take)(written, step.sender)
        pure.take(step)
        if isinstance(step, file.Do) and step.refused is None:
            await table.compare(pure, step.number)
        elif isinstance(step, file.ExpectView):
            table.check_absent(step)
    for page in table.pages.values():
        await page.shut()
