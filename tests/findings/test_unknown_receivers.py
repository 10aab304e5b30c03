"""Methods of values of unknown type that only tensors and modules have."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\ndef f(x, device):\n"


@pytest.mark.parametrize(
    "line",
    [
        "y = x.to('png')",
        "y = x.to(other)",
        "y = x.to(ranks)",
        "y = x.cpu(0)",
        "y = x.detach(3)",
        "y = x.size()",
        "class Memory:\n    def size(self):\n        return self.n, self.m\n\n\nn, m = x.size()",
        "y = x.groupby('a').size()",
        "y = x.size",
        "y = x.size() == 4",
        "y = x.size() > device.size()",
        "y = x.size() == []",
        "y = np.zeros(x.size())",
        "y = open(x.size())",
        "y = x.zeros(x.buffer.size())",
        "y = x.expand(x.buffer.size())",
        "y = x.expand(3, x.size())",
        "y = x.std(axis=0)",
        "y = x.squeeze(dim='time')",
        "y = x.detach().run()",
        "y = x.items().item()",
        "y = x.std(dim=['time', 'place'])",
        "y = x.float().eval()",
        "y = x.astype(float).std()",
        "y = apply(x, Tensor, lambda a, b: a.clone())",
        "y = apply(x, int, lambda a: a.clone())",
        "y = x.train(device)",
        "y = x.flip()",
        "y = x.select(1)",
        "y = x.select(device, other)",
        "y = x.flip(device)",
        "y = print(x.stdout.detach().read())",
    ],
)
def test_leaves_alone_what_others_have_too(line: str) -> None:
    assert line in fixed(f"{HEADER}    {line}\n    return y\n", unsafe=True)


@pytest.mark.parametrize(
    "lines",
    [
        "n = x.size()\n    x = load(x)\n    return torch.relu(x), n",
        "n = x.size()\n    if device:\n        return n\n    return torch.relu(x)",
        "n = x.size()\n    if device:\n        torch.relu(x)\n    return n",
        "n = x.size()\n    return torch.relu(x) if device else n",
        "n = x.size()\n    return [torch.relu(x) for x in device], n",
        "n = x.size()\n    return torch.zeros(x), n",
        "n = x.sum()\n    return torch.mul(x, n)",
    ],
)
def test_what_torch_is_not_always_given_further_down_may_be_anything(lines: str) -> None:
    asked = lines.partition("\n")[0]
    assert asked in fixed(f"{HEADER}    {lines}\n", unsafe=True)


@pytest.mark.parametrize(
    "lines",
    [
        "n = x.size()\n    return torch.relu(x), n",
        "n = x.size()\n    return torch.div(x, 2), n",
        "n = x.size()\n    if device:\n        n = 1\n    with torch.no_grad():\n        y = torch.relu(x)\n    return y, n",
        "n = x.size()\n    return torch.nn.functional.softmax(torch.mm(device, x), -1), n",
    ],
)
def test_what_torch_is_given_further_down_is_a_tensor_before(lines: str) -> None:
    """Functions of losses ask for a size first, and nobody in the file calls them."""
    assert "n = x.shape" in fixed(f"{HEADER}    {lines}\n", unsafe=True)


@pytest.mark.parametrize(
    "lines",
    [
        "y = x.clone()\n    if device:\n        x.sub_(1)\n    return y",
        "y = x.clone()\n    x = load(device)\n    x.sub_(1)\n    return y",
        "y = x.clone()\n    x.requires_grad_(True)\n    return y",
        "y = x.clone()\n    x.fit_(1)\n    return y",
        "y = x.clone()\n    return [x.sub_(1) for x in device], y",
    ],
)
def test_what_may_not_be_changed_in_place_may_be_anything(lines: str) -> None:
    assert "y = x.clone()" in fixed(f"{HEADER}    {lines}\n", unsafe=True)


@pytest.mark.parametrize(
    "lines",
    [
        "x = x.clone()\n    x.sub_(1).div_(2)\n    return x",
        "if device:\n        x = x.clone()\n    x.sub_(1)\n    x.div_(2)\n    return x",
        "x = x.clone()\n    return x.sub_(1)",
    ],
)
def test_what_is_changed_in_place_further_down_is_a_tensor_before(lines: str) -> None:
    """Transforms of images copy one, unless they are told to write into it."""
    assert "x = x.copy()\n" in fixed(f"{HEADER}    {lines}\n", unsafe=True)


@pytest.mark.parametrize("given", ["x.values()", "x.norm(device)", "x.run(1)", "x.mode()"])
def test_what_torch_is_given_may_come_of_something_else(given: str) -> None:
    """A method that gives a tensor need not be a tensor's: a layer may be called so."""
    source = f"{HEADER}    return torch.relu({given})\n"
    assert f"relu({given})" in fixed(source)


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("y = x.to(device)", "y = x\n"),
        ("y = x.to(args.gpu, non_blocking=True)", "y = x\n"),
        ("y = x.to(self.gpu_id)", "y = x\n"),
        ("y = x.to(local_rank)", "y = x\n"),
        ("y = x.cpu()", "y = x\n"),
        ("y = x.cpu().numpy()", "y = x.numpy()\n"),
        ("y = x.detach().cpu().numpy()", "y = ops.stop_gradient(x).numpy()\n"),
        ("y = x.to(self.args.device)", "y = x\n"),
        ("y = x.to(device=device)", "y = x\n"),
        ("y = x.cpu().float().numpy()", "y = x.float().numpy()\n"),
        ("y = f(x).cpu().data.numpy()", "y = f(x).data.numpy()\n"),
        ("y = x.detach().cpu().item()", "y = ops.stop_gradient(x).item()\n"),
        (
            "y = {i: torch.ones(i) for i in x}\n    z = [v.size() for v in y.values()]",
            "z = [v.shape for v in y.values()]",
        ),
        (
            "y = {i: torch.ones(i) for i in x}.get(3).size()",
            "y = {i: mint.ones(i) for i in x}.get(3).shape",
        ),
        ("y, z = x.size()", "y, z = x.shape"),
        ("(y, z) = x.size()", "(y, z) = x.shape"),
        ("y = x.size()[2:]", "y = x.shape[2:]"),
        ("y = list(x.size())", "y = list(x.shape)"),
        ("y = x.flip(0)", "y = ops.flip(x, (0,))"),
        ("y = x.float().std()", "y = x.float().std(ddof=1)"),
        ("y = x[0].long().sum().item()", "y = x[0].long().sum().item()"),
        ("y = apply(x, torch.Tensor, lambda a: a.clone())", "lambda a: a.copy())"),
        ("y = apply(x, dtype=torch.Tensor, function=lambda a: a.clone())", "lambda a: a.copy())"),
        ("y = copy.deepcopy(x.model).eval()", "y = copy.deepcopy(x.model).set_train(False)"),
        ("y = x.network.train(training)", "y = x.network.set_train(training)"),
        ("y = x.clone().detach()", "y = ops.stop_gradient(x.copy())"),
        ("y = x.detach().clone()", "y = ops.stop_gradient(x).copy()"),
        ("y = x.select(1, device)", "y = x[:, device]"),
        ("y = torch.mean(x.detach())", "y = mint.mean(ops.stop_gradient(x))"),
        ("y = torch.nn.functional.mse_loss(device, x[0].clone())", "(device, x[0].copy())"),
        ("torch.relu(x)\n    y = x.clone()", "y = x.copy()"),
        ("y = device.view(*x.size(), 1)", "y = device.view(*x.shape, 1)"),
        ("y = [d + 1 for d in x.size()]", "y = [d + 1 for d in x.shape]"),
        ("y = x.size() == torch.Size([3, 4])", "y = x.shape == tuple([3, 4])"),
        ("y = (3, 4) != x.size()", "y = (3, 4) != x.shape"),
        ("y = torch.zeros(x.size())", "y = mint.zeros(x.shape, dtype=ms.float32)"),
        ("y = torch.BoolTensor(x.size())", "y = mint.zeros(x.shape, dtype=ms.bool)"),
        ("y = torch.ones(3).expand(x.size())", "y = mint.ones((3,)).expand(x.shape)"),
        ("y = x.squeeze(dim=-1)", "y = x.squeeze(-1)\n"),
        ("y = x.size(dim=1)", "y = x.shape[1]\n"),
        ("y = x.size(size_dim)", "y = x.shape[size_dim]\n"),
        ("y = x.size(-device.axis)", "y = x.shape[-device.axis]\n"),
        ("y = x.std(dim=other)", "y = x.std(axis=other, ddof=1)\n"),
        ("y = x.var(0, unbiased=False)", "y = x.var(axis=0, ddof=0)\n"),
        ("y = x.norm(dim=1, keepdim=True)", "y = norm(x, dim=1, keepdim=True)\n"),
        ("y = x.to(device, non_blocking=True)", "y = x\n"),
        ("y, z = map(lambda v: v.squeeze(dim=0), x)", "map(lambda v: v.squeeze(0), x)\n"),
    ],
)
def test_what_tensors_alone_have(line: str, after: str) -> None:
    assert after in fixed(f"{HEADER}    {line}\n    return y\n")


@pytest.mark.parametrize(
    "before",
    [
        "seen = [x]\n    y = seen.pop()",
        "seen = collections.deque()\n    y = seen.popleft()",
        "Pair = collections.namedtuple('Pair', 'a b')\n    y = Pair(x, x)[0]",
        "y = random.choice(x)",
        "for y in itertools.chain(x, x):\n        pass",
        "y = functools.reduce(max, x)",
    ],
)
def test_what_containers_give_back_may_be_a_tensor(before: str) -> None:
    header = "import collections, functools, itertools, random\n" + HEADER
    assert "y.shape[0]" in fixed(f"{header}    {before}\n    return y.size(0)\n")


def test_axes_of_xarray_have_names() -> None:
    source = f"import xarray as xr\n{HEADER}    return x.std(dim=other)\n"
    assert "x.std(dim=other)" in fixed(source)


@pytest.mark.parametrize("line", ["y = list(x.size())", "y, z = x.size()", "y = x.size()[2]"])
def test_groups_of_pandas_have_sizes_that_can_be_taken_apart(line: str) -> None:
    assert line in fixed(f"import pandas as pd\n{HEADER}    {line}\n    return y\n", unsafe=True)


def test_numbers_of_the_standard_library_are_none() -> None:
    source = f"import random\n{HEADER}    y = random.random()\n    return y.size(0)\n"
    assert "y.size(0)" in fixed(source, unsafe=True)


def test_the_device_of_parsed_arguments_is_one() -> None:
    source = """
    import argparse
    import torch

    def f(x: torch.Tensor, args):
        return x.to(args.device), x.to(args.device, non_blocking=True), x.to(args.dtype)

    parser = argparse.ArgumentParser()
    f(torch.ones(3), parser.parse_args([]))
    """
    assert "return x, x, x.astype(args.dtype)" in fixed(source)


@pytest.mark.parametrize("call", ["w.uniform_(2 * a - 1, 1)", "w.normal_()", "w.fill_(-1.5)"])
def test_what_is_filled_with_numbers_is_a_tensor(call: str) -> None:
    (finding,) = [
        f for f in findings(f"import torch\ndef f(w, a):\n    {call}\n") if f.symbol != "torch"
    ]
    assert finding.code == "MP209"


@pytest.mark.parametrize("call", ["init.uniform_(w, -1, 1)", "init.normal_(w)", "init.fill_(w)"])
def test_what_fills_its_argument_may_be_a_module_of_functions(call: str) -> None:
    source = f"import torch\nfrom mine import init\ndef f(w):\n    {call}\n"
    assert {f.code for f in findings(source) if f.symbol != "torch"} <= {"MP110"}


def test_a_size_of_the_files_own_class_stays() -> None:
    own = "class Own:\n    def size(self):\n        return (3, 4)\n"
    source = f"import torch\n{own}y = torch.zeros(Own().size())\nz = Own().size() == (3, 4)\n"
    text = fixed(source, unsafe=True)
    assert "zeros(Own().size(), dtype=ms.float32)" in text
    assert "z = Own().size() == (3, 4)" in text


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("for m in x.modules(): ...", "for _, m in x.cells_and_names(): ..."),
        ("y = [m for n, m in x.named_modules()]", "y = [m for n, m in x.cells_and_names()]"),
        ("y = x.children()", "y = x.children()"),
    ],
)
def test_what_lists_modules_is_one(line: str, after: str) -> None:
    assert after in fixed(f"{HEADER}    {line}\n    return y\n")


def test_a_parameter_of_forward_may_be_something_else() -> None:
    source = (
        "import torch\nfrom torch import nn\n\n\nclass Penalty(nn.Module):\n"
        "    def forward(self, model, features):\n"
        "        names = [f.name for f in features]\n"
        "        return names, [p.requires_grad for p in model.parameters()]\n"
    )
    text = fixed(source, unsafe=True)
    assert "[f.name for f in features]" in text
    assert "p.requires_grad for p in" in text
    assert {f.code for f in findings(source)} <= {"MP301", "MP220", "MP108"}


@pytest.mark.parametrize(
    "line",
    [
        "x.scaler.load_state_dict(device)",
        "x.trainer.load_state_dict(device)",
        "x.state_dict()",
        "x.net.state_dict()",
        "x.load_state_dict",
    ],
)
def test_a_state_that_stays_as_it_is(line: str) -> None:
    assert line in fixed(f"{HEADER}    {line}\n    return torch.relu(x)\n", unsafe=True)


def test_a_class_of_the_file_has_a_state_of_its_own() -> None:
    source = """
        import torch

        class Best:
            def load_state_dict(self, state):
                self.best = torch.ones(state)

        best = Best()
        best.load_state_dict(3)
    """
    assert "best.load_state_dict(3)" in fixed(source)


def test_a_file_without_torch_keeps_its_states() -> None:
    assert not findings("import mindspore\ndef f(net, d):\n    net.load_state_dict(d)\n")


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("x.load_state_dict(device)", "load_state_dict(x, device)"),
        (
            "x.net.load_state_dict(device, strict=False)",
            "load_state_dict(x.net, device, strict=False)",
        ),
        ("x.layers[0].load_state_dict(device)", "load_state_dict(x.layers[0], device)"),
        ("x.optimizer.load_state_dict(device)", "optimizer_state(x.optimizer, device)"),
        ("x.opts['d'].load_state_dict(device)", "optimizer_state(x.opts['d'], device)"),
        ("x.optG.load_state_dict(device)", "optimizer_state(x.optG, device)"),
        ("y = x.g_opt.state_dict()", "y = optimizer_state(x.g_opt)"),
        ("x.optional.load_state_dict(device)", "load_state_dict(x.optional, device)"),
        ("x.lr_scheduler.load_state_dict(device)", "scheduler_state(x.lr_scheduler, device)"),
        ("y = x.sched.state_dict()", "y = scheduler_state(x.sched)"),
    ],
)
def test_whose_state_it_is_is_told_by_the_name(line: str, after: str) -> None:
    assert f"    {after}\n" in fixed(f"{HEADER}    {line}\n    return torch.relu(x)\n")


@pytest.mark.parametrize(
    "source",
    [
        "def f(x):\n    return x.device.type\n",
        "import torch\n\n\ndef f(x):\n    return x.device.types, x.device.index('a'), x.device()\n",
        "import torch\n\n\ndef f(x):\n    x.device.type = 3\n",
    ],
)
def test_leaves_alone_other_devices(source: str) -> None:
    assert fixed(source, unsafe=True).endswith(source.rpartition("\n\n\n")[2])


def test_the_type_of_a_device_is_torchs_whatever_holds_it() -> None:
    source = "import torch\n\n\ndef f(x):\n    return x.device.type in ['mps', 'xpu']\n"
    (finding,) = [f for f in findings(source) if f.code == "MP304"]
    assert finding.fix is not None and finding.fix.applicability == "unsafe"
    assert "x.device.partition(':')[0].lower() in ['mps', 'xpu']" in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    ("test", "after"),
    [
        ("w.size() == v.size()", "w.shape == v.shape"),
        ("w.shape != v.size()", "w.shape != v.shape"),
        ("k.size() == v.size()", "k.size() == v.size()"),
        ("k[0].size() < v.size()", "k[0].size() < v.size()"),
        ("k.queues[0].size() == v.size()", "k.queues[0].size() == v.size()"),
        ("k.size() == v['fc'].size()", "k.shape == v['fc'].shape"),
    ],
)
def test_sizes_that_are_compared(test: str, after: str) -> None:
    source = f"import torch\nw = torch.ones(3)\ndef f(k, v):\n    return {test}\n"
    assert f"    return {after}\n" in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    ("count", "after"),
    [("k.size()[1]", "k.shape[1]"), ("v.size(0)", "v.shape[0]"), ("len(k)", None)],
)
def test_sizes_that_are_compared_where_one_has_axes(count: str, after: str | None) -> None:
    source = f"import torch\ndef f(k, v):\n    assert k.size() == v.size()\n    return torch.ones(3) / {count}\n"
    compared = "k.shape == v.shape" if after else "k.size() == v.size()"
    text = fixed(source, unsafe=True)
    assert f"    assert {compared}\n" in text and (after or count) in text


def test_the_parameters_of_a_file_are_taken_where_their_sizes_fit() -> None:
    source = """
        import torch

        def load(net, path):
            own = net.state_dict()
            state = {k: v for k, v in torch.load(path).items() if v.size() == own[k].size()}
            net.load_state_dict(state, strict=False)
    """
    assert "if v.shape == own[k].shape}" in fixed(source, unsafe=True)


def test_what_has_a_shape_and_is_detached_is_a_tensor() -> None:
    source = "import torch\ndef f(x, y):\n    n, d = x.shape\n    return x.detach(), y.detach()\n"
    assert "return ops.stop_gradient(x), y.detach()" in fixed(source)
    assert "return ops.stop_gradient(x), ops.stop_gradient(y)" in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("y = x.detach()", "y = ops.stop_gradient(x)"),
        ("y = print(x.detach())", "y = print(ops.stop_gradient(x))"),
        ("y = x.cuda()", "y = x"),
        ("y = {k: v.cuda(0) for k, v in x.items()}", "y = {k: v for k, v in x.items()}"),
    ],
)
def test_what_is_hardly_anything_elses_is_taken_for_a_tensors_in_doubt(
    line: str, after: str
) -> None:
    source = f"{HEADER}    {line}\n    return y\n"
    first = fixed(source)
    assert line in first
    assert f"    {after}\n" in fixed(source, unsafe=True)
    assert f"    {after}\n" in fixed(f"import mindspore as ms\n{first}", unsafe=True)
    (found,) = [
        f for f in findings(source) if f.fix is not None and f.symbol.startswith("torch.Tensor")
    ]
    assert found.severity == "warning" and "If this value is a tensor" in found.message.en


@pytest.mark.parametrize("line", ["y = x.detach()", "y = x.cuda()"])
def test_a_class_of_the_file_with_such_a_method_may_be_meant(line: str) -> None:
    own = "class Batch:\n    def detach(self): ...\n    def cuda(self): ...\n"
    output = "import sys\nimport torch\ny = sys.stdout.detach()\nx = torch.ones(3)\n"
    assert "y = sys.stdout.detach()" in fixed(output, unsafe=True)
    source = f"import torch\n{own}def f(x):\n    {line}\n    return torch.ones(3), y\n"
    assert line in fixed(source, unsafe=True)


def test_parameters_of_a_group_that_a_method_is_given() -> None:
    source = """
    import torch

    def check(group, other):
        for p in group["params"]:
            if p.is_sparse or other.is_sparse:
                raise ValueError
    """
    assert "if other.is_sparse:" in fixed(source)


MODE = """
def evaluating(net):
    {0}
    net.eval()
    yield net
    net.train()
"""


@pytest.mark.parametrize("line", ["pass", "was = net.mode", "was = other.training"])
def test_what_has_no_mode_may_be_anything_in_a_file_without_torch(line: str) -> None:
    assert findings(MODE.format(line)) == []


def test_a_network_in_a_file_without_torch() -> None:
    text = fixed(MODE.format("was = net.training"))
    assert "    net.set_train(False)\n    yield net\n    net.set_train()\n" in text


@pytest.mark.parametrize(
    ("holder", "after"),
    [("module", "module.cells()"), ("tree", "tree.children()"), ("process", "process.children()")],
)
def test_children_of_what_is_called_as_networks_are(holder: str, after: str) -> None:
    source = f"import torch\ndef f({holder}):\n    return list({holder}.children())\n"
    assert f"return list({after})" in fixed(source)


@pytest.mark.parametrize(
    ("asked", "after"),
    [
        ("net.layer2.children()", "net.layer2.cells()"),
        ("net.layer2.eval()", "net.layer2.set_train(False)"),
        ("net.history.train()", "net.history.train()"),
        ("tree.left.children()", "tree.left.children()"),
    ],
)
def test_a_part_of_what_is_called_as_networks_are(asked: str, after: str) -> None:
    source = f"import torch\ndef f(net, tree):\n    return list({asked})\n"
    assert f"list({after})" in fixed(source)


@pytest.mark.parametrize(
    ("asked", "after"),
    [
        ("signature.parameters", "signature.parameters"),
        ("net.layers", "net.layers"),
        ("net_optimizer.parameters", "net_optimizer.parameters"),
        ("net.parameters", "functools.partial(all_parameters, net)"),
    ],
)
def test_a_method_of_what_is_called_as_networks_are_that_is_not_called(
    asked: str, after: str
) -> None:
    source = f"import torch\ndef f(net, net_optimizer, signature):\n    print({asked})\n"
    assert f"print({after})" in fixed(source, unsafe=True)


def test_a_method_that_is_kept_and_has_no_counterpart_of_the_same_arguments_is_told() -> None:
    found = findings("import torch\ndef f(model):\n    return model.module.named_modules\n")
    assert [(one.code, one.fix) for one in found if one.code != "MP108"] == [("MP102", None)]


COPIES = """
import torch
import torch.nn.functional as F
from torch import nn

def both(w):
    return torch.relu(w), w.clone()

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
        self.register_buffer("seen", torch.ones(3))

    def forward(self, x):
        return {0}
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x.clone()", "x.copy()"),
        ("self.seen.clone()", "self.seen.copy()"),
        ("self.fc.weight.data.clone()", "self.fc.weight.data.copy()"),
        ("self.fc.weight.clone()", "ops.deepcopy(self.fc.weight)"),
    ],
)
def test_copies_of_parameters_let_gradients_through(before: str, after: str) -> None:
    text = fixed(COPIES.format(before))
    assert f"return {after}\n" in text
    assert ", ops.deepcopy(w)\n" in text


def test_groups_of_parameters_are_an_optimizers() -> None:
    source = "import torch\ndef unfreeze(optimizer, layers):\n    optimizer.add_param_group({'params': layers})\n"
    assert "    add_param_group(optimizer, {'params': layers})\n" in fixed(source)
    own = source.replace("optimizer, layers", "layers").replace("optimizer.", "Own().")
    own += "class Own:\n    def add_param_group(self, group):\n        pass\n"
    assert "Own().add_param_group({'params': layers})\n" in fixed(own)


def test_weights_in_one_piece_are_a_recurrent_layers() -> None:
    source = "import torch\ndef run(rnn, x):\n    rnn.flatten_parameters()  # faster\n    return rnn(x)\n"
    assert "flatten_parameters" not in fixed(source)
    own = source.replace("rnn, x", "x").replace("rnn.", "Own().").replace("rnn(x)", "x")
    own += "class Own:\n    def flatten_parameters(self):\n        pass\n"
    assert "Own().flatten_parameters()" in fixed(own)


@pytest.mark.parametrize(
    ("asked", "after"),
    [
        (
            "for p in self.ema.parameters():\n        p.requires_grad_(False)",
            "self.ema.set_train(False)",
        ),
        ("self.other.parameters()", "self.ema.eval()"),
        ("self.ema.run()", "self.ema.eval()"),
    ],
)
def test_what_has_parameters_is_a_network(asked: str, after: str) -> None:
    source = (
        "import torch\n\nclass Average:\n  def __init__(self, ema):\n    self.ema = ema\n"
        f"    self.ema.eval()\n    {asked}\n"
    )
    assert after in fixed(source)


@pytest.mark.parametrize("first", ["None", "kept"])
def test_what_a_method_fills_later_is_no_none(first: str) -> None:
    source = f"""
    import torch

    class Memory:
        def __init__(self, kept):
            self.kept = {first}

        def join(self, x):
            if self.kept is not None:
                x = torch.cat([x, self.kept.detach()])
            self.kept = x
            return x
    """
    assert "mint.cat([x, ops.stop_gradient(self.kept)])" in fixed(source, unsafe=True)


def test_the_number_of_a_device_that_is_given_none() -> None:
    source = (
        "import argparse\nimport torch\n\nparser = argparse.ArgumentParser()\n"
        "parser.add_argument('--gpu', default=None, type=int)\nargs = parser.parse_args()\n"
        "best = torch.zeros(1)\nif args.gpu is not None:\n    best = best.to(args.gpu)\n"
    )
    assert ".to(" not in fixed(source)


@pytest.mark.parametrize(
    "made",
    [
        "importlib.import_module(name).Net(3)",
        "pydoc.locate(name)(3)",
        "pickle.load(file)",
        "hydra.utils.instantiate(name)",
        "functools.lru_cache(None)(name)(3)",
        "weakref.ref(name)()",
        "argparse.Namespace(net=name).net",
        "concurrent.futures.ThreadPoolExecutor().submit(name, 3).result()",
        "type(name)(3)",
    ],
)
def test_what_the_standard_library_gives_back_may_be_a_network(made: str) -> None:
    module = made.partition("(")[0].partition(".")[0]
    source = f"import torch\nimport {module if module != 'type' else 'os'}\nnet = {made}\n"
    source += "opt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
    assert "SGD(net.trainable_params(), lr=0.1)" in fixed(source, unsafe=True)


def test_what_a_partial_call_gives_is_known() -> None:
    source = "from functools import partial\nfrom torch import nn\nmake = partial(nn.BatchNorm2d)\n"
    text = fixed(f"{source}norm = make(3)\nprint(norm.running_mean)\n", unsafe=True)
    assert "print(norm.moving_mean)" in text


@pytest.mark.parametrize(
    "call", ["ema.eval()", "self.ema.eval()", "x.schema.eval()", "x.ema.eval('a')"]
)
def test_what_may_be_no_averaged_network_is_left_alone(call: str) -> None:
    source = f"import torch\n\n\ndef f(x, ema):\n    {call}\n    return torch.ones(2)\n"
    assert call in fixed(source, unsafe=True)


@pytest.mark.parametrize("name", ["x.ema", "self.average.ema", "x.ema_copy"])
def test_an_averaged_network_that_an_object_keeps_has_modes(name: str) -> None:
    source = f"import torch\n\n\ndef f(self, x):\n    {name}.eval()\n    return torch.ones(2)\n"
    assert f"{name}.set_train(False)" in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("for m in self.models:\n    m.state_dict()", "m.state_dict()"),
        ("for m in net.children():\n    y = m.state_dict()", "y = m.state_dict()"),
        ("for k, v in parts.items():\n    y = v.state_dict()", "y = state_of(v)"),
        ("y = {k: v.state_dict() for k, v in parts.items()}", "state_of(v) for k, v in"),
        ("for v in (net, opt):\n    v.load_state_dict(device)", "state_of(v, device)"),
        (
            "for v in parts:\n    v.load_state_dict(device, strict=False)",
            "load_state_dict(v, device,",
        ),
        ("y = getattr(x, device).state_dict()", "y = state_of(getattr(x, device))"),
        ("y = getattr(x, 'optimizer').state_dict()", "optimizer_state(getattr(x, 'optimizer'))"),
        ("y = getattr(x, 'net').state_dict()", "y = getattr(x, 'net').state_dict()"),
        ("def f(v):\n    return v.state_dict()\nf(opt)", "return state_of(v)"),
        ("def f(v):\n    return v.state_dict()\nf(x)", "return v.state_dict()"),
    ],
)
def test_whose_state_it_is(before: str, after: str) -> None:
    assert after in fixed(f"import torch\n{before}\n")


@pytest.mark.parametrize(
    ("asked", "after"),
    [
        ("hasattr(net, 'state_dict')", "= hasattr(net, 'state_dict')"),
        ("hasattr(optimizer, 'state_dict')", "= hasattr(optimizer, 'state_dict')"),
        ("hasattr(v, 'state_dict')", "= hasattr(v, \"get_last_lr\") or hasattr(v, 'state_dict')"),
        (
            "hasattr(sched, 'load_state_dict')",
            "= hasattr(sched, \"get_last_lr\") or hasattr(sched, 'load_state_dict')",
        ),
    ],
)
def test_a_scheduler_is_asked_for_its_state(asked: str, after: str) -> None:
    source = f"import torch\ndef f(net, optimizer, sched, v):\n    y = {asked}\n    return y\n"
    assert after in fixed(source)


def test_only_norms_begin_their_averages_anew() -> None:
    body = "    x.reset_running_stats()\n    for m in device.modules():\n        m.reset_running_stats()\n"
    text = fixed(HEADER + body)
    assert text.count("    reset_running_stats(") == 2
    own = f"{HEADER}{body}\nclass Norm:\n    def reset_running_stats(self):\n        self.n = 0\n"
    assert "\n    x.reset_running_stats()\n" in fixed(own)
