"""The admin is for people and campaigns. A fight's document and its chance are shown nowhere here."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from combat.models import Campaign, Character, Encounter, Invite, Membership, User


@admin.register(User)
class PersonAdmin(UserAdmin):
    list_display = ("username", "display_name", "email", "is_guest", "is_active", "is_staff")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("username", "display_name", "email")
    fieldsets = (*UserAdmin.fieldsets, ("High Card", {"fields": ("display_name", "is_guest")}))


class MembershipInline(admin.TabularInline):
    model = Membership
    extra = 0
    raw_id_fields = ("user",)


@admin.register(Campaign)
class CampaignAdmin(admin.ModelAdmin):
    list_display = ("name", "created_at", "expires_at")
    search_fields = ("name",)
    inlines = (MembershipInline,)


@admin.register(Character)
class CharacterAdmin(admin.ModelAdmin):
    list_display = ("name", "campaign", "system", "updated_at")
    list_filter = ("system",)
    search_fields = ("name",)
    fields = ("campaign", "owner", "system", "name", "colour")
    raw_id_fields = ("campaign", "owner")


@admin.register(Invite)
class InviteAdmin(admin.ModelAdmin):
    list_display = ("campaign", "role", "created_at", "revoked_at")
    fields = ("campaign", "role", "revoked_at")
    raw_id_fields = ("campaign",)


@admin.register(Encounter)
class EncounterAdmin(admin.ModelAdmin):
    """Which fights there are, and nothing of what happens in them."""

    list_display = ("name", "campaign", "system", "status", "version", "created_at")
    list_filter = ("system", "status")
    search_fields = ("name",)
    fields = readonly_fields = (
        "name",
        "campaign",
        "system",
        "status",
        "version",
        "created_at",
        "opened_at",
        "ended_at",
    )

    def has_add_permission(self, request: object) -> bool:
        return False
