import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributed.optim import PostLocalSGDOptimizer as PostLocalSGDOptimizer
import torch.distributed.algorithms.model_averaging.averagers as averagers
