import json

import neo4j
from bson import ObjectId
from bson.code import Code
from fastapi import APIRouter, Body
from flask import Flask, jsonify, request
from flask_pymongo import PyMongo
from pydantic import BaseModel

app = Flask(__name__)
mongo = PyMongo(app)
router = APIRouter()


class Login(BaseModel):
    mail: str
    password: str


@app.route("/login", methods=["POST"])
def login():
    body = request.get_json()
    # ruleid: PY-034
    user = mongo.db.users.find_one({"mail": body["mail"], "password": body["password"]})
    # ruleid: PY-034
    mongo.db.users.update_one(request.json["filter"], {"$set": {"seen": True}})
    # ruleid: PY-034
    rows = list(mongo.db.users.find(request.json))
    # ruleid: PY-034
    mongo.db.logs.delete_many(json.loads(request.args["q"]))
    # ruleid: PY-034
    mongo.db.users.find({"$where": "this.name == '" + request.args["name"] + "'"})
    # ruleid: PY-034
    mongo.db.users.map_reduce(Code("function() { emit(this." + request.args["k"] + ", 1); }"), "r", "out")
    # ok: PY-034
    mongo.db.users.find_one({"mail": str(body["mail"])})
    # A form field is a text, never an object.
    # ok: PY-034
    mongo.db.users.find_one({"mail": request.form["mail"]})
    # ok: PY-034
    mongo.db.users.find_one({"_id": ObjectId(body["id"])})
    # ok: PY-034
    mongo.db.users.find_one({"mail": {"$eq": body["mail"]}})
    form = Login(**request.get_json())
    # ok: PY-034
    mongo.db.users.find_one({"mail": form.mail})
    mail = body["mail"]
    if not isinstance(mail, str):
        return "", 400
    # `clean-type`: not here, a text is what the filter needs.
    # todook: PY-034
    mongo.db.users.find_one({"mail": mail})
    # ok: PY-034
    position = "long text".find(body["part"])
    return jsonify(user, rows, position)


@router.post("/search")
async def search(filters: dict = Body(), name: str = "", limit: int = 10):
    # ruleid: PY-034
    found = await collection.count_documents(filters)
    # ok: PY-034
    other = await collection.find_one({"name": name})
    # ok: PY-034
    return await collection.find({"n": {"$gt": limit}}).to_list(limit), found, other


def people(request):
    driver = neo4j.GraphDatabase.driver("bolt://localhost")
    with driver.session() as session:
        # ruleid: PY-034
        session.run("MATCH (p:Person {name: '" + request.GET["name"] + "'}) RETURN p")
        # ok: PY-034
        return session.run("MATCH (p:Person {name: $name}) RETURN p", name=request.GET["name"])
