"""Tensors with a format specification, which MindSpore's tensors do not take."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nx = torch.ones(3)\nloss = x.mean()\n"


@pytest.mark.parametrize(
    "line",
    [
        'print(f"{loss}")',
        'print(f"{loss.item():.4f} {len(x):.1f}")',
        'print(f"{loss!s:>10} {len(x):>4}")',
        'print("%.4f" % loss, "{}".format(loss))',
        'print("{:.2f} {}".format(3.5, loss))',
        'print("{!r:>10} {0.dtype} {".format(loss))',
        'text = "{:.3f}"\ntext = "{}"\nprint(text.format(loss))',
    ],
)
def test_leaves_alone_what_needs_no_specification(line: str) -> None:
    assert line in fixed(HEADER + line + "\n", unsafe=True)


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ('print(f"a {loss:.4f}")', 'print(f"a {float(loss):.4f}")'),
        ('print(f"{x[0] + 1:.{3}e}")', 'print(f"{(x[0] + 1).item():.{3}e}")'),
        ('print(f"{loss:>10}")', 'print(f"{loss.item():>10}")'),
        ('print(f"{100 * loss:6.2f}%")', 'print(f"{float(100 * loss):6.2f}%")'),
        ('print("{} {:.3f}".format(1, loss))', 'print("{} {:.3f}".format(1, float(loss)))'),
        ('print("{1:.3f} {0}".format(1, loss))', 'print("{1:.3f} {0}".format(1, float(loss)))'),
        ('print("{v:.3f}".format(v=loss))', 'print("{v:.3f}".format(v=float(loss)))'),
        ('msg = "{} {:.3f}"\nprint(msg.format(1, loss))', "print(msg.format(1, float(loss)))"),
        ('print(format(loss, ".3f"))', 'print(format(float(loss), ".3f"))'),
        ('print(f"{torch.mean(x):.2f}")', 'print(f"{float(mint.mean(x)):.2f}")'),
    ],
)
def test_formats_pythons_number(line: str, after: str) -> None:
    assert after in fixed(HEADER + line + "\n")


SUM = """import torch
total = 0
for batch in torch.ones(3, 2):
    total += batch.sum()
print(SHOWN)
"""


def test_a_sum_may_still_be_the_number_that_it_began_with() -> None:
    source = SUM.replace("SHOWN", 'f"{total / 3:.4f}"')
    assert 'f"{float(total / 3):.4f}"' in fixed(source)
    source = SUM.replace("SHOWN", 'f"{total:>8}"')
    assert 'f"{total:>8}"' in fixed(source)
    assert [
        f.fix.applicability for f in findings(source) if "__format__" in f.symbol and f.fix
    ] == ["unsafe"]


def test_what_only_a_tensor_is_asked_for_tells_that_it_is_one() -> None:
    source = SUM.replace("SHOWN", 'f"{total.double() / 3:.4f}"')
    assert 'f"{float(total.double() / 3):.4f}"' in fixed(source)
    source = SUM.replace("SHOWN", 'f"{total.conjugate():>8}"')
    assert 'f"{total.conjugate():>8}"' in fixed(source)


DICT = """\
import torch

def evaluate(model):
    out = {}
    for split in ("train", "val"):
        losses = torch.zeros(3)
        out[split] = VALUE
    return out

found = evaluate(None)
print(f"{found['val']:.4f}")
"""


def test_what_a_dict_was_filled_with_is_formatted_as_it_is() -> None:
    assert "print(f\"{float(found['val']):.4f}\")" in fixed(DICT.replace("VALUE", "losses.mean()"))


@pytest.mark.parametrize("value", ["losses.mean().item()", "len(losses)", "split"])
def test_numbers_of_a_dict_are_formatted_as_they_were(value: str) -> None:
    assert "print(f\"{found['val']:.4f}\")" in fixed(DICT.replace("VALUE", value))


def test_a_dict_that_something_else_came_into_is_left() -> None:
    source = DICT.replace("VALUE", "split\n        out[0] = losses.mean()")
    assert "print(f\"{found['val']:.4f}\")" in fixed(source)


LOGGING = """\
import torch


def log(loss):
    print(f"{loss:.4f}")


class Logger:
    def __init__(self, mean):
        self.scaled = (lambda x, i: x / i) if mean else (lambda x, i: x)

    def __call__(self, loss, i):
        print("{:.4f}".format(self.scaled(loss, i)), "{:.4f}".format(loss))

    def show(self, seconds):
        print(f"{seconds:.2f}", f"{self.rounded(seconds):.2f}")


def train(model, batches):
    logger = Logger(True)
    for i, (x, y) in enumerate(batches):
        loss = torch.nn.functional.mse_loss(model(x), y)
        log(GIVEN)
        logger(loss, i)
        logger.show(i / 2)
"""


def test_what_a_function_below_calls_it_with_is_formatted() -> None:
    text = fixed(LOGGING.replace("GIVEN", "loss"), unsafe=True)
    assert 'print(f"{float(loss):.4f}")' in text
    assert '"{:.4f}".format(float(self.scaled(loss, i))), "{:.4f}".format(float(loss))' in text
    assert 'print(f"{seconds:.2f}", f"{self.rounded(seconds):.2f}")' in text


def test_numbers_given_below_are_formatted_as_they_were() -> None:
    assert 'print(f"{loss:.4f}")' in fixed(LOGGING.replace("GIVEN", "loss.item()"), unsafe=True)


@pytest.mark.parametrize(
    ("made", "after"),
    [
        ("loss = criterion(x)", "float(loss)"),
        ("loss = self.loss_fn(x)", "float(loss)"),
        ("loss = run(x)\n    loss.backward()", "float(loss)"),
        ("loss = run(x)", "loss"),
        ("rate = criterion(x)\n    loss = rate.item()", "loss"),
    ],
)
def test_what_an_unknown_criterion_gives(made: str, after: str) -> None:
    source = f"import torch\n\n\ndef f(self, run, criterion, x):\n    {made}\n    "
    text = fixed(source + 'print(f"{loss:.4f}", "{:.4f}".format(loss))\n', unsafe=True)
    assert f'print(f"{{{after}:.4f}}", "{{:.4f}}".format({after}))' in text


COUNTED = """
import torch
def evaluate(net, loader, n, texts):
    correct, seen, length = 0.0, 0, 0
    for x, y in loader:
        correct += net(x).max(1)[1].eq(y).sum()
        seen += len(x)
    for text in texts:
        length += len(text)
    print(f"{0}")
"""


@pytest.mark.parametrize("shown", ["{seen / n:.2f}", "{length:.1f}", "{n:.2f}"])
def test_what_is_counted_up_of_numbers_is_formatted_as_it_is(shown: str) -> None:
    source = COUNTED.replace("{0}", shown)
    assert shown in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    ("shown", "after"),
    [
        ("{correct.float() / n:.4f}", "{float(correct.float() / n):.4f}"),
        ("{100 * correct / n:.2f}", "{float(100 * correct / n):.2f}"),
    ],
)
def test_what_is_counted_up_as_tensors_are_is_formatted_as_a_number(shown: str, after: str) -> None:
    source = COUNTED.replace("{0}", shown)
    assert after in fixed(source)


@pytest.mark.parametrize("line", ['"{} {}".format(*[loss, x])', '"{:.2f} {}".format(*[1.5, 2])'])
def test_leaves_alone_what_is_spread_without_a_tensor_or_specification(line: str) -> None:
    assert line in fixed(f"{HEADER}print({line})\n")


def test_tensors_that_are_spread_over_fields_are_numbers_there() -> None:
    text = fixed(HEADER + 'print("{:.2f} {:.2f}".format(*[loss, loss]))\n')
    one = 'one.item() if getattr(one, "size", 0) == 1 else one for'
    assert f'"{{:.2f}} {{:.2f}}".format(*[{one} one in [loss, loss]])' in text
    text = fixed(HEADER + 'print("{a:.2f}".format(**{"a": loss}))\n')
    assert f'.format(**{{name: {one} name, one in {{"a": loss}}.items()}})' in text


UNSEEN = (
    "import torch\n\n\ndef show(name, shown, other, step):\n    losses, metrics = step(shown)\n"
)


@pytest.mark.parametrize(
    "line",
    [
        'print(f"{shown.mean()}", f"{shown.mean():>8}", f"{shown.mean(0):.2f}")',
        'print(f"{shown.count():.2f}", f"{other[\'a\']:.2f}", f"{losses[0]:.2f}")',
        'print([f"{v:.2f}" for k, v in other.items()])',
        'print([f"{v}" for k, v in losses.items()])',
    ],
)
def test_leaves_alone_what_nothing_tells_to_be_a_tensor(line: str) -> None:
    assert f"    {line}\n" in fixed(f"{UNSEEN}    {line}\n", unsafe=True)


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ('print(f"{shown.mean():.4f}")', 'print(f"{float(shown.mean()):.4f}")'),
        ('print("{:.4f}".format(shown.sum()))', 'print("{:.4f}".format(float(shown.sum())))'),
        ("print(f\"{losses['a']:.2f}\")", "print(f\"{float(losses['a']):.2f}\")"),
        (
            'print([f"{v:.2f}" for k, v in metrics.items()])',
            'print([f"{float(v):.2f}" for k, v in metrics.items()])',
        ),
    ],
)
def test_what_another_file_gives_may_be_tensors(line: str, after: str) -> None:
    assert f"    {after}\n" in fixed(f"{UNSEEN}    {line}\n")
