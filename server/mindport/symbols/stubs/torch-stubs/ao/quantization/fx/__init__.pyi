import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.ao.quantization import QConfigMapping as T_QConfigMapping
from torch.ao.quantization.backend_config import BackendConfig as T_BackendConfig
from torch.ao.quantization.fx.custom_config import ConvertCustomConfig as T_ConvertCustomConfig
from torch.ao.quantization.fx.custom_config import FuseCustomConfig as T_FuseCustomConfig
from torch.ao.quantization.fx.custom_config import PrepareCustomConfig as T_PrepareCustomConfig
from torch.fx import GraphModule as T_GraphModule
def convert(model: T_GraphModule, is_reference: builtins.bool = False, convert_custom_config: Union[T_ConvertCustomConfig, Dict[builtins.str, Any]] = None, is_standalone_module: builtins.bool = False, _remove_qconfig_flag: builtins.bool = True, qconfig_mapping: Union[T_QConfigMapping, Dict[builtins.str, Any]] = None, backend_config: Union[T_BackendConfig, Dict[builtins.str, Any]] = None, is_decomposed: builtins.bool = False, keep_original_weights: builtins.bool = False) -> T_GraphModule: ...
def fuse(model: T_GraphModule, is_qat: builtins.bool, fuse_custom_config: Union[T_FuseCustomConfig, Dict[builtins.str, Any]] = None, backend_config: Union[T_BackendConfig, Dict[builtins.str, Any]] = None) -> T_GraphModule: ...
def prepare(model: T_GraphModule, qconfig_mapping: Union[T_QConfigMapping, Dict[builtins.str, Any]], is_qat: builtins.bool, node_name_to_scope: Dict[builtins.str, Tuple[builtins.str, builtins.type]], example_inputs: Tuple, prepare_custom_config: Union[T_PrepareCustomConfig, Dict[builtins.str, Any]] = None, _equalization_config: Union[T_QConfigMapping, Dict[builtins.str, Any]] = None, backend_config: Union[T_BackendConfig, Dict[builtins.str, Any]] = None, is_standalone_module: builtins.bool = False) -> T_GraphModule: ...
