import hmac
import os
import hashlib


def positives(token, expected, request_signature, computed_signature, api_token, settings, mac, key, body, headers):
    # ruleid: PY-025
    if token == expected:
        pass
    # ruleid: PY-025
    if request_signature != computed_signature:
        pass
    # ruleid: PY-025
    if settings.API_TOKEN == api_token:
        pass
    # ruleid: PY-025
    if headers["X-Hub-Signature"] == hmac.new(
        key,
        body,
        hashlib.sha256,
    ).hexdigest():
        pass
    # ruleid: PY-025
    if body.api_key != os.getenv("API_KEY"):
        pass
    # ruleid: PY-025
    return computed_signature == mac.hexdigest()


def negatives(token, expected, expected_type, other, password, password_confirm, next_tokens, next_token):
    # ok: PY-025
    if hmac.compare_digest(token, expected):
        pass
    # ok: PY-025
    if token == "(":
        pass
    # ok: PY-025
    if token is None or token == other.token:
        pass
    # ok: PY-025
    if password != password_confirm:
        pass
    # ok: PY-025
    if token.type == expected_type:
        pass
    # ok: PY-025
    if next_tokens == expected:
        pass
    # ok: PY-025
    if next_token == expected:
        pass
    # ok: PY-025
    assert token == expected, "wrong token"
    # if token == expected:
    # ok: PY-025
    return "token == expected"
