import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
def annotate(val, type: builtins.type): ...
from torch.fx import Proxy as Proxy
