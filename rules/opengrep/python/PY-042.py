import string

from flask import Flask, request

app = Flask(__name__)
GREETINGS = {"en": "Hello {user.name}"}


@app.route("/greet")
def greet():
    template = request.args["t"]
    # ruleid: PY-042
    one = template.format(user=current_user)
    # ruleid: PY-042
    two = ("Dear " + template).format(current_user)
    # ruleid: PY-042
    three = string.Formatter().format(template, user=current_user)
    # ok: PY-042
    four = "{} {}".format(template, 1)
    # ok: PY-042
    five = GREETINGS[request.args["lang"]].format(user=current_user)
    # ok: PY-042
    six = string.Template(template).safe_substitute(name="x")
    return one + two + three + four + five + six
