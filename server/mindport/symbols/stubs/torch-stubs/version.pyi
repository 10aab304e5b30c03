import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
__version__: builtins.str
cuda: Any
debug: builtins.bool
git_version: builtins.str
hip: Any
rocm: Any
xpu: Any
