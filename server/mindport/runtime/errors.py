"""Exceptions as data: what a job's process tells about the error that ended it.

Runs in the user's interpreter (Python 3.9 at least, standard library only).
"""

from __future__ import annotations

import re
import traceback
from pathlib import Path
from typing import Any

# MindSpore appends sections for its own developers, each under a ruled headline.
_SECTION = re.compile(
    r"\n*-{20,}\n- (?:C\+\+ Call Stack|The Function Call Stack|The Traceback of Net)[^\n]*\n-{20,}.*",
    re.DOTALL,
)
_RULE = re.compile(r"^-{20,}$", re.MULTILINE)
_BLANK = re.compile(r"\n{2,}")
LONGEST = 4000
_HERE = str(Path(__file__).parent)  # frames of the machinery tell a user nothing


def useful_message(error: BaseException) -> str:
    """The message without the call stacks of MindSpore's C++ side.

    Example: "The kernel Conv2DExt unregistered." followed by thirty lines of C++ becomes the first
    sentence alone.
    """
    try:
        text = str(error)
    except Exception:
        text = ""
    text = _SECTION.sub("", text)
    text = _BLANK.sub("\n", _RULE.sub("", text)).strip()
    return text[:LONGEST]


def describe(error: BaseException) -> dict[str, Any]:
    """The error's type, useful message and frames, innermost last."""
    return {
        "type": type(error).__name__,
        "message": useful_message(error),
        "frames": [
            {"path": frame.filename, "function": frame.name, "line": frame.lineno or 0}
            for frame in traceback.extract_tb(error.__traceback__)
            if not frame.filename.startswith(_HERE)
        ],
    }
