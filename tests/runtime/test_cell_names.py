"""The names that a Cell uses for itself, tried in MindSpore."""

from __future__ import annotations

import subprocess
import sys

# Prints of all names of a Cell's that torch's modules do not have whether they can hold a number,
# a text and a list, whether a layer and a parameter, and whether register_buffer takes them.
PROBE = """
import sys
import mindspore as ms
from mindspore import nn

x = ms.Tensor([[1.0, 2.0]])


def works(name, value):
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.fc = nn.Dense(2, 2)
            setattr(self, name, value)

        def construct(self, x):
            return self.fc(x)

    try:
        net = Net()
        net.set_train(True)
        net(x).asnumpy()
        params = net.trainable_params()
        ms.value_and_grad(lambda a: net(a).sum(), None, params)(x)
        ms.save_checkpoint(net, sys.argv[2])
        ms.load_param_into_net(net, ms.load_checkpoint(sys.argv[2]))
        list(net.cells_and_names()), net.parameters_dict(), net.state_dict(), repr(net)
        net.set_train(False)
        kept = getattr(net, name)
        return kept is value or (not isinstance(value, (nn.Cell, ms.Tensor)) and kept == value)
    except Exception:
        return False


def registers(name):
    try:
        nn.Cell().register_buffer(name, x)
    except KeyError:
        return False
    return True


theirs = set(sys.argv[1].split())
ours = set(dir(nn.Cell())) | set(vars(nn.Cell()))
names = sorted(n for n in ours - theirs if not (n.startswith("__") and n.endswith("__")))
for name in names:
    plain = all(works(name, value) for value in (3, "abc", [1, 2]))
    weight = ms.Parameter(ms.Tensor([1.0, 2.0]), name="weight")
    layer = works(name, nn.Dense(2, 2)) and works(name, weight)
    print(name, plain, layer, registers(name))
"""


def test_the_names_are_those_that_fail(tmp_path) -> None:  # type: ignore[no-untyped-def]
    import torch

    from mindport.cell_names import TAKEN, TAKEN_FOR_BUFFERS, TAKEN_FOR_LAYERS

    module = torch.nn.Module()
    theirs = " ".join(set(dir(module)) | set(vars(module)))
    command = [sys.executable, "-c", PROBE, theirs, str(tmp_path / "net.ckpt")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = [line.split() for line in done.stdout.splitlines()]
    assert len(rows) > 100
    assert {name for name, plain, *_ in rows if plain == "False"} == TAKEN
    layers = {name for name, plain, layer, _ in rows if plain == "True" and layer == "False"}
    assert layers == TAKEN_FOR_LAYERS
    buffers = {name for name, *_, buffer in rows if buffer == "False"}
    assert buffers - TAKEN - TAKEN_FOR_LAYERS == TAKEN_FOR_BUFFERS
