import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.nn import Sequential as T_Sequential
from torchvision.models import VGG as T_VGG
_COMMON_META: builtins.dict
def _vgg(*args, **kwargs) -> T_VGG: ...
cfgs: builtins.dict
def make_layers(cfg: List[Union[builtins.str, builtins.int]], batch_norm: builtins.bool = False) -> T_Sequential: ...
from torchvision.transforms._presets import ImageClassification as ImageClassification
from torchvision.models import VGG as VGG
from torchvision.models import VGG11_BN_Weights as VGG11_BN_Weights
from torchvision.models import VGG11_Weights as VGG11_Weights
from torchvision.models import VGG13_BN_Weights as VGG13_BN_Weights
from torchvision.models import VGG13_Weights as VGG13_Weights
from torchvision.models import VGG16_BN_Weights as VGG16_BN_Weights
from torchvision.models import VGG16_Weights as VGG16_Weights
from torchvision.models import VGG19_BN_Weights as VGG19_BN_Weights
from torchvision.models import VGG19_Weights as VGG19_Weights
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models._meta import _IMAGENET_CATEGORIES as _IMAGENET_CATEGORIES
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.models._utils import _ovewrite_named_param as _ovewrite_named_param
from torchvision.models._utils import handle_legacy_interface as handle_legacy_interface
from torchvision.models._api import register_model as register_model
from torchvision.models import vgg11 as vgg11
from torchvision.models import vgg11_bn as vgg11_bn
from torchvision.models import vgg13 as vgg13
from torchvision.models import vgg13_bn as vgg13_bn
from torchvision.models import vgg16 as vgg16
from torchvision.models import vgg16_bn as vgg16_bn
from torchvision.models import vgg19 as vgg19
from torchvision.models import vgg19_bn as vgg19_bn
