import importlib
import operator

from django.utils.module_loading import import_string
from flask import Flask, request

app = Flask(__name__)


class Reports:
    def handle_sales(self):
        return {}


ACTIONS = {"sales": Reports().handle_sales}


@app.route("/run")
def run():
    name = request.args["name"]
    reports = Reports()
    # ruleid: PY-041
    module = importlib.import_module(name)
    # ruleid: PY-041
    __import__("plugins." + name)
    # ruleid: PY-041
    import_string(request.json["backend"])
    # ruleid: PY-041
    getattr(reports, name)()
    # ruleid: PY-041
    method = getattr(reports, request.form["method"])
    # ruleid: PY-041
    globals()[name]()
    # ruleid: PY-041
    operator.methodcaller(name)(reports)
    # ok: PY-041
    getattr(reports, "handle_" + name)()
    # ok: PY-041
    value = getattr(reports, name, None)
    # ok: PY-041
    ACTIONS[name]()
    # ok: PY-041
    importlib.import_module("plugins.sales")
    return str([module, value, method()])


class Details(TemplateView):
    def get_context_data(self, **kwargs):
        name = self.kwargs["view"]
        if get_resolver()._is_callback(name):
            module, function = split(name)
            # ok: PY-041
            return getattr(importlib.import_module(module), function)
        # ruleid: PY-041
        return importlib.import_module(name)

    def get_named(self):
        name = self.kwargs["module"]
        # The form of a name says nothing about what it names.
        if is_valid(name):
            # ruleid: PY-041
            return importlib.import_module(name)
