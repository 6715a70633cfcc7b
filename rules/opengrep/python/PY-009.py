import asyncio
import tornado.web
from fastapi import FastAPI as Api
from flask import Flask
from lark import Lark

app = Flask(__name__)
# ruleid: PY-009
DEBUG = True
# ruleid: PY-009
DEBUG: bool = True
# ruleid: PY-009
app.run(
    host="0.0.0.0",
    port=8000,
    debug=True,
)
# ruleid: PY-009
api = Api(title="orders", debug=True)
# ruleid: PY-009
app.config["DEBUG"] = True
# ruleid: PY-009
app.config.update(TESTING=False, DEBUG=True)
# ruleid: PY-009
web = tornado.web.Application([], debug=True)


class BaseConfig(object):
    # ruleid: PY-009
    DEBUG = True


class DevelopmentConfig(BaseConfig):
    # ok: PY-009
    DEBUG = True


# ok: PY-009
app.run(debug=False)
# ok: PY-009
asyncio.run(main(), debug=True)
# ok: PY-009
parser = Lark(grammar, debug=True)
# ok: PY-009
if DEBUG == True:
    # ok: PY-009
    TEMPLATE_DEBUG_INFO = True
# ok: PY-009
text = "app.run(debug=True)"  # app.run(debug=True)


def start(args):
    # ok: PY-009
    app.run(debug=args.debug)
