"""Classes that a network derives from beside a module: what they ask of ``self`` is a module's."""

from __future__ import annotations

import pytest

from .conftest import fixed


@pytest.mark.parametrize(
    "source",
    [
        "class Rule:\n    def go(self, x):\n        return self.forward(x), self.apply(x)\n",
        "class Mixin:\n    def children(self):\n        return []\n    def go(self):\n"
        "        return self.children()\n",
        "class NodeMixin(dict):\n    def go(self):\n        return self.children()\n",
        "class Rule:\n    def go(self, x):\n        return self.forward(x)\n"
        "class Double(Rule):\n    def forward(self, x):\n        return x * 2\n",
    ],
    ids=["a rule of one's own", "its own method", "another base", "heirs that are no networks"],
)
def test_leaves_alone(source: str) -> None:
    assert source in fixed(f"import torch\n{source}print(torch.__version__)\n", unsafe=True)


@pytest.mark.parametrize(
    ("name", "heir"),
    [
        ("ShapeMixin", ""),
        (
            "Shaped",
            "class Net(Shaped, nn.Module):\n    def forward(self, x):\n        return x\n",
        ),
    ],
    ids=["its name", "a network that derives from it"],
)
def test_forward_is_construct(name: str, heir: str) -> None:
    mixin = (
        f"import torch\nfrom torch import nn\nclass {name}:\n    def out_shape(self):\n"
        f"        return self.forward(torch.zeros(1, 3)).shape\n{heir}"
    )
    assert "self.construct(mint.zeros((1, 3))).shape" in fixed(mixin, unsafe=True)


def test_what_modules_alone_have_tells() -> None:
    text = fixed(
        "import torch\nclass Frozen:\n    def freeze(self):\n        for _, p in self.named_parameters():\n"
        "            p.requires_grad = False\n        self.eval()\n"
        "        return next(self.parameters()).dtype, self.forward(torch.zeros(1, 3))\n",
        unsafe=True,
    )
    assert "self.set_train(False)" in text
    assert "return next(self.get_parameters()).dtype, self.construct(" in text
    assert "self.parameters()" not in text
