"""``nn.parallel.data_parallel(net, x, ids)``: one process has one device, where the network is called."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

SOURCE = """\
import torch
from torch import nn
def run(net: nn.Module, x, ids):
    return nn.parallel.data_parallel({0})
"""


@pytest.mark.parametrize("given", ["net, (x, ids)", "net, x, module_kwargs={'scale': 2}"])
def test_leaves_and_tells_calls_with_several_inputs(given: str) -> None:
    source = SOURCE.format(given)
    assert f"data_parallel({given})" in fixed(source, unsafe=True)
    assert [f.severity for f in findings(source) if "data_parallel" in f.symbol] == ["error"]


@pytest.mark.parametrize("given", ["net, x", "net, x, ids", "net, x, device_ids=ids, dim=0"])
def test_the_network_is_called_once_somebody_looked(given: str) -> None:
    source = SOURCE.format(given)
    assert "return net(x)" in fixed(source, unsafe=True)
    assert "data_parallel" in fixed(source)
