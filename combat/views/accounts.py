"""Sign up, sign in, sign out, and a new password by mail; a guest stays; a place is taken along to another device."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate, login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import (
    PasswordResetCompleteView,
    PasswordResetConfirmView,
    PasswordResetDoneView,
    PasswordResetView,
)
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from combat.engine.errors import IllegalCommand
from combat.forms.people import GuestForm, KeepForm, SignInForm, SignUpForm
from combat.models import User
from combat.people import campaigns_of, open_tables
from combat.services.people import guest_keep, personal_link_create, personal_link_find, personal_link_use, user_create
from combat.throttle import allowed, forget
from combat.views.links import outside_url, qr_code

BACKEND = "django.contrib.auth.backends.ModelBackend"
TEN_MINUTES = 600
TOO_MANY = "Too many tries. Wait ten minutes, or ask for a new password by mail."


def enter(request: HttpRequest, user: User) -> None:
    """Sign the browser in. A guest's session is all that a guest has, so it lasts."""
    login(request, user, backend=BACKEND)
    if user.is_guest:
        request.session.set_expiry(settings.GUEST_SESSION_AGE)


def address_of(request: HttpRequest) -> str:
    return str(request.META.get("REMOTE_ADDR", ""))


def next_or_home(request: HttpRequest) -> HttpResponseRedirect:
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return HttpResponseRedirect(wanted if safe else reverse("home"))


def to_their_table(user: User) -> HttpResponse:
    """Where somebody who sits down wants to be: at the only open table, in the only campaign, or at the door."""
    places = campaigns_of(user)
    fights = [fight for some in open_tables(places).values() for fight in some]
    if len(fights) == 1:
        return redirect("table", fights[0].public_id)
    return redirect("campaign", places[0].campaign.public_id) if len(places) == 1 else redirect("home")


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if not allowed("sign-up", address_of(request), most=20, seconds=TEN_MINUTES):
            form.add_error(None, "Too many new accounts from here. Wait ten minutes.")
        else:
            try:
                enter(request, user_create(**form.cleaned_data))
                return next_or_home(request)
            except IllegalCommand as refusal:
                form.add_error("email", refusal.words)
    return render(request, "people/sign_up.html", _with_next(request, form), status=400 if form.errors else 200)


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    form = SignInForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            email = form.cleaned_data["email"].strip().lower()
            if not _may_try(request, email):
                form.add_error(None, TOO_MANY)
                status = 429
            elif user := authenticate(request, username=email, password=form.cleaned_data["password"]):
                forget("sign-in", email)
                enter(request, user)
                return next_or_home(request)
            else:
                form.add_error(None, "E-mail address and password do not fit together.")
    return render(request, "people/sign_in.html", _with_next(request, form), status=status)


def _may_try(request: HttpRequest, email: str) -> bool:
    by_place = allowed("sign-in-from", address_of(request), most=50, seconds=TEN_MINUTES)
    return allowed("sign-in", email, most=10, seconds=TEN_MINUTES) and by_place


def _with_next(request: HttpRequest, form: object) -> dict[str, object]:
    return {"form": form, "next": request.POST.get("next") or request.GET.get("next") or ""}


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("home")


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def me(request: HttpRequest) -> HttpResponse:
    """What a person may change about themselves."""
    user: User = request.user
    form = GuestForm(request.POST or None, initial={"name": user.display_name})
    if request.method == "POST" and form.is_valid():
        user.display_name = form.cleaned_data["name"]
        user.save(update_fields=["display_name"])
        messages.success(request, "Your name is changed. At tables where you sit already it stays as it was.")
        return redirect("me")
    return render(request, "people/me.html", {"form": form, "keep_form": KeepForm()})


@sensitive_post_parameters("password")
@never_cache
@login_required
@require_POST
def keep(request: HttpRequest) -> HttpResponse:
    """A guest becomes an account."""
    user: User = request.user
    form = KeepForm(request.POST)
    if form.is_valid():
        try:
            guest_keep(guest=user, **form.cleaned_data)
        except IllegalCommand as refusal:
            form.add_error("email", refusal.words)
        else:
            update_session_auth_hash(request, user)
            messages.success(request, "Done. From now on you can sign in anywhere.")
            return redirect("me")
    context = {"form": GuestForm(initial={"name": user.display_name}), "keep_form": form}
    return render(request, "people/me.html", context, status=400)


@never_cache
@login_required
@require_POST
def device_link(request: HttpRequest) -> HttpResponse:
    """A link with which another device of mine sits where I sit. Shown once, never stored."""
    url = outside_url(request, reverse("seat_link", args=[personal_link_create(user=request.user)]))
    return render(request, "people/device.html", {"link": url, "qr": qr_code(url)})


@never_cache
@require_http_methods(["GET", "POST"])
def seat_link(request: HttpRequest, token: str) -> HttpResponse:
    """A GET only asks, since previews of messages fetch links; the press uses it."""
    if request.method == "POST":
        try:
            user = personal_link_use(token=token, reusable_too=settings.LOCAL)
        except IllegalCommand as refusal:
            return render(request, "people/spent.html", {"words": refusal.words}, status=410)
        enter(request, user)
        return to_their_table(user)
    link = personal_link_find(token=token, reusable_too=settings.LOCAL)
    if link is None:
        words = "This link has been used or is too old. Make a new one on the first device."
        return render(request, "people/spent.html", {"words": words}, status=410)
    return render(request, "people/seat_link.html", {"who": link.user})


class ResetView(PasswordResetView):
    """The answer is the same whether the address is known or not."""

    template_name = "registration/new_password.html"
    email_template_name = "registration/new_password_mail.txt"
    subject_template_name = "registration/new_password_subject.txt"

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not allowed("reset", address_of(request), most=10, seconds=TEN_MINUTES):
            return HttpResponseRedirect(reverse("password_reset_done"))
        return super().post(request, *args, **kwargs)


urlpatterns = [
    path("sign-up/", sign_up, name="sign_up"),
    path("sign-in/", sign_in, name="sign_in"),
    path("sign-out/", sign_out, name="sign_out"),
    path("me/", me, name="me"),
    path("me/keep/", keep, name="keep"),
    path("me/device/", device_link, name="device_link"),
    path("seat/<str:token>/", seat_link, name="seat_link"),
    path("password/", ResetView.as_view(), name="password_reset"),
    path(
        "password/sent/",
        PasswordResetDoneView.as_view(template_name="registration/new_password_sent.html"),
        name="password_reset_done",
    ),
    path(
        "password/<uidb64>/<token>/",
        PasswordResetConfirmView.as_view(template_name="registration/new_password_set.html"),
        name="password_reset_confirm",
    ),
    path(
        "password/done/",
        PasswordResetCompleteView.as_view(template_name="registration/new_password_done.html"),
        name="password_reset_complete",
    ),
]
