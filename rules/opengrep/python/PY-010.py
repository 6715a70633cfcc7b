import os
import tempfile
import tempfile as scratch
from tempfile import mktemp as new_name

# ruleid: PY-010
plain = tempfile.mktemp()
# ruleid: PY-010
several_lines = tempfile.mktemp(
    suffix=".txt",
    dir="/tmp",
)
# ruleid: PY-010
alias = scratch.mktemp(".log")
# ruleid: PY-010
renamed = new_name()
# ok: PY-010
handle, path = tempfile.mkstemp()
# ok: PY-010
note = "do not call tempfile.mktemp()"
# ok: PY-010
# tempfile.mktemp() was here
# ok: PY-010
other = os.mktemp()
