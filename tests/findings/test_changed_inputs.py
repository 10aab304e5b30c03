"""What changes in place in a function that the data is given to is no argument of what is differentiated."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from tests.findings.conftest import fixed

HEAD = """
    import torch
    from torch import nn
"""
LOOP = """
    net = nn.Linear(3, 4)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def train(data):
        for x in data:
            optimizer.zero_grad()
            y = net(x * 1.0)
            {prepared}
            loss = (net(x) - y).pow(2).mean()
            loss.backward()
            optimizer.step()
"""


def program(function: str, prepared: str = "x = prepare(x)") -> str:
    return HEAD + function + LOOP.format(prepared=prepared)


@pytest.mark.parametrize(
    "function",
    [
        pytest.param("def prepare(x):\n        return x.div(2)\n", id="nothing"),
        pytest.param("def prepare(x):\n        x = x.clone()\n        x[0] = 0\n        return x\n",
                     id="a copy"),
        pytest.param("def prepare(x):\n        if x[0] > 0:\n            x = -x\n        return x\n",
                     id="items that are read"),
        pytest.param("def prepare(x):\n        return x.__neg__()\n", id="an operator"),
    ],
)  # fmt: skip
def test_what_changes_nothing_is_given(function: str) -> None:
    assert "def forward_fn(x):" in fixed(program(f"\n    {function}"), unsafe=True)


@pytest.mark.parametrize(
    ("function", "prepared"),
    [
        ("def prepare(x):\n        return x.div_(2)\n", "x = prepare(x)"),
        ("def prepare(x):\n        x[0] = 0\n        return x\n", "x = prepare(x=x)"),
        ("def prepare(x):\n        x[:, 1] += 2\n        return x\n", "x = prepare(x)"),
    ],
)
def test_what_a_function_changes_is_not_given(function: str, prepared: str) -> None:
    text = fixed(program(f"\n    {function}", prepared), unsafe=True)
    assert "def forward_fn(x=x):" in text
    assert "loss, grads = grad_fn()" in text


MIXUP = """
    class Mixup:
        def _mix(self, batch):
            {body}
            return 0.5

        def __call__(self, x):
            self._mix(x)
            return x

    prepare = Mixup()
"""


@pytest.mark.parametrize(
    ("body", "given"),
    [
        ("batch.mean()", "def forward_fn(x):"),
        ("batch.mul_(0.5)", "def forward_fn(x=x):"),
        ("self._mix(batch.mul_(0.5))", "def forward_fn(x=x):"),
        ("self._mix(batch)", "def forward_fn(x):"),
    ],
)
def test_what_another_method_of_an_object_changes(body: str, given: str) -> None:
    assert given in fixed(program(MIXUP.format(body=body)), unsafe=True)


def test_what_a_network_changes_is_not_given() -> None:
    text = fixed(
        """
        import torch
        from torch import nn

        class Masked(nn.Module):
            def __init__(self):
                super().__init__()
                self.layer = nn.Linear(3, 4)

            def forward(self, x):
                x[:, 0] = 0
                return self.layer(x)

        net = Masked()
        optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        for x in data:
            loss = net(x).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        """,
        unsafe=True,
    )
    assert "def forward_fn():" in text


@pytest.mark.parametrize(
    ("body", "given"),
    [("return x.div(2)", "def forward_fn(x):"), ("return x.div_(2)", "def forward_fn(x=x):")],
)
def test_functions_of_other_files(tmp_path: Path, body: str, given: str) -> None:
    (tmp_path / "utils.py").write_text(f"def prepare(x):\n    {body}\n", encoding="utf-8")
    text = "import torch\nfrom torch import nn\nfrom utils import prepare\n"
    lines = LOOP.format(prepared="x = prepare(x)").splitlines()
    text += "\n".join(line[4:] for line in lines) + "\n"
    path = tmp_path / "train.py"
    path.write_text(text, encoding="utf-8")
    workspace = Workspace((tmp_path,))
    result = fix_document(Document(str(path), text), Config(), workspace, unsafe=True)
    assert given in result.document.text
