"""Calls bound to the parameters that torch itself gives their arguments."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from typing import Any

import pytest

from mindport.symbols.binder import Binding, Unbound, bind
from mindport.symbols.signatures import Signature, parse
from mindport.symbols.torch_api import load

torch = pytest.importorskip("torch")
nn = torch.nn
F = nn.functional


def bound(text: str, name: str = "", kind_of: Callable[[ast.expr], str] | None = None) -> Binding:
    outcome = outcome_of(text, name, kind_of)
    assert isinstance(outcome, Binding), outcome.reason.en
    return outcome


def outcome_of(
    text: str, name: str = "", kind_of: Callable[[ast.expr], str] | None = None
) -> Binding | Unbound:
    call = ast.parse(text, mode="eval").body
    assert isinstance(call, ast.Call)
    name = name or _meant(ast.unparse(call.func))
    signatures = load().signatures(name)
    assert signatures, name
    return bind(signatures, call, kind_of)


def _meant(written: str) -> str:
    root, _, rest = written.partition(".")
    homes = {"F": "torch.nn.functional", "nn": "torch.nn", "x": "torch.Tensor"}
    return f"{homes.get(root, root)}.{rest}"


def shown(binding: Binding) -> dict[str, str]:
    """The binding as text; what goes to ``*name`` is under ``*``."""
    texts = {name: ast.unparse(argument.node) for name, argument in binding.arguments.items()}
    if binding.varargs:
        texts["*"] = ", ".join(ast.unparse(node) for node in binding.varargs)
    return texts


@pytest.mark.parametrize(
    ("text", "english", "chinese"),
    [
        ("torch.relu(x, x, x)", "at most 1", "1 个位置参数"),
        ("torch.sum(x, 1, True, 3, 4)", "at most 3", "3 个位置参数"),
        ("torch.sum(x, foo=1)", "'foo'", "'foo'"),
        ("torch.sum()", "'input' is missing", "缺少参数 'input'"),
        ("nn.Linear(3)", "'out_features' is missing", "缺少参数 'out_features'"),
        ("torch.relu(x, input=x)", "given twice", "两次"),
        # functions written in Python take none of NumPy's names
        ("torch.split(x, 1, axis=0)", "'axis'", "'axis'"),
        ("F.softmax(x, axis=1)", "'axis'", "'axis'"),
        ("torch.transpose(x, axis0=0, axis1=1)", "'axis0'", "'axis0'"),
    ],
)
def test_calls_that_torch_refuses_are_not_bound(text: str, english: str, chinese: str) -> None:
    outcome = outcome_of(text)
    assert isinstance(outcome, Unbound)
    assert english in outcome.reason.en
    assert chinese in outcome.reason.zh
    assert not outcome.spread
    with pytest.raises((TypeError, RuntimeError)):
        eval(text, {"torch": torch, "nn": nn, "F": F, "x": torch.ones(2, 3)})


@pytest.mark.parametrize(
    "text",
    ["torch.sum(*args)", "torch.sum(x, **kwargs)", "nn.Conv2d(3, *sizes)", "torch.cat(*parts)"],
)
def test_a_spread_that_hides_arguments_is_not_bound(text: str) -> None:
    outcome = outcome_of(text)
    assert isinstance(outcome, Unbound)
    assert outcome.spread


def test_a_call_of_what_has_no_signature_is_not_bound() -> None:
    call = ast.parse("f(1)", mode="eval").body
    assert isinstance(call, ast.Call)
    assert isinstance(bind((), call), Unbound)


# Each call, and what its arguments mean. The values are run by torch, once as written and once by
# the names found here; both must give the same.
CALLS: list[tuple[str, dict[str, str]]] = [
    ("x.max()", {}),
    ("x.max(1)", {"dim": "1"}),
    ("torch.max(x, dim=1)", {"input": "x", "dim": "1"}),
    ("torch.max(x, 1, True)", {"input": "x", "dim": "1", "keepdim": "True"}),
    ("x.view(2, 3)", {"*": "2, 3"}),
    ("x.view((2, 3))", {"size": "(2, 3)"}),
    ("x.view([2, 3])", {"size": "[2, 3]"}),
    ("x.view(size=(2, 3))", {"size": "(2, 3)"}),
    ("x.view(torch.int32)", {"dtype": "torch.int32"}),
    ("x.view(*shape)", {"*": "*shape"}),
    ("x.view(-1, *shape)", {"*": "-1, *shape"}),
    ("x.reshape(x.shape[0], -1)", {"*": "x.shape[0], -1"}),
    ("x.permute(1, 0)", {"*": "1, 0"}),
    ("x.permute(dims=(1, 0))", {"dims": "(1, 0)"}),
    ("x.expand(-1, 3)", {"*": "-1, 3"}),
    ("x.repeat(2, 3)", {"*": "2, 3"}),
    ("x.flip(0, 1)", {"*": "0, 1"}),
    ("x.transpose(0, 1)", {"dim0": "0", "dim1": "1"}),
    ("x.size()", {}),
    ("x.size(0)", {"dim": "0"}),
    ("x.size(dim=0)", {"dim": "0"}),
    ("torch.sum(x, 1)", {"input": "x", "dim": "1"}),
    (
        "torch.sum(x, dim=(0, 1), keepdim=True)",
        {"input": "x", "dim": "(0, 1)", "keepdim": "True"},
    ),
    ("torch.sum(x, dtype=torch.float64)", {"input": "x", "dtype": "torch.float64"}),
    ("x.mean([0, 1], True)", {"dim": "[0, 1]", "keepdim": "True"}),
    ("x.std(1)", {"dim": "1"}),
    ("x.std(False)", {"unbiased": "False"}),
    ("torch.std(x, 0, unbiased=False)", {"input": "x", "dim": "0", "unbiased": "False"}),
    ("torch.std(x, dim=0, correction=0)", {"input": "x", "dim": "0", "correction": "0"}),
    ("x.any(1)", {"dim": "1"}),
    ("x.squeeze()", {}),
    ("x.squeeze(0)", {"dim": "0"}),
    ("x.norm(dim=-1)", {"dim": "-1"}),
    ("torch.linalg.norm(x, 'fro')", {"input": "x", "ord": "'fro'"}),
    ("torch.linalg.norm(x, 2, dim=1)", {"input": "x", "ord": "2", "dim": "1"}),
    ("torch.zeros(2, 3)", {"*": "2, 3"}),
    ("torch.zeros((2, 3))", {"size": "(2, 3)"}),
    ("torch.zeros(size=(2, 3))", {"size": "(2, 3)"}),
    ("torch.zeros(*shape)", {"*": "*shape"}),
    (
        "torch.zeros(2, 3, dtype=torch.float32, device=device)",
        {"*": "2, 3", "dtype": "torch.float32", "device": "device"},
    ),
    ("torch.full((2, 3), 1.5)", {"size": "(2, 3)", "fill_value": "1.5"}),
    ("torch.arange(5)", {"end": "5"}),
    ("torch.arange(1, 5)", {"start": "1", "end": "5"}),
    ("torch.arange(1, 5, 2)", {"start": "1", "end": "5", "step": "2"}),
    ("torch.arange(0, end=5, dtype=torch.int64)", {"start": "0", "end": "5", "dtype": "torch.int64"}),
    ("torch.where(x > 0)", {"condition": "x > 0"}),
    ("torch.where(x > 0, x, y)", {"condition": "x > 0", "input": "x", "other": "y"}),
    ("torch.where(x > 0, x, 0.0)", {"condition": "x > 0", "input": "x", "other": "0.0"}),
    ("torch.where(x > 0, 1.0, 0.0)", {"condition": "x > 0", "self": "1.0", "other": "0.0"}),
    ("torch.clamp(x, min=0)", {"input": "x", "min": "0"}),
    ("x.clamp(0, 1)", {"min": "0", "max": "1"}),
    ("torch.pow(2, x)", {"self": "2", "exponent": "x"}),
    ("x.pow(2)", {"exponent": "2"}),
    ("torch.add(x, y, alpha=2)", {"input": "x", "other": "y", "alpha": "2"}),
    ("x.div(y, rounding_mode='floor')", {"other": "y", "rounding_mode": "'floor'"}),
    ("x.float(memory_format=torch.contiguous_format)", {"memory_format": "torch.contiguous_format"}),
    ("x.to('cpu')", {"device": "'cpu'"}),
    ("x.to(torch.float64)", {"dtype": "torch.float64"}),
    ("x.to(torch.float64, True)", {"dtype": "torch.float64", "non_blocking": "True"}),
    ("x.to('cpu', torch.float64)", {"device": "'cpu'", "dtype": "torch.float64"}),
    ("x.to(torch.device('cpu'))", {"device": "torch.device('cpu')"}),
    ("x.to(torch.ones(2, dtype=torch.int32))", {"tensor": "torch.ones(2, dtype=torch.int32)"}),
    ("x.to(dtype=torch.float64)", {"dtype": "torch.float64"}),
    ("x.type(torch.float64)", {"dtype": "torch.float64"}),
    ("x.masked_fill(x > 0, 2.0)", {"mask": "x > 0", "value": "2.0"}),
    ("x.scatter(1, i, 1.0)", {"dim": "1", "index": "i", "value": "1.0"}),
    ("torch.gather(x, 1, i)", {"input": "x", "dim": "1", "index": "i"}),
    ("torch.split(x, 2)", {"tensor": "x", "split_size_or_sections": "2"}),
    (
        "torch.split(x, [1, 2], dim=1)",
        {"tensor": "x", "split_size_or_sections": "[1, 2]", "dim": "1"},
    ),
    ("x.split(1, 1)", {"split_size": "1", "dim": "1"}),
    ("x.chunk(2, -1)", {"chunks": "2", "dim": "-1"}),
    ("torch.cat([x, y], 1)", {"tensors": "[x, y]", "dim": "1"}),
    ("torch.stack((x, y))", {"tensors": "(x, y)"}),
    ("torch.topk(x, 2, dim=1)", {"input": "x", "k": "2", "dim": "1"}),
    ("torch.sort(x, descending=True)", {"input": "x", "descending": "True"}),
    ("torch.quantile(x, 0.5)", {"input": "x", "q": "0.5"}),
    ("torch.meshgrid(x[0], y[0], indexing='ij')", {"*": "x[0], y[0]", "indexing": "'ij'"}),
    ("torch.einsum('ij->ji', x)", {"*": "'ij->ji', x"}),
    ("torch.tensor([1.0], dtype=torch.float64)", {"data": "[1.0]", "dtype": "torch.float64"}),
    ("x.new_zeros(2, 3)", {"*": "2, 3"}),
    ("torch.unique(x, return_counts=True)", {"input": "x", "return_counts": "True"}),
    ("F.interpolate(x[None], scale_factor=2)", {"input": "x[None]", "scale_factor": "2"}),
    ("F.max_pool2d(x[None, None], 2, stride=1)", {"input": "x[None, None]", "kernel_size": "2", "stride": "1"}),
    ("F.pad(x, (1, 1))", {"input": "x", "pad": "(1, 1)"}),
    ("F.one_hot(i)", {"input": "i"}),
    ("torch.linalg.inv(A=torch.eye(2))", {"A": "torch.eye(2)"}),
    # NumPy's names, where torch's C++ parser takes them
    ("torch.sum(x, axis=1, keepdims=True)", {"input": "x", "dim": "1", "keepdim": "True"}),
    ("x.sum(axis=1)", {"dim": "1"}),
    ("torch.softmax(x, axis=1)", {"input": "x", "dim": "1"}),
    ("torch.cat([x, y], axis=1)", {"tensors": "[x, y]", "dim": "1"}),
    ("torch.add(x1=x, x2=y)", {"input": "x", "other": "y"}),
    ("torch.sum(a=x)", {"input": "x"}),
    ("torch.where(condition=x > 0, x=x, other=y)", {"condition": "x > 0", "input": "x", "other": "y"}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), CALLS, ids=[text for text, _ in CALLS])
def test_arguments_mean_what_they_mean_when_torch_runs(text: str, expected: dict[str, str]) -> None:
    binding = bound(text)
    assert shown(binding) == expected
    scope = {
        "torch": torch,
        "nn": nn,
        "F": F,
        "x": torch.arange(6.0).reshape(2, 3) - 2,
        "y": torch.ones(2, 3),
        "i": torch.zeros(2, 3, dtype=torch.long),
        "shape": (2, 3) if "-1" not in text else (3,),
        "device": "cpu",
    }
    if not text.startswith(("x.", "torch.einsum", "torch.meshgrid")) and not binding.varargs:
        again = {n: eval(ast.unparse(a.node), scope) for n, a in binding.arguments.items()}
        function = eval(text.partition("(")[0], scope)
        assert_same(eval(text, scope), function(**again))
    elif text.startswith("x.") and not binding.varargs:
        again = {n: eval(ast.unparse(a.node), scope) for n, a in binding.arguments.items()}
        method = getattr(scope["x"], text[2:].partition("(")[0])
        assert_same(eval(text, scope), method(**again))
    else:
        eval(text, scope)


def assert_same(one: Any, two: Any) -> None:
    if isinstance(one, tuple):
        assert len(one) == len(two)
        for first, second in zip(one, two, strict=True):
            assert_same(first, second)
    elif isinstance(one, torch.Tensor):
        assert one.dtype == two.dtype
        assert torch.equal(one, two)
    else:
        assert one == two


@pytest.mark.parametrize(
    "text",
    [
        "nn.Conv2d(3, 8, kernel_size=3)",
        "nn.Conv2d(3, 8, 3, 1, padding='same', bias=False)",
        "nn.Linear(3, 4, False)",
        "nn.LayerNorm([3, 4], eps=1e-6)",
        "nn.LSTM(3, 4, num_layers=2, batch_first=True)",
        "nn.Embedding(10, 3, padding_idx=0)",
        "nn.CrossEntropyLoss(ignore_index=-1)",
        "nn.MultiheadAttention(8, 2, 0.1)",
        "torch.optim.Adam([], lr=0.1)",
        "torch.optim.SGD([], 0.1, 0.9)",
        "torch.utils.data.DataLoader([], 4, shuffle=True)",
        "nn.init.kaiming_normal_(x, mode='fan_out')",
        "nn.utils.clip_grad_norm_([], 1.0)",
        "torch.load('f', map_location='cpu')",
        "F.dropout(x, 0.1, training=False)",
        "F.cross_entropy(x, y, reduction='sum')",
    ],
)
def test_calls_of_python_functions_bind_as_python_binds_them(text: str) -> None:
    call = ast.parse(text, mode="eval").body
    assert isinstance(call, ast.Call)
    function = eval(ast.unparse(call.func), {"torch": torch, "nn": nn, "F": F})
    positional = [ast.unparse(node) for node in call.args]
    keywords = {k.arg: ast.unparse(k.value) for k in call.keywords if k.arg}
    if function is nn.LSTM:  # it hands everything on to its base, after the name of its mode
        expected = inspect.signature(nn.RNNBase).bind("LSTM", *positional, **keywords).arguments
        del expected["mode"]
    else:
        expected = inspect.signature(function).bind(*positional, **keywords).arguments
    assert shown(bound(text)) == expected


def kinds(**table: str) -> Callable[[ast.expr], str]:
    return lambda node: table.get(ast.unparse(node), "")


@pytest.mark.parametrize(
    ("text", "kind", "parameter"),
    [
        ("x.max(v)", "tensor", "other"),
        ("x.max(v)", "int", "dim"),
        ("x.to(v)", "dtype", "dtype"),
        ("x.to(v)", "device", "device"),
        ("x.to(v)", "tensor", "tensor"),
        ("x.view(v)", "dtype", "dtype"),
        ("x.view(v)", "tuple", "size"),
        ("x.scatter_(0, i, v)", "tensor", "src"),
        ("x.scatter_(0, i, v)", "float", "value"),
        ("torch.where(c, a, v)", "float", "other"),
        ("torch.normal(m, s, v)", "tuple", "size"),
        ("x.scatter_(1, i, v)", "object", "value"),
        ("x.scatter_(1, i, v)", "tensor", "src"),
    ],
)
def test_the_kind_of_a_value_chooses_the_overload(text: str, kind: str, parameter: str) -> None:
    binding = bound(text, kind_of=kinds(v=kind))
    assert shown(binding)[parameter] == "v"
    assert binding.certain


@pytest.mark.parametrize(
    ("text", "certain"),
    [
        ("x.max(v)", False),  # a dimension or another tensor
        ("x.to(v)", False),
        ("x.scatter_(0, i, v)", False),
        ("x.max()", True),
        ("x.max(dim=v)", True),
        ("torch.zeros(v)", True),  # a size either way
        ("torch.add(v, w)", True),
        ("x.sum(v)", True),
    ],
)
def test_a_choice_that_nothing_decides_is_said_to_be_uncertain(text: str, certain: bool) -> None:
    assert bound(text).certain is certain


def test_what_a_binding_answers() -> None:
    binding = bound("nn.Conv2d(3, 8, kernel_size=3)")
    assert binding.given("kernel_size")
    assert not binding.given("padding")
    assert binding.default("padding") == "0"
    assert binding.default("in_channels") is None
    assert binding.default("no_such_parameter") is None
    assert binding.node("stride") is None
    node = binding.node("kernel_size")
    assert node is not None
    assert ast.unparse(node) == "3"
    assert binding.arguments["in_channels"].position == 0
    assert binding.arguments["in_channels"].keyword is None
    keyword = binding.arguments["kernel_size"].keyword
    assert keyword is not None
    assert keyword.arg == "kernel_size"
    assert binding.arguments["kernel_size"].position is None


def test_keywords_beyond_the_names_go_to_the_rest() -> None:
    signature: Signature = parse("(a, /, *args, key=1, **rest)")
    call = ast.parse("f(1, 2, 3, key=4, a=5, other=6)", mode="eval").body
    assert isinstance(call, ast.Call)
    binding = bind([signature], call)
    assert isinstance(binding, Binding)
    assert shown(binding) == {"a": "1", "key": "4", "*": "2, 3"}
    assert {k: ast.unparse(v) for k, v in (binding.extra_keywords or {}).items()} == {
        "a": "5",
        "other": "6",
    }
