"""A simple brake: so many tries in so many seconds."""

from django.core.cache import cache


def allowed(what: str, who: str, *, most: int, seconds: int) -> bool:
    """Counts this try. False when there were too many within the time, which begins with the first."""
    key = f"throttle:{what}:{who}"
    cache.add(key, 0, seconds)
    try:
        return bool(cache.incr(key) <= most)
    except ValueError:  # ran out between the two calls
        cache.set(key, 1, seconds)
        return True


def forget(what: str, who: str) -> None:
    cache.delete(f"throttle:{what}:{who}")
