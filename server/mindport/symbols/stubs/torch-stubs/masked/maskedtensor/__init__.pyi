import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.masked import MaskedTensor as MaskedTensor
from torch.masked import is_masked_tensor as is_masked_tensor
