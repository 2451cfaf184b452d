"""django-allauth's forms with the classes and labels of the site."""

from collections.abc import Mapping
from typing import Any, ClassVar

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp import forms as totp
from django import forms
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise, StrPromise

from armybuilder.accounts.guessing import code_of, count_try
from armybuilder.accounts.validators import USERNAME_RULE
from armybuilder.rate_limits import limits

ENOUGH_MAILS = _(
    "We have already sent several emails to this address. Check your spam folder; you can "
    "ask for another link in an hour."
)

REVOKE_TOKENS = "revoke_tokens"


class SiteForm(forms.Form):
    """A form whose inputs carry the style sheet's class, the `labels` and `hints`, and no placeholder."""

    labels: ClassVar[Mapping[str, StrPromise]] = {}
    hints: ClassVar[Mapping[str, StrOrPromise]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in self.labels.items():
            self.fields[name].label = label
        for name, hint in self.hints.items():
            self.fields[name].help_text = hint
        for field in self.fields.values():
            if not isinstance(field.widget, forms.CheckboxInput):
                field.widget.attrs["class"] = "input"
            field.widget.attrs.pop("placeholder", None)


class PasswordForm(SiteForm):
    """A form with a new password, typed twice; it describes settings.AUTH_PASSWORD_VALIDATORS in a sentence."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password2"].label = _("Repeat password")
        if self.is_bound:
            self.fields["password2"].help_text = _("Type both passwords again: they are never sent back to this page.")
        self.fields["password1"].help_text = _(
            "At least 12 characters, different from your username and not a common password. "
            "Three or four words are easy to remember."
        )


class OtherPasswordForm(PasswordForm):
    """A form with a new password in place of another, which offers to revoke the tokens (`api/hooks.py` does it)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].label = _("New password")
        self.fields[REVOKE_TOKENS] = forms.BooleanField(label=_("Also revoke my access tokens"), required=False)


class LoginForm(SiteForm, allauth.LoginForm):
    """Sign-in by username or email."""

    labels: ClassVar = {"login": _("Username or email")}
    hints: ClassVar = {"password": ""}  # the page has the link to the reset

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class SignupForm(PasswordForm, allauth.SignupForm):
    """Sign-up by username, with an optional email."""

    labels: ClassVar = {"username": _("Username"), "email": _("Email (optional)")}
    hints: ClassVar = {"username": USERNAME_RULE, "email": _("Only used to reset a forgotten password.")}


class AddEmailForm(SiteForm, allauth.AddEmailForm):
    """A further email address."""

    labels: ClassVar = {"email": _("Email address")}


class ChangePasswordForm(OtherPasswordForm, allauth.ChangePasswordForm):
    """A new password, for a user who knows the old one."""

    labels: ClassVar = {"oldpassword": _("Current password")}
    hints: ClassVar = {"oldpassword": ""}

    def clean_oldpassword(self) -> str:
        """Return the current password; wrong ones count as at sign-in. Raises ValidationError."""
        password: str = self.cleaned_data["oldpassword"]
        if not get_adapter().reauthenticate(self.user, password):
            raise get_adapter().validation_error("enter_current_password")
        return password


class SetPasswordForm(PasswordForm, allauth.SetPasswordForm):
    """A first password, if staff created an account without one."""


class ResetPasswordForm(SiteForm, allauth.ResetPasswordForm):
    """The address for the reset link."""

    def clean_email(self) -> str:
        """Return the address. Raises ValidationError if it is unknown, or got too many emails."""
        email: str = super().clean_email()
        if limits.count("reset-mail", email.lower()):
            raise ValidationError(ENOUGH_MAILS)
        return email


class ResetPasswordKeyForm(OtherPasswordForm, allauth.ResetPasswordKeyForm):
    """A new password, for a user who followed the reset link."""


class ReauthenticateForm(SiteForm, allauth.ReauthenticateForm):
    """The password again, before a sensitive step."""


class _CodeForm(SiteForm):
    """A form with a code and a limit of wrong attempts."""

    labels: ClassVar = {"code": _("The code")}
    user: AbstractBaseUser

    def clean_code(self) -> str:
        right = count_try(code_of(self.user))
        code: str = super().clean_code()  # type: ignore[misc]  # allauth's form is the next class
        right()
        return code


class AuthenticateForm(_CodeForm, mfa.AuthenticateForm):
    """The code of the second step."""


class CodeAgainForm(_CodeForm, mfa.ReauthenticateForm):
    """A code again, before a sensitive step."""


class ActivateTOTPForm(_CodeForm, totp.ActivateTOTPForm):
    """The first code that the app shows."""

    labels: ClassVar = {"code": _("What the app shows")}
