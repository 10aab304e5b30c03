"""Averages that tensors are given to, and the texts that show them."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = "import torch\n\n\n"
METER = """\
class Meter:
    def update(self, val, n=1):
        self.val = {val}
        self.sum += self.val * n
        self.count += n
        self.avg = self.sum / self.count

    def __str__(self):
        return {shown}
"""
USE = "meter = Meter()\nfor x in data:\n    meter.update({given}, 2)\n"


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(USE.format(given="x.item()") + 'print(f"{meter.avg:.2f}")\n', id="a number"),
        pytest.param(USE.format(given="x[0]") + 'print(f"{meter.avg}")\n', id="no specification"),
        pytest.param(USE.format(given="x[0]") + 'print(f"{meter.n:3d}")\n', id="an integer's"),
        pytest.param(USE.format(given="x[0]") + 'print(f"{other.avg:.2f}")\n', id="another"),
        pytest.param(
            METER.format(val="float(val)", shown='f"{self.val:.2f} {self.avg:.2f}"'),
            id="an average of numbers",
        ),
        pytest.param(
            METER.format(val="val", shown='f"{self.avg:.2f}"') + USE.format(given="x.item()"),
            id="a class that is given numbers alone",
        ),
        pytest.param(
            METER.format(val="val", shown="'{:3d}'.format(self.count)"), id="what only counts"
        ),
        pytest.param(
            USE.format(given="x[0]") + "print('{m.avg:.2f} {m}'.format(m=meter))\n",
            id="shown as a whole, too",
        ),
    ],
)
def test_leaves_alone(source: str) -> None:
    assert not [f for f in findings(HEAD + source) if f.symbol == "torch.Tensor.__format__"]


@pytest.mark.parametrize(
    ("shown", "after"),
    [
        ('f"{meter.avg:.2f}"', 'f"{float(meter.avg):.2f}"'),
        ("'{:.2f}'.format(meter.avg)", "'{:.2f}'.format(float(meter.avg))"),
        ("'{a:.2f}'.format(a=meter.avg)", "'{a:.2f}'.format(a=float(meter.avg))"),
        (
            "'{m.val:.2f} ({m.avg:.2f})'.format(m=meter)",
            "'{m_val:.2f} ({m_avg:.2f})'.format(m_val=float(meter.val), m_avg=float(meter.avg))",
        ),
    ],
)
def test_an_average_of_tensors_is_shown_as_a_number(shown: str, after: str) -> None:
    text = fixed(HEAD + USE.format(given="x[0]") + f"print({shown})\n")
    assert text.endswith(f"print({after})\n")


@pytest.mark.parametrize(
    ("shown", "after"),
    [
        ('f"{self.val:.2f}"', 'f"{float(self.val):.2f}"'),
        ('f"{self.avg:{self.fmt}}"', 'f"{float(self.avg):{self.fmt}}"'),
        (
            "self.fmt.format(self.avg)",
            'self.fmt.format(self.avg.item() if hasattr(self.avg, "item") else self.avg)',
        ),
        (
            "self.fmt.format(**self.__dict__)",
            'self.fmt.format(**{name: one.item() if getattr(one, "size", 0) == 1 else one '
            "for name, one in self.__dict__.items()})",
        ),
    ],
)
def test_a_class_shows_what_it_is_given_as_a_number(shown: str, after: str) -> None:
    text = fixed(
        HEAD + METER.format(val="val", shown=shown) + USE.format(given="x[0]"), unsafe=True
    )
    assert f"        return {after}\n" in text
    assert fixed(text, unsafe=True) == text


KEPT = """\
history = {{"acc": [], "lr": []}}
net = torch.nn.Linear(2, 1)
for x in data:
    history["acc"].append({given})
"""


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("net(x).mean().item()", "f\"{history['acc'][-1]:.2f}\""),
        ("net(x).mean()", "f\"{history['lr'][-1]:.2f}\""),
        ("net(x).mean()", "f\"{len(history['acc']):.2f}\""),
        ("net(x).mean()", "f\"{history['acc'][-1]}\""),
    ],
)
def test_leaves_other_items_alone(given: str, shown: str) -> None:
    source = f"{HEAD}{KEPT.format(given=given)}print({shown})\n"
    assert not [f for f in findings(source) if f.symbol == "torch.Tensor.__format__"]


@pytest.mark.parametrize(
    ("shown", "after"),
    [
        ("f'{history[\"acc\"][-1]:.2%}'", "f'{float(history[\"acc\"][-1]):.2%}'"),
        ("f'{history[key][-1]:.2f}'", "f'{float(history[key][-1]):.2f}'"),
        (
            "f'{sum(history[\"acc\"]) / 3:.2f}'",
            "f'{float(sum(history[\"acc\"]) / 3):.2f}'",
        ),
        (
            "[f'{v[-1]:.2f}' for k, v in history.items()]",
            "[f'{float(v[-1]):.2f}' for k, v in history.items()]",
        ),
    ],
)
def test_tensors_that_a_dict_lists_are_shown_as_numbers(shown: str, after: str) -> None:
    text = fixed(f"{HEAD}{KEPT.format(given='net(x).mean()')}print({shown})\n")
    assert text.endswith(f"print({after})\n")


PROPERTY = """\
class Meter:
    def add(self, val):
        self.total += val
        self.count += 1

    @property
    def avg(self):
        return self.total / self.count

    def value(self):
        return self.total

    def rounded(self):
        return float(self.total)

    def __str__(self):
        return f"{self.avg:.2f} {self.value():.2f} {self.rounded():.2f} {self.count:.2f}"


meters = {"loss": Meter()}
for x in data:
    meters["loss"].add(x[0])
for name, meter in meters.items():
    print(f"{meter.avg:.2f} {meter.value():.2f}")
"""


def test_a_property_of_what_was_added_is_shown_as_a_number() -> None:
    text = fixed(HEAD + PROPERTY)
    shown = "{float(self.avg):.2f} {float(self.value()):.2f} {self.rounded():.2f} {self.count:.2f}"
    assert f'        return f"{shown}"\n' in text
    assert text.endswith('print(f"{float(meter.avg):.2f} {float(meter.value()):.2f}")\n')


def test_leaves_alone_a_property_of_numbers() -> None:
    source = HEAD + PROPERTY.replace("add(x[0])", "add(x[0].item())")
    assert not [f for f in findings(source) if f.symbol == "torch.Tensor.__format__"]
