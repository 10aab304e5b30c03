import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.fx import Tracer as T_Tracer
from torch.fx.proxy import Scope as T_Scope
from torch.fx.proxy import ScopeContextManager as T_ScopeContextManager
from torch.nn import Module as T_Module
class QuantizationTracer(T_Tracer):
    def __init__(self, skipped_module_names: List[builtins.str], skipped_module_classes: List[Callable]) -> None: ...
    def is_leaf_module(self, m: T_Module, module_qualified_name: builtins.str) -> builtins.bool: ...
class ScopeContextManager(T_ScopeContextManager):
    def __init__(self, scope: T_Scope, current_module: T_Module, current_module_path: builtins.str) -> None: ...
