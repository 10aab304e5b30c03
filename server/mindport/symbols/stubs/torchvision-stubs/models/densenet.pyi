import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.nn import Module as T_Module
from torch.nn import ModuleDict as T_ModuleDict
from torch.nn import Sequential as T_Sequential
from torchvision.models import DenseNet as T_DenseNet
_COMMON_META: builtins.dict
class _DenseBlock(T_ModuleDict):
    def __init__(self, num_layers: builtins.int, num_input_features: builtins.int, bn_size: builtins.int, growth_rate: builtins.int, drop_rate: builtins.float, memory_efficient: builtins.bool = False) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, init_features: T_Tensor) -> T_Tensor: ...
class _DenseLayer(T_Module):
    def __init__(self, num_input_features: builtins.int, growth_rate: builtins.int, bn_size: builtins.int, drop_rate: builtins.float, memory_efficient: builtins.bool = False) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def any_requires_grad(self, input: List[T_Tensor]) -> builtins.bool: ...
    def bn_function(self, inputs: List[T_Tensor]) -> T_Tensor: ...
    def call_checkpoint_bottleneck(self, input: List[T_Tensor]) -> T_Tensor: ...
    def forward(self, input: T_Tensor) -> T_Tensor: ...
class _Transition(T_Sequential):
    def __init__(self, num_input_features: builtins.int, num_output_features: builtins.int) -> None: ...
def _densenet(*args, **kwargs) -> T_DenseNet: ...
def _load_state_dict(*args, **kwargs) -> None: ...
from torchvision.models import DenseNet as DenseNet
from torchvision.models import DenseNet121_Weights as DenseNet121_Weights
from torchvision.models import DenseNet161_Weights as DenseNet161_Weights
from torchvision.models import DenseNet169_Weights as DenseNet169_Weights
from torchvision.models import DenseNet201_Weights as DenseNet201_Weights
from torchvision.transforms._presets import ImageClassification as ImageClassification
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models._meta import _IMAGENET_CATEGORIES as _IMAGENET_CATEGORIES
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.models._utils import _ovewrite_named_param as _ovewrite_named_param
from torchvision.models import densenet121 as densenet121
from torchvision.models import densenet161 as densenet161
from torchvision.models import densenet169 as densenet169
from torchvision.models import densenet201 as densenet201
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models._api import register_model as register_model
