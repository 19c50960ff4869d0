"""The first page: what this is, the way in, and for those who are in: their campaigns."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from combat.people import campaigns_of, open_tables
from combat.services.tryout import tried_out


@never_cache
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    places = campaigns_of(request.user) if request.user.is_authenticated else []
    return render(request, "home.html", {"places": places, "running": open_tables(places), "systems": tried_out()})


urlpatterns = [path("", home, name="home")]
