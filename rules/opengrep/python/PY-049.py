import os
import secrets

from models import User, db


def setup_users():
    user = User()
    user.username = "admin"
    # ruleid: PY-049
    user.password = "admin123"
    # ruleid: PY-049
    other = User(username="guest", password="guest")
    # ruleid: PY-049
    user.set_password("letmein")
    # ruleid: PY-049
    User.objects.create_superuser("root", "root@example.org", password="changeme")
    db.session.add_all([user, other])


def harmless(form, request):
    user = User()
    # ok: PY-049
    user.password = os.environ["ADMIN_PASSWORD"]
    # ok: PY-049
    user.password = secrets.token_urlsafe(16)
    # ok: PY-049
    user.password = ""
    # ok: PY-049
    user.password = "pbkdf2_sha256$600000$salt$hash="
    # ok: PY-049
    form.password = "required"
    # ok: PY-049
    user.set_password(request.form["password"])
    # ok: PY-049
    return User(username="guest", password=None)
