import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
import enum
class DLDeviceType(enum.IntEnum):
    def __init__(self, value, names = None, *, module = None, qualname = None, type = None, start = 1, boundary = None) -> None: ...
    kDLCPU: DLDeviceType
    kDLCUDA: DLDeviceType
    kDLCUDAHost: DLDeviceType
    kDLCUDAManaged: DLDeviceType
    kDLExtDev: DLDeviceType
    kDLHexagon: DLDeviceType
    kDLMAIA: DLDeviceType
    kDLMetal: DLDeviceType
    kDLOneAPI: DLDeviceType
    kDLOpenCL: DLDeviceType
    kDLROCM: DLDeviceType
    kDLROCMHost: DLDeviceType
    kDLVPI: DLDeviceType
    kDLVulkan: DLDeviceType
    kDLWebGPU: DLDeviceType
from torch import from_dlpack as from_dlpack
from torch import to_dlpack as to_dlpack
