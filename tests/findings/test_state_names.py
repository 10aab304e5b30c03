"""Files that look for torch's names in a state, and those that look for names elsewhere."""

from __future__ import annotations

import pytest

from tests.findings.conftest import findings, fixed

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
        "own = {k: v for k, v in own.items() if not k.endswith('num_batches_tracked')}",
        "own = {k: v for k, v in own.items() if v.ndim and 'num_batches_tracked' not in k}",
        "for k in own:\n        if 'num_batches_tracked' in k:\n            continue\n        print(k)",
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
        "return [k for k in own if k.endswith('num_batches_tracked')]",
        "return own['norm.num_batches_tracked']",
        "return 'norm.num_batches_tracked' not in own",
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


COUNT = "import torch\nfrom torch import nn\n\n\n"


def counts(body: str) -> bool:
    found = findings(COUNT + body)
    return any("there are fewer to count" in finding.message.en for finding in found)


@pytest.mark.parametrize(
    "body",
    [
        "net = nn.Sequential(nn.Linear(4, 3), nn.ReLU())\nprint(len(net.state_dict()))",
        "def f(net):\n    state = net.state_dict()\n    return state, len(net.name)",
        "def f(net, names):\n    return len(names), list(net.state_dict())",
        "def f(net):\n    return {k: len(v) for k, v in net.state_dict().items()}",
        "def f(net, n):\n    for k, v in net.state_dict().items():\n        v *= 2\n    n += 1",
        "def f(net):\n    return sum(p.numel() for p in net.parameters())",
    ],
)
def test_leaves_alone_what_is_not_counted_or_has_no_batch_norms(body: str) -> None:
    assert not counts(body)


@pytest.mark.parametrize(
    "body",
    [
        "net = nn.Sequential(nn.Linear(4, 3), nn.BatchNorm1d(3))\nprint(len(net.state_dict()))",
        "def f(net):\n    return len(net.state_dict().keys())",
        "def f(net):\n    return len(list(net.state_dict()))",
        "def f(net):\n    state = net.state_dict()\n    return 1 / len(state)",
        "def f(net, o):\n    s = {k: v for k, v in o.items() if k in net.state_dict()}\n"
        "    own = {k: v for k, v in net.state_dict().items() if k in o}\n    return len(s), len(own)",
        "def f(net):\n    return sum(v.numel() for v in net.state_dict().values())",
        "def f(net):\n    n = 0\n    for k in net.state_dict():\n        n += 1\n    return n",
    ],
)
def test_counts_of_what_may_have_batch_norms_are_told(body: str) -> None:
    assert counts(body)


LOADED = "import torch\n\n\ndef f(net, path):\n    file = torch.load(path)\n    net.load_state_dict({})\n"


@pytest.mark.parametrize(
    "body", ["return len(file['losses'])", "return file['epoch']", "return len(file['optimizer'])"]
)
def test_leaves_alone_what_a_file_holds_beside_a_state(body: str) -> None:
    assert not counts(f"{LOADED}    {body}\n".removeprefix(COUNT))


def test_leaves_a_file_alone_where_no_state_is_loaded() -> None:
    assert not counts("def f(path):\n    items = torch.load(path)\n    return len(items)")


@pytest.mark.parametrize(
    "body",
    [
        "return len(file)",
        "state = file['state_dict']\n    return len(state)",
        "own = {k[7:]: v for k, v in file['model'].items()}\n    return len(own)",
    ],
)
def test_counts_of_states_that_are_loaded_are_told(body: str) -> None:
    assert counts(f"{LOADED}    {body}\n".removeprefix(COUNT))


@pytest.mark.parametrize(
    "body",
    [
        "for k in own:\n        print(own[k])",
        "for k, p in net.named_parameters():\n        state[k] = p",
        "keys = [k for k in own]\n    for k, p in net.named_parameters():\n        print(k)\n"
        "    for key in keys:\n        print(own[key])",
        "fc = nn.Linear(3, 2)\n    for k, p in fc.named_parameters():\n        p.copy_(own[k])",
    ],
)
def test_leaves_names_of_the_state_itself_and_other_dictionaries_alone(body: str) -> None:
    assert not told(body)


@pytest.mark.parametrize(
    "body",
    [
        "for k, p in net.named_parameters():\n        p.copy_(own[k])",
        "for k, p in net.named_buffers():\n        p.copy_(state.state_dict()[k])",
        "keys = [k for k, _ in net.named_parameters()]\n    for key in keys:\n"
        "        j = 'module.' + key\n        print(own[j])",
        "return {k: own[k] for k, p in net.named_parameters()}",
        "norm = nn.BatchNorm2d(3)\n    for k, p in norm.named_parameters():\n        p.copy_(own[k])",
    ],
)
def test_values_of_a_state_by_the_names_of_parameters_are_told(body: str) -> None:
    assert told(body)


AVERAGE = (
    "import torch\nfrom torch import nn\n\n\ndef update(ema, net):\n    own = net.state_dict()\n"
    "    kept = ema.state_dict()\n    for k, _ in net.named_parameters():\n"
    "        j = 'module.' + k\n        kept[j].copy_(own[k] * 0.1 + kept[j] * 0.9)\n"
)
BY_NAMES = "dict(named_parameters(net)) | dict(named_buffers(net))"


@pytest.mark.parametrize(
    "more",
    [
        "    return own\n",
        "    print(own['fc.weight'])\n",
        "    own[k] = kept[k]\n",
        "    for key in own:\n        print(own[key])\n",
        "    net.load_state_dict(own)\n",
    ],
)
def test_leaves_a_state_alone_of_which_more_is_used(more: str) -> None:
    assert BY_NAMES not in fixed(AVERAGE + more, unsafe=True)


def test_a_state_that_is_read_by_names_of_parameters_has_them() -> None:
    text = fixed(AVERAGE, unsafe=True)
    assert f"    own = {BY_NAMES}\n" in text
    assert "    kept = dict(named_parameters(ema)) | dict(named_buffers(ema))\n" in text
    told = [finding for finding in findings(text) if finding.code == "MP220"]
    assert not any("looks for torch's names" in finding.message.en for finding in told)


OPTIMIZER = (
    "import torch\n\n\ndef f(net, path):\n"
    "    optimizer = torch.optim.Adam(net.parameters(), lr=0.1)\n"
)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("torch.save(optimizer.state_dict(), path)", False),
        ("state = optimizer.state_dict()\n    return state['param_groups'][0]['lr']", False),
        ("state = optimizer.state_dict()\n    state['state'] = {}", False),
        ("return len(optimizer.state_dict()['state'])", True),
        ("state = optimizer.state_dict()\n    return state['state'].values()", True),
        ("state = optimizer.state_dict()\n    return state.get('state')", True),
    ],
)
def test_what_is_read_of_the_state_of_an_optimizer(body: str, told: bool) -> None:
    found = findings(f"{OPTIMIZER}    {body}\n")
    assert told == any("each parameter that has taken a step" in f.message.en for f in found)
