import base64
import hashlib
import os

import bcrypt
from flask import request


# ruleid: PY-028
hashlib.sha256(password.encode())
# ok: PY-028
hashlib.pbkdf2_hmac("sha256", password, salt, 600000)


def register(db, name, password):
    salt = os.urandom(16)
    salted = salt + password.encode()
    # ruleid: PY-028
    db.save(name, hashlib.sha512(salted).hexdigest())
    digest = hashlib.sha256()
    # ruleid: PY-028
    digest.update(password.encode("utf-8"))
    # ok: PY-028
    db.save(name, bcrypt.hashpw(password.encode(), bcrypt.gensalt()))
    # ok: PY-028
    return bcrypt.hashpw(base64.b64encode(hashlib.sha256(password.encode()).digest()), salt)


def login(user):
    given = request.form["password"]
    # ruleid: PY-028
    if hashlib.sha3_256(given.encode()).hexdigest() == user.digest:
        return True
    return fingerprint(user.password)


def fingerprint(text):
    # ruleid: PY-028
    return hashlib.sha256(text.encode()).hexdigest()


def other(data, password_reset_token):
    # ok: PY-028
    a = hashlib.sha256(data).hexdigest()
    # ok: PY-028
    b = hashlib.sha256(password_reset_token.encode())
    # ok: PY-028
    return a, b, hashlib.sha256(b"password")
