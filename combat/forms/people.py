"""Forms about people: their names, how they sign in, what a campaign is called."""

from typing import Any

from django import forms
from django.contrib.auth.password_validation import password_validators_help_texts, validate_password

from combat.models import MemberRole
from combat.words import clean_line, clean_prose


class Line(forms.CharField):
    """One line of text, made harmless."""

    def to_python(self, value: Any) -> str:
        return clean_line(super().to_python(value) or "")


class Prose(forms.CharField):
    widget = forms.Textarea(attrs={"rows": 3, "dir": "auto"})

    def to_python(self, value: Any) -> str:
        return clean_prose(super().to_python(value) or "")


def name_field(label: str = "Your name", hint: str = "How the others at the table call you.", most: int = 60) -> Line:
    field = Line(label=label, help_text=hint, max_length=most, widget=forms.TextInput(attrs={"dir": "auto"}))
    field.error_messages["required"] = "Write a name."
    return field


class PasswordMixin(forms.Form):
    email = forms.EmailField(
        label="E-mail address", max_length=150, widget=forms.EmailInput(attrs={"autocomplete": "username"})
    )
    password = forms.CharField(
        label="Password",
        max_length=200,
        strip=False,
        help_text=" ".join(password_validators_help_texts()[1:2]),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_email(self) -> str:
        return str(self.cleaned_data["email"]).lower()

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        validate_password(password)
        return password


class SignUpForm(PasswordMixin):
    name = name_field()
    field_order = ("name", "email", "password")


class KeepForm(PasswordMixin):
    """A guest stays: an e-mail address and a password."""


class SignInForm(forms.Form):
    email = forms.CharField(
        label="E-mail address",
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "inputmode": "email"}),
    )
    password = forms.CharField(
        label="Password",
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class GuestForm(forms.Form):
    name = name_field()
    name.widget.attrs["autocomplete"] = "nickname"


class CampaignForm(forms.Form):
    name = name_field("Name of the campaign", "Players see it on the invite.", most=80)
    blurb = Prose(label="What it is about", max_length=300, required=False)


class InviteForm(forms.Form):
    role = forms.ChoiceField(
        label="They join as",
        choices=[(MemberRole.PLAYER.value, "players"), (MemberRole.SPECTATOR.value, "spectators")],
    )


class RoleForm(forms.Form):
    role = forms.ChoiceField(label="Role", choices=MemberRole.choices)
