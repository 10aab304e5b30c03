import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Size as T_Size
from torch import Tensor as T_Tensor
from torch import device as T_device
from torch import dtype as T_dtype
from torch.nn import LayerNorm as T_LayerNorm
from torch.nn import Module as T_Module
from torchvision.models import ConvNeXt as T_ConvNeXt
class CNBlock(T_Module):
    def __init__(self, dim, layer_scale: builtins.float, stochastic_depth_prob: builtins.float, norm_layer: Callable = None) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, input: T_Tensor) -> T_Tensor: ...
class CNBlockConfig:
    def __init__(self, input_channels: builtins.int, out_channels: Union[builtins.int, None], num_layers: builtins.int) -> None: ...
class LayerNorm2d(T_LayerNorm):
    def __init__(self, normalized_shape: Union[builtins.int, List[builtins.int], T_Size], eps: builtins.float = 1e-05, elementwise_affine: builtins.bool = True, bias: builtins.bool = True, device: T_device = None, dtype: T_dtype = None) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, x: T_Tensor) -> T_Tensor: ...
_COMMON_META: builtins.dict
def _convnext(*args, **kwargs) -> T_ConvNeXt: ...
from torchvision.ops import Conv2dNormActivation as Conv2dNormActivation
from torchvision.models import ConvNeXt as ConvNeXt
from torchvision.models import ConvNeXt_Base_Weights as ConvNeXt_Base_Weights
from torchvision.models import ConvNeXt_Large_Weights as ConvNeXt_Large_Weights
from torchvision.models import ConvNeXt_Small_Weights as ConvNeXt_Small_Weights
from torchvision.models import ConvNeXt_Tiny_Weights as ConvNeXt_Tiny_Weights
from torchvision.transforms._presets import ImageClassification as ImageClassification
from torchvision.ops import Permute as Permute
from torchvision.ops import StochasticDepth as StochasticDepth
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models._meta import _IMAGENET_CATEGORIES as _IMAGENET_CATEGORIES
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.models._utils import _ovewrite_named_param as _ovewrite_named_param
from torchvision.models import convnext_base as convnext_base
from torchvision.models import convnext_large as convnext_large
from torchvision.models import convnext_small as convnext_small
from torchvision.models import convnext_tiny as convnext_tiny
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models._api import register_model as register_model
