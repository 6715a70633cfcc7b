import os
import shutil
import tarfile
import zipfile
from pathlib import Path


def unpack(archive, folder):
    with zipfile.ZipFile(archive) as z:
        for info in z.infolist():
            target = os.path.join(folder, info.filename)
            # ruleid: PY-048
            with open(target, "wb") as out:
                shutil.copyfileobj(z.open(info), out)
        for name in z.namelist():
            # ruleid: PY-048
            os.makedirs(os.path.join(folder, name), exist_ok=True)
            # ok: PY-048
            with open(os.path.join(folder, os.path.basename(name)), "wb") as out:
                out.write(z.read(name))
        # ok: PY-048
        z.extractall(folder)


def unpack_tar(archive, folder):
    with tarfile.open(archive) as tar:
        for member in tar:
            # ruleid: PY-048
            Path(folder, member.name).write_bytes(tar.extractfile(member).read())
        for member in tar.getmembers():
            path = (Path(folder) / member.name).resolve()
            if not path.is_relative_to(folder):
                raise ValueError(member.name)
            # ok: PY-048
            path.write_bytes(tar.extractfile(member).read())
        # ok: PY-048
        tar.extractall(folder, filter="data")
