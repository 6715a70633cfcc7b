import base64
import copy
import hmac
import json
import marshal
import pickle
import socket
from urllib.request import urlopen

import requests

# ruleid: PY-002
obj = pickle.loads(blob)
# ok: PY-002
obj = json.loads(blob)


def restore(data, key):
    # ruleid: PY-002
    job = pickle.loads(base64.b64decode(data))
    # ok: PY-002
    same = pickle.loads(pickle.dumps(job))
    # ok: PY-002
    return copy.deepcopy(same)


def signed(data, signature, key):
    expected = hmac.new(key, data, "sha256").hexdigest()
    if not hmac.compare_digest(expected, signature):
        raise ValueError("signature")
    # ok: PY-002
    return pickle.loads(data)


def download(url):
    # ruleid: PY-002
    model = pickle.loads(requests.get("https://models.example.org/a").content)
    # ruleid: PY-002
    rest = pickle.load(urlopen("https://models.example.org/b"))
    return model, rest


def cached(folder):
    with open("cache.bin", "rb") as f:
        # ok: PY-002
        return pickle.load(f)


class Worker:
    def on_message(self, channel, method, properties, body):
        # ruleid: PY-002
        task = marshal.loads(body)
        return task


class Memory:
    def get(self, key):
        with self.lock:
            pickled = self._cache[key]
        # ok: PY-002
        return pickle.loads(pickled)

    def put(self, key, value):
        self._cache[key] = value

    def change(self, key):
        with self.lock:
            pickled = self._cache[key]
            # ok: PY-002
            return pickle.loads(pickled)

    def receive(self, received):
        with self.lock:
            # ruleid: PY-002
            return pickle.loads(received)
