"""Walk through the site without scripts or a browser: lxml reads the pages and their forms."""

from typing import Any
from urllib.parse import urljoin

from django.test import Client
from lxml import html


class Walk:
    """A visitor to a page, who fills in its fields and presses buttons. `AssertionError` if something is missing."""

    def __init__(self, client: Client, address: str = "/") -> None:
        self.client, self.address = client, address
        self.open(address)

    def open(self, address: str) -> None:
        """Go to an address, and follow redirects."""
        self._arrive(self.client.get(urljoin(self.address, address), follow=True))

    def follow(self, words: str) -> None:
        """Follow the first link whose text or label begins with these words."""
        self.open(self._one("a", words).get("href"))

    def press(self, words: str, *, at: str = "", **fields: Any) -> None:
        """Press the first button whose text or label begins with these words: its form is sent with these fields.

        `at`: the class or id of the element around the button.
        """
        button = self._one("button", words, at)
        form = self.page.get_element_by_id(button.get("form")) if button.get("form") else button.getparent()
        while form.tag != "form":
            form = form.getparent()
        own = [it for it in form.inputs if it.name in fields]
        beside = [it for it in self.page.xpath("//*[@form=$id]", id=form.get("id") or "-") if it.get("name") in fields]
        assert {it.get("name") for it in [*own, *beside]} == set(fields), "the form has no such field"
        sent: dict[str, Any] = {}
        for name, value in form.form_values():
            sent.setdefault(name, []).append(value)
        sent |= {name: value if isinstance(value, list) else [value] for name, value in fields.items()}
        if button.get("name"):
            sent[button.get("name")] = [button.get("value", "")]
        address = button.get("formaction") or form.get("action") or self.address
        send = self.client.post if form.method == "POST" else self.client.get
        self._arrive(send(urljoin(self.address, address), sent, follow=True))

    def texts(self, css_class: str) -> list[str]:
        """Return the text of the elements with a class, without blanks; templates that scripts copy are left out."""
        found = self.page.xpath(
            "//*[contains(concat(' ', @class, ' '), $name)][not(ancestor::template)]", name=f" {css_class} "
        )
        return [" ".join(element.text_content().split()) for element in found]

    def value(self, name: str) -> str:
        """Return the value of the first field with a name, outside buttons."""
        field = self.page.xpath("//*[@name=$name and not(self::button)]", name=name)[0]
        return str(field.value)

    def _one(self, tag: str, words: str, at: str = "") -> Any:
        parts = (self.page.find_class(at) or [self.page.get_element_by_id(at)]) if at else [self.page]
        for element in (element for part in parts for element in part.iter(tag)):
            said = " ".join(element.text_content().split())
            called = (said, element.get("aria-label") or "", element.get("title") or "")
            if any(name.startswith(words) for name in called) and element.get("disabled") is None:
                return element
        raise AssertionError(f"no {tag} “{words}” at {self.address}")

    def _arrive(self, response: Any) -> None:
        self.response = response
        self.address = response.redirect_chain[-1][0] if response.redirect_chain else response.request["PATH_INFO"]
        self.page = html.fromstring(response.content.decode())
