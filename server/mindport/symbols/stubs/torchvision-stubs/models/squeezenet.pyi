import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.nn import Module as T_Module
from torchvision.models import SqueezeNet as T_SqueezeNet
class Fire(T_Module):
    def __init__(self, inplanes: builtins.int, squeeze_planes: builtins.int, expand1x1_planes: builtins.int, expand3x3_planes: builtins.int) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, x: T_Tensor) -> T_Tensor: ...
_COMMON_META: builtins.dict
def _squeezenet(*args, **kwargs) -> T_SqueezeNet: ...
from torchvision.transforms._presets import ImageClassification as ImageClassification
from torchvision.models import SqueezeNet as SqueezeNet
from torchvision.models import SqueezeNet1_0_Weights as SqueezeNet1_0_Weights
from torchvision.models import SqueezeNet1_1_Weights as SqueezeNet1_1_Weights
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models._meta import _IMAGENET_CATEGORIES as _IMAGENET_CATEGORIES
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.models._utils import _ovewrite_named_param as _ovewrite_named_param
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models._api import register_model as register_model
from torchvision.models import squeezenet1_0 as squeezenet1_0
from torchvision.models import squeezenet1_1 as squeezenet1_1
