"""Training loops: the forward pass becomes a function that is differentiated.

That the results train as they did is shown by the programs of ``tests/scenarios``.
"""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent, indent

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.report import Finding
from mindport.symbols.workspace import Workspace
from mindport.target import Target
from tests.fixes.conftest import proved_store

from .conftest import findings, fixed

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
TRAIN = "def train(model, loader, optimizer, criterion):\n    for x, y in loader:\n"


def training(source: str, config: Config | None = None) -> list[Finding]:
    return [f for f in findings(HEAD + dedent(source), config) if f.code == "MP306"]


def test_a_file_of_another_framework() -> None:
    source = "for x in data:\n    net.backward(x)\n    opt.step()\n    opt.zero_grad()\n"
    assert findings(source) == []


@pytest.mark.parametrize(
    "source",
    [
        "scheduler.step()\n",
        "def back(flow, z):\n    x, log_det = flow.backward(z)\n    return x + log_det\n",
        "env.step(1)\n",
        "options.step()\n",
        "class A:\n    def backward(self): pass\n    def run(self): self.backward()\n",
        "class A:\n    def backward(self): pass\na = A()\na.backward()\n",
        "import os\nos.backward()\n",
        "def step(optimizer): pass\nstep(1)\n",
    ],
)
def test_leaves_alone(source: str) -> None:
    assert training(source) == []


# What stands in the way, by the lines of the function; {} is the body of the loop.
MARKED = [
    pytest.param(
        "loss = criterion(model(x), y)\nloss.backward()\noptimizer.step()",
        {3: "not cleared"},
        id="never cleared",
    ),
    pytest.param(
        "loss = criterion(model(x), y)\nloss.backward()\noptimizer.zero_grad()\noptimizer.step()",
        {3: "cleared between"},
        id="cleared too late",
    ),
    pytest.param(
        "optimizer.zero_grad()\nout = model(x)\nif out.isnan().any():\n    continue\n"
        "loss = criterion(out, y)\nloss.backward()\noptimizer.step()",
        {4: "continue"},
        id="continue in the forward part",
    ),
    pytest.param(
        "loss = criterion(model(x), y)\nmodel.zero_grad()\nloss.backward()\n"
        "for opt in optimizers:\n    opt.step()",
        {5: "share of the gradients"},
        id="optimizers of a list",
    ),
    pytest.param(
        "for opt in optimizers.values():\n    opt.zero_grad()\nloss = criterion(model(x), y)\n"
        "loss.backward()\nfor name, opt in optimizers.items():\n    opt.step()",
        {2: "share of the gradients", 6: "share of the gradients"},
        id="optimizers of a dict",
    ),
    pytest.param(
        "optimizer.zero_grad()\nloss = criterion(x, y)\nloss.backward()\noptimizer.step()",
        {2: "no network"},
        id="a graph from elsewhere",
    ),
    pytest.param(
        "optimizer.zero_grad()\nx.loss.backward()\noptimizer.step()",
        {2: "elsewhere"},
        id="a loss from elsewhere",
    ),
    pytest.param(
        "features = model.encode(x)\nfor k in range(3):\n    loss = criterion(model(features), y)\n"
        "    optimizer.zero_grad()\n    loss.backward(retain_graph=True)\n    optimizer.step()",
        {1: "outside"},
        id="a graph from an outer loop",
    ),
    pytest.param(
        "q = model(x)\nwith torch.no_grad():\n    if y:\n        t = model(y)\nloss = F.mse_loss(q, t)\n"
        "optimizer.zero_grad()\nloss.backward()\noptimizer.step()",
        {2: "stop"},
        id="no_grad that may give nothing",
    ),
    pytest.param(
        "q = model(x)\nwith torch.no_grad():\n    t = q\nloss = F.mse_loss(q, t)\n"
        "optimizer.zero_grad()\nloss.backward()\noptimizer.step()",
        {2: "stop"},
        id="no_grad that names what has a gradient",
    ),
    pytest.param(
        "q = model(x)\nwith torch.no_grad():\n    q.clamp_(0, 1)\nloss = F.mse_loss(q, y)\n"
        "optimizer.zero_grad()\nloss.backward()\noptimizer.step()",
        {2: "stop"},
        id="no_grad that changes what has a gradient",
    ),
    pytest.param(
        "q = {'h': model(x)}\nwith torch.no_grad():\n    t = target.act(q)\n"
        "loss = F.mse_loss(model(q['h']), t)\n"
        "optimizer.zero_grad()\nloss.backward()\noptimizer.step()",
        {2: "stop"},
        id="no_grad that may change what a dict holds",
    ),
    pytest.param(
        "with torch.autocast(device):\n    q = model.act(x)\n    with torch.no_grad():\n"
        "        t = model.act(q)\n    loss = F.mse_loss(q, t)\n"
        "optimizer.zero_grad()\nloss.backward()\noptimizer.step()",
        {3: "stop"},
        id="no_grad behind the network in another block",
    ),
    pytest.param(
        "q = model(x)\nwith torch.no_grad():\n    self.t = model(y)\nloss = F.mse_loss(q, self.t)\n"
        "optimizer.zero_grad()\nloss.backward()\noptimizer.step()",
        {2: "stop"},
        id="no_grad that sets an attribute",
    ),
    pytest.param(
        "q = model(x)\nwith torch.no_grad():\n    t = model(y)\nloss = F.mse_loss(q, t)\n"
        "optimizer.zero_grad()\nloss.backward(create_graph=True)\noptimizer.step()",
        {2: "stop", 6: "create_graph"},
        id="no_grad in a loop that stays",
    ),
    pytest.param(
        "h = model(x)\nz = h * 2\nfor k in range(3):\n    loss = criterion(model.head(z), y)\n"
        "    optimizer.zero_grad()\n    loss.backward(retain_graph=True)\n    optimizer.step()",
        {2: "outside"},
        id="what is made of a graph from an outer loop",
    ),
    pytest.param(
        "kept = []\nfor k in range(3):\n    kept.append(model(x))\nwhile True:\n"
        "    loss = model(x) + sum(kept)\n    optimizer.zero_grad()\n    loss.backward()\n"
        "    optimizer.step()",
        {3: "outside"},
        id="a list of what has a gradient",
    ),
    pytest.param(
        "for k in range(3):\n    a = agent.act(x)\nwhile True:\n    loss = agent.evaluate(y)\n"
        "    optimizer.zero_grad()\n    loss.backward()\n    optimizer.step()",
        {2: "outside"},
        id="an agent that may keep what it computes",
    ),
    pytest.param(
        "q = model(x)\nt = model(y).data\nt.mul_(2)\nloss = F.mse_loss(q, t)\n"
        "optimizer.zero_grad()\nloss.backward()\noptimizer.step()",
        {2: ".data"},
        id="data in the middle",
    ),
    pytest.param(
        "optimizer.zero_grad()\nloss = criterion(model(x), y)\nloss.backward()\n"
        "total = sum(p.grad.norm() for p in model.parameters())\noptimizer.step()",
        {4: "by hand"},
        id="gradients of what an optimizer from elsewhere holds",
    ),
    pytest.param(
        "optimizer.zero_grad()\nloss = criterion(model(x), y)\nloss.backward()\n"
        "for p in model.parameters():\n    p.grad = -p.grad\noptimizer.step()",
        {5: "by hand"},
        id="gradients are replaced",
    ),
    pytest.param(
        "optimizer.zero_grad()\nloss = criterion(model(x), y)\nloss.backward()\n"
        "print(model.weight.grad)\noptimizer.step()",
        {4: "by hand"},
        id="one gradient is read",
    ),
    pytest.param(
        "optimizer.zero_grad()\nloss = criterion(model(x), y)\nloss.backward(create_graph=True)\n"
        "optimizer.step()",
        {3: "create_graph"},
        id="create_graph",
    ),
    pytest.param(
        "optimizer.zero_grad()\nout = model(x)\nout.backward(y)\noptimizer.step()",
        {3: "gradient"},
        id="a gradient for backward",
    ),
    pytest.param(
        "optimizer.zero_grad()\nout = model(x)\ng, *_ = torch.autograd.grad(out.sum(), model.parameters(), create_graph=True)\n"
        "loss = g.sum()\nloss.backward()\noptimizer.step()",
        {3: "torch.autograd.grad"},
        id="torch.autograd.grad",
    ),
    pytest.param(
        "optimizer.zero_grad()\nloss = criterion(model(x), y)\nloss.backward()\n"
        "norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0) if clips else 0\noptimizer.step()",
        {4: "result"},
        id="the norm is used if there is one",
    ),
    pytest.param(
        "optimizer.zero_grad()\nloss = criterion(model(x), y)\nloss.backward()\n"
        "nn.utils.clip_grad_norm_(model.parameters(), 1.0, norm_type=1)\noptimizer.step()",
        {4: "norm"},
        id="another norm",
    ),
    pytest.param(
        "optimizer.zero_grad()\nloss = criterion(model(x), y)\nloss.backward()\n"
        "nn.utils.clip_grad_norm_(model.parameters(), norm_type=2)\noptimizer.step()",
        {4: "norm"},
        id="a norm without a size",
    ),
    pytest.param(
        "optimizer.zero_grad()\nfor p in model.features.parameters():\n    p.requires_grad = False\n"
        "loss = criterion(model(x), y)\nloss.backward()\noptimizer.step()",
        {3: "frozen"},
        id="frozen on the way",
    ),
    pytest.param(
        "optimizer.zero_grad()\nloss = criterion(model(x), y)\nscaler.scale(loss).backward()\n"
        "scaler.update()",
        {3: "no optimizer"},
        id="a scaler that steps elsewhere",
    ),
    pytest.param(
        "optimizer.zero_grad()\nloss = criterion(model(x), y)\nscaler.scale(loss).backward()\n"
        "scaler.unscale_(other)\nscaler.step(optimizer)",
        {4: "unclear"},
        id="gradients of another optimizer are unscaled",
    ),
    pytest.param(
        "optimizer.zero_grad()\nloss = criterion(model(x), y)\nscaler.scale(loss).backward()\n"
        "for group in groups:\n    scaler.unscale_(optimizer)\nscaler.step(optimizer)",
        {5: "unclear"},
        id="unscaled in a loop",
    ),
    pytest.param(
        "optimizer.zero_grad()\nloss = criterion(model(x), y)\nloss.backward()\n"
        "optimizer.step(lambda: loss)",
        {4: "closure"},
        id="a closure",
    ),
    pytest.param(
        "optimizer.zero_grad()\nout = model(x)\nweight = yield\nloss = criterion(out, y) * weight\n"
        "loss.backward()\noptimizer.step()",
        {3: "yield"},
        id="yield",
    ),
]


@pytest.mark.parametrize(("body", "told"), MARKED)
def test_stays_marked(body: str, told: dict[int, str]) -> None:
    source = TRAIN + "".join(f"        {line}\n" for line in body.splitlines())
    apart = ("torch.Tensor.grad", "torch.autograd.grad")
    (finding,) = [f for f in training(source) if f.symbol not in apart]
    assert (finding.severity, finding.fix) == ("error", None)
    offset = HEAD.count("\n") + 2
    for line, word in told.items():
        parts = finding.message.en.replace(" In the way: ", "; ").split("; ")
        assert any(p.startswith(f"line {line + offset}:") and word in p for p in parts)
    after = fixed(HEAD + source, unsafe=True)
    assert body.splitlines()[-1].strip() in after
    assert "value_and_grad" not in after


APART = [
    pytest.param(
        """
        def closure():
            optimizer.zero_grad()
            loss = model(x)
            loss.backward()
            return loss
        optimizer.step(closure)
        """,
        id="LBFGS",
    ),
    pytest.param(
        """
        class Pix2Pix:
            def backward_G(self, more=[]):
                self.loss_G = self.criterion(self.netD(self.fake), True)
                self.loss_G.backward()
            def optimize(self):
                self.optimizer_G.zero_grad()
                self.backward_G()
                self.optimizer_G.step()
        """,
        id="backward in a method of its own",
    ),
]


@pytest.mark.parametrize("source", APART)
def test_each_part_is_marked_when_they_stand_apart(source: str) -> None:
    found = training(source)
    assert [f.severity for f in found] == ["error", "error"]
    assert [f.fix for f in found] == [None, None]


OPTIMIZED = """
model = nn.Linear(3, 1)
optimizer = torch.optim.{0}(model.parameters(), lr=0.1)
x = torch.ones(2, 3)

def closure({1}):
    optimizer.zero_grad()
    loss = model(x).sum()
    loss.backward()
    return {2}

{3}
"""


@pytest.mark.parametrize(
    ("optimizer", "step", "after"),
    [
        ("LBFGS", "print(optimizer.step(closure))", "print(optimizer.step(closure))"),
        ("SGD", "optimizer.step(closure)", "_, grads = closure()\noptimizer(grads)"),
        ("Adam", "l = optimizer.step(closure=closure)", "l, grads = closure()\noptimizer(grads)"),
    ],
)
def test_a_closure_gives_the_gradients_too(optimizer: str, step: str, after: str) -> None:
    text = fixed(HEAD + OPTIMIZED.format(optimizer, "", "loss", step), unsafe=True)
    assert "    loss, grads = grad_fn()\n    return loss, grads\n" in text
    assert text.endswith(f"\n{after}\n")
    assert "zero_grad" not in text
    assert not [f for f in findings(text) if f.code == "MP306"]


OF_OBJECT = """
class Fit:
    def __init__(self, x):
        self.net = nn.Linear(2, 1)
        self.optimizer = torch.optim.{0}(self.net.parameters(), lr=0.1)
        self.x = x

    def closure(self{1}):
        self.optimizer.zero_grad()
        loss = self.net(self.x).pow(2).mean()
        loss.backward()
        return loss

    def fit(self):
        {2}
"""


@pytest.mark.parametrize(
    ("optimizer", "step", "after"),
    [
        ("LBFGS", "self.optimizer.step(self.closure)", "self.optimizer.step(self.closure)"),
        ("SGD", "l = self.optimizer.step(self.closure)", "l, grads = self.closure()"),
    ],
)
def test_a_method_as_a_closure(optimizer: str, step: str, after: str) -> None:
    text = fixed(HEAD + OF_OBJECT.format(optimizer, "", step), unsafe=True)
    assert "        loss, grads = grad_fn()\n        return loss, grads\n" in text
    assert f"    def fit(self):\n        {after}\n" in text
    assert not [f for f in findings(text) if f.code == "MP306"]


@pytest.mark.parametrize(
    ("more", "step"),
    [("", "self.optimizer.step(self.closure); self.closure()"), (", x=1", "self.optimizer.step(self.closure)")],
)  # fmt: skip
def test_a_method_as_a_closure_that_stays_marked(more: str, step: str) -> None:
    found = training(OF_OBJECT.format("LBFGS", more, step))
    assert {f.severity for f in found} == {"error"}


@pytest.mark.parametrize(
    ("optimizer", "parameters", "result", "step"),
    [
        ("SGD", "", "loss", "losses.append(optimizer.step(closure))"),
        ("LBFGS", "", "loss * 2", "optimizer.step(closure)"),
        ("LBFGS", "x=x", "loss", "optimizer.step(closure)"),
        ("LBFGS", "", "loss", "optimizer.step(closure)\nprint(closure())"),
        ("LBFGS", "", "loss", "optimizer.step(lambda: closure())"),
    ],
)
def test_a_closure_that_stays_marked(
    optimizer: str, parameters: str, result: str, step: str
) -> None:
    source = OPTIMIZED.format(optimizer, parameters, result, step)
    assert {f.severity for f in training(source)} == {"error"}


def test_another_functions_optimizer_of_the_same_name_is_another_one() -> None:
    source = """
    class Lit(nn.Module):
        def configure(self):
            optimizer = torch.optim.SGD(self.parameters(), lr=0.1, momentum=0.9)
            return optimizer, None
    def fit(model, loader):
        optimizer, _ = model.configure()
        for batch in loader:
            loss = model.training_step(batch)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    """
    (finding,) = training(source)
    assert finding.fix is not None


BOTH = """
def train(loader):
    encoder, decoder = nn.Sequential(), nn.Sequential()
    weights = list(decoder.parameters()) + list(encoder.fc.parameters())
    optimizer = torch.optim.Adam(weights)
    for x, y in loader:
        loss = criterion(decoder(encoder(x)), y)
        {0}
        loss.backward()
        optimizer.step()
"""


@pytest.mark.parametrize(
    ("clears", "is_fixed"),
    [
        ("decoder.zero_grad()", False),
        ("decoder.zero_grad()\n        encoder.head.zero_grad()", False),
        ("decoder.zero_grad()\n        encoder.zero_grad()", True),
        ("encoder.fc.zero_grad()\n        decoder.zero_grad()", True),
    ],
)
def test_gradients_are_cleared_network_by_network(clears: str, is_fixed: bool) -> None:
    (finding,) = training(BOTH.format(clears))
    assert (finding.fix is not None) is is_fixed


SECOND = """
def first(model, optimizer, x):
    loss = model(x)
    {0}loss.backward()
    optimizer.step(){1}
def second(model, optimizer, x):
    loss = model(x)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
"""


def test_gradients_that_another_function_leaves() -> None:
    found = training(SECOND.format("optimizer.zero_grad()\n    ", ""))
    assert [f.fix is None for f in found] == [False, True]
    found = training(SECOND.format("", "\n    optimizer.zero_grad()"))
    assert [f.fix is None for f in found] == [False, False]


@pytest.mark.parametrize(
    ("loss", "left_alone"),
    [
        ("model(x)", True),
        ("head(model(x)) if y else model(x)", True),
        ("head(model(x)) if y else model(head(x))", False),
        ("head(model(x))", False),
    ],
)
def test_networks_that_get_no_gradient(loss: str, left_alone: bool) -> None:
    (finding,) = training(
        f"""
        optimizer = torch.optim.AdamW([*model.parameters(), *head.parameters()])
        for x, y in loader:
            optimizer.zero_grad()
            loss = {loss}
            loss.backward()
            optimizer.step()
        """
    )
    assert (finding.fix is None) == left_alone
    assert ("does not use head" in finding.message.en) == left_alone


@pytest.mark.parametrize(
    ("made", "left_alone"),
    [("Diffusion(model, 20)", False), ("Diffusion(20)", True), ("count(model)", True)],
)
def test_a_network_inside_of_the_one_that_gives_the_loss(made: str, left_alone: bool) -> None:
    (finding,) = training(
        f"""
        from m import Diffusion, count

        diffusion = {made}
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
        for x in loader:
            optimizer.zero_grad()
            loss = diffusion.p_losses(diffusion.normalize(x), y)
            loss.backward()
            optimizer.step()
        """
    )
    assert ("does not use model" in finding.message.en) == left_alone == (finding.fix is None)
    if finding.fix is not None:
        assert "taken to use all of model" in finding.message.en


@pytest.mark.parametrize(
    ("call", "left_alone"),
    [
        ("clip(model.parameters(), 1.0)", True),
        ("plot(list(model.named_parameters()))", True),
        ("copy_grad(model, other)", True),
        ("self.clip_gradients(optimizer)", True),
        ("print(sum(p.sum() for p in model.parameters()))", False),
        ("print(model)", False),
        ("log.append(loss.item())", False),
    ],
)
def test_who_is_handed_the_gradients(call: str, left_alone: bool) -> None:
    body = f"optimizer.zero_grad()\nloss = criterion(model(x), y)\nloss.backward()\n{call}\n"
    (finding,) = training(TRAIN + indent(f"{body}optimizer.step()\n", " " * 8))
    told = "may read or change the gradients" in finding.message.en
    assert told == left_alone == (finding.fix is None)


FUNCTIONS = """
class Trainer:
    def __init__(self, a, b):
        self.a, self.b = a, b
        self.optimizer = torch.optim.SGD(
            [*self.a.parameters(), *self.b.parameters()], lr=0.1, momentum=0.9
        )

    def compute(self, x, y):
        out = self.a(x)
        {}
        return F.mse_loss(out, y)

    def step(self, x, y):
        self.optimizer.zero_grad()
        loss = self.compute(x, y)
        loss.backward()
        self.optimizer.step()
"""


@pytest.mark.parametrize(
    ("uses", "left_alone"),
    [
        ("out = out + self.b(x)", False),
        ("out = out + (self.b(x) if y is None else 0)", True),
        ("if y is None: out = self.b(out)", True),
        ("out = out + 1", True),
    ],
)
def test_networks_that_a_called_method_uses(uses: str, left_alone: bool) -> None:
    told = training(FUNCTIONS.format(uses))
    assert any("does not use self.b" in f.message.en for f in told) == left_alone


@pytest.mark.parametrize(("momentum", "left_alone"), [(0, False), (0.9, True)])
def test_networks_that_a_called_method_may_use(momentum: float, left_alone: bool) -> None:
    told = training(
        FUNCTIONS.format("out = (self.b if y is None else self.a)(out)").replace(
            "0.9", str(momentum)
        )
    )
    assert any("does not use self.b" in f.message.en for f in told) == left_alone


@pytest.mark.parametrize(
    ("optimizer", "left_alone"),
    [
        ("AdamW({}, lr=0.1, weight_decay=0.0)", False),
        ("SGD({}, lr=0.1, momentum=0)", False),
        ("AdamW({}, lr=0.1, weight_decay=0.1)", True),
        ("SGD({}, lr=0.1, momentum=0.9)", True),
    ],
)
def test_what_moves_a_network_without_a_gradient(optimizer: str, left_alone: bool) -> None:
    made = optimizer.format("[*model.parameters(), *head.parameters()]")
    (finding,) = training(
        f"""
        optimizer = torch.optim.{made}
        for x, y in loader:
            optimizer.zero_grad()
            loss = model(x)
            loss.backward()
            optimizer.step()
        """
    )
    assert (finding.fix is None) == left_alone


def test_a_decorated_function_stops_gradients() -> None:
    (finding,) = training(
        """
        @torch.no_grad()
        def targets(model, x):
            return model(x)
        def train(model, loader, optimizer):
            for x, y in loader:
                loss = F.mse_loss(model(x), targets(model, y))
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        """
    )
    assert finding.fix is None
    assert "line 10" in finding.message.en


TWO = """
def train(netD, netG, optimizerD, optimizerG, loader, criterion):
    for data in loader:
        netD.zero_grad()
        fake = netG(torch.randn(8, 4))
        errD = criterion(netD(data)) - criterion(netD(fake.detach()))
        errD.backward()
        optimizerD.step()
        netG.zero_grad()
        errG = criterion(netD(fake))
        errG.backward()
        optimizerG.step()
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("optimizer[DG]", "optimizer", id="one for both"),
        pytest.param(r"optimizer([DG])\.", r"self.optimizer\1.", id="of another object"),
        pytest.param("optimizerG", "optimizer_2", id="named after nothing"),
    ],
)
def test_optimizers_whose_names_do_not_tell_their_networks(old: str, new: str) -> None:
    (finding,) = training(re.sub(old, new, TWO))
    assert finding.fix is None


HELD_IN_A_DICT = """
class GAN:
    def __init__(self, D, G):
        self.D, self.G = D, G
        self.opts = {
            "first": torch.optim.SGD(self.D.parameters(), lr=0.1),
            "second": torch.optim.SGD(self.G.parameters(), lr=0.1),
        }

    def train(self, x, z):
        self.opts["first"].zero_grad()
        d_loss = self.D(x).mean() - self.D(self.G(z).detach()).mean()
        d_loss.backward()
        nn.utils.clip_grad_norm_(self.D.parameters(), 1.0)
        self.opts["first"].step()
        self.opts["second"].zero_grad()
        g_loss = self.D(self.G(z)).mean()
        g_loss.backward()
        self.opts["second"].step()
"""


def test_optimizers_in_a_dict_hold_what_they_were_given_there() -> None:
    (finding,) = training(HELD_IN_A_DICT)
    assert finding.fix is not None and "taken to hold" not in finding.message.en


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("self.D.parameters(), lr", "everything, lr", id="what it holds is not seen"),
        pytest.param('"first": ', "name: ", id="under a name that is not seen"),
    ],
)
def test_optimizers_in_a_dict_that_may_hold_others(old: str, new: str) -> None:
    (finding,) = training(HELD_IN_A_DICT.replace(old, new))
    assert finding.fix is None


def test_an_optimizer_is_taken_to_hold_the_network_after_which_it_is_named() -> None:
    (finding,) = training(TWO)
    assert finding.fix is not None and finding.fix.applicability == "unsafe"
    assert "optimizerG is taken to hold the parameters of netG, and no others" in finding.message.en


def test_two_networks_clipped_for_the_optimizers_that_are_named_after_them() -> None:
    text = fixed(
        HEAD
        + """
def train(x, y, encoder, decoder, encoder_optimizer, decoder_optimizer, clip):
    encoder_optimizer.zero_grad()
    decoder_optimizer.zero_grad()
    loss = F.mse_loss(decoder(encoder(x)), y)
    loss.backward()
    _ = nn.utils.clip_grad_norm_(encoder.parameters(), clip)
    _ = nn.utils.clip_grad_norm_(decoder.parameters(), clip)
    encoder_optimizer.step()
    decoder_optimizer.step()
    return loss.item()
""",
        unsafe=True,
    )
    assert text.partition("grad_fn()\n")[2] == (
        "    clipped_1 = ops.clip_by_norm(grads[:len(encoder_optimizer.parameters)], clip)\n"
        "    clipped_2 = ops.clip_by_norm(grads[len(encoder_optimizer.parameters):], clip)\n"
        "    encoder_optimizer(clipped_1)\n"
        "    decoder_optimizer(clipped_2)\n"
        "    return loss.item()\n"
    )


GAN = """
netD, netG = nn.Linear(4, 1), nn.Linear(2, 4)
optimizerD = torch.optim.Adam(netD.parameters())
optimizerG = torch.optim.Adam(netG.parameters())
for z, real in loader:
    optimizerD.zero_grad()
    fake = netG(z)
    errD = netD(real).mean() - netD({fake}).mean()
    errD.backward()
    {step}.step()
    optimizerG.zero_grad()
    errG = netD(fake).mean()
    errG.backward()
    optimizerG.step()
    print(errD)
"""


@pytest.mark.parametrize(
    ("fake", "step", "told"),
    [
        pytest.param("fake", "optimizerD", "cannot be added up", id="nothing is detached"),
        pytest.param("fake.detach()", "optimizerG", "", id="its own optimizer steps"),
    ],
)
def test_a_generator_whose_loss_stays(fake: str, step: str, told: str) -> None:
    (finding,) = training(GAN.format(fake=fake, step=step))
    assert finding.fix is None
    assert told in finding.message.en


def test_the_generator_learns_through_what_the_discriminator_saw() -> None:
    text = fixed(HEAD + GAN.format(fake="fake.detach()", step="optimizerD"))
    assert text.partition("in loader:\n")[2] == indent(
        dedent(
            """\
            def forward_fn_2():
                fake = netG(z)

                def forward_fn():
                    errD = netD(real).mean() - netD(ops.stop_gradient(fake)).mean()
                    return errD

                grad_fn = ms.value_and_grad(forward_fn, None, optimizerD.parameters)
                errD, grads = grad_fn()
                optimizerD(grads)
                errG = netD(fake).mean()
                return errG, errD

            grad_fn_2 = ms.value_and_grad(forward_fn_2, None, optimizerG.parameters, has_aux=True)
            (errG, errD), grads_2 = grad_fn_2()
            optimizerG(grads_2)
            print(errD)
            """
        ),
        "    ",
    )


LISTED = """\
a = nn.Linear(3, 3)
b = nn.Linear(3, 3)
both = nn.ModuleList([a, b])
optimizer = torch.optim.AdamW(both.parameters(), lr=0.1)
for x, y in loader:
    loss = F.mse_loss({}, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""


@pytest.mark.parametrize(("loss", "left_alone"), [("b(a(x))", False), ("a(x)", True)])
def test_a_list_of_networks_whose_items_are_used(loss: str, left_alone: bool) -> None:
    source = HEAD + LISTED.format(loss)
    assert (".backward()" in fixed(source, unsafe=True)) == left_alone


IN_TURN = """\
from nets import A, B

head = nn.Linear(3, 2)
for net in (A(), B()):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        loss = F.cross_entropy(net(x), y)
        net.zero_grad()
        loss.backward()
        optimizer.step()
other = torch.optim.SGD(head.parameters(), lr=0.1)
for x, y in loader:
    loss = F.cross_entropy(head(x), y)
    other.zero_grad()
    loss.backward()
    other.step()
"""


def test_networks_that_train_one_after_the_other_in_a_loop_beside_another_one() -> None:
    after = fixed(HEAD + IN_TURN, unsafe=True)
    assert "grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters)" in after
    assert "grad_fn_2 = ms.value_and_grad(forward_fn_2, None, other.parameters)" in after
    assert ".backward()" not in after


def test_an_optimizer_after_the_other_for_one_backward_call_beside_such_a_loop() -> None:
    steps = "loss = F.mse_loss(a(x), b(x))\nfor opt in opts:\n    opt.zero_grad()\nloss.backward()\nfor opt in opts:\n    opt.step()\n"
    assert any("share of the gradients" in f.message.en for f in training(IN_TURN + steps))


def test_what_cannot_be_seen_is_told() -> None:
    (finding,) = training(
        TRAIN
        + "        loss = criterion(model(x), y)\n        model.zero_grad()\n"
        + "        loss.backward()\n        optimizer.step()\n"
    )
    assert finding.fix is not None
    assert finding.fix.applicability == "unsafe"
    assert "parameters of model" in finding.message.en
    assert "model 的参数" in finding.message.zh


def test_graph_mode_is_told() -> None:
    source = (
        TRAIN + "        optimizer.zero_grad()\n        loss = criterion(model(x), y)\n"
        "        loss.backward()\n        optimizer.step()\n"
    )
    (plain,) = training(source)
    (graph,) = training(source, Config(target=Target(mode="GRAPH")))
    assert plain.fix is not None and plain.fix.applicability == "safe"
    assert graph.fix is not None and graph.fix.applicability == "unsafe"


PAIRS = [
    pytest.param(
        """
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        scaler.scale(loss).backward()
        if clip:
            scaler.unscale_(optimizer)
            print(clip)
        scaler.step(optimizer)
        scaler.update()
        print(loss)
        """,
        """
        def forward_fn(x, y):
            loss = criterion(model(x), y)
            return scaler.scale(loss), loss

        grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters, has_aux=True)

        for x, y in loader:
            (_, loss), grads = grad_fn(x, y)
            if clip:
                grads = scaler.unscale_(optimizer, grads)
                print(clip)
            scaler.step(optimizer, grads)
            scaler.update()
            print(loss)
        """,
        id="a scaler",
    ),
    pytest.param(
        """
        # clear
        optimizer.zero_grad()  # now
        # forward
        out = model(
            x,
        # inside
        )

        text = '''
        as it is
        '''
        loss = criterion(out, y)  # the loss
        # backward
        loss.backward()  # compute
        optimizer.step()  # update
        print(text)
        """,
        """
        def forward_fn(x, y):
            # forward
            out = model(
                x,
            # inside
            )

            text = '''
        as it is
        '''
            loss = criterion(out, y)  # the loss
            return loss, (text,)

        grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters, has_aux=True)

        for x, y in loader:
            # clear
            # now
            # backward
            (loss, (text,)), grads = grad_fn(x, y)  # compute
            optimizer(grads)  # update
            print(text)
        """,
        id="comments and strings",
    ),
    pytest.param(
        """
        optimizer.zero_grad(set_to_none=True)
        criterion(model(x), y).backward()
        optimizer.step()
        """,
        """
        def forward_fn(x, y):
            return criterion(model(x), y)

        grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters)

        for x, y in loader:
            _, grads = grad_fn(x, y)
            optimizer(grads)
        """,
        id="one expression",
    ),
    pytest.param(
        """
        a, b = model(x)
        (criterion(a, y) + b.mean()).backward()
        optimizer.step()
        optimizer.zero_grad()
        print(a)
        """,
        """
        def forward_fn(x, y):
            a, b = model(x)
            return criterion(a, y) + b.mean(), a

        grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters, has_aux=True)

        for x, y in loader:
            (_, a), grads = grad_fn(x, y)
            optimizer(grads)
            print(a)
        """,
        id="a sum, cleared afterwards",
    ),
    pytest.param(
        """
        out = model(x)
        loss = criterion(out, y)
        if loss != loss:
            continue
        seen.append(loss)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        """,
        """
        def forward_fn(x, y):
            out = model(x)
            loss = criterion(out, y)
            return loss

        grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters)

        for x, y in loader:
            loss, grads = grad_fn(x, y)
            if loss != loss:
                continue
            seen.append(loss)
            optimizer(grads)
        """,
        id="something between loss and backward",
    ),
    pytest.param(
        """
        optimizer.zero_grad()
        if y:
            state, loss = model(x, state)
        loss = criterion(model(x), state)
        loss.backward()
        optimizer.step()
        """,
        """
        def forward_fn(y, x, state):
            if y:
                state, loss = model(x, state)
            loss = criterion(model(x), state)
            return loss, state

        grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters, has_aux=True)

        for x, y in loader:
            (loss, state), grads = grad_fn(y, x, state)
            optimizer(grads)
        """,
        id="state from round to round",
    ),
    pytest.param(
        """
        optimizer.zero_grad()
        if y:
            loss = criterion(model(x), y)
            loss.backward()
            optimizer.step()
        else:
            loss = criterion(model(x))
            loss.backward()
            optimizer.step()
        """,
        """
        def forward_fn(x, y):
            loss = criterion(model(x), y)
            return loss

        grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters)

        def forward_fn_2(x):
            loss = criterion(model(x))
            return loss

        grad_fn_2 = ms.value_and_grad(forward_fn_2, None, optimizer.parameters)

        for x, y in loader:
            if y:
                loss, grads = grad_fn(x, y)
                optimizer(grads)
            else:
                loss, grads_2 = grad_fn_2(x)
                optimizer(grads_2)
        """,
        id="a step in each branch",
    ),
    pytest.param(
        """
        with torch.set_grad_enabled(y):
            out = model(x)
            loss = criterion(out, y)
            if y:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        print(loss)
        """,
        """
        def forward_fn(x, y):
            out = model(x)
            loss = criterion(out, y)
            return loss

        grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters)

        for x, y in loader:
            if y:
                loss, grads = grad_fn(x, y)
                optimizer(grads)
            else:
                loss = forward_fn(x, y)
            print(loss)
        """,
        id="training and validation in one",
    ),
    pytest.param(
        """
        batch = state.sample(32)
        with torch.no_grad():
            target = model(batch.next).max(1)[0]
        value = model(batch.now).gather(1, batch.action)
        loss = criterion(value, target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        """,
        """
        def forward_fn(batch, target):
            value = model(batch.now).gather(1, batch.action)
            loss = criterion(value, target)
            return loss

        grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters)

        for x, y in loader:
            batch = state.sample(32)
            target = model(batch.next).max(1)[0]
            loss, grads = grad_fn(batch, target)
            optimizer(grads)
        """,
        id="a target before the forward pass",
    ),
    pytest.param(
        """
        batch = state.compute(32)
        with torch.no_grad():
            target = model(batch.next).max(1)[0]
        loss = criterion(model(batch.now), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        """,
        """
        def forward_fn():
            batch = state.compute(32)
            target = model(batch.next).max(1)[0]
            target = ops.stop_gradient(target)
            loss = criterion(model(batch.now), target)
            return loss

        grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters)

        for x, y in loader:
            loss, grads = grad_fn()
            optimizer(grads)
        """,
        id="a target behind what may have a gradient",
    ),
    pytest.param(
        """
        value = model(x)
        if state:
            with torch.no_grad():
                scaled = model(y) * 2
                target = scaled + 1  # the goal
        else:
            target = y
        loss = criterion(value, target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        """,
        """
        def forward_fn(x, y):
            value = model(x)
            if state:
                scaled = model(y) * 2
                target = scaled + 1  # the goal
                target = ops.stop_gradient(target)
            else:
                target = y
            loss = criterion(value, target)
            return loss

        grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters)

        for x, y in loader:
            loss, grads = grad_fn(x, y)
            optimizer(grads)
        """,
        id="a target in a branch",
    ),
]


@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_becomes_a_function(before: str, after: str) -> None:
    head = "def train(model, loader, optimizer, criterion, seen, state):\n"

    def body(text: str, depth: int) -> str:
        strings = False
        lines = []
        for line in dedent(text).strip("\n").splitlines():
            lines.append(line if strings or not line else " " * depth + line)
            strings ^= line.count("'''") == 1
        return "\n".join(lines) + "\n"

    loop = f"{head}    for x, y in loader:\n"
    text = fixed(f"import torch\n{loop}{body(before, 8)}", unsafe=True)
    imports, _, rest = text.partition(head)
    assert imports.startswith("import mindspore as ms\n")
    assert rest == body(after, 4)


def test_blocks_around_the_loop_go_as_well() -> None:
    assert fixed(
        """\
        import torch
        def train(model, loader, optimizer):
            with torch.enable_grad():
                for x in loader:
                    with torch.set_grad_enabled(True):
                        optimizer.zero_grad()
                        loss = model(x)
                        loss.backward()
                        optimizer.step()
        """
    ) == dedent(
        """\
        import mindspore as ms
        def train(model, loader, optimizer):
            def forward_fn(x):
                loss = model(x)
                return loss

            grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters)

            for x in loader:
                loss, grads = grad_fn(x)
                optimizer(grads)
        """
    )


BRANCH = """\
import torch
def train(model, x, optimizer):
    if torch.jit.is_scripting():
        return None
    else:
        optimizer.zero_grad()
        loss = {}
        loss.backward()
        optimizer.step()
"""


def test_a_branch_that_moves_at_the_same_time() -> None:
    assert fixed(BRANCH.format("model(torch.relu(x))")).endswith(
        """\
    def forward_fn():
        loss = model(ops.relu(x))
        return loss

    grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters)
    loss, grads = grad_fn()
    optimizer(grads)
"""
    )


def test_what_no_round_can_mend_is_still_told() -> None:
    store = proved_store()
    document = Document("example.py", BRANCH.format("model(x)"))
    result = fix_document(document, Config(), Workspace(), unsafe=False, store=store)
    told = [(f.code, f.severity, f.fix) for f in result.report.findings]
    assert told == [("MP306", "error", None)]


def test_what_an_epoch_leaves_over_is_not_lost() -> None:
    assert fixed(
        """\
        import torch
        def train(model, loader, criterion, optimizer):
            optimizer.zero_grad()
            for i, (x, y) in enumerate(loader):
                loss = criterion(model(x), y)
                loss.backward()
                if i % 4 == 3:
                    optimizer.step()
                    optimizer.zero_grad()
            if i % 4 != 3:
                optimizer.step()
        """
    ) == dedent(
        """\
        import mindspore as ms
        def train(model, loader, criterion, optimizer):
            def forward_fn(x, y):
                loss = criterion(model(x), y)
                return loss

            grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters)

            total_grads = None
            for i, (x, y) in enumerate(loader):
                loss, grads = grad_fn(x, y)
                total_grads = grads if total_grads is None else tuple(a + b for a, b in zip(total_grads, grads))
                if i % 4 == 3:
                    optimizer(total_grads)
                    total_grads = None
            if i % 4 != 3:
                if total_grads is not None:
                    optimizer(total_grads)
        """
    )


ADDED = """\
import torch
def train(model, loader, criterion):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for i, (x, y) in enumerate(loader):
        out = model(x)
{}        if i % 4 == 3:
            while lock.is_free():
                optimizer.step()
"""
ZERO, LOSS = "        optimizer.zero_grad()\n", "        loss = criterion(out, y)\n"
BACKWARD, PRINT = "        loss.backward()\n", "        print(loss)\n"


@pytest.mark.parametrize(
    ("body", "order"),
    [
        pytest.param(ZERO + LOSS + BACKWARD, "loss take", id="in the forward part"),
        pytest.param(LOSS + PRINT + ZERO + BACKWARD, "loss print take", id="behind it"),
    ],
)  # fmt: skip
def test_gradients_are_cleared_before_they_are_added(body: str, order: str) -> None:
    lines = fixed(ADDED.format(body), unsafe=True).partition("enumerate(loader):\n")[2].splitlines()
    words = {
        "total_grads = None": "None",
        "total_grads = grads": "take",
        "loss, grads = grad_fn(x, y)": "loss",
    }
    words |= {"print(loss)": "print"}
    seen = [words.get(line.strip(), "add" if "is None else" in line else "") for line in lines]
    assert [word for word in seen if word] == order.split()


def test_gradients_are_cleared_by_themselves_where_the_round_may_end_behind() -> None:
    source = ADDED.format(LOSS + BACKWARD).replace(
        "        out =", f"{ZERO}        if y is None:\n            continue\n        out ="
    )
    text = fixed(source, unsafe=True)
    assert "        total_grads = None\n        if y is None:\n            continue\n" in text
    assert "        total_grads = grads if total_grads is None else tuple(" in text


def test_gradients_that_are_cleared_in_each_round_are_not_added() -> None:
    text = fixed(
        """
        import torch
        def train(model, loader, criterion):
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
            for x, y in loader:
                loss = criterion(model(x), y)
                optimizer.zero_grad()
                loss.backward()
                if loss.item() < 10:
                    if x.mean() > 0:
                        optimizer.step()
        """,
        unsafe=True,
    )
    assert "total_grads" not in text
    assert "            if x.mean() > 0:\n                optimizer(grads)\n" in dedent(text)


SCALED = """
def train(net, data, opt, criterion, scaler=None):
    for x, y in data:
        loss = F.mse_loss(net(x), y)
        opt.zero_grad()
        if scaler is not None:
            scaler.scale(loss).backward()
            scaler.step(opt)
            scaler.update()
        else:
            loss.backward()
            opt.step()
"""


def test_backward_in_both_branches() -> None:
    text = fixed(HEAD + SCALED, unsafe=True)
    assert "return scaler.scale(loss) if scaler is not None else loss\n" in text
    assert "            scaler.step(opt, grads)\n" in text
    assert "            opt(grads)\n" in text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("if scaler is not None", "if is_scaled()", id="a test with effects"),
        pytest.param("else:", "elif net.training:", id="a third branch"),
        pytest.param("loss.backward()", "loss.backward(create_graph=True)", id="an argument"),
        pytest.param("            opt.step()", "            pass", id="no step in one"),
        pytest.param("if scaler is not None", "if net.scale(x)", id="a test of the network"),
    ],
)
def test_backward_stays_in_branches(old: str, new: str) -> None:
    (finding,) = training(SCALED.replace(old, new))
    assert finding.fix is None


def test_backward_in_both_branches_and_one_step_behind() -> None:
    source = SCALED.replace(
        "            scaler.step(opt)\n            scaler.update()\n", ""
    ).replace("            opt.step()\n", "        opt.step()\n")
    text = fixed(HEAD + source, unsafe=True)
    assert "        opt(grads)\n" in text
    assert "if scaler is not None:" not in text and "pass" not in text and "total" not in text


def test_a_norm_is_read_behind_backward_in_each_branch() -> None:
    clip = "nn.utils.clip_grad_norm_(net.parameters(), 1.0)\n            "
    source = SCALED.replace(
        "scaler.step(opt)", f"scaler.unscale_(opt)\n            {clip}scaler.step(opt)"
    )
    source = source.replace("opt.step()", f"{clip}opt.step()")
    text = fixed(HEAD + source, unsafe=True)
    assert (
        "            grads = scaler.unscale_(opt, grads)\n            grads = ops.clip_by_norm"
        in text
    )
    assert (
        "        else:\n            grads = ops.clip_by_norm(grads, 1.0)\n            opt(grads)\n"
        in text
    )


IN_BRANCHES = """
def train(model, loader, optimizer, scaler, half):
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        if half:
            scaler.scale(loss).backward()
        else:
            loss.backward()
        if half:
            scaler.unscale_(optimizer)
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        if half:
            scaler.step(optimizer)
        else:
            optimizer.step()
"""


def test_branches_that_do_nothing_but_backward_and_what_is_clipped_for_each_step() -> None:
    text = fixed(HEAD + IN_BRANCHES, unsafe=True)
    assert "return scaler.scale(loss) if half else loss\n" in text
    assert text.endswith(
        "        if half:\n            grads = scaler.unscale_(optimizer, grads)\n"
        "        grads = ops.clip_by_norm(grads, 1.0)\n"
        "        if half:\n            scaler.step(optimizer, grads)\n"
        "        else:\n            optimizer(grads)\n"
    )


@pytest.mark.parametrize(
    "changed",
    [
        IN_BRANCHES.replace("        else:\n            optimizer.step()", "        optimizer.step()"),
        IN_BRANCHES.replace("        else:\n            loss.b", "        if not half:\n            loss.b"),
        IN_BRANCHES.replace("            optimizer.step()", "            other_optimizer.step()"),
        IN_BRANCHES.replace("        if half:\n            scaler.s", "        if half():\n            scaler.s"),
    ],
    ids=["both step", "no branches", "another optimizer", "asked again"],
)  # fmt: skip
def test_leaves_other_branches_alone(changed: str) -> None:
    assert changed != IN_BRANCHES
    text = fixed(HEAD + changed, unsafe=True)
    assert "value_and_grad" not in text


def test_gradients_that_are_cleared_in_a_branch_of_the_forward_part() -> None:
    branch = "        if i == 3:\n            optimizer.zero_grad()\n"
    (finding,) = training(ADDED.format(branch + LOSS + BACKWARD).partition("\n")[2])
    assert finding.fix is None
    assert "every time" in finding.message.en


def test_a_function_that_reads_what_the_forward_pass_binds_comes_along() -> None:
    text = fixed(
        HEAD
        + TRAIN
        + """\
        def penalty():
            return (out ** 2).mean()
        out = model(x)
        loss = criterion(out, y) + penalty()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""
    )
    assert "def forward_fn(x, y):\n        def penalty():\n" in text


def test_no_grad_before_the_network_of_the_loss_in_another_block() -> None:
    text = fixed(
        HEAD
        + TRAIN
        + """\
        with torch.autocast(device, enabled=half):
            with torch.no_grad():
                t = torch.relu(model.act(y))
            q = model.act(x)
            loss = F.mse_loss(q, t)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
""",
        unsafe=True,
    )
    assert "ops.stop_gradient(" in text
    assert "value_and_grad" in text


def test_no_grad_that_may_change_a_dict_which_nothing_reads_behind_it() -> None:
    text = fixed(
        HEAD
        + TRAIN
        + """\
        q = {"h": model.encode(x)}
        with torch.no_grad():
            t = target.act(q)
        loss = F.mse_loss(model(x), t)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
""",
        unsafe=True,
    )
    assert "        t = target.act(q)\n        t = ops.stop_gradient(t)\n" in text
    assert "value_and_grad" in text


def test_data_that_is_handed_on_keeps_its_gradient_out() -> None:
    text = fixed(
        HEAD
        + TRAIN
        + """\
        out = model(x)
        loss = criterion(out, y) + penalty(model, out.data)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
""",
        unsafe=True,
    )
    assert "penalty(model, ops.stop_gradient(out))" in text


def test_a_loss_that_a_network_computes_of_its_own_is_its_loss() -> None:
    text = fixed(
        HEAD
        + """\
class Process(nn.Module):
    def __init__(self, x):
        super().__init__()
        self.x, self.scale = x, nn.Parameter(torch.zeros(1))

    def nll(self):
        return (self.x * self.scale.exp()).sum()


process = Process(data)
optimizer = torch.optim.SGD(process.parameters(), lr=0.1)
for step in range(3):
    optimizer.zero_grad()
    loss = process.nll()
    loss.backward()
    optimizer.step()
""",
        unsafe=True,
    )
    assert "    loss, grads = grad_fn()\n    optimizer(grads)\n" in text


def test_data_of_what_was_computed_may_be_changed() -> None:
    text = fixed(
        HEAD
        + TRAIN
        + """\
        out = model(x)
        out.data.clamp_(0, 1)
        loss = criterion(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
""",
        unsafe=True,
    )
    assert "value_and_grad" in text
    assert "        out.data.copy_(out.data.clamp(min=0, max=1))\n" in text


@pytest.mark.parametrize(
    ("lines", "inside"),
    [
        ("x[:, 2:] = self.fill(x)", True),
        ("x[:, 2:] = x.mean()", False),
        ("x = torch.autograd.Variable(x)", False),
        ("known = x.data.ne(PAD).sum()\n        x = x * known", False),
        ("x[:, 2:] = 0", False),
        ("x = x + 0.1 * torch.randn_like(x)", False),
        ("x = x + noise_of(x)", True),
        ("y = F.one_hot(y, 3).float()", False),
        ("y = (torch.rand(4) > 0.5).float()", False),
        ("x = {'a': x, 'b': -y}", False),
        ("x = torch.stack([row for row in x if row is not None])", False),
        ("batch = Batch(*zip(*x))\n        x = torch.cat(batch.state)", False),
        ("batch = other(*zip(*x))\n        x = torch.cat(batch.state)", True),
        ("x = x.features", True),
    ],
)
def test_what_only_prepares_data_stays_in_the_loop(lines: str, inside: bool) -> None:
    text = fixed(
        HEAD
        + "Batch = namedtuple('Batch', ('state', 'action'))\n"
        + TRAIN
        + f"        {lines}\n"
        + """\
        loss = criterion(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
""",
        unsafe=True,
    )
    function = text[text.index("def forward_fn") : text.index("return loss")]
    assert (len(function.splitlines()) > 3) is inside


def test_numbers_beside_the_loss_are_a_tuple() -> None:
    text = fixed(
        HEAD
        + """\
def train(model, loader, optimizer, scale):
    for x, y in loader:
        out = torch.relu(model(x))
        top = out.max().item()
        loss = F.mse_loss(out / top, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(top)
"""
    )
    assert "        return loss, (top,)\n" in text
    assert "        (loss, (top,)), grads = grad_fn(x, y)\n" in text


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_tabs_and_line_endings_stay(newline: str) -> None:
    before = (
        "import torch\ndef f(model, optimizer, x):\n\tx = model(x)\n\toptimizer.zero_grad()\n"
        "\tx.backward()\n\toptimizer.step()\n"
    )
    after = (
        "import mindspore as ms\ndef f(model, optimizer, x):\n\tdef forward_fn(x):\n"
        "\t\tx = model(x)\n\t\treturn x\n\n"
        "\tgrad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters)\n"
        "\tx, grads = grad_fn(x)\n\toptimizer(grads)\n"
    )
    assert fixed(before.replace("\n", newline)) == after.replace("\n", newline)


def test_names_are_free() -> None:
    text = fixed(
        "import torch\ngrads = 1\n" + TRAIN + "        optimizer.zero_grad()\n"
        "        model(x).backward()\n        optimizer.step()\n"
    )
    assert "_, grads_2 = grad_fn_2(x)" in text
    assert "forward_fn_2(x)" in text


def test_the_norm_of_the_gradients_is_that_before_clipping() -> None:
    source = (
        TRAIN + "        optimizer.zero_grad()\n        model(x).backward()\n"
        "        norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n"
        "        optimizer.step()\n        print(norm)\n"
    )
    (finding,) = training(source)
    assert finding.fix is not None and finding.fix.applicability == "unsafe"
    lines = fixed(HEAD + source, unsafe=True).splitlines()
    assert [line.strip() for line in lines[-4:-1]] == [
        "norm = sum((grad**2).sum() for grad in grads).sqrt()",
        "grads = ops.clip_by_norm(grads, 1.0)",
        "optimizer(grads)",
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "norm = {}.item()",
        "norms['all'] = float({})",
        "norms.append({})",
        "self.norm, self.count = {}, 1",
        "norm: torch.Tensor = {}",
        "total += {}",
    ],
)
def test_the_norm_of_the_gradients_stays_where_it_is_used(statement: str) -> None:
    clip = statement.format("nn.utils.clip_grad_norm_(model.parameters(), 1.0)")
    source = (
        TRAIN + "        optimizer.zero_grad()\n        model(x).backward()\n"
        f"        {clip}\n        optimizer.step()\n"
    )
    after = statement.format("sum((grad**2).sum() for grad in grads).sqrt()")
    lines = fixed(HEAD + source, unsafe=True).splitlines()
    assert [line.strip() for line in lines[-3:]] == [
        after.replace("torch", "ms"),
        "grads = ops.clip_by_norm(grads, 1.0)",
        "optimizer(grads)",
    ]


@pytest.mark.parametrize(
    ("clip", "clipped"),
    [
        (
            "clip_grad_norm_(parameters=model.parameters(), max_norm=1.0)",
            "ops.clip_by_norm(grads, 1.0)",
        ),
        (
            "clip_grad_value_(clip_value=0.5, parameters=model.parameters())",
            "ops.clip_by_value(grads, -0.5, 0.5)",
        ),
    ],
)
def test_a_clip_whose_parameters_are_named(clip: str, clipped: str) -> None:
    source = (
        TRAIN + "        optimizer.zero_grad()\n        model(x).backward()\n"
        f"        nn.utils.{clip}\n        optimizer.step()\n"
    )
    assert f"        grads = {clipped}\n        optimizer(grads)\n" in fixed(
        HEAD + source, unsafe=True
    )


ENGINE = """
from parts import Loss

class Engine:
    def step(self, x, y):
        loss = self.criterion(self.model(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

criterion = Loss()
"""


def test_a_file_of_another_framework_whose_classes_stand_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "parts.py").write_text("class Loss:\n    pass\n")
    assert findings(ENGINE, path=str(tmp_path / "engine.py")) == []


def test_a_loop_in_a_file_that_takes_its_torch_from_another_one(tmp_path: Path) -> None:
    (tmp_path / "parts.py").write_text(f"{HEAD}class Loss(nn.Module):\n    pass\n")
    found = findings(ENGINE, path=str(tmp_path / "engine.py"))
    assert [f.severity for f in found if f.code == "MP306"] == ["warning"]


@pytest.mark.parametrize(
    ("frozen", "left_alone"),
    [
        ("for p in teacher.parameters():\n    p.requires_grad_(False)", False),
        ("noisy = x.clone()\nnoisy.requires_grad = True", False),
        ("for p in model.parameters():\n    p.requires_grad = False", False),
        ("model.head.weight.requires_grad = False", False),
        ("layer = choose(model)\nlayer.requires_grad = False", True),
    ],
)
def test_what_is_frozen_behind_the_optimizer(frozen: str, left_alone: bool) -> None:
    (finding,) = (
        f
        for f in training(
            "model, teacher = nn.Linear(2, 2), nn.Linear(2, 2)\n"
            "optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n"
            f"{frozen}\n"
            "for x, y in loader:\n    optimizer.zero_grad()\n    loss = F.mse_loss(model(x), y)\n"
            "    loss.backward()\n    optimizer.step()\n"
        )
        if f.symbol == "torch.Tensor.backward"
    )
    assert (finding.fix is None) == left_alone


def test_a_loop_over_parameters_reads_their_gradients() -> None:
    text = fixed(
        HEAD
        + """
model = nn.Linear(2, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x, y in loader:
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), y)
    loss.backward()
    for p in model.parameters():
        if p.grad is not None:
            p.grad.data.mul_(0.5)
    print(max(p.grad.abs().max() for p in model.parameters()))
    optimizer.step()
""",
        unsafe=True,
    )
    assert text.partition("grad_fn(x, y)\n")[2] == indent(
        dedent(
            """\
            grads = tuple(grad.copy() for grad in grads)
            for p, grad in zip(optimizer.parameters, grads):
                if grad is not None:
                    grad.data.copy_(grad.data.mul(0.5))
            print(max(grad.abs().max() for p, grad in zip(optimizer.parameters, grads)))
            optimizer(grads)
            """
        ),
        "    ",
    )


SET_BY_HAND = """\
model = nn.Linear(2, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x, y in loader:
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), y)
    loss.backward()
    for p in model.parameters():
        {}
    optimizer.step()
"""


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("p.grad = p.grad if y.any() else None", id="none at all at times"),
        pytest.param("p.grad, old = p.grad / 2, p.grad", id="two at once"),
        pytest.param("p.grad = old = p.grad / 2", id="another name for it"),
        pytest.param("model.kept.grad = p.grad", id="the gradient of something else"),
    ],
)
def test_gradients_are_left_alone_where_they_are_set_otherwise(line: str) -> None:
    (finding,) = (
        f for f in training(SET_BY_HAND.format(line)) if f.symbol == "torch.Tensor.backward"
    )
    assert finding.fix is None


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("p.grad = p.grad / p.grad.norm()", "grad.data = grad / norm(grad)"),
        ("p.grad *= 0.5", "grad.data *= 0.5"),
        ("p.grad = p.grad + 0.1 * p.data", "grad.data = grad + 0.1 * p.data"),
        ("if p.grad is not None:\n            p.grad += 0.1 * p", "    grad.data += 0.1 * p"),
        ("p.grad = old[p]", "grad.data = old[p]"),
    ],
)
def test_gradients_are_set_by_hand_before_a_step(line: str, after: str) -> None:
    source = SET_BY_HAND.format(line)
    text = fixed(HEAD + source, unsafe=True)
    assert f"        {after}\n    optimizer(grads)\n" in text
    (finding,) = (f for f in training(source) if f.symbol == "torch.Tensor.backward")
    assert ("one tensor in torch" in finding.message.en) is line.endswith("old[p]")


@pytest.mark.parametrize(
    "place",
    [
        "    loss.backward()\n{}    optimizer.step()\n",
        "{}    loss.backward()\n    optimizer.step()\n",
    ],
)
@pytest.mark.parametrize("network", ["model", "other"])
def test_gradients_are_read_where_they_are_there(place: str, network: str) -> None:
    (finding,) = (
        f
        for f in training(
            "model, other = nn.Linear(2, 2), nn.Linear(2, 2)\n"
            "optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n"
            "for x, y in loader:\n    optimizer.zero_grad()\n    loss = F.mse_loss(model(x), y)\n"
            + place.format(f"    n = [p.grad.norm() for p in {network}.parameters()]\n")
        )
        if f.symbol == "torch.Tensor.backward"
    )
    assert (finding.fix is not None) == (network == "model" and place.startswith("    loss"))


@pytest.mark.parametrize("loss", ["(loss * w.detach()).backward()", "(loss * w.item()).backward()"])
def test_what_a_loss_is_weighted_with_is_made_in_its_function(loss: str) -> None:
    source = (
        "model = nn.Linear(2, 2)\noptimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n"
        "for x, y in loader:\n    optimizer.zero_grad()\n    loss = F.mse_loss(model(x), y)\n"
        f"    w = torch.tensor(2.0)\n    {loss}\n    optimizer.step()\n"
    )
    fixes = fix_document(Document("program.py", HEAD + source), Config(), Workspace(), unsafe=True)
    function = fixes.document.text.partition("def forward_fn")[2].partition("return")[0]
    assert "w = " in function


@pytest.mark.parametrize(
    "call", ["accelerator.backward(loss)", "fabric.backward(loss)", "self.manual_backward(loss)"]
)
def test_a_launcher_is_told_by_its_name(call: str) -> None:
    (finding,) = training(
        f"""
        def train(self, model, loader, optimizer, accelerator, fabric):
            for x, y in loader:
                optimizer.zero_grad()
                loss = F.mse_loss(model(x), y)
                {call}
                optimizer.step()
        """
    )
    assert finding.fix is None
    assert "write loss.backward()" in finding.message.en


@pytest.mark.parametrize(("body", "turned"), [("self.net(x)", True), ("x", False)])
def test_a_loss_in_a_method_of_the_file(body: str, turned: bool) -> None:
    findings = training(
        f"""
        class Trainer:
            def __init__(self):
                self.net = nn.Linear(2, 2)
                self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
            def calc_loss(self, x, y):
                return F.mse_loss({body}, y)
            def step(self, x, y):
                loss = self.calc_loss(x, y)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
        """
    )
    assert [finding.fix is not None for finding in findings] == [turned]


def test_a_loss_in_a_method_that_is_named_as_a_containers() -> None:
    (finding,) = training(
        """
        class Trainer:
            def __init__(self, net):
                self.net = net
                self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
            def update(self, x, y):
                return F.mse_loss(self.net(x), y)
            def train(self, loader):
                for x, y in loader:
                    loss = self.update(x, y)
                    self.optimizer.zero_grad()
                    loss.backward()
                    self.optimizer.step()
        """
    )
    assert finding.fix is not None


ON_ONE_LINE = """
def train(model, loader, optimizer):
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        STEP
"""


@pytest.mark.parametrize(
    ("step", "after"),
    [
        (
            "optimizer.zero_grad(); loss.backward(); optimizer.step()  # one step",
            "optimizer(grads)  # one step",
        ),
        ("optimizer.zero_grad();loss.backward();\n        optimizer.step();", "optimizer(grads);"),
        (
            "optimizer.zero_grad(); loss.backward()\n        optimizer.step(); print(';')",
            "optimizer(grads); print(';')",
        ),
    ],
)
def test_statements_on_one_line_are_written_one_by_one_first(step: str, after: str) -> None:
    text = fixed(HEAD + ON_ONE_LINE.replace("STEP", step), unsafe=True)
    assert text.endswith(f"        loss, grads = grad_fn(x, y)\n        {after}\n")


def test_statements_behind_a_colon_are_left_alone() -> None:
    step = "if y: optimizer.zero_grad(); loss.backward(); optimizer.step()"
    source = ON_ONE_LINE.replace("STEP", step)
    (finding,) = training(source)
    assert finding.fix is None
    assert step in fixed(HEAD + source, unsafe=True)


PARTS = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.name = "net"
        self.body = nn.Linear(2, 2)
        self.heads = nn.ModuleDict({"a": nn.Linear(2, 2)})
        MORE
    def forward(self, x):
        return self.heads["a"](self.body(x))

net = Net()
weights = nn.Linear(2, 2)
optimizer = torch.optim.Adam([
    {"params": net.body.parameters(), "lr": 1e-3},
    {"params": net.heads.parameters()},
    {"params": weights.parameters()},
])
for x, y in loader:
    loss = weights(net(x)).sum()
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(list(net.parameters()) + list(weights.parameters()), 1.0)
    optimizer.step()
"""


@pytest.mark.parametrize(
    ("more", "told"), [("", ""), ("self.tail = nn.Linear(2, 2)", "is taken to hold the parameters")]
)
def test_a_network_is_clipped_whose_parts_the_optimizer_holds(more: str, told: str) -> None:
    (finding,) = training(PARTS.replace("MORE", more))
    assert finding.fix is not None
    assert ("is taken to hold the parameters" in finding.message.en) == bool(told)


AGENT = """
policy = Policy()
optimizer = torch.optim.Adam(policy.parameters(), lr=0.01)

def select_action(state):
    m = torch.distributions.Categorical(policy(state))
    action = m.sample()
    policy.log_probs.append(KEPT)
    return action.item()

def finish_episode(returns, states):
    policy_loss = deque()
    BEFORE
    for log_prob, R in zip(policy.log_probs, returns):
        policy_loss.appendleft(-log_prob * R)
    optimizer.zero_grad()
    loss = torch.stack(list(policy_loss)).sum() + policy.value(states).sum()
    loss.backward()
    optimizer.step()
"""


@pytest.mark.parametrize(
    ("kept", "before", "left_alone"),
    [
        ("m.log_prob(action)", "pass", True),
        ("(m.log_prob(action), state)", "pass", True),
        ("action.item()", "pass", False),
        ("m.log_prob(action).detach()", "pass", False),
        ("m.log_prob(action)", "for s in states: select_action(s)", False),
    ],
)
def test_what_another_function_keeps_of_a_network(kept: str, before: str, left_alone: bool) -> None:
    source = AGENT.replace("KEPT", kept).replace("BEFORE", before)
    (finding,) = training("from collections import deque\n" + source)
    assert (finding.fix is None) == left_alone
    if left_alone:
        assert "policy.log_probs holds what select_action computed" in finding.message.en


def test_two_networks_clipped_apart_stay_marked() -> None:
    (finding,) = training(
        TRAIN + "        optimizer.zero_grad()\n        loss = criterion(model.a(model.b(x)), y)\n"
        "        loss.backward()\n"
        "        nn.utils.clip_grad_norm_(model.a.parameters(), 1.0)\n"
        "        nn.utils.clip_grad_norm_(model.b.parameters(), 1.0)\n        optimizer.step()\n"
    )
    assert finding.fix is None
    assert "clipping" in finding.message.en


def test_the_indentation_is_that_of_the_statements() -> None:
    text = fixed(
        HEAD + '"""\nA title:\n  a text\n"""\n' + TRAIN + "        optimizer.zero_grad()\n"
        "        loss = criterion(model(x), y)\n        loss.backward()\n        optimizer.step()\n",
        unsafe=True,
    )
    assert "def forward_fn(x, y):\n        loss = criterion(model(x), y)\n" in text


CLIPPED = (
    TRAIN + "        optimizer.zero_grad()\n        loss = criterion(model(x), y)\n"
    "        loss.backward()\n        {}nn.utils.clip_grad_norm_(model.parameters(), **options)\n"
    "        optimizer.step()\n"
)


def test_options_of_a_clip() -> None:
    source = CLIPPED.format("")
    (finding,) = training(source)
    assert "options is taken to give max_norm, and norm_type 2 or inf" in finding.message.en
    assert "grads = ops.clip_by_norm(grads, **options)\n" in fixed(HEAD + source, unsafe=True)


def test_the_norm_of_a_clip_with_options_stays_marked() -> None:
    (finding,) = training(CLIPPED.format("norm = "))
    assert finding.fix is None


ONE_BATCH = """
class Agent:
    def __init__(self, actor, critic, prepared):
        self.prepared = prepared
        self.actor = actor
        self.critic = critic
        self.actor_optimizer = torch.optim.SGD(self.actor.parameters(), lr=0.1)
        self.critic_optimizer = torch.optim.SGD(self.critic.parameters(), lr=0.1)

    def critic_loss(self, batch):
        return self.critic(batch).mean()

    def actor_loss(self, batch):
        return self.critic(self.actor(batch)).mean()

    def update(self, experiences):
        batch = {made}
        self.critic_optimizer.zero_grad()
        self.critic_loss(batch).backward()
        self.critic_optimizer.step()
        self.actor_optimizer.zero_grad()
        self.actor_loss(batch).backward()
        self.actor_optimizer.step()
"""


@pytest.mark.parametrize(
    ("made", "told"),
    [
        pytest.param("batch_of(experiences)", "", id="data"),
        pytest.param(
            "self.prepared(experiences)", "batch is taken to carry no", id="taken for data"
        ),
    ],
)
def test_one_batch_of_two_losses_stays_outside_of_both(made: str, told: str) -> None:
    source = HEAD + ONE_BATCH.format(made=made)
    (finding,) = training(ONE_BATCH.format(made=made))
    assert finding.fix is not None
    assert told in finding.message.en
    expected = f"""
        batch = {made}

        def forward_fn():
            return self.critic_loss(batch)

        grad_fn = ms.value_and_grad(forward_fn, None, self.critic_optimizer.parameters)
        _, grads = grad_fn()
        self.critic_optimizer(grads)

        def forward_fn_2():
            return self.actor_loss(batch)
"""
    text = fixed(source, unsafe=True)
    assert expected.replace("\n\n", "\n") in text.replace("\n\n", "\n")


def test_one_batch_that_a_network_made_has_a_graph() -> None:
    (finding,) = training(ONE_BATCH.format(made="self.critic(experiences)"))
    assert finding.fix is None


ITERATED = """
def train(model, {0}, optimizer):
    x, y = {1}
    optimizer.zero_grad()
    out = model(x)
    {2}
    loss = (out - y).mean()
    loss.backward()
    optimizer.step()
"""


@pytest.mark.parametrize(
    ("given", "taken", "then"),
    [
        pytest.param("model_outputs", "next(model_outputs)", "pass", id="of a network"),
        pytest.param("data_iter", "next(data_iter)", "del x", id="deleted in between"),
        pytest.param("agents", "next(agents)", "pass", id="of any name"),
    ],
)
def test_what_is_taken_stays_with_the_forward(given: str, taken: str, then: str) -> None:
    text = fixed(HEAD + ITERATED.format(given, taken, then), unsafe=True)
    assert f"    def forward_fn():\n        x, y = {taken}\n" in text


@pytest.mark.parametrize("taken", ["next(data_iter)", "next(iter(data_iter))", "next(loader)"])
def test_a_batch_that_is_taken_of_an_iterator_stays_outside(taken: str) -> None:
    text = fixed(HEAD + ITERATED.format("data_iter, loader", taken, "pass"), unsafe=True)
    assert f"    x, y = {taken}\n\n    def forward_fn():\n        out = model(x)\n" in text


def test_many_arguments_stand_on_lines_of_their_own() -> None:
    names = [f"a_rather_long_name_{index}" for index in range(8)]
    source = f"""
def train(model, memory, optimizer):
    for _ in range(10):
        {", ".join(names)} = memory.sample(32)
        loss = model({", ".join(names)}).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""
    text = fixed(HEAD + source, unsafe=True)
    assert "    def forward_fn(\n        a_rather_long_name_0, " in text
    assert " a_rather_long_name_7\n    ):\n        loss = " in text
    assert "        loss, grads = grad_fn(\n            a_rather_long_name_0, " in text


SHARED_OR_NOT = """
class Agent:
    def __init__(self, actor, critic):
        self.actor = actor
        self.critic = critic
        if self.actor is self.critic:
            self.optimizer = torch.optim.SGD(self.actor.parameters(), lr=0.1)
        else:
            self.optimizer = torch.optim.SGD(
                itertools.chain(self.actor.parameters(), self.critic.parameters()), lr=0.1
            )

    def update(self, state):
        loss = self.actor(state).mean() + self.critic(state).mean()
        self.optimizer.zero_grad()
        loss.backward()
        if self.actor is self.critic:
            nn.utils.clip_grad_norm_(self.actor.parameters(), 0.5)
        else:
            nn.utils.clip_grad_norm_(
                itertools.chain(self.actor.parameters(), self.critic.parameters()), 0.5
            )
        self.optimizer.step()
"""


def test_clipping_of_one_network_or_of_two_by_what_they_are() -> None:
    text = fixed(f"import itertools\n{HEAD}{SHARED_OR_NOT}", unsafe=True)
    clipped = """
        grads = ops.clip_by_norm(grads, 0.5)
        self.optimizer(grads)
"""
    assert f"grads = grad_fn(){clipped}" in text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("0.5)\n        else", "0.7)\n        else"),
        (
            "if self.actor is self.critic:\n            nn",
            "if self.actor is state:\n            nn",
        ),
    ],
    ids=["other norms", "another question"],
)
def test_clipping_in_branches_that_differ(before: str, after: str) -> None:
    source = f"import itertools\n{HEAD}{SHARED_OR_NOT.replace(before, after)}"
    told = [f for f in findings(source) if f.code == "MP306"]
    if "0.7" in after:
        assert "grads, 0.7)\n        else:\n" in fixed(source, unsafe=True)
    else:
        assert told[0].fix is None


def test_the_log_probability_of_an_action_is_computed_with_a_network() -> None:
    source = """
def update(actor, memory, advantage):
    optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
    for state, action in memory:
        ratio = (actor.log_prob_entropy(state, action) - action).exp()
        loss = -(ratio * advantage).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""
    assert training(source)[0].fix is not None
    assert training(source.replace("state, action)", "state, outputs)"))[0].fix is None


@pytest.mark.parametrize("method", ["log_prob", "entropy", "sample"])
def test_a_network_computes_what_distributions_give_as_well(method: str) -> None:
    source = f"""
class Policy(nn.Module):
    def forward(self, x):
        return x

    def {method}(self, x):
        return self.forward(x)

def update(x):
    model = Policy()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        loss = -model.{method}(x).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""
    assert training(source)[0].fix is not None
    assert training(source.replace(f"model.{method}(x)", f"old.{method}(x)"))[0].fix is None


def test_a_loss_that_is_moved_before_the_loop_is_migrated_as_a_tensors_method() -> None:
    text = fixed(
        HEAD
        + dedent(
            """
            def train(model: nn.Module, batches: list[torch.Tensor]):
                optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
                for x in batches:
                    optimizer.zero_grad()
                    (model(x).std(0) - x.std(0)).pow(2).sum().backward()
                    optimizer.step()
            """
        )
    )
    assert "return (std(model(x), dim=0) - std(x, dim=0)).pow(2).sum()" in text


def test_the_old_name_of_clipping_clips() -> None:
    source = (
        "import torch\ndef step(model, optimizer, x):\n    optimizer.zero_grad()\n"
        "    loss = model(x).mean()\n    loss.backward()\n"
        "    torch.nn.utils.clip_grad_norm(model.parameters(), 0.5)\n    optimizer.step()\n"
    )
    text = fixed(source, unsafe=True)
    assert "    grads = ops.clip_by_norm(grads, 0.5)\n    optimizer(grads)\n" in text


FETCHED = """
def train(net, optimizer, source):
    while True:
        try:
            x, y = next(source)
        except StopIteration:
            break
        optimizer.zero_grad()
        loss = F.mse_loss(net(x), y)
        loss.backward()
        optimizer.step()
"""


@pytest.mark.parametrize("leave", ["break", "return", "continue"])
def test_what_fetches_the_batch_and_may_leave_stays_in_front(leave: str) -> None:
    text = fixed(HEAD + FETCHED.replace("break", leave))
    fetch = FETCHED[FETCHED.index("        try:") : FETCHED.index("        optimizer.zero")]
    assert fetch.replace("break", leave) + "        loss, grads = grad_fn()\n" in text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("x, y = next(source)", "x, y = next(source)\n            x = net.stem(x)"),
        ("loss = F.mse_loss(net(x), y)\n", "loss = F.mse_loss(net(x), y)\n        if y is None:\n"
         "            loss = loss * 2\n            break\n"),
    ],
    ids=["a graph in it", "behind the network"],
)  # fmt: skip
def test_what_may_leave_with_a_graph_is_marked(old: str, new: str) -> None:
    source = HEAD + FETCHED.replace(old, new)
    (finding,) = [f for f in findings(source) if "backward" in f.symbol]
    assert "break cannot move into a function of its own" in finding.message.en
    assert "loss.backward()" in fixed(source, unsafe=True)


def test_a_loss_that_gets_its_name_in_the_call_is_marked() -> None:
    source = HEAD + FETCHED.replace(
        "loss = F.mse_loss(net(x), y)\n        loss.backward()",
        "(loss := F.mse_loss(net(x), y)).backward()",
    )
    (finding,) = [f for f in findings(source) if "backward" in f.symbol]
    assert finding.fix is None
    assert "on a line of its own" in finding.message.en


FILLED = (
    "def step(net, target, x, mask, optimizer):\n    out = net(x)\n    {made}\n"
    "    with torch.no_grad():\n        values[mask] = target(x)\n"
    "    loss = (out - values).pow(2).mean()\n    optimizer.zero_grad()\n    loss.backward()\n"
    "    optimizer.step()\n"
)


@pytest.mark.parametrize(
    ("made", "severity"),
    [
        ("values = torch.zeros(4)", "warning"),
        ("values = torch.zeros(4)\n    values[0] = 1", "warning"),
        ("values = torch.zeros(4)\n    rows = values.view(2, 2)", "error"),
        ("values = out * 2", "error"),
        ("values = net.values", "error"),
    ],
)
def test_a_tensor_that_is_filled_without_gradients_is_cut_off(made: str, severity: str) -> None:
    (finding,) = training(FILLED.format(made=made))
    assert finding.severity == severity
    if severity == "warning":
        text = fixed(HEAD + FILLED.format(made=made), unsafe=True)
        assert "values = ops.stop_gradient(values)\n" in text


@pytest.mark.parametrize(
    ("handed", "expected"),
    [
        ("h = h.data", "h = ops.stop_gradient(h)"),
        ("t = net(y, h).data\n        h = h + t", "t = ops.stop_gradient(net(y, h))"),
        ("h = tuple([e.data for e in (h, h)])[0]", None),
        (
            "g = (h.data, h.data)\n        h = g[0]",
            "g = (ops.stop_gradient(h), ops.stop_gradient(h))",
        ),
        ("h = h.data\n        h.zero_()", None),
    ],
)
def test_data_that_a_name_stands_for_is_cut_off(handed: str, expected: str | None) -> None:
    source = (
        "def train(net, loader, optimizer):\n    h = torch.zeros(2, 3)\n    for x, y in loader:\n"
        f"        {handed}\n        out, h = net(x, h)\n        loss = F.mse_loss(out, y)\n"
        "        optimizer.zero_grad()\n        loss.backward()\n        optimizer.step()\n"
    )
    if expected is None:
        assert [f.severity for f in training(source)] == ["error"]
    else:
        assert f"        {expected}\n" in fixed(HEAD + source, unsafe=True)


GROUPS = """\
import torch
from torch import nn
net = nn.Linear(3, 2)
optimizer = torch.optim.SGD({}, lr=0.1)
for x in data:
    optimizer.zero_grad()
    loss = net(x).sum()
    loss.backward()
    nn.utils.clip_grad_norm_({}, 1.0)
    optimizer.step()
"""
FIRST = 'optimizer.param_groups[0]["params"]'


def test_the_parameters_of_the_one_group_of_an_optimizer_are_clipped() -> None:
    text = fixed(GROUPS.format("net.parameters()", FIRST), unsafe=True)
    assert "    grads = ops.clip_by_norm(grads, 1.0)\n    optimizer(grads)\n" in text


@pytest.mark.parametrize(
    ("held", "clipped"),
    [
        ("[{'params': net.weight}, {'params': net.bias}]", FIRST),
        ("net.parameters()", f"other.{FIRST}"),
    ],
)
def test_the_parameters_of_another_group_stay_marked(held: str, clipped: str) -> None:
    assert "loss.backward()" in fixed(GROUPS.format(held, clipped), unsafe=True)


def test_what_a_loop_puts_into_what_a_list_holds_is_computed_with_the_loss() -> None:
    """As invariant risk minimization keeps the losses of its environments."""
    source = (
        "import torch\nfrom torch import nn\nnet = nn.Linear(3, 1)\n"
        "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor step in range(3):\n"
        "    for env in envs:\n        env['loss'] = net(env['x']).mean()\n"
        "    loss = envs[0]['loss'] + envs[1]['loss']\n"
        "    opt.zero_grad()\n    loss.backward()\n    opt.step()\n"
    )
    text = fixed(source, unsafe=True)
    assert (
        "def forward_fn():\n    for env in envs:\n        env['loss'] = net(env['x']).mean()\n"
        "    loss = envs[0]['loss'] + envs[1]['loss']\n" in text
    )
    assert "    loss, grads = grad_fn()\n    opt(grads)\n" in text


def test_data_that_both_networks_of_a_gan_take_stays_in_the_loop() -> None:
    text = fixed(
        HEAD
        + """\
from torch.autograd import Variable
Tensor = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.FloatTensor
net_g, net_d, loss_of = nn.Linear(3, 4), nn.Linear(4, 1), nn.MSELoss()
opt_g = torch.optim.SGD(net_g.parameters(), lr=0.1)
opt_d = torch.optim.SGD(net_d.parameters(), lr=0.1)
for real, z in batches():
    size = real.shape[0]
    valid = Variable(Tensor(size, 1).fill_(1.0), requires_grad=False)
    fake = Variable(Tensor(size, 1).fill_(0.0), requires_grad=False)
    real = Variable(real.type(Tensor))
    opt_g.zero_grad()
    made = net_g(z)
    loss_g = loss_of(net_d(made), valid)
    loss_g.backward()
    opt_g.step()
    opt_d.zero_grad()
    loss_d = loss_of(net_d(real), valid) + loss_of(net_d(made.detach()), fake)
    loss_d.backward()
    opt_d.step()
""",
        unsafe=True,
    )
    assert "    (loss_g, made), grads = grad_fn(z, valid)\n    opt_g(grads)\n" in text
    assert "    loss_d, grads_2 = grad_fn_2(real, valid, made, fake)\n    opt_d(grads_2)\n" in text
    assert "zero_grad" not in text


@pytest.mark.parametrize(
    ("value", "after"),
    [
        ("(a * x.data + (1 - a) * out.data)", "(1 - a) * ops.stop_gradient(out)"),
        ("-out.data", "-ops.stop_gradient(out)"),
        ("out.data.abs()", "ops.stop_gradient(out).abs()"),
    ],
)
def test_data_that_is_computed_with_is_cut(value: str, after: str) -> None:
    source = (
        TRAIN
        + f"        out = model(x)\n        loss = criterion(out * {value}, y)\n"
        + "        optimizer.zero_grad()\n        loss.backward()\n        optimizer.step()\n"
    )
    assert after in fixed(HEAD + source.replace("criterion)", "criterion, a)"), unsafe=True)


def test_an_assertion_about_the_loss_stays_behind_it() -> None:
    text = fixed(
        HEAD
        + TRAIN
        + """\
        loss = criterion(model(x), y)
        assert loss.item() < 1e5, 'Loss explosion: {}'.format(loss.data[0])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
""",
        unsafe=True,
    )
    assert "        loss, grads = grad_fn(x, y)\n        assert loss.item() < 1e5" in text


def test_the_data_of_a_packed_sequence_keep_their_gradients() -> None:
    text = fixed(
        """
        import torch
        import torch.nn.functional as F
        from torch.nn.utils.rnn import pack_padded_sequence

        def train(model: torch.nn.Linear, loader):
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
            for x, y, lengths in loader:
                optimizer.zero_grad()
                scores = pack_padded_sequence(model(x), lengths, batch_first=True).data
                loss = F.cross_entropy(scores, y)
                loss.backward()
                optimizer.step()
        """,
        unsafe=True,
    )
    assert "scores = pack_padded_sequence(model(x), lengths, batch_first=True).data\n" in text
    assert "value_and_grad" in text and "stop_gradient" not in text


def test_what_a_comprehension_calls_its_own_is_no_result() -> None:
    text = fixed(
        HEAD
        + """\
def run(model, optimizer, loader, device, train):
    meters = {}
    for batch in loader:
        for k in batch:
            batch[k] = batch[k].to(device)
        output, loss = model(batch)
        if train:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        meters[0] = output
    return {k: v for k, v in meters.items()}
""",
        unsafe=True,
    )
    assert "return loss, (output,)\n" in text and "for k in batch" not in text


def test_what_is_applied_to_the_layers_before_a_loop_gives_no_graph() -> None:
    text = fixed(
        HEAD
        + """\
net = nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for epoch in range(3):
    net = net.apply(lambda m: adjust(m, epoch))
    for points, y in loader:
        optimizer.zero_grad()
        points = points.data.numpy()
        points[:, 0] = 2 * points[:, 0]
        points = torch.Tensor(points)
        loss = F.cross_entropy(net(points), y)
        loss.backward()
        optimizer.step()
""",
        unsafe=True,
    )
    assert "loss, grads = grad_fn(" in text and "backward" not in text


def test_a_round_that_is_left_while_its_data_are_made_keeps_them_in_the_loop() -> None:
    text = fixed(
        HEAD
        + TRAIN.replace("x, y in", "data in")
        + """\
        x = data['x']
        y = data['y']
        if x.size(0) < 4:
            break
        both = torch.cat((x, x), 0)
        y = y.long()
        x = x.float()
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
""",
        unsafe=True,
    )
    assert "    def forward_fn(x, y):\n        loss = criterion(model(x), y)\n" in text
    assert "            break\n" in text and "loss, grads = grad_fn(x, y)\n" in text


def test_data_that_are_computed_with_the_loss_stay_with_it() -> None:
    text = fixed(
        HEAD
        + TRAIN
        + """\
        total = 0
        total += criterion(model(x), y)
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
""",
        unsafe=True,
    )
    assert "    def forward_fn(x, y):\n        total = 0\n        total += " in text


def test_numbers_that_a_function_gives_beside_the_loss_are_a_tuple() -> None:
    text = fixed(
        HEAD
        + """\
def performance(pred, y):
    loss = F.cross_entropy(pred, y)
    correct = pred.max(1)[1].eq(y).sum().item()
    words = y.ne(0).sum().item()
    return loss, correct, words
"""
        + TRAIN
        + """\
        optimizer.zero_grad()
        loss, correct, words = performance(model(x), y)
        loss.backward()
        optimizer.step()
        print(correct / words)
""",
        unsafe=True,
    )
    assert "        return loss, (correct, words)\n" in text
    assert "        (loss, (correct, words)), grads = grad_fn(x, y)\n" in text


@pytest.mark.parametrize(
    ("made", "returned"),
    [
        pytest.param("hits / len(x)", "loss, (accuracy,)", id="a number of Python's"),
        pytest.param("hits", "loss, accuracy", id="a tensor"),
    ],
)
def test_what_a_network_gives_beside_its_loss(made: str, returned: str) -> None:
    """MindSpore 2.10.0 refuses a function that has no tensor beside its loss, though ``has_aux``."""
    item = ".item()" if "/" in made else ""
    network = f"""\
class Net(nn.Module):
    def forward(self, x, y):
        out = F.relu(x)
        hits = out.argmax(1).eq(y).sum(){item}
        return {made}, F.cross_entropy(out, y)


def train(loader, optimizer):
    model = Net()
    for x, y in loader:
        optimizer.zero_grad()
        accuracy, loss = model(x, y)
        loss.backward()
        optimizer.step()
        print(accuracy)
"""
    assert f"        return {returned}\n" in fixed(HEAD + network, unsafe=True)


def test_what_a_network_that_nobody_sees_gives_beside_its_loss() -> None:
    text = fixed(
        """\
import torch
from package import Net

def train(loader, optimizer):
    model = Net()
    for x, y in loader:
        optimizer.zero_grad()
        loss, accuracy = model(x, y)
        loss.backward()
        optimizer.step()
        print(accuracy)
""",
        unsafe=True,
    )
    assert "        return loss, (accuracy,)\n" in text


@pytest.mark.parametrize(
    ("given", "left_alone"),
    [
        ("values, target", True),
        ("predicted, target", True),
        ("input_valid, target_valid", False),
        ("x_val, y_invalid", True),
    ],
)
def test_a_network_that_is_given_data_to_validate(given: str, left_alone: bool) -> None:
    """It computes the loss itself; of results the gradients may come with them."""
    source = (
        f"class Architect:\n    def step(self, {given}):\n        self.optimizer.zero_grad()\n"
        f"        loss = self.model.compute_loss({given})\n        loss.backward()\n"
        "        self.optimizer.step()\n"
    )
    (finding,) = training(source)
    assert ("no network is called" in finding.message.en) == left_alone == (finding.fix is None)


EITHER = """
def train(model, loader, optimizer, loss_func):
    total = None
    for x in loader:
        optimizer.zero_grad()
        losses = loss_func(model(x))
        if isinstance(losses, {}):
            loss = sum({})
            total = {} if total is None else total
        else:
            loss = losses
            total = losses.item() if total is None else total + losses.item()
        loss.backward()
        optimizer.step()
    return total
"""


@pytest.mark.parametrize(
    ("asked", "terms"),
    [
        ("tuple", "losses"),
        ("(list, tuple)", "losses"),
        ("dict", "losses.values()"),
        ("collections.OrderedDict", "losses.values()"),
    ],
)
def test_losses_that_come_alone_or_several_together(asked: str, terms: str) -> None:
    (finding,) = training(EITHER.format(asked, terms, "tuple(one.item() for one in losses)"))
    assert finding.fix is not None


def test_what_may_be_a_number_is_given_in_a_tuple() -> None:
    body = EITHER.format("tuple", "losses", "tuple(one.item() for one in losses)")
    assert "        return loss, (total,)\n" in fixed(HEAD + body, unsafe=True)


KEPT_WEIGHTS = """
def train(encoder, loader):
    optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
    kept = encoder.get_input_embeddings().weight{}
    for x in loader:
        optimizer.zero_grad()
        loss = ({} * encoder(x)).mean()
        loss.backward()
        optimizer.step()
    return kept
"""


@pytest.mark.parametrize(("part", "factor", "moves"), [
    (".data.clone()", "2", True),
    ("", "2", True),
    (".t()", "kept.mean()", False),
])  # fmt: skip
def test_a_method_that_gives_a_view_leaves_its_network_as_it_is(
    part: str, factor: str, moves: bool
) -> None:
    """As textual inversion keeps the embeddings that are not trained."""
    (finding,) = training(KEPT_WEIGHTS.format(part, factor))
    assert (finding.fix is not None) == moves
