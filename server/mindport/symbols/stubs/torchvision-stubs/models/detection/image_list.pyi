import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch import device as T_device
class ImageList:
    def __init__(self, tensors: T_Tensor, image_sizes: List[Tuple[builtins.int, builtins.int]]) -> None: ...
    def to(self, device: T_device) -> ImageList: ...
