"""torchvision's networks: made by helpers, their layers seen as what they are."""

from __future__ import annotations

import pytest

from .conftest import Fixer

HEADER = (
    "import torch\nfrom torch import nn\nfrom torchvision import models\n\n\ndef f(name, flag):\n"
)


@pytest.mark.parametrize(
    "expression",
    [
        "models.resnet18(weights=models.ResNet18_Weights.DEFAULT)",
        "models.resnet50(pretrained=True)",
        "models.resnet34(pretrained=flag)",
        "models.resnet50(weights=flag, num_classes=3)",
        "models.resnet18('IMAGENET1K_V1')",
        "models.get_model('resnet18', weights='DEFAULT')",
        "models.ResNet50_Weights.DEFAULT.meta['categories']",
        "models.ResNet50_Weights.DEFAULT",
    ],
)
def test_what_loads_weights_or_may_is_no_safe_fix(fix: Fixer, expression: str) -> None:
    source = f"{HEADER}    return {expression}\n"
    assert expression in fix(source).document.text
    changed = fix(source, unsafe=True)
    assert "models." not in changed.document.text.rpartition("return")[2]
    assert not changed.report.findings


@pytest.mark.parametrize(
    "expression",
    [
        "models.ResNet18_Weights.DEFAULT.get_state_dict()",
        "models.ResNet18_Weights.DEFAULT.url",
        "isinstance(flag, models.ResNet18_Weights)",
        "models.get_model(name)",
        "models.get_model('resnet1202')",
        "models.get_model('fasterrcnn_resnet50_fpn')",
        "models.get_weight(name)",
        "models.list_models()",
        "models.__dict__[name]()",
        "getattr(models, name)()",
    ],
)
def test_what_stays_marked(fix: Fixer, expression: str) -> None:
    result = fix(f"{HEADER}    return {expression}\n", unsafe=True)
    assert [f.severity for f in result.report.findings if f.fix is None]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("models.resnet18()", "resnet18().set_train()"),
        ("models.resnet18(False)", "resnet18(False).set_train()"),
        (
            "models.resnet18(pretrained=False, progress=True)",
            "resnet18(pretrained=False, progress=True).set_train()",
        ),
        (
            "models.resnet50(weights=None, num_classes=7)",
            "resnet50(weights=None, num_classes=7).set_train()",
        ),
        (
            "models.resnet50(norm_layer=nn.BatchNorm2d)",
            "resnet50(norm_layer=BatchNorm2d).set_train()",
        ),
        ("models.get_model('resnet18', num_classes=3)", "resnet18(num_classes=3).set_train()"),
        ("models.vit_b_16(image_size=32)", "vit_b_16(image_size=32).set_train()"),
        (
            "models.efficientnet_b0(norm_layer=nn.BatchNorm2d)",
            "efficientnet_b0(norm_layer=BatchNorm2d).set_train()",
        ),
        ("list(models.resnet18().children())[:-2]", "list(resnet18().cells())[:-2]"),
        ("list(models.resnet18().layer1.children())", "list(resnet18().layer1.cells())"),
        ("models.resnet.Bottleneck.expansion * 8", "4 * 8"),
    ],
)
def test_expressions(fix: Fixer, expression: str, expected: str) -> None:
    result = fix(f"{HEADER}    return {expression}\n")
    assert result.document.text.endswith(f"    return {expected}\n")
    assert list(result.report.findings) == []


def test_a_layer_that_is_exchanged_is_no_layer_of_torchvisions(fix: Fixer) -> None:
    source = (
        "from torch import nn\nfrom torchvision import models\n\n"
        "net = models.resnet18()\nwidth = net.fc.in_features\nnet.fc = nn.Linear(width, 2)\n"
        "net.fc = Head(width)\nnet.fc.report()\n"
    )
    result = fix(source)
    assert result.document.text.endswith(
        "net = resnet18()\nnet.set_train()\nwidth = net.fc.in_features\nnet.fc = mint.nn.Linear(width, 2)\n"
        "net.fc = Head(width)\nnet.fc.report()\n"
    )
    assert list(result.report.findings) == []


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        (
            "weights = models.VGG16_Weights.IMAGENET1K_FEATURES\nnet = models.vgg16(weights=weights)\n",
            "weights = 'IMAGENET1K_FEATURES'\nnet = vgg16(weights=weights)\n",
        ),
        (
            "weights = models.VGG16_Weights.DEFAULT\nnet = models.vgg16(weights=weights)\n"
            "preprocess = weights.transforms()\n",
            "weights = VGG16_Weights.DEFAULT\nnet = vgg16(weights=weights)\n"
            "preprocess = weights.transforms()\n",
        ),
        (
            "weights = models.get_weight('VGG16_Weights.DEFAULT')\nprint(weights.meta['categories'])\n",
            "weights = VGG16_Weights.DEFAULT\nprint(weights.meta['categories'])\n",
        ),
    ],
)
def test_weights_are_a_name_unless_they_are_asked(
    fix: Fixer, statements: str, expected: str
) -> None:
    result = fix(f"from torchvision import models\n\n{statements}", unsafe=True)
    assert result.document.text.endswith(f"\n\n{expected}")
    assert list(result.report.findings) == []


@pytest.mark.parametrize(
    ("call", "result"),
    [
        ("models.inception_v3()(x).argmax()", None),
        ("transforms.Compose([flag])(x).argmax()", None),
        ("models.resnet18()(x).argmax()", "ops.argmax("),
        ("models.vit_b_16()(x).squeeze(0).softmax(0).argmax()", "ops.argmax("),
        ("transforms.Normalize((0.5,), (0.5,))(x).argmax()", "ops.argmax("),
        ("MelSpectrogram()(x).argmax()", "ops.argmax("),
    ],
)
def test_what_a_network_gives_is_a_tensor_where_its_forward_says_so(
    fix: Fixer, call: str, result: str | None
) -> None:
    header = (
        "from torchaudio.transforms import MelSpectrogram\nfrom torchvision import transforms\n"
    )
    text = fix(f"{header}{HEADER}    x = name\n    return {call}\n").document.text
    assert (result or ".argmax()") in text.rpartition("return")[2]


def test_networks_for_segmentation(fix: Fixer) -> None:
    source = (
        "from torchvision.models.segmentation import deeplabv3_resnet50\n"
        "from torchvision.models.segmentation.deeplabv3 import DeepLabHead\n\n"
        "net = deeplabv3_resnet50(weights_backbone=None)\nnet.eval()\n"
        "net.classifier = DeepLabHead(2048, 3)\nscores = net(images)['out']\n"
    )
    result = fix(source)
    assert result.document.text.endswith(
        "net = deeplabv3_resnet50(weights_backbone=None)\nnet.set_train(False)\n"
        "net.classifier = DeepLabHead(2048, 3)\nscores = net(images)['out']\n"
    )
    assert list(result.report.findings) == []


@pytest.mark.parametrize(
    "call",
    [
        "segmentation.fcn_resnet50()",
        "segmentation.fcn_resnet50(weights='DEFAULT')",
        "segmentation.lraspp_mobilenet_v3_large()",
        "detection.fasterrcnn_resnet50_fpn(weights=None)",
        "detection.faster_rcnn.FastRCNNPredictor(1024, 2)",
    ],
)
def test_what_loads_a_backbone_or_detects_is_no_safe_fix(fix: Fixer, call: str) -> None:
    source = f"from torchvision.models import detection, segmentation\n\nnet = {call}\n"
    result = fix(source)
    assert result.document.text.endswith(f"net = {call}\n")
    assert result.report.findings
