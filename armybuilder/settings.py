"""The site's settings, safe for production by default; docs/running.md lists the environment variables."""

from pathlib import Path

import django_stubs_ext
from csp.constants import NONE, SELF
from django.contrib.messages import constants
from django.utils.translation import gettext_lazy as _

from armybuilder import env
from armybuilder.operations.monitoring import logs
from armybuilder.operations.monitoring.logs import logging_settings

# Allows types for Django's generic classes, as in ModelAdmin[User].
django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent
# Everything that a backup must contain: the database and the secret key.
DATA_DIR = Path(env.text("SQUADRA_DATA", str(BASE_DIR / "var"))).absolute()

# Set by `make run`: plain http on your own machine, or in your own room with HOST=0.0.0.0.
LOCAL = env.flag("SQUADRA_LOCAL")
IN_THE_ROOM = LOCAL and env.text("HOST", "127.0.0.1") not in {"127.0.0.1", "localhost", "::1"}

DEBUG = env.flag("DEBUG")
SECRET_KEY = env.secret_key(DATA_DIR)
SECRET_KEY_FALLBACKS = env.former_keys()

# Hosts and transport
ALLOWED_HOSTS = ["*"] if IN_THE_ROOM else env.words("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS", [])
if env.flag("BEHIND_PROXY"):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = 1  # rate limits count visitors, not the proxy
SECURE_SSL_REDIRECT = not LOCAL
SECURE_HSTS_SECONDS = 0 if LOCAL else env.number("HSTS_SECONDS", 365 * 24 * 3600)
# Both affect a whole domain, which a club may share with a forum on http, and preloading is hard to undo: only an
# operator who knows the domain switches them on, and the deployment check has no advice here.
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.flag("HSTS_SUBDOMAINS")
SECURE_HSTS_PRELOAD = env.flag("HSTS_PRELOAD")
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SESSION_COOKIE_AGE = 90 * 24 * 3600  # as long as a draft lives
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = not LOCAL
X_FRAME_OPTIONS = "DENY"
# Nothing from elsewhere, no inline scripts: a hostile name that got through would still do nothing.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "img-src": [SELF, "data:"],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# The site's address for links in emails from the worker, which has no request.
SITE_ADDRESS = env.site_address(ALLOWED_HOSTS, local=LOCAL)

# The contact for security reports in /.well-known/security.txt: an email address, or the address of a page.
SECURITY_CONTACT = env.text("SECURITY_CONTACT")

# The operator of the site, as the law requires: name, address, email.
OPERATOR_NAME = env.text("OPERATOR_NAME")
OPERATOR_ADDRESS = env.text("OPERATOR_ADDRESS")
OPERATOR_MAIL = env.text("OPERATOR_MAIL")

INSTALLED_APPS = [
    "rules",
    "armybuilder.accounts",
    "armybuilder.api",
    "armybuilder.clubs",
    "armybuilder.evenings",
    "armybuilder.forces",
    "armybuilder.games",
    "armybuilder.lists",
    "armybuilder.notices",
    "armybuilder.operations",
    "armybuilder.own_rules",
    "armybuilder.personal_data",
    "armybuilder.printing",
    "armybuilder.rate_limits",
    "armybuilder.sharing",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_htmx",
    "django_tasks",
    "django_tasks_db",
    "armybuilder.accounts.admin_app.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "whitenoise.runserver_nostatic",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "django.forms",
]

MIDDLEWARE = [
    "armybuilder.stack.with_room",
    "armybuilder.operations.monitoring.requests.watch",
    "armybuilder.connections.release_early",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "armybuilder.middleware.headers.permissions",
    "django.middleware.gzip.GZipMiddleware",
    "armybuilder.middleware.unstorable.clean_cookies",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "armybuilder.time_zones.in_zone_of_reader",
    "armybuilder.languages.language_by_address",
    "django.middleware.common.CommonMiddleware",
    "armybuilder.middleware.uploads.UploadLimit",
    "django.middleware.csrf.CsrfViewMiddleware",
    "armybuilder.middleware.unstorable.RefuseUnstorable",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "armybuilder.build.build_headers_middleware",
    "armybuilder.middleware.headers.of_the_view",
    "armybuilder.lists.quotas.QuotaMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "armybuilder.accounts.guessing.CountTriesMiddleware",
]

ROOT_URLCONF = "armybuilder.urls"
WSGI_APPLICATION = "armybuilder.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates", BASE_DIR / "armybuilder" / "printing"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "django.template.loaders.filesystem.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "armybuilder.build.build",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "armybuilder.lists.templatetags.squadra",
            ],
        },
    },
]

# Data
DATABASES = {"default": env.database(DATA_DIR)}
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4_000  # a table of 300 rows of own rules, sent without JavaScript
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {
    # All processes must know that a one-time code was used: a cache in memory would be separate for each.
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "cache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},  # Django's own limit is 300
    },
}

# Printing: each machine caches finished pages; bundles must be available on every machine, and are the only use of
# Django's file storage. Neither belongs in a backup.
PRINT_CACHE = DATA_DIR / "print-cache"
PRINT_CACHE_BYTES = env.number("PRINT_CACHE_MB", 200) * 1_000_000
MEDIA_ROOT = DATA_DIR / "print-jobs"
# Long work goes to a worker through the database: `manage.py work`.
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}

# Accounts: a username is enough; an email address lets users reset their password themselves.
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "armybuilder.accounts.validators.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "armybuilder.accounts.validators.LengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
# Seconds that a password reset link is valid: it stays in a mailbox.
PASSWORD_RESET_TIMEOUT = 24 * 3600
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "armybuilder.accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_USERNAME_VALIDATORS = "armybuilder.accounts.validators.USERNAME_VALIDATORS"
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
# With a mail server a link confirms an address; an account works without one.
ACCOUNT_EMAIL_VERIFICATION = "optional" if env.text("EMAIL_HOST") else "none"
# Without a mail server “we have written to you” would be a dead end: the form says that an address is taken.
ACCOUNT_PREVENT_ENUMERATION = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# An unattended browser cannot add an address, which could receive a password reset.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# Staff need an app or a passkey beside the password for the admin; on your own machine the password is enough.
STAFF_IN_TWO_STEPS = not LOCAL
MFA_ALLOW_UNVERIFIED_EMAIL = True  # an account needs no address
MFA_ADAPTER = "armybuilder.accounts.passkeys.MFAAdapter"
MFA_TOTP_ISSUER = "Squadra"
MFA_TOTP_TOLERANCE = 1  # one step of 30 seconds: clocks differ, and typing takes time (RFC 6238, 5.2)
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {
    "authenticate": "armybuilder.accounts.forms.AuthenticateForm",
    "reauthenticate": "armybuilder.accounts.forms.CodeAgainForm",
    "activate_totp": "armybuilder.accounts.forms.ActivateTOTPForm",
    "add_webauthn": "armybuilder.accounts.passkeys.AddPasskeyForm",
    "edit_webauthn": "armybuilder.accounts.passkeys.RenamePasskeyForm",
    "authenticate_webauthn": "armybuilder.accounts.passkeys.AuthenticatePasskeyForm",
    "login_webauthn": "armybuilder.accounts.passkeys.LoginPasskeyForm",
    "reauthenticate_webauthn": "armybuilder.accounts.passkeys.PasskeyAgainForm",
}
ACCOUNT_RATE_LIMITS = MFA_RATE_LIMITS = False  # ours replace them: accounts/guessing.py says why
ACCOUNT_FORMS = {
    "login": "armybuilder.accounts.forms.LoginForm",
    "signup": "armybuilder.accounts.forms.SignupForm",
    "add_email": "armybuilder.accounts.forms.AddEmailForm",
    "change_password": "armybuilder.accounts.forms.ChangePasswordForm",
    "set_password": "armybuilder.accounts.forms.SetPasswordForm",
    "reset_password": "armybuilder.accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "armybuilder.accounts.forms.ResetPasswordKeyForm",
    "reauthenticate": "armybuilder.accounts.forms.ReauthenticateForm",
}
# The folder for daily backups of the database, and the number of them to keep.
BACKUP_FOLDER = Path(folder) if (folder := env.text("BACKUP_FOLDER")) else None
BACKUPS_KEPT = env.number("BACKUPS_KEPT", 14)

# Mail: without a server, messages are written to the terminal.
EMAIL_HOST = env.text("EMAIL_HOST")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
EMAIL_PORT = env.number("EMAIL_PORT", 587)
EMAIL_HOST_USER = env.text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD")
EMAIL_TIMEOUT = 10  # seconds: the maximum wait for a mail server that does not answer
EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS", default=True)
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "squadra@localhost")

# Languages: the browser's or a chosen one, kept in a cookie. An address can name one for a single page.
LANGUAGE_CODE = "it"
LANGUAGES = [("it", _("Italian")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Europe/Rome"

# The classes of notices.
MESSAGE_TAGS = {constants.INFO: "", constants.SUCCESS: "", constants.WARNING: "warn"}

# Static files: `collectstatic` gives each a name with its hash and a compressed copy.
STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": env.file_storage(),
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_ALLOW_ALL_ORIGINS = False

# Monitoring: costly parts are off unless a variable switches them on (docs/running.md).
SLOW_REQUEST_MS = env.number("SLOW_REQUEST_MS", 1000)
METRICS_HOST = env.text("METRICS_HOST", "127.0.0.1")
METRICS_PORT = env.number("METRICS_PORT", 0)
LOG_FORMAT = env.one_of("LOG_FORMAT", "text", "json")
LOGGING = logging_settings(LOG_FORMAT)
if LOG_FORMAT == "json":
    INSTALLED_APPS.append("django_guid")
    DJANGO_GUID = {"GUID_HEADER_NAME": "X-Request-ID", "EXPOSE_HEADER": False}
    MIDDLEWARE.insert(0, "django_guid.middleware.guid_middleware")
if SENTRY_DSN := env.text("SENTRY_DSN"):
    logs.start(SENTRY_DSN)
