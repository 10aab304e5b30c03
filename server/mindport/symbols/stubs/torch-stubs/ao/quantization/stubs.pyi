import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.ao.quantization import DeQuantStub as DeQuantStub
from torch.ao.quantization import QuantStub as QuantStub
from torch.ao.quantization import QuantWrapper as QuantWrapper
