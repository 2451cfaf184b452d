"""Bring locale/it/LC_MESSAGES/django.po in line with the sources, and compile it: `make messages`.

Entries keep their wording and order. A new text comes after its predecessor in its file, without Italian; a missing
text is removed. Nothing is guessed. Texts inside f-strings are found, unlike with GNU gettext.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import django
import polib

ROOT = Path(__file__).resolve().parents[1]
CATALOGUE = ROOT / "locale" / "it" / "LC_MESSAGES" / "django.po"
GETTEXT = {"gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy", "_"}
PGETTEXT = {"pgettext", "pgettext_lazy"}  # with the context as first argument
LITERAL = r"""\s*u?(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")\s*"""
CALL = re.compile(rf"\b(ngettext|pgettext|gettext|_)\(({LITERAL}(?:,{LITERAL})?)")

Text = tuple[str, str, str]  # its context, "" if it has none; the text; its plural, "" if it has none


def texts_of_python(source: str) -> Iterator[Text]:
    """Yield the texts of gettext calls in order, without those of calls without a literal."""
    if "gettext" not in source:
        return
    calls = [call for call in ast.walk(ast.parse(source)) if isinstance(call, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if name not in GETTEXT | PGETTEXT:
            continue
        texts = [str(text.value) for text in call.args if isinstance(text, ast.Constant)]
        if name in PGETTEXT and len(texts) > 1:
            yield texts[0], texts[1], ""
        elif name.startswith("ngettext") and len(texts) > 1:
            yield "", texts[0], texts[1]
        elif name in GETTEXT and len(texts) == 1:
            yield "", texts[0], ""


def texts_of_template(source: str) -> Iterator[Text]:
    """Yield the texts of a template's tags, found with Django's own lexer."""
    from django.utils.translation.template import templatize

    for function, arguments in CALL.findall(templatize(source)):
        texts = ast.literal_eval(f"({arguments},)")
        if function == "pgettext":
            yield texts[0], texts[1], ""
        else:
            yield "", texts[0], texts[1] if function == "ngettext" else ""


def texts_of_the_sources() -> list[list[Text]]:
    """Return the texts of the interface, those of each file in their order."""
    python = [path for folder in ("armybuilder", "rules") for path in (ROOT / folder).rglob("*.py")]
    templates = [path for path in (ROOT / "templates").rglob("*") if path.is_file()]
    templates += (ROOT / "armybuilder").rglob("*.html")
    return [
        *(list(texts_of_python(path.read_text(encoding="utf-8"))) for path in sorted(python)),
        *(list(texts_of_template(path.read_text(encoding="utf-8"))) for path in sorted(templates)),
    ]


def key_of(entry: polib.POEntry) -> Text:
    return entry.msgctxt or "", entry.msgid, entry.msgid_plural


def renewed(old: Iterable[polib.POEntry], files: list[list[Text]]) -> list[polib.POEntry]:
    """Return the entries that the texts of files need: old ones in order, each new one after its neighbour."""
    wanted = {text for texts in files for text in texts}
    entries = {key_of(entry): entry for entry in old if key_of(entry) in wanted}
    order = list(entries)
    for texts in files:
        place = len(order)
        for text in texts:
            if text in entries:
                place = order.index(text) + 1
                continue
            entries[text] = _untranslated(text)
            order.insert(place, text)
            place += 1
    return [entries[text] for text in order]


def _untranslated(text: Text) -> polib.POEntry:
    context, singular, plural = text
    return polib.POEntry(
        msgctxt=context or None,
        msgid=singular,
        msgid_plural=plural,
        msgstr_plural={0: "", 1: ""} if plural else {},
        flags=["python-format"] if re.search(r"%\(\w+\)", singular + plural) else [],
    )


def main() -> None:
    """Write the catalogue and its compiled form; report texts without Italian."""
    sys.path.insert(0, str(ROOT))
    django.setup()
    catalogue = polib.pofile(str(CATALOGUE))
    head, *blocks = CATALOGUE.read_text(encoding="utf-8").rstrip().split("\n\n")
    written = dict(zip(map(key_of, catalogue), blocks, strict=True))
    catalogue[:] = renewed(catalogue, texts_of_the_sources())
    entries = [written.get(key_of(entry)) or str(entry).rstrip() for entry in catalogue]
    CATALOGUE.write_text("\n\n".join([head, *entries]) + "\n", encoding="utf-8")
    catalogue.save_as_mofile(str(CATALOGUE.with_suffix(".mo")))
    for entry in catalogue.untranslated_entries():
        print(f"{CATALOGUE.relative_to(ROOT)} needs Italian: {entry.msgid}")


if __name__ == "__main__":
    main()
