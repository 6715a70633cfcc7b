import elementpath
from flask import Flask, abort, request
from lxml import etree

app = Flask(__name__)
tree = etree.parse("users.xml")


@app.route("/user")
def user():
    name = request.args["name"]
    # ruleid: PY-038
    one = tree.xpath("//user[@name='" + name + "']")
    # ruleid: PY-038
    two = etree.XPath(f"//user[@name='{name}']")(tree)
    # ruleid: PY-038
    three = elementpath.select(tree, "//user[@name='%s']" % name)
    # ok: PY-038
    four = tree.xpath("//user[@name=$name]", name=name)
    # ok: PY-038
    five = tree.xpath("//user[position()=%d]" % int(request.args["n"]))
    # ok: PY-038
    six = [node for node in tree.xpath("//user") if node.get("name") == name]
    return str([one, two, three, four, five, six])


@app.route("/quoted")
def quoted():
    name = request.args["name"]
    if "'" in name:
        return "bad", 400
    # ok: PY-038
    found = tree.xpath("//user[@name='" + name + "']")
    other = request.args["other"]
    if not other.isalnum():
        abort(400)
    # `full-match`: letters and digits only.
    # todook: PY-038
    return str(found + tree.xpath("//user[@name='" + other + "']"))
