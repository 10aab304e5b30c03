import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torchvision.transforms.v2 import Transform as T_Transform
class _BaseMixUpCutMix(T_Transform):
    def __init__(self, *, alpha: builtins.float = 1.0, num_classes: builtins.int = None, labels_getter = 'default') -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, *inputs): ...
from torchvision.transforms.v2 import CutMix as CutMix
from torchvision.transforms.v2 import JPEG as JPEG
from torchvision.transforms.v2 import MixUp as MixUp
from torchvision.transforms.v2 import RandomErasing as RandomErasing
from torchvision.transforms.v2 import Transform as Transform
from torchvision.transforms.v2._transform import _RandomApplyTransform as _RandomApplyTransform
from torchvision.transforms.transforms import _check_sequence_input as _check_sequence_input
from torchvision.transforms.v2._utils import _parse_labels_getter as _parse_labels_getter
from torchvision.transforms.v2 import has_any as has_any
from torchvision.transforms.v2.functional import is_pure_tensor as is_pure_tensor
from torchvision.transforms.v2 import query_chw as query_chw
from torchvision.transforms.v2 import query_size as query_size
