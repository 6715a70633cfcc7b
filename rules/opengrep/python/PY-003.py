import yaml
import yaml as y
import my_yaml
import ruamel.yaml
from yaml import load as parse, FullLoader, SafeLoader as Safe


def positives(fh, text, path):
    # ruleid: PY-003
    a = yaml.load(fh)
    # ruleid: PY-003
    b = y.load(
        open(path).read(),
        Loader=y.Loader,
    )
    # ruleid: PY-003
    c = parse(text, FullLoader)
    # ruleid: PY-003
    d = list(yaml.load_all(stream=text, Loader=yaml.UnsafeLoader))
    # ruleid: PY-003
    e = yaml.unsafe_load(text)
    # ruleid: PY-003
    f = ruamel.yaml.YAML(pure=True, typ="unsafe")
    return a, b, c, d, e, f


def negatives(fh, path, UniqueKeySafeLoader):
    # ok: PY-003
    a = yaml.load(open(path).read(), Loader=yaml.SafeLoader)
    # ok: PY-003
    b = parse(
        fh,
        Safe,
    )
    # ok: PY-003
    c = yaml.load(fh, Loader=UniqueKeySafeLoader)
    # ok: PY-003
    d = my_yaml.load(fh)
    # ok: PY-003
    e = "yaml.load(fh)"  # yaml.load(fh)
    # ok: PY-003
    f = ruamel.yaml.YAML(typ="safe")
    # ok: PY-003
    return y.safe_load(fh), a, b, c, d, e, f


def local(fh):
    yaml = ruamel.yaml.YAML(typ="rt")
    # ok: PY-003
    return yaml.load(fh)
