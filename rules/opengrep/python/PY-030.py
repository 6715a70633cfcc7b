import ast
import code

import numexpr
import pandas
from fastapi import FastAPI
from flask import Flask, request
from tornado.web import RequestHandler

app = Flask(__name__)
api = FastAPI()
OPERATIONS = {"sum": sum, "max": max}


@app.route("/calc")
def calc():
    expression = request.args["e"]
    # ruleid: PY-030
    result = eval(expression)
    # ruleid: PY-030
    exec("x = " + request.form["e"])
    # ruleid: PY-030
    compiled = compile(request.get_json()["code"], "<api>", "exec")
    # ok: PY-030
    exec(open("setup.py").read())
    # ok: PY-030
    values = ast.literal_eval(request.form["values"])
    # ok: PY-030
    total = OPERATIONS[request.args["op"]](values)
    # ok: PY-030
    eval("%d * 2" % int(request.args["n"]))
    # ok: PY-030
    return str(result) + str(total), compiled


@api.get("/frame")
def frame(where: str, limit: int):
    df = pandas.read_csv("data.csv")
    # ruleid: PY-030
    rows = df.query(where)
    # ruleid: PY-030
    numexpr.evaluate(where)
    # ok: PY-030
    return rows.query(f"id < {limit}").to_dict()


class Console(RequestHandler):
    def post(self):
        source = self.get_argument("source")
        self.run(source)
        # ruleid: PY-030
        exec(source)
        # ok: PY-030
        self.write({"model": self.model.eval()})

    def run(self, text):
        # `method-args`: the receiver is the first parameter.
        # ruleid: PY-030
        code.InteractiveInterpreter().runsource(text)


def answer(client, prompt):
    reply = client.responses.create(model="m", input=prompt)
    # ruleid: PY-030
    return eval(reply.output_text)


@mcp.tool
def python(source: str):
    # ruleid: PY-030
    exec(source, {})
