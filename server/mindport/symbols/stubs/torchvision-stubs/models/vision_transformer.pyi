import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.nn import Module as T_Module
from torchvision.models import VisionTransformer as T_VisionTransformer
from torchvision.ops import MLP as T_MLP
class ConvStemConfig:
    def __init__(self, out_channels: builtins.int, kernel_size: builtins.int, stride: builtins.int, norm_layer: Callable = ..., activation_layer: Callable = ...) -> None: ...
    activation_layer: Callable
    kernel_size: builtins.int
    norm_layer: Callable
    out_channels: builtins.int
    stride: builtins.int
class Encoder(T_Module):
    def __init__(self, seq_length: builtins.int, num_layers: builtins.int, num_heads: builtins.int, hidden_dim: builtins.int, mlp_dim: builtins.int, dropout: builtins.float, attention_dropout: builtins.float, norm_layer: Callable = ...) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, input: T_Tensor): ...
class EncoderBlock(T_Module):
    def __init__(self, num_heads: builtins.int, hidden_dim: builtins.int, mlp_dim: builtins.int, dropout: builtins.float, attention_dropout: builtins.float, norm_layer: Callable = ...) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, input: T_Tensor): ...
class MLPBlock(T_MLP):
    def __init__(self, in_dim: builtins.int, mlp_dim: builtins.int, dropout: builtins.float) -> None: ...
_COMMON_META: builtins.dict
_COMMON_SWAG_META: builtins.dict
def _vision_transformer(*args, **kwargs) -> T_VisionTransformer: ...
def interpolate_embeddings(image_size: builtins.int, patch_size: builtins.int, model_state: Dict[builtins.str, T_Tensor], interpolation_mode: builtins.str = 'bicubic', reset_heads: builtins.bool = False) -> Dict[builtins.str, T_Tensor]: ...
from torchvision.ops import Conv2dNormActivation as Conv2dNormActivation
from torchvision.transforms._presets import ImageClassification as ImageClassification
from torchvision.transforms import InterpolationMode as InterpolationMode
from torchvision.ops import MLP as MLP
from torchvision.models import ViT_B_16_Weights as ViT_B_16_Weights
from torchvision.models import ViT_B_32_Weights as ViT_B_32_Weights
from torchvision.models import ViT_H_14_Weights as ViT_H_14_Weights
from torchvision.models import ViT_L_16_Weights as ViT_L_16_Weights
from torchvision.models import ViT_L_32_Weights as ViT_L_32_Weights
from torchvision.models import VisionTransformer as VisionTransformer
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models._meta import _IMAGENET_CATEGORIES as _IMAGENET_CATEGORIES
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.models._utils import _ovewrite_named_param as _ovewrite_named_param
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models._api import register_model as register_model
from torchvision.models import vit_b_16 as vit_b_16
from torchvision.models import vit_b_32 as vit_b_32
from torchvision.models import vit_h_14 as vit_h_14
from torchvision.models import vit_l_16 as vit_l_16
from torchvision.models import vit_l_32 as vit_l_32
