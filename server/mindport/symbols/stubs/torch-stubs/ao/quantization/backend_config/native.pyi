import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.ao.quantization.backend_config import get_native_backend_config as get_native_backend_config
from torch.ao.quantization.backend_config import get_native_backend_config_dict as get_native_backend_config_dict
