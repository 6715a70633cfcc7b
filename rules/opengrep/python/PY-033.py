import io
import os
import re
import shutil
import tarfile
import uuid
import zipfile
from pathlib import Path

import aiofiles
from django.core.files.storage import FileSystemStorage
from django.http import FileResponse, HttpResponse
from fastapi import FastAPI, HTTPException, UploadFile
from fastapi.responses import FileResponse as SendFile
from flask import Flask, abort, request, send_file, send_from_directory
from werkzeug.utils import safe_join, secure_filename

app = Flask(__name__)
api = FastAPI()
BASE = "/srv/files"
FOLDER = Path("/srv/files")
PAGES = {"help": "help.html"}


@app.route("/download")
def download():
    name = request.args["f"]
    # ruleid: PY-033
    text = open(os.path.join(BASE, name)).read()
    # ruleid: PY-033
    os.remove(BASE + "/" + name)
    # ruleid: PY-033
    (FOLDER / name).read_text()
    # ruleid: PY-033
    send_from_directory(os.path.join(BASE, request.args["user"]), "a.txt")
    # ruleid: PY-033
    shutil.rmtree(f"/tmp/{request.form['job']}")
    # ok: PY-033
    open(os.path.join(BASE, secure_filename(name))).read()
    # ok: PY-033
    open(os.path.join(BASE, os.path.basename(name))).read()
    # ok: PY-033
    open(os.path.join(BASE, re.sub(r"[^a-z0-9]", "_", name))).read()
    # ok: PY-033
    open(safe_join(BASE, name)).read()
    # ok: PY-033
    open(os.path.join(BASE, PAGES[name])).read()
    # ok: PY-033
    open(f"/srv/files/{int(request.args['id'])}.txt").read()
    # ok: PY-033
    os.path.exists(os.path.join(BASE, name))
    # ok: PY-033
    send_from_directory(BASE, name)
    # ruleid: PY-033
    return send_file(name), text


@app.route("/files/<path:name>")
def serve(name):
    path = os.path.normpath(os.path.join(BASE, name))
    # ruleid: PY-033
    return send_file(path)


@app.route("/upload", methods=["POST"])
def upload():
    file = request.files["file"]
    # ruleid: PY-033
    file.save(os.path.join(BASE, file.filename))
    # ok: PY-033
    file.save(os.path.join(BASE, secure_filename(file.filename)))
    # ok: PY-033
    file.save(os.path.join(BASE, str(uuid.uuid4())))
    return "saved"


@app.route("/checked")
def checked():
    name = request.args["name"]
    path = (FOLDER / name).resolve()
    if not path.is_relative_to(FOLDER):
        abort(404)
    # ok: PY-033
    text = path.read_text()
    real = os.path.realpath(os.path.join(BASE, request.args["n"]))
    if not real.startswith(BASE + os.sep):
        return "no", 404
    # ok: PY-033
    text += open(real).read()
    return text


@app.route("/dots")
def dots():
    name = request.args["name"]
    if ".." in name:
        abort(400)
    # An absolute path replaces the folder.
    # ruleid: PY-033
    text = open(os.path.join(BASE, name)).read()
    # ok: PY-033
    text += open(f"{BASE}/{name}").read()
    kind = request.args["kind"]
    if kind not in ("a", "b"):
        abort(400)
    # `allow-list`: one of two words.
    # todook: PY-033
    return text + open(os.path.join(BASE, kind)).read()


@api.get("/raw/{name}")
async def raw(name: str, part: int):
    # ruleid: PY-033
    async with aiofiles.open(os.path.join(BASE, name)) as f:
        text = await f.read()
    # ok: PY-033
    async with aiofiles.open(os.path.join(BASE, f"{part}.txt")) as f:
        text += await f.read()
    # ruleid: PY-033
    return SendFile(path=f"{BASE}/{name}"), text


@api.post("/raw")
async def store(upload: UploadFile):
    # ruleid: PY-033
    with open(f"uploads/{upload.filename}", "wb") as out:
        shutil.copyfileobj(upload.file, out)
    # ok: PY-033
    zipped = zipfile.ZipFile(io.BytesIO(await upload.read()))
    # ok: PY-033
    archive = tarfile.open(fileobj=io.BytesIO(await upload.read()))
    return archive.getnames() + zipped.namelist()


def report(request, name):
    # ruleid: PY-033
    data = open("/srv/reports/" + name, "rb")
    upload = request.FILES["f"]
    # ok: PY-033
    FileSystemStorage().save(upload.name, upload)
    # Django keeps the last part of the name only.
    # ok: PY-033
    with open("/srv/in/" + upload.name, "wb") as out:
        out.write(upload.read())
    return HttpResponse(data)


def language(request):
    code = request.COOKIES["lang"]
    return FileResponse(read(code))


def read(code):
    # ruleid: PY-033
    return open("texts/" + code + ".json", "rb")


@mcp.tool()
def read_note(name: str) -> str:
    """Read a note."""
    path = Path("notes") / name
    # ruleid: PY-033
    return path.read_text()


class Picture:
    def clean_picture(self):
        upload = self.cleaned_data.get("picture")
        # ok: PY-033
        return PIL.Image.open(upload)

    def clean_stored(self):
        name = self.cleaned_data["name"]
        # ruleid: PY-033
        return PIL.Image.open("/srv/pictures/" + name)

    def clean_file(self):
        name = self.cleaned_data["name"]
        # ruleid: PY-033
        return open(name)
