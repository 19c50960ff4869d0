"""Values are frozen; `replace` makes a changed copy and forgets what the old one had worked out."""

import dataclasses
from functools import cached_property

import pytest

from combat import codec
from combat.engine.records import field, record, replace


@record
class Purse:
    coins: int
    owner: str = "nobody"

    def __post_init__(self) -> None:
        if self.coins < 0:
            raise ValueError("no debts")

    @cached_property
    def words(self) -> str:
        return f"{self.coins} coins"


def test_a_replaced_value_is_a_new_one():
    purse = Purse(coins=3, owner="Ana")
    more = replace(purse, coins=4)
    assert more == Purse(coins=4, owner="Ana") == dataclasses.replace(purse, coins=4)
    assert purse.coins == 3


def test_what_was_worked_out_is_worked_out_again():
    purse = Purse(coins=3)
    assert purse.words == "3 coins"
    assert replace(purse, coins=4).words == "4 coins"


def test_a_replaced_value_is_checked_like_a_new_one():
    with pytest.raises(ValueError, match="no debts"):
        replace(Purse(coins=3), coins=-1)


def test_a_field_that_is_not_there_is_refused():
    with pytest.raises(TypeError, match="no field silver"):
        replace(Purse(coins=3), silver=1)


def test_a_replaced_value_is_frozen_too():
    with pytest.raises(dataclasses.FrozenInstanceError):
        replace(Purse(coins=3), coins=4).coins = 5


@record
class Chest:
    lid: str
    held: dict[str, int] = field(default_factory=dict)
    key: str | None = None


def test_what_is_not_given_is_the_default_and_nobody_shares_it():
    chest = Chest(lid="oak")
    assert (chest.held, chest.key) == ({}, None)
    assert chest.held is not Chest(lid="oak").held
    assert Chest(lid="oak", held={"coin": 1}).held == {"coin": 1}


@pytest.mark.parametrize("given", [{}, {"lid": "oak", "hinge": 1}])
def test_a_missing_or_an_unknown_field_is_refused(given):
    with pytest.raises(TypeError):
        Chest(**given)


def test_a_record_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Chest(lid="oak").lid = "iron"


def test_no_default_stands_on_the_class_not_even_after_the_codec_has_read_it():
    """It would make every reading slow."""
    assert codec.load(Chest, {"lid": "oak"}) == Chest(lid="oak")
    assert not {"lid", "held", "key"} & vars(Chest).keys()
