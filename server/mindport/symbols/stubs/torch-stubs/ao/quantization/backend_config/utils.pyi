import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.ao.quantization.backend_config import BackendConfig as T_BackendConfig
from torch.ao.quantization.utils import Pattern as T_Pattern
def get_fusion_pattern_to_root_node_getter(backend_config: T_BackendConfig) -> Dict[T_Pattern, Callable]: ...
