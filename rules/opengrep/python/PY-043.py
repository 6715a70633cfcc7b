from flask import Flask, request
from flask_sqlalchemy import SQLAlchemy

from shop.models import Order
from shop.schemas import OrderIn

app = Flask(__name__)
db = SQLAlchemy(app)
FIELDS = {"name", "mail"}


class User(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    role = db.Column(db.String)


@app.route("/users", methods=["POST"])
def create():
    # ruleid: PY-043
    user = User(**request.json)
    body = request.get_json()
    # ruleid: PY-043
    order = Order(**body)
    # ruleid: PY-043
    User.query.filter_by(id=1).update(request.form.to_dict())
    for key, value in body.items():
        # ruleid: PY-043
        setattr(user, key, value)
    for key, value in body.items():
        if key in FIELDS:
            # ok: PY-043
            setattr(user, key, value)
    # ok: PY-043
    other = User(name=body["name"], mail=body.get("mail"))
    # ok: PY-043
    form = OrderIn(**request.json)
    # ok: PY-043
    checked = Order(**OrderIn(**request.json).model_dump())
    # ok: PY-043
    picked = User(**{key: value for key, value in body.items() if key in FIELDS})
    return str([user, order, other, form, checked, picked])


def update(request, pk):
    # ruleid: PY-043
    Order.objects.filter(pk=pk).update(**request.data)
    # ok: PY-043
    Order.objects.filter(pk=pk).update(name=request.data["name"])
