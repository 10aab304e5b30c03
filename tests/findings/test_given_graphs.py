"""A function that computes a loss of what comes with a graph must not be differentiated alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace

from .conftest import fixed, moved

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
COMPUTE = """
class LossCompute:
    def __init__(self, head, opt):
        self.head = head
        self.opt = opt

    def __call__(self, x, y):
        loss = F.mse_loss(self.head(x), y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()
"""
RUN = """
def run(model, loader, compute):
    for x, y in loader:
        out = model(x)
        print(compute(out, y))


head = nn.Linear(4, 2)
run(nn.Linear(3, 4), loader, LossCompute(head, torch.optim.SGD(head.parameters(), lr=0.1)))
"""
STEP = """
def step(head, opt, x, y):
    loss = F.mse_loss(head(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()


def train(net, head, loader):
    opt = torch.optim.SGD(head.parameters(), lr=0.1)
    for x, y in loader:
        step(head, opt, {0}, y)
"""


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(COMPUTE + RUN, id="an object"),
        pytest.param(COMPUTE + RUN.replace("compute(out, y)", "compute(model(x), y)"), id="right there"),
        pytest.param(COMPUTE + RUN.replace("compute(out, y)", "compute(y=y, x=out)"), id="by names"),
        pytest.param(COMPUTE + RUN.replace("compute(out, y)", "compute(out * 2 + 1, y)"), id="computed"),
        pytest.param(STEP.replace("{0}", "net(x)"), id="a function"),
    ],
)  # fmt: skip
def test_is_marked_where_the_argument_comes_with_a_graph(source: str) -> None:
    text, left = moved(HEAD + source)
    assert ".backward()" in text and "value_and_grad" not in text
    assert any("x comes with its graph from where this is called" in told for told in left)


@pytest.mark.parametrize("made", ["torch.FloatTensor(x)", "torch.Tensor(x)", "x.detach()"])
def test_is_rewritten_where_the_function_makes_it_anew(made: str) -> None:
    source = STEP.replace("{0}", "net(x)")
    anew = source.replace("    loss =", f"    x = {made}\n    loss =")
    text, left = moved(HEAD + anew)
    assert not left and "value_and_grad" in text


def test_is_marked_where_it_does_so_at_times() -> None:
    source = STEP.replace("{0}", "net(x)")
    anew = source.replace(
        "    loss =", "    if opt is None:\n        x = torch.Tensor(x)\n    loss ="
    )
    text, left = moved(HEAD + anew)
    assert ".backward()" in text
    assert any("x comes with its graph" in told for told in left)


@pytest.mark.parametrize(
    "given",
    ["out.detach()", "out.data", "x", "out.argmax(1)"],
)
def test_is_rewritten_where_it_comes_with_none(given: str) -> None:
    text, left = moved(HEAD + COMPUTE + RUN.replace("compute(out, y)", f"compute({given}, y)"))
    assert left == []
    assert "value_and_grad(forward_fn, None, self.opt.parameters)" in text


def test_is_rewritten_behind_no_grad() -> None:
    run = RUN.replace(
        "        out = model(x)\n", "        with torch.no_grad():\n            out = model(x)\n"
    )
    text, left = moved(HEAD + COMPUTE + run)
    assert left == []
    assert "value_and_grad" in text


@pytest.mark.parametrize(("given", "is_told"), [("out", True), ("out.detach()", False)])
def test_a_call_of_another_file_is_told(tmp_path: Path, given: str, is_told: bool) -> None:
    (tmp_path / "compute.py").write_text(HEAD + COMPUTE, encoding="utf-8")
    source = f"{HEAD}from compute import LossCompute\n{RUN}".replace(
        "compute(out", f"compute({given}"
    )
    for name in ("train.py", "compute.py"):
        path = tmp_path / name
        if name == "train.py":
            path.write_text(source, encoding="utf-8")
        document = Document(str(path), path.read_text(encoding="utf-8"))
        result = fix_document(document, Config(), Workspace([tmp_path]), unsafe=True)
        path.write_text(result.document.text, encoding="utf-8")
    path = tmp_path / "train.py"
    report = fix_document(
        Document(str(path), path.read_text(encoding="utf-8")),
        Config(),
        Workspace([tmp_path]),
        unsafe=False,
    ).report
    told = [
        f.message.en
        for f in report.findings
        if "comes with its graph to LossCompute" in f.message.en
    ]
    assert len(told) == is_told


def test_a_network_is_no_graph(tmp_path: Path) -> None:
    fit = "def fit(model, opt, batches):\n    for x, y in batches:\n        loss = F.mse_loss(model(x), y)\n"
    fit += "        opt.zero_grad()\n        loss.backward()\n        opt.step()\n"
    (tmp_path / "fit.py").write_text(HEAD + fit, encoding="utf-8")
    train = (
        "from fit import fit\nfor epoch in range(3):\n    model = prepare(nn.Linear(3, 2))\n"
        "    init(model)\n    fit(model, torch.optim.SGD(model.parameters(), lr=0.1), loader)\n"
    )
    path = tmp_path / "train.py"
    path.write_text(HEAD + train, encoding="utf-8")
    document = Document(str(path), HEAD + train)
    result = fix_document(document, Config(), Workspace([tmp_path]), unsafe=True)
    assert not [f for f in result.report.findings if f.code == "MP306"]


def test_an_optimizer_of_parameters_carries_no_graph() -> None:
    text, left = moved(
        HEAD
        + """
def step(body, head, opt, x, y, is_training):
    opt.zero_grad()
    loss = F.mse_loss(head(body(x)), y)
    value = loss.item()
    if is_training:
        loss.backward()
        opt.step()
    return value


body, head = nn.Linear(3, 4), nn.Linear(4, 2)
opt = torch.optim.SGD([{"params": body.parameters()}, {"params": head.parameters()}], lr=0.1)
for x, y in loader:
    step(body, head, opt, x, y, True)
"""
    )
    assert left == []
    assert "value_and_grad(forward_fn, None, opt.parameters)" in text


@pytest.mark.parametrize(
    ("device", "is_told"),
    [("utils.pick()", False), ("pick()", False), ("model(x)", True)],
)
def test_a_device_of_another_file_carries_no_graph(
    tmp_path: Path, device: str, is_told: bool
) -> None:
    fit = (
        "import torch\n\n\ndef show(x):\n    print(x)\n\n\ndef pick():\n    if torch.cuda.is_available():\n"
        "        return torch.device('cuda')\n    return torch.device('cpu')\n\n\n"
        "def fit(model, opt, batches, device):\n    for x, y in batches:\n"
        "        loss = F.mse_loss(model(x.to(device)), y.to(device))\n"
        "        opt.zero_grad()\n        loss.backward()\n        opt.step()\n"
    )
    (tmp_path / "utils.py").write_text(HEAD + fit, encoding="utf-8")
    train = (
        "import utils\nfrom utils import pick\nmodel = nn.Linear(3, 2)\nx = torch.ones(2, 3)\n"
        "x = model(x)\nutils.show(x)\nopt = torch.optim.SGD(model.parameters(), lr=0.1)\n"
        f"utils.fit(model, opt, loader, {device})\n"
    )
    path = tmp_path / "train.py"
    path.write_text(HEAD + train, encoding="utf-8")
    document = Document(str(path), HEAD + train)
    result = fix_document(document, Config(), Workspace([tmp_path]), unsafe=True)
    assert bool([f for f in result.report.findings if f.code == "MP306"]) is is_told


PPO = """
class PPO:
    def __init__(self, net):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters(), lr=0.1)

    def update(self, rollouts, generator):
        for sample in {batches}:
            x, y, value_preds = sample
            loss = F.mse_loss(self.net(x), y + value_preds)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
"""


@pytest.mark.parametrize(
    ("batches", "is_moved"),
    [
        pytest.param("rollouts.feed_forward_generator(8)", True, id="of a storage"),
        pytest.param("rollouts.reccurent_mini_batch_generator(8)", True, id="of parts in order"),
        pytest.param("generator(8)", False, id="a network"),
        pytest.param("rollouts.data_generator(8)", False, id="what may be a network"),
    ],
)
def test_what_a_storage_yields_has_no_graph(batches: str, is_moved: bool) -> None:
    text, left = moved(HEAD + PPO.format(batches=batches))
    assert (".backward()" not in text and left == []) == is_moved


GAN = """from torch import nn


def train(model, disc, loader, optimizer, disc_optimizer):
    for x, real in loader:
        disc.train()
        optimizer.zero_grad()
        fake = model(x)
        loss = disc.METHOD(fake)
        loss.backward()
        optimizer.step()

        disc_optimizer.zero_grad()
        real_loss = disc(real).mean()
        real_loss.backward()
        fake_loss = disc(fake.detach()).mean()
        fake_loss.backward()
        disc_optimizer.step()
"""


@pytest.mark.parametrize(("method", "moves"), [("perceptual_forward", True), ("collect", False)])
def test_a_forward_by_another_name_leaves_no_graph_in_the_network(method: str, moves: bool) -> None:
    text = fixed(GAN.replace("METHOD", method), unsafe=True)
    assert ("disc_optimizer.zero_grad()" not in text) == moves
    assert ("backward" not in text) == moves
