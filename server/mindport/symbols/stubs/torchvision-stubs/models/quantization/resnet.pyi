import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torchvision.models.quantization import QuantizableResNet as T_QuantizableResNet
from torchvision.models.resnet import BasicBlock as T_BasicBlock
from torchvision.models.resnet import Bottleneck as T_Bottleneck
class QuantizableBasicBlock(T_BasicBlock):
    def __init__(self, *args, **kwargs) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, x: T_Tensor) -> T_Tensor: ...
    def fuse_model(self, is_qat: builtins.bool = None) -> None: ...
class QuantizableBottleneck(T_Bottleneck):
    def __init__(self, *args, **kwargs) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, x: T_Tensor) -> T_Tensor: ...
    def fuse_model(self, is_qat: builtins.bool = None) -> None: ...
_COMMON_META: builtins.dict
def _resnet(*args, **kwargs) -> T_QuantizableResNet: ...
from torchvision.models.resnet import BasicBlock as BasicBlock
from torchvision.models.resnet import Bottleneck as Bottleneck
from torchvision.transforms._presets import ImageClassification as ImageClassification
from torchvision.models.quantization import QuantizableResNet as QuantizableResNet
from torchvision.models.quantization import ResNeXt101_32X8D_QuantizedWeights as ResNeXt101_32X8D_QuantizedWeights
from torchvision.models import ResNeXt101_32X8D_Weights as ResNeXt101_32X8D_Weights
from torchvision.models.quantization import ResNeXt101_64X4D_QuantizedWeights as ResNeXt101_64X4D_QuantizedWeights
from torchvision.models import ResNeXt101_64X4D_Weights as ResNeXt101_64X4D_Weights
from torchvision.models import ResNet as ResNet
from torchvision.models.quantization import ResNet18_QuantizedWeights as ResNet18_QuantizedWeights
from torchvision.models import ResNet18_Weights as ResNet18_Weights
from torchvision.models.quantization import ResNet50_QuantizedWeights as ResNet50_QuantizedWeights
from torchvision.models import ResNet50_Weights as ResNet50_Weights
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models._meta import _IMAGENET_CATEGORIES as _IMAGENET_CATEGORIES
from torchvision.models.quantization.utils import _fuse_modules as _fuse_modules
from torchvision.models._utils import _ovewrite_named_param as _ovewrite_named_param
from torchvision.models.quantization.utils import _replace_relu as _replace_relu
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models.quantization.utils import quantize_model as quantize_model
from torchvision.models._api import register_model as register_model
from torchvision.models.quantization import resnet18 as resnet18
from torchvision.models.quantization import resnet50 as resnet50
from torchvision.models.quantization import resnext101_32x8d as resnext101_32x8d
from torchvision.models.quantization import resnext101_64x4d as resnext101_64x4d
