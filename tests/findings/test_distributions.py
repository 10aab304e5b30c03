"""Distributions: a class with torch's methods and attributes, so that its uses stay as they are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mindport.config import Config
from mindport.target import Target

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch.distributions import Independent, Normal\n"
USES = [
    "dist.log_prob(a).sum(-1)",
    "dist.sample()",
    "dist.sample((5,))",
    "dist.rsample((5, 2))",
    "dist.entropy()",
    "dist.mean, dist.stddev, dist.variance, dist.mode",
    "dist.loc, dist.scale, dist.batch_shape, dist.event_shape, dist.has_rsample",
    "dist.expand((2, 3)).icdf(a)",
    "Independent(dist, 1).log_prob(a)",
]


@pytest.mark.parametrize("use", USES)
def test_leaves_the_uses_alone(use: str) -> None:
    source = f"{HEADER}\ndef f(mu, a):\n    dist = Normal(mu, 1.0)\n    return {use}\n"
    text = fixed(source)
    assert f"    return {use}\n" in text
    assert "class Normal(Distribution):" in text and "import torch" not in text
    assert findings(text) == []


def test_leaves_what_a_method_returns_alone() -> None:
    source = """
    class Actor:
        def dist(self, mu):
            return Normal(mu, 1.0)

        def act(self, mu):
            dist = self.dist(mu)
            a = dist.sample()
            return a, dist.log_prob(a), dist.mean
    """
    text = fixed(f"{HEADER}\n" + "\n".join(line[4:] for line in source.splitlines()))
    assert "return a, dist.log_prob(a), dist.mean\n" in text
    assert [f for f in findings(text) if f.severity == "error"] == []


def test_a_subclass_has_the_helper_as_its_base() -> None:
    source = """

class FixedNormal(torch.distributions.Normal):
    def log_probs(self, actions):
        return super().log_prob(actions).sum(-1, keepdim=True)

    def mode(self):
        return self.mean
"""
    text = fixed(HEADER + source)
    assert "class FixedNormal(Normal):" in text
    assert "        return self.mean\n" in text


@pytest.mark.parametrize("method", ["sample", "rsample", "log_prob", "entropy"])
def test_a_method_that_is_handed_on_is_not_called(method: str) -> None:
    source = f"{HEADER}dist = Normal(torch.zeros(3), 1.0)\ndraw = dist.{method}\n"
    assert fixed(source).endswith(f"\ndraw = dist.{method}\n")


def test_a_tensors_method_that_is_handed_on_is_marked() -> None:
    source = "import torch\nx = torch.zeros(3)\nsize = x.size\n"
    assert fixed(source).endswith("\nsize = x.size\n")
    assert [f.symbol for f in findings(source) if f.severity == "error"] == ["torch.Tensor.size"]


def test_a_constraint_that_is_handed_on_unmade_is_left_alone() -> None:
    source = "from torch.distributions import constraints\n\nkinds = [constraints.greater_than]\n"
    assert fixed(source) == source


def test_the_constraints_of_a_class_are_tests() -> None:
    source = """
    from torch.distributions import Distribution, constraints


    class Above(Distribution):
        arg_constraints = {"low": constraints.real}

        @constraints.dependent_property(is_discrete=False, event_dim=0)
        def support(self):
            return constraints.greater_than(self.low)
    """
    text = fixed(source)
    assert text.endswith("""
class Above(Distribution):
    arg_constraints = {"low": Constraint(lambda value: value == value)}

    @property
    def support(self):
        return Constraint(lambda value: value > self.low)
""")
    assert "torch" not in text.replace("torch.distributions.", "")
    assert findings(text) == []


def test_a_class_of_another_file_has_another_type() -> None:
    source = f"{HEADER}\n\ndef f(dist):\n    return type(dist) is Normal\n"
    assert "class Normal" not in fixed(source, unsafe=True)
    made = f"{source}\n\ndef g(x):\n    return Normal(x, 1)\n"
    assert "class Normal" in fixed(made, unsafe=True)


def test_what_a_transformed_distribution_is_in_torch_is_asked_for() -> None:
    """torch's LogNormal is one, the helper is none."""
    source = (
        "from torch.distributions import TransformedDistribution\n\n\n"
        "def f(dist):\n    return isinstance(dist, TransformedDistribution)\n"
    )
    assert "class TransformedDistribution" not in fixed(source)


MAKER = """
from torch.distributions import Beta, Chi2, Independent, Normal


class Mine(Normal):
    pass


def made():
    return [Normal(0.0, 1.0), Mine(0.0, 1.0), Independent(Normal(0.0, 1.0), 0), Beta(1.0, 2.0), Chi2(3.0)]
"""
ASKER = """
from maker import made
from torch.distributions import Distribution, Gamma, Normal, kl_divergence


class Mine(Normal):
    pass


KINDS = (Normal, Gamma, Distribution, Mine)
print([[isinstance(d, kind) for kind in KINDS] for d in made()])
print(isinstance(made()[3], (Gamma, Normal)), issubclass(type(made()[1]), Normal), isinstance(3, Normal))
print(round(float(kl_divergence(made()[0], Normal(1.0, 1.0))), 3))
"""


def test_what_another_file_made_is_an_instance(tmp_path: Path) -> None:
    for name, text in {"maker": MAKER, "asker": ASKER}.items():
        (tmp_path / f"{name}.py").write_text(fixed(text), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "asker.py"],
        cwd=tmp_path, capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines() == [
        "[[True, False, True, False], [True, False, True, False], [False, False, True, False], "
        "[False, False, True, False], [False, True, True, False]]",
        "False True False",
        "0.5",
    ]


def test_a_divergence_is_what_its_distributions_know() -> None:
    """Normal brings its formula along; those of other distributions stay away."""
    source = f"{HEADER}\n\ndef f(mu):\n    return torch.distributions.kl_divergence(Normal(mu, 1.0), Normal(0.0, 1.0))\n"
    text = fixed(source)
    assert text.endswith("    return kl_divergence(Normal(mu, 1.0), Normal(0.0, 1.0))\n")
    assert "lgamma" not in text and "Dirichlet" not in text


NET = """
import torch
from torch import nn
from torch.distributions import Gamma, Normal, Poisson


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.prior = Normal(torch.zeros(4), 1.0)
        self.noise = Poisson(torch.full((4,), 3.0))

    def forward(self, x):
        return {body}
"""


@pytest.mark.parametrize("migrated", [False, True])
@pytest.mark.parametrize(
    "body",
    [
        "self.prior.log_prob(self.fc(x)) + self.prior.sample()",
        "Normal(0.0, 1.0).log_prob(self.fc(x)) + Normal(0.0, 1.0).rsample((4,))",
        "self.noise.log_prob(self.fc(x))",
    ],
)
def test_leaves_alone_what_a_graph_computes(body: str, migrated: bool) -> None:
    """What is made of numbers alone, or before, is a part of the graph, gradients too."""
    assert graph_codes(body, migrated) == set()


@pytest.mark.parametrize("migrated", [False, True])
@pytest.mark.parametrize(
    "body", ["self.fc(x) + self.noise.sample()", "self.fc(x) * Gamma(1.0, 2.0).rsample((4,))"]
)
def test_numpy_draws_once_in_a_graph(body: str, migrated: bool) -> None:
    assert "MP406" in graph_codes(body, migrated)


def graph_codes(body: str, migrated: bool) -> set[str]:
    source = NET.format(body=body)
    told = findings(fixed(source) if migrated else source, Config(target=Target(mode="GRAPH")))
    return {finding.code for finding in told if finding.code.startswith("MP4")}
