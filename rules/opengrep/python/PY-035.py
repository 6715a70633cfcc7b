from urllib.parse import quote, urlparse

import falcon
from aiohttp import web
from django.http import HttpResponseRedirect
from django.shortcuts import redirect as to
from django.utils.http import url_has_allowed_host_and_scheme
from fastapi import APIRouter
from fastapi.responses import RedirectResponse
from flask import Blueprint, current_app, make_response, redirect, request, url_for
from tornado.web import RequestHandler

bp = Blueprint("auth", __name__)
router = APIRouter()
HOST = "app.example.org"


@bp.route("/login", methods=["POST"])
def login():
    target = request.args.get("next") or "/"
    if request.form["user"] == "guest":
        # ok: PY-035
        return redirect(url_for("auth.login", next=target))
    if request.form["user"] == "old":
        # ok: PY-035
        return redirect("/login?next=" + quote(target))
    if request.form["user"] == "page":
        # ok: PY-035
        return redirect(f"/pages/{request.form['page']}")
    if target.startswith("/"):
        # Also //evil.example starts so.
        # ruleid: PY-035
        return redirect(target)
    if not urlparse(target).netloc:
        # ruleid: PY-035
        return redirect(target)
    if urlparse(target).netloc == HOST:
        # ok: PY-035
        return redirect(target)
    if target in ("/home", "/cart"):
        # `allow-list`: one of two paths.
        # ok: PY-035
        return redirect(target)
    # ruleid: PY-035
    return redirect(location=target, code=303)


@bp.route("/go")
def go():
    answer = make_response("", 302)
    # ruleid: PY-035
    answer.headers["Location"] = request.args["u"]
    return answer


@bp.route("/page/<int:number>")
def page(number):
    # ok: PY-035
    return redirect(f"/{number}")


@router.get("/callback")
def callback(state: str, page: int):
    if page:
        # ok: PY-035
        return RedirectResponse(f"/p/{page}")
    # ruleid: PY-035
    return RedirectResponse(url=state, status_code=303)


def leave(request):
    target = request.GET.get("next", "/")
    if url_has_allowed_host_and_scheme(target, {HOST}):
        # ok: PY-035
        return to(target)
    item = Item.objects.get(pk=request.GET["id"])
    if item:
        # ok: PY-035
        return to(item)
    # ruleid: PY-035
    return HttpResponseRedirect(request.META.get("HTTP_REFERER"))


def local(request):
    # ok: PY-035
    return to("/" + request.GET["next"].lstrip("/"))


def again(request):
    # ok: PY-035
    return to(request.path)


class Leave(RequestHandler):
    def get(self):
        # ruleid: PY-035
        self.redirect(self.get_argument("next"))
        # ok: PY-035
        self.redirect("/home")


async def bounce(request):
    # ruleid: PY-035
    raise web.HTTPFound(request.query["to"])


class Short:
    def on_get(self, req, resp, key):
        # ruleid: PY-035
        raise falcon.HTTPFound(req.get_param("to"))
