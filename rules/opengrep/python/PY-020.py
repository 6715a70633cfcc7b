from django.conf import settings


def positives(resp, response, v, make):
    # ruleid: PY-020
    resp.set_cookie("theme", v, httponly=False)
    # ruleid: PY-020
    response.set_cookie(
        key="theme",
        value=make(v),
        secure=False,
        httponly=True,
    )
    # ruleid: PY-020
    resp.set_cookie("session_id", v)
    # ruleid: PY-020
    resp.set_cookie("access_token", v, max_age=60, httponly=True, samesite="Lax")


# ruleid: PY-020
SESSION_COOKIE_SECURE = False
# ruleid: PY-020
SESSION_COOKIE_HTTPONLY: bool = False
# ruleid: PY-020
app.config["SESSION_COOKIE_HTTPONLY"] = False
app.config.update(
    DEBUG=False,
    # ruleid: PY-020
    REMEMBER_COOKIE_SECURE=False,
)


def negatives(resp, v, options):
    # ok: PY-020
    resp.set_cookie(
        "sid",
        v,
        httponly=True,
        secure=True,
    )
    # ok: PY-020
    resp.set_cookie("csrftoken", v, secure=True, httponly=False)
    # ok: PY-020
    resp.set_cookie("session", v, **options)
    # ok: PY-020
    resp.set_cookie("theme", v)
    # ok: PY-020
    resp.set_flag("session", secure=False)
    # resp.set_cookie("sid", v, secure=False)
    # ok: PY-020
    return 'resp.set_cookie("sid", v, secure=False)'


# ok: PY-020
SESSION_COOKIE_SECURE = not settings.DEBUG
# ok: PY-020
CSRF_COOKIE_HTTPONLY = False
# ok: PY-020
if SESSION_COOKIE_SECURE == False:
    pass
