"""A network of torchvision's with pretrained weights computes in MindSpore what it does in torch.

torch loads them from its cache of downloads, where the test puts a file of that name; what mindport
weights convert makes of the same file lies beside the migrated program.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.runtime.checkpoints import convert
from mindport.symbols.workspace import Workspace

from .test_scenarios import CPU, ROOT, migrate

MAKE = """
import sys, torch, torchvision
torch.manual_seed(0)
net = getattr(torchvision.models, sys.argv[1])()
for module in net.modules():
    if isinstance(module, torch.nn.BatchNorm2d):
        torch.nn.init.normal_(module.running_mean, std=0.1)
        torch.nn.init.uniform_(module.running_var, 0.5, 2.0)
        torch.nn.init.uniform_(module.weight, 0.5, 1.5)
torch.save(net.state_dict(), sys.argv[2])
"""
PROGRAM = """
import json
import torch
from torchvision import models

model = models.{call}
model.eval()
x = torch.linspace(-1, 1, 2 * 3 * 40 * 40).reshape(2, 3, 40, 40)
print(json.dumps(model(x)[:, :20].tolist()))
"""
TRANSFER = """
import json
import torch
from torch import nn
from torchvision import models

CLASSES = 2
net = models.resnet18(weights=models.ResNet18_Weights.IMAGENET1K_V1)
for name, weight in net.named_parameters():
    weight.requires_grad = name.startswith("layer4")
net.fc = nn.Linear(net.fc.in_features, CLASSES)
nn.init.constant_(net.fc.weight, 0.01)
nn.init.zeros_(net.fc.bias)
trained = [weight for weight in net.parameters() if weight.requires_grad]
optimizer = torch.optim.SGD(trained, lr=0.01, momentum=0.9)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.1)
criterion = nn.CrossEntropyLoss()


def batches():
    for scale in (1, 2):
        images = torch.linspace(-1, scale, 4 * 3 * 64 * 64).reshape(4, 3, 64, 64).sin()
        yield images, torch.tensor([0, 1, 1, 0])


def epoch(is_training):
    net.train(is_training)
    total, right = 0.0, 0
    for images, labels in batches():
        with torch.set_grad_enabled(is_training):
            scores = net(images)
            loss = criterion(scores, labels)
        if is_training:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        total += loss.item() * images.size(0)
        right += (scores.argmax(1) == labels).sum().item()
    return [total / 8, right]


history = []
for _ in range(3):
    history.append(epoch(True))
    scheduler.step()
    history.append(epoch(False))
print(json.dumps(history))
"""

INFERENCE = """
import json
import torch
from PIL import Image
from torchvision.models import ResNet18_Weights, get_model

weights = ResNet18_Weights.DEFAULT
model = get_model("resnet18", weights=weights)
model.eval()
preprocess = weights.transforms()

image = Image.open("picture.png").convert("RGB")
batch = preprocess(image).unsqueeze(0)
with torch.no_grad():
    probabilities = model(batch).squeeze(0).softmax(0)
scores, classes = torch.topk(probabilities, 5)
categories = [weights.meta["categories"][index] for index in classes.tolist()]
print(json.dumps([dict(zip(categories, scores.tolist()))]))
"""
CATEGORIES = """
from torchvision.models import ResNet18_Weights

print(ResNet18_Weights.DEFAULT.meta["categories"][0])
"""


def run(
    program: Path | str, *arguments: object, **environment: str
) -> subprocess.CompletedProcess[str]:
    given = [str(program)] if isinstance(program, Path) else ["-c", program]
    return subprocess.run(
        [sys.executable, *given, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, **environment},
        cwd=program.parent if isinstance(program, Path) else None,
    )


@pytest.fixture(scope="module")
def torchvision() -> str:
    """The folder that torchvision is in."""
    script = [str(ROOT / "scripts/torchvision_source")]
    return subprocess.run(script, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize(
    ("call", "file"),
    [
        ("resnet18(pretrained=True)", "resnet18-f37072fd"),
        ("densenet121(weights='IMAGENET1K_V1')", "densenet121-a639ec97"),
        ("mobilenet_v3_small(weights='DEFAULT')", "mobilenet_v3_small-047dcff4"),
        ("regnet_y_400mf(weights='IMAGENET1K_V1')", "regnet_y_400mf-c65dace8"),
    ],
)
def test_pretrained(call: str, file: str, tmp_path: Path, torchvision: str) -> None:
    compare(PROGRAM.format(call=call), call.partition("(")[0], file, tmp_path, torchvision)


def test_transfer_learning(tmp_path: Path, torchvision: str) -> None:
    compare(TRANSFER, "resnet18", "resnet18-f37072fd", tmp_path, torchvision)


def test_inference(tmp_path: Path, torchvision: str) -> None:
    picture = bytes(x * y % 251 for y in range(90) for x in range(3 * 120))
    Image.frombytes("RGB", (120, 90), picture).save(tmp_path / "picture.png")
    program = tmp_path / "categories.py"
    program.write_text(migrate(CATEGORIES).document.text)
    without = run(program)
    assert without.returncode != 0
    command = re.search(r"python -c (.*)", without.stderr)
    assert command is not None
    subprocess.run(
        f"{sys.executable} -c {command[1]}",
        shell=True,
        check=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": torchvision},
    )
    assert run(program).stdout == "tench\n"
    compare(INFERENCE, "resnet18", "resnet18-f37072fd", tmp_path, torchvision)


def compare(source: str, name: str, file: str, tmp_path: Path, torchvision: str) -> None:
    """Run ``source`` in torch and, migrated, in MindSpore, where both find the weights of ``file``."""
    downloads = tmp_path / "hub/checkpoints"
    downloads.mkdir(parents=True)
    made = run(MAKE, name, downloads / f"{file}.pth", PYTHONPATH=torchvision)
    assert made.returncode == 0, made.stderr
    original, program = tmp_path / "original.py", tmp_path / "program.py"
    original.write_text(source)
    expected = run(original, PYTHONPATH=torchvision, TORCH_HOME=str(tmp_path))
    assert expected.returncode == 0, expected.stderr
    fixed = migrate(original.read_text())
    assert [f.message.en for f in fixed.report.findings if f.severity == "error"] == []
    program.write_text(fixed.document.text)

    without = run(program)
    assert without.returncode != 0
    assert f"mindport weights convert {file}.pth {file}.ckpt" in without.stderr

    convert(downloads / f"{file}.pth", tmp_path / f"{file}.ckpt")
    actual = run(program)
    assert actual.returncode == 0, actual.stderr
    for row, wanted in zip(*(json.loads(one.stdout) for one in (actual, expected)), strict=True):
        assert row == pytest.approx(wanted, rel=1e-3, abs=1e-4)


def test_pretrained_weights_are_not_taken_for_granted() -> None:
    source = PROGRAM.format(call="resnet18(weights=models.ResNet18_Weights.DEFAULT)")
    safe = fix_document(Document("program.py", source), CPU, Workspace(), unsafe=False)
    assert "models.resnet18(weights=models.ResNet18_Weights.DEFAULT)" in safe.document.text
    without = source.replace("weights=models.ResNet18_Weights.DEFAULT", "weights=None")
    safe = fix_document(Document("program.py", without), CPU, Workspace(), unsafe=False)
    assert "model = resnet18(weights=None)" in safe.document.text
