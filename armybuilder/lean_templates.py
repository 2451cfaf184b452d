"""Templates without their indentation: pages go out smaller, and each is made lean just once, when it is loaded."""

import re

from django.template import Origin
from django.template.loaders import filesystem

INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
# A line of tags that print nothing.
SILENT = re.compile(
    r"^((?:\{% (?:load|extends|block|endblock|if|elif|else|endif|for|empty|endfor|with|endwith)\b[^%\n]*%\}"
    r"|\{#[^#\n]*#\})+)\n",
    re.MULTILINE,
)


class Loader(filesystem.Loader):
    """Loads pages of HTML without indentation, and without the line breaks of lines that print nothing.

    Between two lines that print something a line break stays. What has to stay as it is written (a `pre`, a mail) is in
    none of these files.
    """

    def get_contents(self, origin: Origin) -> str:
        """Return the source of a template. Raises TemplateDoesNotExist."""
        source = super().get_contents(origin)
        if not origin.name.endswith(".html"):
            return source
        return SILENT.sub(r"\1", INDENT.sub("", source))
