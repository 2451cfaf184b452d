"""The WSGI application for gunicorn. A problem that prevents the start is reported in one sentence."""

import os
import sys

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

from armybuilder import env
from armybuilder.middleware.unstorable import in_utf8
from armybuilder.operations import starting

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
os.environ[env.SERVES] = "1"  # to the settings, which the next lines read

try:
    if not settings.DEBUG:
        starting.check_static_files()
    starting.check_folders()
    application = in_utf8(get_wsgi_application())
    starting.check_ready()
except ImproperlyConfigured as error:
    sys.exit(f"Squadra does not start. {error}")
