"""``deepcopy(unwrap(model)).eval()``: what a call gives is a network by what people call it."""

from __future__ import annotations

import pytest

from tests.findings.conftest import fixed

HEADER = (
    "import torch\nfrom copy import deepcopy\nfrom tools import make, build_model, unwrap\n\n\n"
)


@pytest.mark.parametrize("made", ["make(frame)", "deepcopy(frame)"])
def test_leaves_alone(made: str) -> None:
    assert f"{made}.eval()" in fixed(f"{HEADER}shown = {made}.eval()\n", unsafe=True)


@pytest.mark.parametrize(
    "made", ["build_model(args)", "unwrap(model)", "make(net, 3)", "deepcopy(unwrap(self.model))"]
)
def test_a_network_is_set_to_its_mode(made: str) -> None:
    text = fixed(f"{HEADER}def f(self, args, model, net):\n    return {made}.eval()\n", unsafe=True)
    assert ".eval()" not in text
    assert ".set_train(False)" in text


def test_leaves_what_nothing_calls_alone() -> None:
    text = fixed(f"{HEADER}def f(frame, x):\n    frame.eval()\n    return make(x)\n", unsafe=True)
    assert "frame.eval()" in text


def test_what_is_called_and_has_a_mode_is_a_network() -> None:
    source = "def f(criterion, x):\n    criterion.eval()\n    criterion.train()\n    return criterion(x)\n"
    text = fixed(HEADER + source, unsafe=True)
    assert "    criterion.set_train(False)\n    criterion.set_train()\n" in text


@pytest.mark.parametrize(
    "made",
    ["model(x)", "self.net(x)", "get(x)", "tools.FloatTensor(x)", "make(net, 3)", "kinds[k](x)",
     "getattr(tools, 'FloatTensor')(x)", "getattr(tools, 'load')(x)", "getattr(tools, k)(x)"],
)  # fmt: skip
def test_leaves_casts_of_what_may_be_a_tensor_alone(made: str) -> None:
    text = fixed(f"{HEADER}def f(self, x, k, model, net):\n    return {made}.float()\n")
    assert f"{made}.float()" in text


@pytest.mark.parametrize(
    "made",
    ["self.models[k].Model(args)", "vgg.VGG(3)", "build_model(args)",
     "getattr(vgg, 'VGG')(3)", "getattr(vgg, args.model)(3)"],
)  # fmt: skip
def test_what_classes_of_other_modules_make_is_cast_as_a_network(made: str) -> None:
    text = fixed(f"{HEADER}def f(self, args, k, vgg):\n    return {made}.float()\n", unsafe=True)
    assert f"{made}.to(ms.float32)" in text


@pytest.mark.parametrize("place", ["km", "cpu:a", "gpu"])
def test_leaves_what_is_moved_to_no_device_of_torchs(place: str) -> None:
    assert f".to('{place}')" in fixed(f"{HEADER}shown = make(3).to('{place}')\n", unsafe=True)


@pytest.mark.parametrize("place", ["cpu", "cuda", "cuda:1", "npu:0"])
def test_what_is_moved_to_a_device_stays_where_it_is(place: str) -> None:
    assert "shown = make(3)\n" in fixed(f"{HEADER}shown = make(3).to('{place}')\n")


CLASSES = """\
import torch
from torch import nn


class Small(nn.Module):
    pass


class Large(nn.Module):
    pass


def size(args):
    return args


KINDS = {{"small": Small, "large": {large}}}


class Experiment:
    def __init__(self, args):
        self.kinds = {{"small": Small, "large": {large}}}
        self.net = self.build(args)

    def build(self, args):
        return {made}(args).float()
"""


@pytest.mark.parametrize("large", ["size", "args.large", "torch.ones"])
def test_leaves_casts_of_what_a_dict_of_several_things_makes_alone(large: str) -> None:
    text = fixed(CLASSES.format(large=large, made="self.kinds[args.kind]"), unsafe=True)
    assert "return self.kinds[args.kind](args).float()\n" in text


@pytest.mark.parametrize("large", ["Large", "Small", "nn.Linear"])
@pytest.mark.parametrize("made", ["self.kinds[args.kind]", "KINDS[args.kind]", "KINDS['large']"])
def test_what_a_dict_of_classes_makes_is_a_network(large: str, made: str) -> None:
    text = fixed(CLASSES.format(large=large, made=made), unsafe=True)
    assert f"return {made}(args).to(ms.float32)\n" in text


def test_one_of_several_classes_in_branches_is_a_network() -> None:
    source = CLASSES.format(large="Large", made="choose(args.kind, args.deep)") + (
        "\n\ndef choose(kind, deep):\n"
        "    if deep:\n        made = Small if kind else Large\n"
        "    else:\n        made = nn.Linear if kind else nn.Conv2d\n"
        "    return made\n"
    )
    text = fixed(source, unsafe=True)
    assert "return choose(args.kind, args.deep)(args).to(ms.float32)\n" in text
