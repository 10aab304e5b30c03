import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as Tensor
from torch.cuda import current_device as current_device
from torch.cuda import device_count as device_count
from torch.cuda import get_rng_state as get_rng_state
from torch.cuda import get_rng_state_all as get_rng_state_all
from torch.cuda import initial_seed as initial_seed
from torch.cuda import is_initialized as is_initialized
from torch.cuda import manual_seed as manual_seed
from torch.cuda import manual_seed_all as manual_seed_all
from torch.cuda import seed as seed
from torch.cuda import seed_all as seed_all
from torch.cuda import set_rng_state as set_rng_state
from torch.cuda import set_rng_state_all as set_rng_state_all
