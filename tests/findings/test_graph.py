"""MP4xx: what graph mode refuses or fixes. Each was seen in a run: tests/knowledge/test_graph.py."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from mindport.analysis import analyze
from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.report import Finding
from mindport.symbols.workspace import Workspace
from mindport.target import Mode, Target

CELL = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.seen = []
        self.count = 0
        self.register_buffer("total", torch.zeros(4))

    def forward(self, x):
"""


def found(source: str, mode: Mode = "GRAPH") -> list[Finding]:
    config = Config(target=Target(devices=("CPU",), mode=mode))
    report = analyze(Document("example.py", dedent(source)), config, Workspace())
    return [finding for finding in report.findings if finding.code.startswith("MP4")]


def codes(source: str) -> list[str]:
    return [finding.code for finding in found(source)]


def forward(body: str) -> str:
    lines = dedent(body).strip().splitlines()
    return CELL + "".join(f"        {line}\n" for line in lines)


EVERYTHING = forward(
    """
    try:
        self.seen.append(x)
        self.total += x
    except ValueError as error:
        print(error, end="")
    {1, 2}
    """
)


def test_pynative_has_none_of_them() -> None:
    assert found(EVERYTHING) != []
    assert found(EVERYTHING, "PYNATIVE") == []


def test_code_that_is_not_compiled_has_none_of_them() -> None:
    source = """
    import random

    def load(path):
        try:
            with open(path) as file:
                return [row for row in file if row], {random.random()}
        finally:
            print("done", end="")
    """
    assert codes(source) == []


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("print(x.shape, x)\nreturn self.fc(x)", id="print"),
        pytest.param("if x.sum() > 0:\n    return x\nreturn self.fc(x)", id="if on a tensor"),
        pytest.param("if isinstance(x, torch.Tensor):\n    x = x * 2\nreturn x", id="isinstance"),
        pytest.param("out = []\nfor row in x:\n    out.append(row)\nreturn out", id="append"),
        pytest.param("assert x.shape[0] == 3, f'{x.shape}'\nreturn x", id="assert"),
        pytest.param("with torch.no_grad():\n    y = x\nreturn y", id="no_grad"),
        pytest.param("if x.dtype is torch.float32:\n    return x\nreturn x * 2", id="dtype"),
        pytest.param("key = f'layer{x.shape[0]}'\nreturn getattr(self, key)(x)", id="f-string"),
        pytest.param(
            "found = torch.where(x > 0)\nreturn x[tuple(places.long() for places in found)]",
            id="loop over the axes",
        ),
        pytest.param("scale = max(x.shape[0], 2)\nreturn x * scale", id="max of numbers"),
    ],
)
def test_what_compiles_is_left_alone(body: str) -> None:
    assert codes(forward(body)) == []


@pytest.mark.parametrize(
    ("body", "code", "severity", "words"),
    [
        ("try:\n    return x\nexcept ValueError:\n    pass", "MP401", "error", "try"),
        ("print(x, end='')\nreturn x", "MP402", "error", "print"),
        ("self.seen.append(x)\nreturn x", "MP404", "warning", "copy"),
        ("self.total.add_(1)\nreturn x", "MP404", "warning", "constant"),
        ("self.count += 1\nreturn x * self.count", "MP404", "warning", "Parameter"),
        ("a = []\nb = a\nb.append(x)\nreturn a", "MP407", "warning", "two names"),
        ("if x.sum() > 0:\n    return x, x\nreturn x * 2", "MP408", "error", "both"),
        ("if self.fc is x:\n    return x\nreturn x", "MP410", "error", "'is'"),
        ("return x * x.numpy().max()", "MP411", "warning", "gradients"),
        ("return self.fc(x), f'{x.shape[0]:02d}'", "MP412", "warning", "format"),
    ],
)
def test_the_finding_says_what_happens(body: str, code: str, severity: str, words: str) -> None:
    [finding] = found(forward(body))
    assert (finding.code, finding.severity) == (code, severity)
    assert words in finding.message.en and finding.message.zh


def test_layers_that_a_forward_hands_to_a_function_are_no_networks_made_apart() -> None:
    source = """
    from torch import nn

    def joined(norm, conv):
        def apply(x):
            return conv(norm(x))
        return apply

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm, self.conv = nn.BatchNorm1d(4), nn.Conv1d(4, 4, 1)

        def forward(self, x):
            return joined(self.norm, self.conv)(x)
    """
    assert codes(source) == []


def test_what_a_forward_calls_is_compiled_too() -> None:
    source = """
    from torch import nn

    def scaled(x):
        try:
            return x * 2
        finally:
            pass

    def other(x):
        try:
            return x * 2
        finally:
            pass

    class Net(nn.Module):
        def forward(self, x):
            return self.body(x)

        def body(self, x):
            return scaled(x)
    """
    [finding] = found(source)
    assert dedent(source)[: finding.span.start].count("\n") == 4


@pytest.mark.parametrize(
    "source",
    [
        "@ms.jit\ndef f(x):\n    del x\n",
        "@ms.jit(jit_level='O1')\ndef f(x):\n    del x\n",
        "def f(x):\n    del x\n\nstep = ms.value_and_grad(f, None, [])\n",
        "def g():\n    def f(x):\n        del x\n    return ms.grad(f)\n",
    ],
)
def test_functions_that_mindspore_compiles(source: str) -> None:
    assert codes(f"import mindspore as ms\n\n{source}") == ["MP401"]


def test_what_made_the_items_of_a_table_is_not_compiled() -> None:
    source = """
        import numpy as np
        import torch

        RNG = np.random.RandomState(0)

        def drawn(): return torch.from_numpy(RNG.rand(4))

        def kept(y): return y * RNG.rand()

        TABLE = {"a": drawn(), "b": kept}

        def step(x): return TABLE["b"](x) + TABLE["a"]

        torch.compile(step)
    """
    assert [finding.span.start for finding in found(source)] == [dedent(source).index("RNG.rand()")]


@pytest.mark.parametrize(
    ("variable", "expected"),
    [pytest.param("batch", [], id="hidden"), pytest.param("one", ["MP406"], id="read")],
)
def test_a_loop_s_variable_hides_the_function_of_its_name(
    variable: str, expected: list[str]
) -> None:
    source = f"""
        import mindspore as ms
        import numpy as np

        RNG = np.random.RandomState(0)

        def batch(): return ms.from_numpy(RNG.rand(4))

        def train(net, weights, loader):
            for {variable} in loader:
                def forward_fn():
                    return net(batch)
                ms.value_and_grad(forward_fn, None, weights)()
    """
    assert codes(source) == expected


def test_jit_of_another_library_is_none() -> None:
    source = "import numba\n\n@numba.jit\ndef f(x):\n    del x\n"
    assert codes(f"import mindspore as ms\n{source}") == []


def test_names_that_change_behind_a_compiled_function() -> None:
    source = """
    import mindspore as ms

    def train(net, batches):
        weight = 1.0

        def forward(x):
            return net(x) * weight

        step = ms.value_and_grad(forward, None, net.trainable_params())
        for batch in batches:
            step(batch)
            weight = weight * 0.5
    """
    assert codes(source) == ["MP405"]


def test_a_function_that_is_defined_anew_reads_the_new_value() -> None:
    source = """
    import mindspore as ms

    def train(net, batches):
        weight = 1.0
        for batch in batches:
            def forward(x):
                return net(x) * weight

            step = ms.value_and_grad(forward, None, net.trainable_params())
            step(batch)
            weight = weight * 0.5
    """
    assert codes(source) == []
    assert codes(source + "        step(batch)\n") == ["MP405"]
    assert codes(source + "    step(batch)\n") == ["MP405"]
    assert codes(source + "        again = lambda: step(batch)\n") == ["MP405"]


def test_what_a_function_in_compiled_code_reads_of_its_arguments_is_no_name_of_the_loop() -> None:
    source = """
    import mindspore as ms

    def train(net, batches):
        def forward({given}):
            def scaled():
                return net(x) * y

            return scaled()

        step = ms.value_and_grad(forward, None, net.trainable_params())
        for x, y in batches:
            step(x, y)
    """
    assert codes(source.format(given="x, y")) == []
    assert codes(source.format(given="x, z")) == ["MP405"]


def test_what_a_lambda_is_given_is_no_name_of_the_module() -> None:
    source = """
    import mindspore as ms

    class Net(ms.nn.Cell):
        def construct(self, y):
            return sum(filter(lambda x: x > 0, self.sizes)) * y{read}

    net = Net()
    for i in range(3):
        x = ms.Tensor([i])
        net(x)
    """
    assert codes(source.format(read="")) == []
    assert codes(source.format(read=" * x")) == ["MP405"]


def test_a_decorator_without_wraps_is_compiled() -> None:
    source = """
    import functools
    from torch import nn

    def plain(f):
        def inner(*args):
            return f(*args) * 2
        return inner

    def wrapped(f):
        @functools.wraps(f)
        def inner(*args):
            return f(*args) * 2
        return inner

    class Net(nn.Module):
        @plain
        def forward(self, x):
            return self.body(x)

        @wrapped
        def body(self, x):
            return x
    """
    [finding] = found(source)
    assert finding.code == "MP409"


@pytest.mark.parametrize(
    ("decorators", "expected", "codes_left"),
    [
        ("@torch.no_grad()\n", "{blanks}@torch.no_grad()\n", []),
        (
            "@twice\n",
            "{blanks}def body(y):\n{blanks}    return y\n{blanks}body = twice(body)\n",
            [],
        ),
        ("@scaled(2)  # by two\n", "{blanks}body = scaled(2)(body)\n", []),
        ("@twice\n@scaled(2)\n", "{blanks}@twice\n{blanks}@scaled(2)\n", ["MP409", "MP409"]),
    ],
)
def test_a_decorator_inside_compiled_code_is_called_by_hand(
    decorators: str, expected: str, codes_left: list[str]
) -> None:
    source = forward(f"{decorators}def body(y):\n    return y\nreturn body(x)")
    if "torch" in decorators:
        assert codes(source) == codes_left
        return
    text, left = migrated(source)
    assert expected.format(blanks=" " * 8) in text
    assert [code for code in left if code == "MP409"] == codes_left


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("self.seen = tuple(x.shape)", []),
        ("b, n = x.shape\nself.grid = (b, n // 2)", []),
        ("b, n = x.size()[:2]\nself.rows = b * n", []),
        ("self.total = x.sum()", ["MP404"]),
        ("b, n = x.split(2)\nself.rows = b", ["MP404"]),
        ("n = x.shape[0]\nn = n * x.mean()\nself.rows = n", ["MP404"]),
        ("for n in x:\n    self.rows = n", ["MP404"]),
    ],
)
def test_sizes_that_an_attribute_keeps_come_out_right(body: str, expected: list[str]) -> None:
    assert codes(forward(f"{body}\nreturn self.fc(x)")) == expected


def test_transpose_of_two_axes_becomes_swapaxes() -> None:
    """Graph mode takes two axes for the order of all: a matrix stays as it is."""
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    document = Document(
        "example.py", forward("y = torch.transpose(x, 0, 1)\nreturn x.transpose(0, 1) + y")
    )
    fixed = fix_document(document, config, Workspace(), unsafe=False).document.text
    assert "x.swapaxes(0, 1)" in fixed


def test_transpose_of_axes_that_are_spread_becomes_swapaxes() -> None:
    source = """
        class Transpose(nn.Module):
            def __init__(self, *dims):
                super().__init__()
                self.dims = dims

            def forward(self, x):
                return x.transpose(*self.dims)
    """
    fixed = migrated("import torch\nfrom torch import nn\n" + dedent(source))[0]
    assert "return x.swapaxes(*self.dims)\n" in fixed


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("ms.value_and_grad(lambda x: x * 2)", ["MP401"]),
        ("def f(a, x=x):\n    return a\n\nms.grad(f)", ["MP401"]),
        ("def f(x):\n    return actor(critic(x))\n\nms.grad(f)", ["MP402"]),
        ("def f(x):\n    return criterion(critic(x))\n\nms.grad(f)", []),
        ("p = partial(print, 2)\n\ndef f(x):\n    return p(x)\n\nms.grad(f)", ["MP411"]),
        ("def f(x):\n    p = partial(print, 2)\n    return p(x)\n\nms.grad(f)", []),
    ],
)
def test_functions_that_are_differentiated(source: str, expected: list[str]) -> None:
    head = "import mindspore as ms\nfrom functools import partial\n\nactor = critic = criterion = NETS\n"
    assert codes(f"{head}\n{source}\n") == expected


def test_a_decorator_that_registers_a_function_is_none() -> None:
    source = """
    import torch
    from torch import nn

    @torch.fx.wrap
    @register_notrace_function
    def doubled(x):
        return x * 2

    class Net(nn.Module):
        def forward(self, x):
            return doubled(x)
    """
    assert codes(source) == []


FORWARD_FUNCTION = """
import mindspore as ms
from mindspore import nn
from mindspore.nn.probability.distribution import Categorical


class Policy(nn.Cell):
    def evaluate(self, x):
        return Categorical(PROBABILITIES).log_prob(x)


class Agent:
    def __init__(self):
        self.policy = Policy()

    def update(self, x):
        def forward_fn():
            return self.policy.evaluate(x).mean()

        return ms.value_and_grad(forward_fn, None, self.policy.trainable_params())()
"""


def test_what_a_function_inside_a_method_calls_of_self_is_compiled_with_it() -> None:
    assert codes(FORWARD_FUNCTION.replace("PROBABILITIES", "[0.5, 0.5]")) == []
    assert codes(FORWARD_FUNCTION.replace("PROBABILITIES", "x / x.sum()")) == ["MP402"]


WRAPPED = """
from torch.nn.parallel import DistributedDataParallel as DDP

def wrap(model):
    return DDP(model)
"""


def test_hooks_that_average_gradients_are_refused() -> None:
    assert codes(WRAPPED) == ["MP402"]
    assert found(WRAPPED, "PYNATIVE") == []
    assert fixed_for_graph_is_told(WRAPPED)


def migrated(source: str) -> tuple[str, list[str]]:
    """The file after its fixes, and what graph mode says of it then."""
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    result = fix_document(Document("example.py", source), config, Workspace(), unsafe=True)
    return result.document.text, codes(result.document.text)


def fixed_for_graph_is_told(source: str) -> bool:
    """Whether graph mode says something of the file after its fixes, too."""
    return bool(migrated(source)[1])


@pytest.mark.parametrize(
    "call", ["self.parts[0].step(x)", "[part.step(x) for part in self.parts][-1]"]
)
def test_a_method_of_an_item_of_a_list_of_layers_is_compiled(call: str) -> None:
    source = f"""
    from torch import nn

    class Part(nn.Module):
        def forward(self, x):
            return x

        def step(self, x):
            return x @ x.transpose(-1, -2)

        def shown(self, x):
            return x.transpose(-1, -2)

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.parts = nn.ModuleList([Part() for _ in range(2)])

        def forward(self, x):
            return {call}
    """
    [finding] = found(source)
    assert finding.code == "MP402"
    assert finding.span.start < source.index("def shown")


def test_a_method_that_networks_have_is_compiled_where_it_is_called_of_something() -> None:
    source = """
    import mindspore as ms
    from mindspore import nn

    class Net(nn.Cell):
        def construct(self, x):
            return x * 2

        def training_step(self, x):
            return self(x).mean()

    def fit(model, x):
        def forward_fn():
            return model.training_step(x)

        return ms.value_and_grad(forward_fn, None, model.trainable_params())()
    """
    assert codes(source) == ["MP402"]
    assert codes(source.replace("self(x)", "self.construct(x)")) == []


HELD = """
from mindspore import nn, ops
import mindspore as ms


class Net(nn.Cell):
    def construct(self, x):
        return x

    def loss(self, x):
        return self(x).sum()


class Trainer:
    def __init__(self, model, optimizer):
        self.model = {0}
        self.optimizer = optimizer

    def step(self, x):
        def forward_fn():
            return self.model.loss(x)

        loss, grads = ms.value_and_grad(forward_fn, None, self.optimizer.parameters)()
        self.optimizer(grads)
        return loss
"""


@pytest.mark.parametrize(
    ("held", "expected"), [("model", ["MP402"]), ("Net()", ["MP402"]), ("[]", []), ("{}", [])]
)
def test_methods_of_what_an_object_was_given_are_compiled(held: str, expected: list[str]) -> None:
    assert codes(HELD.replace("{0}", held)) == expected


def mended(body: str) -> str:
    """A forward after the fixes for graph mode."""
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    fixed = fix_document(Document("example.py", forward(body)), config, Workspace(), unsafe=False)
    return fixed.document.text


@pytest.mark.parametrize(
    "body",
    [
        "return x.split([1, 3], dim=1)",
        "return x.chunk(2, 1), torch.chunk(x, 2, dim=1)",
        "return map(lambda y: y * 2, (x, x))",
    ],
)
def test_calls_that_compile_have_no_finding(body: str) -> None:
    assert codes(forward(body)) == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("a, b = x.chunk(2, dim=-1)\nreturn a + b", "x.chunk(2, -1)"),
        ("return x.split(split_size = 2, dim = 1)", "x.split(2, 1)"),
        ("k = 2\na, b = map(lambda y: y * k, (x, self.fc(x)))\nreturn a", "[y * k for y in (x, self.fc(x))]"),
        ("k = 2\nreturn list(map(lambda y: y * k, [x, x]))", "return [y * k for y in [x, x]]"),
        ("k = 2\nreturn tuple(map(lambda y: y * k, [x, x]))", "return tuple([y * k for y in [x, x]])"),
        ("return x if isinstance(x, int | list | tuple) else self.fc(x)", "isinstance(x, (int, list, tuple))"),
    ],
)  # fmt: skip
def test_a_form_that_compiles_takes_its_place(body: str, expected: str) -> None:
    text = mended(body)
    assert expected in text
    assert codes(text) == []


@pytest.mark.parametrize(
    "body",
    [
        "return x.chunk(dim=-1, chunks=2)",
        "return x.chunk(*self.seen, dim=1)",
        "k = 2\na, b = map(lambda y: (y * k), (x, x))\nreturn a",
        "k = 2\na, b = map(lambda y, z: y * z * k, (x, x), (x, x))\nreturn a",
        "k = 2\nitems = map(lambda y: y * k, [x])\nreturn items",
        "return x if isinstance(x, list[int] | None) else self.fc(x)",
    ],
)
def test_other_forms_are_told_and_left(body: str) -> None:
    assert "MP402" in codes(forward(body))
    assert {f.fix for f in found(forward(body)) if f.code == "MP402"} == {None}


def test_a_cell_that_calls_itself_calls_its_method() -> None:
    source = (
        forward("return self.fc(x)") + "\n    def twice(self, x):\n        return self(self(x))\n"
    )
    used = source + "\n    def both(self, x):\n        return x\n"
    source = used.replace("return self.fc(x)", "return self.fc(x) if len(x) else self.twice(x)")
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    fixed = fix_document(Document("example.py", source), config, Workspace(), unsafe=False)
    assert "return self.construct(self.construct(x))" in fixed.document.text
    hooked = source + "\nNet().register_forward_hook(print)\n"
    assert {f.fix for f in found(hooked) if "self.construct" in f.message.en} == {None}


def test_a_criterion_with_settings_is_a_cell() -> None:
    source = """
    from torch import nn

    criterion = nn.CrossEntropyLoss(label_smoothing=0.1)
    """
    document = Document("example.py", dedent(source))
    for mode, written in (("PYNATIVE", "functools.partial("), ("GRAPH", "class CrossEntropyLoss(")):
        config = Config(target=Target(devices=("CPU",), mode=mode))
        fixed = fix_document(document, config, Workspace(), unsafe=False)
        assert written in fixed.document.text


TWO_NETWORKS = """
import copy
import torch
from torch import nn

class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Linear(3, 3)

    def forward(self, x):
        return self.layers(x)

class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        {part} = nn.Linear(3, 1)

    def forward(self, x):
        return {part}(x)

{made}
plain = nn.TripletMarginLoss()
optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
for x in [torch.ones(2, 3), torch.zeros(2, 3)]:
    optimizer.zero_grad()
    loss = {loss}
    loss.backward()
    optimizer.step()
"""
MADE = "generator = Generator()\ncritic = Critic()"
PAIR = "generator, critic = Generator(), Critic()"
OF_CRITIC = "critic(generator(x)).mean()"
COPIED = "generator = Generator()\nolder = copy.deepcopy(generator)"


@pytest.mark.parametrize(
    ("part", "made", "loss"),
    [
        ("self.head", MADE, OF_CRITIC),
        ("self.layers", MADE, "generator(x).mean() + generator(-x).mean()"),
        ("self.layers", MADE, "plain(generator(x), x, -x)"),
        ("self.layers", MADE, "generator.layers(x).mean() + generator.layers(-x).mean()"),
    ],
    ids=["other names", "one network", "a loss", "one network's part"],
)
def test_networks_whose_names_differ_stay_as_they_are(part: str, made: str, loss: str) -> None:
    text, left = migrated(TWO_NETWORKS.format(part=part, made=made, loss=loss))
    assert "update_parameters_name" not in text
    assert left == []


def test_an_optimizer_that_steps_within_a_loss_is_no_network() -> None:
    body = TWO_NETWORKS[TWO_NETWORKS.index("for x in") :].format(loss=OF_CRITIC)
    step = (
        "    fake = generator(x)\n    ad.zero_grad()\n    (critic(x) - critic(fake.detach())).mean()"
        ".backward()\n    ad.step()\n"
    )
    body = body.replace("    optimizer.zero_grad()\n", step + "    optimizer.zero_grad()\n")
    body = body.replace("critic(generator(x))", "critic(fake)")
    head = TWO_NETWORKS[: TWO_NETWORKS.index("for x in")].format(part="self.head", made=MADE)
    made = "ad = torch.optim.SGD(critic.parameters(), lr=0.1)\n"
    text, left = migrated(head + made + body)
    assert "        ad(grads)\n" in text
    assert left == []


@pytest.mark.parametrize(
    ("made", "loss", "expected"),
    [
        (MADE, OF_CRITIC, "= Generator()\ngenerator.update_parameters_name('generator.')\ncritic"),
        (
            MADE,
            "critic.forward(generator.forward(x)).mean()",
            "= Generator()\ngenerator.update_parameters_name('generator.')\ncritic",
        ),
        (PAIR, OF_CRITIC, f"{PAIR}\ngenerator.update_parameters_name('generator.')\n"),
        (
            COPIED,
            "(generator(x) - older(x)).mean()",
            f"{COPIED}\nolder.update_parameters_name('older.')\n",
        ),
        (
            COPIED,
            "(generator.layers(x) - older.layers(x)).mean()",
            f"{COPIED}\nolder.update_parameters_name('older.')\n",
        ),
    ],
    ids=["made apart", "called by the method", "made in one statement", "a copy", "parts"],
)
def test_networks_of_one_loss_get_names_of_their_own(made: str, loss: str, expected: str) -> None:
    text, left = migrated(TWO_NETWORKS.format(part="self.layers", made=made, loss=loss))
    assert expected in text.replace('"', "'")
    assert left == []


def test_functions_of_files_beside_this_one_are_no_networks() -> None:
    source = TWO_NETWORKS.format(part="self.layers", made="", loss="critic(generator(x)).mean()")
    _, left = migrated("from .losses import critic, generator\n" + source)
    assert left == []


def test_a_network_that_is_handed_in_is_marked() -> None:
    source = """
    import mindspore as ms

    def step(generator, critic, x):
        def forward():
            return critic(generator(x)).mean()

        return ms.value_and_grad(forward, None, generator.trainable_params())()
    """
    assert codes(source) == ["MP402"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("self.fc.expand(x, 4)", "self.fc.expand(x, 4)"),
        ("self.expand(x, 4)", "self.expand(x, 4)"),
        ("x.expand(3, 4)", "x.broadcast_to((3, 4))"),
        ("x.expand(-1, *x.shape[1:])", "x.broadcast_to((-1, *x.shape[1:]))"),
        ("x.expand(*x.shape)", "x.broadcast_to((*x.shape,))"),
        ("x.expand((3, 4))", "x.broadcast_to((3, 4))"),
        ("x.expand(x.shape)", "x.broadcast_to(x.shape)"),
    ],
)
def test_expand_becomes_broadcast_to(before: str, after: str) -> None:
    text, left = migrated(forward(f"return {before}"))
    assert f"return {after}\n" in text
    assert left == []


def test_a_layer_of_a_dict_is_looked_up_by_its_key() -> None:
    source = forward("return self.layers.first(x)").replace(
        "self.seen = []", 'self.layers = nn.ModuleDict({"first": nn.Linear(4, 4)})'
    )
    text, left = migrated(source)
    assert 'return self.layers["first"](x)\n' in text
    assert left == []


@pytest.mark.parametrize(
    ("kept", "expected"),
    [
        ("m = self.layers\nself.run = lambda x: m.first(x)", 'self.run = lambda x: m["first"](x)'),
        ("self.run = lambda x: self.layers.first(x)", 'lambda x: self.layers["first"](x)'),
        ("m = self.layers\nm = self.fc\nself.run = lambda x: m.first(x)", "lambda x: m.first(x)"),
        ("m = self.layers\nprint(m.first)", "print(m.first)"),
    ],
    ids=["by a name", "of the object", "a name of two things", "not compiled"],
)
def test_a_layer_of_a_dict_in_a_lambda_that_the_object_keeps(kept: str, expected: str) -> None:
    lines = f'self.layers = nn.ModuleDict({{"first": nn.Linear(4, 4)}})\n{kept}'
    source = forward("return self.run(x)").replace(
        "self.seen = []", lines.replace("\n", "\n        ")
    )
    text, left = migrated(source)
    assert expected in text
    assert left == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("return x * self.fc.training", ""),
        ("return x.bitwise_and(3), x.argmax(1)", ""),
        ("return x + torch.finfo(x.dtype).eps", ""),
        ("return x * 2 if torch.cuda.is_available() else x", "MP402"),
        ("return x + nn.Parameter(x)", "MP402"),
        ("self.fc.eval()\nreturn self.fc(x)", "MP404"),
        ("self.train(False)\nreturn self.fc(x)", "MP404"),
    ],
)
def test_what_is_asked_for_and_made_outside_of_a_graph(body: str, code: str) -> None:
    assert codes(forward(body)) == ([code] if code else [])


def test_all_of_a_tensor_has_one_greatest_place() -> None:
    text, left = migrated(forward("return x.argmax(), x.argmax(1)"))
    assert "return ops.argmax(x), x.argmax(1)\n" in text
    assert left == []


@pytest.mark.parametrize(
    "body",
    [
        "d = x.shape[-1]\nreturn x / sqrt(d) / sqrt(self.count) / math.sqrt(x.shape[0])",
        "if sqrt(x.shape[0]) > 2:\n    x = x * 2\nreturn x",
        "for i in reversed(range(3)):\n    x = x * i\nreturn x",
        "for i, n in zip(reversed(range(3)), (1, 2, 3)):\n    x = x * i + n\nreturn x",
        "device = x.device\nreturn x * x.shape[0]",
        "b, device = x.shape[0], self.device\nreturn x * b",
        "return functools.reduce(lambda a, b: a + b, x.shape) * x",
        "return x * binom(4, 2)",
    ],
)
def test_python_s_functions_of_numbers_have_no_finding(body: str) -> None:
    header = "import math, functools\nfrom math import sqrt\nfrom scipy.special import binom\n"
    assert codes(header + forward(body)) == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return x / sqrt(x.shape[-1])", "return x / math.sqrt(x.shape[-1])"),
        ("n = int(sqrt(len(x)))\nreturn x * n", "n = int(math.sqrt(len(x)))\nreturn x * n"),
        ("return x * reduce(mul, x.shape[1:])", "return x * math.prod(x.shape[1:])"),
        ("return x * reduce(lambda a, b: b * a, x.shape, 1)", "return x * math.prod(x.shape)"),
        ("return cast(torch.Tensor, x + 1) * 2", "return (x + 1) * 2"),
        ("q, r = divmod(x.shape[0], 3)\nreturn x * q + r",
         "q, r = (x.shape[0] // 3, x.shape[0] % 3)\nreturn x * q + r"),
        ("for i in reversed(range(len(self.seen))):\n    x = x * i\nreturn x",
         "for i in range(len(self.seen))[::-1]:\n    x = x * i\nreturn x"),
        ("items = [x, x + 1]\nfor i, y in enumerate(reversed(items)):\n    x = x * i + y\nreturn x",
         "items = [x, x + 1]\nfor i, y in enumerate(items[::-1]):\n    x = x * i + y\nreturn x"),
        ("items = [x, x]\nfor y, n in zip(reversed(items), self.seen):\n    x = x * n + y\nreturn x",
         "items = [x, x]\nfor y, n in zip(items[::-1], self.seen):\n    x = x * n + y\nreturn x"),
        ("for n in reversed(x.shape):\n    x = x * n\nreturn x",
         "for n in x.shape[::-1]:\n    x = x * n\nreturn x"),
        ("b, c, device = *x.shape, x.device\nreturn x * b",
         "device = x.device\nb, c = x.shape\nreturn x * b"),
        ("b, device = x.shape[0], x.device\nreturn x * b",
         "device = x.device\nb = x.shape[0]\nreturn x * b"),
        ("b, c, device, n = *x.shape, x.device, self.count\nreturn x * b * n",
         "device = x.device\nb, c, n = *x.shape, self.count\nreturn x * b * n"),
        ("device, kind, *_ = x.device, x.dtype, *x.shape\nreturn x * 2",
         "device = x.device\nkind, *_ = x.dtype, *x.shape\nreturn x * 2"),
    ],
)  # fmt: skip
def test_what_python_would_compute_beside_the_graph_is_written_otherwise(
    body: str, expected: str
) -> None:
    header = (
        "from functools import reduce\nfrom math import sqrt\n"
        "from operator import mul\nfrom typing import cast\n"
    )
    assert set(codes(header + forward(body))) == {"MP411"}
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    document = Document("example.py", header + forward(body))
    text = fix_document(document, config, Workspace(), unsafe=False).document.text
    assert dedent(text.partition("construct(self, x):\n")[2]).strip() == expected
    assert codes(text) == []


@pytest.mark.parametrize(
    "body",
    [
        "return x * sorted(x.shape)[0]",
        "d = {'b': self.fc(x), 'a': x}\nreturn [d[k] for k in sorted(d)]",
        "d = {}\nd['a'] = self.fc(x)\nreturn [d[k] for k in sorted(d.keys())]",
        "d = {k: self.fc(x) for k in 'ba'}\nreturn [v for _, v in sorted(d.items())]",
        "return x * reduce(lambda a, b: a + b, x.shape)",
        "return x * functools.reduce(mul, x.shape[1:], 2)",
        "return x * 2, x.device",
        "b, device = device = x.shape[0], x.device\nreturn x * b",
        "*b, device = *x.shape, x.device\nreturn x * b[0]",
        "rows, columns = linear_sum_assignment(self.cost(x))\nreturn x[rows, columns]",
    ],
)
def test_what_python_computes_beside_the_graph_is_marked(body: str) -> None:
    header = (
        "import functools\nfrom functools import reduce\nfrom operator import mul\n"
        "from scipy.optimize import linear_sum_assignment\n"
    )
    assert set(codes(header + forward(body))) == {"MP411"}


def test_a_method_that_a_base_s_forward_calls_is_compiled() -> None:
    source = """
        from torch import nn

        class Base(nn.Module):
            def forward(self, x):
                return self.embed(x)

            def embed(self, x):
                return x

        class Net(Base):
            def embed(self, x):
                print(x, sep="")
                return self.more(x)

            def more(self, x):
                print(x, end="")
                return x

            def other(self, x):
                print(x, end="")
    """
    assert codes(source) == ["MP402", "MP402"]


def test_a_method_that_the_forward_of_another_file_s_base_calls_is_compiled(tmp_path: Path) -> None:
    base = """
        from torch import nn

        class Base(nn.Module):
            def forward(self, x):
                return self.head(self.embed(x))

            def embed(self, x):
                return self.tokens(x)
    """
    source = """
        from base import Base

        class Net(Base):
            def tokens(self, x):
                print(x, sep="")
                return x

            def other(self, x):
                print(x, end="")
    """
    (tmp_path / "base.py").write_text(dedent(base), encoding="utf-8")
    document = Document(str(tmp_path / "net.py"), dedent(source))
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    findings = analyze(document, config, Workspace([tmp_path])).findings
    assert [(f.code, document.line_of(f.span.start)) for f in findings] == [("MP402", 5)]


@pytest.mark.parametrize(
    "body",
    [
        "return x * round(x.shape[0] / 2)",
        "return x[: int(round(x.shape[0] / 2))]",
        "return x if round(x.shape[0] / 2) > 3 else -x",
        "return x * round(1.25, 1)",
        "return x * abs(x.shape[0] - 10)",
        "return x * abs(x.mean())",
    ],
)
def test_rounded_numbers_that_may_be_floats(body: str) -> None:
    assert codes(forward(body)) == []


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("abs(x.mean().item())", "x.mean().abs().item()"),
        ("abs(float(x.mean() - 1))", "float((x.mean() - 1).abs())"),
        ("abs(int(x[0, 0]))", "int(x[0, 0].abs())"),
    ],
)
def test_a_computed_number_s_size_is_asked_of_the_tensor(given: str, expected: str) -> None:
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    source = forward(f"return x * {given}")
    assert codes(source) == ["MP402"]
    fixed = fix_document(Document("example.py", source), config, Workspace(), unsafe=False)
    assert f"return x * {expected}\n" in fixed.document.text


def test_a_computed_number_s_size_is_told_by_its_name_too() -> None:
    assert codes(forward("k = x.mean().item()\nk = abs(k - 1.0)\nreturn x * k")) == ["MP402"]


STAGE = """
from torch import nn

class Stage(nn.Module):
    def __init__(self, n):
        super().__init__()
        for i in range(n):
            self.add_module(f"b{i}", nn.Linear(4, 4))

    def forward(self, x):
        for block in self.children():
            x = block(x)
        for block in list(self.children())[1:]:
            x = block(x)
        return x

    def names(self):
        return [name for name, _ in self.named_children()]
"""


def test_children_are_kept_once_for_all_loops_over_them() -> None:
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    text = fix_document(
        Document("example.py", STAGE), config, Workspace(), unsafe=True
    ).document.text
    assert text.count("self.child_cells = tuple(self.cells())\n") == 1
    assert "for block in self.child_cells:" in text
    assert "for block in list(self.child_cells)[1:]:" in text
    assert "in self.name_cells().items()" in text  # nothing compiles this


PART = """
from torch import nn


class Body(nn.Module):
    def __init__(self):
        super().__init__()
        self.one, self.two = nn.Linear(4, 4), nn.Linear(4, 4)


class Stage(nn.Module):
    def __init__(self, given):
        super().__init__()
        self.given = given
        self.layers = {made}

    def forward(self, x):
        for {loop}:
            x = layer(x)
        return x
"""


@pytest.mark.parametrize(
    ("made", "loop", "expected"),
    [
        ("nn.Sequential(nn.Linear(4, 4), nn.ReLU())",
         "name, layer in self.layers.named_children()", "name, layer in self.layers._cells.items()"),
        ("nn.Sequential(nn.Linear(4, 4), nn.ReLU())",
         "layer in self.layers.children()", "layer in self.layers"),
        ("nn.ModuleDict({'a': nn.Linear(4, 4), 'b': nn.ReLU()})",
         "name, layer in self.layers.named_children()", "name, layer in self.layers.items()"),
        ("nn.ModuleDict({'a': nn.Linear(4, 4), 'b': nn.ReLU()})",
         "layer in self.layers.children()", "layer in self.layers.values()"),
        ("Body()",
         "name, layer in self.layers.named_children()", "name, layer in self.layers._cells.items()"),
        ("Body()", "layer in self.layers.children()", "layer in self.layers._cells.values()"),
        ("nn.ModuleList([nn.Linear(4, 4), nn.ReLU()])",
         "layer in self.layers.children()", "layer in self.layers"),
    ],
)  # fmt: skip
def test_the_children_of_a_part_are_gone_through_by_what_holds_them(
    made: str, loop: str, expected: str
) -> None:
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    source = PART.replace("{made}", made).replace("{loop}", loop)
    fixed = fix_document(Document("example.py", source), config, Workspace(), unsafe=True)
    assert f"for {expected}:" in fixed.document.text
    assert [one.code for one in fixed.report.findings if one.code.startswith("MP4")] == []


@pytest.mark.parametrize(
    ("made", "told"),
    [("nn.ModuleList([nn.Linear(4, 4), nn.ReLU()])", ["MP402"]), ("given", [])],
)
def test_the_names_in_a_list_of_layers_and_of_a_part_that_is_not_known(
    made: str, told: list[str]
) -> None:
    loop = "name, layer in self.layers.named_children()"
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    source = PART.replace("{made}", made).replace("{loop}", loop)
    fixed = fix_document(Document("example.py", source), config, Workspace(), unsafe=True)
    assert "in self.layers.name_cells().items():" in fixed.document.text
    assert [f.code for f in fixed.report.findings if f.code.startswith("MP4")] == told


def test_children_in_pynative_stay_as_they_are() -> None:
    assert found(STAGE, "PYNATIVE") == []


@pytest.mark.parametrize(
    "change",
    ["self.total.data.mul_(0.5)", "self.total.data[0] = 1", "ms.ops.assign(self.total, x)"],
)
def test_a_buffer_is_a_constant_by_whichever_way_it_is_changed(change: str) -> None:
    source = forward(f"{change}\nreturn x").replace(
        "import torch\n", "import torch\nimport mindspore as ms\n", 1
    )
    assert codes(source) == ["MP404"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "self.low, self.total[0] = 0, x.sum()",
            "total = self.total.copy()\n        self.low, total[0] = 0, x.sum()\n"
            "        ops.assign(self.total, total)\n",
            id="taken apart",
        ),
        pytest.param(
            "y = self.total[0] = x.sum()",
            "total = self.total.copy()\n        y = total[0] = x.sum()\n"
            "        ops.assign(self.total, total)\n",
            id="two at once",
        ),
    ],
)
def test_an_item_of_a_buffer_that_is_set_beside_another_target(before: str, after: str) -> None:
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    document = Document("example.py", forward(f"{before}\nreturn x"))
    text = fix_document(document, config, Workspace(), unsafe=True).document.text
    assert after in text


def test_sizes_that_the_constructor_of_a_class_with_a_buffer_takes_apart_are_left_alone() -> None:
    source = forward("return self.fc(x)").replace("self.count = 0", "self.count = low, high = 2, 3")
    assert codes(source) == []


def test_a_parameter_of_a_functions_name_is_not_that_function() -> None:
    source = (
        forward("return self.summed(x)")
        + """
    def summed(self, inputs):
        return inputs.sum()


def inputs():
    try:
        return [1]
    finally:
        print("done", end="")
"""
    )
    assert codes(source) == []


@pytest.mark.parametrize(
    ("behind", "expected"), [("", []), ("LEAST = 1\n", []), ("FACTOR = 5\n", ["MP405"])]
)
def test_a_default_is_read_when_a_function_is_compiled(behind: str, expected: list[str]) -> None:
    scaled = "FACTOR = 3\ndef scaled(y, factor=FACTOR):\n    return y * factor\n"
    assert codes(scaled + behind + forward("return scaled(x)")) == expected
