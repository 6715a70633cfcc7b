from django.http import HttpResponse
from flask import Flask, redirect, request, session
from werkzeug.security import check_password_hash

app = Flask(__name__)
LANGUAGES = {"en": "en", "de": "de"}


@app.route("/settings", methods=["POST"])
def settings():
    # ruleid: PY-045
    session["is_admin"] = request.form["a"]
    # ruleid: PY-045
    session[request.args["k"]] = "1"
    # ruleid: PY-045
    session.update(request.get_json())
    # ok: PY-045
    session["lang"] = LANGUAGES[request.form["l"]]
    # ok: PY-045
    session["page"] = request.args["page"]
    # ok: PY-045
    session["user_id"] = User.query.filter_by(name=request.form["name"]).first().id
    return redirect("/")


@app.route("/login", methods=["POST"])
def login():
    name = request.form["name"]
    if not check_password_hash(load(name).digest, request.form["password"]):
        return "no", 403
    # ok: PY-045
    session["user"] = name
    return redirect("/")


def choose(request):
    # ruleid: PY-045
    request.session["tenant"] = request.GET["tenant"]
    return HttpResponse("ok")
