"""Rows: people, what they prepared, and what happened. No rules here, and no `save()` of our own.

Rows are for people; a running fight is one typed document (`Encounter.document`) that only the codec opens, and a
log of what was accepted. The document is a cache of the log.
"""

import uuid

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils import timezone


class User(AbstractUser):
    """Somebody at the site. A guest has an unusable password and a long session."""

    display_name = models.CharField(max_length=60, blank=True)
    is_guest = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.display_name or self.username


class Campaign(models.Model):
    """People who play together."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=80)
    blurb = models.CharField(max_length=300, blank=True)
    house_rules = models.JSONField(default=dict, blank=True)
    """By system key: the switches that differ from the default."""
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True, blank=True)
    """Only try-out tables expire."""

    def __str__(self) -> str:
        return self.name


class MemberRole(models.TextChoices):
    GM = "gm", "Game master"
    PLAYER = "player", "Player"
    SPECTATOR = "spectator", "Spectator"


class Membership(models.Model):
    """A user's place in a campaign. Somebody who left or was removed keeps the row, with `left_at`."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=MemberRole.choices)
    name = models.CharField(max_length=60)
    """The name at this table."""
    joined_at = models.DateTimeField(default=timezone.now)
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "user"], name="one_membership_per_user")]

    def __str__(self) -> str:
        return f"{self.name} ({self.role})"


class Invite(models.Model):
    """A link that joins a campaign, by POST from its confirm page."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invites")
    token = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=10, choices=MemberRole.choices, default=MemberRole.PLAYER)
    created_at = models.DateTimeField(default=timezone.now)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.role} invite of {self.campaign_id}"


class PersonalLink(models.Model):
    """A single-use link with which another device takes over a user's seat. Only the token's hash is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="personal_links")
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    reusable = models.BooleanField(default=False)
    """Only the demo's links, and only in local mode."""

    def __str__(self) -> str:
        return f"link of user {self.user_id}"


class Character(models.Model):
    """A lasting sheet. A combatant is made from it when a fight opens."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="characters")
    owner = models.ForeignKey(Membership, null=True, blank=True, on_delete=models.SET_NULL, related_name="characters")
    system = models.CharField(max_length=20)
    name = models.CharField(max_length=60)
    colour = models.CharField(max_length=20, default="teal")
    sheet = models.JSONField(default=dict)
    """The system's sheet record, through the codec."""
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.name


class EncounterStatus(models.TextChoices):
    PLANNED = "planned", "Planned"
    RUNNING = "running", "Running"
    ENDED = "ended", "Ended"


class Encounter(models.Model):
    """One fight: planned (only a plan), running (a document, a version and a log), ended."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="encounters")
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=80)
    system = models.CharField(max_length=20)
    status = models.CharField(max_length=10, choices=EncounterStatus.choices, default=EncounterStatus.PLANNED)
    plan = models.JSONField(default=dict)
    """What the GM composed: combatants, environment, deck policy, notes. Read when the table opens."""
    notes = models.TextField(blank=True, max_length=5000)
    """The GM's own."""

    document = models.TextField(null=True, blank=True, editable=False)
    """A state as the codec's text: only `combat/documents.py` opens it."""
    document_version = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    """The version that the text shows. What has happened since stands in the log and has never been undone."""
    version = models.PositiveIntegerField(default=0)
    """Goes up by exactly 1 with every accepted command, and never down."""
    window = models.CharField(max_length=60, blank=True)
    """The open window's id, with the moment at which it closes by itself."""
    window_closes_at = models.DateTimeField(null=True, blank=True)
    mover = models.CharField(max_length=80, blank=True)
    """The combatant that plays itself and may act now, with the moment at which it does."""
    autoplay_at = models.DateTimeField(null=True, blank=True)

    chance = models.JSONField(null=True, blank=True, editable=False)
    """The random stream: seed, entropy, position, cuts not mixed in yet. Shown nowhere while the fight runs."""
    streams = models.JSONField(default=list, editable=False)
    """Commitments of all streams of this fight, with the seed of those that were opened."""
    aftermath = models.JSONField(default=dict, editable=False)
    """What went back to the sheets when it was over, and what stood there before."""

    lines = models.JSONField(default=dict, editable=False)
    """By audience: how many log lines it has been shown. Its own numbers have no gaps where others saw more."""

    created_at = models.DateTimeField(default=timezone.now)
    opened_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["window_closes_at"], name="open_windows", condition=Q(window_closes_at__isnull=False)),
            models.Index(fields=["autoplay_at"], name="self_players", condition=Q(autoplay_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.name


class Seat(models.Model):
    """A member's place in one encounter. Its number, as text, is the owner's key in the state."""

    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="seats")
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveIntegerField()
    """In the order in which seats were taken; never used again."""
    taken_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["encounter", "number"], name="seat_numbers_are_unique"),
            models.UniqueConstraint(fields=["encounter", "membership"], name="one_seat_per_member"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of encounter {self.encounter_id}"


class Presence(models.Model):
    """That somebody has the table open. It expires by itself, for a server that dies cannot say goodbye."""

    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="presences")
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="presences")
    expires_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["encounter", "membership"], name="one_presence_per_member")]

    def __str__(self) -> str:
        return f"member {self.membership_id} at encounter {self.encounter_id}"


class LogEntry(models.Model):
    """What one accepted command wrote. Never changed but for the mark `undone`."""

    class Kind(models.TextChoices):
        OPENING = "opening", "Opening"
        COMMAND = "command", "Command"
        UNDO = "undo", "Undo"
        CUT = "cut", "Cut"
        SAY = "say", "Say"
        SEAT = "seat", "Seat"

    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="log")
    number = models.PositiveIntegerField()
    """From 0, without gaps: the version that it made, less that of the opening."""
    kind = models.CharField(max_length=10, choices=Kind.choices)
    do = models.CharField(max_length=30, blank=True)
    """The command's type."""
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    seat = models.PositiveIntegerField(null=True, blank=True)
    events = models.JSONField(default=list)
    uses = models.JSONField(default=list)
    """What it took from the random stream (fairness: the trail)."""
    undoable = models.BooleanField(default=True)
    undone_by = models.PositiveIntegerField(null=True, blank=True)
    """Number of the undo that took it back."""
    detail = models.JSONField(default=dict, blank=True)
    """For a cut: what was given. For an undo: the numbers that it took back. For speech: the words. Who, by name."""
    lines = models.JSONField(default=dict, blank=True)
    """`Encounter.lines` as this entry left it."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["encounter", "number"], name="log_numbers_are_unique")]
        ordering = ["encounter", "number"]

    def __str__(self) -> str:
        return f"line {self.number} of encounter {self.encounter_id}"


class Receipt(models.Model):
    """The answer that a gesture got, so that the same id delivered again gets the same answer."""

    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="receipts")
    command_id = models.CharField(max_length=64)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    body_hash = models.CharField(max_length=64)
    code = models.CharField(max_length=40, blank=True)
    """Empty: accepted. Else the refusal's code."""
    words = models.CharField(max_length=300, blank=True)
    version = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["encounter", "command_id"], name="one_receipt_per_gesture")]

    def __str__(self) -> str:
        return f"receipt {self.command_id}"
