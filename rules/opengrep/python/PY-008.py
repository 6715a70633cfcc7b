import random
import secrets
import string
import time
import uuid

import numpy as np
from django.http import HttpResponse

LETTERS = string.ascii_letters + string.digits


# ruleid: PY-008
code = random.randint(0, 9999)
# ok: PY-008
code = secrets.randbelow(9999)


def generate_token(length=32):
    chars = [random.choice(LETTERS) for _ in range(length)]
    # ruleid: PY-008
    return "".join(chars)


def generate_name():
    # ok: PY-008
    return "".join(random.choice(LETTERS) for _ in range(8))


class User:
    def reset(self):
        value = "%06d" % random.randrange(1000000)
        # ruleid: PY-008
        self.reset_token = value
        # ruleid: PY-008
        self.set_password("".join(random.sample(LETTERS, 12)))
        # ok: PY-008
        self.api_key = secrets.token_urlsafe(32)
        # ok: PY-008
        self.password = random.SystemRandom().choice(["a", "b"])
        # ok: PY-008
        self.session_id = uuid.uuid4()
        # ruleid: PY-008
        self.session_key = str(uuid.uuid1())
        # ok: PY-008
        self.token_time = time.time()


def remember(request):
    response = HttpResponse("ok")
    # ruleid: PY-008
    response.set_cookie("remember_me", str(random.getrandbits(64)))
    # ruleid: PY-008
    request.session["csrf_token"] = str(np.random.randint(1 << 30))
    # ok: PY-008
    response.set_cookie("group", random.choice(["a", "b"]))
    return response


def work(words):
    # ok: PY-008
    delay = random.random() * 2
    time.sleep(delay)
    # ok: PY-008
    color = random.choice(words)
    # ok: PY-008
    status_code = random.choice([200, 404])
    # ok: PY-008
    return color, status_code, random.sample(words, 3)
