"""Every page and command of the app. Each area keeps its own list beside its views."""

from django.urls import include, path

urlpatterns = [
    path("", include("combat.views.home")),
    path("", include("combat.views.accounts")),
    path("", include("combat.views.aftermath")),
    path("", include("combat.views.campaigns")),
    path("", include("combat.views.characters")),
    path("", include("combat.views.character_files")),
    path("", include("combat.views.encounters")),
    path("", include("combat.views.house_rules")),
    path("", include("combat.views.invites")),
    path("", include("combat.views.prep")),
    path("", include("combat.views.prep_sheet")),
    path("", include("combat.views.tryout")),
    path("", include("combat.views.table")),
    path("", include("combat.views.commands")),
    path("", include("combat.views.fairness")),
    path("", include("combat.views.replay")),
]
