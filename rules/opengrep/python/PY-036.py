import html
import json
from http.server import BaseHTTPRequestHandler

import bottle
import tornado.web
from aiohttp import web
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.html import escape, format_html
from django.utils.safestring import mark_safe
from fastapi import FastAPI
from fastapi.responses import HTMLResponse, PlainTextResponse
from flask import Flask, Response, jsonify, make_response, redirect, render_template, request
from markupsafe import Markup, escape as esc

app = Flask(__name__)
api = FastAPI()
TITLES = {"a": "First"}


@app.route("/hello")
def hello():
    # ruleid: PY-036
    return "<p>" + request.args["n"] + "</p>"


@app.route("/search")
def search():
    query = request.args.get("q", "")
    page = f"<h1>Results for {query}</h1>"
    if not query:
        # ok: PY-036
        return redirect("/search?q=" + query)
    if query == "json":
        # ok: PY-036
        return {"q": query}
    if len(query) > 99:
        # ok: PY-036
        return jsonify(q=query), 400
    if query.startswith("t"):
        # ok: PY-036
        return render_template("search.html", q=query)
    if query.startswith("r"):
        # ruleid: PY-036
        answer = make_response(page)
        return answer
    if query.startswith("p"):
        # ok: PY-036
        return Response(page, mimetype="text/plain")
    if query.startswith("e"):
        # ok: PY-036
        return f"<h1>{esc(query)}</h1>"
    if query.startswith("k"):
        # ok: PY-036
        return "<h1>" + TITLES[query] + "</h1>"
    if query.startswith("m"):
        # ok: PY-036
        return Markup("<b>{}</b>").format(query)
    # ruleid: PY-036
    return page, 200


@app.route("/image/<name>")
def image(name):
    data = open("images/" + TITLES[name], "rb").read()
    # ok: PY-036
    response = make_response(data + name.encode())
    response.headers["Content-Type"] = "image/png"
    return response


@app.route("/status/<name>")
def status(name):
    code = load(name)
    # ok: PY-036
    return jsonify(name=name), code


@app.errorhandler(404)
def missing(error):
    # ruleid: PY-036
    return "No page " + request.url, 404


@app.get("/bold/<name>")
def bold(name):
    # ruleid: PY-036
    text = Markup(f"<b>{name}</b>")
    return render_template("bold.html", text=text)


@app.route("/n/<int:number>")
def number(number):
    # ok: PY-036
    return f"<p>{number}</p>"


@api.get("/page", response_class=HTMLResponse)
def page(name: str, n: int):
    # ok: PY-036
    small = HTMLResponse(f"<p>{n}</p>")
    # ok: PY-036
    text = PlainTextResponse(name)
    # ruleid: PY-036
    return HTMLResponse("<p>" + name), small, text


@api.get("/json")
def as_json(name: str):
    # ok: PY-036
    return "<p>" + name


def profile(request):
    bio = request.POST["bio"]
    # ruleid: PY-036
    first = HttpResponse("<p>%s</p>" % bio)
    # ruleid: PY-036
    second = mark_safe(bio)
    # ruleid: PY-036
    third = format_html("<p>" + bio + "</p>")
    # ok: PY-036
    fourth = format_html("<p>{}</p>", bio)
    # ok: PY-036
    fifth = HttpResponse("<p>" + escape(bio) + "</p>")
    # ok: PY-036
    sixth = HttpResponse(json.dumps({"bio": bio}), content_type="application/json")
    # ok: PY-036
    seventh = HttpResponse(bio, content_type="text/plain")
    # ok: PY-036
    eighth = JsonResponse({"bio": bio})
    # ok: PY-036
    return render(request, "p.html", {"bio": bio, "all": [first, second, third, fourth, fifth, sixth, seventh, eighth]})


class Echo(tornado.web.RequestHandler):
    def get(self):
        # ruleid: PY-036
        self.write("<p>" + self.get_argument("m"))
        # ok: PY-036
        self.write({"m": self.get_argument("m")})
        # ok: PY-036
        self.write(tornado.escape.xhtml_escape(self.get_argument("m")))


@bottle.route("/b/<name>")
def with_bottle(name):
    # ruleid: PY-036
    return "Hello " + name


async def with_aiohttp(request):
    name = request.query["name"]
    # ok: PY-036
    plain = web.Response(text=name)
    # ruleid: PY-036
    return web.Response(text="<p>" + name, content_type="text/html"), plain


class Small(BaseHTTPRequestHandler):
    def do_GET(self):
        # ruleid: PY-036
        self.wfile.write(b"<p>" + self.path.encode())
        # ok: PY-036
        self.wfile.write(html.escape(self.path).encode())


def show_page(request, page, caption):
    page.title = mark_safe(page.title)
    # ok: PY-036
    page.body = mark_safe(page.body)
    # ruleid: PY-036
    page.caption = mark_safe(caption)
    return HttpResponse(render(request, "page.html", {"page": page}))


def failed(request, exc_type, exc_value, tb, status_code=500):
    text = Report(exc_type, exc_value, tb).as_html()
    # ok: PY-036
    return HttpResponse(text, status=status_code)
