from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, quote, urlparse


class Redirector(BaseHTTPRequestHandler):
    def do_POST(self):
        form = parse_qs(self.rfile.read(100).decode())
        self.send_response(302)
        # ruleid: PY-046
        self.send_header("X-Name", form["name"][0])
        # ok: PY-046
        self.send_header("X-Name", quote(form["name"][0]))
        # ok: PY-046
        self.send_header("X-Agent", self.headers["User-Agent"])
        # ok: PY-046
        self.send_header("X-Count", str(int(form["n"][0])))
        self.end_headers()


def application(environ, start_response):
    query = parse_qs(environ["QUERY_STRING"])
    # ruleid: PY-046
    start_response("302 Found", [("Location", query["to"][0])])
    # ok: PY-046
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [urlparse(query["to"][0]).path.encode()]
