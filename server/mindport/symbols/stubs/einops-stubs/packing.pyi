import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
Shape: Any
Tensor: Any
def analyze_pattern(pattern: builtins.str, opname: builtins.str) -> Tuple[builtins.int, builtins.int, builtins.int]: ...
def prod(x: Shape) -> builtins.int: ...
from einops import EinopsError as EinopsError
from einops.parsing import ParsedExpression as ParsedExpression
from einops import pack as pack
from einops import unpack as unpack
