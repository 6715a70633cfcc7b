"""Runs a program and tells its CPU seconds, wall seconds and peak memory in MiB; shared by the benchmarks."""
import os
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
SCAN = os.path.join(TARGET, "release", "security-review-ci")
PARSE = os.path.join(TARGET, "release", "examples", "parse_only")


def run(command, accepted=(0, 1), cwd=None):
    """(CPU seconds, wall seconds, peak MiB) of one process."""
    start = time.monotonic()
    process = subprocess.Popen(command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    code = os.waitstatus_to_exitcode(status)
    if code not in accepted:
        sys.exit(f"{' '.join(command)} ended with {code}")
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024


def best(command, runs, accepted=(0, 1), cwd=None):
    results = [run(command, accepted, cwd) for _ in range(runs)]
    return tuple(min(r[i] for r in results) for i in range(3))


def scan(path, *options):
    return [SCAN, "scan-code", path, "--no-settings", "--format", "json", *options]
