"""The site as a server process serves it: pages over http, tables over web sockets, and the clock of this process."""

import gc
import os
import time
from threading import Thread

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ctg_site.settings")

django.setup(set_prefix=False)  # before anything that needs the apps

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.conf import settings  # noqa: E402
from django.urls import get_resolver  # noqa: E402

from combat.broadcast import hints_waiting  # noqa: E402
from combat.fragments import warm_up  # noqa: E402
from combat.routing import websocket_urlpatterns  # noqa: E402
from combat.services.clerk import clerk  # noqa: E402
from combat.services.clock import Sweeper  # noqa: E402
from combat.views.health import Watched, readiness  # noqa: E402
from ctg_site.lifespan import Lifespan  # noqa: E402
from ctg_site.pages import Pages  # noqa: E402

SECONDS_FOR_THE_REST = 1.5


def wind_up() -> None:
    """The sockets are closed; what was pressed before is still written down, and other processes hear of it."""
    end = time.monotonic() + SECONDS_FOR_THE_REST
    while (clerk().waiting or hints_waiting()) and time.monotonic() < end:
        time.sleep(0.01)


def get_ready() -> None:
    """Compile what every table needs, and look through none of it for garbage again: a press makes little of that."""
    warm_up()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


sockets = URLRouter(websocket_urlpatterns)
application = ProtocolTypeRouter({"http": Watched(Pages()), "websocket": sockets, "lifespan": Lifespan(wind_up)})

_ = get_resolver().url_patterns  # a fault in a page's module shows when the server starts, not when somebody asks

if settings.MODE != "test":
    clock = Sweeper()
    clock.start()
    readiness.must_live(clock)
    warming_up = Thread(target=get_ready, name="warm-up", daemon=True)
    warming_up.start()
    readiness.must_end(warming_up)
