"""Features of torchvision's VGG that are taken apart before a ReLU, which works in place in torch."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

SOURCE = """\
from torch import nn
from torchvision import models


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        features = models.{made}(weights=None).features
        self.first = nn.Sequential()
        self.second = nn.Sequential()
        for x in range({end}):
            self.first.add_module(str(x), features[x])
        for x in range({start}, 19):
            self.second.add_module(str(x), features[x])
"""
SLICES = """\
from torchvision import models


def parts():
    features = models.{made}(weights=None).features
    return features[:{end}], features[{start}:9]
"""


def told(source: str, **values: object) -> list[str]:
    return [f.symbol for f in findings(source.format(**values)) if f.code == "MP209"]


@pytest.mark.parametrize("source", [SOURCE, SLICES])
@pytest.mark.parametrize(
    ("made", "end", "start"),
    [
        pytest.param("vgg16_bn", 13, 13, id="behind a ReLU"),
        pytest.param("vgg16", 4, 4, id="behind a ReLU without normalisation"),
        pytest.param("vgg16_bn", 11, 11, id="before a normalisation"),
        pytest.param("vgg16_bn", 12, 14, id="the ReLU is left out"),
        pytest.param("resnet18", 12, 12, id="another network"),
    ],
)
def test_leaves_alone(source: str, made: str, end: int, start: int) -> None:
    assert told(source, made=made, end=end, start=start) == []


@pytest.mark.parametrize(
    ("made", "place"), [("vgg16_bn", 12), ("vgg16", 3), ("vgg19_bn", 12), ("vgg11", 1)]
)
def test_the_part_ends_behind_the_relu(made: str, place: int) -> None:
    for source in (SOURCE, SLICES):
        text = source.format(made=made, end=place, start=place)
        assert told(source, made=made, end=place, start=place) == [f"torchvision.models.{made}"]
        after = fixed(text, unsafe=True)
        assert f"({place + 1}, 19)" in after or f"features[{place + 1}:9]" in after
        assert f"range({place + 1})" in after or f"features[:{place + 1}]" in after
        assert f"({place}, 19)" in fixed(text) or f"features[{place}:9]" in fixed(text)
