import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
def _add_docstr(*args, **kwargs) -> Callable: ...
def _window_function_checks(*args, **kwargs) -> None: ...
from torch import Tensor as Tensor
from torch.signal.windows import bartlett as bartlett
from torch.signal.windows import blackman as blackman
from torch.signal.windows import cosine as cosine
from torch.signal.windows import exponential as exponential
from torch.signal.windows import gaussian as gaussian
from torch.signal.windows import general_cosine as general_cosine
from torch.signal.windows import general_hamming as general_hamming
from torch.signal.windows import hamming as hamming
from torch.signal.windows import hann as hann
from torch.signal.windows import kaiser as kaiser
from torch.signal.windows import nuttall as nuttall
