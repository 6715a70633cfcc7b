import shutil
import tarfile
import zipfile
from os import path
from shutil import unpack_archive as unpack
from zipfile import ZipFile


def positives(tar, archive, dest, root, file, bundle):
    # ruleid: PY-011
    tar.extractall(dest)
    # ruleid: PY-011
    tarfile.open(file).extractall()
    # ruleid: PY-011
    archive.extractall(
        path=path.join(root, "in"),
        numeric_owner=True,
    )
    # ruleid: PY-011
    tar.extractall(dest, filter="fully_trusted")
    # ruleid: PY-011
    unpack(bundle, dest)


def negatives(tar, zip_ref, file, dest, df, safe_members):
    # ok: PY-011
    names = tar.getnames()
    # ok: PY-011
    tar.extractall(
        dest,
        filter="data",
    )
    # ok: PY-011
    tar.extractall(dest, members=safe_members(tar))
    # ok: PY-011
    tar.extractall(dest, filter=tarfile.data_filter)
    with zipfile.ZipFile(file) as f:
        # ok: PY-011
        f.extractall(dest)
    bundle = ZipFile(file)
    # ok: PY-011
    bundle.extractall(dest)
    # ok: PY-011
    zip_ref.extractall(dest)
    # ok: PY-011
    pairs = df["name"].str.extractall(r"([a-z])")
    # ok: PY-011
    shutil.unpack_archive(file, dest, filter="data")
    # ok: PY-011
    return "tar.extractall(dest)", names, pairs  # tar.extractall(dest)
