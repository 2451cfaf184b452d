"""The form of what one is told."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from armybuilder.notices.kinds import Channel, Topic
from armybuilder.notices.models import Preferences
from armybuilder.widgets import Renderer, Segment


class PreferencesForm(forms.Form):
    """What one is told, here and by mail: a field for each topic; and the language of mails."""

    default_renderer = Renderer()

    language = forms.ChoiceField(label=_("Email language"), choices=settings.LANGUAGES, widget=Segment())

    def __init__(self, data: Any, preferences: Preferences) -> None:
        of_topics = {topic: sorted(preferences.channels_of(topic)) for topic in Topic.values}
        super().__init__(data, initial={"language": preferences.language, **of_topics})
        for topic in Topic:
            self.fields[topic.value] = forms.MultipleChoiceField(
                label=topic.label, choices=Channel.choices, required=False
            )

    def topics(self) -> list[dict[str, Any]]:
        """Return the topics, each with its channels, whether they are on, and what is wrong."""
        return [
            {
                "id": topic.value,
                "label": topic.label,
                "errors": self[topic.value].errors,
                "channels": [
                    (channel.value, channel.label, channel.value in (self[topic.value].value() or ()))
                    for channel in Channel
                ],
            }
            for topic in Topic
        ]

    def channels(self) -> dict[str, list[str]]:
        """Return what was chosen, once it is valid."""
        return {topic: sorted(set(self.cleaned_data[topic])) for topic in Topic.values}
