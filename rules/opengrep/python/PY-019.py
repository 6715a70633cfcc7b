import json

import nh3
from django import template
from django.db import models
from django.utils.html import conditional_escape, escape, format_html
from django.utils.safestring import SafeString, mark_safe
from markupsafe import Markup

register = template.Library()
ICON = "<i class='icon'></i>"


# ruleid: PY-019
html = mark_safe(bio)
# ok: PY-019
html = escape(bio)
# ok: PY-019
html = mark_safe("<b>ready</b>")
# ok: PY-019
html = mark_safe(ICON)


@register.filter
def highlight(text, word):
    # ruleid: PY-019
    return mark_safe(text.replace(word, "<b>" + word + "</b>"))


@register.filter(needs_autoescape=True)
def initial(text, autoescape=True):
    esc = conditional_escape if autoescape else str
    # ok: PY-019
    first = mark_safe("<b>%s</b>" % conditional_escape(text))
    # ok: PY-019
    second = format_html("<b>{}</b>", text)
    # ok: PY-019
    return first, second, mark_safe(nh3.clean(text)), mark_safe(json.dumps({"a": 1})), esc


class Post(models.Model):
    body = models.TextField()

    def as_html(self):
        # ruleid: PY-019
        return SafeString("<p>" + self.body + "</p>")

    def admin_link(self):
        # ok: PY-019
        return mark_safe("<a href='/post/%d'>open</a>" % int(self.pk))


def badge(label, count: int):
    # ruleid: PY-019
    first = Markup(f"<span>{label}</span>")
    # ok: PY-019
    second = Markup("<span>{}</span>").format(label)
    # ok: PY-019
    return first + second + Markup(f"<span>{count}</span>")
