import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.nn import Module as T_Module
class InvertedResidual(T_Module):
    def __init__(self, inp: builtins.int, oup: builtins.int, stride: builtins.int, expand_ratio: builtins.int, norm_layer: Callable = None) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, x: T_Tensor) -> T_Tensor: ...
_COMMON_META: builtins.dict
from torchvision.ops import Conv2dNormActivation as Conv2dNormActivation
from torchvision.transforms._presets import ImageClassification as ImageClassification
from torchvision.models import MobileNetV2 as MobileNetV2
from torchvision.models import MobileNet_V2_Weights as MobileNet_V2_Weights
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models._meta import _IMAGENET_CATEGORIES as _IMAGENET_CATEGORIES
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.models._utils import _make_divisible as _make_divisible
from torchvision.models._utils import _ovewrite_named_param as _ovewrite_named_param
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models import mobilenet_v2 as mobilenet_v2
from torchvision.models._api import register_model as register_model
