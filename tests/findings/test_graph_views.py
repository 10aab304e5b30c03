"""MP402 of views that functions give and that are changed in place."""

from __future__ import annotations

import pytest

from .test_graph import codes, forward, found, mended


@pytest.mark.parametrize(
    "body",
    [
        "y = torch.unsqueeze(x, 1)\ny = y + 1\nreturn y",
        "y = torch.unsqueeze(x, 1)\nz = y * 2\nz += 1\nreturn z",
        "y = self.fc(x).unsqueeze(1)\ny += 1\nreturn y",
        "y = self.fc(x).transpose(0, 1) * 2\ny[0] = 1\nreturn y",
        "y = torch.squeeze(self.fc(x))\ny += 1\nreturn y",
        "y = torch.unsqueeze(self.fc(x), 1).contiguous()\ny += 1\nreturn y",
        "y, z = torch.chunk(x, 2, 1)\ny = self.fc(y)\ny += 1\nreturn y * z",
        "y, z = torch.chunk(x, 2, 1)\ny = y.contiguous()\nz = z + 1\nreturn y * z",
        "y, z = x.chunk(2, 1)\ny = y.contiguous()\ny += 1\nreturn y * z",
    ],
)
def test_what_is_right_is_left_alone(body: str) -> None:
    assert "in place below" not in " ".join(one.message.en for one in found(forward(body)))


@pytest.mark.parametrize(
    ("body", "written"),
    [
        ("y = torch.unsqueeze(self.fc(x), 1)\ny += 1\nreturn y", "y = self.fc(x).unsqueeze(1)"),
        ("y = torch.unsqueeze(x * 2, -1)\ny[0] = 1\nreturn y", "y = (x * 2).unsqueeze(-1)"),
        ("y = torch.transpose(x * 2, 0, 1)\ny *= 3\nreturn y", "y = (x * 2).swapaxes(0, 1)"),
        ("y = torch.permute(x * 2, (1, 0))\ny[0] += 3\nreturn y", "y = (x * 2).permute((1, 0))"),
        ("y = torch.transpose(x * 2, 0, 1).contiguous()\ny += 1\nreturn y",
         "y = (x * 2).swapaxes(0, 1).contiguous()"),
        ("y, z = torch.chunk(x * 2, 2, 1)\ny = y.contiguous()\ny += 1\nreturn y * z",
         "y, z = (x * 2).chunk(2, 1)"),
        ("y = torch.chunk(x, 2, 1)[0].contiguous()\ny *= 2\nreturn y",
         "y = x.chunk(2, 1)[0].contiguous()"),
    ],
)  # fmt: skip
def test_the_method_gives_one_that_may_be_changed(body: str, written: str) -> None:
    source = forward(body)
    assert "MP402" in codes(source)
    text = mended(source)
    assert written in text or written.replace("((1, 0))", "(1, 0)") in text
    assert "in place below" not in " ".join(one.message.en for one in found(text))


def test_names_of_arguments_are_told_alone() -> None:
    finding = found(forward("y = torch.unsqueeze(x * 2, dim=1)\ny += 1\nreturn y"))[0]
    assert (finding.code, finding.fix) == ("MP402", None)
    assert "unsqueeze" in finding.message.en and finding.message.zh
