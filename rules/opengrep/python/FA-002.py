import jwt
from jwt import decode as read


def positives(t, key):
    # ruleid: FA-002
    a = jwt.decode(t, key, algorithms=["HS256", "none"])
    # ruleid: FA-002
    b = jwt.decode(
        t,
        options={
            "verify_aud": True,
            "verify_signature": False,
        },
    )
    # ruleid: FA-002
    c = read(t, None, algorithms=("None",))
    accepted = ["HS256", "none"]
    # ruleid: FA-002
    return jwt.decode(t, key, algorithms=accepted), a, b, c


def negatives(t, key, header):
    # ok: FA-002
    a = jwt.decode(t, key, algorithms=["HS256"])
    # ok: FA-002
    b = jwt.decode(t, key, algorithms=["HS256"], options={"verify_signature": True})
    # ok: FA-002
    algorithms = None
    # ok: FA-002
    if header["alg"] == "none":
        # jwt.decode(t, key, algorithms=["none"])
        # ok: FA-002
        return 'algorithms=["none"]', a, b, algorithms
    # ok: FA-002
    return {"verify_signature": True}
