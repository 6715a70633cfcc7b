import argparse
import os

import dill
import joblib
import jsonpickle
import numpy as np
import pandas as pd
import requests
import torch

# ruleid: PY-022
model = torch.load(path)


def load_checkpoint(path, device):
    # ruleid: PY-022
    state = torch.load(os.path.join(path, "model.pt"), map_location=torch.device("cpu"))
    # ruleid: PY-022
    torch.load(path, weights_only=False)
    # ok: PY-022
    torch.load(path, map_location=device, weights_only=True)
    # ok: PY-022
    torch.hub.load("org/repo", "model")
    # ok: PY-022
    torch.load("weights/default.pt")
    return state


def load_arrays(name, blob, options):
    # ruleid: PY-022
    a = np.load(name, allow_pickle=True)
    # ok: PY-022
    b = np.load(name)
    # ruleid: PY-022
    c = jsonpickle.decode(blob)
    # ruleid: PY-022
    d = pd.read_pickle(name)
    # ruleid: PY-022
    e = joblib.load(name)
    # ok: PY-022
    f = dill.loads(dill.dumps(a))
    # ok: PY-022
    g = torch.load(name, **options)
    return a, b, c, d, e, f, g


def fetch():
    # ruleid: PY-022
    return dill.loads(requests.get("https://models.example.org/m").content)
