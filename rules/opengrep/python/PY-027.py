import jwt
from jose import jwt as tokens
from jwt import decode


def positives(t, key):
    # ruleid: PY-027
    jwt.decode(t, options={"verify_signature": False})
    # ruleid: PY-027
    claims = tokens.decode(
        t,
        key,
        verify=False,
    )
    # ruleid: PY-027
    claims = decode(t, "", algorithms=["HS256", "none"])
    # ruleid: PY-027
    claims = decode(t, verify=False)
    # ruleid: PY-027
    options = dict(verify_signature=False)
    return claims, options


def negatives(t, key, url, requests, codec):
    # ok: PY-027
    jwt.decode(t, key, algorithms=["RS256"])
    # ok: PY-027
    jwt.decode(
        t,
        key,
        options={"verify_signature": True},
        algorithms=["RS256"],
    )
    # ok: PY-027
    requests.get(url, verify=False)
    # ok: PY-027
    codec.decode(t, verify=False)
    # ok: PY-027
    options = {"verify_aud": False}
    # jwt.decode(t, verify=False)
    # ok: PY-027
    return "jwt.decode(t, verify=False)", options


def verifies(t, key_of):
    # ok: PY-027
    header = jwt.decode(t, options={"verify_signature": False})
    claims = jwt.decode(t, key_of(header), algorithms=["RS256"])
    return claims
