import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.ao.nn.sparse.quantized import Linear as Linear
from torch.ao.nn.sparse.quantized import LinearPackedParams as LinearPackedParams
