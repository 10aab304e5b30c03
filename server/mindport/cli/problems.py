"""What keeps a path from being worked on, in words."""

from __future__ import annotations

from mindport.texts import Text


def at(path: object, reason: Text) -> Text:
    """``reason`` with the path that it is about."""
    return Text(f"{path}: {reason.en}", f"{path}：{reason.zh}")


def why(error: OSError) -> Text:
    """What the operating system says, in Chinese too where it is a common error."""
    reason = error.strerror or str(error)
    known = {
        FileNotFoundError: "没有这个文件或文件夹",
        PermissionError: "没有访问权限",
        IsADirectoryError: "这是一个文件夹",
        NotADirectoryError: "路径中有一部分不是文件夹",
    }
    return Text(reason, known.get(type(error), reason))
