"""The weight of a Conv1d, which has an axis more in MindSpore."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

NET = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, c, w):
        super().__init__()
        self.conv = nn.{layer}(c, c, 3)
        self.wide = nn.Conv2d(c, c, 3)
        {line}
"""


def told(line: str, layer: str = "Conv1d") -> list[str]:
    found = findings(NET.format(line=line, layer=layer))
    return [f.severity for f in found if "has an axis more" in f.message.en]


@pytest.mark.parametrize(
    "line",
    [
        "self.conv.weight.data.normal_(0, 0.01)",
        "nn.init.kaiming_normal_(self.conv.weight)",
        "nn.init.constant_(tensor=self.conv.weight, val=0.1)",
        "self.conv.weight.requires_grad = False",
        "n = self.conv.weight.numel()",
        "n = self.conv.weight.shape[0] + self.conv.weight.size(1)",
        "n = nn.init._calculate_fan_in_and_fan_out(self.conv.weight)[0]",
        "w = self.conv.weight.view(c, -1) + self.conv.weight.flatten(1)",
        "params = [self.conv.weight, self.conv.bias]",
        "size = self.conv.weight.abs().sum()",
        "self.conv.weight.data[0] = 0",
        "self.wide.weight.data = w",
        "w = self.conv.weight; w.data.zero_()",
        "n = self.conv.bias.shape[0]",
    ],
)
def test_leaves_alone(line: str) -> None:
    assert told(line) == []


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("n = self.conv.weight.shape[2]", "n = self.conv.weight.squeeze(2).shape[2]"),
        ("v = self.conv.weight[..., 0]", "v = self.conv.weight.squeeze(2)[..., 0]"),
        ("v = self.conv.weight * w", "v = self.conv.weight.squeeze(2) * w"),
        ("m = self.conv.weight.mean(2)", "m = self.conv.weight.squeeze(2).mean(2)"),
        ("v = self.conv.weight\n        n = v.shape[2]", "v = self.conv.weight.squeeze(2)"),
        ("self.conv.weight.data = w", "self.conv.weight.data.copy_(w.expand_dims(2))"),
        ("self.conv.weight.data = w * 2", "self.conv.weight.data.copy_((w * 2).expand_dims(2))"),
        ("self.conv.weight.data.copy_(w)", "self.conv.weight.data.copy_(w.expand_dims(2))"),
        ("self.conv.weight.data[:, :, 0] = w", "self.conv.weight.data[:, :, 0, 0] = w"),
    ],
)
@pytest.mark.parametrize("layer", ["Conv1d", "ConvTranspose1d"])
def test_it_is_read_with_three_axes_and_written_with_four(
    line: str, after: str, layer: str
) -> None:
    assert told(line, layer) == ["warning"]
    assert f"        {after}\n" in fixed(NET.format(line=line, layer=layer))


def test_a_part_that_leaves_the_last_axis_out_is_told() -> None:
    assert told("self.conv.weight.data[0] = w") == ["error"]


OWN = """\
import torch
from torch import nn


class Own(nn.{base}):
    def {method}(self, x):
        w = self.weight
        return x * w.mean(dim=(1, 2))
"""


@pytest.mark.parametrize("base", ["Conv2d", "Linear", "Module"])
def test_other_layers_own_weights_are_left_alone(base: str) -> None:
    assert ".squeeze" not in fixed(OWN.format(base=base, method="scaled"))


@pytest.mark.parametrize("base", ["Conv1d", "ConvTranspose1d"])
@pytest.mark.parametrize("method", ["scaled", "forward"])
def test_its_own_weight_is_read_with_three_axes(base: str, method: str) -> None:
    text = fixed(OWN.format(base=base, method=method))
    assert "w = self.weight.squeeze(2)\n" in text
    assert fixed(text) == text


KEPT = """\
import torch
from torch import nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self, c):
        super().__init__()
        conv = nn.Conv1d(c, c, 3)
        {line}

    def forward(self, x):
        return F.conv1d(x, self.kernel)
"""


def test_a_kernel_that_the_object_alone_keeps_gets_three_axes() -> None:
    text = fixed(KEPT.format(line="self.kernel = conv.weight"))
    assert "        self.kernel = ms.Parameter(conv.weight.squeeze(2))\n" in text


@pytest.mark.parametrize(
    "line",
    [
        "self.conv = conv\n        self.kernel = conv.weight",
        "self.conv = nn.Conv1d(c, c, 3)\n        self.kernel = self.conv.weight",
    ],
)
def test_a_kernel_that_is_shared_is_told(line: str) -> None:
    found = [f for f in findings(KEPT.format(line=line)) if f.code == "MP220"]
    assert [(f.severity, f.fix) for f in found] == [("error", None)]
    assert "under its other name" in found[0].message.en


def test_a_kernel_that_a_class_below_reads_is_told() -> None:
    line = "self.conv = conv\n        self.same = conv.weight"
    source = KEPT.format(line=line).replace("self.kernel", "1")
    below = "\n\nclass Below(Net):\n    def forward(self, x):\n        return x * self.same\n"
    assert not [f for f in findings(source) if f.code == "MP220"]
    assert [f.severity for f in findings(source + below) if f.code == "MP220"] == ["error"]


@pytest.mark.parametrize(
    "line",
    [
        "self.other = nn.Conv1d(c, c, 3)\n        self.other.weight = self.conv.weight",
        "self.mine = self.conv.weight\n        self.mine.requires_grad_(False)",
    ],
)
def test_leaves_kernels_that_layers_share_alone(line: str) -> None:
    assert told(line) == []


SOME = """\
import torch
from torch import nn


def look(net, w):
    for m in net.modules():
        if isinstance(m, ({layers})):
            {line}
"""


@pytest.mark.parametrize(
    "line",
    [
        "nn.init.kaiming_normal_(m.weight)",
        "m.weight.data.normal_(0, 0.01)",
        "n = m.weight.shape[0] * m.weight.numel()",
        "n = m.weight.view(m.weight.size(0), -1)",
        "w = m.weight; nn.init.zeros_(w)",
        "k = m.kernel_size[-1]",
    ],
)
@pytest.mark.parametrize("layers", ["nn.Conv1d, nn.Conv2d", "nn.Linear, nn.Conv1d"])
def test_what_is_the_same_for_several_layers_is_left_alone(line: str, layers: str) -> None:
    text = fixed(SOME.format(line=line, layers=layers), unsafe=True)
    assert "squeeze" not in text
    assert "todo" not in text


@pytest.mark.parametrize("layers", ["nn.Conv2d, nn.Conv3d", "nn.Linear, nn.Conv2d"])
def test_layers_without_a_flat_kernel_are_left_alone(layers: str) -> None:
    assert ".squeeze" not in fixed(SOME.format(line="n = m.weight.dim()", layers=layers))


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("n = m.weight.dim()", "n = ({0}).dim()"),
        ("v = m.weight * w", "v = ({0}) * w"),
        ("v = m.weight\n            n = v.shape[-2]", "v = {0}\n            n = v.shape[-2]"),
        ("print(m.weight.data)", "print(({0}).data)"),
    ],
)
@pytest.mark.parametrize("layers", ["nn.Conv1d, nn.Conv2d", "nn.Conv3d, nn.Conv1d"])
def test_one_of_several_layers_is_asked_which_it_is(line: str, after: str, layers: str) -> None:
    asked = after.format("m.weight.squeeze(2) if isinstance(m, nn.Conv1d) else m.weight")
    unknown = "\n\ntorch.nothing_of_the_kind(1)\n"  # keeps the import of torch
    text = fixed(SOME.format(line=line, layers=layers) + unknown)
    assert asked in text.replace("ms.nn.", "nn.")
    assert fixed(text) == text


def test_all_with_a_flat_kernel_are_asked_for() -> None:
    layers = "nn.Conv1d, nn.Conv2d, nn.ConvTranspose1d"
    asked = "isinstance(m, (nn.Conv1d, nn.Conv1dTranspose)) else"
    assert asked in fixed(SOME.format(line="n = m.weight.dim()", layers=layers))


@pytest.mark.parametrize("line", ["m.weight.data = w", "m.weight.data.copy_(w)"])
def test_what_is_written_into_one_of_several_layers_gets_its_shape(line: str) -> None:
    text = fixed(SOME.format(line=line, layers="nn.Conv1d, nn.Conv2d"))
    assert "            m.weight.data.copy_(w.reshape(m.weight.shape))\n" in text
    unknown = "\n\ntorch.nothing_of_the_kind(1)\n"  # keeps the import of torch
    text = fixed(SOME.format(line=line, layers="nn.Conv1d, nn.Conv2d") + unknown)
    assert "            m.weight.data.copy_(w.reshape(m.weight.shape))\n" in text


def test_a_part_of_one_of_several_layers_is_told() -> None:
    found = findings(SOME.format(line="m.weight[0] = w", layers="nn.Conv1d, nn.Conv2d"))
    assert [(f.severity, f.fix) for f in found if "an axis more" in f.message.en] == [
        ("error", None)
    ]


def test_layers_with_other_names_for_their_weight_are_left_alone() -> None:
    text = fixed(SOME.format(line="n = m.weight.dim()", layers="nn.Conv1d, nn.BatchNorm1d"))
    assert ".squeeze" not in text


@pytest.mark.parametrize("line", ["k = m.kernel_size[0]", "p = m.padding[0]", "s = m.stride"])
def test_settings_of_one_of_several_layers_are_told(line: str) -> None:
    found = findings(SOME.format(line=line, layers="nn.Conv1d, nn.Conv2d"))
    assert [(f.severity, f.fix) for f in found if f.code == "MP221"] == [("error", None)]
