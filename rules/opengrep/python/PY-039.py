import json
import logging
import re

from django.http import HttpResponse
from flask import Flask, current_app, request

app = Flask(__name__)
logger = logging.getLogger(__name__)


@app.route("/login", methods=["POST"])
def login():
    user = request.form["user"]
    # ruleid: PY-039
    logger.info("login of %s", user)
    # ruleid: PY-039
    logging.warning("failed login of " + user)
    # ruleid: PY-039
    current_app.logger.error(f"no user {request.args.get('u')}")
    # ok: PY-039
    logger.info("login of %r", user)
    # ok: PY-039
    logger.info(f"login of {user!r}")
    # ok: PY-039
    logger.info("login of %s", repr(user))
    # ok: PY-039
    logger.info("login of %s", user.replace("\n", "").replace("\r", ""))
    # ok: PY-039
    logger.info("login of %s", json.dumps(user))
    # ok: PY-039
    logger.info("login of %s", re.sub(r"[\r\n]", " ", user))
    # ok: PY-039
    logger.info("page %d", int(request.args["page"]))
    # A header has no line breaks.
    # ok: PY-039
    logger.info("agent %s", request.headers["User-Agent"])
    # ok: PY-039
    logger.info("length %s", len(user))
    # ok: PY-039
    print("login of", user)
    return ""


def profile(request):
    # ruleid: PY-039
    logger.debug("profile %s", request.GET["name"])
    note(request.POST["text"])
    return HttpResponse("ok")


def note(text):
    # ruleid: PY-039
    logger.info("note: " + text)
