"""The site as Daphne serves it: pages over http, tables over web sockets, and the clock of this process."""

import os
from threading import Thread

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ctg_site.settings")

pages = get_asgi_application()  # before anything that needs the apps

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.conf import settings  # noqa: E402
from django.urls import get_resolver  # noqa: E402

from combat.fragments import warm_up  # noqa: E402
from combat.routing import websocket_urlpatterns  # noqa: E402
from combat.services.clock import Sweeper  # noqa: E402
from combat.views.health import Watched, readiness  # noqa: E402

sockets = AuthMiddlewareStack(URLRouter(websocket_urlpatterns))
application = ProtocolTypeRouter({"http": Watched(pages), "websocket": sockets})

_ = get_resolver().url_patterns  # a fault in a page's module shows when the server starts, not when somebody asks

if settings.MODE != "test":
    clock = Sweeper()
    clock.start()
    readiness.must_live(clock)
    Thread(target=warm_up, name="warm-up", daemon=True).start()
