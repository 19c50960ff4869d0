"""Settings of the site. What differs from place to place comes from the environment (see README.md).

HIGH_CARD_MODE is `local` (what `./run` serves: plain http on this machine and its network, demo links),
`production` (behind TLS, everything by environment) or `test`.
"""

import os
from pathlib import Path

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from redis.backoff import NoBackoff
from redis.retry import Retry

from ctg_site.place import lan_address, own_addresses, secret_key

BASE_DIR = Path(__file__).resolve().parent.parent

MODE = os.environ.get("HIGH_CARD_MODE", "local")
if MODE not in ("local", "production", "test"):
    raise ImproperlyConfigured(f"HIGH_CARD_MODE is {MODE!r}: say local, production or test.")
LOCAL = MODE == "local"
PRODUCTION = MODE == "production"

DATA_DIR = Path(os.environ.get("HIGH_CARD_DATA", BASE_DIR / "data"))
DATABASE_URL = os.environ.get("DATABASE_URL", "")
BEHIND_POOLER = os.environ.get("HIGH_CARD_POOLER") == "1"
REDIS_URL = os.environ.get("REDIS_URL", "")
HOSTS = [name.strip() for name in os.environ.get("HIGH_CARD_HOSTS", "").split(",") if name.strip()]

SECRET_KEY = os.environ.get("SECRET_KEY") or secret_key(DATA_DIR)
DEBUG = False
LAN_ADDRESS = lan_address(os.environ.get("HOST", "")) if LOCAL else None
ALLOWED_HOSTS = HOSTS if PRODUCTION else [*HOSTS, *own_addresses()]
CSRF_TRUSTED_ORIGINS = [f"https://{name.lstrip('.')}" for name in HOSTS]

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "combat",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "ctg_site.urls"
ASGI_APPLICATION = "ctg_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {"environment": "ctg_site.jinja.environment"},
    },
    {  # Only for the admin.
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    },
]

if DATABASE_URL:
    DATABASES = {"default": dj_database_url.parse(DATABASE_URL, conn_max_age=0)}
else:
    DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": DATA_DIR / "high-card.sqlite3"}}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # Without IMMEDIATE two writers that both began by reading end in "database is locked".
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
elif DATABASES["default"]["ENGINE"].endswith("postgresql"):
    DATABASES["default"]["OPTIONS"] = {
        **DATABASES["default"].get("OPTIONS", {}),
        # Nothing by itself, only what asks for it (combat/statements.py). A pooler that hands a connection on after each
        # transaction does not know what was prepared on another.
        "prepare_threshold": None if BEHIND_POOLER else 1_000_000_000,
        "pool": {
            "min_size": 1,
            "max_size": 16,
            "timeout": 4,
            "reconnect_timeout": 1,  # else it tries more and more rarely, and is late when the database is back
        },
    }

if REDIS_URL:
    # It counts tries only (combat/throttle.py), which is not worth waiting for.
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_connect_timeout": 0.3, "socket_timeout": 0.3, "retry": Retry(NoBackoff(), 1)},
        }
    }
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL], "prefix": "high-card"},
        }
    }
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

AUTH_USER_MODEL = "combat.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
GUEST_SESSION_AGE = 60 * 60 * 24 * 365

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_I18N = False
USE_TZ = True

STATIC_URL = "/static/"
STATIC_DIR = Path(os.environ.get("HIGH_CARD_STATIC", BASE_DIR / "staticfiles"))
STATIC_ROOT = STATIC_DIR if PRODUCTION else None  # elsewhere files are served from where they lie
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not PRODUCTION
WHITENOISE_MAX_AGE = 0  # of names without a hash: scripts load each other, and all must be of one build

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],  # also allows the web socket of the same origin
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"  # invite links must not leave in a referrer
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
SECURE_SSL_REDIRECT = PRODUCTION
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if PRODUCTION else None  # plain http has no secure context
if PRODUCTION:
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
    if os.environ.get("HIGH_CARD_BEHIND_PROXY") == "1":
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_PORT = int(os.environ.get("EMAIL_PORT", "587"))
EMAIL_HOST_USER = os.environ.get("EMAIL_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_PASSWORD", "")
EMAIL_USE_TLS = os.environ.get("EMAIL_TLS", "1") == "1"
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
DEFAULT_FROM_EMAIL = os.environ.get("EMAIL_FROM", "High Card <high-card@localhost>")

DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000

METRICS_TOKEN = os.environ.get("HIGH_CARD_METRICS_TOKEN", "")
if METRICS_TOKEN and len(METRICS_TOKEN) < 16:
    raise ImproperlyConfigured("HIGH_CARD_METRICS_TOKEN is too short: give 16 signs or more.")

LOG_FORMAT = os.environ.get("HIGH_CARD_LOG_FORMAT", "text")
if LOG_FORMAT not in ("text", "json"):
    raise ImproperlyConfigured(f"HIGH_CARD_LOG_FORMAT is {LOG_FORMAT!r}: say text or json.")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"discreet": {"()": "ctg_site.logs.Discreet"}},
    "formatters": {
        "text": {"()": "ctg_site.logs.Text", "format": "%(asctime)s %(levelname)s %(name)s %(message)s"},
        "json": {"()": "ctg_site.logs.JsonLines"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["discreet"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "combat": {"level": os.environ.get("HIGH_CARD_LOG", "INFO")},
        "django.request": {"level": "ERROR"},  # a refused press and an address that leads nowhere are no fault of ours
        # Addresses hold invites, so nobody writes down who asked for which, however the server was started.
        "uvicorn": {"handlers": [], "propagate": True},
        "uvicorn.error": {"level": "WARNING"},
        "uvicorn.access": {"handlers": [], "propagate": False},
    },
}
