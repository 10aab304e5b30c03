import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
PRESERVED_ATEN_CIA_OPS: Any
from torch.export import CustomDecompTable as CustomDecompTable
