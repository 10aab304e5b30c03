import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.cuda.amp import GradScaler as GradScaler
from torch.amp.grad_scaler import OptState as OptState
