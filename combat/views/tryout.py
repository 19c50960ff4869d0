"""One press, and a fight is on."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.http import require_POST

from combat.services.tryout import tryout_open
from combat.throttle import allowed
from combat.views.accounts import address_of, enter

AN_HOUR = 3600


@require_POST
def try_now(request: HttpRequest) -> HttpResponse:
    if not allowed("try", address_of(request), most=30, seconds=AN_HOUR) or not allowed(
        "try-by", request.session.session_key or address_of(request), most=12, seconds=AN_HOUR
    ):
        words = "Many fights were begun from here just now. Go on with one of them, or come back in an hour."
        return render(request, "people/spent.html", {"words": words}, status=429)
    user = request.user if request.user.is_authenticated else None
    visitor, encounter = tryout_open(user=user, system=request.POST.get("system", ""))
    if user is None:
        enter(request, visitor)
    return redirect("table", encounter.public_id)


urlpatterns = [path("try/", try_now, name="try")]
