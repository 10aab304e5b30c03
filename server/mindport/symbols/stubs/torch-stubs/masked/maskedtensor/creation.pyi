import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.masked import MaskedTensor as MaskedTensor
from torch.masked import as_masked_tensor as as_masked_tensor
from torch.masked import masked_tensor as masked_tensor
