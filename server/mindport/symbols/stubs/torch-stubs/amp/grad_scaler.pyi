import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch import device as T_device
import enum
class OptState(enum.Enum):
    def __init__(self, value, names = None, *, module = None, qualname = None, type = None, start = 1, boundary = None) -> None: ...
    READY: OptState
    STEPPED: OptState
    UNSCALED: OptState
class _MultiDeviceReplicator:
    def __init__(self, master_tensor: T_Tensor) -> None: ...
    def get(self, device: T_device) -> T_Tensor: ...
def _refresh_per_optimizer_state(*args, **kwargs) -> Dict[builtins.str, Any]: ...
from torch.amp import GradScaler as GradScaler
