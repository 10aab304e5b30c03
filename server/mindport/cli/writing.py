"""Writing a file so that it is either the old one or the new one, never half of each."""

from __future__ import annotations

import contextlib
import os
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
