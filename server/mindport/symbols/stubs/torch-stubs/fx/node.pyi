import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
Argument: Any
ArgumentT: Any
BaseArgumentTypes: Any
Target: Any
def _find_module_of_method(*args, **kwargs) -> builtins.str: ...
def _format_arg(*args, **kwargs) -> builtins.str: ...
def _get_qualified_name(*args, **kwargs) -> builtins.str: ...
def _type_repr(*args, **kwargs) -> builtins.str: ...
log: Any
def map_aggregate(a: ArgumentT, fn: Callable) -> ArgumentT: ...
from torch.fx.operator_schemas import ArgsKwargsPair as ArgsKwargsPair
from torch.fx import Node as Node
from torch.fx import has_side_effect as has_side_effect
from torch.fx import map_arg as map_arg
from torch.fx.operator_schemas import normalize_function as normalize_function
from torch.fx.operator_schemas import normalize_module as normalize_module
