import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.transforms import InterpolationMode as T_InterpolationMode
from torchvision.transforms.v2 import Transform as T_Transform
from torchvision.transforms.v2.functional._utils import _FillType as T__FillType
ImageOrVideo: Any
class _AutoAugmentBase(T_Transform):
    def __init__(self, *, interpolation: Union[builtins.str, T_InterpolationMode, builtins.int] = 'nearest', fill: Union[T__FillType, Dict[Union[builtins.type, builtins.str], T__FillType]] = None) -> None: ...
from torchvision.transforms.v2 import AugMix as AugMix
from torchvision.transforms.v2 import AutoAugment as AutoAugment
from torchvision.transforms import AutoAugmentPolicy as AutoAugmentPolicy
from torchvision.transforms import InterpolationMode as InterpolationMode
from torchvision.transforms.v2 import RandAugment as RandAugment
from torchvision.transforms.v2 import Transform as Transform
from torchvision.transforms.v2 import TrivialAugmentWide as TrivialAugmentWide
from torchvision.transforms.v2.functional._utils import _FillType as _FillType
from torchvision.transforms.v2.functional._utils import _FillTypeJIT as _FillTypeJIT
from torchvision.transforms.v2._utils import _get_fill as _get_fill
from torchvision.transforms.v2._utils import _setup_fill_arg as _setup_fill_arg
from torchvision.transforms.v2 import check_type as check_type
from torchvision.transforms.v2.functional import get_size as get_size
from torchvision.transforms.v2.functional import is_pure_tensor as is_pure_tensor
