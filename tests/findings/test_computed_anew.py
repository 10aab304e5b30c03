"""A loss of what another function computed with a network, and kept: it is computed anew."""

from __future__ import annotations

import pytest

from .conftest import moved

NET = (
    "import torch\nfrom torch import nn\nfrom torch.distributions import Categorical\n\n\n"
    "class Policy(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
    "        self.fc = nn.Linear(4, 2)\n        self.log_probs = []\n        self.rewards = []\n\n"
    "    def forward(self, x):\n        return torch.softmax(self.fc(x), dim=-1)\n\n\n"
)
SCRIPT = (
    NET + "policy = Policy()\noptimizer = torch.optim.SGD(policy.parameters(), lr=0.1)\n\n\n"
    "# Acts.\ndef select_action(state):\n    state = torch.tensor(state)\n    probs = policy(state)\n"
    "    m = Categorical(probs)\n    action = m.sample()\n"
    "    policy.log_probs.append(m.log_prob(action))\n    return action.item()\n\n\n"
    "def finish():\n    losses = []\n    for log_prob, r in zip(policy.log_probs, policy.rewards):\n"
    "        losses.append(-log_prob * r)\n    optimizer.zero_grad()\n"
    "    loss = torch.stack(losses).sum()\n    loss.backward()\n    optimizer.step()\n"
    "    del policy.rewards[:]\n    del policy.log_probs[:]\n"
)
AGENT = (
    NET + "class Agent:\n    def __init__(self):\n        self.net = Policy()\n"
    "        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)\n"
    "        self.kept, self.rewards = [], []\n\n"
    "    def act(self, state):\n        probs = self.net(torch.from_numpy(state).float())\n"
    "        m = Categorical(probs)\n        action = m.sample()\n"
    "        self.kept.append(m.log_prob(action))\n        return action.item()\n\n"
    "    def learn(self):\n        log_probs = torch.stack(self.kept)\n"
    "        loss = -(log_probs * torch.tensor(self.rewards)).sum()\n"
    "        self.optimizer.zero_grad()\n        loss.backward()\n        self.optimizer.step()\n"
    "        self.kept = []\n        self.rewards = []\n"
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # The network gives something else the second time.
        ("self.fc(x), dim", "nn.functional.dropout(self.fc(x)), dim"),
        ("self.fc = nn.Linear(4, 2)", "self.fc = nn.Sequential(nn.Linear(4, 2), nn.BatchNorm1d(2))"),
        ("        return torch.softmax", "        self.last = x\n        return torch.softmax"),
        # What is computed draws numbers itself.
        ("m.log_prob(action)", "m.log_prob(m.sample())"),
        # A name stands for something else by then.
        ("    policy.log_probs.append", "    state = state + 1\n    policy.log_probs.append"),
        # Only now and then; behind a branch.
        ("    policy.log_probs.append(", "    if len(state) > 1:\n        policy.log_probs.append("),
        ("    m = Categorical(probs)\n", "    if len(state) > 1:\n        probs = probs * 2\n    m = Categorical(probs)\n"),
        # It is read elsewhere as well, again and again, or never cleared.
        ("    del policy.log_probs[:]\n", "    del policy.log_probs[:]\n\n\ndef show():\n    print(policy.log_probs)\n"),
        ("    for log_prob, r in", "    for _ in range(2):\n      for log_prob, r in"),
        ("    del policy.log_probs[:]\n", ""),
        # What it is computed with may change.
        ("Categorical(probs)", "Categorical(probs * scale)"),
        ("policy = Policy()", "from nets import policy"),
        # It has no gradient where it is computed.
        ("def finish():\n", "@torch.no_grad()\ndef play(state):\n    select_action(state)\n\n\ndef finish():\n"),
        ("def finish():\n", "def play(s):\n    with torch.no_grad():\n        again(s)\n\n\n"
         "def again(s):\n    return select_action(s)\n\n\ndef finish():\n"),
    ],
)  # fmt: skip
def test_leaves_alone(before: str, after: str) -> None:
    source = SCRIPT.replace(before, after).replace(
        "def finish():\n", "scale = 1\n\n\ndef finish():\n    global scale\n    scale += 1\n"
    )
    assert source != SCRIPT
    text, told = moved(source)
    assert "def compute_log_prob(" not in text
    assert told


def test_a_function_computes_it_where_the_loss_is() -> None:
    text, told = moved(SCRIPT)
    assert (
        "def compute_log_prob(state, action):\n    probs = policy(state)\n"
        "    m = Categorical(probs)\n    return m.log_prob(action)\n\n\n# Acts.\ndef select_action"
    ) in text
    assert "    policy.log_probs.append((state, ops.stop_gradient(action)))\n" in text
    assert "zip([compute_log_prob(*kept) for kept in policy.log_probs], policy.rewards)" in text
    assert "grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters)" in text
    assert told == []


def test_a_method_computes_it_of_an_array_that_is_copied() -> None:
    text, told = moved(AGENT)
    assert (
        "    def compute_kept(self, state, action):\n"
        "        probs = self.net(ms.from_numpy(state).float())\n"
    ) in text
    assert "        self.kept.append((copy.copy(state), ops.stop_gradient(action)))\n" in text
    assert "mint.stack([self.compute_kept(*kept) for kept in self.kept])" in text.replace(
        "ops.stack", "mint.stack"
    )
    assert told == []


def test_one_item_after_the_other() -> None:
    source = SCRIPT.replace(
        "    for log_prob, r in zip(policy.log_probs, policy.rewards):\n"
        "        losses.append(-log_prob * r)\n",
        "    for i in range(len(policy.log_probs)):\n"
        "        losses.append(-policy.log_probs[i] * policy.rewards[i])\n",
    )
    text, told = moved(source)
    assert "losses.append(-compute_log_prob(*policy.log_probs[i]) * policy.rewards[i])" in text
    assert told == []


def test_what_is_computed_of_one_input_is_kept_alone() -> None:
    source = SCRIPT.replace("m.log_prob(action)", "m.entropy()")
    text, told = moved(source)
    assert "def compute_log_prob(state):\n" in text
    assert "    policy.log_probs.append(state)\n" in text
    assert "[compute_log_prob(kept) for kept in policy.log_probs]" in text
    assert told == []


SINGLE = (
    AGENT.replace("self.kept, self.rewards = [], []", "self.log_prob = None")
    .replace("self.net(torch.from_numpy(state).float())", "self.net.forward(state)")
    .replace("self.kept.append(m.log_prob(action))", "self.log_prob = m.log_prob(action)")
    .replace("def learn(self)", "def learn(self, reward)")
    .replace("        log_probs = torch.stack(self.kept)\n", "")
    .replace("-(log_probs * torch.tensor(self.rewards)).sum()", "-self.log_prob * reward")
    .replace("        self.kept = []\n        self.rewards = []\n", "")
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("loss.backward()", "loss.backward(retain_graph=True)"),
        ("        self.log_prob = m", "        if self.net:\n            self.log_prob = m"),
        ("    def learn(", "    def show(self):\n        print(self.log_prob)\n\n    def learn("),
        ("self.log_prob = None", "self.log_prob = None\n        self.scale = 2"),
    ],
)
def test_leaves_an_attribute_alone(before: str, after: str) -> None:
    source = SINGLE.replace(before, after)
    if "scale" in after:
        source = source.replace("Categorical(probs)", "Categorical(probs * self.scale)")
    assert source != SINGLE
    text, told = moved(source)
    assert "def compute_log_prob(" not in text
    assert told


def test_an_attribute_of_the_object_is_computed_anew() -> None:
    text, told = moved(SINGLE)
    assert (
        "    def compute_log_prob(self, state, action):\n"
        "        probs = self.net.construct(state)\n"
    ) in text
    assert "        self.log_prob = (state, ops.stop_gradient(action))\n" in text
    assert "loss = -self.compute_log_prob(*self.log_prob) * reward\n" in text
    assert told == []


LAYERS = (
    "import torch\nfrom torch import nn\nfrom torch.distributions import Categorical\n\n"
    "policy = nn.Sequential(nn.Linear(4, 2), nn.Softmax(dim=-1))\n"
    "optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)\nkept = []\n\n\n"
    "def act(state, action):\n    m = Categorical(policy(state))\n"
    "    kept.append(m.log_prob(action))\n\n\n"
    "def learn(returns):\n    loss = []\n    for log_prob, r in zip(kept, returns):\n"
    "        loss.append(-log_prob * r)\n    optimizer.zero_grad()\n"
    "    loss = torch.stack(loss).sum()\n    loss.backward()\n    optimizer.step()\n    del kept[:]\n"
)


def test_a_network_of_layers_and_a_list_that_becomes_the_loss() -> None:
    text, told = moved(LAYERS)
    assert "def compute_kept(state, action):\n    m = Categorical(policy(state))\n" in text
    assert (
        "    def forward_fn():\n        loss = []\n"
        "        for log_prob, r in zip([compute_kept(*kept_) for kept_ in kept], returns):\n"
    ) in text
    assert told == []


@pytest.mark.parametrize("layer", ["nn.Dropout(0.1)", "make_layer()", "*layers"])
def test_leaves_layers_alone_that_may_give_something_else(layer: str) -> None:
    text, told = moved(LAYERS.replace("nn.Linear(4, 2)", f"nn.Linear(4, 2), {layer}"))
    assert "def compute_kept" not in text
    assert told
