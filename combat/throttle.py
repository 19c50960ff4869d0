"""A simple brake: so many tries in so many seconds.

They are counted for all processes together. While the cache is away each process counts for itself, since nobody at a
table is to wait for it.
"""

import time

from django.core.cache import BaseCache, cache
from django.core.cache.backends.locmem import LocMemCache
from redis import RedisError

AWAY = 5.0
"""Seconds in which a cache that did not answer is not asked again."""

_own = LocMemCache("throttle", {})
_asked_again_at = 0.0


def allowed(what: str, who: str, *, most: int, seconds: int) -> bool:
    """Counts this try. False when there were too many within the time, which begins with the first."""
    key = _key(what, who)
    if time.monotonic() >= _asked_again_at:
        try:
            return _counted(cache, key, seconds) <= most
        except RedisError:
            _leave_alone()
    return _counted(_own, key, seconds) <= most


def forget(what: str, who: str) -> None:
    _own.delete(_key(what, who))
    if time.monotonic() >= _asked_again_at:
        try:
            cache.delete(_key(what, who))
        except RedisError:
            _leave_alone()


def _counted(where: BaseCache, key: str, seconds: int) -> int:
    where.add(key, 0, seconds)
    try:
        return int(where.incr(key))
    except ValueError:  # ran out between the two calls
        where.set(key, 1, seconds)
        return 1


def _leave_alone() -> None:
    global _asked_again_at
    _asked_again_at = time.monotonic() + AWAY


def _key(what: str, who: str) -> str:
    return f"throttle:{what}:{who}"
