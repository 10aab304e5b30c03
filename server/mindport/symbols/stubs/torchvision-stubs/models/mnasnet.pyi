import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.nn import Module as T_Module
from torch.nn import Sequential as T_Sequential
from torchvision.models import MNASNet as T_MNASNet
_BN_MOMENTUM: Any
_COMMON_META: builtins.dict
class _InvertedResidual(T_Module):
    def __init__(self, in_ch: builtins.int, out_ch: builtins.int, kernel_size: builtins.int, stride: builtins.int, expansion_factor: builtins.int, bn_momentum: builtins.float = 0.1) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, input: T_Tensor) -> T_Tensor: ...
def _get_depths(*args, **kwargs) -> List[builtins.int]: ...
def _mnasnet(*args, **kwargs) -> T_MNASNet: ...
def _round_to_multiple_of(*args, **kwargs) -> builtins.int: ...
def _stack(*args, **kwargs) -> T_Sequential: ...
from torchvision.transforms._presets import ImageClassification as ImageClassification
from torchvision.models import MNASNet as MNASNet
from torchvision.models import MNASNet0_5_Weights as MNASNet0_5_Weights
from torchvision.models import MNASNet0_75_Weights as MNASNet0_75_Weights
from torchvision.models import MNASNet1_0_Weights as MNASNet1_0_Weights
from torchvision.models import MNASNet1_3_Weights as MNASNet1_3_Weights
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models._meta import _IMAGENET_CATEGORIES as _IMAGENET_CATEGORIES
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.models._utils import _ovewrite_named_param as _ovewrite_named_param
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models import mnasnet0_5 as mnasnet0_5
from torchvision.models import mnasnet0_75 as mnasnet0_75
from torchvision.models import mnasnet1_0 as mnasnet1_0
from torchvision.models import mnasnet1_3 as mnasnet1_3
from torchvision.models._api import register_model as register_model
