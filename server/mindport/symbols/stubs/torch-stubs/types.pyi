import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import device as T_device
from torch import dtype as T_dtype
BoolLikeType: Any
Device: Any
def FileLike(*args, **kwargs): ...
FloatLikeType: Any
IntLikeType: Any
Number: Any
PySymType: Any
class Storage:
    def __init__(self) -> None: ...
    def cpu(self) -> Storage: ...
    def data_ptr(self) -> builtins.int: ...
    device: T_device
    dtype: T_dtype
    def element_size(self) -> builtins.int: ...
    def from_file(self, filename: builtins.str, shared: builtins.bool = False, nbytes: builtins.int = 0) -> Storage: ...
    def is_shared(self) -> builtins.bool: ...
    def nbytes(self) -> builtins.int: ...
    def share_memory_(self) -> Storage: ...
_TensorOrOptionalTensors: Any
_TensorOrTensors: Any
_TensorOrTensorsOrGradEdge: Any
_dispatchkey: Any
_size: Any
_symsize: Any
from torch import DispatchKey as DispatchKey
from torch import Size as Size
from torch import SymBool as SymBool
from torch import SymFloat as SymFloat
from torch import SymInt as SymInt
from torch import Tensor as Tensor
