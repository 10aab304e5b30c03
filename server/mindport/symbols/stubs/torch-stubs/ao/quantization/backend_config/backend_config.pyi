import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.ao.quantization.backend_config import BackendConfig as BackendConfig
from torch.ao.quantization.backend_config import BackendPatternConfig as BackendPatternConfig
from torch.ao.quantization.backend_config import DTypeConfig as DTypeConfig
from torch.ao.quantization.backend_config import DTypeWithConstraints as DTypeWithConstraints
from torch.ao.quantization.backend_config import ObservationType as ObservationType
