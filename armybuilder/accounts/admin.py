"""Users in the admin: staff make the link that sets a new password, and delete an account as its owner would."""

from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.admin import AuthenticatorAdmin as AllauthsAuthenticatorAdmin
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangosUserAdmin
from django.db import models
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.models import User
from armybuilder.admin_names import call

# django-allauth has no words of its own for these in Italian.
apps.get_app_config("mfa").verbose_name = _("Two-step sign-in")
call(
    Authenticator,
    _("second step"),
    _("second steps"),
    user=_("user"),
    type=_("Kind"),
    created_at=_("Set up on"),
    last_used_at=_("Last used on"),
)
call(
    UserSession,
    _("session"),
    _("sessions"),
    user=_("user"),
    created_at=_("Signed in on"),
    last_seen_at=_("Last seen on"),
    ip=_("Address"),
    user_agent=_("Browser"),
    data=_("Data"),
)


admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class AuthenticatorAdmin(AllauthsAuthenticatorAdmin):
    """Second steps: staff take one away from somebody who has lost it, and see nothing of its secret."""

    fields = ("user", "type", "created_at", "last_used_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody sets up a second step for somebody else."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """There is nothing in it to change."""
        return False


@admin.register(User)
class UserAdmin(DjangosUserAdmin[User]):
    """Users, with links that set a new password where there is no mail server."""

    actions = ["make_reset_links"]

    @admin.action(description=_("Make links that set a new password"), permissions=["change"])
    def make_reset_links(self, request: HttpRequest, users: "models.QuerySet[User]") -> TemplateResponse:
        """Show a link for each user, good for one new password. Only superusers make one for a superuser."""
        allowed = users if request.user.is_superuser else users.filter(is_superuser=False)
        links = [
            (user, request.build_absolute_uri(_reset_path(user))) for user in allowed.filter(is_active=True)
        ]
        for user, _link in links:
            self.log_change(request, user, gettext("Made a link that sets a new password."))
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Links that set a new password"),
            "links": links,
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/accounts/reset_links.html", context)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Who owns a club is not deleted: it would have no owner. It must be handed over or closed first."""
        owns = obj is not None and obj.memberships.filter(role="owner").exists()
        return super().has_delete_permission(request, obj) and not owns

    def get_actions(self, request: HttpRequest) -> Any:
        """All but deleting several at once, which would leave files and clubs behind."""
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Delete an account as its owner would (settings.DELETE_ACCOUNT)."""
        import_string(settings.DELETE_ACCOUNT)(obj)


def _reset_path(user: User) -> str:
    """The page on which a user sets a new password; the address is good until there is one, or for three days."""
    kwargs = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
    return reverse("account_reset_password_from_key", kwargs=kwargs)
