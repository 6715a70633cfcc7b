import jinja2
import tornado.template
from bottle import SimpleTemplate, get, request as bottle_request
from django.template import engines, Template as DjangoTemplate
from fastapi import FastAPI
from flask import Flask, render_template, render_template_string, request
from mako.template import Template

app = Flask(__name__)
api = FastAPI()
env = jinja2.Environment()
THEMES = {"plain": "<p>{{ text }}</p>"}


@app.route("/hello/<name>")
def hello(name):
    # ruleid: PY-032
    page = render_template_string("<h1>Hello " + request.args["n"] + "</h1>")
    template = f"<h1>{name}</h1>{{{{ config.TITLE }}}}"
    # ruleid: PY-032
    page += render_template_string(template, title="t")
    # ruleid: PY-032
    page += env.from_string(request.form["template"]).render()
    # ruleid: PY-032
    page += jinja2.Template("Dear %s" % request.values["n"]).render()
    # ok: PY-032
    page += render_template_string("Hello {{ n }}", n=request.args["n"])
    # ok: PY-032
    page += render_template_string(THEMES[request.args["theme"]], text=name)
    # ok: PY-032
    page += render_template("hello.html", name=name)
    # ok: PY-032
    return page + render_template_string("Page %d" % int(request.args["p"]))


@app.errorhandler(404)
def missing(error):
    # ruleid: PY-032
    return render_template_string("<p>No page " + request.url + "</p>"), 404


@api.post("/mail")
def mail(subject: str, count: int):
    # ruleid: PY-032
    text = Template("Hello " + subject).render()
    # ruleid: PY-032
    text += tornado.template.Template(subject).generate()
    # ok: PY-032
    text += Template("${n} messages").render(n=count)
    # ok: PY-032
    return text + Template(f"{count} messages").render()


@get("/b/<name>")
def with_bottle(name):
    # ruleid: PY-032
    return SimpleTemplate("Hello " + name).render(agent=bottle_request.headers.get("User-Agent"))


def with_django(request):
    # ruleid: PY-032
    one = DjangoTemplate(request.POST["t"])
    # ruleid: PY-032
    two = engines["django"].from_string("<b>" + request.GET["t"] + "</b>")
    # ok: PY-032
    return one, two, DjangoTemplate("{{ t }}").render({"t": request.GET["t"]})
