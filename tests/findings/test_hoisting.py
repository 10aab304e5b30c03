"""A function to differentiate stands before the loop; what the loop changes is an argument of it.

That changing values are never frozen is shown by ``tests/scenarios/programs/changing_values.py``.
"""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Target

CPU = Config(target=Target(devices=("CPU",)))
GRAPH = Config(target=Target(devices=("CPU",), mode="GRAPH"))
STEP = "optimizer.zero_grad()\nloss.backward()\noptimizer.step()\n"


def migrated(source: str, graph: bool = False) -> str:
    lines = []
    for line in dedent(source).splitlines():
        blanks = line[: len(line) - len(line.lstrip())]
        lines.append(indent(STEP, blanks) if line.strip() == "STEP" else f"{line}\n")
    document = Document("example.py", "import torch\n" + "".join(lines))
    return fix_document(document, GRAPH if graph else CPU, Workspace(), unsafe=True).document.text


IN_THE_LOOP = [
    pytest.param(
        """
        def train(folds, loss_fn):
            for net, x in folds:
                optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
                loss = loss_fn(net(x))
                STEP
        """,
        id="an optimizer for each round",
    ),
    pytest.param(
        """
        def train(nets, optimizer, loader):
            for net, x in zip(nets, loader):
                loss = net(x).mean()
                STEP
        """,
        id="a network for each round",
    ),
    pytest.param(
        """
        class Trainer:
            def unfreeze(self):
                self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

            def train(self, loader):
                for i, x in enumerate(loader):
                    if i == 3:
                        self.unfreeze()
                    loss = self.net(x).mean()
                    self.optimizer.zero_grad()
                    loss.backward()
                    self.optimizer.step()
        """,
        id="a method makes another optimizer",
    ),
    pytest.param(
        """
        def train(net, loader, optimizer):
            for i, x in enumerate(loader):
                if i == 3:
                    optimizer.add_param_group({"params": net.head.parameters()})
                loss = net(x).mean()
                STEP
        """,
        id="parameters come later",
    ),
    pytest.param(
        """
        def run(net, loader, optimizer=None):
            for x in loader:
                if optimizer is not None:
                    loss = net(x).mean()
                    STEP
        """,
        id="there may be no optimizer",
    ),
    pytest.param(
        """
        def run(net, loader, penalty, optimizer):
            for x in loader:
                def loss_fn(y):
                    return (y ** 2).mean() * len(x)
                loss = loss_fn(net(x))
                STEP
        """,
        id="a function of each round",
    ),
]


@pytest.mark.parametrize("source", IN_THE_LOOP)
def test_stays_in_the_loop(source: str) -> None:
    text = migrated(source)
    assert text.index("    for ") < text.index("def forward_fn(")


# Each runs in PyNative mode before the loop; compiled once, it would keep what changes.
FROZEN = [
    pytest.param(
        """
        def train(net, loader, optimizer):
            for epoch in range(3):
                net.tau = 1.0 / (epoch + 1)
                loss = net(loader).mean()
                STEP
        """,
        id="an attribute of the network",
    ),
    pytest.param(
        """
        def train(net, loader, optimizer):
            for epoch in range(3):
                net.train()
                for x in loader:
                    loss = net(x).mean()
                    STEP
                net.eval()
        """,
        id="the mode, in the outer loop",
    ),
    pytest.param(
        """
        def evaluate(net):
            net.eval()

        def train(net, loader, optimizer):
            for x in loader:
                loss = net(x).mean()
                STEP
                evaluate(net)
        """,
        id="a function changes the mode",
    ),
    pytest.param(
        """
        class Trainer(Base):
            def train(self, net, loader, optimizer):
                for x in loader:
                    loss = net(x).mean() * self.beta
                    STEP
                    self.anneal()
        """,
        id="a method of another file",
    ),
    pytest.param(
        """
        import random
        def train(net, loader, optimizer):
            for x in loader:
                loss = net(x).mean() * random.random()
                STEP
        """,
        id="a random number",
    ),
    pytest.param(
        """
        def train(net, rb, optimizer):
            for i in range(100):
                batch = rb.sample(32)
                loss = net(batch.observations).mean()
                STEP
        """,
        id="a batch that is drawn in it",
    ),
    pytest.param(
        """
        def train(net, loader, mask, optimizer):
            for i, x in enumerate(loader):
                mask[i] = 0
                loss = (net(x) * mask).mean()
                STEP
        """,
        id="a tensor that changes in place",
    ),
]


@pytest.mark.parametrize("source", FROZEN)
def test_is_compiled_anew_where_it_would_keep_what_changes(source: str) -> None:
    for graph in (False, True):
        text = migrated(source, graph)
        assert (text.index("    for ") < text.index("def forward_fn(")) == graph, text


@pytest.mark.parametrize(
    "reading",
    [
        "torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)",
        "torch.save(net.state_dict(), 'net.pt')",
        "norms = [p.norm() for n, p in net.named_parameters()]",
    ],
)
def test_reading_the_parameters_changes_nothing(reading: str) -> None:
    text = migrated(
        f"""
        def train(net, loader, optimizer):
            for x in loader:
                loss = net(x).mean()
                optimizer.zero_grad()
                loss.backward()
                {reading}
                optimizer.step()
        """,
        graph=True,
    )
    assert text.index("def forward_fn(x)") < text.index("for x in loader")


PENALTY = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.seen = []

    def forward(self, x):
        return self.fc(x)

    def penalty_loss(self):
        {before}return self.fc.weight.abs().sum()

def train(loader):
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in loader:
        loss = net(x).mean() + net.penalty_loss()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""


@pytest.mark.parametrize(
    ("before", "first"),
    [
        ("", True),
        ("self.count = 1\n        ", False),
        ("self.seen.append(1)\n        ", False),
        ("self.fc.weight.data.clamp_(-1, 1)\n        ", False),
    ],
)
def test_a_method_that_only_computes_changes_nothing(before: str, first: bool) -> None:
    text = migrated(PENALTY.format(before=before), graph=True)
    assert (text.index("def forward_fn(") < text.index("for x in loader")) == first


METHOD = """
from torch import nn

class Noise:
    def forward(self, x):
        return x * self.scale

class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x, aug):
        return self.fc(x)

class Speaker(nn.Module):
    def __init__(self):
        super().__init__()
        self.speaker = Encoder()
        self.noise = Noise()
        self.optim = torch.optim.SGD(self.parameters(), lr=0.1)

    def train_network(self, loader):
        for x in loader:
            self.zero_grad()
            loss = self.{runs}(x, aug=True).mean()
            loss.backward()
            self.optim.step()
"""


@pytest.mark.parametrize(
    ("runs", "first"),
    [("noise.forward", False), ("speaker.forward", True)],
    ids=["no network", "a network"],
)
def test_forward_of_a_network_is_a_call_of_it(runs: str, first: bool) -> None:
    text = migrated(METHOD.format(runs=runs), graph=True)
    assert (text.index("def forward_fn(") < text.index("for x in loader")) == first


DRAWN = """
import numpy as np
from torch import nn
net, loss_fn = nn.Linear(3, 1), nn.MSELoss()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
rng = np.random.RandomState(0)
for i in range(3):
    batch = {array}
    x = torch.from_numpy(batch[:, :3])
    y = torch.unsqueeze(torch.from_numpy(batch[:, 3]), 1)
    loss = loss_fn(net(x), y)
    STEP
"""


@pytest.mark.parametrize(
    ("array", "first"),
    [
        ("net(torch.ones(2, 3)).detach().numpy().repeat(4, 1)", False),
        ("rng.randn(8, 4).astype(np.float32)", True),
        ("np.random.rand(8, 4).astype('float32')", True),
        ("np.concatenate([rng.rand(8, 3), rng.rand(8, 1)], 1).astype(np.float32)", True),
    ],
    ids=["of the network", "of a RandomState", "of NumPy", "of two"],
)
def test_arrays_are_made_outside_of_the_function(array: str, first: bool) -> None:
    text = migrated(DRAWN.format(array=array), graph=True)
    assert ("\n\ndef forward_fn(x, y):" in text) == first, text


SCALED = """
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        {made}

    def forward(self, x):
        return self.fc(x) * self.scale.exp()

def train(loader):
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in loader:
        loss = net(x).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            {after}
"""


@pytest.mark.parametrize(
    ("made", "after", "first"),
    [
        ("self.scale = torch.zeros([])", "net.scale.clamp_(0, 4.6)", False),
        ('self.register_buffer("scale", torch.zeros([]))', "net.scale.clamp_(0, 4.6)", False),
        ("self.scale = nn.Parameter(torch.zeros([]))", "net.scale = net.other", False),
        ("self.scale = nn.Parameter(torch.zeros([]))", "net.scale.clamp_(0, 4.6)", True),
        ("self.scale = nn.Parameter(torch.zeros([]))", "net.scale.data.clamp_(0, 4.6)", True),
    ],
    ids=["constant", "buffer", "another", "parameter", "its data"],
)
def test_a_parameter_that_is_clamped_is_read_at_each_step(
    made: str, after: str, first: bool
) -> None:
    text = migrated(SCALED.format(made=made, after=after), graph=True)
    assert (text.index("def forward_fn(") < text.index("for x in loader")) == first


AMPLIFIED = """
def train(net, loader, optimizer, loss_fn, {given}):
    for x, y in loader:
        optimizer.zero_grad()
        scaled = scaler.{scale}(loss_fn(net(x), y))
        scaled.backward()
        scaler.step(optimizer)
        scaler.update()
"""
OWN = """
class Scaler:
    def scale(self, loss):
        return loss * self.factor
"""


@pytest.mark.parametrize(
    ("before", "given", "scale", "first"),
    [
        ("", "scaler", "larger", False),
        (OWN, "scaler", "scale", False),
        ("", "scaler", "scale", True),
        ("", "scaler: torch.amp.GradScaler", "scale", True),
    ],
    ids=["another method", "its own", "by name", "by type"],
)
def test_the_scale_of_a_scaler_is_read_at_each_step(
    before: str, given: str, scale: str, first: bool
) -> None:
    text = migrated(before + AMPLIFIED.format(given=given, scale=scale), graph=True)
    assert (text.index("def forward_fn(") < text.index("for x, y in loader")) == first


def test_stands_before_the_outermost_loop() -> None:
    text = migrated("""
        def train(net, loader, optimizer, loss_fn):
            # the loop
            for epoch in range(3):
                for i, (x, y) in enumerate(loader):
                    if i > 2:
                        # the forward pass
                        out = net(x)
                        loss = loss_fn(
                            out, y
                        )

                        # the backward pass
                        STEP
                        print(out.mean(), epoch)
        """)
    assert text.partition("loss_fn):\n")[2] == indent(
        dedent("""\
        def forward_fn(x, y):
            # the forward pass
            out = net(x)
            loss = loss_fn(
                out, y
            )
            return loss, out

        grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters, has_aux=True)

        # the loop
        for epoch in range(3):
            for i, (x, y) in enumerate(loader):
                if i > 2:
                    # the backward pass
                    (loss, out), grads = grad_fn(x, y)
                    optimizer(grads)
                    print(out.mean(), epoch)
        """),
        "    ",
    )


def test_what_may_have_no_value_stays_a_name_of_outside() -> None:
    """An argument is read in any case: here only where there are labels."""
    text = migrated("""
        def train(net, loader, optimizer, loss_fn, labelled):
            for batch in loader:
                x = batch[0]
                with torch.no_grad():
                    if labelled:
                        y = batch[1]
                loss = loss_fn(net(x), y if labelled else x)
                STEP
        """)
    assert "def forward_fn(x):" in text
    assert "grad_fn(x)\n" in text


def test_a_tensor_that_changes_in_place_is_no_argument() -> None:
    text = migrated("""
        def train(net, loader, optimizer, loss_fn):
            for x in loader:
                label = torch.ones(4)
                loss = loss_fn(net(x), label)
                STEP
                label.fill_(0)
        """)
    assert "def forward_fn(x):" in text


def test_blocks_of_several_statements_move_as_they_are() -> None:
    text = migrated("""
        def train(net, loader, optimizer, loss_fn):
            for x, y in loader:
                out = net(x)
                if y is not None:
                    scaled = out * 2
                    loss = loss_fn(scaled, y)
                else:
                    loss = out.mean()
                STEP
                print(loss)
        """)
    assert (
        text.partition("        out = net(x)\n")[2]
        == """\
        if y is not None:
            scaled = out * 2
            loss = loss_fn(scaled, y)
        else:
            loss = out.mean()
        return loss

    grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters)

    for x, y in loader:
        loss, grads = grad_fn(x, y)
        optimizer(grads)
        print(loss)
"""
    )


def test_graph_mode_makes_data_outside_of_the_function() -> None:
    source = """
    import numpy as np
    from torch import nn
    rng = np.random.default_rng(0)
    net = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    def sample(size):
        return torch.from_numpy(rng.random((size, 3)).astype(np.float32))
    def predict(x):
        return net(x)
    for step in range(3):
        x = sample(4)
        y = predict(x)
        loss = (y - x[:, :1]).abs().mean()
        STEP
    """
    assert "def forward_fn():\n    x = sample(4)\n    y = predict(x)\n" in migrated(source)
    text = migrated(source, graph=True)
    assert "    x = sample(4)\n\n    def forward_fn():\n        y = predict(x)\n" in text


MODES = """
from torch import nn
def train(net, loader, test):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for epoch in range(3):
        for x in loader:
            {0}
            loss = net(x).mean()
            STEP
            {1}
"""


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("pass", "net.train()"),
        ("net.train()", "net.eval(); print(net(test))"),
        ("net.eval()", "pass"),
    ],
    ids=["behind the step", "and another one", "not of training"],
)
def test_graph_mode_keeps_the_function_beside_modes_that_change(before: str, behind: str) -> None:
    text = migrated(MODES.format(before, behind), graph=True)
    assert "        for x in loader:\n" in text.partition("def forward_fn(")[0]


def test_graph_mode_hoists_over_a_mode_that_is_the_same_in_each_round() -> None:
    text = migrated(MODES.format("net.train()", "pass"), graph=True)
    assert "def forward_fn(x):\n" in text.partition("        for x in loader:\n")[0]


def test_graph_mode_hoists_over_tensors_of_arrays_and_loops_over_layers() -> None:
    source = """
    import numpy as np
    from torch import nn
    rng = np.random.RandomState(0)
    net = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(3):
        x = torch.Tensor(rng.randn(4, 3))
        x = x.transpose(0, 1)
        loss = net(x).mean()
        for layer in net.modules():
            if hasattr(layer, "weight"):
                loss += layer.weight.abs().sum()
        STEP
    """
    text = migrated(source, graph=True)
    assert "cells = list(net.cells_and_names())\n\n\ndef forward_fn(x):\n" in text


def test_a_dict_of_data_is_made_outside_of_the_function() -> None:
    source = """
    def train(net, criterion, optimizer, loader, device):
        for batch in loader:
            batch = {k: v.to(device) for k, v in batch.items()}
            label = batch.pop("label")
            loss = criterion(net(batch), label)
            STEP
    """
    text = migrated(source, graph=True)
    assert '        label = batch.pop("label")\n\n        def forward_fn():\n' in text


INLINE = """
import numpy as np
from torch import nn

data = torch.from_numpy(np.arange(40))
buffer = torch.zeros(8, 4)
net = nn.Linear(4, 4)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
rng = np.random.RandomState(0)
for step in range(3):
    ix = rng.randint(0, 30, 4)
    {}
    STEP
"""


@pytest.mark.parametrize(
    ("lines", "inside"),
    [
        ("x = torch.stack([data[i : i + 4] for i in ix])", "(x):\n    loss = net(x).mean()\n"),
        ("x = []\n    for n in range(2):\n        x.append(data[n : n + 4])",
         "(x):\n    loss = net(x).mean()\n"),
        ("x = []\n    for n in range(2):\n        x.append(net(data[n : n + 4]))",
         "():\n        for n in range(2):\n            x.append(net(data[n : n + 4]))\n"),
        ("buffer[0] = net(data[ix])\n    x = buffer.flatten()",
         "():\n        buffer[0] = net(data[ms.tensor(ix)])\n        x = buffer.flatten()\n"),
    ],
)  # fmt: skip
def test_what_is_made_of_data_alone_stays_outside(lines: str, inside: str) -> None:
    text = migrated(INLINE.format(f"{lines}\n    loss = net(x).mean()"), graph=True)
    assert f"def forward_fn{inside}" in text
