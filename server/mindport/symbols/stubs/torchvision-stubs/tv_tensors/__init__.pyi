import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch import device as T_device
from torch import dtype as T_dtype
from torchvision.tv_tensors._bounding_boxes import CLAMPING_MODE_TYPE as T_CLAMPING_MODE_TYPE
import enum
class BoundingBoxFormat(enum.Enum):
    CXCYWH: BoundingBoxFormat
    CXCYWHR: BoundingBoxFormat
    XYWH: BoundingBoxFormat
    XYWHR: BoundingBoxFormat
    XYXY: BoundingBoxFormat
    XYXYXYXY: BoundingBoxFormat
class BoundingBoxes(TVTensor):
    def __init__(self, data, *, format: Union[BoundingBoxFormat, builtins.str], canvas_size: Tuple[builtins.int, builtins.int], clamping_mode: T_CLAMPING_MODE_TYPE = 'soft', dtype: T_dtype = None, device: T_device = None, requires_grad: builtins.bool = None) -> None: ...
    canvas_size: Tuple[builtins.int, builtins.int]
    clamping_mode: T_CLAMPING_MODE_TYPE
    format: BoundingBoxFormat
    @classmethod
    def wrap(cls, tensor: T_Tensor, like: BoundingBoxes, **kwargs) -> BoundingBoxes: ...
class Image(TVTensor):
    def __init__(self, data, *, dtype: T_dtype = None, device: T_device = None, requires_grad: builtins.bool = None) -> None: ...
class KeyPoints(TVTensor):
    def __init__(self, data, *, canvas_size: Tuple[builtins.int, builtins.int], dtype: T_dtype = None, device: T_device = None, requires_grad: builtins.bool = None) -> None: ...
    canvas_size: Tuple[builtins.int, builtins.int]
    @classmethod
    def wrap(cls, tensor: T_Tensor, like: KeyPoints, **kwargs) -> KeyPoints: ...
class Mask(TVTensor):
    def __init__(self, data, *, dtype: T_dtype = None, device: T_device = None, requires_grad: builtins.bool = None) -> None: ...
class TVTensor(T_Tensor):
    @overload
    def __init__(self, *size: builtins.int, device: T_device = None) -> None: ...
    @overload
    def __init__(self, data: Any, *, device: T_device = None) -> None: ...
    device: T_device
    dtype: T_dtype
    ndim: builtins.int
    shape: Sequence[builtins.int]
    @classmethod
    def wrap(cls, tensor: T_Tensor, like: TVTensor, **kwargs) -> TVTensor: ...
class Video(TVTensor):
    def __init__(self, data, *, dtype: T_dtype = None, device: T_device = None, requires_grad: builtins.bool = None) -> None: ...
def is_rotated_bounding_format(format: Union[BoundingBoxFormat, builtins.str]) -> builtins.bool: ...
def set_return_type(return_type: builtins.str): ...
def wrap(wrappee, *, like, **kwargs): ...
