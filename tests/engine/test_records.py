"""Values are frozen; `replace` makes a changed copy and forgets what the old one had worked out."""

import dataclasses
from functools import cached_property

import pytest

from combat.engine.records import record, replace


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
