"""einops has no backend for MindSpore: its literal patterns become calls, the rest stays marked."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = """\
import torch
from einops import rearrange, reduce, repeat


def f(x: torch.Tensor, h: int):
    return """


@pytest.mark.parametrize(
    "source",
    [
        "from .einops import rearrange\nimport torch\nrearrange(torch.ones(2), 'b -> b 1')\n",
        "import numpy as np\nfrom einops import rearrange\nrearrange(np.ones(2), 'b -> b 1')\n",
        "def rearrange(x, pattern): ...\nimport torch\nrearrange(torch.ones(2), 'b -> b 1')\n",
    ],
)
def test_leaves_alone(source: str) -> None:
    assert [f for f in findings(source) if f.symbol.startswith("einops")] == []


def test_a_pattern_with_a_name_is_known() -> None:
    source = (
        "import torch\nfrom einops import reduce, rearrange\n\n\ndef f(q: torch.Tensor, l: int):\n"
        "    turned = 'b n -> n b'\n"
        "    kind = 'sum'\n    q = reduce(q, '... (n l) d -> ... n d', kind, l=l)\n"
        "    return rearrange(q, turned)\n"
    )
    after = fixed(source)
    assert "einops" not in after and "q.permute(1, 0)" in after


def test_a_pattern_with_two_values_is_read_when_it_runs() -> None:
    source = (
        "import torch\nfrom einops import rearrange\n\n\ndef f(q: torch.Tensor, c):\n"
        "    pattern = 'b n -> n b'\n    if c:\n        pattern = 'b n -> b n'\n"
        "    return rearrange(q, pattern)\n"
    )
    after = fixed(source)
    assert "einops import" not in after and after.endswith("    return rearrange(q, pattern)\n")
    assert "def rearrange(tensor, pattern, **axes_lengths)" in after


@pytest.mark.parametrize(
    "call",
    [
        "rearrange(len(x), 'b n -> n b')",
        "rearrange(unknown, 'b n -> b n')",
        "rearrange(x, 'b n -> b')",
        "rearrange(x, 'b n -> n b', h=h)",
        "rearrange(x, 'b (h d) -> b h d', h=0)",
        "reduce(x, 'b n -> b', torch.logsumexp)",
        "reduce(x, 'b n -> b', 'median')",
        "reduce(x, 'b ... d -> b d', 'sum')",
        "repeat(x, '... n m -> ... m n r', r=2)",
        "repeat(f(x), '... n -> ... n r', r=2)",
        "repeat(x, 'a b -> a p b q', q=f(), p=g())",
        "rearrange(x, 'b n -> n b', b=f())",
    ],
)
def test_stays_marked(call: str) -> None:
    source = f"import functools\n{HEADER}{call}\n"
    found = [f for f in findings(source) if f.symbol.startswith("einops.") and f.code != "MP108"]
    assert [(f.code, f.severity, f.fix) for f in found] == [("MP102", "error", None)]
    assert call.partition("(")[0].rpartition(".")[2] in fixed(source)


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("import torch\nfrom einops.layers.torch import EinMix\nEinMix('b i -> b o')\n", "MP103"),
    ],
)
def test_has_no_counterpart(source: str, code: str) -> None:
    found = [f for f in findings(source) if f.symbol.startswith("einops.")]
    assert [(f.code, f.fix) for f in found] == [(code, None)]


@pytest.mark.parametrize(
    ("call", "after"),
    [
        (
            "rearrange(x, 'b n (h d) -> b h n d', h=h)",
            "x.reshape(x.shape[0], x.shape[1], h, x.shape[2] // h).permute(0, 2, 1, 3)",
        ),
        (
            "rearrange(x, 'b (h d) -> b h d', h=h + 1)",
            "x.reshape(x.shape[0], h + 1, x.shape[1] // (h + 1))",
        ),
        ("rearrange(x + 1, 'b n -> n b')", "(x + 1).permute(1, 0)"),
        ("rearrange(x + 1, 'b n -> b n') * 2", "(x + 1) * 2"),
        ("rearrange([x, x], 'k b n -> k b n')", "ops.stack([x, x])"),
        ("rearrange(f(x), 'b h n d -> b n (h d)')", "f(x).permute(0, 2, 1, 3).flatten(2)"),
        ("rearrange(pattern='b n -> b 1 n', tensor=x)", "x.unsqueeze(1)"),
        ("rearrange([x, x], 'k b n -> b (k n)')", "ops.stack([x, x]).permute(1, 0, 2).flatten(1)"),
        ("rearrange(rearrange(x, 'b n -> n b'), 'n b -> 1 n b')", "x.permute(1, 0).unsqueeze(0)"),
        ("repeat(x, '1 n d -> b n d', b=x.shape[0])", "x.broadcast_to((x.shape[0], -1, -1))"),
        ("reduce(x, 'b c h w -> b c', 'mean')", "x.mean((2, 3))"),
        ("reduce(x, reduction='max', pattern='b n -> b')", "x.amax(1)"),
    ],
)
def test_becomes_a_chain_of_calls(call: str, after: str) -> None:
    text = fixed(f"{HEADER}{call}\n")
    assert text.rpartition("return ")[2] == f"{after}\n"
    assert "einops" not in text


def test_a_call_is_evaluated_once() -> None:
    text = fixed(f"{HEADER}rearrange(f(x), 'b n (h d) -> b h n d', h=g(h))\n")
    assert text.endswith("return unflatten(f(x), 2, (g(h), -1)).permute(0, 2, 1, 3)\n")
    assert "def unflatten(input, dim, sizes)" in text
    assert "einops" not in text


@pytest.mark.parametrize(
    "header", ["import einops", "import einops as e", "from einops import rearrange as r"]
)
def test_the_import_goes_with_its_last_use(header: str) -> None:
    name = {"import einops": "einops.rearrange", "import einops as e": "e.rearrange"}
    source = f"{header}\ndef f(x):\n    return {name.get(header, 'r')}(x, 'b n -> n b')\n"
    assert fixed(source) == "def f(x):\n    return x.permute(1, 0)\n"


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("rearrange", "rearrange(x, pattern)"),
        ("rearrange", "rearrange(x, f'b (h d) -> {h} h d', h=h)"),
        ("rearrange", "rearrange(x, 'b (h d) -> b h d', **lengths)"),
        ("rearrange", "rearrange(*x)"),
        ("rearrange", "map(rearrange, x)"),
        ("rearrange", "functools.partial(rearrange, pattern='b n -> n b')"),
        ("repeat", "repeat(x, pattern, r=2)"),
        ("repeat", "functools.partial(repeat, pattern='b n -> b n r', r=2)"),
        ("reduce", "reduce(x, pattern, 'mean')"),
        ("reduce", "functools.partial(reduce, pattern='b n -> b', reduction='mean')"),
    ],
)
def test_a_pattern_that_is_not_written_out_is_read_by_a_function(name: str, call: str) -> None:
    source = f"import functools\n{HEADER}{call}\n"
    assert all(f.fix is not None for f in findings(source) if f.symbol == f"einops.{name}")
    text = fixed(source, unsafe=True)
    assert f"\ndef {name}(tensor, pattern, " in text and "einops import" not in text
    assert text.endswith(f"return {call}\n")


def test_the_import_stays_while_it_is_used() -> None:
    source = f"{HEADER}rearrange(x, 'b n -> n b') + rearrange(x, 'b n -> b')\n"
    assert "from einops import rearrange\n" in fixed(source)


def test_a_file_of_mindspore_is_rewritten_too() -> None:
    source = """\
        from mindspore import nn
        from einops import rearrange


        class Block(nn.Cell):
            def construct(self, x):
                x = rearrange(x, 'b c h w -> b (h w) c')
                return x.softmax(-1).size
        """
    text = fixed(source)
    assert "x.permute(0, 2, 3, 1).flatten(1, 2)" in text
    assert findings(text) == []


def test_what_it_gives_is_a_tensor() -> None:
    source = f"{HEADER}rearrange(x, 'b n -> n b').size(0)\n"
    assert fixed(source).endswith("return x.permute(1, 0).shape[0]\n")


def test_layers_become_cells() -> None:
    source = """\
        import torch
        from torch import nn
        from einops.layers.torch import Rearrange, Reduce


        def make(p, x):
            return nn.Sequential(
                Rearrange('b c (h p) w -> b (h w) (p c)', p=p * 2),
                Reduce('b n d -> b d', 'mean'),
                nn.ReLU(),
            )
        """
    text = fixed(source)
    assert "Rearrange('b c (h p) w -> b (h w) (p c)', p=p * 2)," in text
    assert "Rearrange('b n d -> b d', 'mean')," in text
    assert "class Rearrange(nn.Cell):" in text
    assert "import einops" not in text and "from einops" not in text
