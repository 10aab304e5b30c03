"""Exceptions as data: what a job's process tells about the error that ended it.

Runs in the user's interpreter (Python 3.9 at least, standard library only).
"""

from __future__ import annotations

import re
import traceback
from pathlib import Path
from typing import Any

# MindSpore appends sections for its own developers, each under a ruled headline. Those of the
# graph compiler name lines of the user's file.
_RULED = r"\n*-{20,}\n- (?:%s)[^\n]*\n-{20,}\n.*?(?=\n-{20,}\n- |\n\n(?:During|The above)|\Z)"
_CPP_SECTION = re.compile(_RULED % r"C\+\+ Call Stack", re.DOTALL)
_SECTION = re.compile(
    _RULED % r"C\+\+ Call Stack|The Function Call Stack|The Traceback of Net", re.DOTALL
)
_RULE = re.compile(r"^-{20,}$", re.MULTILINE)
_BLANK = re.compile(r"\n{2,}")
_COMPILED_LINE = re.compile(r"In file (.+?):(\d+), \d+~\d+")
_DUMP = re.compile(r"\n? *\(See file '[^']*' for more details\.[^\n]*\)")
LONGEST = 4000
_HERE = str(Path(__file__).parent)  # frames of the machinery tell a user nothing


def useful_message(error: BaseException) -> str:
    """The message without the call stacks that MindSpore appends.

    Example: "The kernel Conv2DExt unregistered." followed by thirty lines of C++ becomes the first
    sentence alone.
    """
    text = _DUMP.sub("", _SECTION.sub("", _text(error)))
    return _BLANK.sub("\n", _RULE.sub("", text)).strip()[:LONGEST]


def without_cpp(text: str) -> str:
    """A printed traceback without C++ call stacks and names of files that are deleted by then."""
    return _DUMP.sub("", _CPP_SECTION.sub("", text))


def describe(error: BaseException) -> dict[str, Any]:
    """The error's type, useful message and frames, innermost last."""
    return {
        "type": type(error).__name__,
        "message": useful_message(error),
        "frames": frames(error),
    }


def frames(error: BaseException) -> list[dict[str, Any]]:
    """Where the error came through: Python's frames, then those of the graph compiler.

    A syntax error's own place counts as its last frame.
    """
    found = [
        {"path": frame.filename, "function": frame.name, "line": frame.lineno or 0}
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith((_HERE, "<frozen "))
    ]
    found += [
        {"path": path, "function": "", "line": int(line)}
        for path, line in _COMPILED_LINE.findall(_text(error))
    ]
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        found.append({"path": error.filename, "function": "", "line": error.lineno})
    return found


def _text(error: BaseException) -> str:
    try:
        return error.msg if isinstance(error, SyntaxError) else str(error)
    except Exception:
        return ""
