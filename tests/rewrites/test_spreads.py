"""``**options``: bound where the source tells what the dict holds, marked everywhere else."""

from __future__ import annotations

import mindspore
import pytest

from tests.findings.conftest import findings, fixed

HEAD = "import torch\nfrom torch import nn\n"
TAIL = "    return nn.Bilinear(3, 4, 3, **dd)\n"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("    dd = options()\n", id="a result"),
        pytest.param("    dd = {**more}\n", id="with what another holds"),
        pytest.param("    dd = {key: 1}\n", id="a key that is not written out"),
        pytest.param("    dd = {'bias': True}\n    dd = {'bias': False}\n", id="bound twice"),
        pytest.param("    dd = {'bias': True}\n    dd['bias'] = False\n", id="an item set"),
        pytest.param("    dd = {'bias': True}\n    del dd['bias']\n", id="an item deleted"),
        pytest.param("    dd = {'bias': True}\n    dd |= other\n", id="merged"),
        pytest.param("    dd = {'bias': True}\n    dd.update(other)\n", id="a method"),
        pytest.param("    dd = {'bias': True}\n    change(dd)\n", id="handed on"),
        pytest.param("    dd = kw = {'bias': True}\n", id="two names"),
        pytest.param("    dd = {'bias': True}\n    kw = dd\n", id="another name"),
        pytest.param(
            "    dd = {'bias': True}\n    for dd in many:\n        pass\n", id="bound by a loop"
        ),
        pytest.param(
            "    dd = {'bias': True}\n    def g():\n        nonlocal dd\n", id="bound inside"
        ),
        pytest.param("    global dd\n    dd = {'bias': True}\n", id="global"),
    ],
)
def test_a_dict_that_may_hold_something_else_is_left_alone(body: str) -> None:
    source = f"{HEAD}def f(device, dtype, more, key, other):\n{body}{TAIL}"
    assert ("MP102", "torch.nn.Bilinear") in [(f.code, f.symbol) for f in findings(source)]
    assert TAIL in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(f"def f(**dd):\n{TAIL}", id="a parameter"),
        pytest.param(f"def f(dd):\n{TAIL}", id="an argument"),
        pytest.param(f"dd = {{'bias': True}}\ndef f():\n{TAIL}", id="of the module, in a function"),
        pytest.param(
            f"def g():\n    dd = {{'bias': True}}\n    def f():\n    {TAIL}",
            id="of the function around",
        ),
    ],
)
def test_a_dict_from_outside_the_function_is_left_alone(source: str) -> None:
    assert TAIL.strip() in fixed(HEAD + source, unsafe=True)


def test_a_key_that_the_call_gives_as_well_is_left_alone() -> None:
    source = f"{HEAD}def f():\n    dd = {{'bias': True}}\n"
    call = "    return nn.Bilinear(3, 4, 3, bias=False, **dd)\n"
    assert call in fixed(source + call, unsafe=True)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("nn.Linear(2, 3, **dd)", "mint.nn.Linear(2, 3, dtype=dtype)"),
        ("nn.Linear(2, 3, bias=False, **dd)", "mint.nn.Linear(2, 3, bias=False, dtype=dtype)"),
        ("nn.Linear(2, 3, **dd, bias=False)", "mint.nn.Linear(2, 3, dtype=dtype, bias=False)"),
        ("torch.ones(3, **dd)", "mint.ones((3,), dtype=dtype)"),
        (
            "nn.Parameter(1e-6 * torch.ones(3, **dd))",
            "ms.Parameter(1e-6 * mint.ones((3,), dtype=dtype))",
        ),
        ("nn.BatchNorm2d(3, **dd)", "nn.BatchNorm2d(3, dtype=dtype or ms.float32)"),
        ("torch.arange(3, **dd)", "ops.arange(3, dtype=dtype)"),
        ("norm_layer(3, **dd)", "norm_layer(3, **dd)"),
    ],
)
def test_device_goes_and_dtype_stays(call: str, expected: str) -> None:
    source = f"""
        import torch
        from torch import nn
        def f(norm_layer, device=None, dtype=None):
            dd = {{'device': device, 'dtype': dtype}}
            other = Own(**dd)
            first = {call}
            return first
        """
    text = fixed(source)
    assert f"    first = {expected}\n" in text
    assert "    other = Own(**dd)\n" in text


def test_the_constructor_of_a_torch_layer_takes_the_dict_too() -> None:
    source = """
        from torch import nn
        class Norm(nn.BatchNorm2d):
            def __init__(self, n, device=None, dtype=None):
                dd = {'device': device, 'dtype': dtype}
                super().__init__(n, **dd)
        """
    assert "super().__init__(n, dtype=dtype or ms.float32)" in fixed(source)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("{'bias': False}", "mint.nn.Linear(2, 3, **dd)"),
        ("{'bias': False, 'device': d}", "mint.nn.Linear(2, 3, bias=False)"),
        ("{'bias': 1 + 2, 'device': d}", "mint.nn.Linear(2, 3, bias=dd['bias'])"),
        ("{'bias': e, 'device': d}", "mint.nn.Linear(2, 3, bias=dd['bias'])"),
        ("{'device': d}", "mint.nn.Linear(2, 3)"),
    ],
)
def test_what_stands_for_a_value_is_what_the_dict_holds(options: str, expected: str) -> None:
    source = f"{HEAD}def f(d, e):\n    e = not e\n    dd = {options}\n    e = 0\n"
    assert f"    return {expected}\n" in fixed(source + "    return nn.Linear(2, 3, **dd)\n")


def test_the_lines_of_a_call_stay() -> None:
    source = """
        from torch import nn
        def f(device, dtype):
            dd = {'device': device, 'dtype': dtype}
            return nn.Conv2d(
                3,
                4,  # channels
                kernel_size=3,
                **dd,
            )
        """
    assert fixed(source).endswith(
        "    return nn.Conv2d(\n"
        "        3,\n"
        "        4,  # channels\n"
        "        kernel_size=3,\n"
        "        dtype=dtype or ms.float32, has_bias=True, pad_mode='pad',\n"
        "    )\n"
    )


@pytest.mark.parametrize(
    ("dtype", "expected"),
    [
        ("None", "nn.LayerNorm((3,), epsilon=1e-05)"),
        ("torch.float16", "nn.LayerNorm((3,), dtype=ms.float16, epsilon=1e-05)"),
        ("x.dtype", "nn.LayerNorm((3,), dtype=x.dtype, epsilon=1e-05)"),
        ("kind", "nn.LayerNorm((3,), dtype=kind or ms.float32, epsilon=1e-05)"),
        ("x if y else z", "nn.LayerNorm((3,), dtype=(x if y else z) or ms.float32, epsilon=1e-05)"),
        ("self.dtype", "nn.LayerNorm((3,), dtype=self.dtype or ms.float32, epsilon=1e-05)"),
    ],
)
def test_a_dtype_that_may_be_none(dtype: str, expected: str) -> None:
    source = f"{HEAD}x: torch.Tensor\ndef f(kind: torch.dtype = None):\n"
    assert expected in fixed(f"{source}    return nn.LayerNorm(3, dtype={dtype})\n")


@pytest.mark.parametrize("dtype", [None, mindspore.float16])
@pytest.mark.parametrize(
    "layer",
    ["Conv2d(3, 4, 3, dtype=d)", "BatchNorm1d(3, dtype=d)", "LayerNorm(3, dtype=d)",
     "GroupNorm(3, 6, dtype=d)"],
)  # fmt: skip
def test_none_runs_as_torch_s_default_dtype(layer: str, dtype: mindspore.Type | None) -> None:
    text = fixed(f"from torch import nn\ndef f(d):\n    return nn.{layer}\n")
    names: dict[str, object] = {}
    exec(text, names)
    cell = names["f"](dtype)  # type: ignore[operator]
    assert {p.dtype for p in cell.trainable_params()} == {dtype or mindspore.float32}


def test_a_helper_that_takes_what_torch_takes_gets_whatever_the_dict_holds() -> None:
    call = "def f(data, **dd):\n    return DataLoader(data, **dd)\n"
    source = f"from torch.utils.data import DataLoader\n{call}"
    assert findings(fixed(source)) == []
    assert fixed(source).endswith(call)


LIKE = "def like(t):\n    return {'device': t.device, 'dtype': t.dtype}\n"
ZEROS = "def f(x: torch.Tensor, y):\n    return torch.zeros((2, 1), **like({}))\n"


@pytest.mark.parametrize(
    ("function", "argument"),
    [
        pytest.param("from common import like\n", "x", id="of another file"),
        pytest.param(LIKE + LIKE, "x", id="defined twice"),
        pytest.param(LIKE + "like = other\n", "x", id="bound anew"),
        pytest.param("@cache\n" + LIKE, "x", id="decorated"),
        pytest.param(LIKE, "x, y", id="called otherwise"),
        pytest.param(LIKE, "g(x)", id="of what would be computed twice"),
        pytest.param(LIKE.replace("t.dtype", "torch.int8"), "x", id="of what is to be rewritten"),
        pytest.param(LIKE.replace("    return", "    t = t + 1\n    return"), "x", id="more to do"),
    ],
)
def test_what_a_function_gives_back_is_left_alone(function: str, argument: str) -> None:
    call = ZEROS.format(argument)
    assert call.splitlines()[1] in fixed(HEAD + function + call, unsafe=True)


@pytest.mark.parametrize(
    "function", [LIKE, "def like(t):\n    return dict(dtype=t.dtype, device=t.device)\n"]
)
def test_what_a_function_gives_back_is_written_out(function: str) -> None:
    text = fixed(HEAD + function + ZEROS.format("x"))
    assert text.endswith("    return mint.zeros((2, 1), dtype=x.dtype)\n")


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("torch.nn.functional.normalize(x, p=p, **dd)", "normalize(x, p=p, **dd)"),
        ("torch.norm(x, p=p, **dd)", "norm(x, p=p, **dd)"),
        ("torch.nn.functional.normalize(x, p=p)", "normalize(x, p=p)"),
    ],
)
def test_a_helper_with_torch_s_arguments_takes_whatever_is_spread(call: str, after: str) -> None:
    text = fixed(f"{HEAD}def f(x: torch.Tensor, p, **dd):\n    return {call}\n")
    assert text.endswith(f"    return {after}\n")


def test_a_function_without_such_a_helper_is_left_alone() -> None:
    call = "    return torch.nn.functional.interpolate(x, **dd)\n"
    assert call in fixed(f"{HEAD}def f(x: torch.Tensor, **dd):\n{call}", unsafe=True)


@pytest.mark.parametrize(
    "call",
    [
        "x.squeeze(*sizes)",
        "x.max(*sizes)",
        "torch.softmax(x, *sizes)",
        "torch.sum(x, *sizes, **dd)",
    ],
)
def test_what_a_spread_may_hold_is_not_guessed(call: str) -> None:
    source = f"{HEAD}def f(x: torch.Tensor, sizes, **dd):\n    return {call}\n"
    assert fixed(source).endswith(f"    return {call}\n")
    assert "MP102" in [f.code for f in findings(source)]


@pytest.mark.parametrize(
    "call",
    [
        "x.unsqueeze(*sizes)",
        "x.flatten(*sizes, **dd)",
        "x.transpose(*sizes)",
        "x.clamp(*sizes, **dd)",
        "x.reshape(*sizes)",
    ],
)
def test_a_twin_takes_whatever_is_spread(call: str) -> None:
    source = f"{HEAD}def f(x: torch.Tensor, sizes, **dd):\n    return {call}\n"
    assert fixed(source).endswith(f"    return {call}\n")
    assert not [f for f in findings(source) if f.symbol.startswith("torch.Tensor.")]


def test_a_function_takes_what_has_a_place() -> None:
    source = f"{HEAD}def f(sizes):\n    return torch.cat(*sizes)\n"
    assert fixed(source).endswith("    return mint.cat(*sizes)\n")
