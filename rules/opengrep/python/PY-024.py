import os
from urllib.parse import urlparse
from urllib.request import Request as Outgoing, urlopen

import aiohttp
import httpx
import requests
import urllib3
from django.conf import settings
from django.http import HttpResponse
from fastapi import FastAPI, HTTPException
from flask import Blueprint, abort, request

bp = Blueprint("proxy", __name__)
api = FastAPI()
CATALOG_URL = "https://catalog.example.org"
HOSTS = {"a.example.org", "b.example.org"}
FEEDS = {"news": "https://news.example.org/rss"}


@bp.route("/proxy")
def proxy():
    # ruleid: PY-024
    one = requests.get(request.args["u"])
    url = request.form.get("callback", "")
    # ruleid: PY-024
    two = httpx.post(url=url, json=request.json)
    # ruleid: PY-024
    three = requests.request("GET", "https://" + request.args["host"] + "/status", timeout=5)
    # A constant that ends inside the host does not hold it.
    # ruleid: PY-024
    four = requests.get("https://api.example.org" + request.args["p"])
    with requests.Session() as session:
        # ruleid: PY-024
        session.put(url, data=one.text)
        # ok: PY-024
        session.get(CATALOG_URL, params={"u": url})
    # ruleid: PY-024
    urlopen(Outgoing(url)).read()
    # ruleid: PY-024
    urllib3.PoolManager().request("GET", url)
    # ok: PY-024
    requests.get(f"https://api.example.org/u/{request.args['id']}")
    # ok: PY-024
    requests.get("https://api.example.org/search?q=" + request.args["q"])
    # ok: PY-024
    requests.get(CATALOG_URL + "/" + request.args["id"])
    # ok: PY-024
    requests.get(f"{settings.API_URL}/users/{request.args['id']}")
    # ok: PY-024
    requests.get(FEEDS[request.args["feed"]])
    # ok: PY-024
    requests.post(CATALOG_URL, json=request.json, headers={"X": url})
    return two.text + three.text + four.text


@bp.route("/checked")
def checked():
    url = request.args["url"]
    parts = urlparse(url)
    if parts.netloc not in HOSTS:
        abort(400)
    # ok: PY-024
    requests.get(url)
    target = request.args["target"]
    where = urlparse(target)
    if where.scheme != "https" or where.netloc not in HOSTS:
        return "no", 400
    # ok: PY-024
    requests.get(target)
    name = request.args["name"]
    if name not in ("a", "b"):
        raise ValueError(name)
    # `allow-list`: one of two words.
    # ok: PY-024
    requests.get("https://" + name)
    other = request.args["other"]
    if "example.org" in other:
        # ruleid: PY-024
        requests.get(other)
    if other.startswith("https://example.org"):
        # ruleid: PY-024
        requests.get(other)
    return "ok"


@api.post("/webhook")
async def webhook(url: str, retries: int, client=None):
    async with aiohttp.ClientSession() as session:
        # ruleid: PY-024
        await session.post(url, json={"retries": retries})
        # ok: PY-024
        await session.get(f"https://status.example.org/{retries}")
    async with httpx.AsyncClient(base_url=CATALOG_URL) as web:
        # ruleid: PY-024
        answer = await web.get(url)
    if urlparse(url).netloc != "good.example.org":
        raise HTTPException(400)
    # ok: PY-024
    return httpx.get(url), answer


def preview(request):
    page = fetch(request.GET["page"])
    name = request.session.get("name", request.GET["page"])
    # ok: PY-024
    cache = requests.get(os.environ["CACHE"] + "/v1")
    return HttpResponse(page + name + cache.text, content_type="text/plain")


def fetch(address):
    # ruleid: PY-024
    return requests.get(address, timeout=3).text


@mcp.tool()
async def read_page(url: str) -> str:
    async with httpx.AsyncClient() as client:
        # ruleid: PY-024
        answer = await client.get(url, follow_redirects=True)
    return answer.text
