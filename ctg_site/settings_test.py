"""Settings of the tests: the same product, with quick passwords and everything in memory."""

import os
import tempfile

os.environ["HIGH_CARD_MODE"] = "test"
os.environ.setdefault("HIGH_CARD_DATA", tempfile.mkdtemp(prefix="high-card-test-"))

from ctg_site.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
ALLOWED_HOSTS = [*ALLOWED_HOSTS, "testserver"]  # noqa: F405
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):  # noqa: F405
    # A file, as in the product: the memory database has other locks, and races are part of what is tested.
    DATABASES["default"]["TEST"] = {"NAME": DATA_DIR / "test.sqlite3"}  # noqa: F405
worker = os.environ.get("PYTEST_XDIST_WORKER", "")
if REDIS_URL and worker:  # noqa: F405
    # Tests that run side by side (gw0, gw1 ...) share a Redis server. Its databases are apart, its channels are not.
    server, _, number = REDIS_URL.rpartition("/")  # noqa: F405
    CACHES["default"]["LOCATION"] = f"{server}/{int(number) + int(worker.removeprefix('gw'))}"  # noqa: F405
    CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] += worker  # noqa: F405
