import re

# ruleid: PY-051
ROUTING = re.compile(r"([0-9]+)+#")
# ruleid: PY-051
WORDS = re.compile(r"^(\w+\s?)*$", re.IGNORECASE)


def check(text):
    # ruleid: PY-051
    if re.match("^([a-z]*-?)+@", text):
        return True
    # ok: PY-051
    if re.match(r"([0-9]+)#", text):
        return True
    # ok: PY-051
    if re.fullmatch(r"\d+(?:,\d+)*", text):
        return True
    # ok: PY-051
    return re.search(r"^(\w+)+", text)
