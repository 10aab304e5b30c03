"""Writing files so each is either the old one or the new one, never half of both."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import tempfile
from pathlib import Path


def replace_file(path: str, data: bytes) -> None:
    """Put ``data`` in the place of the file at ``path``; through a link, of what it leads to.

    Permissions, and the owner where that is allowed, stay as they were.

    Raises:
        OSError: the file cannot be written; it is then as it was.
    """
    target = Path(os.path.realpath(path))
    before = target.stat()
    handle, name = tempfile.mkstemp(prefix=".mindport-", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        if hasattr(os, "chown"):
            with contextlib.suppress(OSError):
                os.chown(temporary, before.st_uid, before.st_gid)
        temporary.chmod(stat.S_IMODE(before.st_mode))
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def copy_file(source: str, destination: str, data: bytes | None = None) -> None:
    """Put ``data``, or what stands in ``source``, at ``destination`` with ``source``'s permissions.

    What was at ``destination`` goes; a link there is not followed.

    Raises:
        OSError: one of the two cannot be used.
    """
    target = Path(destination)
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=".mindport-", dir=target.parent)
    os.close(handle)
    temporary = Path(name)
    try:
        if data is None:
            shutil.copyfile(source, temporary)
        else:
            temporary.write_bytes(data)
        shutil.copymode(source, temporary)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
