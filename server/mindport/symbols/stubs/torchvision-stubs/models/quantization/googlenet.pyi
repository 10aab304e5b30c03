import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torchvision.models.googlenet import BasicConv2d as T_BasicConv2d
from torchvision.models.googlenet import Inception as T_Inception
from torchvision.models.googlenet import InceptionAux as T_InceptionAux
class QuantizableBasicConv2d(T_BasicConv2d):
    def __init__(self, *args, **kwargs) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, x: T_Tensor) -> T_Tensor: ...
    def fuse_model(self, is_qat: builtins.bool = None) -> None: ...
class QuantizableInception(T_Inception):
    def __init__(self, *args, **kwargs) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, x: T_Tensor) -> T_Tensor: ...
class QuantizableInceptionAux(T_InceptionAux):
    def __init__(self, *args, **kwargs) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, x: T_Tensor) -> T_Tensor: ...
from torchvision.models.googlenet import BasicConv2d as BasicConv2d
from torchvision.models import GoogLeNet as GoogLeNet
from torchvision.models import GoogLeNetOutputs as GoogLeNetOutputs
from torchvision.models.quantization import GoogLeNet_QuantizedWeights as GoogLeNet_QuantizedWeights
from torchvision.models import GoogLeNet_Weights as GoogLeNet_Weights
from torchvision.transforms._presets import ImageClassification as ImageClassification
from torchvision.models.googlenet import Inception as Inception
from torchvision.models.googlenet import InceptionAux as InceptionAux
from torchvision.models.quantization import QuantizableGoogLeNet as QuantizableGoogLeNet
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models._meta import _IMAGENET_CATEGORIES as _IMAGENET_CATEGORIES
from torchvision.models.quantization.utils import _fuse_modules as _fuse_modules
from torchvision.models._utils import _ovewrite_named_param as _ovewrite_named_param
from torchvision.models.quantization.utils import _replace_relu as _replace_relu
import torchvision.models.quantization.googlenet as googlenet
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models.quantization.utils import quantize_model as quantize_model
from torchvision.models._api import register_model as register_model
