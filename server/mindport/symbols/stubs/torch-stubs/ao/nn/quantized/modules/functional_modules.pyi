import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.nn.quantized import FXFloatFunctional as FXFloatFunctional
from torch.nn.quantized import FloatFunctional as FloatFunctional
from torch.nn.quantized import QFunctional as QFunctional
