"""Modules that override ``train(mode)``: MindSpore's set_train() calls no such method by itself."""

from __future__ import annotations

import pytest

from tests.findings.conftest import findings, fixed

HEAD = "from torch import nn\n\n\n"


@pytest.mark.parametrize(
    "source",
    [
        "class Trainer:\n    def train(self, mode=True):\n        return mode\n",
        "class Net(nn.Module):\n    def train(self, loader, epochs=1):\n        return epochs\n",
        "class Net(nn.Module):\n    def train(self, loader):\n        return loader\n",
        "class Net(nn.Module):\n    def train(self):\n        return self\n",
    ],
    ids=["no module", "a loop of its own", "a loader", "no mode"],
)
def test_other_methods_of_that_name_are_left_alone(source: str) -> None:
    text = fixed(HEAD + source)
    assert "OwnTrain" not in text
    assert source.partition("\n")[2] in text


def test_a_class_that_overrides_train_is_called_by_those_around_it() -> None:
    text = fixed(
        HEAD
        + """\
class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(4)

    def train(self, mode: bool = True):
        super(Frozen, self).train(mode)
        self.norm.eval()
        return self

    def eval(self):
        return super().eval()


def run(net: Frozen):
    net.train()
    net.eval()
"""
    )
    assert "class OwnTrain:\n" in text
    assert text.endswith(
        """\
class Frozen(OwnTrain, nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(4)

    def train(self, mode: bool = True):
        super(Frozen, self).train(mode)
        self.norm.set_train(False)
        return self

    def eval(self):
        return super().set_train(False)


def run(net: Frozen):
    net.train()
    net.eval()
"""
    )
    assert findings(text) == []


def test_a_base_of_the_users_that_overrides_it_is_enough() -> None:
    text = fixed(
        HEAD
        + """\
class Base(nn.Module):
    pass


class Frozen(Base):
    def train(self, mode=True):
        return super().train(False)


class Deeper(Frozen):
    def train(self, mode=True):
        return super().train(mode)
"""
    )
    assert "class Base(nn.Cell):" in text
    assert "class Frozen(OwnTrain, Base):" in text
    assert "class Deeper(Frozen):" in text
    assert "set_train" not in text.partition("class Base")[2]


ASKS = (
    "class Net(nn.Linear):\n    def train(self, mode=True):\n        {}\n        return self\n\n"
    "    def other(self, mode):\n        {}\n"
)


@pytest.mark.parametrize(
    ("torch", "mindspore"),
    [
        ("nn.Linear.train(self, mode)", "super().train(mode)"),
        ("nn.Module.train(self, mode=mode)", "super().train(mode=mode)"),
        ("nn.Linear.train(self)", "super().train()"),
        ("nn.Linear.train(self,)", "super().train()"),
        ("nn.Linear.train(self.child, mode)", "nn.Linear.train(self.child, mode)"),
        ("nn.Conv2d.train(self, mode)", "nn.Conv2d.train(self, mode)"),
    ],
)
def test_an_override_asks_torchs_layer_by_its_name(torch: str, mindspore: str) -> None:
    text = fixed(HEAD + ASKS.format(torch, "pass"))
    assert f"        {mindspore}\n        return self\n" in text.replace("ms_", "")
