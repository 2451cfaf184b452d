"""Who sees own rules, who writes them, whose they are."""

from datetime import timedelta

import pytest

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.own_rules.actions.drafts import CLUB_GAMES_AT_MOST, begin_variant, change_cells
from armybuilder.own_rules.actions.publishing import publish
from armybuilder.own_rules.actions.sharing import (
    add_writer,
    bring_back,
    hand_over,
    put_away,
    remove_writer,
    set_visibility,
    take_from_club,
)
from armybuilder.own_rules.models import OwnRules
from armybuilder.refusals import RefusedError
from rules.catalogue import current_version, current_versions, offered_version
from rules.models import Ruleset, RulesetVersion
from tests.clubs.clubs import a_club

pytestmark = pytest.mark.usefixtures("loaded_rules", "english")


@pytest.fixture
def published(spain: OwnRules, marta: User) -> OwnRules:
    """Published for its owner."""
    OwnRules.objects.filter(pk=spain.pk).update(licence="mine")
    publish(spain.pk, marta)
    return spain


@pytest.fixture
def ridotto(marta: User, davide: User, ilaria: User) -> Club:
    """The club of marta, davide and ilaria."""
    return a_club(marta, davide, ilaria)


def sees(rules: OwnRules, user: User | None) -> str:
    """Return where a user finds the rules: among those offered, only at their address, or nowhere."""
    user_id = user.pk if user else None
    if any(version.ruleset_id == rules.pk for version in current_versions(user_id)):
        return "offered"
    try:
        offered_version(rules.pk, user_id)
    except RulesetVersion.DoesNotExist:
        return ""
    return "opened"


@pytest.mark.parametrize(
    ("visibility", "seen"),
    [
        ("owner", ("offered", "", "", "")),
        ("club", ("offered", "offered", "", "")),
        ("link", ("offered", "opened", "opened", "opened")),
        ("public", ("offered", "opened", "opened", "opened")),
    ],
)
def test_each_visibility_is_seen_by_those_it_names(
    published: OwnRules,
    ridotto: Club,
    marta: User,
    ilaria: User,
    paolo: User,
    visibility: str,
    seen: tuple[str, ...],
) -> None:
    User.objects.update(date_joined=marta.date_joined - timedelta(days=8))
    marta.refresh_from_db()
    set_visibility(published.pk, marta, visibility, ridotto.pk)
    assert tuple(sees(published, user) for user in (marta, ilaria, paolo, None)) == seen
    Ruleset.objects.filter(pk=published.pk).update(hidden=marta.date_joined)
    assert [sees(published, user) for user in (marta, ilaria, paolo, None)] == ["offered", "", "", ""]


def test_rules_of_a_club_stay_among_its_rules_once_they_are_shared_by_link(
    published: OwnRules, ridotto: Club, marta: User, ilaria: User
) -> None:
    set_visibility(published.pk, marta, "club", ridotto.pk)
    set_visibility(published.pk, marta, "link")
    assert sees(published, ilaria) == "offered"
    set_visibility(published.pk, marta, "owner")
    assert sees(published, ilaria) == ""


def test_a_new_account_publishes_to_nobody_unknown(published: OwnRules, marta: User) -> None:
    with pytest.raises(RefusedError, match="after its first week"):
        set_visibility(published.pk, marta, "public")


def test_rules_go_only_to_a_club_of_their_owner(published: OwnRules, marta: User, paolo: User) -> None:
    with pytest.raises(Club.DoesNotExist):
        set_visibility(published.pk, marta, "club", a_club(paolo).pk)
    with pytest.raises(RefusedError, match=r"Choose a club\."):
        set_visibility(published.pk, marta, "club")
    with pytest.raises(RefusedError, match=r"Choose who sees the rules\."):
        set_visibility(published.pk, marta, "away")


def test_a_club_has_so_many_games_and_no_more(published: OwnRules, ridotto: Club, marta: User) -> None:
    for number in range(CLUB_GAMES_AT_MOST):
        rules = begin_variant(marta, current_version("rth-it"), f"Game {number}")
        Ruleset.objects.filter(pk=rules.pk).update(owner=None, club=ridotto)
    with pytest.raises(RefusedError, match=r"The club has 30 games, the most it can have\."):
        set_visibility(published.pk, marta, "club", ridotto.pk)


def test_a_writer_writes_and_only_the_owner_shares(
    published: OwnRules, ridotto: Club, marta: User, davide: User, paolo: User
) -> None:
    with pytest.raises(RefusedError, match="Nobody in your clubs"):
        add_writer(published.pk, marta, paolo.username)
    add_writer(published.pk, marta, davide.username)
    assert sees(published, davide) == "offered"
    change_cells(published.pk, davide, [("weapons/lmg/points", 12)], key="a")
    for act in (put_away, bring_back):
        with pytest.raises(RefusedError, match="Only the owner"):
            act(published.pk, davide)
    with pytest.raises(RefusedError, match="Only the owner"):
        set_visibility(published.pk, davide, "link")
    with pytest.raises(OwnRules.DoesNotExist):
        set_visibility(published.pk, paolo, "link")
    remove_writer(published.pk, davide, davide.pk)
    assert sees(published, davide) == ""


def test_a_writer_removes_no_other_writer(
    published: OwnRules, ridotto: Club, marta: User, davide: User, ilaria: User
) -> None:
    for user in (davide, ilaria):
        add_writer(published.pk, marta, user.username)
    with pytest.raises(OwnRules.DoesNotExist):
        remove_writer(published.pk, davide, ilaria.pk)


def test_rules_are_handed_over_to_a_writer(published: OwnRules, ridotto: Club, marta: User, davide: User) -> None:
    with pytest.raises(User.DoesNotExist):
        hand_over(published.pk, marta, davide.pk)
    add_writer(published.pk, marta, davide.username)
    hand_over(published.pk, marta, davide.pk)
    assert (Ruleset.objects.get(pk=published.pk).owner, published.writers.get()) == (davide, marta)


def test_rules_that_were_put_away_are_offered_to_nobody_until_they_return(
    published: OwnRules, ridotto: Club, marta: User, ilaria: User
) -> None:
    set_visibility(published.pk, marta, "club", ridotto.pk)
    put_away(published.pk, marta)
    assert [sees(published, user) for user in (marta, ilaria)] == ["", ""]
    bring_back(published.pk, marta)
    assert [sees(published, user) for user in (marta, ilaria)] == ["offered", ""]


def test_a_game_returns_only_where_there_is_room(published: OwnRules, marta: User) -> None:
    put_away(published.pk, marta)
    for number in range(10):
        begin_variant(marta, current_version("rth-it"), f"Spagna {number}")
    with pytest.raises(RefusedError, match="You have 10 games"):
        bring_back(published.pk, marta)


def test_an_organiser_takes_rules_out_of_the_club(
    published: OwnRules, ridotto: Club, marta: User, davide: User, ilaria: User
) -> None:
    set_visibility(published.pk, marta, "club", ridotto.pk)
    with pytest.raises(RefusedError):
        take_from_club(published.pk, ilaria, ridotto.pk)
    take_from_club(published.pk, davide, ridotto.pk)
    assert [sees(published, user) for user in (marta, ilaria)] == ["offered", ""]
    with pytest.raises(Ruleset.DoesNotExist):
        take_from_club(published.pk, davide, ridotto.pk)


def test_a_closed_club_leaves_its_rules_to_their_owner(
    published: OwnRules, ridotto: Club, marta: User, ilaria: User
) -> None:
    set_visibility(published.pk, marta, "club", ridotto.pk)
    ridotto.delete()
    assert [sees(published, user) for user in (marta, ilaria)] == ["offered", ""]
