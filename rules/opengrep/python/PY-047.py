from django.http import JsonResponse
from flask import Flask, request

app = Flask(__name__)
ALLOWED = {"https://app.example.org"}


@app.after_request
def cors(response):
    # ruleid: PY-047
    response.headers["Access-Control-Allow-Origin"] = request.headers.get("Origin", "*")
    # ok: PY-047
    response.headers["Vary"] = "Origin"
    origin = request.headers["Origin"]
    if origin in ALLOWED:
        # ok: PY-047
        response.headers["Access-Control-Allow-Origin"] = origin
    # ok: PY-047
    response.headers["Access-Control-Allow-Origin"] = "https://app.example.org"
    return response


def api(request):
    response = JsonResponse({})
    # ruleid: PY-047
    response["Access-Control-Allow-Origin"] = request.META["HTTP_ORIGIN"]
    return response
