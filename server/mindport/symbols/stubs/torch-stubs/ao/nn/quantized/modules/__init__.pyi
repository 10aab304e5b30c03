import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.nn.quantized import DeQuantize as DeQuantize
from torch.nn.quantized import Quantize as Quantize
