"""Weapons and kit of men with a stated carrier."""

from collections.abc import Sequence

from armybuilder.lists.recognition.draft import Draft
from armybuilder.lists.recognition.pieces import Term
from rules.core.catalogue.building import Preset
from rules.core.catalogue.catalogue import Catalogue
from rules.core.text import squeezed

JOINED = ("", "(", "-", ".", "|")  # the same thing may follow in other words after these
SMALL = ("grenade", "pistol")  # carried with another weapon in all rulesets


class Carrying:
    """A ruleset's data about weapons and their carriers."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.presets = catalogue.preset_by_id

    def weapons(self, part: Draft) -> set[str]:
        """Return the possible weapons of a part."""
        terms = (term for term in part.terms if term.kind == "weapon")
        return {meaning.id for term in terms for meaning in term.meanings}

    def is_plain(self, head: Term | None) -> bool:
        """Whether a man only carries his own rifle."""
        if head is None or head.kind != "preset":
            return False
        preset = self.presets[head.meanings[0].id]
        return not preset.roles and not preset.leadership and not any(map(self.tells, preset.weapons))

    def leads(self, head: Term) -> bool:
        """Whether the man is a leader."""
        men = (self.presets[meaning.id] for meaning in head.meanings if meaning.kind == "preset")
        roles = {role for role in self.roles_of(head) if "leader" in role}
        return bool(roles) or any(man.leadership for man in men)

    def is_named_again(self, known: Term, head: Term) -> bool:
        """Whether a second word describes the same man: a rank and a post, a nickname and a job."""
        people = (known.kind, head.kind)
        same = self.roles_of(known) & self.roles_of(head) or (self.leads(known) and self.leads(head))
        return bool(same) and set(people) <= {"preset", "role"}

    def is_described(self, row: Draft, part: Draft, known: Term, head: Term) -> bool:
        """Whether a part describes the previous item in other words: 1 T-34/76, medium tank."""
        is_joined = part.sign in (*JOINED, ":") or (part.sign == "," and bool(row.count or row.words))
        if not is_joined or part.words or part.loose or squeezed(known.text) == squeezed(head.text):
            return False
        if known.kind == head.kind and set(known.meanings) & set(head.meanings):
            return True  # a tank (Sherman)
        if row.count <= 1 and (row.count or row.words) and self.is_named_again(known, head):
            return True  # Doc Roe, medic; Cpl Dawes, squad leader
        return row.count == 1 and self.is_plain(known) and not known.named and head.kind == "preset"

    def keep_one_word(self, row: Draft, part: Draft, known: Term, head: Term) -> None:
        """Choose between two words for a man: his rank, if no level follows, or the ruleset's name."""
        if known.kind == head.kind == "leadership":
            part.terms = [term for term in part.terms if part.levels or term is not head]
        elif self.is_named_again(known, head):
            row.terms = [term for term in row.terms if term is not known or not head.named or known.named]

    def may_carry(self, row: Draft, head: Term, part: Draft) -> bool:
        """Whether the weapon after counted men is theirs. Among several riflemen, it is unclear which man has a BAR."""
        if not self.is_special(part):
            return True
        return not self.helps(head) and (row.count == 1 or not self.is_plain(head))

    def helps(self, head: Term) -> bool:
        """Whether the man has a job and is not a leader."""
        men = [self.presets[meaning.id] for meaning in head.meanings if meaning.kind == "preset"]
        return self.are_helpers(men) and not self.leads(head)

    def are_helpers(self, men: Sequence[Preset]) -> bool:
        """Whether men have a job, such as the crew of a gun."""
        return bool(men) and all(man.roles for man in men)

    def roles_of(self, head: Term) -> set[str]:
        """Return the roles of a name."""
        men = [self.presets[one.id] for one in head.meanings if one.kind == "preset"]
        roles = {one.id for one in head.meanings if one.kind == "role"}
        return roles | {role for man in men for role in man.roles}

    def is_small(self, part: Draft) -> bool:
        """Whether weapons are carried with others: grenades, a pistol."""
        known = self.catalogue.weapon_by_id
        ids = self.weapons(part)
        return bool(ids) and all(
            item in SMALL or (item in known and known[item].kind != "main" and not self.tells(item))
            for item in ids
        )

    def is_second(self, part: Draft) -> bool:
        """Whether weapons are carried with a man's own: a grenade launcher."""
        known = self.catalogue.weapon_by_id
        return all(item in known and known[item].kind != "main" for item in self.weapons(part))

    def is_special(self, part: Draft) -> bool:
        """Whether a man is named after his weapon."""
        return any(item not in SMALL and self.tells(item) for item in self.weapons(part))

    def is_of_someone(self, part: Draft) -> bool:
        """Whether some men carry exactly the weapons in a part."""
        return any(self.weapons(part) == set(man.weapons) for man in self.presets.values())

    def tells(self, item: str) -> bool:
        """Whether a man is named after a weapon."""
        weapon = self.catalogue.weapon_by_id.get(item)
        if weapon is None:
            return False
        if "support" in weapon.tags or "vehicle" in weapon.carried_by:
            return True
        holders = [
            man for man in self.presets.values() if not (man.roles or man.leadership) and item in man.weapons
        ]
        if weapon.kind != "main":
            return any(len(man.weapons) > 1 for man in holders)
        has_support = any("support" in one.tags for one in self.catalogue.weapons)
        plain = next(iter(self.catalogue.presets), None)
        return not has_support and any(man.weapons == (item,) and man != plain for man in holders)

    def carries(self, head: Term, row: Draft) -> bool:
        """Whether a man with that name carries the item before him."""
        weapons = {term.meanings[0].id for term in row.terms if term.kind == "weapon"}
        men = (self.presets[meaning.id] for meaning in head.meanings if meaning.kind == "preset")
        return any(weapons & set(man.weapons) for man in men)

    def is_own(self, row: Draft, part: Draft) -> bool:
        """Whether a man already carries the weapons in a part: a gunner has an LMG."""
        named = self.weapons(part)
        men = (
            self.presets[one.id] for one in (row.head.meanings if row.head else ()) if one.kind == "preset"
        )
        return bool(named) and part.head is None and any(named & set(man.weapons) for man in men)

    def is_crew_of(self, row: Draft, part: Draft) -> bool:
        """Whether a part is the crew of the previous weapon, which may include its gunner."""
        is_weapon = row.has("weapon") and row.head is None
        return is_weapon and part.head is not None and self.helps(part.head)

    def are_of_one(self, row: Draft, part: Draft) -> bool:
        """Whether a man carries exactly the weapons joined by a sign: M4 + M203."""
        is_joined = part.sign == "/" or (part.sign == "+" and (row.count <= 1 or self.is_second(part)))
        both = self.weapons(row) | self.weapons(part)
        return is_joined and any(both == set(man.weapons) for man in self.presets.values())

    def is_mounted(self, row: Draft, part: Draft) -> bool:
        """Whether a vehicle carries a weapon: an HMG on a truck."""
        known = self.catalogue.weapon_by_id
        weapons = self.weapons(row)
        can = all("vehicle" in known[item].carried_by for item in weapons if item in known)
        return part.is_under and bool(weapons) and row.head is None and can

    def is_level(self, row: Draft, part: Draft) -> bool:
        """Whether a part is only the level of the previous man: Miller, SMG, leadership 2."""
        is_man = row.count <= 1 and not row.has("leadership", "vehicle", "extra")
        only_level = len(part.terms) == 1 and part.terms[0].kind == "leadership" and part.terms[0].named
        return is_man and only_level and bool(part.levels) and not (part.count or part.words)

    def is_level_before(self, row: Draft, part: Draft) -> bool:
        """Whether the count of a part is the level of the previous leader: SSgt, 2 leadership. It becomes his level."""
        only_level = len(part.terms) == 1 and part.terms[0].kind == "leadership" and part.terms[0].named
        is_open = row.has("leadership") and not row.levels and row.count <= 1
        if not (only_level and is_open and part.count in self.catalogue.leadership):
            return False
        place = next(place for place, term in enumerate(row.terms) if term.kind == "leadership")
        row.levels[place], part.count, part.terms = part.count, 0, []
        return True

    def is_same_extra(self, row: Draft, part: Draft) -> bool:
        """Whether a part counts the extra before it in another word."""
        if (
            not (row.head and part.head and row.head.kind == "extra")
            or row.count
            or part.sign not in (":", "(")
        ):
            return False
        return bool(set(row.head.meanings) & set(part.head.meanings))

    def is_choice(self, row: Draft, part: Draft) -> bool:
        """Whether a part names an alternative: an LMG or a BAR; a rifle (Garand)."""
        is_more_exact = part.sign == "(" and row.count <= 1 and not (part.head or part.count or part.words)
        is_more_exact = is_more_exact and [term.kind for term in (*row.terms, *part.terms)] == [
            "weapon",
            "weapon",
        ]
        is_same = bool(self.weapons(row) & self.weapons(part)) or self.is_small(part)
        return part.sign == "or" or (is_more_exact and not is_same)

    def is_thing(self, part: Draft) -> bool:
        """Whether a part names a counted or separate item."""
        return bool(part.head or (part.count and not part.says_nothing)) and not part.is_negative

    def goes_on(self, row: Draft, part: Draft) -> bool:
        """Whether two rows without a number are adjacent, so that one “no” applies to both."""
        return part.sign == "" and not (row.count or row.loose or part.count or part.loose)

    def take_several(self, row: Draft, part: Draft) -> bool:
        """Assign a number of weapons to one vehicle or to each; return whether that is certain."""
        count, part.count = part.count, 0
        if row.count <= 1:
            part.terms = [term for term in part.terms for _one in range(min(count, 10))]
        return row.count <= 1 or count == row.count

    def is_some_of_them(self, row: Draft, part: Draft, after: Draft | None) -> bool:
        """Whether a part arms some men of the previous row: 6 riflemen, of which 2 with SMG."""
        others = row.has("weapon") and part.sign in ("and", "+")  # 2 with rifles and 1 with a BAR
        if row.loose and (part.loose or (after and after.says_nothing and after.count)):
            return False  # four with rifles (36), one with a Garand (12)
        says_so = part.sign == "of" or (part.has_with and not others) or (part.sign == "(" and part.count)
        is_gear = part.has("weapon", "kit") and part.head is None
        return bool(says_so and is_gear and row.head and 0 < part.count < row.count)
