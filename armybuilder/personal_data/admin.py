"""Users in the admin, deleted like their own deletion: with lists, files and clubs."""

from django.contrib import admin
from django.http import HttpRequest

from armybuilder.accounts.admin import UserAdmin
from armybuilder.accounts.models import User
from armybuilder.personal_data.actions.deletion import delete_account

admin.site.unregister(User)


@admin.register(User)
class DeletingUserAdmin(UserAdmin):
    """Users, with all their data."""

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        delete_account(obj)
