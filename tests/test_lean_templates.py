"""Templates without their indentation: what prints nothing takes no room, and words stay apart."""

from pathlib import Path

import pytest
from django.template import Context, Engine

WRITTEN = """{% load i18n %}
<ul>
    {% for one in two %}
      {% if one %}{# said #}
        <b>{{ one }}</b>
      {% endif %}
      <i>x</i>
    {% endfor %}
</ul>
"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("page.html", "<ul>\n<b>a</b>\n<i>x</i>\n</ul>\n"),
        ("mail.txt", "\n<ul>\n    \n      \n        <b>a</b>\n      \n      <i>x</i>\n    \n</ul>\n"),
    ],
)
def test_indentation_and_lines_of_tags_go(tmp_path: Path, name: str, expected: str) -> None:
    (tmp_path / name).write_text(WRITTEN)
    loaders = ["armybuilder.lean_templates.Loader"]
    engine = Engine(dirs=[str(tmp_path)], loaders=loaders, libraries={"i18n": "django.templatetags.i18n"})
    assert engine.get_template(name).render(Context({"two": ["a"]})) == expected
