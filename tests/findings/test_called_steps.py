"""A step that is a method of its own goes to where its loss is computed.

That it trains as it did is shown by ``step_of_its_own.py`` and ``steps_in_methods.py`` in
``tests/scenarios/programs``.
"""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from .conftest import moved

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
STEP = """
    def _update(self, loss):
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
"""
AGENT = """
class Agent:
    def __init__(self):
        self.net = nn.Linear(3, 2)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def learn(self, x, y):
        loss = F.mse_loss(self.net(x), y)
        self._update(loss)
"""


def migrated(source: str) -> tuple[str, list[str]]:
    return moved(HEAD + source)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            AGENT + "        self._update(loss)\n"
            + STEP.replace("        loss.b", "        if loss > 9:\n            print(1)\n        loss.b"),
            id="long, and called twice",
        ),
        pytest.param(AGENT + STEP + "\nclass B(Agent):\n    def _update(self, loss): pass\n", id="o"),
        pytest.param("import lib\n" + AGENT.replace("Agent", "A(lib.Base)") + STEP, id="a base"),
        pytest.param(AGENT + STEP + "\nregister('_update')\n", id="named in a string"),
        pytest.param(AGENT + STEP.replace("    def", "    @timed\n    def"), id="decorated"),
        pytest.param(AGENT.replace("_update(loss)", "_update(*loss)") + STEP, id="starred"),
        pytest.param(AGENT + STEP.replace("loss)", "loss, more=[])"), id="a default"),
        pytest.param(
            AGENT + STEP.replace("        loss.b", "        if loss > 9:\n            return\n        loss.b"),
            id="leaves early",
        ),
        pytest.param(
            AGENT.replace("        self._update(loss)", "        n = 1\n        self._update(loss)\n        print(n)")
            + STEP.replace("        loss.b", "        n = loss.sum()\n        loss.b"),
            id="a name of the caller",
        ),
        pytest.param(
            "n = 2\n" + AGENT.replace("        self._u", "        n = 1\n        self._u")
            + STEP.replace("        loss.b", "        print(n)\n        loss.b"),
            id="a global that the caller hides",
        ),
    ],
)  # fmt: skip
def test_leaves_it_where_it_is(source: str) -> None:
    text, left = migrated(source)
    assert "def _update(self, loss" in text
    assert len(left) == source.count("zero_grad")
    if "more=[]" not in source:
        assert "loss.backward()" in text


def test_a_default_that_is_a_constant_goes_with_it() -> None:
    step = STEP.replace("loss)", "loss, scale=0.5)").replace("loss.b", "(loss * scale).b")
    text, left = migrated(AGENT + step)
    assert left == []
    assert "def _update" not in text
    assert "scale = 0.5\n            return loss * scale\n" in text


def test_what_is_left_says_where_the_step_belongs() -> None:
    _, (message,) = migrated("import lib\n" + AGENT.replace("Agent", "A(lib.Base)") + STEP)
    assert "loss is computed by the caller" in message


def test_a_method() -> None:
    text, left = migrated(AGENT + STEP)
    assert left == []
    assert "_update" not in text
    assert text.rpartition("def learn")[2].rstrip("\n") + "\n" == dedent(
        """\
        (self, x, y):
                def forward_fn():
                    loss = ops.mse_loss(self.net(x), y)
                    return loss

                grad_fn = ms.value_and_grad(forward_fn, None, self.optimizer.parameters)
                loss, grads = grad_fn()
                self.optimizer(grads)
        """
    )


def test_a_function() -> None:
    text, left = migrated(
        "def update(optimizer, loss):\n    optimizer.zero_grad()\n    loss.backward()\n"
        "    optimizer.step()\n    return loss.item()\n\n\n"
        "def train(net, data, opt):\n    for x, y in data:\n"
        "        error = F.mse_loss(net(x), y)\n        last = update(loss=error, optimizer=opt)\n"
        "        print(last)\n"
    )
    assert left == []
    assert "def update" not in text
    assert "opt(grads)\n        last = error.item()\n        print(last)" in text


@pytest.mark.parametrize("name", ["backward", "step"])
def test_a_function_that_has_the_name_of_a_method_of_torch(name: str) -> None:
    """What ``loss.backward`` and ``optimizer.step`` name is no function of the module."""
    source = f"""
        def {name}(loss, optimizer):
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

        def train(net, x, y, optimizer):
            loss = F.mse_loss(net(x), y)
            {name}(loss, optimizer)
            return loss
    """
    text, left = migrated(dedent(source))
    assert f"def {name}(" not in text
    assert "loss, grads = grad_fn()\n    optimizer(grads)" in text
    assert left == []


def test_the_argument_is_computed_first() -> None:
    source = AGENT.replace("self._update(loss)", "self._update(loss=2 * value)")
    text, left = migrated(source.replace("loss = F", "value = F") + STEP)
    assert left == []
    assert "loss = 2 * value\n" in text


SHARES = """
class Agent:
    def __init__(self):
        self.net, self.other = nn.Linear(3, 2), nn.Linear(3, 2)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.second = torch.optim.SGD(self.other.parameters(), lr=0.1)

    def learn(self, x, y):
        {}
"""


def agent(learn: str, *methods: str) -> str:
    body = "\n        ".join(learn.splitlines())
    return SHARES.format(body) + "".join(indent(f"\n{method}", "    ") for method in methods)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            agent(
                "loss = F.mse_loss(self.net(x), y)\nself.backward(loss)\nself.step()",
                "def backward(self, loss):\n    self.optimizer.zero_grad()\n    loss.backward()\n",
                "def step(self):\n    self.optimizer.step()\n",
            ),
            id="each part in a method",
        ),
        pytest.param(
            agent(
                "self.optimizer.zero_grad()\nself.backward_net(x, y)\nself.optimizer.step()",
                "def backward_net(self, x, y):\n"
                "    loss = F.mse_loss(self.net(x), y)\n    loss.backward()\n",
            ),
            id="the loss and its backward call",
        ),
        pytest.param(
            agent(
                "self.reset()\nloss = F.mse_loss(self.net(x), y)\nloss.backward()\n"
                "self.optimizer.step()\nself.reset()\n"
                "loss = F.l1_loss(self.other(x), y)\nloss.backward()\nself.second.step()",
                "def reset(self):\n    self.optimizer.zero_grad()\n    self.second.zero_grad()\n",
            ),
            id="what clears gradients, twice",
        ),
        pytest.param(
            agent(
                "self.one(self.optimizer, F.mse_loss(self.net(x), y))\n"
                "self.one(loss=F.l1_loss(self.other(x), y), optimizer=self.second)",
                "def one(self, optimizer, loss):\n    optimizer.zero_grad()\n"
                "    loss.backward()\n    optimizer.step()\n",
            ),
            id="a step with other optimizers",
        ),
        pytest.param(
            "def train(net, data):\n    opt = torch.optim.SGD(net.parameters(), lr=0.1)\n\n"
            "    def step(loss):\n        opt.zero_grad()\n        loss.backward()\n"
            "        opt.step()\n\n    for x, y in data:\n        step(F.mse_loss(net(x), y))\n",
            id="a function in the function",
        ),
    ],
)
def test_shares_of_a_step_come_together(source: str) -> None:
    text, left = migrated(source)
    assert left == []
    assert "backward" not in text and "zero_grad" not in text and ".step()" not in text


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            agent("loss = F.mse_loss(self.net(x), y)\nself.backward(loss)",
                  "def backward(self, loss):\n    loss.backward()\n"),
            id="nothing steps",
        ),
        pytest.param(
            agent("loss = F.mse_loss(self.net(x), y)\nself.backward(loss)\nself.optimizer.step()",
                  "def backward(self, loss):\n    loss.backward()\n    self.net.weight.grad.mul_(2)\n"),
            id="changes gradients",
        ),
        pytest.param(
            agent("loss = F.mse_loss(self.net(x), y)\nself.back(loss)\nself.optimizer.step()",
                  "def back(self, loss):\n    loss.backward()\n",
                  "def again(self, agent):\n    agent.back(self)\n"),
            id="called on another object",
        ),
        pytest.param(
            agent("loss = F.mse_loss(self.net(x), y)\nk = [self.back(loss)]\nself.optimizer.step()",
                  "def back(self, loss):\n    loss.backward()\n"),
            id="in an expression",
        ),
    ],
)  # fmt: skip
def test_shares_that_stay(source: str) -> None:
    text, left = migrated(source)
    assert len(left) >= 1
    assert "loss.backward()\n" in text.partition("    def back")[2]


def test_a_copied_body_has_the_names_of_each_caller() -> None:
    text, _ = migrated(
        agent("a = F.mse_loss(self.net(x), y)\nself.one(a, self.optimizer)\n"
              "b = F.l1_loss(self.other(x), y)\nn = self.one(b, self.second)\nreturn n",
              "def one(self, loss, opt):\n    opt.zero_grad()\n    loss.backward()\n"
              "    opt.step()\n    return loss.item()\n")
    )  # fmt: skip
    assert "def one" not in text
    assert "self.optimizer(grads)" in text
    assert "self.second(grads_2)\n        n = b.item()\n        return n" in text


TWO_DEEP = """
class Pair:
    def __init__(self):
        self.one, self.two = nn.Linear(3, 1), nn.Linear(3, 1)
        weights = [*self.one.parameters(), *self.two.parameters()]
        self.optimizer = torch.optim.SGD(weights, lr=0.1)

    def backward_basic(self, net, x):
        # the loss of one network
        loss = net(x).mean()  # a number
        loss.backward()
        return loss

    def backward_one(self):
        self.loss_one = self.backward_basic(self.one, self.x)

    def backward_two(self):
        self.loss_two = self.backward_basic(self.two, self.x)

    def optimize(self, x):
        self.x = x
        self.optimizer.zero_grad()
        self.backward_one()
        self.backward_two()
        self.optimizer.step()
"""


def test_what_methods_of_methods_do_comes_together() -> None:
    text, left = migrated(TWO_DEEP)
    assert left == []
    assert "def backward_" not in text
    assert text.count("# the loss of one network") == text.count("mean()  # a number") == 2
    assert text.count("# ") == 4


@pytest.mark.parametrize(
    "old, new",
    [
        pytest.param("        self.optimizer.step()", "        print(x)", id="nothing steps"),
        pytest.param("        self.backward_two()\n", "", id="a method that nothing calls"),
    ],
)
def test_what_methods_of_methods_do_stays(old: str, new: str) -> None:
    text, left = migrated(TWO_DEEP.replace(old, new))
    assert left != []
    assert "def backward_basic" in text


ADDED = agent(
    "total = 0.0\nfor batch in [x, y]:\n    total += self.step(batch)\n"
    "    self.optimizer.step()\n    self.optimizer.zero_grad()\nreturn total",
    "def step(self, batch):\n    batch = batch * 2\n    loss = self.net(batch).mean()\n"
    "    loss.backward()\n    return loss.item()\n",
)


def test_what_a_step_gives_is_added() -> None:
    text, left = migrated(ADDED)
    assert left == []
    assert "def step" not in text and "batch = batch * 2\n" in text
    assert "total += loss.item()\n" in text


def test_a_parameter_that_gets_another_value() -> None:
    text, left = migrated(ADDED.replace("total += self.step(batch)", "total += self.step(x)"))
    assert left == []
    assert "batch = x\n" in text and "batch = batch * 2\n" in text


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            ADDED.replace("self.optimizer.zero", "print(batch)\n            self.optimizer.zero"),
            id="the caller reads it afterwards",
        ),
        pytest.param(ADDED.replace("loss =", "total = loss ="), id="a name that is added to"),
        pytest.param(
            ADDED.replace("total +=", "self.total +="), id="an attribute that is added to"
        ),
    ],
)
def test_what_a_step_gives_stays(source: str) -> None:
    text, left = migrated(source)
    assert left != [] and "def step" in text


INHERITED = """
class Base:
    @staticmethod
    def optim_update(optimizer, objective):
        optimizer.zero_grad()
        objective.backward()
        optimizer.step()

    def init(self, actor, critic):
        self.actor = actor
        self.critic = critic
        self.actor_optimizer = torch.optim.SGD(self.actor.parameters(), lr=0.1)
        self.critic_optimizer = torch.optim.SGD(self.critic.parameters(), lr=0.1)


class Agent(Base):
    def update(self, buffer):
        for _ in range(3):
            critic_loss, state = self.critic_loss(buffer)
            self.optim_update(self.critic_optimizer, critic_loss)
            actor_loss = -self.critic(self.actor(state)).mean()
            self.optim_update(self.actor_optimizer, actor_loss)

    def critic_loss(self, buffer):
        with torch.no_grad():
            state, reward = buffer.draw(4)
        return F.mse_loss(self.critic(state), reward), state
"""


def test_a_static_method_of_the_base_goes_to_the_methods_of_other_classes() -> None:
    text, left = migrated(INHERITED)
    assert left == []
    assert "optim_update" not in text
    assert "@staticmethod" not in text
    calls = """
        for _ in range(3):
            (critic_loss, (state,)), grads = grad_fn()
            self.critic_optimizer(grads)
            actor_loss, grads_2 = grad_fn_2(state)
            self.actor_optimizer(grads_2)
"""
    assert calls.strip() in text
    assert "def forward_fn_2(state):\n" in text


@pytest.mark.parametrize(
    ("before", "after", "stays"),
    [
        ("class Agent(Base)", "class Agent(lib.Agent, Base)", "optim_update"),
        ("class Agent(Base)", "class Agent", "optim_update"),
        ("@staticmethod", "@classmethod", "optim_update"),
        ("reward), state", "reward), self.actor(state)", "optimizer.step()"),
    ],
    ids=["another base", "no base", "a class method", "a graph beside the loss"],
)
def test_what_a_base_class_does_stays(before: str, after: str, stays: str) -> None:
    text, left = migrated(INHERITED.replace(before, after))
    assert stays in text
    assert left != []


def test_an_overridden_method_is_looked_at_as_well() -> None:
    other = INHERITED.partition("    def critic_loss")
    overridden = f"\nclass Other(Agent):\n    def critic_loss{other[2]}"
    _, left = migrated(INHERITED + overridden)
    assert left == []
    _, left = migrated(
        INHERITED + overridden.replace("reward), state", "reward), self.actor(state)")
    )
    assert left != []
    unrelated = overridden.replace("(Agent)", "").replace(
        "reward), state", "reward), self.actor(state)"
    )
    _, left = migrated(INHERITED + unrelated)
    assert left == []


def test_a_method_that_calls_itself() -> None:
    again = "        with torch.no_grad():\n            state"
    text, _ = migrated(
        INHERITED.replace(again, f"        loss, state = self.critic_loss(buffer)\n{again}", 1)
    )
    assert "critic_loss" in text


BETWEEN = """
class Base:
    def __init__(self, net):
        self.net = net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def begin(self):
        self.optimizer.zero_grad()

    def end(self):
        self.optimizer.step()


class Trainer(Base):
    def run(self, x, y):
        self.begin()
        loss = F.mse_loss(self.net(x), y)
        loss.backward()
        self.end()
        return loss.item()
"""


def test_the_step_of_a_base_class_goes_to_where_the_gradients_are() -> None:
    text, left = migrated(BETWEEN)
    assert left == []
    assert "def end" not in text and "def begin" not in text
    assert "        loss, grads = grad_fn()\n        self.optimizer(grads)\n" in text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("def end(self)", "@timed\n    def end(self)"),
        ("self.end()", "callbacks.append(self.end)"),
        ("Trainer(Base)", "Trainer(lib.Trainer, Base)"),
    ],
    ids=["decorated", "handed on", "another base"],
)
def test_a_step_of_a_base_class_that_stays(old: str, new: str) -> None:
    text, left = migrated(BETWEEN.replace(old, new))
    assert "loss.backward()" in text
    assert left != []


CLIPPING = (
    AGENT.replace(
        "        self._update(loss)",
        "        self.optimizer.zero_grad()\n        loss.backward()\n        self.clip()\n"
        "        self.optimizer.step()",
    )
    + """
    def clip(self):
        nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
"""
)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(CLIPPING.replace("        self.clip()\n", ""), id="nothing calls it"),
        pytest.param(CLIPPING.replace("    def clip", "    @timed\n    def clip"), id="decorated"),
        pytest.param(CLIPPING.replace("        self.optimizer.step()\n", ""), id="no step"),
    ],
)
def test_a_clip_that_stays(source: str) -> None:
    text, _ = migrated(source)
    assert "clip_grad_norm_(" in text


def test_a_clip_that_is_a_method() -> None:
    text, left = migrated(CLIPPING)
    assert left == []
    assert "        grads = ops.clip_by_norm(grads, 0.5)\n        self.optimizer(grads)\n" in text
    assert "clip()" not in text


def test_a_clip_under_a_condition_in_a_function() -> None:
    source = """
def clip(model, limit):
    if limit > 0:
        torch.nn.utils.clip_grad_norm_(model.parameters(), limit)

def train(net, optimizer, data):
    for x, y in data:
        optimizer.zero_grad()
        loss = F.mse_loss(net(x), y)
        loss.backward()
        clip(net, 0.5)
        optimizer.step()
"""
    text, left = migrated(source)
    assert left == []
    assert "        if limit > 0:\n            grads = ops.clip_by_norm(grads, limit)\n" in text


CLIPS = """
class Trainer:
    def __init__(self, net):
        self.net = net
        self.limit = 10.0

    def train(self, batches):
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        for batch in batches:
            for part in batch:
                (self.net(part).mean() / 2).backward()
            norm = self.clip()
            self.optimizer.step()
            self.optimizer.zero_grad()
            print(norm)

    def clip(self):
        return nn.utils.clip_grad_norm_(self.net.parameters(), self.limit).item()
"""


def test_a_method_that_is_nothing_but_its_result() -> None:
    text, told = migrated(CLIPS)
    assert told == []
    assert "            norm = sum((grad**2).sum() for grad in total_grads).sqrt().item()\n" in text
    assert "def clip" not in text and "self.optimizer(total_grads)" in text
