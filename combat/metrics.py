"""What one server process counts about itself, for whoever looks after it (`/metrics`).

No label names a person, a fight or a card. Counting is cheap enough for every press: a lock and an addition.
"""

from collections.abc import Callable
from functools import cache

from prometheus_client import Counter, Gauge, Histogram, Info, disable_created_metrics, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

disable_created_metrics()  # type: ignore[no-untyped-call]

MOMENTS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
Count = Callable[[], int]

_ACTIONS = Counter("high_card_actions", "Commands that were carried out.", ["system", "command"])
_DECIDING = Histogram(
    "high_card_action_seconds", "From the wish to the rows that wait for the commit.", ["system"], buckets=MOMENTS
)
_REFUSALS = Counter("high_card_refusals", "Presses that were refused, by the refusal's code.", ["code"])
_PRESSES = Histogram("high_card_press_seconds", "From a press to its answer.", ["door"], buckets=MOMENTS)
_PUSHES = Histogram("high_card_push_seconds", "From the commit to the last socket that was told.", buckets=MOMENTS)
_BATCHES = Histogram(
    "high_card_batch_presses", "Presses that were committed together.", buckets=(1, 2, 4, 8, 16, 32, 64, 128)
)
_FAULTS = Counter("high_card_database_errors", "Work that the database did not do.", ["error"])
_SOCKETS = Gauge("high_card_sockets", "Pages that are connected.")
_TABLES = Gauge("high_card_tables", "Tables that somebody has open.")
_PRESSES_WAITING = Gauge("high_card_presses_waiting", "Presses that wait for the writer.")
_HINTS_WAITING = Gauge("high_card_hints_waiting", "Hints that wait to be sent to other processes.")
_BUILD = Info("high_card_build", "Which build this is.")
_latest_push = 0.0


# What happens.


def action(system: str, command: str, seconds: float) -> None:
    _actions(system, command).inc()
    _deciding(system).observe(seconds)


def refusal(code: str) -> None:
    _refusals(code).inc()


def press(door: str, seconds: float) -> None:
    """`door` is `http` or `socket`."""
    _presses(door).observe(seconds)


def push(seconds: float) -> None:
    global _latest_push
    _latest_push = seconds
    _PUSHES.observe(seconds)


def latest_push() -> float:
    """Seconds from the commit of what was shown last until it was shown: how far the pages are behind."""
    return _latest_push


def batch(presses: int) -> None:
    _BATCHES.observe(presses)


def database_error(error: BaseException) -> None:
    """Call it where such an error ends, not where it passes through."""
    _faults(type(error).__name__).inc()


# What is asked only when somebody looks.


def sockets_are(count: Count) -> None:
    _SOCKETS.set_function(count)


def tables_are(count: Count) -> None:
    _TABLES.set_function(count)


def presses_waiting_are(count: Count) -> None:
    _PRESSES_WAITING.set_function(count)


def hints_waiting_are(count: Count) -> None:
    _HINTS_WAITING.set_function(count)


def build_is(build: str) -> None:
    _BUILD.info({"build": build})


CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4


def written() -> bytes:
    """All of it, in the text format of Prometheus."""
    return generate_latest()


# The library looks a label up under a lock each time; these are found again at once.


@cache
def _actions(system: str, command: str) -> Counter:
    return _ACTIONS.labels(system, command)


@cache
def _deciding(system: str) -> Histogram:
    return _DECIDING.labels(system)


@cache
def _refusals(code: str) -> Counter:
    return _REFUSALS.labels(code)


@cache
def _presses(door: str) -> Histogram:
    return _PRESSES.labels(door)


@cache
def _faults(error: str) -> Counter:
    return _FAULTS.labels(error)
