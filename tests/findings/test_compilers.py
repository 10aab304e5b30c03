"""torch.compile and TorchScript: what they give computes the same, and what it had is marked."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch import nn\n\n\n"
NET = "def main(options):\n    net = nn.Linear(3, 4)\n"


def behind_net(body: str) -> list[str]:
    """The migrated lines behind ``net = ...``."""
    lines = [line.strip() for line in fixed(f"{HEADER}{NET}{body}").splitlines()]
    return lines[lines.index("net = mint.nn.Linear(3, 4)") + 1 :]


@pytest.mark.parametrize(
    "call",
    [
        "net = torch.compile(net)",
        "net = torch.compile(net, mode='max-autotune', fullgraph=True)",
        "net = torch.compile(net, **options)",
        "net = torch.jit.script(net)",
        "net.compile()",
        "torch.compile(net)",
    ],
)
def test_a_compiled_network_is_the_network(call: str) -> None:
    assert behind_net(f"    {call}\n    return net\n") == ["return net"]


def test_another_name_keeps_its_assignment() -> None:
    body = "    fast = torch.compile(net)\n    fast.eval()\n    return fast\n"
    assert behind_net(body) == ["fast = net", "fast.set_train(False)", "return fast"]


def test_what_was_compiled_is_the_network_itself() -> None:
    body = (
        "    net = torch.compile(net)\n    raw = net._orig_mod if hasattr(net, '_orig_mod') else net\n"
        "    return net._orig_mod.state_dict(), raw\n"
    )
    assert behind_net(body) == [
        "raw = net if hasattr(net, '_orig_mod') else net",
        "return net.state_dict(), raw",
    ]


def test_a_decorator_goes() -> None:
    source = "@torch.compile(dynamic=True)\ndef f(x: torch.Tensor):\n    return x.unsqueeze(0)\n"
    assert "compile" not in fixed(HEADER + source)


def test_what_is_not_given_is_marked() -> None:
    found = findings(HEADER + "def f(**options):\n    return torch.compile(**options)\n")
    assert [finding.code for finding in found if finding.symbol == "torch.compile"] == ["MP102"]


@pytest.mark.parametrize("member", ["save('net.pt')", "code", "graph"])
@pytest.mark.parametrize("made", ["script(net)", "trace(net, torch.ones(2, 3))", "load('net.pt')"])
def test_what_only_a_script_module_has_is_marked(made: str, member: str) -> None:
    source = f"{NET}    net = torch.jit.{made}\n    return net.{member}\n"
    symbol = f"torch.jit.ScriptModule.{member.partition('(')[0]}"
    assert [f.severity for f in findings(HEADER + source) if f.symbol == symbol] == ["error"]


def test_a_traced_network_is_a_network() -> None:
    source = f"{NET}    net = torch.jit.trace(net, torch.ones(2, 3))\n    net.eval()\n"
    assert "torch.nn.Module.eval" in {f.symbol for f in findings(HEADER + source)}


def test_what_is_tested_for_a_script_module_is_marked() -> None:
    source = "def f(net):\n    return isinstance(net, torch.jit.ScriptModule)\n"
    found = [f for f in findings(HEADER + source) if f.symbol == "torch.jit.ScriptModule"]
    assert [(finding.severity, finding.fix) for finding in found] == [("error", None)]
