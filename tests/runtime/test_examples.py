"""Examples in both frameworks: what agrees, what does not, and why."""

from __future__ import annotations

import ast

import pytest

from mindport.runtime.examples import Example, ExampleMode, ExampleResult, run_example, run_examples
from mindport.runtime.pool import Pool

IMPORTS = "import mindspore as ms\nfrom mindspore import mint, nn, ops\n"


def example(
    torch_source: str, mindspore_source: str, compare: ExampleMode = "value", rtol: float = 1e-5
) -> Example:
    return Example(torch_source, IMPORTS + mindspore_source, compare, rtol)


@pytest.fixture
def pools(torch_pool: Pool, mindspore_pool: Pool) -> tuple[Pool, Pool]:
    return torch_pool, mindspore_pool


EQUAL = {
    "every input": (
        "[x1, x2, x3, x4, x5, y1, y2, y3, y4, y5, p1, p2, p3, p4, m2, s2, i1, i2, i3, b1, b2, b3,"
        " b4, t1, d2, c2, ids, n0, e0]",
    )
    * 2,
    "a named tuple and a tuple": ("x2.max(1)", "x2.max(1)"),
    "an input that both write into": ("x2.copy_(y2).sum()", "x2.copy_(y2).sum()"),
    "a name that holds what was computed from it": ("x2.add_(1).sum()", "x2 = x2 + 1\nx2.sum()"),
    "an assignment at the end": ("y = x2 + 1", "y = x2 + 1"),
    "bfloat16": ("x2.bfloat16() + 1", "x2.bfloat16() + 1"),
    "a dtype": ("x2.dtype", "x2.dtype"),
    "a shape": ("x2.size()", "x2.shape"),
    "a Python number": ("x2.sum().item()", "x2.sum().item()"),
    "a generator": ("(p.shape for p in [x2, x3])", "(p.shape for p in [x2, x3])"),
    "weights of a layer": ("m = nn.Linear(4, 5)\nm(x2)", "m = nn.Dense(4, 5)\nm(x2)"),
    "weights with another axis": (
        "m = nn.Conv1d(5, 4, 3)\nm(x3)",
        "m = nn.Conv1d(5, 4, 3, pad_mode='valid', has_bias=True)\nm(x3)",
    ),
    "weights of layers in a list": (
        "ms = [nn.Linear(4, 4), nn.Linear(4, 4)]\nms[1](ms[0](x2))",
        "ms = [nn.Dense(4, 4), nn.Dense(4, 4)]\nms[1](ms[0](x2))",
    ),
    "weights of a name bound twice": (
        "m = nn.Linear(4, 4)\nz = m(x2)\nm = nn.Linear(4, 4)\nm(z)",
        "m = nn.Dense(4, 4)\nz = m(x2)\nm = nn.Dense(4, 4)\nm(z)",
    ),
    "buffers": (
        "class N(nn.Module):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.register_buffer('scale', torch.rand(4))\n"
        "    def forward(self, x):\n"
        "        return x * self.scale\n"
        "n = N()\nn(x2)",
        "class N(nn.Cell):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.register_buffer('scale', ops.rand(4))\n"
        "    def construct(self, x):\n"
        "        return x * self.scale\n"
        "n = N()\nn(x2)",
    ),
    "training mode as torch has it": (
        "m = nn.BatchNorm2d(3)\nm(x4)\nm.running_var",
        "m = nn.BatchNorm2d(3, momentum=0.9)\nm(x4)\nm.moving_variance",
    ),
    "a mode set at once": (
        "m = nn.Dropout(0.5).eval()\nm(x2)",
        "m = nn.Dropout(p=0.5).set_train(False)\nm(x2)",
    ),
    "a mode set later": (
        "m = nn.Dropout(0.5)\nm.eval()\nm(x2)",
        "m = nn.Dropout(p=0.5)\nm.set_train(False)\nm(x2)",
    ),
    "a class of one's own, compiled": (
        "class N(nn.Module):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.fc = nn.Linear(4, 3)\n"
        "    def forward(self, x):\n"
        "        return F.relu(self.fc(x))\n"
        "n = N()\nn(x2)",
        "class N(nn.Cell):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.fc = nn.Dense(4, 3)\n"
        "    @ms.jit\n"
        "    def construct(self, x):\n"
        "        return ops.relu(self.fc(x))\n"
        "n = N()\nn(x2)",
    ),
}


@pytest.mark.parametrize("name", EQUAL)
def test_equal(pools: tuple[Pool, Pool], name: str) -> None:
    torch_source, mindspore_source = EQUAL[name]
    result = run_example(example(torch_source, mindspore_source), *pools)
    assert (result.outcome, result.where, result.reason) == ("equal", "", "")


# Traps of MindSpore 2.10.0 on CPU, which the comparison must not miss.
WRONG = {
    "the convolution's default padding": (
        "m = nn.Conv2d(3, 4, 3)\nm(x4)",
        "m = nn.Conv2d(3, 4, 3, has_bias=True)\nm(x4)",
        "shape",
    ),
    "the approximate GELU": ("F.gelu(x2)", "nn.GELU()(x2)", "value"),
    "the epsilon of LayerNorm": (
        "m = nn.LayerNorm(4, eps=1e-1)\nm(x2)",
        "m = nn.LayerNorm((4,))\nm(x2)",
        "value",
    ),
    "indices of another width": ("x2.argmax(1).int()", "x2.argmax(1).long()", "dtype"),
    "a method that is a number here": ("x2.size()", "x2.size", "structure"),
    "an input that is written into here alone": (
        "x2.index_add(1, t1, y2[:, :3])",
        "ops.index_add(x2, t1.int(), y2[:, :3], 1)",
        "value",
    ),
    "an input that is written into in torch alone": ("x2.add_(1)", "x2 + 1", "value"),
}


@pytest.mark.parametrize("name", WRONG)
def test_different(pools: tuple[Pool, Pool], name: str) -> None:
    torch_source, mindspore_source, outcome = WRONG[name]
    result = run_example(example(torch_source, mindspore_source), *pools)
    assert result.outcome == outcome
    assert result.where


FAILING = {
    "no kernel on CPU": ("mint.nn.Conv2d(3, 4, 3)(x4)", "kernel", "Conv2DExt unregistered"),
    "no kernel in the making": ("mint.rand(3)", "kernel", "Create kernelmod"),
    "no such operator on CPU": ("mint.nn.functional.max_pool2d(x4, 3)", "kernel", "Not found op"),
    "a wrong argument": ("ops.matmul(x2)", "type", "TypeError"),
    "a missing method": ("x2.nothing()", "attribute", "nothing"),
    "a crash": ("import os\nos.kill(os.getpid(), 11)", "crash", "exit code -11"),
    "an endless loop": ("while True: pass", "timeout", "did not end"),
    "torch left in it": ("import torch\ntorch.ones(3)", "other", "torch"),
    "text that does not parse": ("x2 +", "other", "SyntaxError"),
}


@pytest.mark.parametrize("name", FAILING)
def test_failing(pools: tuple[Pool, Pool], name: str) -> None:
    source, kind, reason = FAILING[name]
    result = run_example(Example("x2", IMPORTS + source, timeout=5), *pools)
    assert (result.outcome, result.kind) == ("error", kind)
    assert reason in result.reason
    assert "\n" not in result.reason


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("x2.nothing()", "AttributeError"),
        ("for i in range(3): pass", "expression"),
        ("", "expression"),
    ],
)
def test_a_torch_snippet_that_fails_itself(
    pools: tuple[Pool, Pool], source: str, reason: str
) -> None:
    result = run_example(example(source, "x2"), *pools)
    assert result.outcome == "torch-error"
    assert reason in result.reason


def test_weights_without_a_counterpart_are_noted(pools: tuple[Pool, Pool]) -> None:
    result = run_example(
        example("m = nn.Linear(4, 5)\nm(x2)", "m = nn.Dense(4, 5, has_bias=False)\nm(x2)"), *pools
    )
    assert result.outcome == "value"
    assert result.notes == ("weights of m: no parameter for bias",)


@pytest.mark.parametrize(
    ("torch_optimizer", "mindspore_optimizer", "outcome"),
    [
        ("torch.optim.Adam(m.parameters(), lr=0.1)", "nn.Adam(m.trainable_params(), 0.1)", "equal"),
        (
            "torch.optim.SGD(m.parameters(), lr=0.1, momentum=0.9)",
            "nn.SGD(m.trainable_params(), 0.1, momentum=0.9)",
            "equal",
        ),
        (
            "torch.optim.SGD(m.parameters(), lr=0.1, momentum=0.9)",
            "nn.SGD(m.trainable_params(), 0.1)",
            "value",
        ),
    ],
)
def test_optimizers_take_the_same_steps(
    pools: tuple[Pool, Pool], torch_optimizer: str, mindspore_optimizer: str, outcome: str
) -> None:
    result = run_example(
        example(
            f"m = nn.Sequential(nn.Conv1d(5, 4, 3), nn.BatchNorm1d(4))\n{torch_optimizer}",
            "m = nn.SequentialCell(nn.Conv1d(5, 4, 3, has_bias=True), nn.BatchNorm1d(4))\n"
            + mindspore_optimizer,
            compare="optimizer",
            rtol=1e-4,  # MindSpore's Adam adds epsilon before it corrects the bias
        ),
        *pools,
    )
    assert (result.outcome, result.reason) == (outcome, "")


@pytest.mark.parametrize(
    ("torch_source", "mindspore_source", "outcome"),
    [
        ("torch.rand(100, 100)", "ops.rand(100, 100)", "equal"),
        ("torch.randn(100, 100)", "ops.rand(100, 100)", "value"),
        (
            "m = nn.Embedding(100, 100)\nm.weight",
            "m = nn.Embedding(100, 100)\nm.embedding_table",
            "value",
        ),
    ],
)
def test_random_values_are_compared_by_distribution(
    pools: tuple[Pool, Pool], torch_source: str, mindspore_source: str, outcome: str
) -> None:
    result = run_example(
        example(torch_source, mindspore_source, compare="distribution", rtol=0.01), *pools
    )
    assert result.outcome == outcome


def test_many_examples_keep_their_order(pools: tuple[Pool, Pool]) -> None:
    seen: dict[int, ExampleResult] = {}
    results = run_examples(
        [example("x2", "x2"), example("x2.nothing()", "x2"), example("x2", "x3")],
        *pools,
        on_result=seen.__setitem__,
    )
    assert [result.outcome for result in results] == ["equal", "torch-error", "shape"]
    assert [seen[index] for index in range(3)] == results


LEAVES = "import builtins\nbuiltins.left = 1\n"
FINDS = "import builtins\ngetattr(builtins, 'left', 0)"
IN_ONE_PROCESS = [
    ("leaves a trace in MindSpore's process", "x2", LEAVES + "x2", "equal"),
    ("finds that trace where it is not alone", "0", FINDS, "equal"),
    ("a trace in torch's process", LEAVES + "x2", "x2", "equal"),
    ("found there", FINDS, "0", "equal"),
    ("differs", "x2 + 1", "x2", "value"),
    ("fails in torch", "x2.nothing()", "x2", "torch-error"),
    ("fails in MindSpore", "x3", "x3.nothing()", "error"),
    ("takes the process down", "x4", "import os\nos.kill(os.getpid(), 11)", "error"),
    ("changes the default", "torch.set_default_dtype(torch.float64)\ntorch.ones(2)", "x2", "shape"),
    ("has the default", "torch.ones(2)", "mint.ones(2)", "equal"),
    ("a class of its own, compiled", *EQUAL["a class of one's own, compiled"], "equal"),
    (
        "another of that name",
        "class N(nn.Module):\n    def forward(self, x):\n        return x * 2\nn = N()\nn(x2)",
        "class N(nn.Cell):\n    @ms.jit\n    def construct(self, x):\n        return x * 2\n"
        "n = N()\nn(x2)",
        "equal",
    ),
]


@pytest.mark.parametrize("together", [4, 20])
def test_sharing_a_process_changes_no_outcome(pools: tuple[Pool, Pool], together: int) -> None:
    examples = [example(torch, mindspore) for _, torch, mindspore, _ in IN_ONE_PROCESS]
    seen: dict[int, ExampleResult] = {}
    results = run_examples(examples, *pools, on_result=seen.__setitem__, together=together)
    assert [result.outcome for result in results] == [outcome for *_, outcome in IN_ONE_PROCESS]
    assert [seen[index] for index in range(len(results))] == results


def test_the_documented_inputs_are_those_that_exist() -> None:
    from mindport.runtime import inputs

    source, _ = EQUAL["every input"]
    used = {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}
    assert used == inputs.NAMES


PROCESSES = {
    "each its own": ("distributed.all_reduce(x)\n[distributed.get_rank(), x]", "equal", ""),
    "a step forgotten": ("[distributed.get_rank(), x]", "value", ""),
    "one of them fails": (
        "[0, ops.matmul(x, x) if distributed.get_rank() else x]",
        "error",
        "rank1",
    ),
}


@pytest.mark.parametrize("name", PROCESSES)
def test_in_several_processes(pools: tuple[Pool, Pool], name: str) -> None:
    torch_source = (
        "torch.distributed.init_process_group('gloo')\n"
        "x = x2 * (1 + torch.distributed.get_rank())\n"
        "torch.distributed.all_reduce(x)\n[torch.distributed.get_rank(), x]"
    )
    source, outcome, reason = PROCESSES[name]
    start = "ms.communication.init()\nx = x2 * (1 + distributed.get_rank())\n"
    imports = f"{IMPORTS}from mindspore.mint import distributed\n"
    result = run_example(
        Example(torch_source, imports + start + source, processes=2, timeout=120), *pools
    )
    assert result.outcome == outcome
    assert reason in result.reason
