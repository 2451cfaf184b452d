"""Users in the admin. Staff who are not superusers change only players: they could take over any account."""

from typing import Any

from allauth.account.admin import EmailAddressAdmin as AllauthsEmailAddressAdmin
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.account.signals import email_added, email_changed, email_removed, password_set
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.admin import AuthenticatorAdmin as AllauthsAuthenticatorAdmin
from allauth.mfa.models import Authenticator
from allauth.usersessions.admin import UserSessionAdmin as AllauthsUserSessionAdmin
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import GroupAdmin as DjangosGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangosUserAdmin
from django.contrib.auth.models import Group
from django.db import models
from django.db.models.constants import LOOKUP_SEP
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.actions import remove_second_steps
from armybuilder.accounts.models import User
from armybuilder.admin_reading import ReadingAdmin

# django-allauth has no words of its own for these in Italian.
apps.get_app_config("mfa").verbose_name = _("Two-step sign-in")


RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")


def players(users: "models.QuerySet[User]") -> "models.QuerySet[User]":
    """Return the users who can change other users, without staff and superusers, for those who can change all."""
    return users.filter(is_staff=False, is_superuser=False)


class UserOwnedAdmin(admin.ModelAdmin[Any]):
    """Rows that belong to a user. Staff who are not superusers see only those of players, and cannot reassign them."""

    secret: tuple[str, ...] = ()

    def get_queryset(self, request: HttpRequest) -> "models.QuerySet[Any]":
        rows: models.QuerySet[Any] = super().get_queryset(request)
        return rows if request.user.is_superuser else rows.filter(user__in=players(User.objects.all()))

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "user" and not request.user.is_superuser:
            kwargs["queryset"] = players(User.objects.all())
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def lookup_allowed(self, lookup: str, value: str, request: Any = None) -> bool:
        """Refuse to search by the beginning of a secret."""
        is_secret = lookup.split(LOOKUP_SEP)[0] in self.secret
        return not is_secret and bool(super().lookup_allowed(lookup, value, request))


class DeleteOnlyAdmin(ReadingAdmin[Any], UserOwnedAdmin):
    """Rows that staff can view and delete, but not add or change."""


for model in (Authenticator, EmailAddress, Group, UserSession):
    admin.site.unregister(model)


@admin.register(Authenticator)
class AuthenticatorAdmin(DeleteOnlyAdmin, AllauthsAuthenticatorAdmin):
    """Second steps: staff can remove a user's lost one, but never see its secret."""

    fields = ("user", "type", "created_at", "last_used_at")
    secret = ("data",)

    def delete_model(self, request: HttpRequest, obj: Authenticator) -> None:
        remove_second_steps(Authenticator.objects.filter(pk=obj.pk), request)

    def delete_queryset(self, request: HttpRequest, queryset: "models.QuerySet[Authenticator]") -> None:
        remove_second_steps(queryset, request)


@admin.register(UserSession)
class UserSessionAdmin(DeleteOnlyAdmin, AllauthsUserSessionAdmin):
    """Sessions of users, without the key that would let anyone sign in as them."""

    fields = ("user", "created_at", "last_seen_at", "ip", "user_agent")
    secret = ("session_key", "data")


@admin.register(EmailAddress)
class EmailAddressAdmin(UserOwnedAdmin, AllauthsEmailAddressAdmin):
    """Email addresses: each can receive a password reset, so their owners are notified of changes by staff."""

    def save_model(
        self, request: HttpRequest, obj: EmailAddress, form: "ModelForm[EmailAddress]", change: bool
    ) -> None:
        """Save it, and notify its owner of a changed address at the old one."""
        super().save_model(request, obj, form, change)
        is_another = not change or "email" in form.changed_data
        if change and obj.primary and {"email", "primary"} & {*form.changed_data}:
            former = EmailAddress(**{name: form.initial[name] for name in ("email", "verified")})
            notify_of_new_address(request, obj.user, former if is_another else None)
        elif is_another:
            email_added.send(sender=EmailAddress, request=request, user=obj.user, email_address=obj)

    def delete_model(self, request: HttpRequest, obj: EmailAddress) -> None:
        self.delete_queryset(request, EmailAddress.objects.filter(pk=obj.pk))

    def delete_queryset(self, request: HttpRequest, queryset: "models.QuerySet[EmailAddress]") -> None:
        removed = [*queryset.select_related("user")]
        super().delete_queryset(request, queryset)
        for one in removed:
            email_removed.send(sender=EmailAddress, request=request, user=one.user, email_address=one)


@admin.register(Group)
class GroupAdmin(DjangosGroupAdmin):
    """Groups of rights, which only superusers create and change."""

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser)

    has_add_permission = has_delete_permission = has_change_permission


@admin.register(User)
class UserAdmin(DjangosUserAdmin[User]):
    """Users, with links that set a new password without a mail server."""

    actions = ["make_reset_links"]

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        fixed = tuple(super().get_readonly_fields(request, obj))
        return fixed if request.user.is_superuser else fixed + RIGHTS

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Only superusers change staff and superusers, including their passwords."""
        return super().has_change_permission(request, obj) and _may_touch(request, obj)

    def save_model(self, request: HttpRequest, obj: User, form: "ModelForm[User]", change: bool) -> None:
        """Save it, and notify the user of a changed address: it can receive a password reset."""
        super().save_model(request, obj, form, change)
        if change and "email" in form.changed_data:
            notify_of_new_address(request, obj)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        before = self.get_object(request, unquote(id))
        answer = super().user_change_password(request, id, form_url)
        after = self.get_object(request, unquote(id))
        if before and after and before.password != after.password:
            password_set.send(sender=User, request=request, user=after)
        return answer

    @admin.action(description=_("Create password reset links"), permissions=["change"])
    def make_reset_links(self, request: HttpRequest, users: "models.QuerySet[User]") -> TemplateResponse:
        """Show a link for each user, valid for one new password. Only superusers create one for staff."""
        allowed = users if request.user.is_superuser else players(users)
        links = [(user, request.build_absolute_uri(_reset_path(user))) for user in allowed.filter(is_active=True)]
        for user, _link in links:
            self.log_change(request, user, gettext("Created a password reset link."))
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Password reset links"),
            "links": links,
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/accounts/reset_links.html", context)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse to delete the owner of a club: it must be handed over or closed first."""
        owns = obj is not None and obj.memberships.filter(role="owner").exists()
        return super().has_delete_permission(request, obj) and _may_touch(request, obj) and not owns

    def get_actions(self, request: HttpRequest) -> Any:
        """Return all actions except deleting several at once, which would leave files and clubs behind."""
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions


def notify_of_new_address(request: HttpRequest, user: User, former: EmailAddress | None = None) -> None:
    """Notify a user that their emails go to another address; at the old one if it is known."""
    email_changed.send(
        sender=EmailAddress, request=request, user=user, from_email_address=former, to_email_address=None
    )


def _may_touch(request: HttpRequest, user: User | None) -> bool:
    """Whether the visitor can change this user (None: any user)."""
    return bool(request.user.is_superuser) or user is None or not (user.is_staff or user.is_superuser)


def _reset_path(user: User) -> str:
    """Let a user set a new password; the address works once, for a day."""
    kwargs = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
    return reverse("account_reset_password_from_key", kwargs=kwargs)
