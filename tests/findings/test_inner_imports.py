"""Imports inside of compiled functions go to the top of the file."""

from __future__ import annotations

import pytest

from .test_graph import forward, found, migrated


@pytest.mark.parametrize(
    "body",
    [
        "from math import *\nreturn x",
        "import math as x\nreturn x",
        "import math\nmath = 3\nreturn x * math",
        "from . import other\nreturn other(x)",
    ],
    ids=["all", "a parameter's name", "bound twice", "beside the file"],
)
def test_left_in_place(body: str) -> None:
    (finding,) = [one for one in found(forward(body)) if one.code == "MP401"]
    assert finding.fix is None


@pytest.mark.parametrize(
    ("body", "line", "left"),
    [
        ("import math\nreturn x * math.pi", "import math\n", "        return x * math.pi\n"),
        (
            "from math import pi as p, e\nreturn x * p",
            "from math import pi as p, e\n",
            "        return x * p\n",
        ),
        (
            "if x.ndim > 1:\n    import math\nreturn x",
            "import math\n",
            "        return x\n",
        ),
    ],
)
def test_it_stands_behind_the_imports(body: str, line: str, left: str) -> None:
    text, told = migrated(forward(body))
    assert text.count(line) == 1 and text.index(line) < text.index("class Net")
    assert f"def construct(self, x):\n{left}" in text
    assert told == []


def test_what_is_imported_there_is_only_removed() -> None:
    text, told = migrated("import math\n" + forward("import math\nreturn x * math.pi"))
    assert text.count("import math") == 1 and told == []


@pytest.mark.parametrize(("module", "kind"), [("math", "safe"), ("flash_attn", "unsafe")])
def test_what_may_not_be_installed_is_unsafe(module: str, kind: str) -> None:
    findings = found(forward(f"import {module}\nreturn {module}.f(x)"))
    (finding,) = [one for one in findings if one.code == "MP401"]
    assert finding.fix is not None and finding.fix.applicability == kind
