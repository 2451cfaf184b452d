"""Fill an empty site for the pictures, and print its account, lists and club as JSON."""

import json
import os
from datetime import timedelta
from itertools import cycle

import django
from msgspec.structs import replace

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
django.setup()

from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from armybuilder.accounts.models import User  # noqa: E402
from armybuilder.clubs.actions import accept_invitation, create_club, edit_club, invite, set_organiser  # noqa: E402
from armybuilder.clubs.models import Club  # noqa: E402
from armybuilder.lists.actions.copies import show_to_clubs  # noqa: E402
from armybuilder.lists.actions.creating import create_from  # noqa: E402
from armybuilder.lists.actions.shelves import bulk_action  # noqa: E402
from armybuilder.lists.exchange.our_format.writing import write_text  # noqa: E402
from armybuilder.lists.models import ArmyList  # noqa: E402
from armybuilder.lists.visitors import Visitor  # noqa: E402
from armybuilder.sharing.actions import make_link  # noqa: E402
from rules.catalogue import catalogue_for  # noqa: E402
from rules.core.document.roster import RoleOfList  # noqa: E402

ROLES: tuple[RoleOfList, ...] = ("attacker", "defender")
MEMBERS = ("davide", "ilaria.conti", "sam", "Generale_Cadorna", "paolo")
ABOUT = "Il giovedì dalle 20.30, via Marconi 12, sopra la biblioteca."


def main() -> None:
    """Make everything; each example is a list of some user."""
    marta, *members = (User.objects.create_user(name) for name in ("marta", *MEMBERS))
    lists = [copy_of(sample, marta, days) for days, sample in enumerate(ArmyList.objects.samples())]
    bulk_action("tag", Visitor(marta), [army_list.pk for army_list in lists[::3]], "Lucca")
    bulk_action("tag", Visitor(marta), [lists[0].pk, lists[1].pk], "15 mm")
    club = a_club(marta, members)
    for member, sample in zip(cycle(members), ArmyList.objects.samples(), strict=False):
        show_to_clubs(copy_of(sample, member, 1).pk, member, {club.pk})
    show_to_clubs(lists[0].pk, marta, {club.pk})
    left, over = lists_to_advise_on(members[0])
    link = make_link(lists[0].pk, Visitor(marta), frozen=False)
    way = {"club": str(club.pk), "token": link.token, "session": session_of(marta)}
    way |= {"left": str(left.pk), "over": str(over.pk), "member": session_of(members[0])}
    way |= {f"session {member}": session_of(member) for member in members}
    print(json.dumps(way | lists_to_play_with(members)))


def lists_to_play_with(players: list[User]) -> dict[str, str]:
    """Give each player an attacker and a defender list of Breaking News, and return two more as text."""
    samples = [one for one in ArmyList.objects.samples() if one.roster.ruleset == "bn"]
    for player, sample in zip(players, cycle(samples), strict=False):
        for role in ROLES:
            a_list_to_play_with(player, sample, role)
    return {role: as_text(samples[-1], role) for role in ROLES}


def a_list_to_play_with(player: User, sample: ArmyList, role: RoleOfList) -> ArmyList:
    """Return a list with the content of an example, for a role."""
    name = f"{sample.roster.name.split(',')[0]}, {player.username}"
    roster = replace(sample.roster, role=role, name=name, limit=None)
    return create_from(Visitor(player), roster, sample.ruleset_version_id)


def as_text(army_list: ArmyList, role: RoleOfList) -> str:
    """Return a list as text for a chat, for a role."""
    catalogue = catalogue_for(army_list.ruleset_version_id)
    roster = replace(army_list.roster, role=role, limit=None)
    return write_text(roster, catalogue, army_list.report, "compact", "it")


def copy_of(sample: ArmyList, user: User, days: int) -> ArmyList:
    made = create_from(Visitor(user), sample.roster, sample.ruleset_version_id)
    ArmyList.objects.filter(pk=made.pk).update(changed=timezone.now() - timedelta(days=days, hours=3))
    return made


def lists_to_advise_on(user: User) -> tuple[ArmyList, ArmyList]:
    """Return the first example twice: with points left, and over its limit without a leader."""
    sample = next(iter(ArmyList.objects.samples()))
    total = sample.report.total or 0
    squad = sample.roster.squads[0]
    nobody = tuple(replace(figure, leadership=0, commander=False) for figure in squad.figures)
    left = replace(sample.roster, role="open", limit=total + 27)
    squads = (replace(squad, figures=nobody), *sample.roster.squads[1:])
    over = replace(sample.roster, role="open", limit=total - 30, squads=squads)
    made = [create_from(Visitor(user), one, sample.ruleset_version_id) for one in (left, over)]
    return made[0], made[1]


def a_club(owner: User, members: list[User]) -> Club:
    club = create_club(owner, "Il Ridotto, Palmanova")
    edit_club(club.pk, owner, name=club.name, about=ABOUT)
    invitation = invite(club.pk, owner)
    for member in members:
        accept_invitation(invitation.token, member)
    set_organiser(club.pk, owner, club.memberships.get(user=members[0]).pk, organises=True)
    return club


def session_of(user: User) -> str:
    browser = Client()
    browser.force_login(user)
    return browser.cookies["sessionid"].value


if __name__ == "__main__":
    main()
