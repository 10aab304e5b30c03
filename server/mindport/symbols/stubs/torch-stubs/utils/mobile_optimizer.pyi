import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.jit import RecursiveScriptModule as T_RecursiveScriptModule
from torch.jit import ScriptModule as T_ScriptModule
import enum
import pybind11_builtins
class LintCode(enum.Enum):
    def __init__(self, value, names = None, *, module = None, qualname = None, type = None, start = 1, boundary = None) -> None: ...
    BATCHNORM: LintCode
    BUNDLED_INPUT: LintCode
    DROPOUT: LintCode
    REQUIRES_GRAD: LintCode
class MobileOptimizerType(pybind11_builtins.pybind11_object):
    CONV_BN_FUSION: MobileOptimizerType
    FUSE_ADD_RELU: MobileOptimizerType
    HOIST_CONV_PACKED_PARAMS: MobileOptimizerType
    INSERT_FOLD_PREPACK_OPS: MobileOptimizerType
    REMOVE_DROPOUT: MobileOptimizerType
    VULKAN_AUTOMATIC_GPU_TRANSFER: MobileOptimizerType
    name: Any
    value: Any
def _get_bundled_inputs_preserved_attributes(*args, **kwargs) -> List[builtins.str]: ...
def generate_mobile_module_lints(script_module: T_ScriptModule): ...
def optimize_for_mobile(script_module: T_ScriptModule, optimization_blocklist: Set[MobileOptimizerType] = None, preserved_methods: List = None, backend: builtins.str = 'CPU') -> T_RecursiveScriptModule: ...
