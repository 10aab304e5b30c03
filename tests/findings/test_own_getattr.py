"""Modules with a ``__getattr__`` that asks what they hold."""

from __future__ import annotations

import pytest

from tests.findings.conftest import fixed

NET = """\
from torch import nn


class Wrapped(nn.Module):
    kind = 1

    def __init__(self, model):
        super().__init__()
        self.model = model

    def __getattr__(self, name):
"""


@pytest.mark.parametrize(
    "body",
    [
        "        return super().__getattr__(name)\n",
        "        if name == 'model':\n            return super().__getattr__(name)\n"
        "        return getattr(self.model, name)\n",
        "        return self.__dict__[name]\n",
        "        return getattr(self.kind, name)\n",
    ],
    ids=["the base", "told apart", "the object's own", "the class's"],
)
def test_leaves_alone_what_does_not_ask_itself(body: str) -> None:
    assert fixed(NET + body).endswith(body)


def test_leaves_alone_what_is_no_module() -> None:
    source = NET.replace("nn.Module", "object") + "        return getattr(self.model, name)\n"
    assert "if name ==" not in fixed(source)


def test_the_base_is_asked_for_what_it_holds() -> None:
    body = (
        '        """Ours, or the network\'s."""\n        try:\n'
        "            return super().__getattr__(name)\n        except AttributeError:\n"
        "            return getattr(self.model, name)\n"
    )
    text = fixed(NET + body)
    guard = '        if name == "model":\n            return super().__getattr__(name)\n'
    assert text.endswith(body.replace("        try", guard + "        try"))


def test_several() -> None:
    body = "        return getattr(self.model if self.ready else self.other, name)\n"
    text = fixed(NET + body)
    guard = '        if name in ("model", "other", "ready"):\n'
    assert text.endswith(f"{guard}            return super().__getattr__(name)\n{body}")
