import hmac
import os

from flask import request


def login(username, password):
    # ruleid: PY-050
    if username == "admin" and password == "letmein99":
        return True
    # ruleid: PY-050
    if request.form["password"] == "letmein99":
        return True
    # ruleid: PY-050
    return hmac.compare_digest(request.form.get("password"), "letmein99")


def harmless(kind, password, errors):
    # ok: PY-050
    if password == "" or password == "None":
        return False
    # ok: PY-050
    if kind == "password" or errors.password == "required":
        return False
    # ok: PY-050
    assert password == "letmein99"
    # ok: PY-050
    return password == os.environ["ADMIN_PASSWORD"]
