import os
from os import getenv as env
from flask import Flask

app = Flask(__name__)
# ruleid: PY-016
SECRET_KEY = "k3y-in-code"
# ruleid: PY-016
app.config["SECRET_KEY"] = "dev"
# ruleid: PY-016
app.secret_key = b"_5#y2L"
app.config.from_mapping(
    DATABASE="a.db",
    # ruleid: PY-016
    SECRET_KEY="dev",
)
# ruleid: PY-016
JWT_SECRET_KEY = env("KEY", "fallback")
# ruleid: PY-016
SECRET_KEY = os.environ.get(
    "KEY",
    "fallback",
)
# ruleid: PY-016
options = {"DEBUG": False, "SECRET_KEY": "in-a-dictionary"}


class Settings:
    # ruleid: PY-016
    secret_key: str = "change-me"


# ok: PY-016
SECRET_KEY = os.environ["APP_KEY"]
# ok: PY-016
SECRET_KEY = ""
# ok: PY-016
CONF_SECRET_KEY = "secret_key"
# ok: PY-016
SECRET_KEY = "{{ cookiecutter.secret_key }}"
# ok: PY-016
if app.secret_key == "dev":
    # ok: PY-016
    key = app.config["SECRET_KEY"]
# ruleid: PY-016
app.config["SECRET_KEY_HMAC"] = "secret"
# ruleid: PY-016
app.config["JWT_SECRET"] = "am0r3C0mpl3xK3y"
# ok: PY-016
app.config["SECRET_KEY_FILE"] = "/run/secrets/key"
# ok: PY-016
job = {"secret_key": "an answer of a survey"}
# ok: PY-016
os.environ["APP_SECRET_KEY"] = "of a test"
# ok: PY-016
MOCK_SECRET_KEY = "not a key"
# ok: PY-016
secret_key_length = "32"
# SECRET_KEY = "k3y-in-code"
# ok: PY-016
text = 'SECRET_KEY = "k3y-in-code"'
