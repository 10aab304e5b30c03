import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torchvision.models.mobilenetv2 import InvertedResidual as T_InvertedResidual
class QuantizableInvertedResidual(T_InvertedResidual):
    def __init__(self, *args, **kwargs) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, x: T_Tensor) -> T_Tensor: ...
    def fuse_model(self, is_qat: builtins.bool = None) -> None: ...
from torchvision.ops import Conv2dNormActivation as Conv2dNormActivation
from torchvision.transforms._presets import ImageClassification as ImageClassification
from torchvision.models.mobilenetv2 import InvertedResidual as InvertedResidual
from torchvision.models import MobileNetV2 as MobileNetV2
from torchvision.models.quantization import MobileNet_V2_QuantizedWeights as MobileNet_V2_QuantizedWeights
from torchvision.models import MobileNet_V2_Weights as MobileNet_V2_Weights
from torchvision.models.quantization import QuantizableMobileNetV2 as QuantizableMobileNetV2
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models._meta import _IMAGENET_CATEGORIES as _IMAGENET_CATEGORIES
from torchvision.models.quantization.utils import _fuse_modules as _fuse_modules
from torchvision.models._utils import _ovewrite_named_param as _ovewrite_named_param
from torchvision.models.quantization.utils import _replace_relu as _replace_relu
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models.quantization import mobilenet_v2 as mobilenet_v2
from torchvision.models.quantization.utils import quantize_model as quantize_model
from torchvision.models._api import register_model as register_model
