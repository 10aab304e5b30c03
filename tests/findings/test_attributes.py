"""Attributes of layers that mean something else, or nothing, once they are MindSpore's."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "from torch import nn\n"


@pytest.mark.parametrize(
    "source",
    [
        "bn = nn.BatchNorm2d(3)\nprint(bn.eps, bn.momentum, bn.num_features)\n",
        "drop = nn.Dropout(0.5)\ndrop.p = 0.1\n",
        "act = nn.ReLU()\nact.inplace = True\n",
        "conv = nn.Conv2d(3, 4, 1)\nconv.in_channels = 5\n",
        "def f(conv: nn.Conv2d):\n    return nn.Conv2d(3, 4, conv.kernel_size, padding=conv.padding)\n",
        "def f(conv: nn.Conv1d):\n    return conv.stride[-1], conv.in_channels\n",
        "class Same(nn.Conv2d):\n    def __init__(self):\n        super().__init__(3, 3, 3)\n"
        "        self.padding = (1, 1)\n",
        "class Norm(nn.BatchNorm2d):\n    def extra(self):\n        return self.affine\n",
        "class Words(nn.Embedding):\n    def extra(self):\n        return self.max_norm, self.sparse\n",
        "linear = nn.Linear(3, 4)\nlinear.weight\n",
        "def f(p):\n    return torch.distributions.Bernoulli(p).probs\n",
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.fc = nn.Linear(3, 4)\n",
        "seq = nn.Sequential(nn.Linear(3, 4))\nseq.index = 3\n",
        "def make(f, kind, net):\n    seq = nn.Sequential(nn.Linear(3, 4))\n"
        "    size = sum([p.numel() for p in net.parameters()])\n"
        "    seq.f, seq.size, seq.kind = f, size, kind\n"
        "    return seq, seq.f != -1, isinstance(seq.kind, str)\n",
    ],
)
def test_leaves_alone(source: str) -> None:
    assert [f for f in findings(HEADER + source) if f.severity == "error"] == []


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("bn = nn.BatchNorm2d(3)\nbn.eps, n = 1e-3, 2\n", "MP221"),
        ("conv = nn.Conv1d(3, 4, 3)\nconv.dilation = (2,)\n", "MP221"),
        (
            "for m in net.modules():\n    if type(m).__name__ == 'BatchNorm2d':\n        m.eps = 1e-3\n",
            "MP221",
        ),
        ("pool = nn.MaxPool2d(2)\npool.stride = 1\n", "MP221"),
        ("def f(conv: nn.Conv2d, i):\n    return conv.padding[i]\n", "MP221"),
        ("rnn = nn.RNN(3, 4)\nprint(rnn.mode)\n", "MP103"),
        ("conv = nn.ConvTranspose2d(3, 4, 2)\nprint(conv.output_padding)\n", "MP103"),
        ("class Own(nn.RNN):\n    def extra(self):\n        return self.mode\n", "MP103"),
        ("seq = nn.Sequential(nn.Linear(3, 4))\nseq.fc = nn.Linear(3, 5)\n", "MP220"),
    ],
)
def test_stays_marked(source: str, code: str) -> None:
    found = [f.code for f in findings(HEADER + source) if f.severity == "error"]
    assert found == [code]


@pytest.mark.parametrize(
    ("layer", "read", "written"),
    [
        ("LayerNorm(3)", "elementwise_affine", "layer.gamma is not None"),
        ("LSTM(3, 4)", "input_size", "layer.weight_ih_l0.shape[1]"),
        ("GRU(3, 4)", "mode", "'GRU'"),
        ("MaxPool2d(2)", "stride", "layer.stride"),
        ("MaxPool1d(2)", "kernel_size", "layer.kernel_size[-1]"),
        ("BatchNorm3d(2)", "eps", "layer.bn2d.eps"),
        ("InstanceNorm2d(2)", "num_features", "layer.num_channels"),
    ],
)
def test_reads_what_mindspores_layer_holds(layer: str, read: str, written: str) -> None:
    text = fixed(f"{HEADER}layer = nn.{layer}\nprint(layer.{read})\n")
    assert text.endswith(f"print({written})\n")


def test_what_the_users_class_sets_is_read_from_it() -> None:
    source = (
        "class Words(nn.Embedding):\n    def __init__(self, limit):\n        super().__init__(3, 4)\n"
        "        self.max_norm = limit\n\n    def extra(self):\n        return self.max_norm\n"
    )
    assert fixed(HEADER + source).endswith("        return self.max_norm\n")


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("bn = nn.BatchNorm2d(3)\nbn.momentum = 0.01\n", 'set_layer_setting(bn, "momentum", 0.01)'),
        (
            "def f(m):\n    if isinstance(m, nn.BatchNorm2d):\n        m.eps = 1e-3\n",
            'set_layer_setting(m, "eps", 1e-3)',
        ),
        (
            "def f(m):\n    t = type(m)\n    if t is nn.BatchNorm2d:\n        m.eps = 1e-3\n",
            'set_layer_setting(m, "eps", 1e-3)',
        ),
        (
            "def f(m):\n    if type(m) == nn.BatchNorm1d:\n        m.eps = 1e-3\n",
            'set_layer_setting(m, "eps", 1e-3)',
        ),
        (
            "def f(m):\n    if isinstance(m, nn.BatchNorm2d) or isinstance(m, nn.BatchNorm1d):\n"
            "        m.eps = 1e-3\n",
            'set_layer_setting(m, "eps", 1e-3)',
        ),
        (
            "def f(net):\n    net.layer[0].bn1.eps = 1e-3\n",
            'set_layer_setting(net.layer[0].bn1, "eps", 1e-3)',
        ),
        ("norm = nn.LayerNorm(3)\nnorm.eps = 1e-3\n", 'set_layer_setting(norm, "eps", 1e-3)'),
        (
            "def f(conv: nn.Conv2d, d):\n    conv.padding = d, d\n",
            'set_layer_setting(conv, "padding", (d, d))',
        ),
        (
            "bn = nn.BatchNorm2d(3)\nbn.momentum *= 0.5 + 0.1\n",
            'set_layer_setting(bn, "momentum", bn.momentum * (0.5 + 0.1))',
        ),
        (
            "def f(m: nn.BatchNorm2d, b):\n    m.eps, m.momentum = 1e-3, b\n",
            'set_layer_setting(m, "eps", 1e-3)\n    set_layer_setting(m, "momentum", b)',
        ),
    ],
)
def test_a_setting_reaches_the_operator(source: str, after: str) -> None:
    result = fixed(HEADER + source)
    assert f"{after}\n" in result
    assert "todo" not in result


@pytest.mark.parametrize("target", ["net.subnet.eps", "self.bn.lr", "norm.eps[0]", "net.momentum"])
def test_what_is_not_called_a_norm_is_left_alone(target: str) -> None:
    source = f"{HEADER}def f(self, net, norm):\n    {target} = 1e-3\n"
    assert "set_layer_setting" not in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    "test",
    [
        "isinstance(m, nn.BatchNorm2d) or isinstance(n, nn.BatchNorm2d)",
        "isinstance(m, nn.BatchNorm2d) or n",
    ],
)
def test_what_one_of_several_tests_says_holds_for_it_alone(test: str) -> None:
    source = f"{HEADER}def f(m, n):\n    if {test}:\n        m.eps = 1e-3\n"
    assert "set_layer_setting" not in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            "def f(m: nn.BatchNorm2d):\n    m.eps, m.momentum = m.momentum, m.eps\n", id="swap"
        ),
        pytest.param("def f(m: nn.BatchNorm2d):\n    m.eps, m.momentum = given()\n", id="a call"),
        pytest.param("norm = nn.LayerNorm(3)\nnorm.eps *= 2\n", id="another name"),
    ],
)
def test_a_setting_that_is_marked(source: str) -> None:
    assert "set_layer_setting" not in fixed(HEADER + source)
    assert "MP221" in {f.code for f in findings(HEADER + source) if f.severity == "error"}


@pytest.mark.parametrize("name", ["kernel_size", "stride", "padding", "dilation"])
def test_a_conv1d_keeps_its_own_number_last(name: str) -> None:
    source = f"def f(conv: nn.Conv1d):\n    return conv.{name}[0]\n"
    assert f"return conv.{name}[-1]\n" in fixed(HEADER + source)


@pytest.mark.parametrize("padding", ["0", "2", "(2,)"])
def test_the_last_number_of_a_conv1d_is_torchs_first(padding: str) -> None:
    import mindspore
    import torch

    source = f"from torch import nn\nconv = nn.Conv1d(3, 4, 5, stride=2, padding={padding}, dilation=3)\n"
    names = "kernel_size", "stride", "padding", "dilation"
    theirs: dict[str, object] = {"torch": torch}
    exec(source, theirs)
    ours: dict[str, object] = {"mindspore": mindspore}
    exec(fixed(source), ours)
    first = [getattr(theirs["conv"], name)[0] for name in names]
    assert [getattr(ours["conv"], name)[-1] for name in names] == first


def test_a_later_setting_does_not_reach_mindspores_layer() -> None:
    import mindspore
    import numpy

    norm = mindspore.nn.BatchNorm2d(3)
    images = mindspore.Tensor(numpy.ones((2, 3, 4, 4), numpy.float32))
    before = norm(images).asnumpy()
    norm.eps = 10.0
    assert numpy.array_equal(norm(images).asnumpy(), before)


@pytest.mark.parametrize(
    "source",
    [
        "class Own:\n    pass\n\n\nown = Own()\nown.inplace = True\n",
        "def f(detect, flag):\n    detect.inplace = True\n",
    ],
)
def test_what_is_no_layer_may_work_in_place(source: str) -> None:
    assert "inplace = True" in fixed(HEADER + source)


@pytest.mark.parametrize(
    "test",
    ["isinstance(m, nn.ReLU)", "isinstance(m, (nn.SiLU, nn.ReLU))", "t in [nn.SiLU, nn.ReLU]"],
)
def test_layers_are_not_made_to_work_in_place(test: str) -> None:
    source = f"def f(m):\n    t = type(m)\n    if {test}:\n        m.inplace = True\n    return t\n"
    text = fixed(HEADER + source)
    assert "inplace" not in text and "torch" not in text


@pytest.mark.parametrize(
    "source",
    [
        "fc = nn.Linear(3, 4)\nfc.bias = None\n",
        "conv = nn.Conv2d(3, 4, 3)\nconv.bias = nn.Parameter(torch.ones(4))\n",
        "conv = nn.Conv2d(3, 4, 3)\nkept = conv.bias\n",
        "norm = nn.BatchNorm2d(3)\nnorm.bias = None\n",
    ],
)
def test_leaves_has_bias_alone(source: str) -> None:
    assert ".has_bias" not in fixed(f"import torch\nfrom torch import nn\n\n{source}")


def test_a_convolution_that_loses_its_bias_adds_none() -> None:
    source = (
        "from torch import nn\n\n\n"
        "class Scaled(nn.Module):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.conv = nn.Conv2d(3, 4, 3)\n"
        "        self.bias = self.conv.bias\n"
        "        self.conv.bias = None\n"
    )
    assert "        self.conv.has_bias = self.conv.bias = None\n" in fixed(source)


@pytest.mark.parametrize(
    "setting",
    [
        "bn = nn.BatchNorm2d(3)\nbn.momentum = None\n",
        "for m in net.modules():\n    if isinstance(m, nn.modules.batchnorm._BatchNorm):\n        m.momentum = None\n",
    ],
)
def test_no_momentum_is_told(setting: str) -> None:
    source = f"from torch import nn\nnet = nn.Sequential(nn.BatchNorm1d(3))\n{setting}"
    (finding,) = (f for f in findings(source) if f.code == "MP221" and f.severity == "error")
    assert "fixed momentum" in finding.message.en
    assert ".momentum = None\n" in fixed(source)


def test_the_padding_of_an_axis_is_read_of_the_operator() -> None:
    source = HEADER + "def f(c: nn.Conv2d, d: nn.Conv3d, i):\n    return c.padding[1], {0}\n"
    after = fixed(source.format("c.padding[0] * 2"), unsafe=True)
    assert after.endswith("    return c.conv2d.pad[2], c.conv2d.pad[0] * 2\n")
    assert fixed(source.format("d.padding[0]"), unsafe=True).endswith(", d.padding[0]\n")
    assert fixed(source.format("c.padding[i]"), unsafe=True).endswith(", c.padding[i]\n")
    assert "c.padding[1]" in fixed(source.format("0"))
