import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import device as T_device
from torch.export import ExportedProgram as T_ExportedProgram
def move_to_device_pass(ep: T_ExportedProgram, location: Union[T_device, Dict[builtins.str, builtins.str]]) -> T_ExportedProgram: ...
from torch.export import ExportedProgram as ExportedProgram
import torch.utils._pytree as pytree
