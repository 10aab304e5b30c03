import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torchvision.models.quantization import QuantizableShuffleNetV2 as T_QuantizableShuffleNetV2
from torchvision.models.shufflenetv2 import InvertedResidual as T_InvertedResidual
class QuantizableInvertedResidual(T_InvertedResidual):
    def __init__(self, *args, **kwargs) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, x: T_Tensor) -> T_Tensor: ...
_COMMON_META: builtins.dict
def _shufflenetv2(*args, **kwargs) -> T_QuantizableShuffleNetV2: ...
from torchvision.transforms._presets import ImageClassification as ImageClassification
from torchvision.models.quantization import QuantizableShuffleNetV2 as QuantizableShuffleNetV2
from torchvision.models.quantization import ShuffleNet_V2_X0_5_QuantizedWeights as ShuffleNet_V2_X0_5_QuantizedWeights
from torchvision.models import ShuffleNet_V2_X0_5_Weights as ShuffleNet_V2_X0_5_Weights
from torchvision.models.quantization import ShuffleNet_V2_X1_0_QuantizedWeights as ShuffleNet_V2_X1_0_QuantizedWeights
from torchvision.models import ShuffleNet_V2_X1_0_Weights as ShuffleNet_V2_X1_0_Weights
from torchvision.models.quantization import ShuffleNet_V2_X1_5_QuantizedWeights as ShuffleNet_V2_X1_5_QuantizedWeights
from torchvision.models import ShuffleNet_V2_X1_5_Weights as ShuffleNet_V2_X1_5_Weights
from torchvision.models.quantization import ShuffleNet_V2_X2_0_QuantizedWeights as ShuffleNet_V2_X2_0_QuantizedWeights
from torchvision.models import ShuffleNet_V2_X2_0_Weights as ShuffleNet_V2_X2_0_Weights
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models._meta import _IMAGENET_CATEGORIES as _IMAGENET_CATEGORIES
from torchvision.models.quantization.utils import _fuse_modules as _fuse_modules
from torchvision.models._utils import _ovewrite_named_param as _ovewrite_named_param
from torchvision.models.quantization.utils import _replace_relu as _replace_relu
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models.quantization.utils import quantize_model as quantize_model
from torchvision.models._api import register_model as register_model
from torchvision.models.quantization import shufflenet_v2_x0_5 as shufflenet_v2_x0_5
from torchvision.models.quantization import shufflenet_v2_x1_0 as shufflenet_v2_x1_0
from torchvision.models.quantization import shufflenet_v2_x1_5 as shufflenet_v2_x1_5
from torchvision.models.quantization import shufflenet_v2_x2_0 as shufflenet_v2_x2_0
