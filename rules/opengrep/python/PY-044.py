import re

import pandas as pd
from flask import Flask, request
from pymongo import MongoClient

app = Flask(__name__)
posts = MongoClient().blog.posts
WORD = re.compile(r"\w+")


@app.route("/search")
def search():
    q = request.args["q"]
    # ruleid: PY-044
    first = re.search(q, "text")
    # ruleid: PY-044
    second = re.compile("^" + q + "$", re.I)
    # ruleid: PY-044
    third = list(posts.find({"title": {"$regex": q}}))
    frame = pd.read_csv("a.csv")
    # ruleid: PY-044
    fourth = frame[frame.name.str.contains(q)]
    # ok: PY-044
    fifth = frame[frame.name.str.contains(q, regex=False)]
    # ok: PY-044
    sixth = re.search(re.escape(q), "text")
    # ok: PY-044
    seventh = re.search(r"^[a-z]+$", q)
    # ok: PY-044
    eighth = WORD.findall(q)
    return str([first, second, third, fourth, fifth, sixth, seventh, eighth])


@mcp.tool()
def grep(pattern: str, text: str) -> list:
    # ruleid: PY-044
    return re.findall(pattern, text)
