import hashlib
import hashlib as hl
from hashlib import sha1 as digest
from cryptography.hazmat.primitives import hashes
from Crypto.Hash import MD5


def positives(data, body):
    # ruleid: PY-007
    a = hashlib.sha1(data)
    # ruleid: PY-007
    b = hl.md5(
        body.encode()
    ).hexdigest()
    # ruleid: PY-007
    c = digest(data)
    # ruleid: PY-007
    d = hashlib.new("MD5", data)
    name = "sha1"
    # ruleid: PY-007
    e = hashlib.new(name)
    # ruleid: PY-007
    f = hashes.Hash(hashes.SHA1())
    # ruleid: PY-007
    return MD5.new(data), a, b, c, d, e, f


def negatives(key, msg, data, local, hmac):
    # ok: PY-007
    a = hashlib.sha256(data)
    # ok: PY-007
    b = hashlib.md5(
        key.encode(),
        usedforsecurity=False,
    )
    # ok: PY-007
    c = hashlib.new("sha1", data, usedforsecurity=False)
    # ok: PY-007
    d = hmac.new(key, msg, hashlib.sha1)
    # ok: PY-007
    e = local.md5(data)
    # ok: PY-007
    f = "hashlib.md5(data)"  # hashlib.md5(data)
    return a, b, c, d, e, f
