import asyncio
import os
import shlex
import subprocess
import sys
from subprocess import check_output

TOOL = "/usr/bin/convert"


# ruleid: PY-004
subprocess.run(cmd, shell=True)
# ruleid: PY-004
os.system(f"tar xf {archive}")


def resize(path, size: int):
    command = "%s -resize %d %s" % (TOOL, size, path)
    # ruleid: PY-004
    os.system(command)
    out = check_output(
        # ruleid: PY-004
        "identify " + path,
        stderr=subprocess.STDOUT,
        shell=True,
    )
    # ok: PY-004
    os.system("convert -size %dx%d canvas:white out.png" % (size, size))
    # ok: PY-004
    os.system("identify " + shlex.quote(path))
    # ok: PY-004
    subprocess.run([TOOL, "-resize", str(size), path])
    return out


class Repository:
    def __init__(self, folder):
        self.folder = folder

    def log(self, branch, limit=10):
        args = ["git", "log", "-n", str(limit), branch]
        # ok: PY-004
        subprocess.check_output(args, cwd=self.folder)
        # ruleid: PY-004
        return subprocess.getoutput(f"git -C . log {branch}")

    async def fetch(self, remote):
        # ruleid: PY-004
        await asyncio.create_subprocess_shell("git fetch " + remote)
        # ruleid: PY-004
        subprocess.Popen(["bash", "-c", "git fetch " + remote])
        # ok: PY-004
        await asyncio.create_subprocess_exec("git", "fetch", "--", remote)


def main():
    # ruleid: PY-004
    os.system("ping -c1 " + sys.argv[1])
    clear = "cls" if os.name == "nt" else "clear"
    # ok: PY-004
    os.system(clear)
    # ok: PY-004
    os.system("echo done")
    # ok: PY-004
    subprocess.run("make -j4 all", shell=True, check=True)
