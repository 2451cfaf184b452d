"""The admin in Italian: names of apps, tables, columns and values."""

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.templatetags.admin_list import result_headers, results
from django.db.models import Model
from django.forms import ChoiceField
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club, Membership
from armybuilder.evenings.models import Evening
from armybuilder.games.models import Game
from armybuilder.notices.models import Notice
from armybuilder.sharing.models import Complaint, Publication
from rules.admin.fields import ONE_OF, TYPES, WORDS, field_for
from rules.models import (
    Characteristic,
    Check,
    Extra,
    RulesetVersion,
    Side,
    Trait,
    Weapon,
)
from tests.rules.conftest import _small_rules as _small_rules
from tests.rules.conftest import rules as rules

PLACES = (
    "rules",
    "clubs",
    "evenings",
    "games",
    "notices",
    "sharing",
    "mfa",
    "usersessions",
    "django_tasks_database",
)


@pytest.fixture
def organiser(client: Client, rules: object) -> Client:
    """An organiser who reads Italian, with the small ruleset."""
    client.force_login(User.objects.create_superuser("org"))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "it"
    return client


def address(table: type[Model], page: str, *args: object) -> str:
    return reverse(f"admin:{table._meta.app_label}_{table._meta.model_name}_{page}", args=args)


def heads(organiser: Client, table: type[Model]) -> list[str]:
    """The column headings of a list."""
    page = organiser.get(address(table, "changelist"))
    return [str(head["text"]) for head in result_headers(page.context["cl"]) if head["sortable"]]


def form(organiser: Client, table: type[Model]) -> Any:
    return organiser.get(address(table, "add")).context["adminform"].form


def test_apps_and_tables(organiser: Client) -> None:
    apps = {app["app_label"]: app for app in organiser.get(reverse("admin:index")).context["app_list"]}
    assert [apps[label]["name"] for label in PLACES] == [
        "Regole",
        "Club",
        "Serate",
        "Partite",
        "Avvisi",
        "Liste pubbliche",
        "Accesso in due passaggi",
        "Sessioni utente",
        "Lavori in sottofondo",
    ]
    assert [table["name"] for label in PLACES[1:] for table in apps[label]["models"]] == [
        "Club",
        "Regole della casa",
        "Serate",
        "Partite",
        "Avvisi",
        "Liste pubbliche",
        "Segnalazioni",
        "Secondi passaggi",
        "Accessi",
        "Lavori",
    ]


@pytest.mark.parametrize(
    ("table", "italian"),
    [
        (Club, ["Nome", "Fondato il"]),
        (Publication, ["lista", "Pubblica dal", "Nascosta dallo staff"]),
        (Evening, ["Nome", "club", "Comincia", "Stato"]),
        (Notice, ["Tipo", "utente", "Creata il", "Da spedire il", "Tentativi di spedirlo", "Spedito il"]),
        (Game, ["Identificativo", "Gioco", "Iniziato il", "Righe del registro"]),
        (Complaint, ["Che cosa non va", "Inviata da", "Inviata il", "Chiusa il"]),
        (Authenticator, ["utente", "Tipo", "Attivato il", "Ultimo uso"]),
        (UserSession, ["utente", "Entrato il", "Visto l’ultima volta il", "Indirizzo", "Browser"]),
        (RulesetVersion, ["Regolamento", "Numero", "Creata il", "Impronta"]),
        (Check, ["Sigla", "Gravità", "Che cosa si controlla, se non lo dice la sigla", "Regolamento", "Paragrafo"]),
    ],
)  # fmt: skip
def test_heads_of_columns(table: type[Model], italian: list[str], organiser: Client) -> None:
    assert heads(organiser, table) == italian


def test_labels_of_a_club(organiser: Client) -> None:
    club = Club.objects.create(name="Dadi")
    Membership.objects.create(club=club, user=User.objects.get(), role=Membership.Role.OWNER)
    page = organiser.get(address(Club, "change", club.pk))
    (members,) = page.context["inline_admin_formsets"]
    assert [str(field.label) for field in page.context["adminform"].form] == [
        "Nome",
        "Chi siete",
        "Fuso orario",
        "Fondato il",
    ]
    assert [str(field["label"]) for field in members.fields() if not field["widget"].is_hidden] == [
        "Utente",
        "Ruolo nel club",
        "Membro dal",
    ]
    assert "org, titolare" in page.text


@pytest.mark.parametrize(
    ("table", "field", "italian"),
    [
        (Characteristic, "format", ["Numero", "Bonus", "Tiro salvezza"]),
        (Check, "severity", ["Errore", "Avviso", "Consiglio"]),
        (Extra, "scopes", ["squadra", "lista"]),
        (Trait, "carrier", ["squadra", "veicolo"]),
        (Weapon, "carried_by", ["figura", "veicolo"]),
        (Weapon, "tags",
         ["un’arma di supporto", "un’arma per due uomini", "un’arma con valore di combattimento"]),
    ],
)  # fmt: skip
def test_words_to_choose_from(table: type[Model], field: str, italian: list[str], organiser: Client) -> None:
    assert [str(words) for _value, words in form(organiser, table).fields[field].choices] == italian


def offered(field: Any) -> set[str]:
    """Return the values offered by a field, without the empty one."""
    return {value for value, _ in field.choices} - {""}


def test_no_word_to_choose_from_is_left_out() -> None:
    """Names of checks are ids, and are not translated."""
    fields = {name: field_for(*name.split(".")) for name in {**TYPES, **ONE_OF} if name != "check.function"}
    words = {name: offered(field) for name, field in fields.items() if isinstance(field, ChoiceField)}
    assert words == {name: set(called) for name, called in WORDS.items()}


def test_words_in_columns_and_filters(organiser: Client) -> None:
    page = organiser.get(address(Check, "changelist"))
    shown = page.context["cl"]
    cells = [[strip_tags(cell) for cell in row] for row in results(shown)]
    assert [row[2] for row in cells[:3]] == ["Errore", "Avviso", "Consiglio"]
    (by_severity,) = [spec for spec in shown.filter_specs if spec.field_path == "severity"]
    assert by_severity.title == "Gravità"
    assert [str(choice["display"]) for choice in by_severity.choices(shown)] == [
        "Tutti",
        "Errore",
        "Consiglio",
        "Avviso",
    ]


def test_column_texts_of_django(organiser: Client) -> None:
    sent = {"ruleset": "small", "slug": "red", "name_it": "Blu", "name_en": "Blues", "source": "§1"}
    page = organiser.post(address(Side, "add"), sent)
    assert page.context["adminform"].form.errors == {
        "__all__": ["Fazione con questa Regolamento e Identificativo esiste già."]
    }


def test_a_version_is_dated_as_people_write(organiser: Client) -> None:
    version = RulesetVersion.objects.get()
    page = organiser.get(address(RulesetVersion, "change", version.pk))
    assert "+00:00" not in page.text
