import ast
import builtins
import json
import sys

import pandas as pd
import requests

LIMIT = "10 * 2"

# ruleid: PY-001
eval(user_expr)
# ok: PY-001
ast.literal_eval(user_expr)
# ok: PY-001
eval("1 + 2")
# ok: PY-001
eval(LIMIT)


def calculate(formula, names: dict, size: int):
    # ruleid: PY-001
    value = eval(formula, {"__builtins__": {}}, names)
    # ruleid: PY-001
    exec(f"result = {formula}")
    # ruleid: PY-001
    builtins.eval(formula.strip())
    # ok: PY-001
    eval(f"[0] * {size}")
    # ok: PY-001
    return json.loads(formula), value


def filter_rows(df, condition):
    # ruleid: PY-001
    rows = df.query(condition)
    # ok: PY-001
    rows = df.query("age > 3")
    # ok: PY-001
    return rows, pd.DataFrame(df)


class Model:
    def eval(self):
        return self

    def score(self, model, engine, text):
        # ok: PY-001
        model.eval()
        # ok: PY-001
        return engine.eval(text)


def plugin(name):
    # ruleid: PY-001
    exec(requests.get("https://plugins.example.org/x.py").text)
    # ruleid: PY-001
    exec(compile(sys.argv[1], "<cli>", "exec"))


expression = input("> ")
# ruleid: PY-001
print(eval(expression))


def settings(filename):
    with open(filename) as file:
        # ruleid: PY-001
        exec(compile(file.read(), filename, "exec"), {})
