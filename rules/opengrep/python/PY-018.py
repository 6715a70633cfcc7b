from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.csrf import csrf_exempt as open_to_all
from django.views.decorators.csrf import csrf_protect


# ruleid: PY-018
@csrf_exempt
def hook(request):
    pass


# ruleid: PY-018
@open_to_all
def other(request):
    pass


@route("/a")
# ruleid: PY-018
@csrf.exempt
def third():
    pass


# ruleid: PY-018
@method_decorator(csrf_exempt, name="dispatch")
class View:
    # ok: PY-018
    @csrf_protect
    def get(self):
        pass


# ruleid: PY-018
app.config["WTF_CSRF_ENABLED"] = False
app.config.update(
    # ok: PY-018
    TESTING=True,
)
app.config.update(
    DEBUG=False,
    # ruleid: PY-018
    WTF_CSRF_ENABLED=False,
)
urls = [
    # ruleid: PY-018
    path("hook", csrf_exempt(hook)),
]
app.config.update(
    # ok: PY-018
    WTF_CSRF_ENABLED=False,
    TESTING=True,
)
# ok: PY-018
WTF_CSRF_ENABLED = True
# @csrf_exempt
# ok: PY-018
text = "@csrf_exempt"
# ok: PY-018
if WTF_CSRF_ENABLED == False:
    pass


# ok: PY-018
@login_required
def last(request):
    pass
