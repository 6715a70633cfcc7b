from pathlib import Path

import jinja2
from flask import render_template, render_template_string
from jinja2 import Environment, Template

PAGE = "<h1>{{ name }}</h1>"
env = Environment(autoescape=True)

# ruleid: PY-015
render_template_string(body)
# ok: PY-015
render_template("page.html", body=body)


def greet(name, count: int):
    # ruleid: PY-015
    first = render_template_string("<p>Hello " + name + "</p>")
    # ruleid: PY-015
    second = Template(f"Hello {name}").render()
    text = "Dear %s" % name
    # ruleid: PY-015
    third = env.from_string(text).render()
    # ok: PY-015
    fourth = render_template_string(PAGE, name=name)
    # ok: PY-015
    fifth = env.from_string("Hello {{ name }}").render(name=name)
    # ok: PY-015
    return first, second, third, fourth, fifth


def render_file(folder, template_text, values):
    # ok: PY-015
    page = jinja2.Template(Path(folder, "page.html").read_text()).render(values)
    # ok: PY-015
    return page + jinja2.Template(template_text).render(values)


class Color:
    @classmethod
    def from_string(cls, value):
        # ok: PY-015
        return Color.from_string(value)


def search(statement):
    try:
        # ok: PY-015
        return render_template("found.html", rows=run(statement))
    except Exception as e:
        page = "<h1>%s</h1>" % str(e)
        # ruleid: PY-015
        failed = render_template_string(page, help=help)
        # ok: PY-015
        return failed or render_template_string("<h1>{{ error }}</h1>", error=e)
