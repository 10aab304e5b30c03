import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
def _no_grad(*args, **kwargs) -> Callable: ...
from torch import Tensor as Tensor
from torch.nn.utils import clip_grads_with_norm_ as _clip_grads_with_norm_
from torch.nn.utils import get_total_norm as _get_total_norm
from torch.nn.utils import clip_grad_norm as clip_grad_norm
from torch.nn.utils import clip_grad_norm_ as clip_grad_norm_
from torch.nn.utils import clip_grad_value_ as clip_grad_value_
