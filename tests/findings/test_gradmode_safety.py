"""Where ``no_grad`` may go without a word, and where only whoever wrote it can say."""

from __future__ import annotations

from textwrap import dedent

import pytest

from mindport.config import Config
from mindport.target import Target

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch import nn\n"


GRAPH = Config(target=Target(mode="GRAPH"))


def removal(source: str, config: Config | None = None) -> str:
    """How safe it is to remove each ``no_grad`` of the source; "none" where it stays."""
    found = [f.fix for f in findings(HEADER + dedent(source), config) if f.code == "MP305"]
    (how,) = {fix.applicability if fix is not None else "none" for fix in found}
    return how


UNSAFE = [
    pytest.param(
        """
        def scale(x):
            with torch.no_grad():
                s = x.mean()
            return x / s
        """,
        id="a constant in a function of tensors",
    ),
    pytest.param(
        """
        def scale(x):
            torch.set_grad_enabled(False)
            return x / x.mean()
        """,
        id="a statement",
    ),
    pytest.param(
        """
        @torch.no_grad()
        def mean(x):
            return x.mean()
        """,
        id="a decorator",
    ),
    pytest.param(
        """
        @torch.no_grad
        async def mean(x):
            return x.mean()
        """,
        id="a decorator of a coroutine",
    ),
    pytest.param(
        """
        class Net(nn.Module):
            def features(self, x):
                with torch.no_grad():
                    return self.encoder(x)
        """,
        id="a frozen network within a module",
    ),
    pytest.param(
        """
        class Net(nn.Module):
            @torch.no_grad()
            def forward(self, x):
                self.seen = self.net(x)
        """,
        id="a forward without a result",
    ),
    pytest.param(
        """
        class Meter:
            def update(self, x):
                with torch.no_grad():
                    return x.mean()
        """,
        id="a method of another class",
    ),
    pytest.param(
        """
        def consistency(net, x, noise):
            with torch.no_grad():
                target = net(x)
            return (net(x + noise) - target).pow(2).mean()
        """,
        id="a target of the network that learns",
    ),
    pytest.param(
        """
        class Collector:
            def collect(self, x):
                for step in range(3):
                    with torch.no_grad():
                        dist, value = self.ac_model(x)
                    x = dist.sample()
                with torch.no_grad():
                    _, last = self.ac_model(x)
                return value + last, self.ac_model(x)
        """,
        id="a network runs outside of two blocks, too",
    ),
]


@pytest.mark.parametrize("source", UNSAFE)
def test_gradients_may_have_been_stopped(source: str) -> None:
    assert removal(source, GRAPH) in ("unsafe", "none")


@pytest.mark.parametrize("source", UNSAFE)
def test_where_they_may_have_been_they_are_turned_off(source: str) -> None:
    """In PyNative mode; a coroutine runs behind its decorator, and a statement has no end."""
    text = fixed(HEADER + dedent(source))
    stays = "async" in source or "set_grad_enabled" in source
    assert ("import torch\n" in text) == stays
    assert ("class no_grad(" in text) != stays


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("        yield net(x)\n", id="a generator"),
        pytest.param("        return torch.autograd.grad(net(x), x)\n", id="gradients inside"),
        pytest.param(
            "        with torch.enable_grad():\n            return net(x)\n", id="turned on again"
        ),
    ],
)
def test_what_the_helper_does_not_as_torch_does_is_left(body: str) -> None:
    source = f"class Net(nn.Module):\n    @torch.no_grad()\n    def part(self, net, x):\n{body}"
    assert "class no_grad" not in fixed(HEADER + source, unsafe=True)


SAFE = [
    pytest.param("with torch.no_grad():\n    y = x / 2\n", id="at the top of the file"),
    pytest.param(
        """
        def predict(net, x):
            with torch.no_grad():
                y = net(x)
            return y
        """,
        id="a network is evaluated",
    ),
    pytest.param(
        """
        def train(net, optimizer, batches, held_out):
            for x, y in batches:
                loss = (net(x) - y).pow(2).mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            right = 0
            with torch.no_grad():
                for x, y in held_out:
                    right += (net(x).argmax(1) == y).sum().item()
            return right
        """,
        id="an evaluation behind the training",
    ),
    pytest.param(
        """
        class Trainer:
            @torch.no_grad()
            def validate(self, x):
                return self.ema_model(x)
        """,
        id="a network is evaluated by a method of another class",
    ),
    pytest.param(
        """
        class Collector:
            def collect(self, x):
                for step in range(3):
                    with torch.no_grad():
                        dist, value = self.ac_model(x)
                    x = dist.sample()
                with torch.no_grad():
                    _, last = self.ac_model(x)
                return value + last
        """,
        id="a network runs in two blocks and nowhere else",
    ),
    pytest.param(
        """
        @torch.no_grad()
        def accuracy(f, x, y):
            f.eval()
            return (f(x) == y).sum()
        """,
        id="something is put into evaluation mode",
    ),
    pytest.param(
        """
        @torch.no_grad()
        def accumulate(a, b):
            a.mul_(0.9).add_(b)
            if a is None:
                return
        """,
        id="a function that returns nothing",
    ),
    *[
        pytest.param(
            f"""
            class Net(nn.Module):
                def {name}(self, x):
                    with torch.no_grad():
                        return x.zero_()
            """,
            id=name,
        )
        for name in ("__init__", "_init_weights", "reset_parameters", "load_pretrained", "_build")
    ],
]


@pytest.mark.parametrize("source", SAFE)
def test_no_gradient_can_pass_there(source: str) -> None:
    assert removal(source) == "safe"
    after = fixed(HEADER + dedent(source))
    assert "no_grad" not in after and "inference_mode" not in after


SWITCHED = """
class Net(nn.Module):
    def forward(self, x, frozen):
        with torch.set_grad_enabled({}):
            x = self.body(x)
        return self.head(x)
"""


@pytest.mark.parametrize(
    "source",
    [
        SWITCHED.format("frozen if x is None else True"),
        SWITCHED.format("False and not torch.is_grad_enabled(), 1"),
        SWITCHED.format("not frozen").replace("x = self", "yield self"),
        SWITCHED.format("not frozen").replace("x = self.body(x)", "x.sum().backward()"),
    ],
    ids=["a choice", "two", "a generator", "a step"],
)
def test_what_switches_gradients_in_a_forward_stays_marked(source: str) -> None:
    (finding,) = [f for f in findings(HEADER + source) if f.symbol.endswith("set_grad_enabled")]
    assert (finding.severity, finding.fix) == ("error", None)


def test_compiled_code_has_no_switch() -> None:
    source = HEADER + SWITCHED.format("not frozen")
    (finding,) = [f for f in findings(source, GRAPH) if f.symbol.endswith("set_grad_enabled")]
    assert (finding.severity, finding.fix) == ("error", None)


@pytest.mark.parametrize(
    ("asked", "after"),
    [
        ("not frozen", "contextlib.nullcontext() if not frozen else no_grad()"),
        ("mode=self.tunes", "contextlib.nullcontext() if self.tunes else no_grad()"),
        (
            "torch.is_grad_enabled() and not frozen",
            "contextlib.nullcontext() if not frozen else no_grad()",
        ),
    ],
)
def test_what_switches_gradients_in_a_forward_turns_them_off(asked: str, after: str) -> None:
    text = fixed(HEADER + SWITCHED.format(asked))
    assert f"        with {after}:\n            x = self.body(x)\n" in text
    assert fixed(text) == text


def test_a_distribution_among_the_results_is_computed_without_gradients() -> None:
    source = """
        def act(agent, x):
            with torch.no_grad():
                dist, value = agent.look(x)
            return dist.sample(), value
        """
    (finding,) = [f for f in findings(HEADER + dedent(source), GRAPH) if f.code == "MP305"]
    assert finding.fix is None and finding.severity == "error"
    assert "    with no_grad():\n        dist, value = agent.look(x)\n" in fixed(
        HEADER + dedent(source)
    )


def test_an_imported_name_becomes_the_helper() -> None:
    source = """
        from torch import no_grad

        class Net(nn.Module):
            @no_grad()
            def forward(self, x):
                return {"x": self.look(x)}
        """
    text = fixed(HEADER + dedent(source))
    assert "no_grad()\n    def construct(self, x):\n" in text and "torch import" not in text
    compile(text, "example.py", "exec")
