"""Where sockets go."""

from django.urls import path

from combat.consumers import EncounterConsumer


async def encounter_socket(scope, receive, send):  # type: ignore[no-untyped-def]
    await EncounterConsumer()(scope, receive, send)


websocket_urlpatterns = [path("ws/encounters/<uuid:public_id>/", encounter_socket)]
