"""A whole club opens its tables at once: a few are served at a time, the others wait, and all are served."""

import asyncio

import pytest

from ctg_site.gate import AT_ONCE, gate

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db]  # it gives back what connections its thread still has


async def test_no_more_than_a_few_pages_are_made_at_once():
    inside, most = 0, 0

    async def page(request):
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        await asyncio.sleep(0.001)
        inside -= 1
        return request

    answer = gate(page)
    numbers = list(range(AT_ONCE * 5))
    assert await asyncio.gather(*(answer(number) for number in numbers)) == numbers
    assert most == AT_ONCE


async def test_a_page_that_fails_gives_its_turn_back():
    async def broken(request):
        raise ValueError

    answer = gate(broken)
    for _ in range(AT_ONCE * 2):
        with pytest.raises(ValueError):
            await answer(None)
