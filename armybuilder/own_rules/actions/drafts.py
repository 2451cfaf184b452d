"""Begin own rules, change their cells, take changes back, and put a newer version of the parent under them."""

import secrets
import string
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.own_rules.models import Edit, OwnRules, Writer, author_of
from armybuilder.refusals import RefusedError
from rules.catalogue import catalogue_for
from rules.cells import LONGEST_NAME
from rules.core.catalogue.catalogue import OWN, Catalogue
from rules.encoding import encode
from rules.models import Ruleset, RulesetVersion
from rules.own.differences import Row, Versions
from rules.own.filling import begun
from rules.own.patch import own_rows
from rules.rows import RULESET

GAMES_AT_MOST = 10  # of one person
CLUB_GAMES_AT_MOST = 30
ROWS_AT_MOST, COLUMNS_AT_MOST = 300, 20  # of a table, of troops beside the parent's
INCLUDED_AT_MOST = 12  # weapons of a vehicle: each is a line of fire on paper
PARENT = "head//parent"  # the place of the version that a variant changes
LETTERS = string.ascii_lowercase + string.digits

Change = tuple[str, Any]  # a place and its new value, None for no value of its own


class Made(NamedTuple):
    """An edit that was made; `replaced`: values that somebody else had written meanwhile, by place."""

    edit: Edit | None
    replaced: Mapping[str, Any]


def new_row_id() -> str:
    """Return an id for a row: six letters and digits that say nothing about it."""
    return "".join(secrets.choice(LETTERS) for _ in range(6))


@transaction.atomic
def begin_variant(actor: Writer, parent: RulesetVersion, name: str) -> OwnRules:
    """Begin a variant of a version. Raises RefusedError over the quota."""
    ruleset = _new_ruleset(actor)
    own = getattr(parent, "own", None)
    if own is not None and own.parent is not None:
        # a variant of a variant: its parent is the site's game, its patch begins with the variant's
        root, patch = own.parent, dict(own.patch)
        chain = [*own.version.ruleset.own_rules.chain, _link(parent.ruleset)]
    else:
        root, patch, chain = parent, {}, [_link(parent.ruleset)]
    rules = OwnRules(ruleset=ruleset, parent=root, chain=chain, patch=patch | {"head//name": {"it": name, "en": name}})
    return _begin(rules, actor)


@transaction.atomic
def begin_game(actor: Writer, name: str, **answers: Any) -> OwnRules:
    """Begin an own game; `answers` as `rules.own.filling.begun` takes them. Raises RefusedError over the quota."""
    ruleset = _new_ruleset(actor)
    return _begin(OwnRules(ruleset=ruleset, start=encode(begun(ruleset.pk, name, **answers))), actor)


@transaction.atomic
def copy_draft(ruleset_id: str, actor: Writer) -> OwnRules:
    """Begin a copy of a draft, for the actor alone. Raises RefusedError over the quota."""
    rules = lock_draft(ruleset_id, actor)
    ruleset = _new_ruleset(actor)
    name = {
        language: f"{text[: LONGEST_NAME - 2]} 2"
        for language, text in (("it", rules.catalogue.name.it), ("en", rules.catalogue.name.en))
    }
    patch = rules.patch | {"head//name": name}
    kept = {"parent": rules.parent, "start": rules.start, "chain": rules.chain, "notes": rules.notes}
    return _begin(OwnRules(ruleset=ruleset, patch=patch, **kept), actor)


@transaction.atomic
def begin_with(actor: User, catalogue: Catalogue, chain: Sequence[Mapping[str, str]]) -> OwnRules:
    """Begin an own game with the rows of a whole catalogue. Raises RefusedError over the quota."""
    ruleset = _new_ruleset(actor)
    start = encode(replace(catalogue, id=ruleset.pk))
    return _begin(OwnRules(ruleset=ruleset, start=start, chain=list(chain)), actor)


@transaction.atomic
def change_cells(
    ruleset_id: str,
    actor: Writer,
    changes: Sequence[Change],
    *,
    key: str,
    seen: Mapping[str, Any] | None = None,
) -> Made:
    """Write values at places, as one edit; the same `key` a second time changes nothing.

    `seen`: the values that the writer saw. The later writer's value counts; an earlier one that this writer did not
    see is returned. Raises RefusedError if a table would have too many rows, or a vehicle too many weapons.
    """
    rules = lock_draft(ruleset_id, actor)
    if rules.edits.filter(key=key).exists():
        return Made(None, {})
    made = [[place, now, value] for place, value in changes if (now := _now(rules, place)) != value]
    replaced = {
        place: before for place, before, _value in made if seen is not None and place in seen and before != seen[place]
    }
    if not made:
        return Made(None, {})
    _write(rules, ((place, value) for place, _before, value in made))
    return Made(rules.edits.create(number=_next(rules), author=author_of(actor), key=key, changes=made), replaced)


@transaction.atomic
def undo(ruleset_id: str, actor: Writer, key: str) -> Edit | None:
    """Take back the actor's last edit, and return what that changed; the same `key` a second time changes nothing.

    Raises RefusedError if somebody changed its cells since.
    """
    rules = lock_draft(ruleset_id, actor)
    return _turn(rules, rules.edits.all().to_undo(actor), key)


@transaction.atomic
def redo(ruleset_id: str, actor: Writer, key: str) -> Edit | None:
    """Make the actor's last undone edit again, if the actor has edited nothing since; otherwise as `undo`."""
    rules = lock_draft(ruleset_id, actor)
    edits = rules.edits.all()
    return _turn(rules, edits.to_redo(actor, edits.to_undo(actor)), key)


def _turn(rules: OwnRules, edit: Edit | None, key: str) -> Edit | None:
    """Take an edit back, or make it again."""
    key = Edit.TURN + key
    if done := rules.edits.filter(key=key).first():
        return done
    if edit is None:
        return None
    steps = edit.changes if edit.undone else [(place, after, before) for place, before, after in edit.changes]
    if any(_now(rules, place) != now for place, now, _then in steps):
        raise RefusedError(_("Nothing was undone: someone has changed the same cell since."))
    parents = [then for place, _now, then in steps if place == PARENT]
    if RulesetVersion.objects.filter(pk__in=parents).count() < len(parents):
        raise RefusedError(_("Nothing was undone: that version of the game is gone."))
    _write(rules, ((place, then) for place, _now, then in steps))
    edit.undone = not edit.undone
    edit.save(update_fields=["undone"])
    return rules.edits.create(number=_next(rules), author=edit.author, key=key, changes=steps, undone=True)


def _now(rules: OwnRules, place: str) -> Any:
    return str(rules.parent_id) if place == PARENT else rules.patch.get(place)


def _write(rules: OwnRules, values: Any) -> None:
    patch = dict(rules.patch)
    for place, value in values:
        if place == PARENT:
            rules.parent_id = UUID(value)
        elif value is None:
            patch.pop(place, None)
        elif place.endswith("/includes") and len(value) > INCLUDED_AT_MOST:
            raise RefusedError(_("A vehicle includes at most %(most)s weapons."), most=INCLUDED_AT_MOST)
        else:
            patch[place] = value
    _check_rows(rules, patch)
    rules.patch, rules.changed = patch, timezone.now()
    rules.save(update_fields=["patch", "parent", "changed"])


def _check_rows(rules: OwnRules, patch: Mapping[str, Any]) -> None:
    """Refuse one more row in a table that is full. A table with too many can still lose some."""
    added, had = (Counter(table for table, _row in own_rows(rules.base, it)) for it in (patch, rules.patch))
    longer = added - had
    if "characteristics" in longer and added["characteristics"] > COLUMNS_AT_MOST:
        raise RefusedError(_("There are %(most)s columns of your own, the most a game can have."), most=COLUMNS_AT_MOST)
    if any(added[table] > ROWS_AT_MOST for table in longer):
        raise RefusedError(_("There are %(most)s rows, the most a table can have."), most=ROWS_AT_MOST)


def _next(rules: OwnRules) -> int:
    last = rules.edits.last()
    return last.number + 1 if last else 1


def lock_draft(ruleset_id: str, actor: Writer) -> OwnRules:
    """Return a draft that the actor may write, locked. Raises OwnRules.DoesNotExist."""
    rules = OwnRules.objects.select_for_update(of=("self",)).select_related("ruleset").get(pk=ruleset_id)
    if not rules.may_be_written_by(actor):
        raise OwnRules.DoesNotExist
    return rules


def _begin(rules: OwnRules, actor: Writer) -> OwnRules:
    rules.browser_key = actor if isinstance(actor, str) else ""
    rules.save(force_insert=True)
    set_head(rules.ruleset, rules.catalogue)
    return rules


def set_head(ruleset: Ruleset, catalogue: Catalogue) -> None:
    """Write what is said of a game itself (name, edition, credit) on its row."""
    Ruleset.objects.filter(pk=ruleset.pk).update(**RULESET.columns(catalogue))
    ruleset.refresh_from_db()


def check_room(writer: Writer) -> None:
    """Check that a writer can have one more game. Raises RefusedError."""
    if isinstance(writer, str):
        if OwnRules.objects.written_by(writer).in_use().exists():
            raise RefusedError(_("Without an account you can have one game. Sign in to start another."))
        return
    User.objects.select_for_update().get(pk=writer.pk)
    if OwnRules.objects.in_use().filter(ruleset__owner=writer).count() >= GAMES_AT_MOST:
        raise RefusedError(
            _("You have %(most)s games, the most you can have. Put one away to start another."),
            most=GAMES_AT_MOST,
        )


def check_club_room(club: Club) -> None:
    """Check that a club can have one more game. Raises RefusedError."""
    if OwnRules.objects.in_use().filter(ruleset__club=club).count() >= CLUB_GAMES_AT_MOST:
        raise RefusedError(_("The club has %(most)s games, the most it can have."), most=CLUB_GAMES_AT_MOST)


def _new_ruleset(actor: Writer) -> Ruleset:
    check_room(actor)
    ruleset_id = OWN + "".join(secrets.choice(LETTERS) for _ in range(8))
    return Ruleset.objects.create(
        pk=ruleset_id,
        order=1000,
        visibility="owner",
        owner=author_of(actor),
        name_it=" ",
        name_en=" ",
    )


def _link(ruleset: Ruleset) -> dict[str, str]:
    return {"id": ruleset.pk, "it": ruleset.title.it, "en": ruleset.title.en, "by": ruleset.credit}


def newer_parent(rules: OwnRules) -> RulesetVersion | None:
    """Return the current version of the game that a variant changes, if the variant is over an older one."""
    parent = rules.parent
    if parent is None:
        return None
    newer = RulesetVersion.objects.current().light().filter(ruleset=parent.ruleset_id)
    return newer.exclude(pk=parent.pk).first()


@transaction.atomic
def follow_parent(ruleset_id: str, actor: Writer, number: int, *, kept: Collection[str], rows: Collection[Row]) -> None:
    """Put the parent's current version under the draft; its cells change in one edit.

    `number`: of the version that was shown; `kept`: the places where the draft's value stays; `rows`: those that the
    parent no longer has, and that become the draft's own.
    """
    rules = lock_draft(ruleset_id, actor)
    newer = newer_parent(rules)
    if newer is None or newer.number != number:
        raise RefusedError(_("The game has changed again: look at it once more."))
    versions = Versions(rules.base, catalogue_for(newer.pk), rules.patch)
    patch = versions.rebased(kept, [row for row in rows if row in versions.gone()])
    places = sorted(rules.patch.keys() | patch.keys())
    changes = [*((place, patch.get(place)) for place in places), (PARENT, str(newer.pk))]
    change_cells(rules.pk, actor, changes, key=f"parent-{new_row_id()}")
