"""The sample of each system, by its key. A new system is under the general tests as soon as it has one."""

from importlib import import_module

from combat.registry import SYSTEMS


def sample_of(key: str):
    module = import_module(f"tests.systems.{key}.sample")
    return next(value() for name, value in vars(module).items() if name.lower() == f"{key}sample")


SAMPLES = {key: sample_of(key) for key in SYSTEMS}
