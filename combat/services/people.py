"""Accounts, guests, and the links with which a person takes a place along to another device."""

import hashlib
import secrets
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from combat.engine.errors import IllegalCommand
from combat.models import PersonalLink, User

NAME_LENGTH = 60
LINK_LIFE = timedelta(days=2)


def user_create(*, name: str, email: str, password: str) -> User:
    """A person with an account. The e-mail address, in small letters, is also the name to sign in with."""
    email = email.strip().lower()
    try:
        with transaction.atomic():
            return User.objects.create_user(email, email, password, display_name=name)
    except IntegrityError as error:
        raise _taken() from error


def guest_create(*, name: str) -> User:
    """Somebody who gave nothing but a name. The session is all that proves who it is."""
    guest = User(username=f"guest-{secrets.token_hex(8)}", display_name=name, is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest


def guest_keep(*, guest: User, email: str, password: str) -> User:
    """A guest becomes an account; places, characters and fights stay theirs."""
    if not guest.is_guest:
        raise IllegalCommand("no_guest", "You already have an account.")
    guest.username = guest.email = email.strip().lower()
    guest.is_guest = False
    guest.set_password(password)
    try:
        with transaction.atomic():
            guest.save()
    except IntegrityError as error:
        raise _taken() from error
    return guest


def _taken() -> IllegalCommand:
    return IllegalCommand("taken", "There is an account with this e-mail address already. Sign in instead.")


def personal_link_create(*, user: User) -> str:
    """A new single-use token. Earlier ones that were not used no longer work."""
    user.personal_links.filter(used_at=None, reusable=False).delete()
    token = secrets.token_urlsafe(24)
    PersonalLink.objects.create(user=user, token_hash=token_hash(token), expires_at=timezone.now() + LINK_LIFE)
    return token


def personal_link_find(*, token: str, reusable_too: bool) -> PersonalLink | None:
    """The link of this token if it still works now."""
    link = PersonalLink.objects.select_related("user").filter(token_hash=token_hash(token)).first()
    if link is None or not link.user.is_active or link.expires_at <= timezone.now():
        return None
    if link.reusable:
        return link if reusable_too else None
    return link if link.used_at is None else None


def personal_link_use(*, token: str, reusable_too: bool) -> User:
    """Whose place it is. A single-use link is used up by this, also if two devices press at once."""
    link = personal_link_find(token=token, reusable_too=reusable_too)
    if link is None:
        raise IllegalCommand("spent", "This link has been used or is too old. Make a new one on the first device.")
    unused = PersonalLink.objects.filter(pk=link.pk, used_at=None)
    if not link.reusable and not unused.update(used_at=timezone.now()):
        raise IllegalCommand("spent", "This link has just been used. Make a new one on the first device.")
    return link.user


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
