import asyncio
import os
import shlex
import subprocess

import paramiko
from django.http import JsonResponse
from fastapi import APIRouter, Depends, UploadFile
from flask import Flask, jsonify, request
from mcp.server.fastmcp import Context, FastMCP

app = Flask(__name__)
router = APIRouter()
mcp = FastMCP("tools")
ALLOWED = {"disk": "df -h", "memory": "free -m"}


@app.route("/ping")
def ping():
    host = request.args.get("host")
    # ruleid: PY-029
    output = subprocess.check_output("ping -c 1 " + host, shell=True)
    # ruleid: PY-029
    os.system(f"traceroute {host}")
    # ruleid: PY-029
    os.popen("nslookup {}".format(host)).read()
    # ruleid: PY-029
    subprocess.run(["sh", "-c", "ls " + request.args["d"]])
    # ruleid: PY-029
    subprocess.Popen(args="whois %s" % host, shell=True)
    # ok: PY-029
    subprocess.run(["ping", "-c", "1", host])
    # ok: PY-029
    os.system("ls " + shlex.quote(request.args["d"]))
    # ok: PY-029
    subprocess.run("ping -c %d localhost" % int(request.args["n"]), shell=True)
    # ok: PY-029
    subprocess.run(ALLOWED[request.args["what"]], shell=True)
    # ok: PY-029
    subprocess.run("uptime", shell=True, input=request.data)
    return jsonify(output=output.decode())


@app.post("/run")
def run_tool():
    tool = request.json["tool"]
    # ruleid: PY-029
    subprocess.run([tool, "--version"])
    # ruleid: PY-029
    subprocess.call(tool)
    if tool == "git":
        # `equality`: one known word is left.
        # ok: PY-029
        subprocess.run([tool, "status"])
    if tool not in ("git", "hg"):
        return "", 400
    # `allow-list`: known words only.
    # ok: PY-029
    os.system(tool + " status")
    return ""


@router.post("/convert")
async def convert(name: str, quality: int, file: UploadFile, settings=Depends(dict)):
    # ruleid: PY-029
    await asyncio.create_subprocess_shell(f"ffmpeg -i {file.filename} out.mp4")
    # ruleid: PY-029
    process = await asyncio.create_subprocess_shell("ffmpeg -i in.mp4 " + name)
    # ok: PY-029
    await asyncio.create_subprocess_shell(f"ffmpeg -q {quality} -i in.mp4 out.mp4")
    # ok: PY-029
    await asyncio.create_subprocess_shell("ffmpeg " + settings["flags"])
    # ok: PY-029
    await asyncio.create_subprocess_exec("ffmpeg", "-i", name)
    return process.pid


def restart(request):
    client = paramiko.SSHClient()
    service = request.POST["service"]
    # ruleid: PY-029
    client.exec_command("systemctl restart " + service)
    remote(client, service)
    return JsonResponse({"ok": True})


def remote(client, unit):
    # ruleid: PY-029
    client.exec_command(f"journalctl -u {unit}")


@mcp.tool()
def shell(command: str, ctx: Context) -> str:
    # ruleid: PY-029
    return subprocess.getoutput(command)


@mcp.tool()
def disk(path: str, depth: int = 1) -> str:
    # ok: PY-029
    return subprocess.check_output(["du", "-d", str(depth), "--", path], text=True)


def agent(client, question):
    answer = client.chat.completions.create(model="m", messages=[{"role": "user", "content": question}])
    # ruleid: PY-029
    return subprocess.run(answer.choices[0].message.content, shell=True, capture_output=True)


def local(path):
    # ok: PY-029
    return os.system("ls " + path)
