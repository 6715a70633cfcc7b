import sqlite3
import uuid
from typing import Annotated, Optional

import aiohttp.web
import bottle
import pandas as pd
import psycopg2
import sqlalchemy as sa
from django.db import connection
from django.db.models.expressions import RawSQL
from django.shortcuts import render
from django.views import View
from fastapi import Depends, FastAPI, Header, Query, Request
from flask import Blueprint, g, request, request as rq
from psycopg2 import sql
from pydantic import BaseModel
from rest_framework.decorators import api_view
from sqlalchemy import select, text

bp = Blueprint("shop", __name__)
app = FastAPI()
SORTS = {"name": "name", "age": "birth"}


# Flask: the value in the text, in several steps.
@bp.route("/search")
def search():
    cur = g.db.cursor()
    name = request.args.get("name", "")
    query = "SELECT * FROM customer WHERE name = '" + name + "'"
    # ruleid: PY-026
    cur.execute(query)
    query = "SELECT id FROM customer"
    if name:
        query += f" WHERE name LIKE '%{name}%'"
    # ruleid: PY-026
    cur.execute(query)
    # ruleid: PY-026
    cur.execute("SELECT * FROM t WHERE a = '%s'" % rq.form["a"])
    # ruleid: PY-026
    cur.executescript("DELETE FROM t WHERE a = '{}'".format(request.json["a"]))
    # ruleid: PY-026
    rows = g.db.execute(f"SELECT * FROM t ORDER BY {request.args['sort']}").fetchall()
    # ok: PY-026
    cur.execute("SELECT * FROM customer WHERE name = %s", (name,))
    # ok: PY-026
    cur.execute("SELECT * FROM t WHERE id = " + str(int(request.args["id"])))
    page = request.args.get("page", 1, type=int)
    # ok: PY-026
    cur.execute(f"SELECT * FROM t LIMIT 10 OFFSET {page * 10}")
    # ok: PY-026
    cur.execute(f"SELECT * FROM t ORDER BY {SORTS[request.args['sort']]}")
    # ok: PY-026
    cur.execute(f"SELECT * FROM t ORDER BY {SORTS.get(request.args['sort'], 'name')}")
    ids = request.json["ids"]
    marks = ",".join(["%s"] * len(ids))
    # ok: PY-026
    cur.execute(f"SELECT * FROM t WHERE id IN ({marks})", ids)
    return {"rows": rows}


@bp.route("/u/<name>")
def by_name(name):
    con = sqlite3.connect("app.db")
    # ruleid: PY-026
    return con.execute("SELECT * FROM u WHERE n = '" + name + "'").fetchall()


@bp.route("/u/<int:uid>")
def by_id(uid):
    con = sqlite3.connect("app.db")
    # ok: PY-026
    return con.execute("SELECT * FROM u WHERE n = " + str(uid)).fetchall()


# Guards that leave only known words.
@bp.route("/guarded")
def guarded():
    cur = g.db.cursor()
    order = request.args.get("order")
    if order not in ("asc", "desc"):
        return "bad", 400
    # `allow-list`: only constants are left.
    # ok: PY-026
    cur.execute("SELECT * FROM t ORDER BY n " + order)
    column = request.args["column"]
    if not column.isidentifier():
        return "bad", 400
    # `full-match`: letters, digits and underscores only.
    # todook: PY-026
    cur.execute("SELECT " + column + " FROM t")
    number = request.args["number"]
    row = {}
    row["raw"] = number
    row["table"] = "orders"
    # `key`: the value is under another name of the dictionary.
    # ok: PY-026
    cur.execute("SELECT * FROM " + row["table"])
    table = "orders" if number else "invoices"
    # ok: PY-026
    cur.execute("SELECT * FROM " + table)
    return "ok"


# FastAPI: parameters are the request, unless they are numbers or injected.
class Filter(BaseModel):
    name: str
    limit: int = 10


@app.get("/items")
async def items(q: str, n: int, sort: Annotated[str, Query()] = "name", db=Depends(lambda: None)):
    # ruleid: PY-026
    await db.execute(text(f"SELECT * FROM items WHERE name = '{q}'"))
    # ruleid: PY-026
    await db.execute(text("SELECT * FROM items ORDER BY " + sort))
    # ok: PY-026
    await db.execute(text(f"SELECT * FROM items LIMIT {n}"))
    # ruleid: PY-026
    statement = text("DELETE FROM items WHERE name = '" + q + "'")
    # ok: PY-026
    await db.execute(statement)
    # ok: PY-026
    await db.execute(text("SELECT * FROM items WHERE name = :q"), {"q": q})
    # ok: PY-026
    return await db.execute(select(Filter).where(Filter.name == q).limit(n))


@app.post("/items")
def find(body: Filter, token: Optional[uuid.UUID] = None, agent: str = Header(), session: sa.orm.Session = Depends(lambda: None)):
    # ruleid: PY-026
    session.execute(sa.text("SELECT * FROM i WHERE n = '" + body.name + "'"))
    # ruleid: PY-026
    session.connection().exec_driver_sql("INSERT INTO log VALUES ('" + agent + "')")
    # ok: PY-026
    session.execute(sa.text(f"SELECT * FROM i WHERE t = '{token}'"))
    # A number of the model: `clean-type`.
    # todook: PY-026
    session.execute(sa.text(f"SELECT * FROM i LIMIT {body.limit}"))


@app.get("/raw")
async def raw(req: Request, pool=Depends(lambda: None)):
    # ruleid: PY-026
    return await pool.fetch("SELECT * FROM r WHERE a = '" + req.query_params["a"] + "'")


# Django.
def profile(request, slug):
    # ruleid: PY-026
    users = User.objects.raw("SELECT * FROM users WHERE name = '%s'" % request.GET["name"])
    with connection.cursor() as cursor:
        # ruleid: PY-026
        cursor.execute(f"UPDATE users SET bio = '{request.POST['bio']}'")
        # ruleid: PY-026
        cursor.execute("SELECT * FROM pages WHERE slug = '" + slug + "'")
        # ok: PY-026
        cursor.execute("SELECT * FROM pages WHERE slug = %s", [slug])
    # ruleid: PY-026
    orders = Order.objects.extra(where=["name = '%s'" % request.GET["o"]])
    # ruleid: PY-026
    notes = Note.objects.annotate(x=RawSQL("SELECT " + request.GET["c"], []))
    # ok: PY-026
    found = User.objects.filter(name=request.GET["name"]).order_by(request.GET["by"])
    # ok: PY-026
    users = User.objects.raw("SELECT * FROM users WHERE name = %s", [request.GET["name"]])
    return render(request, "p.html", {"users": users, "orders": orders, "notes": notes, "found": found})


class Report(View):
    def get(self, request, *args, **kwargs):
        cursor = connection.cursor()
        # ruleid: PY-026
        cursor.execute("SELECT * FROM r WHERE n = '%s'" % self.kwargs["name"])
        return self.answer(self.request.GET.get("q"))

    def answer(self, q):
        cursor = connection.cursor()
        # `method-args`: the receiver is the first parameter.
        # ruleid: PY-026
        return cursor.execute("SELECT * FROM r WHERE q = '%s'" % q)


@api_view(["POST"])
def api(request):
    cursor = connection.cursor()
    # ruleid: PY-026
    cursor.execute("SELECT * FROM r WHERE n = '" + request.data["n"] + "'")
    # ok: PY-026
    cursor.execute("SELECT * FROM r WHERE ip = '" + request.META["REMOTE_ADDR"] + "'")


# Other servers.
@bottle.get("/b/<name>")
def with_bottle(name):
    db = sqlite3.connect("b.db")
    # ruleid: PY-026
    db.execute("SELECT * FROM b WHERE a = '" + bottle.request.query.a + "' AND n = '" + name + "'")


async def with_aiohttp(request: aiohttp.web.Request):
    body = await request.json()
    async with request.app["pool"].acquire() as conn:
        # ruleid: PY-026
        await conn.execute(f"UPDATE t SET n = '{body['n']}'")


# Helpers of the file are followed.
def run(statement, values=()):
    con = psycopg2.connect("")
    cur = con.cursor()
    # ruleid: PY-026
    cur.execute(statement, values)


def clean_up(name):
    return "".join(c for c in name if c.isalnum())


@bp.route("/delete", methods=["POST"])
def delete():
    run("DELETE FROM t WHERE n = '" + request.form["n"] + "'")
    run("DELETE FROM t WHERE n = %s", (request.form["n"],))
    # ruleid: PY-026
    frame = pd.read_sql("SELECT * FROM t WHERE n = '" + request.form["n"] + "'", con)
    # ok: PY-026
    frame = pd.read_sql("SELECT * FROM t WHERE n = %(n)s", con, params={"n": request.form["n"]})
    statement = sql.SQL("SELECT * FROM {} WHERE n = {}").format(
        sql.Identifier(request.form["table"]), sql.Literal(request.form["n"])
    )
    # ok: PY-026
    con.cursor().execute(statement)
    return frame.to_json()


# What an agent asks for.
@mcp.tool()
def query_users(name: str, limit: int = 10) -> list:
    cur = connection.cursor()
    # ruleid: PY-026
    cur.execute(f"SELECT * FROM users WHERE name = '{name}'")
    # ok: PY-026
    cur.execute(f"SELECT * FROM users LIMIT {limit}")
    return cur.fetchall()


# Not SQL at all.
def other(request, executor, schema):
    # ok: PY-026
    executor.execute(request.POST["job"])
    # ok: PY-026
    schema.execute(request.data["query"])
    # ok: PY-026
    return {"text": text_of(request.GET["a"])}


name = input("name? ")
# ruleid: PY-026
sqlite3.connect("x.db").execute("SELECT * FROM t WHERE n = '" + name + "'")
