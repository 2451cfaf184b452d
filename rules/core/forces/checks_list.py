"""Force checks of the whole list: role, squads, extras and limits."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rules.core.catalogue.catalogue import Extra
from rules.core.document.force import ForceExtra
from rules.core.document.naming import either, joined
from rules.core.forces.followed import FollowedForce, force_check
from rules.core.judging.checks.definition import NoParams, Spec
from rules.core.judging.checks.limits import names_of, number_of
from rules.core.judging.report import Finding
from rules.core.judging.resolved import ResolvedExtra


@force_check("force-role")
def for_role(followed: FollowedForce, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check the role: a force can be for attackers or defenders only."""
    roles = followed.force.roles
    if roles and followed.resolved.roster.role not in roles:
        formats = followed.catalogue.format_by_id
        names = either(formats[role].name for role in roles if role in formats)
        yield spec.found("", force=followed.force.name, roles=names)


@force_check("force-squad")
def known_squads(followed: FollowedForce, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that each squad is in the force and of the right kind."""
    names = joined(squad.name for squad in followed.force.squads)
    for squad in followed.resolved.squads:
        wanted = followed.force.squad(squad.row.force_squad)
        if wanted is None:
            yield spec.found(squad.path, squad=squad.label, force=followed.force.name, names=names)
        elif wanted.kind != squad.row.kind:
            yield spec.found(
                squad.path, "kind", squad=squad.label, force=followed.force.name, entry=wanted.name
            )


@force_check("force-squad-count")
def enough_squads(followed: FollowedForce, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that there are as many squads of each kind as the force says."""
    for wanted in followed.force.squads:
        squads = [squad for squad, other in followed.pairs if other is wanted]
        facts: dict[str, Any] = {"force": followed.force.name, "entry": wanted.name, "here": len(squads)}
        if len(squads) < wanted.least:
            yield spec.found("", "few", **facts, least=wanted.least)
        elif len(squads) > wanted.most:
            last = squads[-1]
            yield spec.found(last.path, squad=last.label, **facts, most=wanted.most)


@force_check("force-extra")
def known_extras(followed: FollowedForce, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that extras of the list and of each squad are in the force, in its numbers and levels."""
    wanted = {squad.number: wanted.extras for squad, wanted in followed.pairs}
    bought: Counter[tuple[int, str]] = Counter()
    for squad, entry in followed.resolved.counted:
        place = -1 if squad is None else squad.number
        if place >= 0 and place not in wanted:
            continue
        allowed = followed.force.extras if squad is None else wanted[place]
        bought[place, entry.extra.id] += entry.row.count
        rule = next((one for one in allowed if one.extra == entry.extra.id), None)
        finding = _refused(followed, spec, entry, rule, bought[place, entry.extra.id])
        if finding:
            yield finding


def _refused(
    followed: FollowedForce, spec: Spec[NoParams], entry: ResolvedExtra, rule: ForceExtra | None, here: int
) -> Finding | None:
    extra: Extra = entry.extra
    facts: dict[str, Any] = {"extra": extra.name, "force": followed.force.name}
    if rule is None:
        return spec.found(entry.path, **facts)
    if here > rule.most:
        return spec.found(entry.path, "most", **facts, most=rule.most, here=here)
    if rule.level is not None and (entry.row.level or 1) > rule.level:
        return spec.found(entry.path, "level", **facts, most=rule.level)
    return None


@force_check("force-limit")
def limited(followed: FollowedForce, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that the list has as many of some things in total as the force says."""
    for limit in followed.force.limits:
        here = number_of(limit.of, limit.ids, followed.resolved.roster.squads)
        names = names_of(limit.of, limit.ids, followed.catalogue)
        facts: dict[str, Any] = {"force": followed.force.name, "names": names, "here": here}
        if here < limit.least:
            yield spec.found("", "few", **facts, least=limit.least)
        elif limit.most is not None and here > limit.most:
            yield spec.found("", **facts, most=limit.most)
