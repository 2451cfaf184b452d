"""The rules for a question. Unknown entries are refused."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

from msgspec import UNSET

from rules.core.catalogue.catalogue import Catalogue, FireRow, TroopClass, VehicleType, Weapon
from rules.core.catalogue.entry import Kind
from rules.core.catalogue.library import Library
from rules.core.catalogue.odds.data import Odds
from rules.core.catalogue.odds.effects import Question
from rules.core.catalogue.odds.tables import Bombardment, Roll
from rules.core.odds.format.questions import Target
from rules.core.odds.format.reading import WORDS, Status, refuse
from rules.core.text import Language, closest

T = TypeVar("T")
Listed = TypeVar("Listed", Bombardment, Roll)


@dataclass(frozen=True, slots=True)
class Book:
    """The rules of one ruleset, among all others, and the language of the answer's sentences."""

    library: Library
    catalogue: Catalogue
    language: Language = "en"

    @property
    def odds(self) -> Odds:
        return self.catalogue.odds

    def stated(self, status: Status, source: str) -> dict[str, Any]:
        """Return the status of an answer and, unless it is “ok”, the reason with its paragraph."""
        if status == "ok":
            return {"status": status}
        reason = {"text": WORDS["because"][status].to(self.language), "source": source}
        return {"status": status, "because": reason}

    @property
    def die(self) -> int:
        return self.catalogue.die

    def troops(self, path: str, class_id: str) -> TroopClass:
        if not class_id:
            where, _, name = path.rpartition(".")
            refuse(where, "missing", word=name)
        return self._own(path, "class", class_id, self.catalogue.class_by_id)

    def vehicle(self, path: str, vehicle_id: str) -> VehicleType:
        return self._own(path, "vehicle", vehicle_id, self.catalogue.vehicle_by_id)

    def weapon(self, path: str, weapon_id: str) -> str:
        """Return the id of a weapon of lists or of questions; refuse an unknown one."""
        of_questions = self.odds.weapon_by_id
        if weapon_id not in of_questions:
            self._own(path, "weapon", weapon_id, self.catalogue.weapon_by_id, of_questions)
        return weapon_id

    def fire_rows(self, weapon_id: str) -> tuple[FireRow, ...]:
        of_questions = self.odds.weapon_by_id.get(weapon_id)
        row: Weapon = self.catalogue.weapon_by_id[of_questions.fires_as if of_questions else weapon_id]
        return row.fire

    def facts(self, ids: Sequence[str], question: Question, path: str = "situations") -> frozenset[str]:
        """Return the situations of a question. Refuse unknown ones, and those that exclude each other."""
        known = self.odds.situation_by_id
        groups: dict[str, str] = {}
        if len(set(ids)) != len(ids):
            refuse(path, "repeated")
        for number, fact in enumerate(ids):
            here = f"{path}[{number}]"
            situation = known.get(fact)
            if situation is None or question not in situation.questions:
                self._foreign_fact(here, fact, question)
            if situation.group:
                other = groups.setdefault(situation.group, fact)
                if other != fact:
                    refuse(here, "exclusive", word=fact, other=other)
        return frozenset(ids)

    def _foreign_fact(self, path: str, fact: str, question: Question) -> NoReturn:
        here = [one.id for one in self.odds.situations if question in one.questions]
        everywhere = {one.id for book in self.library.catalogues.values() for one in book.odds.situations}
        if fact in self.odds.situation_by_id:
            refuse(path, "fact-elsewhere", word=fact, question=question)
        reason = "foreign-fact" if fact in everywhere else "fact"
        refuse(path, reason, closest(fact, here), word=fact)

    def _own(self, path: str, kind: Kind, item: str, known: dict[str, T], more: Iterable[str] = ()) -> T:
        found = known.get(item)
        if found is None:
            reason = f"foreign-{kind}" if item in self.library.known[kind] else kind
            refuse(path, reason, closest(item, [*known, *more]), word=item)
        return found

    def entry(self, path: str, kind: str, name: str, entries: Callable[[Odds], Iterable[Listed]]) -> Listed:
        """Return an entry of the ruleset's odds; refuse an unknown one."""
        own = {one.id: one for one in entries(self.odds)}
        if name not in own:
            books = self.library.catalogues.values()
            is_foreign = any(one.id == name for book in books for one in entries(book.odds))
            refuse(path, f"foreign-{kind}" if is_foreign else kind, closest(name, own), word=name)
        return own[name]

    def target(self, target: Target, path: str = "target") -> None:
        """Refuse a target with none or several of the three kinds, or with fields of another kind."""
        kinds = [name for name, told in self._kinds(target) if told]
        if len(kinds) != 1:
            refuse(path, "one-of", expected="class, vehicle, air")
        others = {"class": ("facing", "occupants"), "vehicle": ("figures",)}
        for name in others.get(kinds[0], ("figures", "facing", "occupants")):
            if getattr(target, name) is not UNSET:
                refuse(f"{path}.{name}", "not-here", word=kinds[0])
        if target.class_:
            self.troops(f"{path}.class", target.class_)
        if target.vehicle:
            self.vehicle(f"{path}.vehicle", target.vehicle)
        if target.occupants is not UNSET:
            self.troops(f"{path}.occupants.class", target.occupants.class_)

    @staticmethod
    def _kinds(target: Target) -> tuple[tuple[str, bool], ...]:
        told_air = target.air is not UNSET
        return (("class", bool(target.class_)), ("vehicle", bool(target.vehicle)), ("air", told_air))
