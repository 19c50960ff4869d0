"""Every page and command of the app. Each area keeps its own list beside its views."""

from django.urls import include, path

urlpatterns = [
    path("", include("combat.views.home")),
]
