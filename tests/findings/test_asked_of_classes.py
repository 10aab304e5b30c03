"""What calls tell of the parameters of a method that its class is asked for, and what modules hold."""

from __future__ import annotations

from textwrap import dedent

from .conftest import fixed

ATTENTION = """
    import torch
    from torch import nn


    class Attention(nn.Module):
        def forward(self, q, k):
            weights = Attention.masked(torch.bmm(q, k), 3)
            assert list(weights.size()) == [2, 3, 3]
            return weights

        def masked({parameters}):
            return weights
"""


def test_what_a_class_is_asked_for_takes_no_object() -> None:
    text = fixed(dedent(ATTENTION.format(parameters="weights, length")))
    assert "assert list(weights.shape) == [2, 3, 3]\n" in text


def test_an_object_that_a_class_is_given_is_no_tensor() -> None:
    source = dedent("""
        import torch


        class Base:
            def size(self):
                return len(self.items)

            def build(self, x):
                self.items = [x.size(0)]
                return self.size()


        class Part(Base):
            def build(self, x):
                return Base.build(self, torch.relu(x))
        """)
    text = fixed(source)
    assert "self.items = [x.shape[0]]\n        return self.size()\n" in text


def test_what_a_module_keeps_inside_is_layers() -> None:
    source = (
        "from torch import nn\n\n\ndef first(m):\n    return m._modules['first'].weight\n\n\n"
        "norm = nn.LayerNorm(3)\n"
    )
    assert "return layer_parameter(m._cells['first'], \"weight\")\n" in fixed(source)
