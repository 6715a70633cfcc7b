import base64
import hmac
import io
import json
import pickle
import socketserver
import zlib

import dill
import joblib
import jsonpickle
import numpy as np
import torch
import yaml
from flask import Flask, request, session
from fastapi import FastAPI, UploadFile
from itsdangerous import URLSafeSerializer

app = Flask(__name__)
api = FastAPI()
serializer = URLSafeSerializer("key")


@app.route("/load", methods=["POST"])
def load():
    # ruleid: PY-031
    state = pickle.loads(base64.b64decode(request.cookies["state"]))
    # ruleid: PY-031
    more = pickle.loads(zlib.decompress(request.get_data()))
    # ruleid: PY-031
    upload = pickle.load(request.files["f"])
    # ruleid: PY-031
    config = yaml.load(request.data, Loader=yaml.Loader)
    # ruleid: PY-031
    yaml.unsafe_load(request.files["c"].read())
    # ruleid: PY-031
    yaml.load(request.data)
    # ruleid: PY-031
    jsonpickle.decode(request.form["o"])
    # ok: PY-031
    yaml.load(request.data, Loader=yaml.SafeLoader)
    # ok: PY-031
    yaml.safe_load(request.data)
    # ok: PY-031
    json.loads(request.data)
    # ok: PY-031
    cart = serializer.loads(request.cookies["cart"])
    return {"a": state, "b": more, "c": upload, "d": config, "e": cart}


@app.post("/signed")
def signed():
    body = request.get_data()
    expected = hmac.new(app.secret_key, body, "sha256").hexdigest()
    if not hmac.compare_digest(expected, request.headers["X-Signature"]):
        return "", 403
    # ok: PY-031
    return str(pickle.loads(body))


@api.post("/model")
async def model(file: UploadFile):
    data = await file.read()
    # ruleid: PY-031
    net = torch.load(io.BytesIO(data))
    # ok: PY-031
    net = torch.load(io.BytesIO(data), weights_only=True)
    # ruleid: PY-031
    table = np.load(io.BytesIO(data), allow_pickle=True)
    # ruleid: PY-031
    pipeline = joblib.load(file.file)
    # ok: PY-031
    return np.load(io.BytesIO(data)), net, table, pipeline


class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        # ruleid: PY-031
        task = pickle.load(self.rfile)
        # ruleid: PY-031
        other = dill.loads(self.request.recv(4096))
        return task, other


def settings():
    # ok: PY-031
    return pickle.load(open("settings.bin", "rb"))
