"""``torch.autograd.grad``: what lies between input and output becomes a function.

That the results are torch's is shown by the programs of ``tests/scenarios``.
"""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from mindport.config import Config
from mindport.report import Finding
from mindport.target import Target

from .conftest import findings, fixed

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"


def asked(source: str, config: Config | None = None) -> list[Finding]:
    found = findings(HEAD + dedent(source), config)
    return [f for f in found if f.symbol == "torch.autograd.grad"]


MARKED = [
    pytest.param(
        "return torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)[0]",
        "computed in the same block",
        id="an output from elsewhere",
    ),
    pytest.param(
        "loss = net(x)\nreturn torch.autograd.grad(loss, [*net.parameters(), y])",
        "no plain name",
        id="more than the parameters of a network",
    ),
    pytest.param(
        "loss = net(x)\nreturn torch.autograd.grad(loss, net.parameters(), create_graph=True)",
        "create_graph",
        id="by parameters, with a graph",
    ),
    pytest.param(
        "loss = net(x)\nreturn torch.autograd.grad(loss, net.parameters(), allow_unused=True)",
        "allow_unused",
        id="by parameters that may be unused",
    ),
    pytest.param(
        "loss = y.mean()\nreturn torch.autograd.grad(loss, net.parameters())",
        "give this function the network",
        id="by parameters of a network that is not called",
    ),
    pytest.param(
        "h = net(x)\nif y:\n    z = h.mean() + net(y)\n    return torch.autograd.grad(z, net.parameters())",
        "outside of this block",
        id="by parameters that reach it from around",
    ),
    pytest.param(
        "h = net(x)\nreturn torch.autograd.grad([h, h * 2], x)[0]",
        "several outputs",
        id="several outputs",
    ),
    pytest.param(
        "h = net(y)\nreturn torch.autograd.grad(h, x)[0]",
        "depends on x",
        id="an output that is made of something else",
    ),
    pytest.param(
        "h = net(x)\nif y:\n    z = net(x) + h\n    return torch.autograd.grad(z, x)[0]",
        "outside of its block",
        id="a way around the block",
    ),
    pytest.param(
        "h = net(x)\nreturn torch.autograd.grad(h, x, allow_unused=True)[0]",
        "allow_unused",
        id="inputs that may be unused",
    ),
    pytest.param(
        "for _ in y:\n    h = net(x)\n    if h > 0:\n        break\n    h = h * 2\n"
        "    x = torch.autograd.grad(h, x)[0]",
        "break",
        id="break on the way",
    ),
    pytest.param(
        "h = net(x)\nwith torch.no_grad():\n    t = net(x)\nz = h - t\n"
        "return torch.autograd.grad(z, x)[0]",
        "stop",
        id="no_grad on the way",
    ),
    pytest.param(
        "h = net(x)\nv = y * 2 + h\nreturn torch.autograd.grad(h, x, v)[0]",
        "outside",
        id="weights that are made behind the output",
    ),
    pytest.param("h = net(x); g = torch.autograd.grad(h, x)[0]", "line", id="on one line"),
]


@pytest.mark.parametrize(("body", "told"), MARKED)
def test_stays_marked(body: str, told: str) -> None:
    source = "def f(net, x, y):\n" + indent(body, "    ") + "\n"
    (finding,) = asked(source)
    assert (finding.severity, finding.fix) == ("error", None)
    assert told in finding.message.en.partition("In the way:")[2]
    assert "autograd.grad(" in fixed(HEAD + source, unsafe=True)


def test_graph_mode_is_left_alone() -> None:
    source = "def f(net, x):\n    h = net(x)\n    return torch.autograd.grad(h, x)[0]\n"
    (finding,) = asked(source, Config(target=Target(mode="GRAPH")))
    assert finding.fix is None
    assert "PyNative" in finding.message.en


PAIRS = [
    pytest.param(
        """
        x = x.detach().requires_grad_(True)
        h = net(x)
        loss = h.mean()
        # the gradient
        g = torch.autograd.grad(loss, x, create_graph=True)[0]
        return g
        """,
        """
        x = ops.stop_gradient(x)
        def output_fn(x):
            h = net(x)
            loss = h.mean()
            return loss

        # the gradient
        g = ms.grad(output_fn)(x)
        return g
        """,
        id="by a fresh tensor",
    ),
    pytest.param(
        """
        x.requires_grad = True
        loss = net(x)
        g = torch.autograd.grad(loss, x)[0]
        return x + g.sign()
        """,
        """
        def output_fn(x):
            loss = net(x)
            return loss

        g = ops.stop_gradient(ms.grad(output_fn)(x))
        return x + g.sign()
        """,
        id="without a graph",
    ),
    pytest.param(
        """
        h = net(x, y)
        loss = h.sum()
        gx, gy = torch.autograd.grad(loss, (x, y), create_graph=True)
        return h, loss, gx, gy
        """,
        """
        def output_fn(x, y):
            h = net(x, y)
            loss = h.sum()
            return loss, h

        (loss, h), (gx, gy) = ms.value_and_grad(output_fn, (0, 1), has_aux=True)(x, y)
        return h, loss, gx, gy
        """,
        id="by two inputs, with values that are read later",
    ),
    pytest.param(
        """
        h = net(x)
        return torch.autograd.grad(h, x, y, create_graph=True)[0] * 2
        """,
        """
        def output_fn(x):
            h = net(x)
            return (h * y).sum()

        x_grad = ms.grad(output_fn)(x)
        return x_grad * 2
        """,
        id="weighted",
    ),
    pytest.param(
        """
        g = torch.autograd.grad(net(x).sum(), [x], create_graph=True)
        return g
        """,
        """
        def output_fn(x):
            return net(x).sum()

        x_grad = ms.grad(output_fn)(x)
        g = (x_grad,)
        return g
        """,
        id="a tuple of one",
    ),
    pytest.param(
        """
        h = (x * y).sum()
        g = torch.autograd.grad(h, [x, y], None, True, False, True, allow_unused=True)
        return g
        """,
        """
        def output_fn(x, y):
            h = (x * y).sum()
            return h

        g = ops.stop_gradient(ms.grad(output_fn, (0, 1))(x, y))
        return g
        """,
        id="inputs that surely take part",
    ),
    pytest.param(
        """
        u = net(x, y)
        u_x = torch.autograd.grad(u, x, torch.ones_like(u), create_graph=True)[0]
        u_y = torch.autograd.grad(u, y, torch.ones_like(u), create_graph=True)[0]
        u_xx = torch.autograd.grad(u_x, x, torch.ones_like(u_x), create_graph=True)[0]
        return u_xx + u_y
        """,
        """
        def output_fn_2(x):
            def output_fn(x, y):
                u = net(x, y)
                return u

            u, (u_x, u_y) = ms.value_and_grad(output_fn, (0, 1))(x, y)
            return u_x, u_y

        (_, u_y), u_xx = ms.value_and_grad(output_fn_2, has_aux=True)(x)
        return u_xx + u_y
        """,
        id="of a derivative",
    ),
    pytest.param(
        """
        fast = list(net.parameters())
        for _ in range(3):
            loss = F.mse_loss(net(x, fast), y)
            grads = torch.autograd.grad(loss, fast, create_graph=True)
            fast = [w - 0.1 * g for w, g in zip(fast, grads)]
        return fast
        """,
        """
        fast = list(net.trainable_params())
        for _ in range(3):
            def output_fn(*fast):
                loss = F.mse_loss(net(x, fast), y)
                return loss

            grads = ms.grad(output_fn, tuple(range(len(fast))))(*fast)
            fast = [w - 0.1 * g for w, g in zip(fast, grads)]
        return fast
        """,
        id="by a list of tensors",
    ),
    pytest.param(
        """
        h = net(x)
        g, = torch.autograd.grad(h.sum(), x, create_graph=y)
        return g
        """,
        """
        def output_fn(x):
            h = net(x)
            return h.sum()

        g = ms.grad(output_fn)(x)
        g = g if y else ops.stop_gradient(g)
        return g
        """,
        id="a graph where it is asked for",
    ),
    pytest.param(
        """
        y = y * 2
        out = net(x)
        loss = (out - y).abs().mean()
        # by the weights
        grads = torch.autograd.grad(loss, net.parameters())
        print(loss.item(), out.shape, grads)
        """,
        """
        y = y * 2
        def output_fn():
            out = net(x)
            loss = (out - y).abs().mean()
            return loss, out

        # by the weights
        (loss, out), grads = ms.value_and_grad(output_fn, None, net.trainable_params(), has_aux=True)()
        print(loss.item(), out.shape, grads)
        """,
        id="by the parameters of a network",
    ),
    pytest.param(
        """
        params = [p for p in net.parameters() if p.requires_grad]
        loss = net(x).mean()
        return torch.autograd.grad(loss, params, retain_graph=True)
        """,
        """
        params = net.trainable_params()
        def output_fn():
            loss = net(x).mean()
            return loss

        grads = ms.grad(output_fn, None, params)()
        grads = tuple(map(ops.stop_gradient, grads))
        return grads
        """,
        id="by listed parameters, for a caller",
    ),
    pytest.param(
        """
        with torch.no_grad():
            for p in net.parameters():
                p.mul_(0.5)
        h = net(x).sum()
        g = torch.autograd.grad(h, list(net.parameters()))
        print(g)
        """,
        """
        for p in all_parameters(net):
            p.copy_(p.mul(0.5))
        def output_fn():
            h = net(x).sum()
            return h

        g = ms.grad(output_fn, None, list(net.trainable_params()))()
        print(g)
        """,
        id="by parameters that were changed before",
    ),
]


@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_becomes_a_function(before: str, after: str) -> None:
    head = "def f(net, x, y):\n"
    text = fixed(f"import torch\n{head}{indent(dedent(before).strip(), '    ')}\n", unsafe=True)
    imports, _, body = text.partition(head)
    assert imports.startswith("import mindspore as ms\n")
    assert dedent(body).strip() == dedent(after).strip()


def test_who_calls_it_need_not_ask_for_gradients() -> None:
    text = fixed(
        HEAD
        + """
def residual(net, x, t):
    u = net(x, t)
    u_t = torch.autograd.grad(u, t, torch.ones_like(u), create_graph=True)[0]
    return u_t
t = torch.rand(8, 1, requires_grad=True)
w = torch.rand(8, 1, requires_grad=True)
r = residual(nn.Linear(2, 1), w, t=t)
""",
        unsafe=True,
    )
    assert "t = ops.rand((8, 1))\n" in text
    assert "w = ops.rand((8, 1))\n" in text


def test_a_loop_around_it_follows() -> None:
    source = """
def train(net, loader, optimizer):
    for x in loader:
        x.requires_grad_()
        out = net(x).sum()
        g = torch.autograd.grad(out, x, create_graph=True)[0]
        loss = (g ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""
    assert fixed("import torch" + source, unsafe=True).endswith(
        """
    for x in loader:
        def output_fn(x):
            out = net(x).sum()
            return out

        def forward_fn():
            g = ms.grad(output_fn)(x)
            loss = (g ** 2).mean()
            return loss

        grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters)
        loss, grads = grad_fn()
        optimizer(grads)
"""
    )


@pytest.mark.parametrize(
    ("loss", "written"),
    [
        ("x.std(0).sum().backward()", "return std(x, dim=0).sum()"),
        (
            "(x * 2).std(0).backward(y.std(0) + 1)",
            "(std(x * 2, dim=0) * (std(y, dim=0) + 1)).sum()",
        ),
    ],
)
def test_what_is_moved_is_migrated_as_a_tensors_method(loss: str, written: str) -> None:
    source = f"""
    def gradient(x: torch.Tensor, y: torch.Tensor):
        x = x.clone().requires_grad_()
        {loss}
        return x.grad
    """
    assert written in fixed(HEAD + dedent(source))


@pytest.mark.parametrize(
    ("weight", "is_sum"),
    [
        ("Variable(torch.Tensor(x.shape[0], 1).fill_(1.0), requires_grad=False)", True),
        ("torch.full((4, 1), 1.0)", True),
        ("torch.full_like(h, 1)", True),
        ("torch.Tensor(x.shape[0], 1).fill_(0.5)", False),
        ("torch.full((4, 1), fill_value=2.0)", False),
    ],
)
def test_what_is_filled_with_ones_weights_nothing(weight: str, is_sum: bool) -> None:
    """As in gradient penalties, where the ones are made between the output and the gradient."""
    source = (
        f"from torch.autograd import Variable\ndef penalty(net, x):\n    h = net(x)\n"
        f"    ones = {weight}\n    return torch.autograd.grad(h, x, ones, create_graph=True)[0]\n"
    )
    assert [f.fix is not None for f in asked(source)] == [is_sum]


R1 = """\
def r1(pred, image):
    batch_size = image.size(0)
    (grad,) = torch.autograd.grad(pred.sum(), image, create_graph=True)
    return grad.pow(2).view(batch_size, -1).sum(1).mean()


def d_loss(net, image):
    image.requires_grad_()
    pred = net(image)
    {call}
    return F.softplus(-pred).mean() + penalty
"""
CALL = "penalty = r1(pred, image)"


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            R1.format(call="penalty = r1(pred, image) if ready else 0"), id="computed at times"
        ),
        pytest.param(
            R1.format(call="penalty = 5 * r1(pred, image) + grad"), id="names that the body binds"
        ),
        pytest.param(R1.format(call=CALL) + "regularizers = [r1]\n", id="named elsewhere"),
        pytest.param(R1.format(call="penalty = r1(*both)"), id="arguments that are not seen"),
        pytest.param(
            R1.format(call=CALL).replace("pred.sum()", "other.sum()"), id="an output from elsewhere"
        ),
        pytest.param("@cached\n" + R1.format(call=CALL), id="decorated"),
    ],
)
def test_a_function_of_an_output_and_its_input_stays(source: str) -> None:
    after = fixed(HEAD + source, unsafe=True)
    assert "torch.autograd.grad(" in after
    assert "def r1(pred, image)" in after
    assert any(f.severity == "error" for f in asked(source))


def test_a_function_of_an_output_and_its_input_goes_to_where_that_is_computed() -> None:
    text = fixed(HEAD + R1.format(call=CALL), unsafe=True)
    assert "def r1" not in text and "requires_grad" not in text
    assert (
        dedent(
            """
        def d_loss(net, image):
            def output_fn(image):
                pred = net(image)
                return pred.sum(), pred

            (_, pred), grad = ms.value_and_grad(output_fn, has_aux=True)(image)
            batch_size = image.shape[0]
            penalty = grad.pow(2).view(batch_size, -1).sum(1).mean()
        """
        )
        in text
    )


def test_a_function_of_an_output_and_its_input_goes_to_a_part_of_an_expression() -> None:
    source = R1.replace("    return grad.pow(2)", "    reg = grad.pow(2)").replace(
        "sum(1).mean()", "sum(1)\n    return reg"
    )
    text = fixed(HEAD + source.format(call="penalty = 5 * r1(pred, image).mean()"), unsafe=True)
    assert (
        "    reg = grad.pow(2).view(batch_size, -1).sum(1)\n    penalty = 5 * reg.mean()\n" in text
    )


@pytest.mark.parametrize(
    "function",
    [
        "def slope(x, y):\n    ones = torch.ones_like(y)\n"
        "    grad = torch.autograd.grad(y, x, ones, create_graph=True)[0][:, -3:]\n    return grad\n",
        "def slope(x, y):\n    return torch.autograd.grad(y.sum(), x, create_graph=True)[0]\n",
    ],
)
def test_slopes_of_surfaces_are_taken_where_they_are_computed(function: str) -> None:
    """As signed distance functions take their normals: twice, each by its own points."""
    source = (
        f"{function}\n\ndef loss_of(net, on, off):\n    on.requires_grad_()\n    off.requires_grad_()\n"
        "    a = net(on)\n    b = net(off)\n    normals = slope(on, a)\n    others = slope(off, b)\n"
        "    return a.abs().mean() + (others.norm(dim=1) - 1).abs().mean() + normals.mean()\n"
    )
    text = fixed(HEAD + source, unsafe=True)
    assert "torch.autograd" not in text and "def slope" not in text
    assert "(on)\n" in text and "(off)\n" in text and text.count("grad(output_fn") == 2
