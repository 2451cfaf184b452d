"""Helpers to read an odds page like a player: its figures, sentence and fields."""

from dataclasses import dataclass

import lxml.html
from django.test import Client


def words(node: lxml.html.HtmlElement) -> str:
    """Return the text of a node, with spaces between its parts."""
    return " ".join(" ".join(node.itertext()).split())


@dataclass(frozen=True)
class OddsPage:
    """A page of odds."""

    tree: lxml.html.HtmlElement

    @classmethod
    def of(cls, html: str) -> "OddsPage":
        return cls(lxml.html.fromstring(html))

    def texts(self, css: str) -> list[str]:
        return [words(node) for node in self.tree.cssselect(css)]

    @property
    def what_if(self) -> dict[str, str]:
        """Return the address of each variation by its text."""
        return {words(item): item.find("a").get("href") for item in self.tree.cssselect(".what-if li")}

    @property
    def figures(self) -> list[str]:
        return self.texts(".answer > div")

    @property
    def sentence(self) -> str:
        return self.texts(".said")[0]

    @property
    def faults(self) -> list[str]:
        return self.texts(".notice.warn")

    @property
    def bands(self) -> list[str]:
        return self.texts(".reach-ruler .need")

    @property
    def steps(self) -> list[str]:
        return self.texts(".steps li")

    def box(self, name: str) -> str:
        """Return the text of a box: its label, note and symbol."""
        return words(self.tree.cssselect(f'input[name="{name}"]')[0].getparent())

    @property
    def ticked(self) -> list[str]:
        return [box.get("name") for box in self.tree.cssselect("input[type=checkbox][checked]")]

    @property
    def more(self) -> dict[str, str]:
        """Return the text of each button that adds a group."""
        buttons = self.tree.cssselect(".odds-side p > button")
        return {button.get("name"): button.get("value") for button in buttons}

    @property
    def link(self) -> str:
        """Return the address offered for copying."""
        return str(self.tree.cssselect("#addr")[0].get("value"))

    @property
    def chosen(self) -> dict[str, str]:
        """Return the options of each select box."""
        return {
            node.get("name"): words(node.cssselect("option[selected]")[0]) for node in self.tree.cssselect("select")
        }


def at(client: Client, address: str) -> OddsPage:
    """Return the page at an address under /odds/."""
    response = client.get(f"/odds/{address}", follow=True)
    assert response.status_code == 200
    return OddsPage.of(response.text)
