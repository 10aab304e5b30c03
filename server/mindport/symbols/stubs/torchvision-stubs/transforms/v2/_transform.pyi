import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torchvision.transforms.v2 import Transform as T_Transform
class _RandomApplyTransform(T_Transform):
    def __init__(self, p: builtins.float = 0.5) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, *inputs): ...
from torchvision.transforms.v2 import Transform as Transform
from torchvision.transforms.v2.functional._utils import _get_kernel as _get_kernel
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.transforms.v2 import check_type as check_type
from torchvision.transforms.v2 import has_any as has_any
from torchvision.transforms.v2.functional import is_pure_tensor as is_pure_tensor
