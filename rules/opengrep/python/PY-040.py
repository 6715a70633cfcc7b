import asyncio
import subprocess

from fastapi import APIRouter
from flask import Flask, request

app = Flask(__name__)
router = APIRouter()


@app.route("/clone", methods=["POST"])
def clone():
    url = request.json["url"]
    # ruleid: PY-040
    subprocess.run(["git", "clone", url], check=True)
    # ruleid: PY-040
    subprocess.check_output(["/usr/bin/curl", "-s", request.args["u"]])
    # ok: PY-040
    subprocess.run(["git", "clone", "--", url], check=True)
    # ok: PY-040
    subprocess.run(["git", "log", f"--author={url}"])
    # ok: PY-040
    subprocess.run(["ping", "-c", "1", request.args["h"]])
    # ok: PY-040
    subprocess.run(["git", "log", "-n", str(int(request.args["n"]))])
    if url.startswith("-"):
        return "bad", 400
    # ok: PY-040
    subprocess.run(["git", "fetch", url])
    return ""


@router.get("/pack")
async def pack(name: str, level: int):
    # ruleid: PY-040
    await asyncio.create_subprocess_exec("tar", "-czf", "out.tgz", name)
    # ok: PY-040
    await asyncio.create_subprocess_exec("zip", "-" + str(level), "out.zip", "in")
    # ok: PY-040
    await asyncio.create_subprocess_exec("tar", "-czf", "out.tgz", "./" + name)
