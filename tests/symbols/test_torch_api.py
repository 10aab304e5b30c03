"""What Mindport knows of torch without torch, held against the installed torch."""

from __future__ import annotations

import importlib
import inspect
import subprocess
import sys

import pytest

from mindport.symbols.torch_api import load

torch = pytest.importorskip("torch")

MODULES = [
    "torch",
    "torch.nn",
    "torch.nn.functional",
    "torch.nn.init",
    "torch.nn.parallel",
    "torch.nn.utils",
    "torch.nn.utils.rnn",
    "torch.optim",
    "torch.optim.lr_scheduler",
    "torch.utils.data",
    "torch.utils.checkpoint",
    "torch.linalg",
    "torch.fft",
    "torch.special",
    "torch.distributions",
    "torch.autograd",
    "torch.cuda",
    "torch.amp",
    "torch.distributed",
    "torch.jit",
    "torch.onnx",
    "torch.sparse",
    "torch.func",
    "torch.random",
    "torch.hub",
    "torch.fx",
    "torch.profiler",
    "torch.testing",
]
# Names that a module lists but that are other libraries' or its own plumbing.
NOT_TORCH = {"torch.cpp", "torch.sparse.solve", "torch.utils.data._DatasetKind"}


@pytest.mark.parametrize(
    "name",
    [
        "torch.nothing_of_this_name",
        "torch.Tensor.forward",
        "torch.nn.Linear.no_such_method",
        "torch.nn.Linear.parameters.more",
        "torchtext.vocab",
        "numpy.zeros",
        "list.append",
        "",
        "torch.",
        ".torch",
        "torch." + "nn." * 5000 + "Linear",
    ],
)
def test_what_torch_lacks_has_no_canonical_name(name: str) -> None:
    assert load().canonical(name) is None
    assert load().kind(name) is None
    assert load().signatures(name) == ()
    assert load().returns(name) is None
    assert load().bases(name) == ()
    assert load().members(name) == ()


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_of_the_installed_torch_is_known(module: str) -> None:
    found = importlib.import_module(module)
    names = getattr(found, "__all__", None) or [
        name
        for name, value in vars(found).items()
        if not name.startswith("_") and (getattr(value, "__module__", "") or "").startswith("torch")
    ]
    missing = {f"{module}.{name}" for name in names if not load().kind(f"{module}.{name}")}
    plumbing = {name for name in missing if name.rpartition(".")[2].startswith("Broadcasting")}
    assert missing - NOT_TORCH - plumbing <= {
        "torch.distributed.GroupName",
        "torch.distributed.reduce_op",
    }


def test_every_public_attribute_of_a_tensor_is_known() -> None:
    names = [name for name in dir(torch.Tensor) if not name.startswith("_")]
    assert len(names) > 600
    assert [n for n in names if load().canonical(f"torch.Tensor.{n}") is None] == []


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("torch.nn.modules.linear.Linear", "torch.nn.Linear"),
        ("torch.nn.parameter.Parameter", "torch.nn.Parameter"),
        ("torch.optim.adam.Adam", "torch.optim.Adam"),
        ("torch.optim.optimizer.Optimizer", "torch.optim.Optimizer"),
        ("torch.utils.data.dataloader.DataLoader", "torch.utils.data.DataLoader"),
        ("torch.nn.modules.batchnorm.BatchNorm2d", "torch.nn.BatchNorm2d"),
        ("torch.autograd.function.Function", "torch.autograd.Function"),
        ("torch._tensor.Tensor", "torch.Tensor"),
        ("torch.nn.functional.Tensor.view", "torch.Tensor.view"),
        ("torch.nn.Conv2d.parameters", "torch.nn.Module.parameters"),
        ("torch.optim.AdamW.zero_grad", "torch.optim.Optimizer.zero_grad"),
        ("torch.nn.Parameter.view", "torch.Tensor.view"),
        ("torch.float32.itemsize", "torch.dtype.itemsize"),
        ("torch.conv2d", "torch.nn.functional.conv2d"),
        ("torchvision.models.resnet.resnet18", "torchvision.models.resnet18"),
        ("torchvision.transforms.transforms.Compose", "torchvision.transforms.Compose"),
        # documented each by itself, so that none is another's alias
        ("torch.concat", "torch.concat"),
        ("torch.float", "torch.float"),
        ("torch.nn.functional.tanh", "torch.nn.functional.tanh"),
        ("torch.Tensor.absolute", "torch.Tensor.absolute"),
        ("torch.unique", "torch.unique"),
        ("torch.jit.is_scripting", "torch.jit.is_scripting"),
        ("torch.amp.GradScaler", "torch.amp.GradScaler"),
        ("torch.ops.aten.mm.default", "torch.ops.aten.mm.default"),
    ],
)
def test_aliases_lead_to_the_documented_name(name: str, canonical: str) -> None:
    assert load().canonical(name) == canonical


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("torch", "module"),
        ("torch.nn", "module"),
        ("torch.nn.Linear", "class"),
        ("torch.sum", "function"),
        ("torch.Tensor.sum", "method"),
        ("torch.Tensor.shape", "attribute"),
        ("torch.float32", "dtype"),
        ("torch.channels_last", "memory_format"),
        ("torch.pi", "constant"),
        ("torch.backends.cudnn.benchmark", "constant"),
        ("torch.nn.Linear.__init__", "method"),
        ("torch.ops.torchvision", "operator"),
        ("torch.ops.torchvision.nms", "operator"),
        ("torch.utils.tensorboard.SummaryWriter", "class"),
        ("torchvision.ops.nms", "function"),
    ],
)
def test_kinds(name: str, kind: str) -> None:
    assert load().kind(name) == kind


def test_bases_agree_with_the_method_resolution_order_of_torch() -> None:
    api = load()
    wrong = []
    for name in torch.nn.__dict__:
        value = getattr(torch.nn, name)
        if inspect.isclass(value) and issubclass(value, torch.nn.Module):
            wrong += [name] * (not api.is_subclass(f"torch.nn.{name}", "torch.nn.Module"))
    assert wrong == []
    assert not api.is_subclass("torch.Tensor", "torch.nn.Module")
    assert not api.is_subclass("torch.nn.Linear", "torch.nn.Conv2d")
    assert api.is_subclass("torch.nn.Parameter", "torch.Tensor")
    assert api.is_subclass(
        "torch.optim.lr_scheduler.StepLR", "torch.optim.lr_scheduler.LRScheduler"
    )


@pytest.mark.parametrize(
    "module", ["torch.nn", "torch.nn.functional", "torch.optim", "torch.nn.init", "torch.fft"]
)
def test_star_imports_bind_what_python_binds(module: str) -> None:
    scope: dict[str, object] = {}
    exec(f"from {module} import *", scope)
    of_torch = {
        name
        for name, value in scope.items()
        if not name.startswith("_")
        and (getattr(value, "__module__", "") or getattr(value, "__name__", "")).startswith("torch")
    }
    missing = of_torch - set(load().members(module))
    assert [name for name in missing if not name.startswith("BroadcastingList")] == []
    assert set(load().members(module)) <= set(scope)


def test_members_of_a_class_include_the_inherited_ones() -> None:
    members = load().members("torch.nn.Linear")
    assert {"forward", "parameters", "in_features", "to", "state_dict"} <= set(members)
    assert "view" not in members


@pytest.mark.parametrize(
    ("name", "returns"),
    [
        ("torch.zeros", "Tensor"),
        ("torch.is_tensor", "bool"),
        ("torch.cuda.is_available", "bool"),
        ("torch.manual_seed", "Generator"),
        ("torch.seed", "int"),
        ("torch.split", "Tuple[Tensor, ...]"),
        ("torch.topk", "Tuple[Tensor, Tensor]"),
        ("torch.linalg.svd", "Tuple[Tensor, Tensor, Tensor]"),
        ("torch.nn.Linear", "torch.nn.Linear"),
        ("torch.nn.Linear.forward", "Tensor"),
        ("torch.nn.LSTM.forward", "Tuple[Tensor, Tuple[Tensor, Tensor]]"),
        ("torch.Tensor.shape", "Size"),
        ("torch.Tensor.dtype", "dtype"),
        ("torch.Tensor.T", "Tensor"),
        ("torch.Tensor.tolist", "List"),
        ("torch.Tensor.detach", "Tensor"),
        ("torch.device", "device"),
        ("torch.FloatTensor", "torch.FloatTensor"),
    ],
)
def test_what_calls_and_attributes_give(name: str, returns: str) -> None:
    assert load().returns(name) == returns


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("torch.max", lambda: torch.max(torch.ones(2, 2), dim=1)),
        ("torch.Tensor.sort", lambda: torch.ones(2, 2).sort()),
        ("torch.linalg.svd", lambda: torch.linalg.svd(torch.eye(2))),
        ("torch.Tensor.cummax", lambda: torch.ones(2, 2).cummax(0)),
    ],
)
def test_fields_of_named_tuples_are_those_of_a_run(name: str, call: object) -> None:
    assert callable(call)
    assert load().fields(name) == type(call()).__match_args__


def test_neither_loading_nor_asking_imports_torch() -> None:
    program = (
        "import sys; from mindport.symbols.torch_api import load; api = load();"
        "assert api.canonical('torch.nn.modules.linear.Linear') == 'torch.nn.Linear';"
        "assert api.signatures('torch.sum');"
        "assert 'torch' not in sys.modules and 'mindspore' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
