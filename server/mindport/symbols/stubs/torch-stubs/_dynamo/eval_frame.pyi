import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
def is_dynamo_supported() -> builtins.bool: ...
def is_inductor_supported() -> builtins.bool: ...
from torch._dynamo import OptimizedModule as OptimizedModule
from torch._dynamo import explain as explain
from torch._dynamo import export as export
from torch._dynamo import optimize as optimize
from torch._dynamo import optimize_assert as optimize_assert
