"""Files that look for torch's names in a state, and those that look for names elsewhere."""

from __future__ import annotations

import pytest

from tests.findings.conftest import findings

HEAD = "import torch\nfrom torch import nn\n\n\ndef f(net, state):\n    own = net.state_dict()\n"


def told(body: str) -> bool:
    found = findings(f"{HEAD}    {body}\n    return own\n")
    return any("looks for torch's names" in finding.message.en for finding in found)


@pytest.mark.parametrize(
    "body",
    [
        "'A layer and its weight'",
        "net.register_parameter('bias', None)",
        "print(hasattr(net, 'bias'), getattr(net, 'weight'))",
        "net.add(bias='bias', kind={'weight': 1})",
        "a = [p for n, p in net.named_parameters() if n.endswith('bias') or 'weight' in n]",
        "for n, p in net.named_parameters():\n        if n == 'bias':\n            p.fill_(0)",
        "no = ['bias', 'norm.weight']\n"
        "    a = [p for n, p in net.named_parameters() if not any(nd in n for nd in no)]",
        "del own['fc.weight'], own['classifier.bias']",
        "raise KeyError('no weight')",
        "normal_(layer_parameter(net, 'weight').data, 0, 1)",
        "set_layer_parameter(net, 'bias', state)",
        "own = {k[7:] if k.startswith('module.') else k: v for k, v in own.items()}",
    ],
)
def test_leaves_alone(body: str) -> None:
    assert not told(body)


@pytest.mark.parametrize(
    "body",
    [
        "return own['weight']",
        "return own['layer1.1.weight'], own['norm.weight']",
        "return [k for k in own if k.endswith('bias')]",
        "return [k for k in own if 'running_mean' in k]",
        "no = ['bias', 'norm.weight']\n    return [k for k in own if not any(nd in k for nd in no)]",
        "return own.pop(f'{net.name}.weight')",
        "return {k.replace('weight', 'w'): v for k, v in own.items()}",
    ],
)
def test_names_of_a_state_are_told(body: str) -> None:
    assert told(body)


def test_a_state_that_is_loaded_where_it_is_made_is_left_alone() -> None:
    source = HEAD.replace("own = net.state_dict()", "net.load_state_dict(net.state_dict())")
    found = findings(f"{source}    return state['norm.weight']\n")
    assert not [f for f in found if "looks for torch's names" in f.message.en]
