"""Where sockets go."""

from django.urls import path, re_path

from combat.consumers import EncounterConsumer


async def encounter_socket(scope, receive, send):  # type: ignore[no-untyped-def]
    await EncounterConsumer()(scope, receive, send)


async def nowhere(scope, receive, send):  # type: ignore[no-untyped-def]
    """A socket asked for under another address is refused in quiet: it is no fault of ours to write down."""
    await receive()
    await send({"type": "websocket.close"})


websocket_urlpatterns = [path("ws/encounters/<uuid:public_id>/", encounter_socket), re_path("", nowhere)]
