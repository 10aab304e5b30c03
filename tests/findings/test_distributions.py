"""Distributions: a class with torch's methods and attributes, so that its uses stay as they are."""

from __future__ import annotations

import pytest

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
    assert "class Normal:" in text and "import torch" not in text
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


def test_isinstance_of_what_another_file_may_have_made_is_not_safe() -> None:
    source = f"{HEADER}\n\ndef f(dist):\n    return isinstance(dist, Normal)\n"
    assert "isinstance(dist, Normal)" in fixed(source) and "class Normal" not in fixed(source)
    assert "class Normal" in fixed(source, unsafe=True)
